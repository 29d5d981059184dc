//! Budget: the limits on the cost of a page, and the deadline that counts steps and reads the clock. The code that does the work asks
//! them.
//!
//! All limits except the deadline are counts, so a page exceeds them at the same position on every machine. Memory is not measured:
//! before nodes, tokens, attributes or output are added, the most that each of them can cost is added to an estimate
//! (`page_cost.rs`). So a page may be cut although it would have needed somewhat less than its limit. `tests/memory.rs` compares
//! the estimate with what hostile pages really allocate.
//!
//! Two limits end the work on a page that takes too long. The number of steps is limited in proportion to the size of the page
//! ([`Limits::steps_for`]): it is a count as well, and ends work that grows faster than the page, on every machine at the same
//! position. The deadline is CPU time of the thread where the platform has such a clock (Linux, Android, macOS, iOS, FreeBSD), so
//! it does not depend on what else the machine does, on the number of threads or on the load. On other platforms it is wall-clock
//! time, and the load matters.
//!
//! The deadline is the only limit that depends on the machine. On the machine of `bench/record`, the slowest of the hostile pages
//! in `fuzz/recipes` needs 0.4 µs per byte for all outputs, so a page of up to 8 MB ends after at most a third of the ten seconds
//! that are the default: its answer is the same on every machine that is not slower than a third of that one. Larger hostile
//! pages can reach the deadline; real pages need a tenth of that time. With `timeout: None` nothing depends on the machine.

use std::fmt;
use std::sync::OnceLock;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::thread_time::thread_time;

/// Limits of one extraction. Future versions may add fields, so start from the default, as in this example:
///
/// ```
/// use dehusk::{budget::Limits, Extractor, Options, Status};
/// let limits = Limits { max_bytes: 10, ..Limits::default() };
/// let mut extractor = Extractor::new(Options::new().with_limits(limits));
/// assert_eq!(extractor.extract(b"<p>more than ten bytes", None).status(), Status::TooLarge);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Maximum CPU time of the thread or, where it cannot be measured, maximum wall-clock time; [`crate::budget`] lists the
    /// platforms. When this time has passed, the status is `timeout` and there is no text. `None` means no deadline. For
    /// wall-clock time on every platform, give a clock with [`Options::with_clock`](crate::Options::with_clock).
    pub timeout: Option<Duration>,
    /// Maximum number of bytes of input. A larger page is refused with the status `too_large`. Pages over 4 GiB are always
    /// refused.
    pub max_bytes: usize,
    /// Maximum depth of the tree, at least 1. Deeper elements become children of the deepest allowed element, their text stays in
    /// order, and the status is `partial`.
    pub max_depth: usize,
    /// Maximum number of elements; the number of tokens may be at most eight times as large. Parsing stops where either limit is
    /// exceeded, only the page up to there is used, and the status is `partial`.
    pub max_elements: usize,
    /// Maximum number of bytes of output text. A longer text is cut between characters, and the status is `partial`.
    pub max_output: usize,
    /// Maximum number of bytes of memory for one extraction, besides the bytes of the page itself and up to 4 MiB of working
    /// space that no page changes. Parsing stops where the tree and what methods derive from it could need more; a form of
    /// output, a list of parts or an explanation ends where it takes an eighth of it, and Markdown and HTML leave out addresses
    /// before they leave out text. In all these cases the status is `partial`. `None` means [`Limits::MEMORY_PER_BYTE`] times the
    /// bytes of the page, and at least [`Limits::MIN_MEMORY`].
    pub max_memory: Option<usize>,
}

impl Limits {
    /// Ten seconds: about twenty times as long as `grain` takes for a page of 64 MiB like those of wcxb-dev, at 142 MB/s
    /// (docs/src/guide/many-pages.md). Chosen by hand; pages that are made to be slow reach it.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
    /// 64 MiB: more than two hundred times the mean page of wcxb-dev (280 KB). The largest page of the test corpora has 5.3 MB.
    pub const DEFAULT_MAX_BYTES: usize = 64 << 20;
    /// The maximum depth in Chromium (`kMaximumHTMLParserDOMTreeDepth`).
    pub const DEFAULT_MAX_DEPTH: usize = 512;
    /// Far more than the largest page of the test corpora has. Together with `max_memory`, this bounds the memory of a large page.
    pub const DEFAULT_MAX_ELEMENTS: usize = 2_000_000;
    /// Text is never more than three times as long as its page: one byte that is malformed or in a legacy encoding becomes at
    /// most three bytes of UTF-8.
    pub const DEFAULT_MAX_OUTPUT: usize = 3 * Self::DEFAULT_MAX_BYTES;
    /// The default of `max_memory`, in bytes for each byte of the page. With the page itself and the working space, an extraction
    /// then takes at most 40 times the page. Most pages need 3 to 10; pages
    /// of many short blocks, such as large tables, need up to 30, and hostile pages would need more.
    pub const MEMORY_PER_BYTE: usize = 36;
    /// The default of `max_memory` for small pages. With the page itself and the working space, it stays below 64 MiB.
    pub const MIN_MEMORY: usize = 58 << 20;

