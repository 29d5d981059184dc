//! Metadata: title, authors, dates and other facts that a page states about itself, each with its origin.
//!
//! Candidates come from one walk over the page (`collect`, with `meta` and `words` for the meaning of names), from the JSON-LD
//! (`json`, `json_ld`) and from short blocks near the heading (`nearby`). Then one rule chooses among them (`merge`). Metadata
//! does not depend on a method, and no text is extracted. There is no list of sites, publishers or tools. `language` detects the
//! language of a page that declares none. `article_body` reads the body of an article from JSON-LD for the module `data_article`.

mod address;
mod article_body;
mod author;
mod byline_words;
mod candidates;
mod collect;
mod collected;
mod credits;
mod date;
mod headlines;
mod home;
mod json;
mod json_ld;
mod key_facts;
mod labels;
#[cfg(feature = "languages")]
mod language;
#[cfg(not(feature = "languages"))]
#[path = "language_undetected.rs"]
mod language;
mod listed;
mod merge;
mod merge_dates;
mod merge_title;
mod meta;
mod nearby;
mod open_element;
mod place;
mod printed;
mod rows;
#[cfg(feature = "css")]
mod rules;
#[cfg(not(feature = "css"))]
#[path = "rules_without_css.rs"]
mod rules;
mod short_blocks;
mod stamps;
mod title;
mod words;

pub(crate) use article_body::article_body;
pub use date::Date;
pub(crate) use headlines::{Headline, headlines};
pub(crate) use key_facts::{KeyFacts, key_facts};
pub(crate) use language::complete;
pub use rules::FieldRules;

/// Whether a class marks its element as the name of an author.
pub(crate) fn names_author(class: &str) -> bool {
    author_and_date(class).0
}

/// Whether a class marks its element as a date.
pub(crate) fn names_date(class: &str) -> bool {
    author_and_date(class).1
}

/// Whether a class marks its element as the name of an author, and as a date.
pub(crate) fn author_and_date(class: &str) -> (bool, bool) {
    let bits = words::of(class);
    (bits & (words::AUTHOR | words::ABOUT) == words::AUTHOR, bits & words::DATE != 0)
}

/// Reads the dates of readers' comments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature(date::Reader);

impl Signature {
    /// Returns a reader for the dates of pages in a language.
    pub(crate) fn of_language(language: Option<&str>) -> Signature {
        Signature(date::Reader::of_language(language, Date::LATEST))
    }

    /// Returns a reader in which day and month have the order that other dates on the page must have, or else the one in which the
    /// dates rise or fall. Without such dates, the order does not change.
    pub(crate) fn with_order_of<'t>(self, texts: impl Iterator<Item = &'t str> + Clone) -> Signature {
        Signature(self.0.with_order_of(texts))
    }

    /// Returns the date in a value that is meant to be a date, or `None`.
    pub(crate) fn date(&self, text: &str) -> Option<String> {
        self.0.value(text)
    }

    /// Returns the first date in a text that may also contain other words, or `None`.
    pub(crate) fn date_in(&self, text: &str) -> Option<String> {
        self.0.in_text(text)
    }
}

use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::page::{Page, Run};

/// Where a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// A JSON-LD script.
    JsonLd,
    /// An `itemprop` attribute.
    Microdata,
    /// A `property` attribute outside of `<meta>`, with a name from schema.org or Dublin Core.
    Rdfa,
    /// A `<meta>` of the Open Graph protocol: `og:…`, `article:…`.
    OpenGraph,
    /// A `<meta>` of Dublin Core: `dc.…`, `dcterms.…`.
    DublinCore,
    /// Another `<meta>`.
    Meta,
    /// `<link>` or another element with `rel`.
    Link,
    /// `<html>`, `<body>`, `<title>`.
    Html,
    /// The page's address.
    Url,
    /// Visible text: headings, bylines, dates.
    Visible,
    /// The caller's rules for the site ([`FieldRules`]).
    Rule,
    /// The language or the script of the text.
    Text,
}

impl Origin {
    /// Returns the origin as a word for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Origin::JsonLd => "json-ld",
            Origin::Microdata => "microdata",
            Origin::Rdfa => "rdfa",
            Origin::OpenGraph => "open-graph",
            Origin::DublinCore => "dublin-core",
            Origin::Meta => "meta",
            Origin::Link => "link",
            Origin::Html => "html",
            Origin::Url => "url",
            Origin::Visible => "visible",
            Origin::Rule => "rule",
            Origin::Text => "text",
        }
    }
}

