//! Where pages come from: what the user typed becomes a list of inputs (`list`), and each input is read when its
//! turn comes (`Reader`). Nothing here looks into the HTML.

mod archive;
mod fetch;
mod file;
mod folder;
mod list;
mod name;
mod reader;

use std::path::PathBuf;

pub(crate) use archive::{Which, page as page_of_archive};
pub(crate) use fetch::agent;
pub(crate) use folder::pages as pages_of_folder;
pub(crate) use list::{Listing, list, typed};
pub(crate) use reader::{Reader, Unread};

/// One page to read, with the name that it has in the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    File {
        id: String,
        path: PathBuf,
    },
    /// An http or https address; without its password it is its own name.
    Url {
        id: String,
        address: String,
    },
    Stdin,
    /// A page that was read already, from an archive.
    Held {
        id: String,
        url: Option<String>,
        content_type: Option<String>,
        bytes: Vec<u8>,
    },
    /// Something typed or found that can be told at once not to be a page.
    Refused {
        id: String,
        sentence: String,
    },
}

/// The name of standard input, on the command line and in the output.
pub(crate) const STDIN: &str = "-";

impl Input {
    /// The address the page comes from, if it is one of the web.
    pub(crate) fn address(&self) -> Option<&str> {
        match self {
            Input::Url { id, .. } => Some(id),
            Input::Held { url, .. } => url.as_deref(),
            _ => None,
        }
    }

    pub(crate) fn id(&self) -> &str {
        match self {
            Input::File { id, .. }
            | Input::Url { id, .. }
            | Input::Held { id, .. }
            | Input::Refused { id, .. } => id,
            Input::Stdin => STDIN,
        }
    }
}
