//! All exit codes.

/// The outcome of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: every page succeeded, or the reader of the output closed it (`dehusk … | head`).
    Success,
    /// 1: a page failed, could not be read or had 0 bytes, and all others were written; or there was no page.
    SomePageFailed,
    /// 1: a mean is below its floor, or a floor would have been lowered.
    BelowFloor,
    /// 2: the command line is invalid or the output cannot be written. Clap uses the same number.
    Failure,
}

impl Exit {
    /// Returns the exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::SomePageFailed | Exit::BelowFloor => 1,
            Exit::Failure => 2,
        }
    }
}
