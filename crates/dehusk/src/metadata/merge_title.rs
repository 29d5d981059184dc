//! Chooses the title of the page: its own heading if that agrees with a title in the head, otherwise the best title of the head.
//!
//! A heading agrees if a title of the head begins with it, after the name of the site. What names the site is left out of titles
//! and is no heading of the page: its declared names, its host, the text of links to its home page, and a name with the form of a
//! host. Of the title of a board, only the topic after `View topic` counts. The title is the first of these that the page has:
//!
//! 1. an `h2` or `h3` that is the rest of `<title>` after the only `h1`, further down: the `h1` is the name of the site,
//! 2. an `h1` with which a title of the head begins,
//! 3. an `h1`, or else an `h2` or `h3`, that comes later in a title that begins with the name of the site. Without that name before
//!    it, a heading that comes later is not used, because it names the book or the section that the page belongs to,
//! 4. the only `h1`, if it comes later in the only title and has no link, and no heading is the beginning of that title,
//! 5. an `h2` or `h3` that is a whole title of the head,
//! 6. the `h1` that shares most words with a title of the head, without those of the site's name, and at least [`MIN_OVERLAP`];
//!    one of several `h1`s with links to other pages is none,
//! 7. an `h2` or `h3` with which a title of the head begins,
//! 8. the only `h1`, without a link and before any sentence, of a page that has no other title than `<title>`, if the two share no
//!    word. If `<title>` says no more than the name of the site, a sentence may come before,
//! 9. an `h1` that is the same as the best title of the head, although it names the site, if the last part of that does not,
//! 10. the best title of the head without the name of the site and its channels; if nothing names the site, the part of that title
//!     that the page prints as a block of its own above a paragraph,
//! 11. the first `h1`.
//!
//! Of an `h1` that is a bread crumb, only the last part counts if it is a part of a title. A title of the head that is a host, or
//! the declared name of the site and no part of another title, comes after the others. A link without a text, such as the sign of a
//! feed, is none, and what only screen readers read at the end of a heading is left out of it.
//!
//! What each step is worth is in docs/src/notebook/metadata.md.
//!
//! All limits of this file were chosen by hand.

use super::candidates::Candidate;
use super::collected::{Collected, Heading};
use super::title::Printed;
use super::title::{self, Position, Segments, Words};
use super::{Field, Origin};
use crate::text_key::text_key;

use Origin::{Html, JsonLd, OpenGraph, Visible};

/// A heading can be the title if it shares at least this fraction of the words of the shorter text with a title in the head.
/// Chosen by hand.
const MIN_OVERLAP: f64 = 0.5;
/// Maximum length, in bytes, of a heading that can be the title. Chosen by hand.
const MAX_HEADING_BYTES: usize = 300;
/// Minimum number of bytes of text between the name of the site and the heading of the page. A subtitle follows directly.
const MIN_BYTES_BELOW_SITE: usize = 40;
/// Minimum number of `h1`s with links to other pages that are the teasers of a front page. Chosen by hand.
const MIN_TEASERS: usize = 3;
/// Signs between the parts of a bread crumb. Chosen by hand.
const CRUMBS: [char; 6] = ['〉', '>', '＞', '›', '»', '→'];
/// Maximum number of headings, and of titles, that are compared. Chosen by hand.
const MAX_COMPARED: usize = 32;

/// What names the site.
pub(super) struct Site<'s> {
    /// The keys of its declared names.
    pub(super) names: Vec<String>,
    /// The host of the page, if it is known.
    pub(super) host: Option<&'s str>,
    /// The keys of the texts of links to its home page.
    pub(super) home: Vec<&'s str>,
}

impl Site<'_> {
    /// Whether a title is a host, or a declared name of the site that is no part of one of the other titles, given as keys.
    /// A declared name that begins `<title>` may be the title of the page.
    fn is_all_of(&self, title: &str, others: &[String]) -> bool {
        let key = text_key(title);
        let is_part = || others.iter().any(|other| *other != key && other.contains(&key));
        title::is_host_name(title) || (self.names.contains(&key) && !is_part())
    }

    fn is_named(&self, text: &str) -> bool {
        title::names_site(text, &self.names, self.host)
            || self.home.contains(&text_key(text).as_str())
            || (self.host.is_none() && title::is_host_name(text))
    }
}

/// Returns the title of a page. `titles` are the titles in its head and its data, best first, and `headings` its `h1`s.
pub(super) fn merge(
    titles: &[&Candidate],
    headings: &[&Candidate],
    found: &Collected<'_>,
    site: &Site<'_>,
) -> Option<Field<String>> {
    let is_site = |text: &str| site.is_named(text);
    let mut titles = titles.to_vec();
    let keys: Vec<String> = titles.iter().take(MAX_COMPARED).map(|it| text_key(&it.value)).collect();
    titles.sort_by_cached_key(|title| site.is_all_of(&title.value, &keys));
    let choice = Choice::new(&titles, found, &is_site);
    if let Some(heading) = choice.heading(headings, &found.subheadings) {
        let texts = headings.iter().map(|it| &it.value).chain(found.subheadings.iter().map(|it| &it.text));
        // A part of a title stands for a heading of several blocks.
        let is_visible = texts.into_iter().any(|text| text.contains(&heading));
        let seen = found.headings.iter().find(|it| it.text == heading).and_then(|it| it.seen.clone());
        let heading = seen.unwrap_or(heading);
        return Some(Field::new(heading, if is_visible { Visible } else { Html }));
    }
    if let Some(best) = titles.first() {
        if let Some(heading) = whole(&best.value, headings, is_site) {
            return Some(Field::new(heading, Visible));
        }
        let title = without_site(title::topic(&best.value), &found.printed, is_site);
        return Some(Field::new(title.to_owned(), best.origin));
    }
    Some(Field::new(headings.first()?.value.clone(), Visible))
}

