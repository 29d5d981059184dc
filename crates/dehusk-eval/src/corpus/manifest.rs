//! `manifest.jsonl`: one line per page. Reads and checks the lines, not the files that they name.

use std::collections::HashMap;
use std::path::Path;

use url::Url;

use super::files::{self, MANIFEST};
use super::page::CorpusPage;
use crate::error::Error;
use crate::jsonl;

pub(super) struct Manifest {
    pub(super) bytes: Vec<u8>,
    pub(super) pages: Vec<CorpusPage>,
}

pub(super) fn read(folder: &Path) -> Result<Manifest, Error> {
    let path = folder.join(MANIFEST);
    if !path.is_file() {
        let folder = folder.display();
        return Err(Error::new(format!(
            "{folder} has no {MANIFEST}; a corpus is a folder with {MANIFEST}, pages/<id>.html and gold/<id>.txt"
        )));
    }
    let bytes = files::read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    let pages = pages(&text)
        .map_err(|(line, problem)| Error::new(format!("{}:{line}: {problem}", path.display())))?;
    if pages.is_empty() {
        return Err(Error::new(format!("{} lists no pages; add a line for each page", path.display())));
    }
    Ok(Manifest { bytes, pages })
}

/// Parses the lines of the manifest. The error is the number of the first invalid line and what is wrong with
/// it.
fn pages(text: &str) -> Result<Vec<CorpusPage>, (usize, String)> {
    let mut pages = Vec::new();
    let mut lines = HashMap::new();
    for (number, line) in jsonl::numbered(text) {
        let page = page(line).map_err(|problem| (number, problem))?;
        if let Some(earlier) = lines.insert(page.id.clone(), number) {
            return Err((
                number,
                format!("page {:?} is also on line {earlier}; remove one of them", page.id),
            ));
        }
        pages.push(page);
    }
    Ok(pages)
}

fn page(line: &str) -> Result<CorpusPage, String> {
    let page: CorpusPage =
        serde_json::from_str(line).map_err(|error| format!("this line does not describe a page: {error}"))?;
    check_id(&page.id)?;
    let site = page.site.clone().or_else(|| page.url.as_deref().and_then(host));
    let site = site.map(|site| site.strip_prefix("www.").unwrap_or(&site).to_owned());
    Ok(CorpusPage { site, ..page })
}

/// Checks that an id can be part of a file name: it must stay inside its folder and on one line.
fn check_id(id: &str) -> Result<(), String> {
    if id.is_empty() {
        return Err("the id of the page is empty; ids are used as file names".to_owned());
    }
    if id.contains(['/', '\\']) || id.chars().any(char::is_control) {
        return Err(format!(
            "the id {id:?} cannot be a file name; use one without /, \\ and control characters"
        ));
    }
    Ok(())
}

/// The host of a URL, normalized as browsers do.
fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().filter(|host| !host.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_found_in_all_common_forms_of_urls() {
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
    fn errors_name_the_first_invalid_line() {
        for (text, line, problem) in [
            ("{\"id\":\"a\"}\n\n{\"id\":\"a\"}", 3, "also on line 1"),
            ("{\"id\":\"a\"}\n{\"id\":\"../a\"}", 2, "cannot be a file name"),
            ("{\"id\":\"\"}", 1, "id of the page is empty"),
            ("{\"url\":\"x\"}", 1, "missing field `id`"),
            ("nonsense", 1, "does not describe a page"),
            ("{\"id\":\"a\",\"must\":\"text\"}", 1, "expected a sequence"),
        ] {
            let (number, message) = pages(text).unwrap_err();
            assert!(number == line && message.contains(problem), "{number}: {message}");
        }
    }
}
