//! The one rule by which a field gets its value.
//!
//! For each field the origins stand in an order ([`order`]); the best candidate is that of the first origin that has one which
//! is plausible, and of several candidates of one origin the one with the lowest rank, then the first on the page. A list (authors,
//! categories, tags) takes all candidates of that origin and rank. Two fields need more:
//!
//! - **Title.** The page's own heading, `h1`, is the title where the titles in the head agree with it: as a whole, or, if none
//!   does, at least half of the words of the shorter. One that stands behind something else in a title names the book or the part of
//!   the site that the page is of. Otherwise it is the best title of the head. Either is without the name of the site.
//! - **Dates** count only where they are dates of the window, in the common form.

use super::address;
use super::author;
use super::candidates::{Candidate, Candidates, Kind};
use super::collect::Collected;
use super::date::Reader;
use super::title::{self, Place, Segments};
use super::{Field, Metadata, Origin};
use crate::text_key::text_key;

use Origin::{DublinCore, Html, JsonLd, Link, Meta, Microdata, OpenGraph, Rdfa, Visible};

/// Whom to believe first.
fn order(kind: Kind) -> &'static [Origin] {
    match kind {
        // What the page declares for the browser is what it is shown by.
        Kind::Language => &[Html, Meta, OpenGraph, JsonLd, Microdata, DublinCore],
        Kind::Url => &[Link, OpenGraph, JsonLd],
        Kind::SiteName => &[OpenGraph, JsonLd, Meta, DublinCore],
        // The title for sharing has the name of the site or of a forum's section less often.
        Kind::Title => &[OpenGraph, Html, JsonLd, Microdata, Rdfa, DublinCore, Meta],
        Kind::Image => &[OpenGraph, JsonLd, Meta, Link, Microdata],
        Kind::Description => &[OpenGraph, Meta, JsonLd, DublinCore],
        _ => &[JsonLd, Microdata, Rdfa, OpenGraph, DublinCore, Meta, Link, Html, Visible],
    }
}

/// Fewest of the shorter title's words that heading and title have in common, for the heading to be the title.
const LEAST_OVERLAP: f64 = 0.5;
/// Longest heading that is a title.
const LONGEST_HEADING: usize = 300;
/// Most words of one tag: longer ones are sentences.
const MOST_LIST: usize = 32;

/// Chooses the value of each field.
pub(super) fn merge(found: &Collected<'_>, address: Option<&str>, dates: &Reader) -> Metadata {
    let base = base(found, address);
    let merger = Merger { candidates: &found.candidates, base: base.as_deref(), dates };
    let canonical = merger.address(Kind::Url);
    let host = address.and_then(address::host).map(|host| Field::new(host, Origin::Url)).or_else(|| {
        let canonical = canonical.as_ref()?;
        Some(Field::new(address::host(&canonical.value)?, canonical.origin))
    });
    let site_name = merger.first(Kind::SiteName, |value| (!value.starts_with('@')).then(|| value.to_owned()));
    let in_path = || {
        Some(Field::new(
            dates.value(&address::date_part(address.or(canonical.as_ref().map(|it| it.value.as_str()))?)?)?,
            Origin::Url,
        ))
    };
    Metadata {
        title: merger.title(host.as_ref()),
        authors: merger.authors(host.as_ref()),
        published: merger.date(Kind::Published).or_else(in_path),
        modified: merger.date(Kind::Modified),
        description: merger.first(Kind::Description, whole),
        language: merger.first(Kind::Language, language),
        direction: merger.first(Kind::Direction, |value| {
            matches!(value, "ltr" | "rtl" | "auto").then(|| value.to_owned())
        }),
        image: merger.address(Kind::Image),
        categories: merger.list(Kind::Category),
        tags: merger.list(Kind::Tag),
        licence: merger
            .first(Kind::License, |value| address::resolve(value, merger.base).or_else(|| whole(value))),
        canonical,
        hostname: host,
        site_name,
    }
}

/// What references are resolved against.
fn base(found: &Collected<'_>, address: Option<&str>) -> Option<String> {
    let base = found.base.as_deref().and_then(|base| address::resolve(base, address));
    base.or_else(|| address.map(str::to_owned))
}

fn whole(value: &str) -> Option<String> {
    Some(value.to_owned())
}

/// A language tag: letters and digits in parts, `en_US` as `en-US`.
fn language(value: &str) -> Option<String> {
    let tag = value.split(',').next()?.trim().replace('_', "-");
    let is_part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let first = tag.split('-').next()?;
    let is_tag = (2..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_tag && tag.split('-').all(is_part)).then_some(tag)
}

struct Merger<'c> {
    candidates: &'c Candidates,
    base: Option<&'c str>,
    dates: &'c Reader,
}

