//! Turns the arguments of the command line into a list of pages. Folders are listed, but no page is read.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::bail;
use url::Url;

use super::extensions::Extensions;
use super::page_input::{Input, STDIN};
use super::{folder, name};

/// The pages of one run.
pub(crate) struct Listing {
    pub(crate) inputs: Vec<Input>,
    /// Whether the output is formatted for several pages. A folder counts as several pages even if it contains only one, so that
    /// the format does not depend on its contents.
    pub(crate) several: bool,
    /// Sentences about files of folders that are not read.
    pub(crate) skipped: Vec<String>,
}

impl Listing {
    /// A list of one page.
    pub(crate) fn of_one(input: Input) -> Listing {
        Listing { inputs: vec![input], several: false, skipped: Vec::new() }
    }

    /// The number of addresses.
    pub(crate) fn addresses(&self) -> usize {
        self.inputs.iter().filter(|input| matches!(input, Input::Url { .. })).count()
    }

    /// Appends another list. The pages of a list in a file count as several.
    pub(crate) fn add(&mut self, other: Listing) {
        self.inputs.extend(other.inputs);
        self.skipped.extend(other.skipped);
        self.several = true;
    }
}

/// Returns the arguments, or standard input if there are none and it is not a terminal.
///
/// # Errors
/// If the arguments are invalid.
pub(crate) fn arguments_or_stdin(
    arguments: Vec<OsString>,
    stdin_is_terminal: bool,
) -> anyhow::Result<Vec<OsString>> {
    if arguments.is_empty() && stdin_is_terminal {
        bail!("no page given; name a file, a folder, an address, or - for standard input (see --help)");
    }
    if arguments.iter().any(|argument| argument.is_empty()) {
        bail!("a page has an empty name; name a file, a folder, an address, or - for standard input");
    }
    if arguments.iter().filter(|argument| *argument == STDIN).count() > 1 {
        bail!("standard input can be read only once; give - only once");
    }
    if arguments.is_empty() { Ok(vec![STDIN.into()]) } else { Ok(arguments) }
}

/// Lists the pages of the arguments.
pub(crate) fn list(arguments: &[OsString], extensions: &Extensions) -> Listing {
    let mut listing = Listing { inputs: Vec::new(), several: false, skipped: Vec::new() };
    arguments.iter().for_each(|argument| push_inputs(argument, extensions, &mut listing));
    listing.several |= listing.inputs.len() > 1;
    listing
}

/// Adds the pages of an argument.
pub(super) fn push_inputs(argument: &OsStr, extensions: &Extensions, listing: &mut Listing) {
    let path = Path::new(argument);
    if argument == STDIN {
        listing.inputs.push(Input::Stdin);
    } else if let Some(input) = argument.to_str().and_then(address) {
        listing.inputs.push(input);
    } else if path.is_dir() {
        listing.several = true;
        let found = folder::pages(path, extensions);
        listing.inputs.extend(found.inputs);
        listing.skipped.extend(found.skipped);
    } else if let Some(complete) = argument.to_str().filter(|_| !path.exists()).and_then(without_scheme) {
        let sentence = format!("there is no such file; if it is an address, write {complete}");
        listing.inputs.push(Input::Refused { id: name::of_address(&name::of_file(argument)), sentence });
    } else {
        // An address of an unknown scheme, such as git+ssh://…, may still contain a password.
        let id = name::of_address(&name::of_file(argument));
        listing.inputs.push(Input::File { id, path: path.to_owned() });
    }
}

/// The address that an argument would be with its scheme, if it begins with a host name.
pub(super) fn without_scheme(argument: &str) -> Option<String> {
    // Servers on the own machine seldom have a certificate.
    let scheme = if is_own_machine(argument) { "http" } else { "https" };
    begins_with_host(argument).then(|| format!("{scheme}://{argument}"))
}

/// Whether an argument begins with a host name, as addresses without `https://` do. The name of a file may look the same.
fn begins_with_host(argument: &str) -> bool {
    /// Ends of file names that are no top-level domains.
    const EXTENSIONS: [&str; 12] =
        ["html", "htm", "xhtml", "gz", "warc", "txt", "md", "json", "jsonl", "xml", "php", "mhtml"];
    if is_own_machine(argument) {
        return true;
    }
    let (host, path) = argument.split_once(['/', '?', '#']).unwrap_or((argument, ""));
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    let Some((rest, last)) = host.rsplit_once('.') else { return false };
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-') && !label.starts_with('-')
    };
    let is_extension = path.is_empty() && EXTENSIONS.contains(&last.to_ascii_lowercase().as_str());
    rest.split('.').all(is_label) && last.len() > 1 && last.chars().all(char::is_alphabetic) && !is_extension
}

