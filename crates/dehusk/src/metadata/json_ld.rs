//! JSON-LD: what the scripts of a page say about it in the words of schema.org.
//!
//! Of all that the scripts describe, only works count that stand at the top, in `@graph` or as `mainEntity`: an article,
//! a posting, a page. What is inside them (comments, offers, breadcrumbs) does not speak for the page.

use std::collections::HashMap;

use super::Origin;
use super::candidates::{Candidates, Kind};
use super::json::Value;
use crate::markup::Tag;
use crate::page::Element;

/// Most things of one page that are looked at.
const MOST_THINGS: usize = 1_000;
/// Ranks that the works of one class share: the first on the page is the best.
const RANKS_PER_CLASS: u8 = 16;
/// Most authors of one work, and most of its tags.
const MOST_OF_A_LIST: usize = 64;

/// The works that a page is, one class after the other: what is written, what is offered, the page as such.
const WRITTEN: [&str; 4] = ["Article", "Posting", "Report", "Review"];
const OFFERED: [&str; 16] = [
    "Recipe",
    "HowTo",
    "Question",
    "Product",
    "Event",
    "Course",
    "Book",
    "Movie",
    "VideoObject",
    "PodcastEpisode",
    "SoftwareApplication",
    "Dataset",
    "CreativeWork",
    "ProductGroup",
    "Service",
    "LearningResource",
];

/// Whether an element is a script of JSON-LD.
pub(super) fn is_script(element: &Element<'_>) -> bool {
    element.tag() == Tag::Script && element.attribute("type").is_some_and(|kind| kind.contains("ld+json"))
}

/// Adds what the scripts say.
pub(super) fn collect(scripts: &[Value<'_>], into: &mut Candidates) {
    let things = things(scripts);
    let by_id: HashMap<&str, &Value<'_>> =
        things.iter().rev().filter_map(|thing| Some((thing.get("@id")?.text()?, *thing))).collect();
    let reader = Reader { by_id };
    let mut seen = [0u8; 3];
    for thing in &things {
        match class(thing) {
            Class::Work(class) => {
                let count = &mut seen[usize::from(class)];
                reader.work(thing, class * RANKS_PER_CLASS + *count, into);
                *count = (*count + 1).min(RANKS_PER_CLASS - 1);
            }
            Class::Site => reader.names(thing, Kind::SiteName, 1, into),
            Class::Organization => reader.names(thing, Kind::SiteName, 2, into),
            Class::Other => {}
        }
    }
}

/// The articles, postings and reports among the works that the page is.
pub(super) fn written<'v, 'a>(scripts: &'v [Value<'a>]) -> impl Iterator<Item = &'v Value<'a>> {
    things(scripts).into_iter().filter(|thing| matches!(class(thing), Class::Work(0)))
}

enum Class {
    Work(u8),
    Site,
    Organization,
    Other,
}

fn class(thing: &Value<'_>) -> Class {
    let types: Vec<&str> = thing.get("@type").map(|types| texts(types).collect()).unwrap_or_default();
    let short = |name: &'_ &str| name.rsplit(['/', ':', '#']).next().unwrap_or("").to_owned();
    let is = |wanted: &dyn Fn(&str) -> bool| types.iter().map(short).any(|name| wanted(&name));
    if is(&|name| WRITTEN.iter().any(|end| name.ends_with(end))) {
        Class::Work(0)
    } else if is(&|name| OFFERED.contains(&name)) {
        Class::Work(1)
    } else if is(&|name| name.ends_with("Page")) {
        Class::Work(2)
    } else if is(&|name| name == "WebSite") {
        Class::Site
    } else if is(&|name| name.ends_with("Organization")) {
        Class::Organization
    } else {
        Class::Other
    }
}

