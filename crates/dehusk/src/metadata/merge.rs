//! Chooses the value of each field among the candidates.
//!
//! Each field has an order of origins ([`order`]). The first origin with a plausible candidate wins. Among the candidates of that
//! origin the lowest rank wins; if several candidates have this rank, the first one on the page wins. A list (authors,
//! categories, tags) takes all candidates of that origin and rank. Two fields have additional rules:
//!
//! - **Title** is chosen in `merge_title`.
//! - **Dates** are chosen in `merge_dates`.
//!
//! All orders, lists and limits of this file were chosen by hand.

use super::address;
use super::author;
use super::candidates::{Candidate, Candidates, Kind};
use super::collected::Collected;
use super::date::Reader;
use super::home;
use super::merge_dates;
use super::merge_title::{self, Site};
use super::nearby::RANK_OF_EDITOR;
use super::place::FAR;
use super::title;
use super::{Field, Metadata, Origin};
use crate::text_key::text_key;

use Origin::{DublinCore, Html, JsonLd, Link, Meta, Microdata, OpenGraph, Rdfa, Visible};

/// Returns the origins of a field, the most trusted first. Other origins are ignored.
fn order(kind: Kind) -> &'static [Origin] {
    match kind {
        // Browsers act on the declaration in HTML, so it is the most reliable one.
        Kind::Language => &[Html, Meta, OpenGraph, JsonLd, Microdata, DublinCore],
        Kind::Url => &[Link, OpenGraph, JsonLd],
        Kind::SiteName => &[OpenGraph, JsonLd, Meta, DublinCore],
        // `og:title` includes the name of the site or of a forum's section less often than `<title>`.
        Kind::Title => &[OpenGraph, Html, JsonLd, Microdata, Rdfa, DublinCore, Meta],
        Kind::Image => &[OpenGraph, JsonLd, Meta, Link, Microdata],
        Kind::Description => &[OpenGraph, Meta, JsonLd, DublinCore],
        _ => &[JsonLd, Microdata, Rdfa, OpenGraph, DublinCore, Meta, Link, Html, Visible],
    }
}

/// Maximum number of values in a list. Chosen by hand.
const MAX_LIST: usize = 32;

/// Chooses the value of each field.
pub(super) fn merge(found: &Collected<'_>, address: Option<&str>, dates: &Reader) -> Metadata {
    let base = base(found, address);
    let merger = Merger { candidates: &found.candidates, base: base.as_deref() };
    let canonical = merger.address(Kind::Url);
    let host = host(address, canonical.as_ref());
    let site_name = merger.site_name(found, host.as_ref().map(|it| it.value.as_str()));
    let own = address.or(canonical.as_ref().map(|it| it.value.as_str()));
    let in_path = own.and_then(address::date_part).and_then(|path| dates.value(&path));
    let in_path = in_path.map(|date| Field::new(date, Origin::Url));
    let (published, modified) =
        merge_dates::merge(&found.candidates, order(Kind::Published), own, in_path, dates);
    Metadata {
        title: merger.title(found, host.as_ref()),
        authors: merger.authors(found, host.as_ref()),
        published,
        modified,
        description: merger.first(Kind::Description, description),
        language: merger.language(),
        direction: merger.first(Kind::Direction, |value| {
            matches!(value, "ltr" | "rtl" | "auto").then(|| value.to_owned())
        }),
        image: merger.first(Kind::Image, |value| merger.resolved(value).filter(|it| !address::is_root(it))),
        categories: merger.list(Kind::Category),
        tags: merger.list(Kind::Tag),
        license: merger
            .first(Kind::License, |value| address::resolve(value, merger.base).or_else(|| unchanged(value))),
        canonical,
        hostname: host,
        site_name,
    }
}

/// Chooses the title, as [`merge`] does.
pub(super) fn title(found: &Collected<'_>, address: Option<&str>) -> Option<Field<String>> {
    let base = base(found, address);
    let merger = Merger { candidates: &found.candidates, base: base.as_deref() };
    let host = host(address, merger.address(Kind::Url).as_ref());
    merger.title(found, host.as_ref())
}

/// Chooses the declared language, as [`merge`] does.
pub(super) fn language(found: &Collected<'_>) -> Option<Field<String>> {
    Merger { candidates: &found.candidates, base: None }.language()
}

/// Returns the host of the address of the page, or else of the address that the page declares.
fn host(address: Option<&str>, canonical: Option<&Field<String>>) -> Option<Field<String>> {
    address.and_then(address::host).map(|host| Field::new(host, Origin::Url)).or_else(|| {
        let canonical = canonical?;
        Some(Field::new(address::host(&canonical.value)?, canonical.origin))
    })
}

/// Returns the base URL for relative references.
fn base(found: &Collected<'_>, address: Option<&str>) -> Option<String> {
    let base = found.base.as_deref().and_then(|base| address::resolve(base, address));
    base.or_else(|| address.map(str::to_owned))
}

