//! Measures CPU time and memory of one piece of work.
//!
//! Programs that measure memory make [`PeakAlloc`] their global allocator. Only one thread may work at a time.

use peak_alloc::PeakAlloc;
use std::time::Duration;

/// What a piece of work took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// CPU time of the thread.
    pub time: Duration,
    /// The most bytes that were allocated at the same time, beyond those before the work. 0 if the program has another global
    /// allocator.
    pub memory: usize,
}

/// Does the work and returns its result and what it took.
pub fn cost_of<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let before = PeakAlloc.current_usage();
    PeakAlloc.reset_peak_usage();
    let start = dehusk::budget::default_clock();
    let result = work();
    let time = dehusk::budget::default_clock().saturating_sub(start);
    (result, Cost { time, memory: PeakAlloc.peak_usage().saturating_sub(before) })
}

/// Returns the smaller time of two measurements, and the larger memory.
#[must_use]
pub fn better(one: Cost, other: Cost) -> Cost {
    Cost { time: one.time.min(other.time), memory: one.memory.max(other.memory) }
}
