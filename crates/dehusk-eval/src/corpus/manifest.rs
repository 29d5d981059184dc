//! `manifest.jsonl`: a line per page. Reads and checks the lines, not the files they name.

use std::collections::HashMap;
use std::path::Path;

use url::Url;

use super::{CorpusPage, files};
use crate::error::Error;
use crate::jsonl;

/// Its name in every corpus folder.
pub(super) const NAME: &str = "manifest.jsonl";

pub(super) struct Manifest {
    pub(super) bytes: Vec<u8>,
    pub(super) pages: Vec<CorpusPage>,
}

pub(super) fn read(folder: &Path) -> Result<Manifest, Error> {
    let path = folder.join(NAME);
    if !path.is_file() {
        let folder = folder.display();
        return Err(Error::new(format!(
            "{folder} has no {NAME}; a corpus is a folder with {NAME}, pages/<id>.html and gold/<id>.txt"
        )));
    }
    let bytes = files::read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    let pages =
        pages(&text).map_err(|(line, what)| Error::new(format!("{}:{line}: {what}", path.display())))?;
    if pages.is_empty() {
        return Err(Error::new(format!("{} names no page; add a line per page", path.display())));
    }
    Ok(Manifest { bytes, pages })
}

/// The pages, or the number of the first bad line and what is wrong with it.
fn pages(text: &str) -> Result<Vec<CorpusPage>, (usize, String)> {
    let mut pages = Vec::new();
    let mut lines = HashMap::new();
    for (number, line) in jsonl::numbered(text) {
        let page = page(line).map_err(|what| (number, what))?;
        if let Some(earlier) = lines.insert(page.id.clone(), number) {
            return Err((number, format!("page {:?} is also on line {earlier}; leave one of them", page.id)));
        }
        pages.push(page);
    }
    Ok(pages)
}

fn page(line: &str) -> Result<CorpusPage, String> {
    let page: CorpusPage =
        serde_json::from_str(line).map_err(|error| format!("this line is not a page's object: {error}"))?;
    check_id(&page.id)?;
    let site = page.site.clone().or_else(|| page.url.as_deref().and_then(host));
    let site = site.map(|site| site.strip_prefix("www.").unwrap_or(&site).to_owned());
    Ok(CorpusPage { site, ..page })
}

/// An id is part of file names: it must stay inside its folder and on one line.
fn check_id(id: &str) -> Result<(), String> {
    if id.is_empty() {
        return Err("a page has an empty id; ids name files".to_owned());
    }
    if id.contains(['/', '\\']) || id.chars().any(char::is_control) {
        return Err(format!(
            "the id {id:?} names no plain file; use one without / \\ and control characters"
        ));
    }
    Ok(())
}

/// The host of an address, as browsers write it.
fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().filter(|host| !host.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_found_in_every_common_form() {
        for (url, expected) in [
            ("https://www.Example.org/a?b=c://d", Some("www.example.org")),
            ("http://user:word@example.org:8080", Some("example.org")),
            ("http://example.org?q", Some("example.org")),
            ("example.org/a", None),
            ("file:///a", None),
        ] {
            assert_eq!(host(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn the_first_bad_line_is_numbered() {
        for (text, line, what) in [
            ("{\"id\":\"a\"}\n\n{\"id\":\"a\"}", 3, "also on line 1"),
            ("{\"id\":\"a\"}\n{\"id\":\"../a\"}", 2, "no plain file"),
            ("{\"id\":\"\"}", 1, "empty id"),
            ("{\"url\":\"x\"}", 1, "missing field `id`"),
            ("nonsense", 1, "not a page's object"),
            ("{\"id\":\"a\",\"must\":\"text\"}", 1, "expected a sequence"),
        ] {
            let (number, message) = pages(text).unwrap_err();
            assert!(number == line && message.contains(what), "{number}: {message}");
        }
    }
}