fn unchanged(value: &str) -> Option<String> {
    Some(value.to_owned())
}

/// Returns a description that says something, without the comma that software leaves where a word is missing.
fn description(value: &str) -> Option<String> {
    let text = value.trim_start_matches([',', '،', '，', ' ']);
    text.contains(char::is_alphanumeric).then(|| text.to_owned())
}

/// Normalizes a language tag, such as `en_US` to `en-US`; `None` if `value` is not a language tag, but that of an encoding such as
/// `utf-8`.
fn language_tag(value: &str) -> Option<String> {
    let tag = value.split(',').next()?.trim().replace('_', "-");
    let is_digit = |part: &str| part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_part = |part: &str| {
        (1..=8).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !is_digit(part)
    };
    let first = tag.split('-').next()?;
    let is_tag = (2..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_tag && tag.split('-').all(is_part)).then_some(tag)
}

/// What templates write where an address is to be filled in, in lower case. Chosen by hand.
const PLACEHOLDERS: [&str; 4] = ["<", "%3c", "{{", "%7b%7b"];

/// Whether an address is that of a template that was not filled in: `<path of image>`, `{{ image }}`.
fn is_placeholder(address: &str) -> bool {
    let address = address.to_ascii_lowercase();
    PLACEHOLDERS.iter().any(|part| address.contains(part))
}

