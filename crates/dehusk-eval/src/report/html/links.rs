//! Links from the report to pages, gold texts and cases: safe folder names, and URLs that stay valid whatever
//! characters an id contains.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use super::folder::CASES;
use crate::corpus::{Corpus, CorpusPage};

/// The links of one corpus.
#[derive(Debug)]
pub(super) struct CorpusLinks {
    /// The name of the folder with the cases of the corpus.
    pub(super) cases: String,
    /// A link from the folder of the report to the folder of the corpus. The link ends in `/`.
    pub(super) corpus: String,
    /// The pages of the corpus, by id.
    pub(super) pages: HashMap<String, PageLinks>,
}

#[derive(Debug)]
pub(super) struct PageLinks {
    /// The position of the page in the manifest, counted from 1.
    pub(super) number: usize,
    /// The URL of the page, if its scheme is http or https, so that it is safe to link to.
    pub(super) url: Option<String>,
}

impl CorpusLinks {
    /// The path of a case, relative to the folder of the report.
    pub(super) fn case(&self, number: usize) -> String {
        format!("{CASES}/{}/{number}.html", self.cases)
    }
}

/// The links of each corpus, for a report in `folder`.
pub(super) fn of_corpora(folder: &Path, corpora: &[Corpus]) -> Vec<CorpusLinks> {
    let folder = canonical(folder);
    let mut taken = HashSet::new();
    let links = |(index, corpus): (usize, &Corpus)| CorpusLinks {
        cases: folder_name(corpus.name(), index, &mut taken),
        corpus: link(&folder, &canonical(corpus.folder())),
        pages: corpus.pages().iter().enumerate().map(page_links).collect(),
    };
    corpora.iter().enumerate().map(links).collect()
}

fn page_links((index, page): (usize, &CorpusPage)) -> (String, PageLinks) {
    let is_web = |url: &&String| url.starts_with("http://") || url.starts_with("https://");
    let url = page.url.as_ref().filter(is_web).cloned();
    (page.id.clone(), PageLinks { number: index + 1, url })
}

/// The canonical path, or the path itself if it cannot be canonicalized.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The name of the corpus if it is safe and unique, ignoring case; otherwise a safe name derived from it and
/// its index.
fn folder_name(name: &str, index: usize, taken: &mut HashSet<String>) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let safe: String = name.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
    let is_free = safe == name && !safe.starts_with('.') && taken.insert(safe.to_lowercase());
    // Safe names contain no tilde, so the derived name is unique.
    if is_free { safe } else { format!("{}~{index}", safe.trim_start_matches('.')) }
}

/// A link from one path to another. It is relative if the paths have a common root, so that report and
/// corpora can be moved together.
fn link(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let mut link = if common == 0 { "file:///".to_owned() } else { "../".repeat(from.len() - common) };
    for component in to[common..].iter().filter(|it| !matches!(it, Component::RootDir)) {
        link += &encoded(component.as_os_str().as_encoded_bytes());
        link.push('/');
    }
    link
}

/// One component of a path, percent-encoded.
pub(super) fn encoded(part: &[u8]) -> String {
    let mut encoded = String::with_capacity(part.len());
    for byte in part {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(byte) {
            encoded.push(char::from(*byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_go_up_and_down_and_are_encoded() {
        for (from, to, expected) in [
            ("/a/report", "/a/corpora/x", "../corpora/x/"),
            ("/a", "/a/b", "b/"),
            ("/a/b", "/a", "../"),
            ("/r", "/c/a b#?%\"<é", "../c/a%20b%23%3F%25%22%3C%C3%A9/"),
        ] {
            assert_eq!(link(Path::new(from), Path::new(to)), expected);
        }
    }

    #[test]
    fn folders_of_cases_have_safe_and_unique_names() {
        let mut taken = HashSet::new();
        let names = ["daniel", "Daniel", "a b", "a_b", "..x", "é"];
        let folders: Vec<String> =
            names.iter().enumerate().map(|(index, name)| folder_name(name, index, &mut taken)).collect();
        assert_eq!(folders, ["daniel", "Daniel~1", "a_b~2", "a_b", "x~4", "_~5"]);
    }
}
