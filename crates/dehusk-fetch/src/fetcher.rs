//! The client: requests an address, follows its redirects and reads the page.

use std::io::{self, Read};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use dehusk_http::content_coding::{self, ACCEPTED, CodingError, Limits};
use dehusk_http::content_type::cannot_be_page;
use ureq::http::response::Parts;
use ureq::http::{HeaderMap, HeaderName, Response, header};
use ureq::unversioned::resolver::{DefaultResolver, Resolver};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body};
use url::Url;

#[cfg(feature = "cache")]
use crate::cache::PageCache;
use crate::connection;
use crate::error::FetchError;
use crate::exchange::{self, Exchange, Recorder};
use crate::hop;
use crate::options::FetchOptions;
use crate::reach::why_not_public;
use crate::resolver::{CheckedResolver, SharedResolver};
use crate::retry::Failure;

/// The lowest HTTP status code that is an error (RFC 9110, 15).
const FIRST_ERROR_STATUS: u16 = 400;

/// A fetched page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The address of the page after all redirects, without user, password and fragment. Relative links of the page count from it.
    pub address: String,
    /// The status code of the response: 2xx, or that of an error with [`FetchOptions::with_error_pages`].
    pub status: u16,
    /// The header `Content-Type`.
    pub content_type: Option<String>,
    /// The page, with its content codings removed.
    pub body: Vec<u8>,
}

/// Fetches pages and keeps connections open between them. Clones share their connections, also between threads.
#[derive(Clone, Debug)]
pub struct Fetcher {
    agent: Agent,
    options: FetchOptions,
    /// Looks up hosts and refuses network addresses as the agent does. None if it refuses none.
    #[cfg(feature = "cache")]
    checking: Option<Arc<dyn Resolver>>,
    #[cfg(feature = "cache")]
    cache: Option<Arc<PageCache>>,
    /// Whether what the cache has is not used.
    #[cfg(feature = "cache")]
    reloads: bool,
}

impl Fetcher {
    /// Returns a client. Unless only public addresses may be fetched, it uses the proxy that the environment names
    /// (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`).
    #[must_use]
    pub fn new(options: FetchOptions) -> Fetcher {
        let refusal = options.public_only().then_some(why_not_public as _);
        let resolver =
            CheckedResolver { names: DefaultResolver::default(), refusal, options: options.clone() };
        Fetcher::with_resolver(options, resolver)
    }

