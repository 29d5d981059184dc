//! Collects candidates in one walk over a page: from the head, `itemprop` and `property`, headings, bylines and dates.
//!
//! This module gives each candidate a rank but does not choose among them. The text collected for each element is bounded, so the
//! walk takes linear time however deeply elements nest. All limits of this file were chosen by hand.

use std::borrow::Cow;

use super::candidates::{Candidates, Kind, collapse_whitespace};
use super::date::Reader;
use super::{Origin, author, json_ld, meta, words};
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::markup::Tag;
use crate::page::{Element, Event, Page, Run};

/// Maximum length, in bytes, of the text collected for an element. A longer text is not a name, date or heading. Chosen by hand.
const MAX_TEXT_BYTES: usize = 1_000;
/// Maximum number of nested elements whose texts are collected at the same time. Chosen by hand.
const MAX_OPEN: usize = 8;
/// Maximum number of `h1` elements whose positions are recorded. Chosen by hand.
const MAX_HEADINGS: usize = 16;
/// Maximum length, in bytes, of a visible text in which a date is searched for. Chosen by hand.
const MAX_DATE_TEXT_BYTES: usize = 160;

// Ranks of visible text by its position, chosen by hand. Text after the heading has the best rank, then text before the heading,
// then text in parts of the page about something else. The gaps between the ranks leave room for `NAMED`, `LOOSE` and the ranks
// of `nearby`.
const AFTER_HEADING: u8 = 0;
pub(super) const BEFORE_HEADING: u8 = 4;
pub(super) const IN_ASIDE: u8 = 8;
/// The rank of a heading that only browsers without scripts show.
const IN_NOSCRIPT: u8 = 12;
/// Added to the rank of a byline or date that markup or its own words identify.
const NAMED: u8 = 1;
/// Added to the rank of an author that neither markup nor its own words identify as a name.
const LOOSE: u8 = 2;

/// Everything that the walk found.
#[derive(Debug, Default)]
pub(super) struct Collected<'p> {
    pub(super) candidates: Candidates,
    /// The texts of JSON-LD scripts.
    pub(super) scripts: Vec<Cow<'p, str>>,
    /// The address of `<base>`.
    pub(super) base: Option<String>,
    /// The source offset and the text of each `h1`.
    pub(super) headings: Vec<(usize, String)>,
    /// Whether the walk has reached an `h1`.
    has_heading: bool,
}

/// The purpose for which the text of an element is collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Title,
    Heading,
    Property(Kind, Origin),
    /// The property `name` inside an element with the property `author`.
    NameOf(Origin),
    Byline {
        named: bool,
    },
    Date {
        changed: bool,
    },
    Term(Kind),
}

struct Open<'p> {
    element: Element<'p>,
    goal: Goal,
    position_rank: u8,
    text: String,
}

/// Walks over a parsed page.
pub(super) fn collect<'p>(
    page: &'p Page<'p>,
    comments: &Threads,
    dates: &Reader,
    deadline: &mut Deadline,
) -> Result<Collected<'p>, TimedOut> {
    let mut walker = Walker {
        page,
        comments,
        dates,
        found: Collected::default(),
        open: Vec::new(),
        aside: None,
        is_in_script: false,
        has_title: false,
    };
    for event in page.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) => walker.enter(element),
            Event::Text(run) => walker.text(&run),
            Event::Leave(element) => walker.leave(element),
        }
    }
    Ok(walker.found)
}

struct Walker<'p, 'd> {
    page: &'p Page<'p>,
    /// Readers' comments, whose authors and dates do not belong to the page.
    comments: &'d Threads,
    dates: &'d Reader,
    found: Collected<'p>,
    open: Vec<Open<'p>>,
    /// The outermost open element that is about something other than the page, such as a sidebar.
    aside: Option<Element<'p>>,
    /// Whether the walk is inside a JSON-LD script.
    is_in_script: bool,
    has_title: bool,
}

