//! Fetches pages on threads of their own, a bounded number at the same time. What may be fetched is up to `dehusk-fetch`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use dehusk_fetch::{FetchOptions, Fetched, Fetcher};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;

use crate::config::Config;
use crate::problem::Problem;

/// Fetches pages for clients.
#[derive(Debug)]
pub(crate) struct Fetching {
    /// None if nothing is fetched.
    fetcher: Option<Fetcher>,
    turns: Arc<Semaphore>,
    max_turns: usize,
    waiting: AtomicUsize,
    max_waiting: usize,
    timeout: Duration,
}

/// How a client wants a page to be fetched.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FetchTerms {
    /// A time limit, which can only shorten that of the server.
    pub(crate) timeout: Option<Duration>,
    /// Whether the page is fetched although the cache has it.
    pub(crate) reload: bool,
    /// Whether the page of an error, such as 404, is a page like others.
    pub(crate) error_pages: bool,
    /// Whether content types that cannot be a page, such as JSON, are fetched too.
    pub(crate) any_content_type: bool,
}

impl Fetching {
    pub(crate) fn new(config: &Config) -> Fetching {
        let limits = &config.limits;
        let options = FetchOptions::for_server()
            .with_public_only(!config.allows_private)
            .with_timeout(limits.fetch_timeout)
            .with_max_bytes(limits.max_body_bytes);
        let options =
            config.allowed_hosts.iter().fold(options, |options, host| options.with_allowed_host(host));
        let fetcher = config.fetches.then(|| Fetcher::new(options)).map(|fetcher| match &config.cache {
            Some(cache) => fetcher.with_cache(Arc::clone(cache)),
            None => fetcher,
        });
        Fetching {
            fetcher,
            turns: Arc::new(Semaphore::new(limits.max_fetches)),
            max_turns: limits.max_fetches,
            waiting: AtomicUsize::new(0),
            max_waiting: limits.max_waiting_fetches,
            timeout: limits.fetch_timeout,
        }
    }

    /// The number of fetches that run now, and of those that wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.max_turns - self.turns.available_permits(), self.waiting.load(Ordering::Relaxed))
    }

    /// Fetches a page, or takes it from the cache.
    pub(crate) async fn fetch(&self, address: &str, terms: FetchTerms) -> Result<Fetched, Problem> {
        let Some(fetcher) = &self.fetcher else {
            return Err(Problem::new(
                StatusCode::FORBIDDEN,
                "no-fetch",
                "this server fetches nothing (--no-fetch); send the page as `html`",
            ));
        };
        let fetcher = if terms.reload { fetcher.with_reload() } else { fetcher.clone() };
        let timeout = terms.timeout.map_or(self.timeout, |timeout| timeout.min(self.timeout));
        let fetcher = fetcher.with_timeout(timeout).with_error_pages(terms.error_pages);
        let fetcher = fetcher.with_any_content_type(terms.any_content_type);
        let (turn, address) = (self.turn().await?, address.to_owned());
        let fetched = task::spawn_blocking(move || {
            // The turn lasts as long as the fetch, even if the client does not.
            let _turn = turn;
            fetcher.fetch(&address)
        });
        let fetched = fetched.await;
        Ok(fetched.map_err(|_| Problem::internal("the fetch failed with an internal error"))??)
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let turns = Arc::clone(&self.turns);
        if let Ok(turn) = Arc::clone(&turns).try_acquire_owned() {
            return Ok(turn);
        }
        let _waiting = Waiting::join(&self.waiting, self.max_waiting)?;
        turns.acquire_owned().await.map_err(|_| Problem::busy("the server is stopping"))
    }
}

/// A place in the queue, given back when it is dropped.
struct Waiting<'q>(&'q AtomicUsize);

impl<'q> Waiting<'q> {
    fn join(queue: &'q AtomicUsize, max: usize) -> Result<Waiting<'q>, Problem> {
        let place = Waiting(queue);
        if queue.fetch_add(1, Ordering::Relaxed) >= max {
            return Err(Problem::busy("too many pages are being fetched; try again later"));
        }
        Ok(place)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_is_fetched_without_leave() {
        let fetching = Fetching::new(&Config { fetches: false, ..Config::default() });
        assert_eq!(
            fetching.fetch("http://example.org/", FetchTerms::default()).await.unwrap_err().kind,
            "no-fetch"
        );
    }

    #[tokio::test]
    async fn a_server_fetches_public_addresses_only() {
        let fetching = Fetching::new(&Config::default());
        for (address, kind) in [
            ("http://127.0.0.1/", "address-refused"),
            ("http://169.254.169.254/latest/meta-data/", "address-refused"),
            ("http://[::ffff:10.0.0.1]/", "address-refused"),
            ("http://8.8.8.8:25/", "address-refused"),
            ("file:///etc/passwd", "invalid-address"),
            ("gopher://example.org/", "invalid-address"),
            ("mill", "invalid-address"),
        ] {
            assert_eq!(
                fetching.fetch(address, FetchTerms::default()).await.unwrap_err().kind,
                kind,
                "{address}"
            );
        }
    }

    #[tokio::test]
    async fn the_queue_has_an_end() {
        let mut config = Config::default();
        (config.limits.max_fetches, config.limits.max_waiting_fetches) = (1, 1);
        let fetching = Fetching::new(&config);
        let first = fetching.turn().await.unwrap();
        let second = fetching.turn();
        tokio::pin!(second);
        assert!(futures_util::poll!(&mut second).is_pending());
        assert_eq!(fetching.counts(), (1, 1));
        assert_eq!(fetching.turn().await.unwrap_err().kind, "busy");
        assert_eq!(fetching.counts(), (1, 1));
        drop(first);
        drop(second.await.unwrap());
        assert_eq!(fetching.counts(), (0, 0));
    }
}
