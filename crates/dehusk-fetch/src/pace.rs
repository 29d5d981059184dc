//! Politeness: at most one request at a time to each host, and a pause between two of them.
//!
//! [`Pace`] only says whether a request may start now. Whoever asks decides whether to wait or to fetch from
//! another host first.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use url::Url;

/// When each host may be asked next. Shared between threads.
///
/// ```
/// use std::time::Duration;
/// use dehusk_fetch::Pace;
/// let pace = Pace::new(Duration::from_secs(1));
/// let turn = pace.start("https://example.org/a").unwrap();
/// assert!(pace.start("https://example.org/b").is_err(), "the host is being asked");
/// assert!(pace.start("https://mill.example/").is_ok());
/// drop(turn);
/// let wait = pace.start("https://example.org/b").unwrap_err();
/// assert!(wait.unwrap() <= Duration::from_secs(1));
/// ```
#[derive(Debug)]
pub struct Pace {
    delay: Duration,
    hosts: Mutex<HashMap<String, Host>>,
}

#[derive(Debug, Default)]
struct Host {
    is_busy: bool,
    /// None before the first request.
    last_end: Option<Instant>,
    /// The pause that the host asks for, if it is longer than the usual one.
    delay: Duration,
}

/// The right to send requests to one host. The pause begins when it is dropped.
#[derive(Debug)]
pub struct Turn<'p> {
    pace: &'p Pace,
    host: String,
}

impl Pace {
    /// Returns a pace with a pause of `delay` between the end of a request and the next one to the same host.
    #[must_use]
    pub fn new(delay: Duration) -> Pace {
        Pace { delay, hosts: Mutex::default() }
    }

    /// Starts a turn with the host of an address. Two ports of a machine are two hosts. What is not an address
    /// has a host of its own, which is always free.
    ///
    /// # Errors
    /// If the host may not be asked yet: the time to wait, or None if a turn with this host has to end first.
    pub fn start(&self, address: &str) -> Result<Turn<'_>, Option<Duration>> {
        let host = host_of(address);
        let mut hosts = self.lock();
        let state = hosts.entry(host.clone()).or_default();
        if state.is_busy && !host.is_empty() {
            return Err(None);
        }
        let delay = self.delay.max(state.delay);
        let left = state.last_end.map_or(Duration::ZERO, |end| delay.saturating_sub(end.elapsed()));
        if !left.is_zero() && !host.is_empty() {
            return Err(Some(left));
        }
        state.is_busy = true;
        Ok(Turn { pace: self, host })
    }

    /// Sets the pause for the host of an address, such as the one that its robots.txt asks for. A pause shorter
    /// than that of all hosts has no effect.
    pub fn set_delay(&self, address: &str, delay: Duration) {
        self.lock().entry(host_of(address)).or_default().delay = delay;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Host>> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if let Some(state) = self.pace.lock().get_mut(&self.host) {
            (state.is_busy, state.last_end) = (false, Some(Instant::now()));
        }
    }
}

/// The host and port of an address; empty for what is not an address.
fn host_of(address: &str) -> String {
    let Ok(url) = Url::parse(address) else { return String::new() };
    let host = url.host_str().unwrap_or_default();
    url.port_or_known_default().map_or(host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn a_host_has_one_turn_at_a_time_and_a_pause_after_it() {
        let pace = Pace::new(HOUR);
        let turn = pace.start("http://a.example/1").unwrap();
        assert_eq!(pace.start("http://A.example:80/2").unwrap_err(), None);
        drop(turn);
        let left = pace.start("http://a.example/2").unwrap_err().unwrap();
        assert!(left <= HOUR && left > HOUR / 2);
        for other in ["https://a.example/", "http://a.example:8080/", "http://b.example/"] {
            assert!(pace.start(other).is_ok(), "{other}");
        }
    }

    #[test]
    fn a_host_may_ask_for_a_longer_pause() {
        let pace = Pace::new(Duration::ZERO);
        drop(pace.start("http://a.example/1").unwrap());
        drop(pace.start("http://a.example/2").unwrap());
        pace.set_delay("http://a.example/", HOUR);
        assert!(pace.start("http://a.example/3").is_err());
        assert!(pace.start("http://b.example/3").is_ok());
    }

    #[test]
    fn what_is_not_an_address_never_waits() {
        let pace = Pace::new(HOUR);
        let _first = pace.start("page.html").unwrap();
        assert!(pace.start("other").is_ok());
    }
}
