//! One page to be read.

use std::path::PathBuf;

/// One page to read, with its ID in the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    File {
        id: String,
        path: PathBuf,
    },
    /// An http or https address. The ID is the address without its password.
    Url {
        id: String,
        address: String,
    },
    Stdin,
    /// A page that was already read from an archive.
    InMemory {
        id: String,
        url: Option<String>,
        content_type: Option<String>,
        bytes: Vec<u8>,
    },
    /// An argument or a file that is already known not to be readable as a page.
    Refused {
        id: String,
        sentence: String,
    },
}

/// Standard input, on the command line and as an ID in the output.
pub(crate) const STDIN: &str = "-";

impl Input {
    /// The web address of the page, if it has one.
    pub(crate) fn address(&self) -> Option<&str> {
        match self {
            Input::Url { id, .. } => Some(id),
            Input::InMemory { url, .. } => url.as_deref(),
            _ => None,
        }
    }

    pub(crate) fn id(&self) -> &str {
        match self {
            Input::File { id, .. }
            | Input::Url { id, .. }
            | Input::InMemory { id, .. }
            | Input::Refused { id, .. } => id,
            Input::Stdin => STDIN,
        }
    }
}
