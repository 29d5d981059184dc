//! Interrupts: while a page is processed without the interpreter lock, Ctrl-C must not wait for the page.
//!
//! The library reads the clock of its deadline every so often. [`clock`] is that clock, and now and then it also
//! lets Python handle its signals. If a handler raises an exception, the clock ends the deadline, and the caller
//! raises the exception instead of returning the page.

use dehusk::budget::default_clock;
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

/// The time between two looks at the signals of Python, which need the interpreter lock. Chosen by hand: a reader
/// does not notice it, and few pages take so long at all.
const BETWEEN_CHECKS: Duration = Duration::from_millis(100);

thread_local! {
    static LAST_CHECK: Cell<Option<Instant>> = const { Cell::new(None) };
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Runs `work` without the interpreter lock. Returns the exception of a signal handler if one was raised meanwhile.
/// Python runs the handlers in its main thread only; in other threads there is nothing to find.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    RAISED.take();
    LAST_CHECK.set(Some(Instant::now()));
    let done = py.detach(work);
    match RAISED.take() {
        Some(error) => Err(error),
        None => Ok(done),
    }
}

/// The clock of all deadlines of the package: that of the library, or the end of time after an interrupt.
pub(crate) fn clock() -> Duration {
    let is_interrupted = RAISED.with_borrow(|raised| raised.is_some());
    if is_interrupted || check_signals() { Duration::MAX } else { default_clock() }
}

/// Lets Python handle its signals, unless it did so a moment ago. Whether a handler raised an exception.
fn check_signals() -> bool {
    let now = Instant::now();
    if LAST_CHECK.get().is_some_and(|last| now.duration_since(last) < BETWEEN_CHECKS) {
        return false;
    }
    LAST_CHECK.set(Some(now));
    match Python::attach(|py| py.check_signals()) {
        Ok(()) => false,
        Err(error) => {
            RAISED.set(Some(error));
            true
        }
    }
}
