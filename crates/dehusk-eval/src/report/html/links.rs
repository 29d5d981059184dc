//! Where pages, gold texts and cases are, seen from the report: names of folders, and links that no id can break.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use super::folder::CASES;
use crate::corpus::{Corpus, CorpusPage};

/// What the report knows of a corpus besides its facts.
#[derive(Debug)]
pub(super) struct Place {
    /// The name of its folder of cases.
    pub(super) name: String,
    /// A link to the folder of the corpus, from the folder of the report; it ends in `/`.
    pub(super) link: String,
    /// Its pages by their ids.
    pub(super) pages: HashMap<String, PagePlace>,
}

#[derive(Debug)]
pub(super) struct PagePlace {
    /// Its place in the manifest, from 1.
    pub(super) number: usize,
    /// Its address, if it is one that a browser may be sent to.
    pub(super) url: Option<String>,
}

impl Place {
    /// The file of a case, in the folder of the report.
    pub(super) fn case(&self, number: usize) -> String {
        format!("{CASES}/{}/{number}.html", self.name)
    }
}

/// One place per corpus.
pub(super) fn places(folder: &Path, corpora: &[Corpus]) -> Vec<Place> {
    let folder = whole(folder);
    let mut taken = HashSet::new();
    let place = |(index, corpus): (usize, &Corpus)| Place {
        name: folder_name(corpus.name(), index, &mut taken),
        link: link(&folder, &whole(corpus.folder())),
        pages: corpus.pages().iter().enumerate().map(page_place).collect(),
    };
    corpora.iter().enumerate().map(place).collect()
}

fn page_place((index, page): (usize, &CorpusPage)) -> (String, PagePlace) {
    let is_web = |url: &&String| url.starts_with("http://") || url.starts_with("https://");
    let url = page.url.as_ref().filter(is_web).cloned();
    (page.id.clone(), PagePlace { number: index + 1, url })
}

/// The path without links and dots; as it is where the system cannot tell.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The name of a corpus where it is plain, else a plain name that no other corpus has, letter case aside.
fn folder_name(name: &str, index: usize, taken: &mut HashSet<String>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let is_free = plain == name && !plain.starts_with('.') && taken.insert(plain.to_lowercase());
    // No plain name has a tilde.
    if is_free { plain } else { format!("{}~{index}", plain.trim_start_matches('.')) }
}

/// A relative link where there is a way, so that report and corpora can be moved together.
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

/// One part of a path as an address has it.
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
    fn folders_of_cases_have_plain_names_of_their_own() {
        let mut taken = HashSet::new();
        let names = ["daniel", "Daniel", "a b", "a_b", "..x", "é"];
        let folders: Vec<String> =
            names.iter().enumerate().map(|(index, name)| folder_name(name, index, &mut taken)).collect();
        assert_eq!(folders, ["daniel", "Daniel~1", "a_b~2", "a_b", "x~4", "_~5"]);
    }
}