    /// Returns the maximum number of bytes of memory for a page with this many bytes.
    ///
    /// ```
    /// use dehusk::budget::Limits;
    /// assert_eq!(Limits::default().memory_for(3_000_000), 108_000_000);
    /// assert_eq!(Limits { max_memory: Some(1 << 20), ..Limits::default() }.memory_for(3_000_000), 1 << 20);
    /// ```
    #[must_use]
    pub fn memory_for(&self, page_bytes: usize) -> usize {
        let by_default = || page_bytes.saturating_mul(Limits::MEMORY_PER_BYTE).max(Limits::MIN_MEMORY);
        self.max_memory.unwrap_or_else(by_default)
    }

    /// The maximum number of steps of work for each byte of the page, in each of these: an extraction with its outputs, the
    /// metadata, an explanation. A step of work is a look at a token, an element, a line or a block. Chosen by hand: the pages in
    /// `fuzz/recipes` take at most 18, real pages at most 5.
    pub const STEPS_PER_BYTE: u64 = 64;
    /// The maximum number of steps of work for small pages. Chosen by hand: they take less than a second.
    pub const MIN_STEPS: u64 = 2_000_000;

    /// Returns the maximum number of steps of work for a page with this many bytes.
    ///
    /// ```
    /// use dehusk::budget::Limits;
    /// assert_eq!(Limits::steps_for(3_000_000), 192_000_000);
    /// ```
    #[must_use]
    pub fn steps_for(page_bytes: usize) -> u64 {
        (page_bytes as u64).saturating_mul(Limits::STEPS_PER_BYTE).max(Limits::MIN_STEPS)
    }

    /// Returns the maximum number of bytes of memory for one form of output, for all lists of parts together, or for an
    /// explanation.
    pub(crate) fn form_memory_for(&self, page_bytes: usize) -> usize {
        self.memory_for(page_bytes) / FORMS_IN_MEMORY
    }

    /// Returns the maximum number of bytes of one form of output for a page with this many bytes, and the limit that it comes
    /// from.
    pub(crate) fn output_for(&self, page_bytes: usize) -> (usize, Limit) {
        let by_memory = self.form_memory_for(page_bytes);
        if by_memory < self.max_output {
            (by_memory, Limit::Memory)
        } else {
            (self.max_output, Limit::Output)
        }
    }
}

/// Maximum bytes of the addresses in one form of output, or in all lists of parts, of a page with this many bytes. A base address
/// and short relative links would else make a page hundreds of times longer. The links and images of a page of wcxb-dev have at
/// most a quarter of its bytes.
pub(crate) fn max_address_bytes(page_bytes: usize) -> usize {
    /// Chosen by hand.
    const BYTES_PER_BYTE: usize = 4;
    /// For small pages. Chosen by hand: a hundred long addresses.
    const MIN_BYTES: usize = 64 << 10;
    page_bytes.saturating_mul(BYTES_PER_BYTE).max(MIN_BYTES)
}

/// A form of output may take one part in this many of the memory. There are at most three forms and the lists of parts at the same
/// time, and each needs some room to be assembled. Chosen by hand.
const FORMS_IN_MEMORY: usize = 8;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            timeout: Some(Limits::DEFAULT_TIMEOUT),
            max_bytes: Limits::DEFAULT_MAX_BYTES,
            max_depth: Limits::DEFAULT_MAX_DEPTH,
            max_elements: Limits::DEFAULT_MAX_ELEMENTS,
            max_output: Limits::DEFAULT_MAX_OUTPUT,
            max_memory: None,
        }
    }
}

/// Maximum bytes of a web address. Longer addresses are left out of every output and are not used as a base for others. Chosen by
/// hand: twice the longest address that common servers accept.
pub const MAX_ADDRESS_BYTES: usize = 4096;