/// Returns a title without the name of the site and of its channels. If nothing names the site, the part that the page prints as a
/// block of its own is the title.
fn without_site<'t>(title: &'t str, printed: &Printed, is_site: impl Fn(&str) -> bool) -> &'t str {
    let segments = Segments::of(title);
    let first = segments.without_site(&is_site);
    let own = segments
        .longest_headline(printed)
        .filter(|own| !segments.has_site(&is_site) && own.len() > first.len());
    Segments::fine(own.unwrap_or(first)).without_channels(printed, is_site)
}

/// Returns the `h1` that is the same as a title with several parts, if the last part does not name the site.
fn whole(title: &str, headings: &[&Candidate], is_site: impl Fn(&str) -> bool) -> Option<String> {
    let (segments, key) = (Segments::of(title), text_key(title));
    let is_cut = segments.without_site(&is_site).len() < title.trim().len();
    let heading = headings.iter().find(|it| text_key(&it.value) == key)?;
    (is_cut && !is_site(segments.last())).then(|| heading.value.clone())
}

/// The titles of the head, with which headings are compared.
struct Choice<'c> {
    segments: Vec<Segments<'c>>,
    words: Vec<Words>,
    /// The keys of `<title>` and of the title for sharing.
    whole: Vec<String>,
    /// Whether the page has no other title than `<title>`.
    has_only_html: bool,
    /// Whether the titles say no more than the name of the site.
    names_only_site: bool,
    found: &'c Collected<'c>,
    is_site: &'c dyn Fn(&str) -> bool,
}

impl<'c> Choice<'c> {
    fn new(
        titles: &[&'c Candidate],
        found: &'c Collected<'_>,
        is_site: &'c dyn Fn(&str) -> bool,
    ) -> Choice<'c> {
        let head = titles.iter().filter(|it| matches!(it.origin, Html | OpenGraph | JsonLd));
        let segments: Vec<Segments<'_>> =
            head.take(MAX_COMPARED).map(|it| Segments::fine(title::topic(&it.value))).collect();
        let whole = titles.iter().filter(|it| matches!(it.origin, Html | OpenGraph)).take(MAX_COMPARED);
        let whole = whole.map(|it| text_key(&it.value)).filter(|key| !key.is_empty()).collect();
        let words = segments.iter().map(|title| title.words(is_site)).collect();
        let has_only_html = titles.iter().all(|it| it.origin == Html);
        let names_only_site =
            has_only_html && titles.iter().all(|it| is_site(&it.value) || title::is_host(&it.value));
        Choice { segments, words, whole, has_only_html, names_only_site, found, is_site }
    }

    /// Returns the heading that is the title; `None` if no heading agrees with a title of the head.
    fn heading(&self, headings: &[&Candidate], subheadings: &[Heading]) -> Option<String> {
        let own: Vec<&str> = headings
            .iter()
            .filter_map(|it| self.cleaned(self.part_of(&it.value)))
            .take(MAX_COMPARED)
            .collect();
        let others: Vec<&str> =
            subheadings.iter().filter_map(|it| self.cleaned(&it.text)).take(MAX_COMPARED).collect();
        let at = |of: &[&'_ str], wanted: Position| -> Option<String> {
            of.iter().find(|heading| self.position(heading) == wanted).map(|heading| (*heading).to_owned())
        };
        self.below_site(&own)
            .or_else(|| at(&own, Position::First))
            .or_else(|| at(&own, Position::AfterSite))
            .or_else(|| at(&others, Position::AfterSite))
            .or_else(|| self.only_later(&own))
            .or_else(|| self.same(&others))
            .or_else(|| self.similar(&own))
            .or_else(|| at(&others, Position::First))
            .or_else(|| self.unrelated(&own))
    }

    /// Returns an `h2` or `h3` that is a whole title of the head.
    fn same(&self, headings: &[&str]) -> Option<String> {
        let is_same = |heading: &&&str| self.whole.contains(&text_key(heading));
        headings.iter().find(is_same).map(|heading| (*heading).to_owned())
    }

