//! The memory that request bodies may take together.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// The unit in which memory is counted, in bytes: a semaphore counts to 2^29 at least.
const UNIT_BYTES: usize = 1024;

/// The memory that is left for request bodies.
#[derive(Debug)]
pub(crate) struct BodyMemory(Arc<Semaphore>);

impl BodyMemory {
    pub(crate) fn new(max_bytes: usize) -> BodyMemory {
        BodyMemory(Arc::new(Semaphore::new((max_bytes / UNIT_BYTES).min(Semaphore::MAX_PERMITS))))
    }

    /// Returns the share of a body of which nothing has arrived.
    pub(crate) fn share(&self) -> Share {
        Share { memory: Arc::clone(&self.0), taken: None }
    }
}

/// The memory of one body. It is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    memory: Arc<Semaphore>,
    taken: Option<OwnedSemaphorePermit>,
}

impl Share {
    fn units(&self) -> usize {
        self.taken.as_ref().map_or(0, OwnedSemaphorePermit::num_permits)
    }

    /// Takes memory until there is enough for this number of bytes.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Problem> {
        let more = bytes.div_ceil(UNIT_BYTES).saturating_sub(self.units());
        let more = u32::try_from(more).unwrap_or(u32::MAX);
        let taken = Arc::clone(&self.memory)
            .try_acquire_many_owned(more)
            .map_err(|_| Problem::busy("the pages of other requests fill the memory; try again later"))?;
        match &mut self.taken {
            Some(all) => all.merge(taken),
            None => self.taken = Some(taken),
        }
        Ok(())
    }

    /// Gives back what is not needed for this number of bytes.
    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        let surplus = self.units().saturating_sub(bytes.div_ceil(UNIT_BYTES));
        drop(self.taken.as_mut().and_then(|taken| taken.split(surplus)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_taken_and_given_back() {
        let memory = BodyMemory::new(10 * UNIT_BYTES);
        let (mut first, mut second) = (memory.share(), memory.share());
        first.grow_to(1).unwrap();
        first.grow_to(UNIT_BYTES).unwrap();
        assert_eq!(first.units(), 1);
        first.grow_to(8 * UNIT_BYTES + 1).unwrap();
        second.grow_to(UNIT_BYTES).unwrap();
        assert_eq!(second.grow_to(2 * UNIT_BYTES).unwrap_err().kind, "busy");
        first.shrink_to(UNIT_BYTES + 1);
        assert_eq!(first.units(), 2);
        second.grow_to(8 * UNIT_BYTES).unwrap();
        drop((first, second));
        memory.share().grow_to(10 * UNIT_BYTES).unwrap();
    }
}
