//! Responses from a cache of pages. What is kept is used only if its address could be fetched now: its scheme, its port and the network
//! addresses of its host are checked as before a request.

use std::time::Instant;

use ureq::http::response::Parts;
use ureq::http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header};
use ureq::unversioned::transport::NextTimeout;
use url::Url;

use super::{ACCEPTED, BodyState, Fetcher, ReadBody, text, too_large};
use crate::cache::{Known, PERSONAL_HEADERS, PageCache, Record};
use crate::retry::Failure;

impl Fetcher {
    /// The response for an address, from the cache if the rules of HTTP allow it.
    pub(super) fn respond_by(
        &self,
        cache: &PageCache,
        url: &Url,
        is_same_site: bool,
        start: Instant,
    ) -> Result<(Parts, BodyState), Failure> {
        let ask = |conditions: &HeaderMap| self.respond(url, is_same_site, conditions, start);
        let Some(request) = self.shared_request(url, is_same_site) else { return ask(&HeaderMap::new()) };
        match cache.find(&request).filter(|_| !self.reloads) {
            Some(Known::Fresh(record)) => {
                self.check_host(&request, url, start)?;
                cache.count_hit();
                return Ok(self.recorded(record));
            }
            Some(Known::Stale(record, conditions)) => {
                let (head, body) = ask(&conditions)?;
                if head.status != StatusCode::NOT_MODIFIED {
                    return Ok(self.keep(cache, &request, head, body));
                }
                if let Some(record) = cache.validated(&request, record, &head) {
                    cache.count_validated();
                    return Ok(self.recorded(record));
                }
            }
            None => {}
        }
        let (head, body) = ask(&HeaderMap::new())?;
        Ok(self.keep(cache, &request, head, body))
    }

    /// The request for an address, as far as a response depends on it. None if it says who asks: then nothing is kept.
    fn shared_request(&self, url: &Url, is_same_site: bool) -> Option<Request<()>> {
        if !url.username().is_empty() || url.password().is_some() {
            return None;
        }
        let mut request = Request::get(url.as_str()).body(()).ok()?;
        let headers = request.headers_mut();
        headers.insert(header::USER_AGENT, HeaderValue::from_str(&self.options.user_agent).ok()?);
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(ACCEPTED));
        for (name, value) in self.options.headers.iter().filter(|_| is_same_site) {
            headers.append(name, value.clone());
        }
        let is_shared = !PERSONAL_HEADERS.iter().any(|name| headers.contains_key(name));
        is_shared.then_some(request)
    }

    /// Looks up the host as for a request, and refuses the same network addresses.
    fn check_host(&self, request: &Request<()>, url: &Url, start: Instant) -> Result<(), Failure> {
        let Some(resolver) = &self.checking else { return Ok(()) };
        let left = self.options.timeout.saturating_sub(start.elapsed());
        let timeout = NextTimeout { after: left.into(), ..NextTimeout::default() };
        let found = resolver.resolve(request.uri(), self.agent.config(), timeout);
        found.map(drop).map_err(|error| self.error(url, error).into())
    }

    /// Keeps a response if that is allowed and of use.
    fn keep(
        &self,
        cache: &PageCache,
        request: &Request<()>,
        head: Parts,
        body: BodyState,
    ) -> (Parts, BodyState) {
        cache.count_miss();
        let is_refused = text(&head.headers, &header::CONTENT_TYPE).is_some_and(|of| self.refuses(&of));
        if is_refused || !cache.wants(request, &head) {
            // A server with a problem has not said that what is kept is wrong.
            if !head.status.is_server_error() {
                cache.forget(request);
            }
            return (head, body);
        }
        if head.status.is_redirection() {
            cache.keep(request, &head, &[]);
            return (head, body);
        }
        let read = body.read(self);
        if read.error.is_none() {
            cache.keep(request, &head, &read.bytes);
        }
        (head, BodyState::Read(read))
    }

    /// A response that was kept, within the limits of this fetcher.
    fn recorded(&self, record: Record) -> (Parts, BodyState) {
        let mut response = Response::new(());
        (*response.status_mut(), *response.headers_mut()) = (record.status, record.headers);
        let (max_bytes, bytes) = (self.options.max_bytes, record.body);
        let error = (bytes.len() > max_bytes).then(|| too_large(max_bytes, bytes.len() as u64));
        (response.into_parts().0, BodyState::Read(ReadBody { bytes, error }))
    }
}
