//! Lists of other pages: finds their items, because the authors and dates in them are not those of the page.
//!
//! The items of a list are elements of the same kind with the same parent. At least [`MIN_ITEMS`] of them have an author or a date
//! in an element of markup, these are not all the same, and each item is headed by a link with a text of its own. Posts of a thread
//! can be like that too, but they come in the order of their dates. An item that has the heading of the page is its article.
//! If such authors or dates are the only ones near the heading of the page, what is further away is not the page's either.
//!
//! All limits of this file were chosen by hand.

use std::collections::{HashMap, HashSet};
use std::iter::successors;

use super::candidates::Kind;
use super::collected::Collected;
use super::date::Reader;
use super::place::FAR;
use crate::budget::{Deadline, TimedOut};
use crate::markup::{HEADING, Tag};
use crate::page::{Element, Event, Page};
use crate::source::Span;
use crate::source::span::{merged, touches};
use crate::text_key::text_key;

/// Minimum number of items of a list.
const MIN_ITEMS: usize = 3;
/// Maximum number of elements around an author or a date that may be its item.
const MAX_ANCESTORS: usize = 12;
/// Maximum length, in bytes, of the text of the link that heads an item.
const MAX_HEAD_BYTES: usize = 300;
/// The beginning of the [`text_key`] of the subject of a reply.
const REPLY: &str = "re";

/// The tag of an element and the first word of its class. Those of elements whose tag says that they are items have no word.
type Form<'p> = (Tag, &'p str);

/// Elements of the same form and with the same parent that hold authors or dates.
#[derive(Default)]
struct Group {
    items: HashSet<u32>,
    values: HashSet<String>,
}

/// Removes the authors and dates in the items of lists, and records the items.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn remove(
    page: &Page<'_>,
    found: &mut Collected<'_>,
    dates: &Reader,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let authors = found.candidates.placed(Kind::Author).map(|(_, name)| text_key(name)).collect();
    let heading = found.named_heading().map(|heading| heading.start);
    let finder = Finder { page, found, dates, heading, authors };
    let mut spans = Vec::new();
    for kind in [Kind::Author, Kind::Published] {
        for ((parent, form), group) in finder.groups(kind) {
            if group.items.len() >= MIN_ITEMS && group.values.len() > 1 {
                spans.extend(finder.items(page.element(parent), form, deadline)?);
            }
        }
    }
    let spans = merged(spans);
    let is_listed = |element: u32| touches(&spans, page.element(element).span());
    let mut remove = |kind| found.candidates.remove_listed(kind, FAR, |place| is_listed(place.element));
    remove(Kind::Author);
    remove(Kind::Modified);
    found.is_index = remove(Kind::Published);
    found.listed = spans;
    Ok(())
}

struct Finder<'s, 'p> {
    page: &'p Page<'p>,
    found: &'s Collected<'p>,
    dates: &'s Reader,
    /// The offset of the heading that a title of the page contains.
    heading: Option<usize>,
    /// The keys of all authors in markup. A link to one of them heads a post and not an item.
    authors: HashSet<String>,
}

