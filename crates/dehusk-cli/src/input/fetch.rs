//! Fetches one page over http or https, with limits on redirects, size and time. This is a convenience for single pages, not a
//! crawler: it has no cookies, scripts, robots.txt or retries.

use std::time::Duration;

use dehusk_batch::content_type::cannot_be_page;
use ureq::Agent;
use ureq::http::{HeaderMap, header};

use super::file::read_capped;
use super::read_error::ReadError;

/// The maximum number of redirects. Real pages need one or two; more than five are probably a loop or a trap. Chosen by hand.
const MAX_REDIRECTS: u32 = 5;

/// The time limit of a fetch, from name lookup to the last byte. Chosen by hand.
const FETCH_TIMEOUT: Duration = Duration::from_secs(30);

/// Identifies the program to servers.
const USER_AGENT: &str = concat!("dehusk/", env!("CARGO_PKG_VERSION"), " (main content extraction)");

/// The lowest HTTP status code that is an error (RFC 9110, 15).
const FIRST_ERROR_STATUS: u16 = 400;

/// Returns a client for fetching pages. Its clones share their connections.
pub(crate) fn agent() -> Agent {
    Agent::config_builder()
        .max_redirects(MAX_REDIRECTS)
        .timeout_global(Some(FETCH_TIMEOUT))
        .user_agent(USER_AGENT)
        .http_status_as_error(false)
        .build()
        .new_agent()
}

/// Fills `buffer` with the page at `address` and returns the content type that the server declared.
pub(super) fn read_url(
    agent: &Agent,
    address: &str,
    max_bytes: usize,
    buffer: &mut Vec<u8>,
) -> Result<Option<String>, ReadError> {
    let failed = |error| ReadError::Failed(format!("cannot fetch the address: {error}"));
    let response = agent.get(address).call().map_err(failed)?;
    let status = response.status();
    if status.as_u16() >= FIRST_ERROR_STATUS {
        return Err(ReadError::Failed(format!(
            "the server responded with {status}; check the address in a browser"
        )));
    }
    let content_type = content_type(response.headers());
    if let Some(content_type) = content_type.as_ref().filter(|value| cannot_be_page(value)) {
        return Err(ReadError::NotHtml { content_type: content_type.clone() });
    }
    let body = response.into_body().into_reader();
    read_capped(body, max_bytes, buffer, |error| format!("cannot fetch the complete page: {error}"))?;
    Ok(content_type)
}

fn content_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?.as_bytes();
    Some(String::from_utf8_lossy(value).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_agent_names_the_program() {
        assert!(USER_AGENT.starts_with("dehusk/"));
    }
}
