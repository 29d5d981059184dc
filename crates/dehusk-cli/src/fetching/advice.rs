//! What the user can do if a page cannot be fetched.

use dehusk_fetch::FetchError;

/// The error with advice, if there is any.
pub(crate) fn failure_sentence(error: &FetchError) -> String {
    let advice = match error {
        FetchError::NotPublic { .. } | FetchError::Port(_) => {
            "remove --public-only if you trust this address and all that it redirects to"
        }
        FetchError::Unencrypted(_) => "give that address itself to fetch it without encryption",
        FetchError::TooManyRedirects(_) => "check the address in a browser, or raise --max-redirects",
        FetchError::Timeout(_) => "check the address in a browser, or raise --fetch-timeout-ms",
        FetchError::Status { code, .. } => about_status(*code),
        FetchError::HostNotFound(_) => "check the spelling and the network",
        FetchError::NoTls(_) => "write http:// instead of https:// if you trust the network",
        FetchError::Proxy(_) => "check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, or name the host in NO_PROXY",
        FetchError::Connection(_) => "check the address and the network",
        _ => return error.to_string(),
    };
    format!("{error}; {advice}")
}

/// What to do about the status code of an error.
fn about_status(code: u16) -> &'static str {
    match code {
        401 | 403 => {
            "if a browser shows the page, send what the browser sends, with --user-agent TEXT or --header 'NAME: VALUE'"
        }
        429 => "wait a while, and raise --host-delay-ms",
        _ => "check the address in a browser",
    }
}

/// Whether the host may have sent an answer: it was asked, and the connection did not fail.
pub(crate) fn has_answered(error: &FetchError) -> bool {
    let has_none = matches!(
        error,
        FetchError::HostNotFound(_)
            | FetchError::Connection(_)
            | FetchError::NoTls(_)
            | FetchError::Proxy(_)
            | FetchError::NotPublic { .. }
            | FetchError::Port(_)
    );
    !has_none
}
