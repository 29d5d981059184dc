//! What may be kept and when it may be used again: RFC 9111 for a shared cache, by `http-cache-semantics`.
//!
//! One rule of it is left out: nobody guesses how long a page without `Cache-Control` and `Expires` stays the same. Its server is asked,
//! and answers in one line if it is unchanged.

use std::time::SystemTime;

use http_cache_semantics::{AfterResponse, BeforeRequest, CacheOptions, CachePolicy};
use ureq::http::response::Parts;
use ureq::http::{HeaderMap, HeaderName, Request, Response, StatusCode, header};

use super::record::Record;

/// Headers of a response that are not kept: they belong to the connection (RFC 9111, 3.1), or to somebody.
const NOT_KEPT: [HeaderName; 8] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::PROXY_AUTHENTICATE,
    header::SET_COOKIE,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// Headers of a request for which nothing is kept and nothing used: they say who asks, or ask for a part or a comparison.
pub(crate) const PERSONAL_HEADERS: [HeaderName; 8] = [
    header::AUTHORIZATION,
    header::COOKIE,
    header::PROXY_AUTHORIZATION,
    header::RANGE,
    header::IF_MATCH,
    header::IF_MODIFIED_SINCE,
    header::IF_NONE_MATCH,
    header::IF_UNMODIFIED_SINCE,
];

/// Whether a record may be used.
#[derive(Debug)]
pub(super) enum Verdict {
    Fresh,
    /// With these headers, the server says whether the response is unchanged.
    Stale(HeaderMap),
    Useless,
}

pub(super) fn verdict(record: &Record, request: &Request<()>, now: SystemTime) -> Verdict {
    match policy(request, record.status, &record.headers, record.time).before_request(request, now) {
        BeforeRequest::Fresh(_) => Verdict::Fresh,
        BeforeRequest::Stale { request, matches: true } if can_be_validated(&request.headers) => {
            let is_condition =
                |name: &HeaderName| [header::IF_NONE_MATCH, header::IF_MODIFIED_SINCE].contains(name);
            let conditions = request.headers.into_iter().filter_map(|(name, value)| Some((name?, value)));
            Verdict::Stale(conditions.filter(|(name, _)| is_condition(name)).collect())
        }
        BeforeRequest::Stale { .. } => Verdict::Useless,
    }
}

/// Whether a response may be kept and would be of use: it is a page or a redirect that is fresh for some time or can be validated.
pub(super) fn wants(request: &Request<()>, response: &Parts, now: SystemTime) -> bool {
    let is_usual = matches!(response.status.as_u16(), 200 | 203 | 301 | 302 | 303 | 307 | 308);
    is_usual && is_useful(request, response.status, &kept_headers(&response.headers), &response.headers, now)
}

/// Whether a record may still be kept after its headers changed.
pub(super) fn may_keep(request: &Request<()>, record: &Record, now: SystemTime) -> bool {
    is_useful(request, record.status, &record.headers, &record.headers, now)
}

fn is_useful(
    request: &Request<()>,
    status: StatusCode,
    kept: &HeaderMap,
    all: &HeaderMap,
    now: SystemTime,
) -> bool {
    let record = Record { time: now, status, headers: kept.clone(), body: Vec::new() };
    let policy = policy(request, status, all, now);
    // A page that comes with a cookie may be for one client, unless its server says that it is for all and for how long.
    let is_shared = !all.contains_key(header::SET_COOKIE) || !policy.is_stale(now);
    policy.is_storable()
        && is_shared
        && match verdict(&record, request, now) {
            Verdict::Fresh => true,
            // A redirect has no body to save.
            Verdict::Stale(_) => status.is_success(),
            Verdict::Useless => false,
        }
}

/// The headers of a response that are kept.
pub(super) fn kept_headers(headers: &HeaderMap) -> HeaderMap {
    let mut kept = headers.clone();
    for name in NOT_KEPT {
        kept.remove(name);
    }
    // An age that is no small number would overflow later.
    let is_number = |age: &str| age.trim().parse::<u32>().is_ok();
    if !kept.get(header::AGE).is_some_and(|age| age.to_str().is_ok_and(is_number)) {
        kept.remove(header::AGE);
    }
    kept
}

/// The headers of a record after the response 304. None if that response does not belong to the record.
pub(super) fn validated_headers(
    record: &Record,
    request: &Request<()>,
    response: &Parts,
    now: SystemTime,
) -> Option<HeaderMap> {
    let mut before = record.headers.clone();
    before.remove(header::AGE);
    let answer = as_response(response.status, &kept_headers(&response.headers));
    let policy = policy(request, record.status, &before, record.time);
    let AfterResponse::NotModified(_, parts) = policy.after_response(request, &answer, now) else {
        return None;
    };
    // What only the second response says is part of it too (RFC 9111, 4.3.4), such as a new `Cache-Control`.
    let mut headers = parts.headers.clone();
    for (name, value) in answer.headers() {
        if !parts.headers.contains_key(name) && name != header::CONTENT_ENCODING {
            headers.append(name, value.clone());
        }
    }
    Some(kept_headers(&headers))
}

fn can_be_validated(headers: &HeaderMap) -> bool {
    headers.contains_key(header::IF_NONE_MATCH) || headers.contains_key(header::IF_MODIFIED_SINCE)
}

fn policy(request: &Request<()>, status: StatusCode, headers: &HeaderMap, time: SystemTime) -> CachePolicy {
    let options = CacheOptions { shared: true, cache_heuristic: 0.0, ..CacheOptions::default() };
    CachePolicy::new_options(request, &as_response(status, headers), time, options)
}

fn as_response(status: StatusCode, headers: &HeaderMap) -> Response<()> {
    let mut response = Response::new(());
    *response.status_mut() = status;
    *response.headers_mut() = headers.clone();
    response
}