    /// Returns a client with another time limit that shares the connections of this one.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Fetcher {
        Fetcher { options: self.options.clone().with_timeout(timeout), ..self.clone() }
    }

    /// Returns a client that also returns pages of errors, or does not ([`FetchOptions::with_error_pages`]), and shares the connections of
    /// this one.
    #[must_use]
    pub fn with_error_pages(&self, error_pages: bool) -> Fetcher {
        Fetcher { options: self.options.clone().with_error_pages(error_pages), ..self.clone() }
    }

    /// Returns a client that also returns bodies of content types that cannot be pages, or does not
    /// ([`FetchOptions::with_any_content_type`]), and shares the connections of this one.
    #[must_use]
    pub fn with_any_content_type(&self, any_content_type: bool) -> Fetcher {
        Fetcher { options: self.options.clone().with_any_content_type(any_content_type), ..self.clone() }
    }

    /// Returns a client that keeps pages in this cache and takes them from there, by the rules of HTTP. A page from the cache is still
    /// refused if its address may not be fetched any more. Addresses with a user or password, requests with headers such as
    /// `Authorization` or `Cookie`, and [`Fetcher::fetch_recorded`] do without the cache.
    #[cfg(feature = "cache")]
    #[must_use]
    pub fn with_cache(self, cache: Arc<PageCache>) -> Fetcher {
        Fetcher { cache: Some(cache), ..self }
    }

    /// Returns a client that fetches every page anew and keeps it in the cache of this one, in place of what is there.
    #[cfg(feature = "cache")]
    #[must_use]
    pub fn with_reload(&self) -> Fetcher {
        Fetcher { reloads: true, ..self.clone() }
    }

    fn with_resolver<R: Resolver>(options: FetchOptions, resolver: CheckedResolver<R>) -> Fetcher {
        #[cfg(feature = "cache")]
        let is_checking = resolver.refusal.is_some();
        let resolver = SharedResolver(Arc::new(resolver));
        #[cfg(feature = "cache")]
        let checking = is_checking.then(|| Arc::clone(&resolver.0));
        let config = Agent::config_builder()
            .max_redirects(0)
            .http_status_as_error(false)
            .accept_encoding(ACCEPTED)
            .user_agent(&options.user_agent);
        let config = if options.public_only() { config.proxy(None) } else { config };
        let agent = Agent::with_parts(config.build(), DefaultConnector::default(), resolver);
        Fetcher {
            agent,
            options,
            #[cfg(feature = "cache")]
            checking,
            #[cfg(feature = "cache")]
            cache: None,
            #[cfg(feature = "cache")]
            reloads: false,
        }
    }

    /// Fetches the page at an http or https address.
    ///
    /// # Errors
    /// [`FetchError`] if an address is refused, the connection fails, the server responds with an error, or the page exceeds a
    /// limit or cannot be decoded.
    pub fn fetch(&self, address: &str) -> Result<Fetched, FetchError> {
        self.fetch_and_record(address, Recorder(None))
    }

    /// Like [`Fetcher::fetch`], but passes every request and its response to `record`, also those of redirects, retries and errors. A
    /// request without a response is not passed.
    ///
    /// # Errors
    /// The same as those of [`Fetcher::fetch`].
    pub fn fetch_recorded(
        &self,
        address: &str,
        record: &mut dyn FnMut(&Exchange<'_>),
    ) -> Result<Fetched, FetchError> {
        self.fetch_and_record(address, Recorder(Some(record)))
    }

    fn fetch_and_record(&self, address: &str, mut recorder: Recorder<'_>) -> Result<Fetched, FetchError> {
        let start = Instant::now();
        let first = hop::first(address)?;
        let mut retries = 0;
        loop {
            let failure = match self.attempt(&first, start, &mut recorder) {
                Ok(page) => return Ok(page),
                Err(failure) => failure,
            };
            let left = self.options.timeout.saturating_sub(start.elapsed());
            let wait = failure.wait_before(retries).filter(|wait| *wait < left);
            let Some(wait) = wait.filter(|_| retries < self.options.retries) else {
                return Err(failure.error);
            };
            thread::sleep(wait);
            retries += 1;
        }
    }

    /// Fetches a page with its redirects.
    fn attempt(&self, first: &Url, start: Instant, recorder: &mut Recorder<'_>) -> Result<Fetched, Failure> {
        let mut url = first.clone();
        for _ in 0..=self.options.max_redirects {
            hop::check(&url, &self.options)?;
            let (date, is_same_site) = (SystemTime::now(), hop::is_same_site(first, &url));
            let (head, mut body) = self.respond_or_recall(&url, is_same_site, start, recorder)?;
            if recorder.is_on() {
                let read = body.read(self);
                recorder.record(&Exchange {
                    address: &hop::without_credentials(url.as_str()),
                    date,
                    request: exchange::request_head(&url, &self.options, is_same_site, ACCEPTED),
                    response: exchange::response_head(&head, read.bytes.len()),
                    body: &read.bytes,
                    truncated: read.truncated(),
                });
                body = BodyState::Read(read);
            }
            match hop::next(&url, head.status, &head.headers)? {
                Some(next) => url = next,
                None => return self.read(&url, &head, body),
            }
        }
        Err(FetchError::TooManyRedirects(self.options.max_redirects).into())
    }

    /// The response for an address, from the cache if there is one and nobody records.
    #[cfg_attr(not(feature = "cache"), expect(unused_variables, reason = "only a cache makes a difference"))]
    fn respond_or_recall(
        &self,
        url: &Url,
        is_same_site: bool,
        start: Instant,
        recorder: &Recorder<'_>,
    ) -> Result<(Parts, BodyState), Failure> {
        #[cfg(feature = "cache")]
        if let Some(cache) = self.cache.as_ref().filter(|_| !recorder.is_on()) {
            return self.respond_by(cache, url, is_same_site, start);
        }
        self.respond(url, is_same_site, &HeaderMap::new(), start)
    }

    fn respond(
        &self,
        url: &Url,
        is_same_site: bool,
        conditions: &HeaderMap,
        start: Instant,
    ) -> Result<(Parts, BodyState), Failure> {
        let (head, body) = self.request(url, is_same_site, conditions, start)?.into_parts();
        Ok((head, BodyState::Unread(body)))
    }

    /// Sends a request with these additional headers and returns the response, whose body is not read yet. A server may close a kept connection just when it is
    /// used again, so a connection that fails before the response is replaced once.
    fn request(
        &self,
        url: &Url,
        is_same_site: bool,
        conditions: &HeaderMap,
        start: Instant,
    ) -> Result<Response<Body>, Failure> {
        let send = |needs_new| self.request_once(url, is_same_site, conditions, needs_new, start);
        let first = match send(false) {
            Err(error) if is_dead_connection(&error) => send(true),
            first => first,
        };
        first.map_err(|error| match is_dead_connection(&error) {
            true => Failure::temporary(self.error(url, error)),
            false => self.error(url, error).into(),
        })
    }

    fn request_once(
        &self,
        url: &Url,
        is_same_site: bool,
        conditions: &HeaderMap,
        needs_new_connection: bool,
        start: Instant,
    ) -> Result<Response<Body>, ureq::Error> {
        let mut request = self.agent.get(url.as_str());
        if is_same_site {
            for (name, value) in &self.options.headers {
                request = request.header(name, value);
            }
        }
        for (name, value) in conditions {
            request = request.header(name, value);
        }
        let left = self.options.timeout.saturating_sub(start.elapsed());
        let config = request.config().timeout_global(Some(left));
        let config = if needs_new_connection { config.max_idle_age(Duration::ZERO) } else { config };
        config.build().call()
    }

    fn error(&self, url: &Url, error: ureq::Error) -> FetchError {
        connection::failure(url, error, self.agent.config().proxy(), self.options.timeout)
    }

    /// Reads the page of a response.
    fn read(&self, url: &Url, head: &Parts, body: BodyState) -> Result<Fetched, Failure> {
        let address = hop::without_credentials(url.as_str());
        let content_type = text(&head.headers, &header::CONTENT_TYPE);
        let refused = content_type.as_ref().filter(|of| self.refuses(of));
        let is_error = head.status.as_u16() >= FIRST_ERROR_STATUS;
        if is_error && (!self.options.error_pages || refused.is_some()) {
            return Err(Failure::status(head.status, &head.headers, address));
        }
        if let Some(content_type) = refused {
            return Err(FetchError::NotHtml(content_type.clone()).into());
        }
        let encoded = body.read(self);
        if let Some(error) = encoded.error {
            return Err(error.into());
        }
        let max_bytes = self.options.max_bytes;
        let limits = Limits { max_bytes, may_end_early: false };
        let body =
            content_coding::decode(encoded.bytes, &codings(&head.headers), limits).map_err(|error| {
                match error {
                    CodingError::TooLarge { max_bytes } => too_large(max_bytes, max_bytes as u64 + 1),
                    error => FetchError::Coding(error),
                }
            })?;
        if is_error && body.trim_ascii().is_empty() {
            return Err(Failure::status(head.status, &head.headers, address));
        }
        Ok(Fetched { address, status: head.status.as_u16(), content_type, body })
    }

    /// Whether a page cannot have this content type.
    fn refuses(&self, content_type: &str) -> bool {
        !self.options.any_content_type && cannot_be_page(content_type)
    }

    /// Reads a body as sent, but at most one byte more than the limit.
    fn read_body(&self, body: Body) -> ReadBody {
        let max_bytes = self.options.max_bytes;
        let declared = body.content_length().unwrap_or(0);
        if declared > max_bytes as u64 {
            return ReadBody { bytes: Vec::new(), error: Some(too_large(max_bytes, declared)) };
        }
        let mut bytes = Vec::new();
        let reader = body.into_reader();
        let read = reader.take((max_bytes as u64).saturating_add(1)).read_to_end(&mut bytes);
        let error = match read {
            _ if bytes.len() > max_bytes => Some(too_large(max_bytes, bytes.len() as u64)),
            Err(error) if is_timeout(&error) => Some(FetchError::Timeout(self.options.timeout)),
            Err(error) => Some(FetchError::Incomplete(error)),
            Ok(_) => None,
        };
        ReadBody { bytes, error }
    }
}

