//! The error type: something is wrong with the user's input. Each error is one line that also says what to
//! do.

/// A corpus, a method, a file of answers or a gate that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

impl Error {
    /// An error with this line, which should say which file or page is affected, what is wrong, and what to
    /// do.
    #[must_use]
    pub fn new(line: impl Into<String>) -> Error {
        Error(line.into())
    }
}
