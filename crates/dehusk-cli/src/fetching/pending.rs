//! The addresses that are being fetched, for a line on the terminal while a slow server is awaited.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dehusk_fetch::without_credentials;

use crate::sanitize;

/// The time after which somebody who waits wants to know for what. Chosen by hand.
const MIN_SHOWN: Duration = Duration::from_secs(1);

/// The addresses that are being fetched. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pending {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    /// The addresses and when their fetch began, the oldest first.
    addresses: BTreeMap<u64, (String, Instant)>,
}

/// Shows an address until it is dropped.
pub(crate) struct Shown<'p> {
    pending: &'p Pending,
    number: u64,
}

impl Pending {
    /// Shows an address, without its password, as being fetched from now on.
    pub(super) fn show(&self, address: &str) -> Shown<'_> {
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        state.addresses.insert(number, (shown_address(address), Instant::now()));
        Shown { pending: self, number }
    }

    /// The line about the addresses, or nothing if none takes long.
    pub(crate) fn line(&self) -> String {
        let state = self.lock();
        let Some((address, start)) = state.addresses.values().next() else { return String::new() };
        let waited = start.elapsed();
        if waited < MIN_SHOWN {
            return String::new();
        }
        let others = match state.addresses.len() - 1 {
            0 => String::new(),
            others => format!(", and for {others} more"),
        };
        format!("waiting for {address} ({} s){others}", waited.as_secs())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        self.pending.lock().addresses.remove(&self.number);
    }
}

/// The address without user and password, safe for a terminal.
fn shown_address(address: &str) -> String {
    sanitize::one_line(&without_credentials(address)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_take_long_are_shown() {
        let pending = Pending::default();
        let shown = pending.show("https://me:secret@a.example/");
        assert_eq!(pending.line(), "");
        pending.lock().addresses.values_mut().for_each(|(_, start)| {
            *start = start.checked_sub(Duration::from_secs(3)).unwrap();
        });
        assert_eq!(pending.line(), "waiting for https://a.example/ (3 s)");
        let other = pending.show("https://b.example/");
        assert_eq!(pending.line(), "waiting for https://a.example/ (3 s), and for 1 more");
        drop(shown);
        assert_eq!(pending.line(), "");
        drop(other);
        assert!(pending.lock().addresses.is_empty());
    }
}