/// A body that may already have been read for a recorder.
enum BodyState {
    Unread(Body),
    Read(ReadBody),
}

/// The bytes of a body, and why they are not all.
struct ReadBody {
    bytes: Vec<u8>,
    error: Option<FetchError>,
}

impl BodyState {
    fn read(self, fetcher: &Fetcher) -> ReadBody {
        match self {
            BodyState::Unread(body) => fetcher.read_body(body),
            BodyState::Read(read) => read,
        }
    }
}

impl ReadBody {
    /// Why the body is not complete, in the words of WARC 1.1.
    fn truncated(&self) -> Option<&'static str> {
        match self.error.as_ref()? {
            FetchError::TooLarge { .. } => Some("length"),
            FetchError::Timeout(_) => Some("time"),
            _ => Some("disconnect"),
        }
    }
}

fn too_large(max_bytes: usize, bytes: u64) -> FetchError {
    FetchError::TooLarge { max_bytes, bytes }
}

/// Whether a connection was closed before the response, as a kept connection may be.
fn is_dead_connection(error: &ureq::Error) -> bool {
    let ureq::Error::Io(error) = error else { return false };
    matches!(
        error.kind(),
        io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe
    )
}

fn is_timeout(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>());
    matches!(inner, Some(ureq::Error::Timeout(_))) || error.kind() == io::ErrorKind::TimedOut
}

/// The value of a header as text.
fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    Some(String::from_utf8_lossy(headers.get(name)?.as_bytes()).into_owned())
}

/// The content codings of all headers `Content-Encoding`, in their order.
fn codings(headers: &HeaderMap) -> String {
    let values = headers.get_all(header::CONTENT_ENCODING).iter();
    values.map(|value| String::from_utf8_lossy(value.as_bytes())).collect::<Vec<_>>().join(",")
}

#[cfg(feature = "cache")]
mod cached;
#[cfg(test)]
mod tests;
