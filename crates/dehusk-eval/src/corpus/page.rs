//! One entry of a manifest.

/// What the manifest says about one page.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub struct CorpusPage {
    /// The id; the files of the page are named after it.
    pub id: String,
    /// The URL from which the page was fetched.
    pub url: Option<String>,
    /// The site that the page belongs to, without a leading `www.`; the host of `url` if the manifest names
    /// no site.
    pub site: Option<String>,
    /// Language code.
    pub language: Option<String>,
    /// Type of the page: article, forum, …
    pub page_type: Option<String>,
    /// The correct title.
    pub title: Option<String>,
    /// The correct author.
    pub author: Option<String>,
    /// The correct date, `YYYY-MM-DD`.
    pub date: Option<String>,
    /// Snippets that belong to the main content.
    #[serde(default)]
    pub must: Vec<String>,
    /// Snippets that belong to the boilerplate.
    #[serde(default)]
    pub must_not: Vec<String>,
    /// Who made the gold text.
    pub gold: Option<String>,
}
