//! The pages beneath a folder, in the order of their path components. Symbolic links are followed, but never back
//! into a folder that the link lies in.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use super::Input;

/// The endings of pages; each also with `.gz`.
const PAGE_ENDINGS: [&str; 3] = [".html", ".htm", ".xhtml"];

/// Every page beneath `folder`. What cannot be listed is in the list too, as refused.
pub(crate) fn pages(folder: &Path) -> Vec<Input> {
    let mut walk = Walk::default();
    walk.folder(folder, "");
    if walk.found.is_empty() {
        let sentence = "the folder holds no .html, .htm or .xhtml file; give the files by name".to_owned();
        walk.found.push(Input::Refused { id: folder.to_string_lossy().into_owned(), sentence });
    }
    walk.found
}

#[derive(Default)]
struct Walk {
    found: Vec<Input>,
    /// The real paths of the folders that we are in, outermost first.
    inside: Vec<PathBuf>,
}

impl Walk {
    fn folder(&mut self, folder: &Path, id: &str) {
        match self.real_path_and_entries(folder) {
            Ok(None) => {}
            Ok(Some((real_path, entries))) => {
                self.inside.push(real_path);
                entries.iter().for_each(|entry| self.entry(entry, id));
                self.inside.pop();
            }
            Err(error) => {
                let id = if id.is_empty() { folder.to_string_lossy().into_owned() } else { id.to_owned() };
                let sentence = format!("cannot list this folder: {error}");
                self.found.push(Input::Refused { id, sentence });
            }
        }
    }

    /// None when a link has led back to a folder that we are in.
    fn real_path_and_entries(&self, folder: &Path) -> io::Result<Option<(PathBuf, Vec<DirEntry>)>> {
        let real_path = fs::canonicalize(folder)?;
        if self.inside.contains(&real_path) {
            return Ok(None);
        }
        let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<DirEntry>>>()?;
        entries.sort_by_key(DirEntry::file_name);
        Ok(Some((real_path, entries)))
    }

    fn entry(&mut self, entry: &DirEntry, parent_id: &str) {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let id = if parent_id.is_empty() { name.clone() } else { format!("{parent_id}/{name}") };
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => self.folder(&path, &id),
            // Pipes, sockets and devices would block.
            Ok(metadata) if !metadata.is_file() => {}
            // What has no metadata, a dangling link for one, is reported when it is read.
            _ if is_page_name(&name) => self.found.push(Input::File { id, path }),
            _ => {}
        }
    }
}

fn is_page_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    PAGE_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_names_are_known_in_any_case_and_packed() {
        for name in ["a.html", "a.HTM", "a.xhtml", "a.b.html.gz", "A.Html.GZ"] {
            assert!(is_page_name(name), "{name}");
        }
        for name in ["a.txt", "html", "a.html.zip", "a.gz", "a.html~"] {
            assert!(!is_page_name(name), "{name}");
        }
    }
}
