//! What can be wrong with what the user gave, each as one line that says what to do.

/// A corpus, a method, a file of answers or a gate that cannot be used as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

impl Error {
    /// An error with this line: which file or page, what was wrong, what to do.
    #[must_use]
    pub fn new(line: impl Into<String>) -> Error {
        Error(line.into())
    }
}
