//! The type of errors in the user's input. Each message is one line that also says what to do.

/// A corpus, a method, a file of answers or a gate that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

impl Error {
    /// Returns an error with this one-line message. It should say which file or page is affected, what is
    /// wrong, and what to do.
    #[must_use]
    pub fn new(line: impl Into<String>) -> Error {
        Error(line.into())
    }
}
