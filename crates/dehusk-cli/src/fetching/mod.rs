//! Fetches the addresses of a run, politely: one request at a time to each host with a pause between them,
//! robots.txt if asked for, and an archive of what was fetched. How a single address is fetched is up to the
//! crate `dehusk-fetch`.

mod advice;
mod archive;
mod pending;
mod recorded;
mod robots;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use dehusk_fetch::{FetchError, FetchOptions, Fetched, Fetcher, Pace, Turn};

pub(crate) use advice::{failure_sentence, has_answered};
pub(crate) use archive::Archive;
pub(crate) use pending::Pending;
pub(crate) use robots::{Host, RobotsOfHosts};

/// The default number of pages that are fetched at the same time: enough to hide the delays of servers, few
/// enough for any network. Chosen by hand.
pub(crate) const DEFAULT_CONNECTIONS: usize = 8;
/// The default pause between two requests to the same host. Chosen by hand; crawlers that are asked about it
/// wait one to ten seconds.
pub(crate) const DEFAULT_HOST_DELAY: Duration = Duration::from_secs(1);

/// How long to wait for a host that another thread asks. Chosen by hand.
const BUSY_WAIT: Duration = Duration::from_millis(50);

/// How the addresses of a run are fetched. Threads share it.
#[derive(Debug)]
pub(crate) struct Fetching {
    pub(crate) fetcher: Fetcher,
    pub(crate) pace: Pace,
    /// The number of pages that are fetched at the same time.
    pub(crate) connections: usize,
    pub(crate) robots: RobotsOfHosts,
    /// Whether addresses are not fetched that robots.txt asks not to fetch.
    pub(crate) obeys_robots: bool,
    /// None if nothing is archived.
    pub(crate) archive: Option<Archive>,
    /// The addresses that are being fetched.
    pub(crate) pending: Pending,
}

/// Why an address was not fetched.
#[derive(Debug)]
pub(crate) enum FetchFailure {
    /// The robots.txt of its host asks not to, or cannot be read. Says why, and what to do.
    Robots(String),
    Failed(FetchError),
}

impl Fetching {
    pub(crate) fn new(options: FetchOptions) -> Fetching {
        Fetching {
            robots: RobotsOfHosts::new(&options),
            obeys_robots: false,
            fetcher: Fetcher::new(options),
            pace: Pace::new(DEFAULT_HOST_DELAY),
            connections: DEFAULT_CONNECTIONS,
            archive: None,
            pending: Pending::default(),
        }
    }

    /// The right to fetch an address now, or the time to wait for it: see [`Pace::start`].
    pub(crate) fn start(&self, address: &str) -> Result<Turn<'_>, Option<Duration>> {
        self.pace.start(address)
    }

    /// Whether a page does not have to be fetched, because the archive has it.
    pub(crate) fn has(&self, address: &str) -> bool {
        self.archive.as_ref().is_some_and(|archive| archive.has(address))
    }

    /// Waits for the turn of an address.
    pub(crate) fn wait_for_turn(&self, address: &str) -> Turn<'_> {
        loop {
            match self.start(address) {
                Ok(turn) => return turn,
                Err(wait) => thread::sleep(wait.unwrap_or(BUSY_WAIT)),
            }
        }
    }

    /// What the host of an address asks for. If that is not known yet, waits for the turn of the address. None if it is not an address.
    pub(crate) fn host(&self, address: &str) -> Option<Arc<Host>> {
        self.robots.known(address).or_else(|| {
            let _turn = self.wait_for_turn(address);
            self.robots.host(address)
        })
    }

    /// Fetches an address. The caller has a turn with its host, unless it fetches one address only.
    pub(crate) fn fetch(&self, address: &str) -> Result<Fetched, FetchFailure> {
        if let Some(page) = self.archive.as_ref().and_then(|archive| archive.page(address)) {
            return Ok(page);
        }
        let _shown = self.pending.show(address);
        if self.obeys_robots {
            self.robots.check(address, &self.pace).map_err(FetchFailure::Robots)?;
        }
        let fetched = match &self.archive {
            None => self.fetcher.fetch(address),
            Some(archive) => self.fetcher.fetch_recorded(address, &mut |exchange| archive.add(exchange)),
        };
        fetched.map_err(FetchFailure::Failed)
    }

    /// Ends the archive.
    ///
    /// # Errors
    /// If a page could not be written to the archive.
    pub(crate) fn finish(&self) -> anyhow::Result<()> {
        self.archive.as_ref().map_or(Ok(()), Archive::finish)
    }
}