    /// Returns a heading without marks and without the name of the site; `None` if nothing else is left, or if it is too long.
    fn cleaned<'h>(&self, heading: &'h str) -> Option<&'h str> {
        let heading = heading.trim_matches(['¶', '#', ' ']);
        let is_own = heading.len() <= MAX_HEADING_BYTES && !(self.is_site)(heading);
        is_own.then(|| Segments::of(heading).without_site_at_end(self.is_site))
    }

    /// Returns the part of a title whose words are all in a heading of several blocks; the heading itself if it has none or is of
    /// another form.
    fn part_of<'h>(&'h self, heading: &'h str) -> &'h str {
        let has_blocks = self.found.headings.iter().any(|it| it.has_blocks && it.text == heading);
        if !has_blocks {
            return self.end_of_crumbs(heading).unwrap_or(heading);
        }
        let words = title::words_of(heading);
        let parts = self.segments.iter().filter_map(|segments| segments.longest_of(&words, self.is_site));
        parts.reduce(|best, part| if part.len() > best.len() { part } else { best }).unwrap_or(heading)
    }

    /// Returns the last part of a bread crumb, if it is a part of a title.
    fn end_of_crumbs<'h>(&self, heading: &'h str) -> Option<&'h str> {
        let (before, last) = heading.rsplit_once(CRUMBS)?;
        let is_part = before.contains(CRUMBS) && self.position(last) > Position::Nowhere;
        is_part.then(|| last.trim())
    }

    fn position(&self, heading: &str) -> Position {
        let key = text_key(heading);
        let positions = self.segments.iter().map(|segments| segments.position_of(&key, self.is_site));
        positions.max().unwrap_or(Position::Nowhere)
    }

    /// Returns the `h2` or `h3` that is the rest of a title after the only heading, if other text stands between the two. Then the
    /// heading names the site; without that text, the `h2` may be a subtitle. Boards add `View topic -` before the rest, or the
    /// forum after ` : `.
    fn below_site(&self, headings: &[&str]) -> Option<String> {
        let ([heading], [top, ..]) = (headings, &self.found.headings[..]) else { return None };
        let rest = self.segments.first()?.rest_after(&text_key(heading)).filter(|_| self.has_only_html)?;
        let topic = rest.split(" : ").next().unwrap_or(rest);
        let rest = [rest, topic, Segments::of(rest).last()].map(text_key);
        let is_rest = |it: &&Heading| rest.contains(&text_key(&it.text));
        let below = self.found.subheadings.iter().filter(|it| it.start > top.start).find(is_rest)?;
        let between = below.before.saturating_sub(top.before + top.text.len());
        (between >= MIN_BYTES_BELOW_SITE).then(|| below.text.clone())
    }

    /// Returns the only heading, if it comes later in `<title>`, `<title>` does not begin with an `h2` or `h3`, the page has no
    /// other title, and the heading has no link, as the name of the site often does.
    fn only_later(&self, headings: &[&str]) -> Option<String> {
        let [heading] = headings else { return None };
        let title = self.segments.first()?;
        let is_first = |it: &Heading| {
            let key = text_key(&it.text);
            !key.is_empty()
                && (key == text_key(title.first())
                    || title.position_of(&key, self.is_site) == Position::First)
        };
        let has_first = self.found.subheadings.iter().any(is_first);
        let has_link = self.found.headings.iter().any(|it| it.text.contains(heading) && it.has_link);
        let is_title = self.has_only_html && !has_first && !has_link;
        (is_title && self.position(heading) == Position::Later).then(|| (*heading).to_owned())
    }

    /// Whether a heading is one of several with links to other pages, which are what a front page announces.
    fn is_teaser(&self, heading: &str) -> bool {
        let linked = || self.found.headings.iter().filter(|it| it.has_link && !(self.is_site)(&it.text));
        linked().any(|it| it.text.contains(heading)) && linked().count() >= MIN_TEASERS
    }

    /// Returns the heading that shares most words with a title, if they are enough.
    fn similar(&self, headings: &[&str]) -> Option<String> {
        let elsewhere = headings
            .iter()
            .filter(|heading| self.position(heading) == Position::Nowhere && !self.is_teaser(heading));
        let scored = elsewhere.map(|heading| (self.overlap(heading), *heading));
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        (best.0 >= MIN_OVERLAP).then(|| best.1.to_owned())
    }

    /// Returns the only heading, if it shares no word with `<title>`, the page has no other title, no sentence comes before it or
    /// `<title>` only names the site, and it has no link, as the name of the site often does.
    fn unrelated(&self, headings: &[&str]) -> Option<String> {
        let [heading] = headings else { return None };
        let is_at_top = |it: &Heading| !it.after_sentence || self.names_only_site;
        let is_own = |it: &Heading| it.text.contains(heading) && is_at_top(it) && !it.has_link;
        let words = title::words_of(heading);
        let is_unrelated = self.words.iter().all(|title| title.all.is_disjoint(&words));
        let is_unrelated = is_unrelated && self.has_only_html && !self.segments.is_empty();
        (is_unrelated && self.found.headings.iter().any(is_own)).then(|| (*heading).to_owned())
    }

    fn overlap(&self, heading: &str) -> f64 {
        let heading = title::words_of(heading);
        self.words.iter().map(|title| title.overlap(&heading)).fold(0.0, f64::max)
    }
}
