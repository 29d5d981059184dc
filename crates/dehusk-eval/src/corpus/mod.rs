//! Corpora: folders of pages with gold texts. Reads and checks them; knows nothing about methods or scores.

mod digest;
mod files;
mod manifest;
mod page;

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) use self::digest::sha256;
pub(crate) use self::files::read as read_file;
pub use self::page::CorpusPage;
use crate::error::Error;

/// A checked corpus: a folder with `pages/<id>.html`, `gold/<id>.txt` and `manifest.jsonl`. For some or all pages it may
/// also have `markdown/<id>.md`, the main content as Markdown.
#[derive(Clone, Debug)]
pub struct Corpus {
    name: String,
    folder: PathBuf,
    digest: String,
    pages: Vec<CorpusPage>,
}

impl Corpus {
    /// Reads the manifest of the corpus in `folder`, checks that pages, gold texts and manifest agree, and
    /// reads every file once for the digest.
    ///
    /// # Errors
    /// Reports the first problem: a missing folder, a missing manifest, an invalid line in it, a page without
    /// a gold text, a gold text without a page, a page that is not in the manifest, or a gold text that is
    /// not UTF-8.
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

    /// The name of the corpus folder.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of the corpus folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// SHA-256 over all files of the corpus, in hexadecimal: the digest of the list that `sha256sum
    /// manifest.jsonl gold/*.txt pages/*.html` prints in the corpus folder, sorted by name in byte order
    /// (`LC_ALL=C`). A corpus with Markdown has `markdown/*.md` in that list too.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The pages, in the order of the manifest.
    #[must_use]
    pub fn pages(&self) -> &[CorpusPage] {
        &self.pages
    }

    /// The bytes of a page.
    ///
    /// # Errors
    /// When the file can no longer be read.
    pub fn read_page(&self, page: &CorpusPage) -> Result<Vec<u8>, Error> {
        files::read(&files::page_path(&self.folder, &page.id))
    }

    /// The gold text of a page.
    ///
    /// # Errors
    /// When the file can no longer be read, or is no longer UTF-8.
    pub fn read_gold(&self, page: &CorpusPage) -> Result<String, Error> {
        files::utf8(&self.folder, &files::gold_name(&page.id))
    }

    /// The gold Markdown of a page, if the corpus has it.
    ///
    /// # Errors
    /// When the file can no longer be read, or is no longer UTF-8.
    pub fn read_markdown(&self, page: &CorpusPage) -> Result<Option<String>, Error> {
        let name = files::markdown_name(&page.id);
        self.folder.join(&name).exists().then(|| files::utf8(&self.folder, &name)).transpose()
    }
}

/// The gold texts of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageGold {
    pub(crate) text: String,
    pub(crate) markdown: Option<String>,
}

impl PageGold {
    pub(crate) fn read(corpus: &Corpus, page: &CorpusPage) -> Result<PageGold, Error> {
        Ok(PageGold { text: corpus.read_gold(page)?, markdown: corpus.read_markdown(page)? })
    }
}

/// The last component of the canonical path, so that `.` and paths ending in `..` have a name too.
fn name_of(folder: &Path) -> Result<String, Error> {
    let unnamed = || {
        Error::new(format!(
            "the corpus folder {} has no name to show in reports; move it into a folder with a name",
            folder.display()
        ))
    };
    let canonical = fs::canonicalize(folder).map_err(|error| files::unreadable(folder, &error))?;
    let name = canonical.file_name().ok_or_else(unnamed)?;
    Ok(name.to_string_lossy().into_owned())
}
