//! The options that say which pages are read, for the subcommands that read many.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use dehusk::source::{EncodingOrigin, Source};

use crate::input::{self, Extensions, Listing};

/// The heading of the options that say what is read.
pub(crate) const READING: &str = "Reading pages";

/// The inputs, as typed.
#[derive(Args)]
pub(crate) struct InputArgs {
    /// Files, folders, http(s) addresses, or - for standard input
    ///
    /// Folders are read recursively; symbolic links are followed, but no folder is read twice. Without
    /// arguments, standard input is read unless it is a terminal
    #[arg(value_name = "PATH|URL|-")]
    pub(crate) inputs: Vec<OsString>,

    /// Also read the pages in this list
    ///
    /// It has one address, file or folder per line. Empty lines and lines that start with # are skipped; -
    /// means standard input [default: no list]
    #[arg(long, value_name = "FILE", help_heading = READING)]
    pub(crate) input_file: Option<PathBuf>,

    /// Also read files with these extensions in folders
    ///
    /// Separate them by commas: php,txt. `none` means files without an extension; `all` or '*' all files;
    /// 'page-*' files with such names (? stands for one character) [default: only .html, .htm, .xhtml, .mhtml
    /// and .mht, each also with .gz]
    #[arg(long, value_name = "EXT", value_delimiter = ',', help_heading = READING, hide_short_help = true)]
    pub(crate) ext: Vec<String>,

    /// Encoding of the pages, such as utf-8 or windows-1251
    ///
    /// It is believed instead of what servers and pages say, except for a byte order mark. The field `encoding_origin` is then
    /// http [default: by byte order mark, HTTP header, <meta>, or else guessed]
    #[arg(long, value_name = "NAME", value_parser = encoding, help_heading = READING, hide_short_help = true)]
    pub(crate) encoding: Option<String>,
}

/// The name of an encoding as typed, if the Encoding Standard has it.
fn encoding(typed: &str) -> Result<String, String> {
    let header = format!("text/html; charset={typed}");
    let is_known = Source::decode(b"", Some(&header)).origin() == EncodingOrigin::Http;
    if is_known {
        Ok(typed.to_owned())
    } else {
        Err("write the name of an encoding of the web, for example utf-8, windows-1251 or shift_jis"
            .to_owned())
    }
}

impl InputArgs {
    /// The pages to read.
    ///
    /// # Errors
    /// If the arguments are invalid or the list cannot be read.
    pub(crate) fn listing(self, stdin_is_terminal: bool) -> anyhow::Result<Listing> {
        let extensions = Extensions::new(&self.ext);
        let arguments = match &self.input_file {
            Some(_) if self.inputs.is_empty() => Vec::new(),
            _ => input::arguments_or_stdin(self.inputs, stdin_is_terminal)?,
        };
        let mut listing = input::list(&arguments, &extensions);
        if let Some(file) = &self.input_file {
            let has_stdin = arguments.iter().any(|argument| argument == input::STDIN);
            listing.add(input::list_in_file(file, &extensions, has_stdin)?);
        }
        Ok(listing)
    }
}
