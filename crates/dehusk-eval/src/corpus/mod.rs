//! Corpora: folders of pages with gold texts. Reads and checks them; knows nothing of methods or scores.

mod digest;
mod files;
mod manifest;

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) use self::digest::sha256;
pub(crate) use self::files::read as read_file;
use crate::error::Error;

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
    /// The site it belongs to, without a leading `www.`; the host of `url` where the manifest names none.
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
    /// Reads the manifest of the corpus in `folder`, checks that pages, gold texts and manifest agree, and reads every
    /// file once for the digest.
    ///
    /// # Errors
    /// The first thing that is wrong: no such folder, no manifest, a bad line of it, a page without gold, gold without a
    /// page, a page that the manifest does not know, gold that is not UTF-8.
    pub fn load(folder: &Path) -> Result<Corpus, Error> {
        if !folder.is_dir() {
            return Err(Error::new(format!(
                "there is no corpus folder {}; check its name",
                folder.display()
            )));
        }
        let name = name_of(folder)?;
        let manifest = manifest::read(folder)?;
        files::agree(folder, &manifest.pages)?;
        let digest = digest::digest(folder, &manifest)?;
        Ok(Corpus { name, folder: folder.to_owned(), digest, pages: manifest.pages })
    }

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

    /// SHA-256 over all its files, in hexadecimal digits. It is that of the list of digests that
    /// `sha256sum manifest.jsonl gold/*.txt pages/*.html` prints in its folder, names in byte order (`LC_ALL=C`).
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Its pages in the order of the manifest.
    #[must_use]
    pub fn pages(&self) -> &[CorpusPage] {
        &self.pages
    }

    /// The bytes of a page.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn read_page(&self, page: &CorpusPage) -> Result<Vec<u8>, Error> {
        files::read(&files::page_path(&self.folder, &page.id))
    }

    /// The gold text of a page.
    ///
    /// # Errors
    /// When the file cannot be read any more or is no longer UTF-8.
    pub fn read_gold(&self, page: &CorpusPage) -> Result<String, Error> {
        files::utf8(&self.folder, &page.id, files::read(&files::gold_path(&self.folder, &page.id))?)
    }
}

/// The last part of the folder's path, also for `.` and paths that end in `..`.
fn name_of(folder: &Path) -> Result<String, Error> {
    let unusable =
        || Error::new(format!("the corpus folder {} has no name to report; move it", folder.display()));
    let whole = fs::canonicalize(folder).map_err(|error| files::unreadable(folder, &error))?;
    let name = whole.file_name().ok_or_else(unusable)?;
    Ok(name.to_string_lossy().into_owned())
}
