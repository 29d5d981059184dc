//! The files of a corpus: their names, how they are read, and the check that pages, gold texts and manifest
//! agree.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::page::CorpusPage;
use crate::error::Error;

/// The name of the manifest.
pub(super) const MANIFEST: &str = "manifest.jsonl";
/// The folder of the pages, and the suffix of their file names.
const PAGES: (&str, &str) = ("pages", ".html");
/// The folder of the gold texts, and the suffix of their file names.
const GOLD: (&str, &str) = ("gold", ".txt");
/// The folder of the gold Markdown, which need not exist, and the suffix of its file names.
const MARKDOWN: (&str, &str) = ("markdown", ".md");

pub(super) fn page_path(folder: &Path, id: &str) -> PathBuf {
    folder.join(page_name(id))
}

/// The path of a page, relative to the corpus folder and with `/` on every platform.
pub(super) fn page_name(id: &str) -> String {
    format!("{}/{id}{}", PAGES.0, PAGES.1)
}

/// The path of a gold text, relative to the corpus folder and with `/` on every platform.
pub(super) fn gold_name(id: &str) -> String {
    format!("{}/{id}{}", GOLD.0, GOLD.1)
}

/// The path of the Markdown of a page, relative to the corpus folder and with `/` on every platform.
pub(super) fn markdown_name(id: &str) -> String {
    format!("{}/{id}{}", MARKDOWN.0, MARKDOWN.1)
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let is_special = fs::metadata(path).is_ok_and(|about| !about.is_file());
    if is_special {
        return Err(Error::new(format!("{} is not a regular file; replace it with one", path.display())));
    }
    fs::read(path).map_err(|error| unreadable(path, &error))
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::new(format!("cannot read {}: {error}", path.display()))
}

/// Reads the file with this name, which is relative to the corpus folder, as UTF-8.
pub(super) fn utf8(folder: &Path, name: &str) -> Result<String, Error> {
    let path = folder.join(name);
    let not_utf8 = |_| Error::new(format!("{} is not UTF-8; save it as UTF-8", path.display()));
    String::from_utf8(read(&path)?).map_err(not_utf8)
}

/// Checks that every page of the manifest has its two files, and that there are no other pages, gold texts or Markdown.
pub(super) fn agree(folder: &Path, listed: &[CorpusPage]) -> Result<(), Error> {
    let pages = ids(folder, PAGES)?;
    let gold = ids(folder, GOLD)?;
    let listed = listed.iter().map(|page| page.id.clone()).collect();
    let markdown = if folder.join(MARKDOWN.0).exists() { ids(folder, MARKDOWN)? } else { BTreeSet::new() };
    let name = folder.display();
    require_none(pages.difference(&gold), |id, more| {
        format!("{name}: page {id:?} has no gold text {}{more}; add it or remove the page", gold_name(id))
    })?;
    require_none(gold.difference(&pages), |id, more| {
        format!(
            "{name}: gold text {id:?} has no page {}{more}; add it or remove the gold text",
            page_name(id)
        )
    })?;
    require_none(markdown.difference(&pages), |id, more| {
        let markdown = markdown_name(id);
        format!("{name}: {markdown} has no page {}{more}; add it or remove the Markdown", page_name(id))
    })?;
    require_none(pages.difference(&listed), |id, more| {
        format!("{name}: page {id:?} is not in {}{more}; add a line for it", MANIFEST)
    })?;
    require_none(listed.difference(&pages), |id, more| {
        format!("{name}: {} names page {id:?}, but there is no {}{more}", MANIFEST, page_name(id))
    })
}

/// The ids of all files in the subfolder whose names end with the suffix.
fn ids(folder: &Path, (subfolder, suffix): (&str, &str)) -> Result<BTreeSet<String>, Error> {
    let folder = folder.join(subfolder);
    let to_error = |error: io::Error| unreadable(&folder, &error);
    let mut ids = BTreeSet::new();
    for entry in fs::read_dir(&folder).map_err(to_error)? {
        let name = entry.map_err(to_error)?.file_name();
        ids.extend(name.to_string_lossy().strip_suffix(suffix).map(str::to_owned));
    }
    Ok(ids)
}

/// Fails if there is any id in `offending`; the error names the first one and counts the others.
fn require_none<'a>(
    mut offending: impl Iterator<Item = &'a String>,
    line: impl FnOnce(&str, &str) -> String,
) -> Result<(), Error> {
    let Some(first) = offending.next() else { return Ok(()) };
    let more = offending.count();
    let more = if more > 0 { format!(" (and {more} more like it)") } else { String::new() };
    Err(Error::new(line(first, &more)))
}