/// A limit that was exceeded, so that the status is `partial`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::max_depth`].
    Depth,
    /// [`Limits::max_elements`].
    Elements,
    /// [`Limits::max_output`].
    Output,
    /// [`Limits::max_memory`].
    Memory,
}

impl Limit {
    /// Returns the name of the limit, for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Limit::Depth => "max_depth",
            Limit::Elements => "max_elements",
            Limit::Output => "max_output",
            Limit::Memory => "max_memory",
        }
    }
}

/// The reason why the work on a page was stopped with the status `timeout`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimedOut {
    /// The deadline passed.
    Deadline,
    /// The work took more steps than [`Limits::steps_for`] allows. This happens on every machine or on none.
    Steps,
    /// A CSS selector took more steps through the tree than allowed. Steps are counted, so this happens on every machine or on
    /// none.
    Selector,
}

impl TimedOut {
    /// Returns the reason, for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            TimedOut::Deadline => "timeout",
            TimedOut::Steps => "max_steps",
            TimedOut::Selector => "selector_steps",
        }
    }
}

impl fmt::Display for TimedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimedOut::Deadline => "the work on the page took longer than its time limit",
            TimedOut::Steps => "the work on the page took more steps than its limit",
            TimedOut::Selector => "a CSS selector took more steps than its limit",
        })
    }
}

impl std::error::Error for TimedOut {}

/// Number of steps (tokens, lines, runs) between two readings of the clock. Chosen by hand.
const STEPS_PER_READING: u32 = 1024;

/// A monotonic clock for deadlines: returns the time since some fixed moment. Callers pass one to
/// [`Options::with_clock`](crate::Options::with_clock) on platforms without a clock in the standard library, such as
/// `wasm32-unknown-unknown`, and where the deadline must be wall-clock time.
pub type Clock = fn() -> Duration;

/// The clock of deadlines where the caller gives none: the CPU time of this thread or, where it cannot be measured, the wall-clock
/// time since the first reading. For clocks of callers that add something to it. On a platform without a clock it stands still.
///
/// ```
/// use dehusk::budget::default_clock;
/// let before = default_clock();
/// assert!(default_clock() >= before);
/// ```
#[must_use]
pub fn default_clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let wall_clock =
        || if HAS_SYSTEM_CLOCK { START.get_or_init(Instant::now).elapsed() } else { Duration::ZERO };
    thread_time().unwrap_or_else(wall_clock)
}

/// Whether the standard library has a clock on this platform. On `wasm32-unknown-unknown`, `Instant::now` panics.
const HAS_SYSTEM_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The deadline of one extraction. The code that does the work reports each piece of it with [`Deadline::tick`]. It is meant for
/// the thread that made it: another thread cannot read that thread's CPU time, and compares with wall-clock time instead.
#[derive(Clone, Debug)]
pub struct Deadline {
    until: Until,
    /// The number of steps until the clock is read.
    steps_until_reading: u32,
    /// The number of steps that are left after that reading.
    steps_left: u64,
}

#[derive(Clone, Copy, Debug)]
enum Until {
    Never,
    Moment(Instant),
    /// The deadline passes when this thread has used this much CPU time, and on other threads at the moment.
    ThreadTime(ThreadId, Duration, Instant),
    /// The deadline passes when the clock of the caller returns this time or a later one.
    Reading(Clock, Duration),
}

impl Until {
    /// The end of `timeout`, from now on. `None` if it is too far away for the clock.
    fn after(timeout: Duration) -> Option<Until> {
        let moment = Instant::now().checked_add(timeout)?;
        let end = match thread_time() {
            Some(time) => time.checked_add(timeout)?,
            None => return Some(Until::Moment(moment)),
        };
        Some(Until::ThreadTime(thread::current().id(), end, moment))
    }
}

impl Deadline {
    /// Returns a deadline that passes after `timeout`, or never if `timeout` is `None`. The time is CPU time of this thread where
    /// the platform has such a clock, otherwise wall-clock time. On a platform without any clock, the deadline never passes.
    ///
    /// ```
    /// use dehusk::budget::Deadline;
    /// use std::time::Duration;
    /// assert!(Deadline::after(Some(Duration::from_secs(10))).check().is_ok());
    /// assert!(Deadline::after(Some(Duration::ZERO)).check().is_err());
    /// ```
    #[must_use]
    pub fn after(timeout: Option<Duration>) -> Deadline {
        let until = timeout.filter(|_| HAS_SYSTEM_CLOCK).and_then(Until::after).unwrap_or(Until::Never);
        Deadline::new(until)
    }

