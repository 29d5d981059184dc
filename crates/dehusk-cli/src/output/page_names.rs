//! The names of output files with one page each, made of the paths and addresses of the pages.
//!
//! A page of a folder keeps its place in the folder, and a page of the web is below the name of its host. Named files are placed
//! relative to the folder that all of them are in.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;
use url::{Position, Url};

use crate::input::{Input, name_of_file, without_page_extension};

/// The maximum length of a part of a name in bytes. File systems allow 255; the rest is for a number, the extension and the
/// prefix of unfinished files.
const MAX_PART_BYTES: usize = 200;
/// The name of a page whose address ends with a slash.
const INDEX: &str = "index";
/// Characters that names of files may not have on some system.
const RESERVED: [char; 9] = ['<', '>', ':', '"', '/', '\\', '|', '?', '*'];

/// The paths of the output files of all inputs, relative to their folder and all different, also where case makes no difference.
pub(super) fn of(inputs: &[Input], extension: &str) -> Vec<PathBuf> {
    let common = common_folder(inputs.iter().filter_map(named_file));
    let parts: Vec<Vec<String>> = inputs.iter().map(|input| parts_of(input, &common)).collect();
    let mut names = Names::default();
    for parts in &parts {
        names.folders.extend((1..parts.len()).map(|length| key(&parts[..length].join("/"))));
    }
    parts.iter().map(|parts| names.unique(&parts.join("/"), extension)).collect()
}

/// The names so far, in lower case.
#[derive(Default)]
struct Names {
    folders: HashSet<String>,
    /// With the number of the last one that would have had the same name.
    files: HashMap<String, usize>,
}

impl Names {
    /// A name that no other file has: with a number if necessary.
    fn unique(&mut self, stem: &str, extension: &str) -> PathBuf {
        let mut number = self.files.get(&key(stem)).copied().unwrap_or(0);
        loop {
            number += 1;
            let numbered = if number == 1 { stem.to_owned() } else { format!("{stem}-{number}") };
            let name = format!("{numbered}.{extension}");
            let is_free = number == 1 || !self.files.contains_key(&key(&numbered));
            if is_free && !self.folders.contains(&key(&name)) {
                self.files.insert(key(stem), number);
                self.files.entry(key(&numbered)).or_insert(1);
                return name.into();
            }
        }
    }
}

fn key(name: &str) -> String {
    name.to_lowercase()
}

/// The path of a file that was named itself, and not found in a folder.
fn named_file(input: &Input) -> Option<&Path> {
    match input {
        Input::File { id, path } if *id == name_of_file(path.as_os_str()) => Some(path),
        _ => None,
    }
}

/// The innermost folder that all these files are in.
fn common_folder<'p>(files: impl Iterator<Item = &'p Path>) -> PathBuf {
    let parent = |path: &'p Path| path.parent().unwrap_or(Path::new(""));
    let mut folders = files.map(parent);
    let Some(mut common) = folders.next() else { return PathBuf::new() };
    for folder in folders {
        while !folder.starts_with(common) {
            common = parent(common);
        }
    }
    common.to_owned()
}

/// The folders and the name of a page, without an extension.
fn parts_of(input: &Input, common: &Path) -> Vec<String> {
    let mut parts: Vec<String> = match input {
        _ if named_file(input).is_some_and(|path| path.starts_with(common)) => {
            let inside = named_file(input).and_then(|path| path.strip_prefix(common).ok());
            inside.unwrap_or(Path::new("")).components().filter_map(normal).map(name_of_file).collect()
        }
        Input::File { id, .. } => id.split('/').map(str::to_owned).collect(),
        Input::Stdin => vec!["stdin".to_owned()],
        Input::Url { .. } | Input::InMemory { .. } | Input::Refused { .. } => {
            let address = input.address().and_then(|address| Url::parse(address).ok());
            address.map_or_else(|| vec![input.id().to_owned()], |url| parts_of_address(&url))
        }
    };
    let name = parts.pop().unwrap_or_default();
    parts.push(without_page_extension(&name).to_owned());
    parts.iter().map(|part| safe(part)).collect()
}

fn normal(component: Component<'_>) -> Option<&OsStr> {
    if let Component::Normal(name) = component { Some(name) } else { None }
}

