//! Clock: CPU time of this thread, on one core.
//!
//! CPU time, not wall time: another program on the same machine then costs cache and turbo, not whole time slices.

use anyhow::{Context, Result, bail};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Keeps this thread on one core; without a wish on the last core that is allowed. Gives the core.
pub(crate) fn pin(wish: Option<usize>) -> Result<usize> {
    let allowed = sched_getaffinity(None).context("cannot read the allowed cores")?;
    let core = wish.or_else(|| (0..CpuSet::MAX_CPU).rev().find(|&core| allowed.is_set(core)));
    let Some(core) = core.filter(|&core| core < CpuSet::MAX_CPU && allowed.is_set(core)) else {
        bail!("core {wish:?} is not allowed");
    };
    let mut only = CpuSet::new();
    only.set(core);
    sched_setaffinity(None, &only).context("cannot stay on one core")?;
    Ok(core)
}

/// CPU time of this thread so far.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Does the work and gives its result with the CPU time it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = now();
    let result = work();
    (result, now().saturating_sub(start))
}

/// Median of the numbers; the upper one of the middle two. Zero if there are none.
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
