//! Metadata: who wrote a page, when, what it is called and where it belongs, each with the place it was found in.
//!
//! The sources of a page are gathered by one walk (`collect`, with `meta` and `words` for what names mean) and from its JSON-LD
//! (`json`, `json_ld`), then one rule chooses (`merge`). Nothing of it depends on a method, and no text is extracted. There
//! is no list of sites, of publishers or of the tools that made a page. The body of an article in JSON-LD (`article_body`) is for [`crate::data_text`]. Detecting a language that the page does not declare
//! is the business of `dehusk-words`.

mod address;
mod article_body;
mod author;
mod candidates;
mod collect;
mod date;
mod json;
mod json_ld;
mod merge;
mod meta;
mod nearby;
#[cfg(feature = "css")]
mod rules;
#[cfg(not(feature = "css"))]
#[path = "rules_without_css.rs"]
mod rules;
mod title;
mod words;

pub(crate) use article_body::article_body;
pub use date::Date;
pub use rules::FieldRules;

/// Whether a class says that its element names an author.
pub(crate) fn names_author(class: &str) -> bool {
    words::of(class) & (words::AUTHOR | words::ABOUT) == words::AUTHOR
}

/// Whether a class says that its element tells a date.
pub(crate) fn names_date(class: &str) -> bool {
    words::of(class) & words::DATE != 0
}

/// Reads the dates of what readers sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature(date::Reader);

impl Signature {
    /// On a page of a language.
    pub(crate) fn of_language(language: Option<&str>) -> Signature {
        Signature(date::Reader { order: date::Order::of_language(language), latest: Date::LATEST })
    }

    /// The date of a value that is meant to be one.
    pub(crate) fn date(&self, text: &str) -> Option<String> {
        self.0.value(text)
    }
}

use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;

/// Where a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// A script of JSON-LD.
    JsonLd,
    /// `itemprop`.
    Microdata,
    /// `property` outside the head, with a name of schema.org or Dublin Core.
    Rdfa,
    /// `og:…`, `article:…`.
    OpenGraph,
    /// `dc.…`, `dcterms.…`.
    DublinCore,
    /// Another `<meta>`.
    Meta,
    /// `<link>` or another element with `rel`.
    Link,
    /// `<html>`, `<body>`, `<title>`.
    Html,
    /// The page's address.
    Url,
    /// What a reader sees: headings, bylines, dates.
    Visible,
    /// Where the caller's rules for the site say.
    Rule,
}

impl Origin {
    /// The origin as a word for records.
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
        }
    }
}

/// A value and where it was found.
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

/// What a page says about itself. Texts are decoded, their white space folded; lists are never empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// The title, without the name of the site.
    pub title: Option<Field<String>>,
    /// The authors, in the order of the page.
    pub authors: Option<Field<Vec<String>>>,
    /// When it was published: ISO 8601, a day or a day with its time, rarely a month (`2011-05`).
    pub published: Option<Field<String>>,
    /// When it was last changed, in the same form.
    pub modified: Option<Field<String>>,
    /// The name of the site.
    pub site_name: Option<Field<String>>,
    /// The host of the address, else of the canonical one, in lower case.
    pub hostname: Option<Field<String>>,
    /// The description.
    pub description: Option<Field<String>>,
    /// The declared language, as a tag such as `en-US`.
    pub language: Option<Field<String>>,
    /// The declared direction: `ltr`, `rtl` or `auto`.
    pub direction: Option<Field<String>>,
    /// The address of a picture that stands for the page.
    pub image: Option<Field<String>>,
    /// Sections or categories.
    pub categories: Option<Field<Vec<String>>>,
    /// Tags or keywords.
    pub tags: Option<Field<Vec<String>>>,
    /// The licence: its address, else its name.
    pub licence: Option<Field<String>>,
    /// The canonical address.
    pub canonical: Option<Field<String>>,
}

impl Metadata {
    /// Where each field that the page has was found, under the name that records give it.
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
            text("license", &self.licence),
            text("canonical", &self.canonical),
        ];
        fields.into_iter().flatten().collect()
    }
}

/// What is known about a page from elsewhere. More may be added: end with `..Context::default()`.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The address that it came from: gives the host, and what references are resolved against.
    pub address: Option<&'a str>,
    /// The last day that is plausible; later dates are let be. The library reads no clock: give it tomorrow if what is in
    /// the future should not count.
    pub latest: Date,
    /// Where fields stand on pages of its site.
    pub rules: Option<&'a FieldRules>,
}

impl Default for Context<'_> {
    /// No address, and every date to the end of 2099.
    fn default() -> Self {
        Context { address: None, latest: Date::LATEST, rules: None }
    }
}

/// The metadata of a page.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn read(
    facts: PageFacts<'_>,
    context: &Context<'_>,
    deadline: &mut Deadline,
) -> Result<Metadata, TimedOut> {
    let page = facts.page();
    let language = page.root().and_then(|root| root.attribute("lang"));
    let dates = date::Reader { order: date::Order::of_language(language.as_deref()), latest: context.latest };
    let comments = facts.threads(deadline)?;
    let mut found = collect::collect(page, comments, &dates, deadline)?;
    deadline.check()?;
    let scripts = std::mem::take(&mut found.scripts);
    let values: Vec<json::Value<'_>> = scripts.iter().flat_map(|script| json::read(script)).collect();
    json_ld::collect(&values, &mut found.candidates);
    deadline.check()?;
    nearby::collect(page, comments, &mut found, &dates, deadline)?;
    let mut metadata = merge::merge(&found, context.address, &dates);
    if let Some(rules) = context.rules {
        rules::apply(rules, page, &dates, &mut metadata, deadline)?;
    }
    Ok(metadata)
}
