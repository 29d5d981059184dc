//! The addresses that a command has written, so that each is written once.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Hashes of addresses, of 64 bits: two different addresses of a million have the same one in 1 of 30 million runs.
#[derive(Default)]
pub(super) struct Written(HashSet<u64>);

impl Written {
    /// Whether the address was not written before. From now on it was.
    pub(super) fn is_new(&mut self, address: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        address.hash(&mut hasher);
        self.0.insert(hasher.finish())
    }
}
