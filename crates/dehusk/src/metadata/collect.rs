//! Collects candidates in one walk over a page: from the head, `itemprop` and `property`, headings, bylines and dates.
//!
//! This module gives each candidate a rank but does not choose among them. The text collected for each element is bounded, so the
//! walk takes linear time however deeply elements nest. All limits of this file were chosen by hand.

use std::borrow::Cow;

use super::candidates::{Kind, Place, collapse_whitespace};
use super::collected::Collected;
use super::date::Reader;
use super::home::{self, Home};
use super::open_element::{Goal, Open, heading_of};
use super::place::{self, BY_TEXT, LOOSE, NAMED};
use super::{Origin, author, json_ld, labels, meta, stamps, words};
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::markup::{BLOCK, Tag};
use crate::page::{Element, Page, Run, Visitor};
use crate::source::Span;
use crate::source::span::touches;
use crate::text_key::text_key;
use crate::visibility::SCREEN_READER_CLASSES;

/// Maximum length, in bytes, of the text collected for an element. A longer text is not a name, date or heading. Chosen by hand.
const MAX_TEXT_BYTES: usize = 1_000;
/// Maximum number of nested elements whose texts are collected at the same time. Chosen by hand.
const MAX_OPEN: usize = 8;
/// Maximum number of headings of the first level, and of the next two together, whose positions are recorded. Chosen by hand.
const MAX_HEADINGS: usize = 16;
/// Maximum number of names of the site that are read from links to its home page. Chosen by hand.
const MAX_HOME_NAMES: usize = 24;
/// The rank of an author in `twitter:data` after a `twitter:label` such as `Written by`. Chosen by hand.
const RANK_OF_LABELLED: u8 = 3;
/// Maximum length, in bytes, of a visible text in which a date is searched for. Chosen by hand.
const MAX_DATE_TEXT_BYTES: usize = 160;

// Ranks of headings, chosen by hand.
/// A heading in a part about something other than the page.
const HEADING_IN_ASIDE: u8 = 8;
/// A heading that only browsers without scripts show.
const HEADING_IN_NOSCRIPT: u8 = 12;

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
        pager: None,
        unseen: None,
        sections: 0,
        is_in_script: false,
        has_title: false,
        seen: 0,
        author_label: false,
        after_sentence: false,
    };
    page.walk().visit(&mut walker, deadline)?;
    let mut found = walker.found;
    let heading = found.heading().map(|heading| heading.before);
    place::rank(&mut found.candidates, heading);
    Ok(found)
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
    /// The outermost open element in a heading that leads to other pages of the same text.
    pager: Option<Element<'p>>,
    /// The outermost open element in a heading that only screen readers read.
    unseen: Option<Element<'p>>,
    /// Number of open elements that have footers of their own.
    sections: usize,
    /// Whether the walk is inside a JSON-LD script.
    is_in_script: bool,
    has_title: bool,
    /// Number of bytes of visible text so far.
    seen: usize,
    /// Whether a sentence came since the last `h1`, outside of comments.
    after_sentence: bool,
    /// Whether the last `twitter:label` says that its `twitter:data` is an author.
    author_label: bool,
}

impl<'p> Visitor<'p> for Walker<'p, '_> {
    fn enter(&mut self, element: Element<'p>) {
        let is_block = element.tag().is(BLOCK) && element.tag() != Tag::Br;
        for open in &mut self.open {
            open.separate(element.tag());
            open.has_blocks |= is_block && !open.text.trim_ascii().is_empty();
        }
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
            Tag::Img => self.image(element),
            Tag::H1 => {
                self.gather(element, Goal::Heading);
                self.found.last_heading = Some(self.seen);
                self.after_sentence = false;
            }
            tag => {
                if matches!(tag, Tag::H2 | Tag::H3) && self.found.subheadings.len() < MAX_HEADINGS {
                    self.gather(element, Goal::Subheading);
                }
                self.attributes(element, tag);
            }
        }
    }

    fn text(&mut self, run: &Run) {
        if self.is_in_script {
            self.found.scripts.push(self.page.text_of(run));
            return;
        }
        if run.is_visible() && !run.is_blank() {
            self.seen += run.span.len();
            let source = &self.page.source().text()[run.span.start()..run.span.end()];
            if !self.after_sentence && place::is_sentence(source) {
                self.after_sentence = !self.comments.hold(run.span.start());
            }
        }
        if self.open.is_empty() {
            return;
        }
        // Some pages have their heading, or a whole discussion, inside `noscript`.
        let is_in_pager = self.pager.is_some();
        let is_read = |goal: Goal| match goal {
            Goal::Heading | Goal::Subheading if is_in_pager => false,
            _ if run.is_visible() => true,
            Goal::Title => true,
            Goal::Heading | Goal::Property(..) | Goal::NameOf(_) => run.is_unscripted(),
            _ => false,
        };
        let text = self.page.text_of(run);
        for open in self.open.iter_mut().filter(|open| is_read(open.goal)) {
            open.note(run, self.unseen.is_some());
            open.push(&text, run.begins_line());
        }
        self.open.retain(|open| open.text.len() <= MAX_TEXT_BYTES);
    }

    fn leave(&mut self, element: Element<'p>) {
        self.is_in_script = false;
        if has_footer(element.tag()) && !element.is_foreign() {
            self.sections -= 1;
        }
        self.open.iter_mut().for_each(|open| open.separate(element.tag()));
        if self.aside == Some(element) {
            self.aside = None;
        }
        if self.pager == Some(element) {
            self.pager = None;
        }
        if self.unseen == Some(element) {
            self.unseen = None;
        }
        while let Some(last) = self.open.iter().rposition(|open| open.element == element) {
            let open = self.open.remove(last);
            self.finish(&open);
        }
    }
}

