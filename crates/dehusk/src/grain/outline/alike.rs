//! Groups of containers that are built alike: with the same tags around them, or also the same classes.

use std::collections::HashMap;

/// There are at most this many groups of each kind, and one more for each [`CONTAINERS_PER_GROUP`] containers. Chosen by hand: no
/// page of the corpora has that many. Otherwise a page whose containers all have classes of their own would need twice the
/// memory.
const MIN_MAX_GROUPS: usize = 2048;
/// See [`MIN_MAX_GROUPS`].
const CONTAINERS_PER_GROUP: usize = 8;

/// Numbers groups in the order of their first container.
pub(super) struct Alike {
    numbers: HashMap<u64, u32>,
    /// What the containers of each group share, as a hash.
    hashes: Vec<u64>,
    max: usize,
}

/// Maximum number of groups on a page with this many containers.
pub(super) fn max_groups(containers: usize) -> usize {
    MIN_MAX_GROUPS + containers / CONTAINERS_PER_GROUP
}

impl Alike {
    pub(super) fn new(max: usize) -> Alike {
        Alike { numbers: HashMap::new(), hashes: Vec::new(), max }
    }

    /// Returns the number of the group with a hash. If there are too many groups already, a new group is joined with all others
    /// that are alike by the hash `rough`, and if there are too many of these too, with the last group.
    pub(super) fn number(&mut self, hash: u64, rough: u64) -> u32 {
        if let Some(number) = self.numbers.get(&hash) {
            return *number;
        }
        let next = self.hashes.len();
        if next < self.max {
            return self.add(hash);
        }
        match self.numbers.get(&rough) {
            Some(number) => *number,
            None if next < 2 * self.max => self.add(rough),
            None => next as u32 - 1,
        }
    }

    fn add(&mut self, hash: u64) -> u32 {
        let number = self.hashes.len() as u32;
        self.numbers.insert(hash, number);
        self.hashes.push(hash);
        number
    }

    /// Returns the hash of each group.
    pub(super) fn into_hashes(self) -> Vec<u64> {
        self.hashes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_beyond_the_maximum_are_joined() {
        let mut alike = Alike::new(2);
        let numbers = [(1, 9), (2, 9), (1, 9), (3, 9), (4, 9), (5, 8), (6, 7), (2, 7)]
            .map(|(hash, rough)| alike.number(hash, rough));
        assert_eq!(numbers, [0, 1, 0, 2, 2, 3, 3, 1]);
        assert_eq!(alike.into_hashes(), [1, 2, 9, 8]);
    }
}
