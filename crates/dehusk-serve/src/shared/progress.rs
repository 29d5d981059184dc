//! What happened on a connection, for those who decide whether it has ended, and say why.

use std::sync::atomic::{AtomicBool, Ordering};

/// What happened on a connection.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// Whether bytes have arrived since the last request began or the last piece of an answer was sent.
    has_arrived: AtomicBool,
    /// Whether a part of an answer was made since the last look.
    has_worked: AtomicBool,
}

impl Progress {
    /// Bytes have arrived.
    pub(crate) fn arrived(&self) {
        self.has_arrived.store(true, Ordering::Relaxed);
    }

    /// The head of a request has been read, or a piece of an answer was sent.
    pub(crate) fn head_is_over(&self) {
        self.has_arrived.store(false, Ordering::Relaxed);
    }

    /// Whether a part of a head has arrived, if the connection ended while it was waiting for one.
    pub(crate) fn is_in_head(&self) -> bool {
        self.has_arrived.load(Ordering::Relaxed)
    }

    /// A part of an answer was made.
    pub(crate) fn worked(&self) {
        self.has_worked.store(true, Ordering::Relaxed);
    }

    /// Whether a part of an answer was made since the last look.
    pub(crate) fn take_work(&self) -> bool {
        self.has_worked.swap(false, Ordering::Relaxed)
    }
}
