//! What all requests share: the configuration, the threads, the fetcher and the counts.

use std::io;
use std::sync::{Arc, OnceLock};

use dehusk_draw::Fonts;
use dehusk_fetch::Fetched;
use tokio::time;

use crate::config::Config;
use crate::problem::Problem;
use crate::shared::admission::Admission;
use crate::shared::memory::ByteBudget;
use crate::shared::metrics::{Gauge, Metrics};
use crate::shared::request_ids::RequestIds;
use crate::work::fetching::{FetchTerms, Fetching};
use crate::work::pool::{Pool, Worker};

/// What all requests share. Clones share it too.
#[derive(Clone, Debug)]
pub struct ServerState(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    config: Config,
    pool: Pool,
    fetching: Fetching,
    admission: Arc<Admission>,
    body_memory: ByteBudget,
    /// The room for answers of batches that were not read yet.
    unread: ByteBudget,
    metrics: Metrics,
    request_ids: RequestIds,
    /// The installed fonts, which are loaded when the first picture needs them.
    system_fonts: OnceLock<Fonts>,
}

impl ServerState {
    /// Starts the threads for pages.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn new(config: Config) -> io::Result<ServerState> {
        Ok(ServerState(Arc::new(Shared {
            pool: Pool::start(config.workers)?,
            fetching: Fetching::new(&config),
            admission: Arc::default(),
            body_memory: ByteBudget::new(config.limits.max_memory_bytes),
            unread: ByteBudget::new(config.limits.max_unread_bytes),
            metrics: Metrics::default(),
            request_ids: RequestIds::new(),
            system_fonts: OnceLock::new(),
            config,
        })))
    }

    /// The configuration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// Runs work on pages on one of the threads for it. A panic becomes a [`Problem`].
    ///
    /// # Errors
    /// If `work` panicked, or was not done within [`Limits::answer_timeout`](crate::Limits::answer_timeout).
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Worker) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let done = time::timeout(self.config().limits.answer_timeout, self.0.pool.run(work)).await;
        done.unwrap_or_else(|_| Err(Problem::busy("the server has too many pages to do; try again later")))
    }

    /// Fetches a page, at most as long as the limit of the server allows.
    ///
    /// # Errors
    /// If the address is refused, too many pages are being fetched, or the fetch failed.
    pub(crate) async fn fetch(&self, address: &str, terms: FetchTerms) -> Result<Fetched, Problem> {
        self.0.fetching.fetch(address, terms).await
    }

    pub(crate) fn admission(&self) -> &Arc<Admission> {
        &self.0.admission
    }

    pub(crate) fn body_memory(&self) -> &ByteBudget {
        &self.0.body_memory
    }

    pub(crate) fn unread(&self) -> &ByteBudget {
        &self.0.unread
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn next_request(&self) -> String {
        self.0.request_ids.next()
    }

    /// The built-in and the installed fonts.
    pub(crate) fn system_fonts(&self) -> &Fonts {
        self.0.system_fonts.get_or_init(|| Fonts::embedded().with_system())
    }

    /// What is going on now.
    pub(crate) fn gauges(&self) -> [Gauge; 4] {
        let gauge = |name, help, value| Gauge { name, help, value };
        let (fetching, waiting) = self.0.fetching.counts();
        [
            gauge("dehusk_requests_running", "Requests that are processed now.", self.0.admission.running()),
            gauge("dehusk_pages_waiting", "Pages that wait for a thread.", self.0.pool.waiting()),
            gauge("dehusk_fetches_running", "Pages that are fetched now.", fetching),
            gauge("dehusk_fetches_waiting", "Fetches that wait for their turn.", waiting),
        ]
    }
}
