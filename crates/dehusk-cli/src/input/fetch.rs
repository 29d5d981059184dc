//! Fetches one page with the crate `dehusk-fetch`, and says what the user can do if that fails.

use dehusk_fetch::{FetchError, Fetched};

use super::read_error::ReadError;
use crate::fetching::{FetchFailure, Fetching};

/// Fetches the page at an address.
pub(super) fn read_url(fetching: &Fetching, address: &str) -> Result<Fetched, ReadError> {
    fetching.fetch(address).map_err(|failure| match failure {
        FetchFailure::Robots(reason) => ReadError::Failed(format!("{reason}; --robots ignore fetches it")),
        FetchFailure::Failed(FetchError::TooLarge { bytes, .. }) => {
            ReadError::TooLarge { bytes, head: Vec::new() }
        }
        FetchFailure::Failed(FetchError::NotHtml(content_type)) => ReadError::NotHtml { content_type },
        FetchFailure::Failed(error) => ReadError::Failed(sentence(&error)),
    })
}

/// The error with advice, if there is any.
fn sentence(error: &FetchError) -> String {
    let advice = match error {
        FetchError::NotPublic { .. } | FetchError::Port(_) => {
            "remove --public-only if you trust this address and all that it redirects to"
        }
        FetchError::Unencrypted(_) => "give that address itself to fetch it without encryption",
        FetchError::TooManyRedirects(_) => "check the address in a browser, or raise --max-redirects",
        FetchError::Timeout(_) => "check the address in a browser, or raise --fetch-timeout-ms",
        FetchError::Status(_) => "check the address in a browser",
        FetchError::HostNotFound(_) => "check the spelling and the network",
        _ => return error.to_string(),
    };
    format!("{error}; {advice}")
}