/// Whether an argument begins with `localhost` and a port or a path, or with an IPv4 address.
fn is_own_machine(argument: &str) -> bool {
    let host = argument.split(['/', '?', '#', ':']).next().unwrap_or("");
    let has_more = host.len() < argument.len();
    (host.eq_ignore_ascii_case("localhost") && has_more) || host.parse::<std::net::Ipv4Addr>().is_ok()
}

/// The input for an argument of the form `scheme://…`.
fn address(argument: &str) -> Option<Input> {
    let (scheme, _) = argument.split_once("://")?;
    if ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return Some(web_address(argument));
    }
    if scheme.eq_ignore_ascii_case("file") {
        return Some(file_address(argument));
    }
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_scheme.then(|| Input::Refused {
        id: name::of_address(argument),
        sentence: format!("addresses with {scheme}:// cannot be fetched; use http, https or a file"),
    })
}

/// An address of a file, which is refused, because a path is not written as an address.
fn file_address(argument: &str) -> Input {
    let path = Url::parse(argument).ok().and_then(|url| url.to_file_path().ok());
    let path = path.map_or_else(|| "its path".to_owned(), |path| path.display().to_string());
    Input::Refused {
        id: name::of_address(argument),
        sentence: format!("a file is not named by an address; write {path}"),
    }
}

/// The input for a web address, which may still be invalid.
fn web_address(argument: &str) -> Input {
    let id = name::of_address(argument);
    match Url::parse(argument) {
        Ok(_) => Input::Url { id, address: argument.to_owned() },
        Err(error) => {
            let sentence = format!(
                "the address is invalid ({error}); write a complete address such as https://example.org/news/"
            );
            Input::Refused { id, sentence }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(word: &str) -> Vec<Input> {
        list(&[word.into()], &Extensions::default()).inputs
    }

    #[test]
    fn hosts_without_a_scheme_are_told_from_files() {
        for host in ["example.org", "www.example.org/news/a.html", "example.org:8080/x", "bücher.example?a=b"]
        {
            assert!(begins_with_host(host), "{host}");
        }
        for file in
            ["page.html", "dir/page.html", "../example.org", "page", "a.b/c", "page.html.gz", ".html", "v1.2"]
        {
            assert!(!begins_with_host(file), "{file}");
        }
    }

    #[test]
    fn web_addresses_are_recognized_in_any_case() {
        let address = "HTTPS://me:secret@example.org/a".to_owned();
        let id = "HTTPS://me:***@example.org/a".to_owned();
        assert_eq!(inputs(&address), [Input::Url { id, address }]);
    }

    #[test]
    fn addresses_of_other_schemes_are_refused() {
        assert!(matches!(&inputs("ftp://example.org/a")[..], [Input::Refused { .. }]));
    }

    #[test]
    fn the_id_of_a_file_is_its_path_as_typed() {
        let expected = Input::File { id: "./a/../b.html".to_owned(), path: "./a/../b.html".into() };
        assert_eq!(inputs("./a/../b.html"), [expected]);
    }

    #[test]
    fn passwords_are_hidden_in_addresses_of_unknown_schemes() {
        for scheme in ["git+ssh", " http"] {
            let id = inputs(&format!("{scheme}://me:secret@example.org/a"))[0].id().to_owned();
            assert_eq!(id, format!("{scheme}://me:***@example.org/a"));
        }
    }

    #[test]
    fn a_folder_counts_as_several_pages() {
        let several = |word: &str| list(&[word.into()], &Extensions::default()).several;
        assert!(several("tests") && !several("Cargo.toml"));
    }

    #[test]
    fn no_arguments_mean_standard_input_unless_it_is_a_terminal() {
        assert_eq!(arguments_or_stdin(Vec::new(), false).unwrap(), ["-"]);
        assert!(arguments_or_stdin(Vec::new(), true).is_err());
    }

    #[test]
    fn a_dash_means_standard_input_even_on_a_terminal() {
        assert_eq!(arguments_or_stdin(vec!["-".into()], true).unwrap(), ["-"]);
    }

    #[test]
    fn an_empty_name_is_refused() {
        assert!(arguments_or_stdin(vec!["a.html".into(), "".into()], false).is_err());
    }

    #[test]
    fn standard_input_twice_is_refused() {
        assert!(arguments_or_stdin(vec!["-".into(), "-".into()], false).is_err());
    }
}
