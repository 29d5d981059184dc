//! From the words typed on the command line to the list of pages. Folders are walked, nothing is read.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::bail;
use url::Url;

use super::{Input, STDIN, folder, name};

/// The pages of one run.
pub(crate) struct Listing {
    pub(crate) inputs: Vec<Input>,
    /// Whether the output has the form for several pages. A folder counts as several even if it holds one page, so
    /// that the form does not depend on what happens to be in it.
    pub(crate) several: bool,
}

/// The words typed, or standard input if there are none and it is no terminal.
///
/// # Errors
/// One line about what cannot be read.
pub(crate) fn typed(inputs: Vec<OsString>, stdin_is_terminal: bool) -> anyhow::Result<Vec<OsString>> {
    if inputs.is_empty() && stdin_is_terminal {
        bail!("no page given; name a file, a folder, an address or - for standard input (see --help)");
    }
    if inputs.iter().any(|input| input.is_empty()) {
        bail!("a page has an empty name; name a file, a folder, an address or - for standard input");
    }
    if inputs.iter().filter(|input| *input == STDIN).count() > 1 {
        bail!("standard input can be read only once; give - once");
    }
    if inputs.is_empty() { Ok(vec![STDIN.into()]) } else { Ok(inputs) }
}

pub(crate) fn list(typed: &[OsString]) -> Listing {
    let folders = typed.iter().any(|word| Path::new(word).is_dir());
    let inputs: Vec<Input> = typed.iter().flat_map(|word| inputs_of(word)).collect();
    Listing { several: folders || inputs.len() > 1, inputs }
}

fn inputs_of(word: &OsStr) -> Vec<Input> {
    let path = Path::new(word);
    if word == STDIN {
        vec![Input::Stdin]
    } else if let Some(input) = word.to_str().and_then(address) {
        vec![input]
    } else if path.is_dir() {
        folder::pages(path)
    } else {
        // An address that was not taken for one, such as git+ssh://…, may still hold a password.
        vec![Input::File { id: name::of_address(&name::of_file(word)), path: path.to_owned() }]
    }
}

/// The input for something of the form `scheme://…`.
fn address(word: &str) -> Option<Input> {
    let (scheme, _) = word.split_once("://")?;
    if ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return Some(web_address(word));
    }
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_scheme.then(|| Input::Refused {
        id: name::of_address(word),
        sentence: format!("addresses of the kind {scheme}:// cannot be fetched; use http, https or a file"),
    })
}

/// The input for an address of the web, which may be one in its beginning only.
fn web_address(word: &str) -> Input {
    let id = name::of_address(word);
    match Url::parse(word) {
        Ok(_) => Input::Url { id, address: word.to_owned() },
        Err(error) => {
            let sentence =
                format!("this is no whole address ({error}); write one such as https://example.org/news/");
            Input::Refused { id, sentence }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(word: &str) -> Vec<Input> {
        list(&[word.into()]).inputs
    }

    #[test]
    fn web_addresses_are_known_in_any_case() {
        let address = "HTTPS://me:secret@example.org/a".to_owned();
        let id = "HTTPS://me:***@example.org/a".to_owned();
        assert_eq!(inputs(&address), [Input::Url { id, address }]);
    }

    #[test]
    fn other_addresses_are_refused_and_not_taken_for_paths() {
        assert!(matches!(&inputs("ftp://example.org/a")[..], [Input::Refused { .. }]));
    }

    #[test]
    fn a_file_is_named_as_typed() {
        let expected = Input::File { id: "./a/../b.html".to_owned(), path: "./a/../b.html".into() };
        assert_eq!(inputs("./a/../b.html"), [expected]);
    }

    #[test]
    fn a_password_is_hidden_even_in_what_is_no_known_address() {
        for scheme in ["git+ssh", " http"] {
            let id = inputs(&format!("{scheme}://me:secret@example.org/a"))[0].id().to_owned();
            assert_eq!(id, format!("{scheme}://me:***@example.org/a"));
        }
    }

    #[test]
    fn one_folder_counts_as_several_pages() {
        assert!(list(&["tests".into()]).several);
        assert!(!list(&["Cargo.toml".into()]).several);
    }

    #[test]
    fn nothing_typed_means_standard_input_unless_it_is_a_terminal() {
        assert_eq!(typed(Vec::new(), false).unwrap(), ["-"]);
        assert!(typed(Vec::new(), true).is_err());
    }

    #[test]
    fn standard_input_typed_on_a_terminal_is_meant() {
        assert_eq!(typed(vec!["-".into()], true).unwrap(), ["-"]);
    }

    #[test]
    fn an_empty_name_is_refused() {
        assert!(typed(vec!["a.html".into(), "".into()], false).is_err());
    }

    #[test]
    fn standard_input_twice_is_refused() {
        assert!(typed(vec!["-".into(), "-".into()], false).is_err());
    }
}
