//! The error type of the library, for requests of the caller that are invalid or name something that does not exist.
//!
//! Malformed pages are not errors; see [`crate::Status`].

use std::fmt;

/// An invalid request. The message says what is wrong and what is allowed.
///
/// ```
/// let error = dehusk::Options::new().with_method("danagg").unwrap_err();
/// assert!(error.to_string().starts_with("there is no method \"danagg\"; there are plain, r2l, dana, danag, addanag"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
}

impl Error {
    pub(crate) fn usage(message: String) -> Error {
        Error { message }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