impl Merger<'_> {
    fn ordered(&self, kind: Kind) -> Vec<&Candidate> {
        self.candidates.ordered(kind, order(kind))
    }

    /// The first candidate of which something plausible can be made.
    fn first(&self, kind: Kind, plausible: impl Fn(&str) -> Option<String>) -> Option<Field<String>> {
        self.ordered(kind).into_iter().find_map(|it| Some(Field::new(plausible(&it.value)?, it.origin)))
    }

    fn address(&self, kind: Kind) -> Option<Field<String>> {
        self.first(kind, |value| address::resolve(value, self.base))
    }

    fn date(&self, kind: Kind) -> Option<Field<String>> {
        self.first(kind, |value| self.dates.value(value))
    }

    /// All different values of the best place that has any.
    fn values(&self, kind: Kind, plausible: impl Fn(&str) -> Vec<String>) -> Option<Field<Vec<String>>> {
        let ordered = self.ordered(kind);
        let best = ordered.iter().find(|it| !plausible(&it.value).is_empty())?;
        let mut values: Vec<String> = Vec::new();
        for same in ordered.iter().filter(|it| (it.origin, it.rank) == (best.origin, best.rank)) {
            for value in plausible(&same.value) {
                if values.len() < MOST_LIST && !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        Some(Field::new(values, best.origin))
    }

    fn list(&self, kind: Kind) -> Option<Field<Vec<String>>> {
        let parts = |value: &str| {
            let parts = value.split([',', ';', '،', '、', '，', '|']).map(str::trim);
            parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        self.values(kind, parts)
    }

    /// The authors: the first place that names somebody else than the site, else the first that names anybody.
    fn authors(&self, host: Option<&Field<String>>) -> Option<Field<Vec<String>>> {
        let names = self.site_names();
        let is_site = |text: &str| title::names_site(text, &names, host.map(|it| it.value.as_str()));
        let person = |value: &str| author::name(value).filter(|name| !is_site(name)).into_iter().collect();
        let anybody = |value: &str| author::name(value).into_iter().collect();
        let mut authors = self.values(Kind::Author, person).or_else(|| self.values(Kind::Author, anybody))?;
        if matches!(authors.origin, Visible | Microdata | Rdfa) {
            // What follows are the box below the text, answers, links to other texts.
            authors.value.truncate(1);
        }
        Some(authors)
    }

    fn site_names(&self) -> Vec<String> {
        let names = self.ordered(Kind::SiteName);
        names.iter().map(|it| text_key(&it.value)).filter(|it| !it.is_empty()).collect()
    }

    fn title(&self, host: Option<&Field<String>>) -> Option<Field<String>> {
        let names = self.site_names();
        let is_site = |text: &str| title::names_site(text, &names, host.map(|it| it.value.as_str()));
        let titles = self.ordered(Kind::Title);
        if let Some(heading) = self.heading(&titles, &is_site) {
            return Some(Field::new(heading, Visible));
        }
        if let Some(best) = titles.first() {
            return Some(Field::new(Segments::of(&best.value).without_site(is_site).to_owned(), best.origin));
        }
        let first = *self.candidates.ordered(Kind::Heading, &[Visible]).first()?;
        Some(Field::new(first.value.clone(), Visible))
    }

    /// The heading with which the titles agree best.
    fn heading(&self, titles: &[&Candidate], is_site: &impl Fn(&str) -> bool) -> Option<String> {
        let all = self.candidates.ordered(Kind::Heading, &[Visible]);
        let cleaned = all.iter().map(|it| it.value.trim_matches(['¶', '#', ' ']));
        let own = cleaned.filter(|text| text.len() <= LONGEST_HEADING && !is_site(text));
        let mut headings: Vec<&str> =
            own.map(|text| Segments::of(text).without_site_at_end(is_site)).take(MOST_LIST).collect();
        let head = titles.iter().filter(|it| matches!(it.origin, Html | OpenGraph | JsonLd)).take(MOST_LIST);
        let segments: Vec<Segments<'_>> = head.clone().map(|it| Segments::of(&it.value)).collect();
        let place = |heading: &str| {
            let key = text_key(heading);
            let places = segments.iter().map(|segments| segments.place_of(&key, is_site));
            places.max().unwrap_or(Place::Nowhere)
        };
        if let Some(heading) = headings.iter().find(|heading| place(heading) == Place::First) {
            return Some((*heading).to_owned());
        }
        headings.retain(|heading| place(heading) == Place::Nowhere);
        let overlap =
            |heading: &str| head.clone().map(|it| title::overlap(heading, &it.value)).fold(0.0, f64::max);
        let scored = headings.iter().map(|heading| (overlap(heading), *heading));
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        (best.0 >= LEAST_OVERLAP).then(|| best.1.to_owned())
    }
}
