//! An allocator that measures the peak size of the heap on request.
//!
//! It forwards every call to the system allocator. While counting is off, it adds one load and one branch to
//! each call, so it does not disturb speed measurements. Counting supports one thread only.

#![allow(unsafe_code, reason = "an allocator cannot be written without unsafe code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

static IS_ON: AtomicBool = AtomicBool::new(false);
/// Bytes allocated since counting began, minus bytes freed since then. It can be negative, because blocks that
/// were allocated earlier may be freed.
static LIVE: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

/// The system allocator with a counter.
pub(crate) struct Counting;

/// Calls `work` and returns its result, with the peak number of bytes that were allocated while it ran.
pub(super) fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    LIVE.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    IS_ON.store(true, Relaxed);
    let result = work();
    IS_ON.store(false, Relaxed);
    (result, PEAK.load(Relaxed).unsigned_abs())
}

/// Records that the heap has grown or, if `change` is negative, shrunk.
#[inline]
fn record(change: isize) {
    if IS_ON.load(Relaxed) {
        let live = LIVE.fetch_add(change, Relaxed) + change;
        PEAK.fetch_max(live, Relaxed);
    }
}

// SAFETY: every method passes its arguments unchanged to `System`, which is a correct allocator, and returns
// its result. The requirements on callers are those of `System`. Counting does not allocate. A `Layout` is
// never larger than `isize::MAX`, so the casts do not wrap.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        record(layout.size() as isize);
        // SAFETY: the caller upholds the requirements of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        record(layout.size() as isize);
        // SAFETY: the caller upholds the requirements of `System`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        record(-(layout.size() as isize));
        // SAFETY: the caller upholds the requirements of `System`.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        record(new_size as isize - layout.size() as isize);
        // SAFETY: the caller upholds the requirements of `System`.
        unsafe { System.realloc(block, layout, new_size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_the_maximum_at_one_time() {
        let ((), peak) = peak_of(|| {
            drop(std::hint::black_box(vec![0_u8; 100_000_000]));
            drop(std::hint::black_box(vec![0_u8; 300_000_000]));
        });
        // Other tests run at the same time, and their allocations are counted too.
        assert!((250_000_000..390_000_000).contains(&peak), "{peak}");
    }
}