/// The host, the folders and the name with the query.
fn parts_of_address(url: &Url) -> Vec<String> {
    let decoded = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
    let mut parts = vec![url[Position::BeforeHost..Position::AfterPort].to_owned()];
    let path = url.path_segments().into_iter().flatten().map(decoded);
    let mut path: Vec<String> = path.collect();
    let name = path.pop().filter(|name| !name.is_empty()).unwrap_or_else(|| INDEX.to_owned());
    parts.extend(path.into_iter().filter(|part| !part.is_empty()));
    parts.push(match url.query() {
        Some(query) => format!("{}?{}", without_page_extension(&name), decoded(query)),
        None => name,
    });
    parts
}

/// A part of a path that is allowed everywhere, is not hidden and leads out of no folder.
fn safe(part: &str) -> String {
    let replaced = |c: char| if c.is_control() || RESERVED.contains(&c) { '-' } else { c };
    let mut safe: String = part.chars().map(replaced).collect();
    safe.truncate(safe.floor_char_boundary(MAX_PART_BYTES));
    let trimmed = safe.trim_end_matches(['.', ' ']);
    match trimmed.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None if trimmed.is_empty() => "_".to_owned(),
        None => trimmed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(inputs: &[Input]) -> Vec<String> {
        of(inputs, "md").into_iter().map(|name| name.to_string_lossy().into_owned()).collect()
    }

    fn file(id: &str, path: &str) -> Input {
        Input::File { id: id.to_owned(), path: path.into() }
    }

    fn url(address: &str) -> Input {
        Input::Url { id: address.to_owned(), address: address.to_owned() }
    }

    #[test]
    fn pages_of_a_folder_keep_their_places() {
        let inputs = [file("a.html", "crawl/a.html"), file("b/a.htm.gz", "crawl/b/a.htm.gz"), Input::Stdin];
        assert_eq!(names(&inputs), ["a.md", "b/a.md", "stdin.md"]);
    }

    #[test]
    fn named_files_are_placed_in_what_they_have_in_common() {
        let named = |paths: &[&str]| names(&paths.iter().map(|path| file(path, path)).collect::<Vec<_>>());
        assert_eq!(named(&["/home/me/x/a.html"]), ["a.md"]);
        assert_eq!(named(&["site/x/a.html", "site/y/a.html"]), ["x/a.md", "y/a.md"]);
        assert_eq!(named(&["../a.html", "b/a.html"]), ["a.md", "b/a.md"]);
    }

    #[test]
    fn addresses_are_below_their_hosts() {
        let inputs = [
            url("https://mill.example/"),
            url("https://mill.example/news/a.html"),
            url("http://127.0.0.1:8080/a/%2e%2e/b%2Fc"),
            url("https://mill.example/view.html?id=3&p=%E0%B8%81"),
        ];
        let expected = ["index.md", "news/a.md"].map(|name| format!("mill.example/{name}"));
        assert_eq!(names(&inputs)[..2], expected);
        assert_eq!(names(&inputs)[2..], ["127.0.0.1-8080/b-c.md", "mill.example/view-id=3&p=ก.md"]);
    }

    #[test]
    fn every_file_has_a_name_of_its_own() {
        let inputs = [
            url("https://a.example/B"),
            url("https://a.example/b"),
            url("https://a.example/b-2"),
            url("https://a.example/b"),
            url("https://a.example/c.md/d"),
            url("https://a.example/c"),
        ];
        let expected = ["B.md", "b-2.md", "b-2-2.md", "b-3.md", "c.md/d.md", "c-2.md"];
        assert_eq!(names(&inputs), expected.map(|name| format!("a.example/{name}")));
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let refused = Input::Refused { id: "../../etc/x".to_owned(), sentence: String::new() };
        assert_eq!(names(&[refused, file("../../a.html", "../../b.html")]), ["_.-..-etc-x.md", "_/_/a.md"]);
        assert!(safe(&"ก".repeat(300)).len() <= MAX_PART_BYTES);
        assert_eq!((safe("a. ."), safe(" ."), safe("a:b\n")), ("a".into(), "_".into(), "a-b-".into()));
    }
}
