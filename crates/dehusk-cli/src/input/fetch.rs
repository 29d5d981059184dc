//! Fetches one page with the crate `dehusk-fetch`, and says what the user can do if that fails.

use dehusk_fetch::{FetchError, Fetched, Fetcher};

use super::read_error::ReadError;

/// Fetches the page at an address.
pub(super) fn read_url(fetcher: &Fetcher, address: &str) -> Result<Fetched, ReadError> {
    fetcher.fetch(address).map_err(|error| match error {
        FetchError::TooLarge { bytes, .. } => ReadError::TooLarge { bytes },
        FetchError::NotHtml(content_type) => ReadError::NotHtml { content_type },
        error => ReadError::Failed(sentence(&error)),
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