    fn new(until: Until) -> Deadline {
        Deadline { until, steps_until_reading: 0, steps_left: u64::MAX }
    }

    /// Returns a deadline that passes after `timeout` by the clock of the caller, or never if `timeout` is `None`. A clock that
    /// returns `Duration::MAX` ends every deadline, also one without a timeout, so a clock can interrupt an extraction.
    ///
    /// ```
    /// use dehusk::budget::Deadline;
    /// use std::time::Duration;
    /// let stopped_clock = || Duration::ZERO;
    /// assert!(Deadline::by(stopped_clock, Some(Duration::from_secs(1))).check().is_ok());
    /// assert!(Deadline::by(stopped_clock, Some(Duration::ZERO)).check().is_err());
    /// assert!(Deadline::by(stopped_clock, None).check().is_ok());
    /// assert!(Deadline::by(|| Duration::MAX, None).check().is_err());
    /// ```
    #[must_use]
    pub fn by(clock: Clock, timeout: Option<Duration>) -> Deadline {
        let end = timeout.map_or(Duration::MAX, |time| clock().saturating_add(time));
        Deadline::new(Until::Reading(clock, end))
    }

    /// Returns the deadline, which now also passes after `steps` steps, or up to 1,024 steps earlier.
    ///
    /// ```
    /// use dehusk::budget::{Deadline, TimedOut};
    /// let mut deadline = Deadline::after(None).with_max_steps(100_000);
    /// let steps = (0..).find(|_| deadline.tick().is_err()).unwrap();
    /// assert!((98_000..=100_000).contains(&steps));
    /// assert_eq!(deadline.tick(), Err(TimedOut::Steps));
    /// ```
    #[must_use]
    pub fn with_max_steps(self, steps: u64) -> Deadline {
        Deadline { steps_left: steps, ..self }
    }

    /// Reports one step of work.
    ///
    /// # Errors
    /// [`TimedOut`] once the deadline has passed.
    #[inline]
    pub fn tick(&mut self) -> Result<(), TimedOut> {
        if self.steps_until_reading > 0 {
            self.steps_until_reading -= 1;
            return Ok(());
        }
        self.read_clock()
    }

    /// Begins the steps until the next reading of the clock, and reads it now.
    fn read_clock(&mut self) -> Result<(), TimedOut> {
        let steps = u64::from(STEPS_PER_READING) + 1;
        self.steps_left = self.steps_left.checked_sub(steps).ok_or(TimedOut::Steps)?;
        self.steps_until_reading = STEPS_PER_READING;
        self.check()
    }

    /// Reads the clock now. Call this after a large piece of work.
    ///
    /// # Errors
    /// [`TimedOut`] once the deadline has passed.
    pub fn check(&self) -> Result<(), TimedOut> {
        let has_passed = match self.until {
            Until::Never => false,
            Until::Moment(moment) => Instant::now() >= moment,
            Until::ThreadTime(thread, end, moment) if thread == thread::current().id() => {
                thread_time().map_or_else(|| Instant::now() >= moment, |time| time >= end)
            }
            Until::ThreadTime(.., moment) => Instant::now() >= moment,
            Until::Reading(clock, end) => clock() >= end,
        };
        if has_passed { Err(TimedOut::Deadline) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// While this thread waits for another one, it uses no CPU time.
    #[test]
    fn waiting_is_not_counted_as_cpu_time() {
        const WAITED: Duration = Duration::from_millis(50);
        if thread_time().is_none() {
            return;
        }
        let deadline = Deadline::after(Some(WAITED));
        let here = || deadline.check();
        thread::scope(|scope| {
            let elsewhere = || {
                let (work, mut sum) = (Instant::now(), 0u64);
                while work.elapsed() <= WAITED {
                    sum = std::hint::black_box(sum + 1);
                }
                // Another thread sees the wall clock.
                deadline.check()
            };
            assert_eq!(scope.spawn(elsewhere).join().unwrap(), Err(TimedOut::Deadline));
        });
        assert_eq!(here(), Ok(()));
    }

    #[test]
    fn cpu_time_ends_a_deadline() {
        let deadline = Deadline::after(Some(Duration::from_millis(5)));
        let mut readings = 0u64;
        while deadline.check().is_ok() {
            readings += 1;
        }
        assert!(readings > 0);
    }

    #[test]
    fn a_timeout_beyond_the_clock_never_passes() {
        assert!(Deadline::after(Some(Duration::MAX)).check().is_ok());
        assert!(Deadline::after(None).check().is_ok());
    }
}
