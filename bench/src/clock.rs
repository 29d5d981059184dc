//! Clock: the CPU time of this thread, pinned to one core.
//!
//! CPU time, unlike wall-clock time, does not include the time slices of other programs. They can still
//! disturb a measurement through the caches and the clock rate.

use anyhow::{Context, Result, bail};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Pins this thread to one core, by default the last core that is allowed. Returns the core.
pub(crate) fn pin(requested: Option<usize>) -> Result<usize> {
    let allowed = sched_getaffinity(None).context("cannot read the allowed cores")?;
    let core = requested.or_else(|| (0..CpuSet::MAX_CPU).rev().find(|&core| allowed.is_set(core)));
    let Some(core) = core.filter(|&core| core < CpuSet::MAX_CPU && allowed.is_set(core)) else {
        match requested {
            Some(core) => bail!("core {core} is not allowed"),
            None => bail!("no core is allowed"),
        }
    };
    let mut only = CpuSet::new();
    only.set(core);
    sched_setaffinity(None, &only).context("cannot pin the thread to a core")?;
    Ok(core)
}

/// The CPU time of this thread so far.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Does the work and returns its result with the CPU time that it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = now();
    let result = work();
    (result, now().saturating_sub(start))
}

/// The median of the numbers. For an even count, it is the larger of the two middle numbers; for an empty
/// list, it is zero.
pub(crate) fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[]), 0.0);
    }
}