impl<'p> Walker<'p, '_> {
    fn add(&mut self, kind: Kind, origin: Origin, rank: u8, value: &str) {
        self.found.candidates.add(kind, origin, rank, value);
    }

    /// Returns the rank of the current position.
    fn position_rank(&self) -> u8 {
        match self.aside {
            Some(_) => IN_ASIDE,
            None if self.found.has_heading => AFTER_HEADING,
            None => BEFORE_HEADING,
        }
    }

    fn enter(&mut self, element: Element<'p>) {
        if element.is_foreign() {
            return;
        }
        match element.tag() {
            Tag::Html | Tag::Body => self.root(element),
            Tag::Base => self.base(element),
            Tag::Title if !self.has_title => {
                self.has_title = true;
                self.gather(element, Goal::Title);
            }
            Tag::Script => self.is_in_script = json_ld::is_script(&element),
            Tag::Meta => self.meta(element),
            Tag::H1 => {
                self.found.has_heading = true;
                self.gather(element, Goal::Heading);
            }
            tag if !self.comments.hold(element.span().start()) => self.attributes(element, tag),
            _ => {}
        }
    }

    fn root(&mut self, element: Element<'p>) {
        if let Some(language) = element.attribute("lang").or_else(|| element.attribute("xml:lang")) {
            self.add(Kind::Language, Origin::Html, 0, &language);
        }
        if let Some(direction) = element.attribute("dir") {
            self.add(Kind::Direction, Origin::Html, 0, &direction.to_ascii_lowercase());
        }
    }

    fn base(&mut self, element: Element<'p>) {
        if let (None, Some(href)) = (&self.found.base, element.attribute("href")) {
            self.found.base = Some(href.into_owned());
        }
    }

    fn meta(&mut self, element: Element<'p>) {
        let Some(content) = element.attribute("content") else { return };
        if let Some(kind) = element.attribute("itemprop").and_then(|name| meta::of_property(name.trim())) {
            self.add(kind, Origin::Microdata, 0, &content);
        }
        let content =
            if element.attribute("name").is_some_and(|it| it.eq_ignore_ascii_case("citation_author")) {
                Cow::Owned(author::first_name_first(&content))
            } else {
                content
            };
        let name = ["property", "name", "http-equiv"].iter().find_map(|name| element.attribute(name));
        if let Some((kind, origin, rank)) = name.and_then(|name| meta::of_meta(&name)) {
            self.add(kind, origin, rank, &content);
        }
    }

    /// Handles an element for which `enter` has no case of its own: reads its attributes, and the text of `<time>`.
    fn attributes(&mut self, element: Element<'p>, tag: Tag) {
        if matches!(tag, Tag::Aside | Tag::Footer | Tag::Nav) {
            self.aside.get_or_insert(element);
        }
        let mut clues = 0;
        for (name, value) in element.raw_attributes() {
            match name.len() {
                2 if name.eq_ignore_ascii_case("id") => clues |= words::of(value),
                3 if name.eq_ignore_ascii_case("rel") => self.rel(element, value),
                5 if name.eq_ignore_ascii_case("class") => clues |= words::of(value),
                8 if name.eq_ignore_ascii_case("itemprop") => {
                    self.property(element, value, Origin::Microdata)
                }
                8 if name.eq_ignore_ascii_case("property") => self.property(element, value, Origin::Rdfa),
                _ => {}
            }
        }
        if tag == Tag::Time {
            self.time(element, clues);
        } else if clues != 0 {
            self.class_clues(element, tag, clues);
        }
    }

    fn class_clues(&mut self, element: Element<'p>, tag: Tag, clues: u8) {
        if clues & words::ASIDE != 0 && !matches!(tag, Tag::Main | Tag::Article) {
            self.aside.get_or_insert(element);
        }
        // An author who is named in a part about something else is not an author of the page.
        if clues & words::AUTHOR != 0 && clues & words::ABOUT == 0 && self.aside.is_none() {
            self.gather(element, Goal::Byline { named: clues & words::NAME != 0 });
        }
        if clues & words::DATE != 0 {
            self.gather(element, Goal::Date { changed: clues & words::CHANGED != 0 });
        }
    }

    fn rel(&mut self, element: Element<'p>, rel: &str) {
        let is = |word: &str| rel.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case(word));
        let is_link = element.tag() == Tag::Link;
        let mut href = |kind: Kind| {
            let href = element.attribute("href").unwrap_or_default();
            self.found.candidates.add(kind, Origin::Link, 0, &href);
        };
        if is("canonical") && is_link {
            href(Kind::Url);
        } else if is("license") {
            href(Kind::License);
        } else if is("image_src") && is_link {
            href(Kind::Image);
        } else if is("author") && !is_link {
            self.gather(element, Goal::Byline { named: true });
        } else if is("tag") && !is_link {
            let kind = if is("category") { Kind::Category } else { Kind::Tag };
            self.gather(element, Goal::Term(kind));
        }
    }

    fn property(&mut self, element: Element<'p>, names: &str, origin: Origin) {
        let is_name =
            names.split_ascii_whitespace().any(|name| matches!(name.rsplit([':', '/']).next(), Some("name")));
        let of_author =
            |open: &Open<'p>| matches!(open.goal, Goal::Property(Kind::Author, of) if of == origin);
        if is_name && self.open.iter().any(of_author) {
            self.value(element, Goal::NameOf(origin));
        } else if let Some(kind) = names.split_ascii_whitespace().find_map(meta::of_property) {
            self.value(element, Goal::Property(kind, origin));
        }
    }

    /// Adds the value of a property: the attribute `content` or `datetime` if present, otherwise the text.
    fn value(&mut self, element: Element<'p>, goal: Goal) {
        let attribute = element.attribute("content").or_else(|| element.attribute("datetime"));
        match (attribute, goal) {
            (Some(value), Goal::Property(kind, origin)) => {
                self.add(kind, origin, self.position_rank(), &value)
            }
            (Some(value), Goal::NameOf(origin)) => {
                self.add(Kind::Author, origin, self.position_rank(), &value)
            }
            _ => self.gather(element, goal),
        }
    }

    fn time(&mut self, element: Element<'p>, clues: u8) {
        // Adds a separator, because the name in a byline ends where the date begins.
        let bylines =
            |open: &&mut Open<'p>| matches!(open.goal, Goal::Byline { .. } | Goal::Property(Kind::Author, _));
        self.open.iter_mut().filter(bylines).for_each(|open| open.text.push_str(" | "));
        let changed = clues & words::CHANGED != 0;
        match element.attribute("datetime").and_then(|value| self.dates.value(&value)) {
            Some(date) => self.add(date_kind(changed), Origin::Visible, self.position_rank(), &date),
            None => self.gather(element, Goal::Date { changed }),
        }
    }

    fn gather(&mut self, element: Element<'p>, goal: Goal) {
        // Bylines without an end tag must not crowd out the heading.
        let max_open = if matches!(goal, Goal::Title | Goal::Heading) { 2 * MAX_OPEN } else { MAX_OPEN };
        if self.open.len() < max_open {
            self.open.push(Open { element, goal, position_rank: self.position_rank(), text: String::new() });
        }
    }

    fn text(&mut self, run: &Run) {
        if self.is_in_script {
            self.found.scripts.push(self.page.text_of(run));
            return;
        }
        if self.open.is_empty() {
            return;
        }
        // Some pages have their heading inside `noscript`.
        let is_read = |goal: Goal| match goal {
            _ if run.is_visible() => true,
            Goal::Title => true,
            Goal::Heading => run.is_unscripted(),
            _ => false,
        };
        let text = self.page.text_of(run);
        for open in self.open.iter_mut().filter(|open| is_read(open.goal)) {
            if run.begins_line() {
                open.text.push(' ');
            }
            open.text.push_str(&text);
        }
        self.open.retain(|open| open.text.len() <= MAX_TEXT_BYTES);
    }

    fn leave(&mut self, element: Element<'p>) {
        self.is_in_script = false;
        if self.aside == Some(element) {
            self.aside = None;
        }
        while let Some(last) = self.open.iter().rposition(|open| open.element == element) {
            let open = self.open.remove(last);
            self.finish(&open);
        }
    }

    fn finish(&mut self, open: &Open<'p>) {
        let text = open.text.as_str();
        match open.goal {
            Goal::Title => self.add(Kind::Title, Origin::Html, 0, text),
            Goal::Heading => self.heading(open),
            Goal::Property(Kind::Author, origin) => {
                let name = author::in_byline(text).unwrap_or_default();
                self.add(Kind::Author, origin, open.position_rank + LOOSE, &name);
            }
            Goal::Property(kind, origin) => self.add(kind, origin, open.position_rank, text),
            Goal::NameOf(origin) => self.add(Kind::Author, origin, open.position_rank, text),
            Goal::Term(kind) => self.add(kind, Origin::Visible, open.position_rank, text),
            Goal::Byline { named } => self.byline(open, named),
            Goal::Date { changed } => self.date(open, changed),
        }
    }

    fn heading(&mut self, open: &Open<'p>) {
        let rank = if open.element.is_invisible() { IN_NOSCRIPT } else { open.position_rank & IN_ASIDE };
        self.add(Kind::Heading, Origin::Visible, rank, &open.text);
        if self.found.headings.len() < MAX_HEADINGS {
            self.found.headings.push((open.element.span().start(), collapse_whitespace(&open.text)));
        }
    }

    fn byline(&mut self, open: &Open<'p>, named: bool) {
        let Some(name) = author::in_byline(&open.text) else { return };
        let is_sure = named || author::begins_byline(&open.text);
        self.add(
            Kind::Author,
            Origin::Visible,
            open.position_rank + if is_sure { NAMED } else { LOOSE },
            &name,
        );
    }

    fn date(&mut self, open: &Open<'p>, changed: bool) {
        let text = collapse_whitespace(&open.text);
        if text.len() > MAX_DATE_TEXT_BYTES {
            return;
        }
        let changed = changed || mentions_change(&text);
        if let Some(date) = self.dates.in_text(&text) {
            self.add(date_kind(changed), Origin::Visible, open.position_rank + NAMED, &date);
        }
    }
}

fn date_kind(changed: bool) -> Kind {
    if changed { Kind::Modified } else { Kind::Published }
}

/// Whether a text says that its date is the date of a change and not of publication. Words chosen by hand.
pub(super) fn mentions_change(text: &str) -> bool {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    has(&[
        "update",
        "modified",
        "revised",
        "edited",
        "reviewed",
        "aktualisiert",
        "mis à jour",
        "actualizado",
        "обновлен",
        "更新",
    ]) && !has(&["publish", "posted"])
}
