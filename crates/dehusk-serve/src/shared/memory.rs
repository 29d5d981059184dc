//! A number of bytes that requests share: the memory of their bodies, or the room for answers that nobody has read yet.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use crate::problem::Problem;

/// How long a body waits for memory before it is refused. Pages are done in milliseconds, so a queue that is longer than this is one that
/// grows. Chosen by hand.
pub(crate) const MAX_MEMORY_WAIT: Duration = Duration::from_secs(2);

/// The unit in which memory is counted, in bytes: a semaphore counts to 2^29 at least.
const UNIT_BYTES: usize = 1024;

/// The bytes that are left.
#[derive(Debug)]
pub(crate) struct ByteBudget {
    left: Arc<Semaphore>,
    max_units: usize,
}

impl ByteBudget {
    pub(crate) fn new(max_bytes: usize) -> ByteBudget {
        let max_units = (max_bytes / UNIT_BYTES).min(Semaphore::MAX_PERMITS);
        ByteBudget { left: Arc::new(Semaphore::new(max_units)), max_units }
    }

    /// Returns a share of nothing.
    pub(crate) fn share(&self) -> Share {
        Share { left: Arc::clone(&self.left), max_units: self.max_units, taken: None }
    }
}

/// What one request has taken. It is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    left: Arc<Semaphore>,
    /// The whole budget.
    max_units: usize,
    taken: Option<OwnedSemaphorePermit>,
}

impl Share {
    fn units(&self) -> usize {
        self.taken.as_ref().map_or(0, OwnedSemaphorePermit::num_permits)
    }

    /// Takes more until there is enough for this number of bytes. Waits for it, but no longer than this time.
    pub(crate) async fn grow_to(&mut self, bytes: usize, wait: Duration) -> Result<(), Problem> {
        let more = self.missing(bytes);
        if more as usize + self.units() > self.max_units {
            return Err(full());
        }
        if more > 0 {
            let taken = time::timeout(wait, Arc::clone(&self.left).acquire_many_owned(more)).await;
            self.add(taken.map_err(|_| full())?.map_err(|_| full())?);
        }
        Ok(())
    }

    /// Takes more until there is enough for this number of bytes, if it is there now.
    pub(crate) fn try_grow_to(&mut self, bytes: usize) -> bool {
        let taken = Arc::clone(&self.left).try_acquire_many_owned(self.missing(bytes));
        taken.map(|taken| self.add(taken)).is_ok()
    }

    fn missing(&self, bytes: usize) -> u32 {
        let more = bytes.div_ceil(UNIT_BYTES).saturating_sub(self.units());
        u32::try_from(more).unwrap_or(u32::MAX)
    }

    fn add(&mut self, taken: OwnedSemaphorePermit) {
        match &mut self.taken {
            Some(all) => all.merge(taken),
            None => self.taken = Some(taken),
        }
    }

    /// Splits off what this number of bytes needs, as far as it was taken.
    pub(crate) fn split(&mut self, bytes: usize) -> Share {
        let units = bytes.div_ceil(UNIT_BYTES).min(self.units());
        let taken = self.taken.as_mut().and_then(|taken| taken.split(units));
        Share { left: Arc::clone(&self.left), max_units: self.max_units, taken }
    }

    /// Gives back what is not needed for this number of bytes.
    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        let surplus = self.units().saturating_sub(bytes.div_ceil(UNIT_BYTES));
        drop(self.taken.as_mut().and_then(|taken| taken.split(surplus)));
    }
}

fn full() -> Problem {
    Problem::busy("the pages of other requests fill the memory; try again later")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_taken_and_given_back() {
        let memory = ByteBudget::new(10 * UNIT_BYTES);
        let (mut first, mut second) = (memory.share(), memory.share());
        assert!(first.try_grow_to(1) && first.try_grow_to(UNIT_BYTES));
        assert_eq!(first.units(), 1);
        assert!(first.try_grow_to(8 * UNIT_BYTES + 1) && second.try_grow_to(UNIT_BYTES));
        assert!(!second.try_grow_to(2 * UNIT_BYTES));
        first.shrink_to(UNIT_BYTES + 1);
        assert_eq!(first.units(), 2);
        assert!(second.try_grow_to(8 * UNIT_BYTES));
        let part = second.split(3 * UNIT_BYTES);
        assert_eq!((part.units(), second.units()), (3, 5));
        drop((first, second, part));
        assert!(memory.share().try_grow_to(10 * UNIT_BYTES));
    }

    #[tokio::test(start_paused = true)]
    async fn memory_is_waited_for_but_not_for_long() {
        let memory = ByteBudget::new(4 * UNIT_BYTES);
        let (mut first, mut second) = (memory.share(), memory.share());
        first.grow_to(4 * UNIT_BYTES, MAX_MEMORY_WAIT).await.unwrap();
        assert_eq!(second.grow_to(1, MAX_MEMORY_WAIT).await.unwrap_err().kind, "busy");
        let waiting = tokio::spawn(async move { second.grow_to(3 * UNIT_BYTES, MAX_MEMORY_WAIT).await });
        tokio::task::yield_now().await;
        first.shrink_to(UNIT_BYTES);
        waiting.await.unwrap().unwrap();
    }
}