/// A value and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field<T> {
    /// The value.
    pub value: T,
    /// Where it was found.
    pub origin: Origin,
}

impl<T> Field<T> {
    fn new(value: T, origin: Origin) -> Field<T> {
        Field { value, origin }
    }
}

/// What a page says about itself. Texts are decoded and their whitespace is collapsed; lists are never empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// The title, without the name of the site.
    pub title: Option<Field<String>>,
    /// The authors, in the order of the page.
    pub authors: Option<Field<Vec<String>>>,
    /// When the page was published, in ISO 8601: a day, a day with a time, or rarely a month (`2011-05`).
    pub published: Option<Field<String>>,
    /// When the page was last changed, in the same form as `published`.
    pub modified: Option<Field<String>>,
    /// The name of the site.
    pub site_name: Option<Field<String>>,
    /// The host of the page's address, or of the canonical address if the page's address is unknown, in lower case.
    pub hostname: Option<Field<String>>,
    /// The description.
    pub description: Option<Field<String>>,
    /// The declared language, as a tag such as `en-US`, or the language of the text ([`Origin::Text`]) as a code such as `en`, if
    /// the page declares none or the text is clearly in another. Without the feature `languages`, only the former.
    pub language: Option<Field<String>>,
    /// The declared direction: `ltr`, `rtl` or `auto`. If none is declared, `rtl` if the text is written from right to left.
    pub direction: Option<Field<String>>,
    /// The address of an image that represents the page.
    pub image: Option<Field<String>>,
    /// Sections or categories.
    pub categories: Option<Field<Vec<String>>>,
    /// Tags or keywords.
    pub tags: Option<Field<Vec<String>>>,
    /// The license: its address if it is known, otherwise its name.
    pub license: Option<Field<String>>,
    /// The canonical address.
    pub canonical: Option<Field<String>>,
}

impl Metadata {
    /// Returns the origin of each field that the page has, under the name that records use.
    ///
    /// ```
    /// use dehusk::metadata::{Context, Origin};
    /// use dehusk::{Extractor, Options};
    /// let page = b"<html lang=en><meta name=author content='Ann Smith'><h1>The mill</h1>";
    /// let metadata = Extractor::new(Options::new()).open(page, None).metadata(&Context::default()).unwrap();
    /// let origins = [("title", Origin::Visible), ("authors", Origin::Meta), ("language", Origin::Html)];
    /// assert_eq!(metadata.origins(), origins);
    /// ```
    #[must_use]
    pub fn origins(&self) -> Vec<(&'static str, Origin)> {
        let text = |name, field: &Option<Field<String>>| Some((name, field.as_ref()?.origin));
        let list = |name, field: &Option<Field<Vec<String>>>| Some((name, field.as_ref()?.origin));
        let fields = [
            text("title", &self.title),
            list("authors", &self.authors),
            text("date", &self.published),
            text("date_modified", &self.modified),
            text("sitename", &self.site_name),
            text("hostname", &self.hostname),
            text("description", &self.description),
            text("language", &self.language),
            text("direction", &self.direction),
            text("image", &self.image),
            list("categories", &self.categories),
            list("tags", &self.tags),
            text("license", &self.license),
            text("canonical", &self.canonical),
        ];
        fields.into_iter().flatten().collect()
    }
}

/// What the caller knows about a page. More fields may be added: end a literal with `..Context::default()`.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The address that the page came from. The host is taken from it, and references are resolved against it.
    pub address: Option<&'a str>,
    /// The last plausible date; later dates are ignored. The library does not read the clock: pass the day after today to ignore
    /// dates in the future.
    pub latest: Date,
    /// The caller's rules for finding fields on pages of the site.
    pub rules: Option<&'a FieldRules>,
}

impl Default for Context<'_> {
    /// No address and no rules; dates up to the end of 2099 are plausible.
    fn default() -> Self {
        Context { address: None, latest: Date::LATEST, rules: None }
    }
}

