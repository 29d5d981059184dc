//! Lists the pages in a folder and its subfolders, in the order of their path components.
//!
//! Symbolic links are followed, but no folder is listed twice. A link to a subfolder of the starting folder is not followed, because
//! that subfolder is listed under its own name. Otherwise links could list a page many times, or without end.

use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use super::name;
use super::page_input::Input;

/// The extensions of pages. Each may be followed by `.gz`.
const PAGE_EXTENSIONS: [&str; 3] = [".html", ".htm", ".xhtml"];

/// Returns every page in `folder` and its subfolders. A folder that cannot be listed becomes an [`Input::Refused`].
pub(crate) fn pages(folder: &Path) -> Vec<Input> {
    let mut walk = Walk { root: fs::canonicalize(folder).unwrap_or_default(), ..Walk::default() };
    walk.folder(folder, "");
    if walk.found.is_empty() {
        let sentence =
            "the folder contains no .html, .htm or .xhtml file; name the files individually".to_owned();
        walk.found.push(Input::Refused { id: name::of_file(folder.as_os_str()), sentence });
    }
    walk.found
}

#[derive(Default)]
struct Walk {
    found: Vec<Input>,
    /// The canonical path of the starting folder.
    root: PathBuf,
    /// The canonical paths of the folders that were listed.
    walked: HashSet<PathBuf>,
}

impl Walk {
    fn folder(&mut self, folder: &Path, id: &str) {
        match self.entries_of(folder) {
            Ok(None) => {}
            Ok(Some(entries)) => entries.iter().for_each(|entry| self.entry(entry, id)),
            Err(error) => {
                let id = if id.is_empty() { name::of_file(folder.as_os_str()) } else { id.to_owned() };
                let sentence = format!(
                    "cannot list the folder: {error}; check its permissions and those of its parent folders"
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
            _ if is_page_name(&name) => self.found.push(Input::File { id, path }),
            _ => {}
        }
    }
}

fn is_page_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    PAGE_EXTENSIONS.iter().any(|extension| name.ends_with(extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_names_are_recognized_in_any_case_and_with_gz() {
        for name in ["a.html", "a.HTM", "a.xhtml", "a.b.html.gz", "A.Html.GZ"] {
            assert!(is_page_name(name), "{name}");
        }
        for name in ["a.txt", "html", "a.html.zip", "a.gz", "a.html~"] {
            assert!(!is_page_name(name), "{name}");
        }
    }
}
