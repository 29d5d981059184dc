//! One walk over a page that gathers what its elements say: the head, `itemprop` and `property`, headings, bylines, dates.
//!
//! It judges nothing beyond giving ranks. Texts are gathered with a bound, so that the walk stays linear however elements nest.

use std::borrow::Cow;

use super::candidates::{Candidates, Kind, collapse_whitespace};
use super::date::Reader;
use super::{Origin, author, json_ld, meta, words};
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::markup::Tag;
use crate::page::{Element, Event, Page, Run};

/// Bytes of an element's text that are gathered; a longer one is no name, date or heading.
const MOST_TEXT: usize = 1_000;
/// Elements inside each other whose texts are gathered at the same time.
const MOST_OPEN: usize = 8;
/// Headings whose places are kept.
const MOST_HEADINGS: usize = 16;
/// Bytes of a visible text that is one date with some words around it.
const MOST_DATE_TEXT: usize = 160;

// Ranks of what is seen: near the heading first, in another part of the page last.
const AFTER_HEADING: u8 = 0;
pub(super) const BEFORE_HEADING: u8 = 4;
pub(super) const IN_ASIDE: u8 = 8;
/// Of headings: shown by browsers without scripts only.
const IN_NOSCRIPT: u8 = 12;
/// How many ranks a place gets.
const NAMED: u8 = 1;
const LOOSE: u8 = 2;

/// What the walk found.
#[derive(Debug, Default)]
pub(super) struct Collected<'p> {
    pub(super) candidates: Candidates,
    /// The texts of scripts of JSON-LD.
    pub(super) scripts: Vec<Cow<'p, str>>,
    /// The address of `<base>`.
    pub(super) base: Option<String>,
    /// Where each `h1` begins in the source, and its text.
    pub(super) headings: Vec<(usize, String)>,
    /// Whether there was an `h1` yet.
    has_heading: bool,
}

/// What the text of an element is going to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Title,
    Heading,
    Property(Kind, Origin),
    /// An author's name inside an author's property.
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
    place: u8,
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
        script: false,
        titled: false,
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
    /// What readers write and sign.
    comments: &'d Threads,
    dates: &'d Reader,
    found: Collected<'p>,
    open: Vec<Open<'p>>,
    /// The part of the page that is not its subject, where the walk is inside one.
    aside: Option<Element<'p>>,
    /// Inside a script of JSON-LD.
    script: bool,
    titled: bool,
}

