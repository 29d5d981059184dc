//! Lists the pages in a folder and its subfolders, in the order of their path components.
//!
//! Symbolic links are followed, but no folder is listed twice. A link to a subfolder of the starting folder is not followed, because
//! that subfolder is listed under its own name. Otherwise links could list a page many times, or without end.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use super::extensions::{self, Extensions, NONE};
use super::name;
use super::page_input::Input;

/// The maximum number of extensions that a message names.
const MAX_NAMED_EXTENSIONS: usize = 5;
/// Extensions of files that are certainly no pages, so that `--ext` is not proposed for them. They are counted all the same.
const NOT_PAGES: [&str; 16] = [
    "cdx", "cdxj", "csv", "docx", "epub", "json", "jsonl", "ndjson", "parquet", "pdf", "tar", "tsv", "warc",
    "xml", "zip", "zst",
];

/// Extensions of files that `dehusk batch` reads.
const FOR_BATCH: [&str; 4] = ["jsonl", "ndjson", "parquet", "warc"];

/// The pages of a folder.
pub(crate) struct FolderPages {
    pub(crate) inputs: Vec<Input>,
    /// The sentence about files that are not read. None if there are none, or only pictures and the like.
    pub(crate) skipped: Option<String>,
}

/// Returns every page in `folder` and its subfolders. A folder that cannot be listed becomes an [`Input::Refused`].
pub(crate) fn pages(folder: &Path, extensions: &Extensions) -> FolderPages {
    let include = |name: &str| extensions.include(name);
    let mut walk = Walk::of(folder, &include);
    let id = name::of_file(folder.as_os_str());
    let skipped = sentence_about_skipped(&walk.skipped);
    if walk.found.is_empty() {
        let others =
            skipped.map_or_else(|| "; name the files individually".to_owned(), |it| format!("; {it}"));
        let others = match walk.skipped.keys().any(|extension| FOR_BATCH.contains(&extension.as_str())) {
            true => format!("{others}; `dehusk batch {id} -o pages.jsonl` reads archives and tables"),
            false => others,
        };
        let sentence = format!("the folder contains no page (.html, .htm, .xhtml, .mhtml){others}");
        walk.found.push(Input::Refused { id, sentence });
        return FolderPages { inputs: walk.found, skipped: None };
    }
    let skipped = skipped.map(|sentence| format!("{id}: {sentence}"));
    FolderPages { inputs: walk.found, skipped }
}

/// Returns the path of every file in `folder` and its subfolders whose name is included.
pub(crate) fn files(folder: &Path, include: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let path = |input| if let Input::File { path, .. } = input { Some(path) } else { None };
    Walk::of(folder, include).found.into_iter().filter_map(path).collect()
}

/// Names the most frequent extensions of files that are not read, and the option that reads them.
fn sentence_about_skipped(skipped: &BTreeMap<String, usize>) -> Option<String> {
    let mut counts: Vec<(&str, usize)> =
        skipped.iter().map(|(word, count)| (word.as_str(), *count)).collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    let files: usize = skipped.values().sum();
    let named = counts.iter().take(MAX_NAMED_EXTENSIONS).map(|(word, count)| match *word {
        NONE => format!("{count} without an extension"),
        word => format!("{count} .{word}"),
    });
    let mut named: Vec<String> = named.collect();
    if counts.len() > MAX_NAMED_EXTENSIONS {
        named.push("others".to_owned());
    }
    let may_be_pages = counts.iter().take(MAX_NAMED_EXTENSIONS).map(|(word, _)| *word);
    let may_be_pages: Vec<&str> = may_be_pages.filter(|word| !NOT_PAGES.contains(word)).collect();
    let (files_are, as_pages) = match files {
        0 => return None,
        1 => ("1 file is".to_owned(), "it as a page"),
        files => (format!("{files} files are"), "them as pages"),
    };
    let advice = match may_be_pages.as_slice() {
        [] => String::new(),
        words => format!("; --ext {} reads {as_pages}", words.join(",")),
    };
    Some(format!("{files_are} not read ({}){advice}", named.join(", ")))
}