impl<'p> Walker<'p, '_> {
    fn add(&mut self, kind: Kind, origin: Origin, rank: u8, value: &str) {
        self.found.candidates.add(kind, origin, rank, value);
    }

    /// Returns the place of an element that the walk enters.
    fn place(&self, element: Element<'p>) -> Place {
        let in_comments = self.comments.hold(element.span().start());
        let after_sentence = self.after_sentence;
        let in_aside = self.aside.is_some();
        Place { element: element.id(), before: self.seen, in_aside, in_comments, after_sentence }
    }

    /// Whether a byline here may be of the page: it is not in a part about something else, or it is in the first post of a
    /// discussion.
    fn may_have_byline(&self, place: Place) -> bool {
        let is_first_post = || {
            let after = self.found.last_heading.map(|heading| self.seen - heading);
            after.is_some_and(|bytes| place::is_first_post(bytes, self.after_sentence))
        };
        if place.in_comments { is_first_post() } else { !place.in_aside }
    }

    /// Adds the alternative text of a logo that links to the home page.
    fn image(&mut self, element: Element<'p>) {
        let link = self.open.iter().find(|open| open.goal == Goal::HomeLink).map(|open| open.element);
        let alternative = element.attribute("alt").filter(|it| it.len() <= MAX_TEXT_BYTES);
        if let (Some(link), Some(alternative)) = (link, alternative) {
            self.add_home(link, &alternative);
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
        let property = element.attribute("itemprop");
        let property = property.as_deref().unwrap_or_default();
        if self.is_name_of_person(property) {
            self.value(element, Goal::NameOf(Origin::Microdata));
        } else if let Some(kind) = meta::of_property(property.trim()) {
            self.add(kind, Origin::Microdata, 0, &content);
        }
        let content =
            if element.attribute("name").is_some_and(|it| it.eq_ignore_ascii_case("citation_author")) {
                Cow::Owned(author::first_name_first(&content))
            } else {
                content
            };
        let name = ["property", "name", "http-equiv"].iter().find_map(|name| element.attribute(name));
        let Some(name) = name else { return };
        if let Some((kind, origin, rank)) = meta::of_meta(&name) {
            self.add(kind, origin, rank, &content);
        } else if name.starts_with("twitter:label") {
            self.author_label = author::is_prefix(&content);
        } else if name.starts_with("twitter:data") && std::mem::take(&mut self.author_label) {
            self.add(Kind::Author, Origin::Meta, RANK_OF_LABELLED, &content);
        }
    }

    /// Handles an element for which `enter` has no case of its own: reads its attributes, and the text of `<time>`.
    fn attributes(&mut self, element: Element<'p>, tag: Tag) {
        if matches!(tag, Tag::Aside | Tag::Footer | Tag::Nav) {
            self.aside.get_or_insert(element);
        }
        if tag == Tag::Footer && self.sections == 0 {
            self.footer(element.span());
        }
        self.sections += usize::from(has_footer(tag));
        let clues = self.clues_of(element, tag);
        if self.open.iter().any(|open| matches!(open.goal, Goal::Heading | Goal::Subheading)) {
            self.enter_part_of_heading(element, tag == Tag::Nav || clues & words::PAGER != 0);
        }
        if tag == Tag::Time {
            self.time(element, clues);
        } else if clues != 0 {
            self.class_clues(element, tag, clues);
        }
    }

    /// Reads what the attributes of an element say, and returns the clues in its classes and its id.
    fn clues_of(&mut self, element: Element<'p>, tag: Tag) -> u8 {
        let mut clues = 0;
        // The standard ignores an attribute whose name occurred before. To read each of many would take quadratic time.
        let mut seen = 0_u8;
        let mut is_first = |bit: u8| {
            let is_first = seen & bit == 0;
            seen |= bit;
            is_first
        };
        for (name, value) in element.raw_attributes() {
            match name.len() {
                2 if name.eq_ignore_ascii_case("id") => clues |= words::of(value),
                3 if name.eq_ignore_ascii_case("rel") && is_first(1) => self.rel(element, value),
                4 if tag == Tag::A && name.eq_ignore_ascii_case("href") && is_first(2) => {
                    self.href(element, value)
                }
                5 if name.eq_ignore_ascii_case("class") => clues |= words::of(value),
                8 if name.eq_ignore_ascii_case("itemprop") && is_first(4) => {
                    self.property(element, value, Origin::Microdata)
                }
                8 if name.eq_ignore_ascii_case("property") && is_first(8) => {
                    self.property(element, value, Origin::Rdfa)
                }
                _ => {}
            }
        }
        clues
    }

    fn footer(&mut self, span: Span) {
        if self.found.footers.last().is_none_or(|last| last.end() <= span.start()) {
            self.found.footers.push(span);
        }
    }

    fn enter_part_of_heading(&mut self, element: Element<'p>, is_pager: bool) {
        if is_pager {
            self.pager.get_or_insert(element);
        }
        let mut classes = element.raw_class().split_ascii_whitespace();
        if classes.any(|class| SCREEN_READER_CLASSES.contains(&class)) {
            self.unseen.get_or_insert(element);
        }
    }

    fn class_clues(&mut self, element: Element<'p>, tag: Tag, clues: u8) {
        if clues & words::ASIDE != 0 && !matches!(tag, Tag::Main | Tag::Article) {
            self.aside.get_or_insert(element);
        }
        // An author who is named in a part about something else is not an author of the page.
        let is_author =
            clues & words::AUTHOR != 0 && clues & words::ABOUT == 0 && !labels::is_control(element);
        if is_author && self.may_have_byline(self.place(element)) {
            self.gather(element, Goal::Byline { named: clues & words::NAME != 0 });
        }
        if clues & words::DATE != 0 {
            self.gather(element, Goal::Date { changed: clues & words::CHANGED != 0 });
        }
    }

    fn href(&mut self, element: Element<'p>, address: &str) {
        let leads_elsewhere = !address.trim_ascii_start().starts_with('#');
        self.open.iter_mut().for_each(|open| open.has_address |= leads_elsewhere);
        if self.found.home.len() < MAX_HOME_NAMES && home::host_of(address).is_some() {
            self.gather(element, Goal::HomeLink);
            let title = element.attribute("title").filter(|it| it.len() <= MAX_TEXT_BYTES);
            title.iter().for_each(|title| self.add_home(element, title));
        }
        if words::is_of_author(address) && self.may_have_byline(self.place(element)) {
            self.gather(element, Goal::AuthorLink);
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

    /// Whether a property is the name of the author whose element is open.
    fn is_name_of_author(&self, names: &str, origin: Origin) -> bool {
        let is_name =
            names.split_ascii_whitespace().any(|name| matches!(name.rsplit([':', '/']).next(), Some("name")));
        let of_author =
            |open: &Open<'p>| matches!(open.goal, Goal::Property(Kind::Author, of) if of == origin);
        is_name && self.open.iter().any(of_author)
    }

    /// Whether a property of `<meta>` is the name of the author, who is not an organization, in the innermost open element.
    fn is_name_of_person(&self, names: &str) -> bool {
        let around = self.open.last().and_then(|open| open.element.attribute("itemtype"));
        let is_organization = around.is_some_and(|it| it.contains("Organization"));
        !is_organization && self.is_name_of_author(names, Origin::Microdata)
    }

    fn property(&mut self, element: Element<'p>, names: &str, origin: Origin) {
        if self.is_name_of_author(names, origin) {
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
                let place = self.place(element);
                self.found.candidates.add_at(Some(place), (kind, origin, 0), &value);
            }
            (Some(value), Goal::NameOf(origin)) => {
                let place = self.place(element);
                self.found.candidates.add_at(Some(place), (Kind::Author, origin, 0), &value);
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
        let date = element.attribute("datetime").and_then(|value| self.dates.value(&value));
        match date.filter(|_| changed || !touches(&self.found.footers, element.span())) {
            Some(date) => {
                let (place, kind) = (self.place(element), date_kind(changed));
                self.found.candidates.add_at(Some(place), (kind, Origin::Visible, 0), &date);
            }
            None => self.gather(element, Goal::Date { changed }),
        }
    }

    fn gather(&mut self, element: Element<'p>, goal: Goal) {
        // Bylines without an end tag must not crowd out the heading.
        let max_open = if matches!(goal, Goal::Title | Goal::Heading) { 2 * MAX_OPEN } else { MAX_OPEN };
        if self.open.len() < max_open {
            self.open.push(Open {
                element,
                goal,
                place: self.place(element),
                text: String::new(),
                has_blocks: false,
                has_address: false,
                has_link: false,
                unseen_from: None,
                at_boundary: true,
            });
        }
    }

    fn finish(&mut self, open: &Open<'p>) {
        let text = open.text.as_str();
        match open.goal {
            Goal::Title => self.add(Kind::Title, Origin::Html, 0, text),
            Goal::Heading => self.heading(open),
            Goal::Subheading => self.found.subheadings.push(heading_of(open)),
            Goal::Property(Kind::Author, origin) => self.authors(open, (origin, LOOSE)),
            Goal::Property(kind, origin) => self.add_at(open, (kind, origin, 0), text),
            Goal::NameOf(origin) => self.add_at(open, (Kind::Author, origin, 0), text),
            Goal::Term(kind) => self.add_at(open, (kind, Origin::Visible, 0), text),
            Goal::Byline { named } => {
                let is_sure = named || author::begins_byline(text);
                self.authors(open, (Origin::Visible, if is_sure { NAMED } else { LOOSE }));
            }
            Goal::AuthorLink => self.authors(open, (Origin::Visible, BY_TEXT)),
            Goal::HomeLink => self.add_home(open.element, text),
            Goal::Date { changed } => self.date(open, changed),
        }
    }

    fn add_at(&mut self, open: &Open<'p>, what: (Kind, Origin, u8), value: &str) {
        self.found.candidates.add_at(Some(open.place), what, value);
    }

    fn heading(&mut self, open: &Open<'p>) {
        let rank = match open.place.in_aside {
            _ if open.element.is_invisible() => HEADING_IN_NOSCRIPT,
            true => HEADING_IN_ASIDE,
            false => 0,
        };
        self.add(Kind::Heading, Origin::Visible, rank, &open.text);
        if self.found.headings.len() < MAX_HEADINGS {
            self.found.headings.push(heading_of(open));
        }
    }

    /// Adds a name of the site: what a link to its home page says.
    fn add_home(&mut self, link: Element<'p>, name: &str) {
        let key = text_key(name);
        let host = link.attribute("href").and_then(|href| home::host_of(&href));
        if let Some(host) = host
            && !key.is_empty()
            && self.found.home.len() < MAX_HOME_NAMES
        {
            self.found.home.push(Home { host, key });
        }
    }

    fn authors(&mut self, open: &Open<'p>, (origin, detail): (Origin, u8)) {
        let names = author::authors_in_byline(&open.text);
        let is_credible = origin != Origin::Visible || detail == NAMED;
        if is_credible || names.iter().all(|name| author::is_credible(name)) {
            self.add_at(open, (Kind::Author, origin, detail), &author::joined(&names));
        }
    }

    fn date(&mut self, open: &Open<'p>, changed: bool) {
        let text = collapse_whitespace(&open.text);
        let is_of_page =
            changed || !touches(&self.found.footers, open.element.span()) || stamps::is_labelled(&text);
        if text.len() > MAX_DATE_TEXT_BYTES || !is_of_page {
            return;
        }
        for (kind, date) in stamps::dates_in(&text, self.dates) {
            let kind = if changed { Kind::Modified } else { kind };
            let origin = Origin::Visible;
            date.iter().for_each(|date| self.add_at(open, (kind, origin, NAMED), date));
        }
    }
}

/// Whether a footer inside an element belongs to that element and not to the page.
fn has_footer(tag: Tag) -> bool {
    matches!(tag, Tag::Article | Tag::Main | Tag::Section)
}

fn date_kind(changed: bool) -> Kind {
    if changed { Kind::Modified } else { Kind::Published }
}