/// All things that may speak for the page, in order.
fn things<'v, 'a>(scripts: &'v [Value<'a>]) -> Vec<&'v Value<'a>> {
    let mut waiting: Vec<&Value<'a>> = scripts.iter().rev().collect();
    let mut things = Vec::new();
    while let Some(value) = waiting.pop() {
        match value {
            Value::List(items) => waiting.extend(items.iter().take(MOST_THINGS).rev()),
            Value::Object(_) => {
                things.push(value);
                let inner =
                    ["mainEntityOfPage", "mainEntity", "@graph"].iter().filter_map(|key| value.get(key));
                waiting.extend(inner);
            }
            _ => {}
        }
        if things.len() >= MOST_THINGS {
            break;
        }
    }
    things
}

fn texts<'v>(value: &'v Value<'_>) -> impl Iterator<Item = &'v str> {
    value.items().iter().take(MOST_OF_A_LIST).filter_map(Value::text)
}

struct Reader<'v, 'a> {
    by_id: HashMap<&'v str, &'v Value<'a>>,
}

/// Keys of a work whose values are texts as they are.
const PLAIN: [(&str, Kind); 10] = [
    ("headline", Kind::Title),
    ("datePublished", Kind::Published),
    ("dateModified", Kind::Modified),
    ("description", Kind::Description),
    ("inLanguage", Kind::Language),
    ("articleSection", Kind::Category),
    ("keywords", Kind::Tag),
    ("license", Kind::License),
    ("url", Kind::Url),
    ("thumbnailUrl", Kind::Image),
];

impl<'v, 'a> Reader<'v, 'a> {
    fn work(&self, thing: &'v Value<'a>, rank: u8, into: &mut Candidates) {
        for (key, kind) in PLAIN {
            let values = thing.get(key).map(|value| texts(value).collect::<Vec<_>>()).unwrap_or_default();
            values.iter().for_each(|value| into.add(kind, Origin::JsonLd, rank, &unescaped(value)));
        }
        if thing.get("headline").is_none() {
            self.names(thing, Kind::Title, rank, into);
        }
        let authors = thing.get("author").or_else(|| thing.get("creator"));
        for author in authors.iter().flat_map(|it| it.items()).take(MOST_OF_A_LIST) {
            self.names(author, Kind::Author, rank, into);
        }
        if let Some(publisher) = thing.get("publisher") {
            publisher.items().iter().for_each(|it| self.names(it, Kind::SiteName, 0, into));
        }
        for image in thing.get("image").iter().flat_map(|it| it.items()).take(MOST_OF_A_LIST) {
            let image = self.resolved(image);
            let address =
                image.text().or_else(|| image.get("url").or_else(|| image.get("contentUrl"))?.text());
            address.iter().for_each(|it| into.add(Kind::Image, Origin::JsonLd, rank, it));
        }
    }

    /// Adds the name of a thing, which may be a text, an object with a name, or a reference to one.
    fn names(&self, thing: &'v Value<'a>, kind: Kind, rank: u8, into: &mut Candidates) {
        let thing = self.resolved(thing);
        let whole = match thing {
            Value::Text(text) => Some(text.to_string()),
            _ => thing.get("name").and_then(|name| name.items().first()?.text()).map(str::to_owned),
        };
        let part = |key: &str| thing.get(key).and_then(Value::text).unwrap_or("");
        let whole = whole.unwrap_or_else(|| format!("{} {}", part("givenName"), part("familyName")));
        into.add(kind, Origin::JsonLd, rank, &unescaped(&whole));
    }

    /// The thing that a reference names; a reference to nothing, and what is no reference, is itself.
    fn resolved(&self, thing: &'v Value<'a>) -> &'v Value<'a> {
        let id = if thing.get("name").is_none() { thing.get("@id").and_then(Value::text) } else { None };
        id.and_then(|id| self.by_id.get(id).copied()).unwrap_or(thing)
    }
}

/// Many pages write character references into their JSON, though nothing decodes them there.
fn unescaped(text: &str) -> std::borrow::Cow<'_, str> {
    crate::markup::Decode::text(text, crate::markup::TextKind::Data)
}
