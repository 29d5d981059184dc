//! The exit codes, all of them.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: every page is fine, or whoever read our output went away (`dehusk … | head`).
    Fine,
    /// 1: some page failed, could not be read or had 0 bytes; all others were written.
    SomePageFailed,
    /// 1: a mean is below its floor, or a floor would have sunk.
    BelowFloor,
    /// 2: the command line is wrong or its output cannot be written. Clap uses the same number.
    NotCarriedOut,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Fine => ExitCode::SUCCESS,
            Exit::SomePageFailed | Exit::BelowFloor => ExitCode::from(1),
            Exit::NotCarriedOut => ExitCode::from(2),
        }
    }
}
