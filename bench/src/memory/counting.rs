//! An allocator that counts the heap, while it is asked to.
//!
//! It hands everything to the system's allocator. Off, it costs one load and one branch per call, so the speed
//! figures are not disturbed; on, it is meant for one thread.

#![allow(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

static IS_ON: AtomicBool = AtomicBool::new(false);
/// Bytes allocated since counting began less bytes freed since then; below zero if older blocks are freed.
static LIVE: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

/// The allocator.
pub(crate) struct Counting;

/// Does the work and gives its result with the most bytes that were live at once during it.
pub(super) fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    LIVE.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    IS_ON.store(true, Relaxed);
    let result = work();
    IS_ON.store(false, Relaxed);
    (result, PEAK.load(Relaxed).unsigned_abs())
}

/// Notes that the heap has grown or, below zero, shrunk.
#[inline]
fn note(change: isize) {
    if IS_ON.load(Relaxed) {
        let live = LIVE.fetch_add(change, Relaxed) + change;
        PEAK.fetch_max(live, Relaxed);
    }
}

// SAFETY: every method passes its arguments unchanged to `System`, which is a correct allocator, and gives back what
// that gave; the callers' promises about layouts and pointers are those `System` asks for. Counting allocates nothing.
// A `Layout` is never larger than `isize::MAX`, so the casts do not wrap.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size() as isize);
        // SAFETY: as promised by our caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size() as isize);
        // SAFETY: as promised by our caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        note(-(layout.size() as isize));
        // SAFETY: as promised by our caller.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note(new_size as isize - layout.size() as isize);
        // SAFETY: as promised by our caller.
        unsafe { System.realloc(block, layout, new_size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peak_is_the_most_at_once() {
        let ((), peak) = peak_of(|| {
            drop(std::hint::black_box(vec![0_u8; 100_000_000]));
            drop(std::hint::black_box(vec![0_u8; 300_000_000]));
        });
        // Other tests run beside this one, and what they take or free is counted with it.
        assert!((250_000_000..390_000_000).contains(&peak), "{peak}");
    }
}
