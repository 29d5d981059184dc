//! Fetches one page over http or https, with caps on redirects, size and time. It is a convenience for single
//! pages, not a crawler: no cookies, no scripts, no robots.txt, no retry.

use std::time::Duration;

use dehusk_batch::content_type::cannot_be_page;
use ureq::Agent;
use ureq::http::{HeaderMap, header};

use super::Unread;
use super::file::read_capped;

/// Real pages need one or two; more is a loop or a trap.
const MAX_REDIRECTS: u32 = 5;

/// For the whole of one fetch, name lookup to last byte. No page worth waiting for takes longer.
const FETCH_TIMEOUT: Duration = Duration::from_secs(30);

/// Says who is asking.
const USER_AGENT: &str = concat!("dehusk/", env!("CARGO_PKG_VERSION"), " (main content extraction)");

/// Statuses from here on mean that there is no page.
const FIRST_ERROR_STATUS: u16 = 400;

/// What fetches; its clones share their connections.
pub(crate) fn agent() -> Agent {
    Agent::config_builder()
        .max_redirects(MAX_REDIRECTS)
        .timeout_global(Some(FETCH_TIMEOUT))
        .user_agent(USER_AGENT)
        .http_status_as_error(false)
        .build()
        .new_agent()
}

/// Fills `buffer` with the page at `address` and returns the content type that the server gave.
pub(super) fn read_url(
    agent: &Agent,
    address: &str,
    max_bytes: usize,
    buffer: &mut Vec<u8>,
) -> Result<Option<String>, Unread> {
    let failed = |error| Unread::Failed(format!("cannot fetch this address: {error}"));
    let response = agent.get(address).call().map_err(failed)?;
    let status = response.status();
    if status.as_u16() >= FIRST_ERROR_STATUS {
        return Err(Unread::Failed(format!("the server answered {status}; check the address in a browser")));
    }
    let content_type = content_type(response.headers());
    if let Some(content_type) = content_type.as_ref().filter(|value| cannot_be_page(value)) {
        return Err(Unread::NotHtml { content_type: content_type.clone() });
    }
    let body = response.into_body().into_reader();
    read_capped(body, max_bytes, buffer, |error| format!("cannot fetch all of this address: {error}"))?;
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