impl<'p> Walker<'p, '_> {
    fn add(&mut self, kind: Kind, origin: Origin, rank: u8, value: &str) {
        self.found.candidates.add(kind, origin, rank, value);
    }

    fn place(&self) -> u8 {
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
            Tag::Title if !self.titled => {
                self.titled = true;
                self.gather(element, Goal::Title);
            }
            Tag::Script => self.script = json_ld::is_script(&element),
            Tag::Meta => self.meta(element),
            Tag::H1 => {
                self.found.has_heading = true;
                self.gather(element, Goal::Heading);
            }
            tag if !self.comments.hold(element.span().start()) => self.any(element, tag),
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

    /// Any other element: only its attributes can say something, but for `<time>`.
    fn any(&mut self, element: Element<'p>, tag: Tag) {
        if matches!(tag, Tag::Aside | Tag::Footer | Tag::Nav) {
            self.aside.get_or_insert(element);
        }
        let mut said = 0;
        for (name, value) in element.raw_attributes() {
            match name.len() {
                2 if name.eq_ignore_ascii_case("id") => said |= words::of(value),
                3 if name.eq_ignore_ascii_case("rel") => self.rel(element, value),
                5 if name.eq_ignore_ascii_case("class") => said |= words::of(value),
                8 if name.eq_ignore_ascii_case("itemprop") => {
                    self.property(element, value, Origin::Microdata)
                }
                8 if name.eq_ignore_ascii_case("property") => self.property(element, value, Origin::Rdfa),
                _ => {}
            }
        }
        if tag == Tag::Time {
            self.time(element, said);
        } else if said != 0 {
            self.said(element, tag, said);
        }
    }

    fn said(&mut self, element: Element<'p>, tag: Tag, said: u8) {
        if said & words::ASIDE != 0 && !matches!(tag, Tag::Main | Tag::Article) {
            self.aside.get_or_insert(element);
        }
        // The authors of comments and of other texts are none of this one.
        if said & words::AUTHOR != 0 && said & words::ABOUT == 0 && self.aside.is_none() {
            self.gather(element, Goal::Byline { named: said & words::NAME != 0 });
        }
        if said & words::DATE != 0 {
            self.gather(element, Goal::Date { changed: said & words::CHANGED != 0 });
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

    /// The value of a property: an attribute where it has one, else its text.
    fn value(&mut self, element: Element<'p>, goal: Goal) {
        let attribute = element.attribute("content").or_else(|| element.attribute("datetime"));
        match (attribute, goal) {
            (Some(value), Goal::Property(kind, origin)) => self.add(kind, origin, self.place(), &value),
            (Some(value), Goal::NameOf(origin)) => self.add(Kind::Author, origin, self.place(), &value),
            _ => self.gather(element, goal),
        }
    }

    fn time(&mut self, element: Element<'p>, said: u8) {
        // A byline ends where its date begins.
        let bylines =
            |open: &&mut Open<'p>| matches!(open.goal, Goal::Byline { .. } | Goal::Property(Kind::Author, _));
        self.open.iter_mut().filter(bylines).for_each(|open| open.text.push_str(" | "));
        let changed = said & words::CHANGED != 0;
        match element.attribute("datetime").and_then(|value| self.dates.value(&value)) {
            Some(date) => self.add(published(changed), Origin::Visible, self.place(), &date),
            None => self.gather(element, Goal::Date { changed }),
        }
    }

    fn gather(&mut self, element: Element<'p>, goal: Goal) {
        // A heading is found inside however many bylines that never end.
        let most = if matches!(goal, Goal::Title | Goal::Heading) { 2 * MOST_OPEN } else { MOST_OPEN };
        if self.open.len() < most {
            self.open.push(Open { element, goal, place: self.place(), text: String::new() });
        }
    }

    fn text(&mut self, run: &Run) {
        if self.script {
            self.found.scripts.push(self.page.text_of(run));
            return;
        }
        if self.open.is_empty() {
            return;
        }
        // A page may have its heading where a browser without scripts shows it.
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
        self.open.retain(|open| open.text.len() <= MOST_TEXT);
    }

    fn leave(&mut self, element: Element<'p>) {
        self.script = false;
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
                self.add(Kind::Author, origin, open.place + LOOSE, &name);
            }
            Goal::Property(kind, origin) => self.add(kind, origin, open.place, text),
            Goal::NameOf(origin) => self.add(Kind::Author, origin, open.place, text),
            Goal::Term(kind) => self.add(kind, Origin::Visible, open.place, text),
            Goal::Byline { named } => self.byline(open, named),
            Goal::Date { changed } => self.date(open, changed),
        }
    }

    fn heading(&mut self, open: &Open<'p>) {
        let rank = if open.element.is_invisible() { IN_NOSCRIPT } else { open.place & IN_ASIDE };
        self.add(Kind::Heading, Origin::Visible, rank, &open.text);
        if self.found.headings.len() < MOST_HEADINGS {
            self.found.headings.push((open.element.span().start(), collapse_whitespace(&open.text)));
        }
    }

    fn byline(&mut self, open: &Open<'p>, named: bool) {
        let Some(name) = author::in_byline(&open.text) else { return };
        let is_sure = named || author::begins_byline(&open.text);
        self.add(Kind::Author, Origin::Visible, open.place + if is_sure { NAMED } else { LOOSE }, &name);
    }

    fn date(&mut self, open: &Open<'p>, changed: bool) {
        let text = collapse_whitespace(&open.text);
        if text.len() > MOST_DATE_TEXT {
            return;
        }
        let changed = changed || tells_of_change(&text);
        if let Some(date) = self.dates.in_text(&text) {
            self.add(published(changed), Origin::Visible, open.place + NAMED, &date);
        }
    }
}

fn published(changed: bool) -> Kind {
    if changed { Kind::Modified } else { Kind::Published }
}

/// Whether a text with a date speaks of a change and of nothing else.
pub(super) fn tells_of_change(text: &str) -> bool {
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
