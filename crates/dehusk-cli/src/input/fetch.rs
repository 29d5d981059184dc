//! Fetches one page with the crate `dehusk-fetch`.

use dehusk_fetch::{FetchError, Fetched};

use super::read_error::ReadError;
use crate::fetching::{FetchFailure, Fetching, failure_sentence};

/// Fetches the page at an address.
pub(super) fn read_url(fetching: &Fetching, address: &str) -> Result<Fetched, ReadError> {
    fetching.fetch(address).map_err(|failure| match failure {
        FetchFailure::Robots(sentence) => ReadError::Failed(sentence),
        FetchFailure::Failed(FetchError::TooLarge { bytes, .. }) => {
            ReadError::TooLarge { bytes, head: Vec::new() }
        }
        FetchFailure::Failed(FetchError::NotHtml(content_type)) => ReadError::NotHtml { content_type },
        FetchFailure::Failed(error) => ReadError::Failed(failure_sentence(&error)),
    })
}