/// Returns the metadata of a page.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn read(
    facts: PageFacts<'_>,
    context: &Context<'_>,
    deadline: &mut Deadline,
) -> Result<Metadata, TimedOut> {
    let page = facts.page();
    let dates = reader_of_dates(page, context.latest).with_order_of(with_numbers(page).into_iter());
    let mut found = collected_with_printed(facts, &dates, deadline)?;
    listed::remove(page, &mut found, &dates, deadline)?;
    nearby::collect(page, facts.threads(deadline)?, &mut found, &dates, deadline)?;
    let mut metadata = merge::merge(&found, context.address, &dates);
    if let Some(rules) = context.rules {
        rules::apply(rules, page, &dates, &mut metadata, deadline)?;
    }
    Ok(metadata)
}

/// Returns the title that [`read`] finds without rules, in less time.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn title_of(
    facts: PageFacts<'_>,
    address: Option<&str>,
    deadline: &mut Deadline,
) -> Result<Option<String>, TimedOut> {
    let found = collected_with_printed(facts, &reader_of_dates(facts.page(), Date::LATEST), deadline)?;
    Ok(merge::title(&found, address).map(|title| title.value))
}

/// Whether a page is in one of these languages, by the language that [`read`] and [`complete`] find without rules; takes less time.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn is_in_languages(
    facts: PageFacts<'_>,
    ranges: &[String],
    deadline: &mut Deadline,
) -> Result<bool, TimedOut> {
    let found = collected(facts, &reader_of_dates(facts.page(), Date::LATEST), deadline)?;
    let mut metadata = Metadata { language: merge::language(&found), ..Metadata::default() };
    complete(facts.page(), &mut metadata, deadline)?;
    let is_in = |language: &str| ranges.iter().any(|range| language::is_in_range(language, range));
    Ok(metadata.language.is_some_and(|language| is_in(&language.value)))
}

fn reader_of_dates(page: &Page<'_>, latest: Date) -> date::Reader {
    let language = page.root().and_then(|root| root.attribute("lang"));
    date::Reader::of_language(language.as_deref(), latest)
}

/// Returns the pieces of the visible text of a page that have numbers, as they are written in its source.
fn with_numbers<'p>(page: &'p Page<'_>) -> Vec<&'p str> {
    let texts = page.runs().filter(Run::is_visible).map(|run| &page.source().text()[run.span.range()]);
    texts.filter(|text| text.bytes().any(|byte| byte.is_ascii_digit())).collect()
}

/// Collects what the markup and the data of a page say.
fn collected<'p>(
    facts: PageFacts<'p>,
    dates: &date::Reader,
    deadline: &mut Deadline,
) -> Result<collected::Collected<'p>, TimedOut> {
    let mut found = collect::collect(facts.page(), facts.threads(deadline)?, dates, deadline)?;
    let scripts = std::mem::take(&mut found.scripts);
    let values: Vec<json::Value<'_>> = scripts.iter().flat_map(|script| json::read(script)).collect();
    json_ld::collect(&values, &mut found.candidates);
    deadline.check()?;
    Ok(found)
}

/// Collects what [`collected()`] does, and the parts of titles that the page prints, which only its title depends on.
fn collected_with_printed<'p>(
    facts: PageFacts<'p>,
    dates: &date::Reader,
    deadline: &mut Deadline,
) -> Result<collected::Collected<'p>, TimedOut> {
    let mut found = collected(facts, dates, deadline)?;
    found.printed = printed::parts(facts.page(), &found.candidates, deadline)?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Found;
    use crate::source::Source;

    /// On the pages of tests/metadata, of which some have lists of other pages.
    #[test]
    fn the_title_and_the_language_alone_are_those_of_all_metadata() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/metadata");
        let mut titles = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "html") {
                continue;
            }
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            let (page, found) = (Page::parse(Source::from_text(&text)), Found::default());
            let facts = PageFacts::new(&page, &found);
            for address in [None, Some("https://mill.example/a/b")] {
                let context = Context { address, ..Context::default() };
                let mut deadline = Deadline::after(None);
                let mut all = read(facts, &context, &mut deadline).unwrap();
                complete(&page, &mut all, &mut deadline).unwrap();
                let languages = Vec::from_iter(all.language.map(|language| language.value));
                let is_in = is_in_languages(facts, &languages, &mut deadline).unwrap();
                assert_eq!(is_in, !languages.is_empty(), "{}", path.display());
                let alone = title_of(facts, address, &mut deadline).unwrap();
                assert_eq!(all.title.map(|title| title.value), alone, "{}", path.display());
                titles += usize::from(alone.is_some());
            }
        }
        assert!(titles > 20, "{titles}");
    }
}