/// Whether a tag is a setting that software keeps among tags: `contentId: 7`, `displayType: article`.
fn is_setting(tag: &str) -> bool {
    let Some((name, _)) = tag.split_once(':') else { return false };
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.contains(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Minimum number of tags of the form `name/value` that are settings, if the name of one has the form of a variable. Chosen by
/// hand.
const MIN_PATHS: usize = 3;

/// Removes the settings that some software keeps among tags as paths: `articleID/7`, `content_subtype/video`, `Length/medium`. The
/// names of these two are those of variables, so the rest is no taxonomy like `news/world`.
fn without_paths(mut tags: Vec<String>) -> Vec<String> {
    let name =
        |tag: &str| tag.split_once('/').filter(|(name, _)| !name.contains(' ')).map(|it| it.0.to_owned());
    let names: Vec<String> = tags.iter().filter_map(|tag| name(tag)).collect();
    if names.len() >= MIN_PATHS && names.len() * 2 > tags.len() && names.iter().any(|name| is_variable(name))
    {
        tags.retain(|tag| name(tag).is_none());
    }
    tags
}

/// Whether a name is that of a variable: `content_type`, `articleId`.
fn is_variable(name: &str) -> bool {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_camel =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.contains(|c: char| c.is_ascii_uppercase());
    is_word && (name.contains('_') || is_camel)
}

struct Merger<'c> {
    candidates: &'c Candidates,
    base: Option<&'c str>,
}

impl Merger<'_> {
    fn ordered(&self, kind: Kind) -> Vec<&Candidate> {
        self.candidates.ordered(kind, order(kind))
    }

    /// Returns the first candidate that `plausible` accepts, with the value that `plausible` returns.
    fn first(&self, kind: Kind, plausible: impl Fn(&str) -> Option<String>) -> Option<Field<String>> {
        self.ordered(kind).into_iter().find_map(|it| Some(Field::new(plausible(&it.value)?, it.origin)))
    }

    fn language(&self) -> Option<Field<String>> {
        self.first(Kind::Language, language_tag)
    }

    fn address(&self, kind: Kind) -> Option<Field<String>> {
        self.first(kind, |value| self.resolved(value))
    }

    fn resolved(&self, address: &str) -> Option<String> {
        address::resolve(address, self.base).filter(|_| !is_placeholder(address))
    }

    /// Returns all distinct values with the origin and rank of the first plausible candidate.
    fn values(&self, kind: Kind, plausible: impl Fn(&str) -> Vec<String>) -> Option<Field<Vec<String>>> {
        let ordered = self.ordered(kind);
        let best = ordered.iter().find(|it| !plausible(&it.value).is_empty())?;
        let mut values: Vec<String> = Vec::new();
        for same in ordered.iter().filter(|it| (it.origin, it.rank) == (best.origin, best.rank)) {
            for value in plausible(&same.value) {
                if values.len() < MAX_LIST && !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        Some(Field::new(values, best.origin))
    }

    fn list(&self, kind: Kind) -> Option<Field<Vec<String>>> {
        let parts = |value: &str| {
            let list = value.trim().strip_prefix('[').and_then(|value| value.strip_suffix(']'));
            let parts = list
                .unwrap_or(value)
                .split([',', ';', '،', '、', '，', '|'])
                .map(|part| if list.is_some() { part.trim_matches([' ', '"', '\'']) } else { part.trim() });
            parts.filter(|part| !part.is_empty() && !is_setting(part)).map(str::to_owned).collect()
        };
        let field = self.values(kind, parts)?;
        let values = without_paths(field.value);
        (!values.is_empty()).then(|| Field::new(values, field.origin))
    }

    /// Returns the authors from the best candidates that name someone other than the site, and with names rather than phrases if
    /// there are any. If there are none, returns the authors from the best candidates that name anyone.
    fn authors(&self, found: &Collected<'_>, host: Option<&Field<String>>) -> Option<Field<Vec<String>>> {
        let site_names = self.site_names();
        let tail = self.title_tail();
        // Links to the home page name the host of a page whose address is not known.
        let of_home = || found.home.iter().find_map(|link| link.host.as_deref());
        let host = host.map(|it| it.value.as_str()).or_else(of_home);
        let is_site = |text: &str| {
            title::names_site(text, &site_names, host)
                || title::begins_with_site(text, &site_names, host)
                || title::is_in_tail(text, &tail)
        };
        let names = |value: &str| -> Vec<String> {
            let names = author::names(value);
            names.iter().map(|name| author::without_publisher(name, is_site).to_owned()).collect()
        };
        let people =
            |value: &str| -> Vec<String> { names(value).into_iter().filter(|name| !is_site(name)).collect() };
        let named = |value: &str| -> Vec<String> {
            people(value).into_iter().filter(|name| !author::is_phrase(name)).collect()
        };
        self.best_authors(named).or_else(|| self.best_authors(people)).or_else(|| self.best_authors(names))
    }

    fn best_authors(&self, plausible: impl Fn(&str) -> Vec<String>) -> Option<Field<Vec<String>>> {
        let ordered = self.ordered(Kind::Author);
        // If the page declares its site as the author, a name far from the heading is that of somebody else, such as a reader.
        let is_declared =
            ordered.iter().any(|it| it.origin != Visible && !author::names(&it.value).is_empty());
        let is_far = |it: &Candidate| it.origin == Visible && (FAR..RANK_OF_EDITOR).contains(&it.rank);
        let mut likely = ordered.into_iter().filter(|it| !(is_declared && is_far(it)));
        let best = likely.find(|it| !plausible(&it.value).is_empty())?;
        if matches!(best.origin, Visible | Microdata | Rdfa) {
            // Other bylines come from a box about the author, from replies or from links to other texts.
            return Some(Field::new(plausible(&best.value), best.origin));
        }
        self.values(Kind::Author, plausible)
    }

    /// The key of the last part of `<title>`, which often names the site.
    fn title_tail(&self) -> String {
        let titles = self.candidates.ordered(Kind::Title, &[Html]);
        titles.first().and_then(|it| title::tail(&it.value)).map(text_key).unwrap_or_default()
    }

    fn site_names(&self) -> Vec<String> {
        let names = self.declared_site_names();
        names.iter().map(|it| text_key(&it.value)).filter(|it| !it.is_empty()).collect()
    }

    /// The declared names of the site. A name of several parts that is also a title of the page is none.
    fn declared_site_names(&self) -> Vec<&Candidate> {
        let titles: Vec<String> = self.ordered(Kind::Title).iter().map(|it| text_key(&it.value)).collect();
        let is_title =
            |name: &str| title::Segments::fine(name).count() > 1 && titles.contains(&text_key(name));
        let mut names = self.ordered(Kind::SiteName);
        names.retain(|name| !is_title(&name.value));
        names
    }

    /// Returns the declared name of the site, or else the part of a title that a link to the home page says too.
    fn site_name(&self, found: &Collected<'_>, host: Option<&str>) -> Option<Field<String>> {
        let is_other = |name: &str| name.starts_with('@') || name.contains("://");
        let declared = self.declared_site_names().into_iter().find(|it| !is_other(&it.value));
        if let Some(declared) = declared {
            return Some(Field::new(declared.value.clone(), declared.origin));
        }
        let home = home::names(&found.home, host);
        let is_name = |part: &&str| {
            let key = text_key(part);
            home.contains(&key.as_str()) && !home::is_label(&key)
        };
        self.candidates.ordered(Kind::Title, &[Html, OpenGraph]).into_iter().find_map(|title| {
            let parts = title::Segments::fine(&title.value);
            let ends = if parts.count() > 1 { vec![parts.last(), parts.first()] } else { Vec::new() };
            Some(Field::new(ends.into_iter().find(is_name)?.to_owned(), title.origin))
        })
    }

    fn title(&self, found: &Collected<'_>, host: Option<&Field<String>>) -> Option<Field<String>> {
        let of_base = || self.base.and_then(address::host);
        let host = host.map(|it| it.value.clone()).or_else(of_base);
        let home = home::names(&found.home, host.as_deref());
        let site = Site { names: self.site_names(), host: host.as_deref(), home };
        let headings = self.candidates.ordered(Kind::Heading, &[Visible]);
        merge_title::merge(&self.ordered(Kind::Title), &headings, found, &site)
    }
}
