//! The robots.txt of each host of a run, fetched once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dehusk_fetch::{FetchError, FetchOptions, Fetcher, Pace};
use dehusk_lists::robots::{MAX_ROBOTS_BYTES, Robots};
use url::Url;

use super::advice::{failure_sentence, has_answered};

/// What the hosts of a run ask for.
#[derive(Debug)]
pub(crate) struct RobotsOfHosts {
    fetcher: Fetcher,
    user_agent: String,
    /// By scheme, host and port.
    hosts: Mutex<HashMap<String, Arc<Host>>>,
}

/// What one host asks for.
#[derive(Debug)]
pub(crate) struct Host {
    pub(crate) robots: Robots,
    /// Why its robots.txt could not be read. Then nothing may be fetched.
    pub(crate) unreachable: Option<FetchError>,
}

impl RobotsOfHosts {
    pub(crate) fn new(options: &FetchOptions) -> RobotsOfHosts {
        let user_agent = options.user_agent().to_owned();
        // A longer file is cut off after the limit by its reader, so a little more is fetched.
        let options = options.clone().with_any_content_type(true).with_max_bytes(MAX_ROBOTS_BYTES * 4);
        RobotsOfHosts { fetcher: Fetcher::new(options), user_agent, hosts: Mutex::default() }
    }

    /// Checks whether an address may be fetched, and sets the pause that its host asks for.
    ///
    /// # Errors
    /// Why it may not, and what to do.
    pub(super) fn check(&self, address: &str, pace: &Pace) -> Result<(), String> {
        let Some(host) = self.host(address) else { return Ok(()) };
        if let Some(delay) = host.robots.crawl_delay() {
            pace.set_delay(address, delay);
        }
        match &host.unreachable {
            Some(error) if !has_answered(error) => Err(failure_sentence(error)),
            Some(error) => Err(format!(
                "the robots.txt of its host cannot be read ({error}); --robots ignore fetches it"
            )),
            None if host.robots.allows(address) => Ok(()),
            None => {
                Err("the robots.txt of its host asks not to fetch it; --robots ignore fetches it".to_owned())
            }
        }
    }

    /// What the host of an address asks for. The caller has a turn with the host. None if it is not an address.
    pub(super) fn host(&self, address: &str) -> Option<Arc<Host>> {
        if let Some(host) = self.known(address) {
            return Some(host);
        }
        let url = Url::parse(address).ok()?;
        // The lock is not held meanwhile: only one thread at a time has a turn with this host.
        let host = Arc::new(self.fetch(&url));
        self.lock().insert(origin(&url), Arc::clone(&host));
        Some(host)
    }

    /// What the host of an address asks for, if its robots.txt was read before.
    pub(super) fn known(&self, address: &str) -> Option<Arc<Host>> {
        self.lock().get(&origin(&Url::parse(address).ok()?)).map(Arc::clone)
    }

    fn fetch(&self, page: &Url) -> Host {
        let host = |robots, unreachable| Host { robots, unreachable };
        let Ok(address) = page.join("/robots.txt") else { return host(Robots::default(), None) };
        match self.fetcher.fetch(address.as_str()) {
            Ok(file) => host(Robots::parse(&file.body, &self.user_agent), None),
            // There is no such file (RFC 9309, 2.3.1.3).
            Err(FetchError::Status { code, .. }) if (400..500).contains(&code) && code != 429 => {
                host(Robots::default(), None)
            }
            Err(error) => host(Robots::nothing(), Some(error)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Host>>> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Scheme, host and port.
fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}