struct Walk<'e> {
    /// Whether a file of this name is read.
    include: &'e dyn Fn(&str) -> bool,
    found: Vec<Input>,
    /// The canonical path of the starting folder.
    root: PathBuf,
    /// The canonical paths of the folders that were listed.
    walked: HashSet<PathBuf>,
    /// The number of files that are not read, by extension.
    skipped: BTreeMap<String, usize>,
}

impl Walk<'_> {
    /// What is in a folder.
    fn of<'e>(folder: &Path, include: &'e dyn Fn(&str) -> bool) -> Walk<'e> {
        let root = fs::canonicalize(folder).unwrap_or_default();
        let mut walk =
            Walk { include, root, found: Vec::new(), walked: HashSet::new(), skipped: BTreeMap::new() };
        walk.folder(folder, "");
        walk
    }

    fn folder(&mut self, folder: &Path, id: &str) {
        match self.entries_of(folder) {
            Ok(None) => {}
            Ok(Some(entries)) => entries.iter().for_each(|entry| self.entry(entry, id)),
            Err(error) => {
                let id = if id.is_empty() { name::of_file(folder.as_os_str()) } else { id.to_owned() };
                let sentence = format!(
                    "cannot list the folder {}: {error}; check its permissions and those of its parent folders",
                    folder.display()
                );
                self.found.push(Input::Refused { id, sentence });
            }
        }
    }

    /// Returns the entries of a folder, or None if the folder was already listed, under this name or another.
    fn entries_of(&mut self, folder: &Path) -> io::Result<Option<Vec<DirEntry>>> {
        if !self.walked.insert(fs::canonicalize(folder)?) {
            return Ok(None);
        }
        let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<DirEntry>>>()?;
        entries.sort_by_key(DirEntry::file_name);
        Ok(Some(entries))
    }

    /// Whether an entry is a symbolic link to a folder that is listed under its own name.
    fn links_inside(&self, entry: &DirEntry) -> bool {
        entry.file_type().is_ok_and(|kind| kind.is_symlink())
            && fs::canonicalize(entry.path()).is_ok_and(|target| target.starts_with(&self.root))
    }

    fn entry(&mut self, entry: &DirEntry, parent_id: &str) {
        let path = entry.path();
        let name = name::of_file(&entry.file_name());
        let id = if parent_id.is_empty() { name.clone() } else { format!("{parent_id}/{name}") };
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() && self.links_inside(entry) => {}
            Ok(metadata) if metadata.is_dir() => self.folder(&path, &id),
            // Reading pipes, sockets or devices could block.
            Ok(metadata) if !metadata.is_file() => {}
            // A file without metadata, such as a dangling link, is reported when it is read.
            _ if (self.include)(&name) => self.found.push(Input::File { id, path }),
            _ => self.skip(&name),
        }
    }

    fn skip(&mut self, name: &str) {
        let extension = extensions::of_name(name);
        if extensions::is_worth_a_word(&extension) {
            *self.skipped.entry(extension).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(names: &[&str]) -> Option<String> {
        let mut walk = Walk {
            include: &|_| false,
            found: Vec::new(),
            root: PathBuf::new(),
            walked: HashSet::new(),
            skipped: BTreeMap::new(),
        };
        names.iter().for_each(|name| walk.skip(name));
        sentence_about_skipped(&walk.skipped)
    }

    #[test]
    fn files_that_are_not_read_are_counted_by_extension() {
        let names = ["a.php", "b.PHP", "c.txt.gz", "README", "d.pdf", "e.png", "f.css"];
        let expected = "5 files are not read (2 .php, 1 without an extension, 1 .pdf, 1 .txt); --ext php,none,txt reads them as pages";
        // Equal counts are in the order of their names: none, pdf, txt.
        assert_eq!(sentence(&names).as_deref(), Some(expected));
        assert_eq!(sentence(&["a.pdf"]).as_deref(), Some("1 file is not read (1 .pdf)"));
        assert_eq!(sentence(&["a.png", "b.js"]), None);
        let many = sentence(&["1.a", "2.b", "3.c", "4.d", "5.e", "6.f", "7.g"]).unwrap();
        assert!(many.contains("1 .e, others); --ext a,b,c,d,e reads"), "{many}");
    }
}
