//! Corpora: folders of pages with gold texts. Reads and checks them; knows nothing of methods or scores.

use std::path::{Path, PathBuf};

/// A folder with `pages/<id>.html`, `gold/<id>.txt` and `manifest.jsonl`, read and checked.
#[derive(Clone, Debug)]
pub struct Corpus {
    name: String,
    folder: PathBuf,
    digest: String,
    pages: Vec<CorpusPage>,
}

/// What the manifest says about one page.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub struct CorpusPage {
    /// Names the page's files.
    pub id: String,
    /// Where the page was.
    pub url: Option<String>,
    /// The site it belongs to; the host of `url` where the manifest names none.
    pub site: Option<String>,
    /// Language code.
    pub language: Option<String>,
    /// Kind of page: article, forum, …
    pub page_type: Option<String>,
    /// Right title.
    pub title: Option<String>,
    /// Right author.
    pub author: Option<String>,
    /// Right date, `YYYY-MM-DD`.
    pub date: Option<String>,
    /// Snippets of the main content.
    #[serde(default)]
    pub must: Vec<String>,
    /// Snippets of boilerplate.
    #[serde(default)]
    pub must_not: Vec<String>,
    /// Who made the gold text.
    pub gold: Option<String>,
}

impl Corpus {
    /// Name of its folder.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// SHA-256 over all its files, in hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Its pages in the order of the manifest.
    #[must_use]
    pub fn pages(&self) -> &[CorpusPage] {
        &self.pages
    }
}
