//! Budget: what a page may cost, checked by the code that spends it.
//!
//! All limits but the deadline are counts, so the same page hits them in the same place on every machine. Nothing
//! here measures memory: every structure grows with bytes and elements, and both are bounded.

use std::time::{Duration, Instant};

/// Limits of one extraction. Others may be added: begin with the default ones, as here.
///
/// ```
/// use dehusk::{budget::Limits, Extractor, Options, Status};
/// let limits = Limits { max_bytes: 10, ..Limits::default() };
/// let mut extractor = Extractor::new(Options::new().with_limits(limits));
/// assert_eq!(extractor.extract(b"<p>more than ten bytes", None).status(), Status::TooLarge);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Wall-clock time; past it the status is `timeout` and there is no text. `None`: no deadline.
    pub timeout: Option<Duration>,
    /// Bytes of input; a larger page is not looked at, its status is `too_large`. At most 4 GiB.
    pub max_bytes: usize,
    /// Depth of the tree, at least 1. Deeper elements are flattened onto the deepest allowed one and their text is kept in
    /// order; the status is `partial`.
    pub max_depth: usize,
    /// Elements, and an eighth of the tokens; parsing stops at the first one beyond, what stood before it is used, the
    /// status is `partial`.
    pub max_elements: usize,
    /// Bytes of output text; a longer one is cut between characters, the status is `partial`.
    pub max_output: usize,
}

impl Limits {
    /// The largest allowed page takes about a second.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
    /// Two hundred times the mean page of wcxb-dev (280 KB); the largest page of the test corpora has 5.3 MB.
    pub const DEFAULT_MAX_BYTES: usize = 64 << 20;
    /// What Chromium allows (`kMaximumHTMLParserDOMTreeDepth`).
    pub const DEFAULT_MAX_DEPTH: usize = 512;
    /// A node takes 44 bytes, a token 12 and an attribute 16; so many elements with their texts are some 400 MB at most,
    /// besides attributes, which `max_bytes` bounds.
    pub const DEFAULT_MAX_ELEMENTS: usize = 2_000_000;
    /// Text is never more than three times as long as its page: a byte that is malformed or of a legacy encoding becomes at
    /// most three of UTF-8.
    pub const DEFAULT_MAX_OUTPUT: usize = 3 * Self::DEFAULT_MAX_BYTES;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            timeout: Some(Limits::DEFAULT_TIMEOUT),
            max_bytes: Limits::DEFAULT_MAX_BYTES,
            max_depth: Limits::DEFAULT_MAX_DEPTH,
            max_elements: Limits::DEFAULT_MAX_ELEMENTS,
            max_output: Limits::DEFAULT_MAX_OUTPUT,
        }
    }
}

/// A countable limit that was hit: the answer is `partial`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::max_depth`].
    Depth,
    /// [`Limits::max_elements`].
    Elements,
    /// [`Limits::max_output`].
    Output,
}

impl Limit {
    /// The name of the limit, for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Limit::Depth => "max_depth",
            Limit::Elements => "max_elements",
            Limit::Output => "max_output",
        }
    }
}

/// The work on a page was given up; its status is `timeout`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimedOut {
    /// The deadline passed.
    Deadline,
    /// A CSS selector took more steps through the tree than one may, in the same place on every machine.
    Selector,
}

impl TimedOut {
    /// The reason, for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            TimedOut::Deadline => "timeout",
            TimedOut::Selector => "selector_steps",
        }
    }
}

/// Pieces of work (tokens, lines, runs) between two looks at the clock.
const WORK_PER_LOOK: u32 = 1024;

/// A clock for deadlines: the time since some fixed moment, which never goes back. Callers on platforms without a clock of the
/// standard library's, such as `wasm32-unknown-unknown`, give one by [`Options::with_clock`](crate::Options::with_clock).
pub type Clock = fn() -> Duration;

/// Whether the standard library has a clock here: on `wasm32-unknown-unknown` asking it for the time panics.
const HAS_SYSTEM_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The deadline of one extraction; work is reported to it as it is done.
#[derive(Clone, Debug)]
pub struct Deadline {
    until: Until,
    until_look: u32,
}

#[derive(Clone, Copy, Debug)]
enum Until {
    Never,
    Moment(Instant),
    /// Until a clock of the caller's says this or more.
    Reading(Clock, Duration),
}

impl Deadline {
    /// A deadline so far from now; `None`: never. On a platform without a clock there is no deadline.
    #[must_use]
    pub fn after(timeout: Option<Duration>) -> Deadline {
        let moment = timeout.filter(|_| HAS_SYSTEM_CLOCK).and_then(|time| Instant::now().checked_add(time));
        Deadline { until: moment.map_or(Until::Never, Until::Moment), until_look: 0 }
    }

    /// A deadline so far from now by a clock of the caller's; `None`: never.
    ///
    /// ```
    /// use dehusk::budget::Deadline;
    /// use std::time::Duration;
    /// let stopped_clock = || Duration::ZERO;
    /// assert!(Deadline::by(stopped_clock, Some(Duration::from_secs(1))).check().is_ok());
    /// assert!(Deadline::by(stopped_clock, Some(Duration::ZERO)).check().is_err());
    /// ```
    #[must_use]
    pub fn by(clock: Clock, timeout: Option<Duration>) -> Deadline {
        let end = timeout.and_then(|time| clock().checked_add(time));
        Deadline { until: end.map_or(Until::Never, |end| Until::Reading(clock, end)), until_look: 0 }
    }

    /// Reports one piece of work.
    ///
    /// # Errors
    /// [`TimedOut`] once the deadline has passed.
    #[inline]
    pub fn tick(&mut self) -> Result<(), TimedOut> {
        if self.until_look > 0 {
            self.until_look -= 1;
            return Ok(());
        }
        self.until_look = WORK_PER_LOOK;
        self.check()
    }

    /// Looks at the clock now: after a large piece of work.
    ///
    /// # Errors
    /// [`TimedOut`] once the deadline has passed.
    pub fn check(&self) -> Result<(), TimedOut> {
        let has_passed = match self.until {
            Until::Never => false,
            Until::Moment(moment) => Instant::now() >= moment,
            Until::Reading(clock, end) => clock() >= end,
        };
        if has_passed { Err(TimedOut::Deadline) } else { Ok(()) }
    }
}
