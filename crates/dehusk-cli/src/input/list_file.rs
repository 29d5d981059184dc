//! Reads a list of pages from a file: one address, file or folder per line.
//!
//! A line that names no page becomes a page that failed, so that nothing in the list is lost without a word.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use super::extensions::Extensions;
use super::list::{Listing, push_inputs, without_scheme};
use super::name;
use super::page_input::{Input, STDIN};

/// The maximum length of a line in bytes. Neither an address nor a path is longer. Chosen by hand.
const MAX_LINE_BYTES: usize = 16 << 10;

/// Lists the pages that a file names.
///
/// # Errors
/// If the file cannot be read, or is standard input although that is a page already (`stdin_is_page`).
pub(crate) fn list_in_file(
    file: &Path,
    extensions: &Extensions,
    stdin_is_page: bool,
) -> anyhow::Result<Listing> {
    if file.as_os_str() != STDIN {
        let cannot_read = || format!("cannot read the list {}; check its path", file.display());
        let lines = BufReader::new(File::open(file).with_context(cannot_read)?);
        return read_list(lines, &name::of_file(file.as_os_str()), extensions).with_context(cannot_read);
    }
    if stdin_is_page {
        bail!("standard input can be read only once; give - only once");
    }
    read_list(io::stdin().lock(), STDIN, extensions).context("cannot read the list on standard input")
}

/// The bytes of a list of paths.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn read_list_file(file: &Path) -> anyhow::Result<Vec<u8>> {
    if file.as_os_str() != STDIN {
        return std::fs::read(file)
            .with_context(|| format!("cannot read the list {}; check its path", file.display()));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).context("cannot read the list on standard input")?;
    Ok(bytes)
}

/// The paths in a list, one per line. Empty lines and comments are skipped.
///
/// # Errors
/// If a line is not UTF-8 or too long.
pub(crate) fn paths_in_list(mut bytes: &[u8], file: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut paths, mut line, mut number) = (Vec::new(), Vec::new(), 0);
    while read_line(&mut bytes, &mut line)? {
        number += 1;
        let Some(text) = content(&line, number) else { continue };
        let text = as_text(text).map_err(|sentence| anyhow!("{}:{number}: {sentence}", file.display()))?;
        paths.push(text.into());
    }
    Ok(paths)
}

fn read_list(mut lines: impl BufRead, name: &str, extensions: &Extensions) -> io::Result<Listing> {
    let mut listing = Listing { inputs: Vec::new(), several: true, skipped: Vec::new() };
    let (mut line, mut number) = (Vec::new(), 0);
    while read_line(&mut lines, &mut line)? {
        number += 1;
        let Some(text) = content(&line, number) else { continue };
        match checked(text) {
            Ok(text) => push_inputs(OsStr::new(text), extensions, &mut listing),
            Err(sentence) => {
                listing.inputs.push(Input::Refused { id: format!("{name}:{number}"), sentence });
            }
        }
    }
    Ok(listing)
}

/// What a line names. None if it is empty or a comment. Lines are counted from 1.
pub(super) fn content(line: &[u8], number: usize) -> Option<&[u8]> {
    let text = line.strip_prefix(b"\xEF\xBB\xBF").filter(|_| number == 1).unwrap_or(line).trim_ascii();
    (!text.is_empty() && !text.starts_with(b"#")).then_some(text)
}

/// Reads a line into `line`, but at most one byte more than [`MAX_LINE_BYTES`] of it. Returns false at the end.
fn read_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = lines.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', line)?;
    if read > MAX_LINE_BYTES && !line.ends_with(b"\n") {
        lines.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

fn as_text(line: &[u8]) -> Result<&str, String> {
    if line.len() > MAX_LINE_BYTES {
        return Err(format!(
            "the line has more than {MAX_LINE_BYTES} bytes, so it is not an address or a path"
        ));
    }
    str::from_utf8(line).map_err(|_| "the line is not UTF-8; save the list as UTF-8".to_owned())
}

/// The line as text that may name a page.
fn checked(line: &[u8]) -> Result<&str, String> {
    let text = as_text(line)?;
    if text == STDIN {
        return Err("standard input cannot be in a list".to_owned());
    }
    match refusal(text) {
        // Whether there is such a file is not asked of every address.
        Some(sentence) if !Path::new(text).exists() => Err(sentence),
        _ => Ok(text),
    }
}

/// Why a text names no page, unless it is the name of a file. None for an address.
fn refusal(text: &str) -> Option<String> {
    match without_scheme(text) {
        _ if text.starts_with(['"', '\'']) => {
            Some(format!("{text:?} begins with a quotation mark; remove it"))
        }
        _ if text.contains('\t') => {
            Some(format!("{text:?} has more than one column; keep that of the addresses"))
        }
        Some(complete) => {
            Some(format!("{text:?} is neither an address nor a file; if it is an address, write {complete}"))
        }
        None if !text.contains("://") => Some(format!(
            "{text:?} is neither an address nor a file; addresses begin with https:// or http://"
        )),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &[u8]) -> Vec<Input> {
        read_list(text, "urls.txt", &Extensions::default()).unwrap().inputs
    }

    #[test]
    fn every_line_becomes_a_page() {
        let found = list(
            b"\xEF\xBB\xBF https://a.example/x \r\n\n# comment\nCargo.toml\nhttp://[\nhttps://b.example/",
        );
        let ids: Vec<&str> = found.iter().map(Input::id).collect();
        assert_eq!(ids, ["https://a.example/x", "Cargo.toml", "http://[", "https://b.example/"]);
        assert!(matches!(
            &found[..],
            [Input::Url { .. }, Input::File { .. }, Input::Refused { .. }, Input::Url { .. }]
        ));
    }

    #[test]
    fn lines_that_are_nearly_addresses_have_advice() {
        for (line, advice) in [
            ("example.org/a", "write https://example.org/a"),
            ("localhost:8080/a", "write http://localhost:8080/a"),
            ("\"https://a.example/\"", "remove it"),
            ("https://a.example/\ttitle", "keep that of the addresses"),
            ("nothing", "addresses begin with https://"),
        ] {
            let found = list(line.as_bytes());
            let [Input::Refused { sentence, .. }] = &found[..] else { panic!("{found:?}") };
            assert!(sentence.contains(advice), "{sentence}");
        }
    }

    #[test]
    fn bad_lines_are_named_by_their_number() {
        let long = [b"a".repeat(3 * MAX_LINE_BYTES), b"\n".to_vec()].concat();
        let text = [&b"example.org/a\n"[..], &long, b"-\n\xFF\nhttps://a.example/"].concat();
        let expected = ["neither an address", "more than", "standard input", "not UTF-8"];
        let found = list(&text);
        assert_eq!(found.len(), 5);
        for (number, (input, words)) in found.iter().zip(expected).enumerate() {
            let Input::Refused { id, sentence } = input else { panic!("{input:?}") };
            assert_eq!(*id, format!("urls.txt:{}", number + 1));
            assert!(sentence.contains(words), "{sentence}");
        }
    }
}
