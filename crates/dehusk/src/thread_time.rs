//! The CPU time of a thread, on platforms where it can be read without unsafe code. Only `budget` uses it.

use std::time::Duration;

/// Returns the CPU time that the calling thread has used, in user and system mode. `None` if this platform has no such clock, or
/// only a coarse one, as Windows (about 15 ms). Miri cannot read it either.
#[cfg(all(
    not(miri),
    any(target_os = "linux", target_os = "android", target_vendor = "apple", target_os = "freebsd")
))]
pub(crate) fn thread_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
}

/// See the other definition.
#[cfg(not(all(
    not(miri),
    any(target_os = "linux", target_os = "android", target_vendor = "apple", target_os = "freebsd")
)))]
pub(crate) fn thread_time() -> Option<Duration> {
    None
}