impl<'p> Finder<'_, 'p> {
    /// Returns the elements around authors or dates, by their parent and their form.
    fn groups(&self, kind: Kind) -> HashMap<(u32, Form<'p>), Group> {
        let mut groups: HashMap<(u32, Form<'p>), Group> = HashMap::new();
        for (place, value) in self.found.candidates.placed(kind).filter(|(place, _)| !place.in_comments) {
            let key = text_key(value);
            let around = successors(self.page.element(place.element).parent(), Element::parent);
            for item in around.take(MAX_ANCESTORS) {
                let Some(parent) = item.parent() else { break };
                let group = groups.entry((parent.id(), form(&item))).or_default();
                group.items.insert(item.id());
                group.values.insert(key.clone());
            }
        }
        groups
    }

    /// Returns the spans of the items of a list, or nothing if the elements of this form are no list.
    fn items(
        &self,
        parent: Element<'p>,
        form: Form<'p>,
        deadline: &mut Deadline,
    ) -> Result<Vec<Span>, TimedOut> {
        let alike: Vec<Element<'p>> = parent.children().filter(|it| self::form(it) == form).collect();
        let own = self.own(&alike);
        let (mut heads, mut spans) = (HashSet::new(), Vec::new());
        for item in alike.iter().filter(|it| own != Some(**it)) {
            if let Some(head) = self.head(item, deadline)? {
                heads.insert(head);
                spans.push(item.span());
            }
        }
        let is_list = heads.len() >= MIN_ITEMS && !self.is_in_order(&spans);
        Ok(if is_list { spans } else { Vec::new() })
    }

    /// Returns the element that has the heading of the page in it, or else the only one with an `h1`.
    fn own(&self, alike: &[Element<'p>]) -> Option<Element<'p>> {
        let holds = |it: &&Element<'p>, start: usize| it.span().range().contains(&start);
        let named = self.heading.and_then(|start| alike.iter().find(|it| holds(it, start)));
        let mut headed =
            alike.iter().filter(|it| self.found.headings.iter().any(|heading| holds(it, heading.start)));
        let only = headed.next().filter(|_| headed.next().is_none());
        named.or(only).copied()
    }

    /// Returns the key of the text of the link that heads an item.
    fn head(&self, item: &Element<'p>, deadline: &mut Deadline) -> Result<Option<String>, TimedOut> {
        let (mut links, mut headings, mut text) = (0_usize, 0_usize, String::new());
        for event in item.walk() {
            deadline.tick()?;
            match event {
                Event::Enter(element) => {
                    links += usize::from(is_link(&element));
                    headings += usize::from(is_heading(&element));
                }
                Event::Text(run) => {
                    let is_head = links.min(headings) > 0 && run.is_visible();
                    if is_head && text.len() <= MAX_HEAD_BYTES {
                        text.push_str(&self.page.text_of(&run));
                    }
                }
                Event::Leave(element) => {
                    links -= usize::from(is_link(&element));
                    headings -= usize::from(is_heading(&element));
                    if links.min(headings) == 0
                        && !text.is_empty()
                        && let Some(head) = self.key(&std::mem::take(&mut text))
                    {
                        return Ok(Some(head));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns the key of the text that heads an item, without the sign of a reply; `None` for a name.
    fn key(&self, text: &str) -> Option<String> {
        let key = text_key(text);
        let is_head = !key.is_empty() && !self.authors.contains(&key);
        is_head.then(|| key.strip_prefix(REPLY).unwrap_or(&key).to_owned())
    }

    /// Whether the dates of some elements are in order, the oldest first, as in a thread.
    fn is_in_order(&self, items: &[Span]) -> bool {
        let mut days: Vec<(usize, String)> = Vec::new();
        for (place, value) in self.found.candidates.placed(Kind::Published) {
            let start = self.page.element(place.element).span().start();
            let item = items.partition_point(|item| item.end() <= start);
            let is_inside = items.get(item).is_some_and(|item| item.start() <= start);
            let is_next = days.last().is_none_or(|(last, _)| *last < item);
            if let Some(day) = self.dates.value(value).filter(|_| is_inside && is_next) {
                days.push((item, day));
            }
        }
        let ends = days.first().zip(days.last());
        days.is_sorted_by(|one, next| one.1 <= next.1) && ends.is_some_and(|(first, last)| first.1 < last.1)
    }
}

fn form<'p>(element: &Element<'p>) -> Form<'p> {
    let tag = element.tag();
    if matches!(tag, Tag::Article | Tag::Li | Tag::Tr | Tag::Dt | Tag::Dd) {
        return (tag, "");
    }
    let word = element.raw_class().split_ascii_whitespace().next().unwrap_or("");
    (tag, word.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_')))
}

/// Whether an element is a link to another page.
fn is_link(element: &Element<'_>) -> bool {
    let leads_elsewhere = |address: &str| !address.trim_ascii().is_empty() && !address.starts_with('#');
    element.tag() == Tag::A && element.attribute("href").is_some_and(|address| leads_elsewhere(&address))
}

/// Whether an element is a heading by its tag or by its class.
fn is_heading(element: &Element<'_>) -> bool {
    element.tag().is(HEADING) || element.raw_class().to_ascii_lowercase().contains("title")
}
