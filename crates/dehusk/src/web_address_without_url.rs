//! Replaces `web_address.rs` without the feature `addresses`: nothing is resolved or normalized, and every reference that is not
//! clearly relative is refused.

use crate::budget::MAX_ADDRESS_BYTES;

/// The part of the fingerprint of options that depends on the feature `addresses`. Links are different without the feature.
pub(crate) const CANONICAL: &str = ";addresses=false";

/// A base address. No value of this type exists, because resolving needs the feature `addresses`.
#[derive(Debug)]
pub(crate) enum Base {}

impl Base {
    /// Always returns `None`.
    pub(crate) fn parse(_written: &str, _outer: Option<&Base>) -> Option<Base> {
        None
    }

    /// This function is never called, because no base exists.
    pub(crate) fn is_same_page(&self, _written: &str) -> bool {
        match *self {}
    }
}

/// The result of resolving a reference. [`Target::Absolute`] occurs only with the feature `addresses`.
#[derive(Debug)]
pub(crate) enum Target {
    #[expect(dead_code, reason = "callers handle it, since it exists with the feature `addresses`")]
    Absolute(String),
    Relative,
    None,
}

/// Returns [`Target::Relative`] if the first path segment of the reference has no colon. Otherwise returns [`Target::None`],
/// because the text before the colon could be a scheme, or the reference is longer than [`MAX_ADDRESS_BYTES`].
pub(crate) fn resolve(written: &str, _base: Option<&Base>, _schemes: &[&str]) -> Target {
    if written.len() > MAX_ADDRESS_BYTES {
        return Target::None;
    }
    let first_segment = written.split(['/', '?', '#']).next().unwrap_or(written);
    if first_segment.contains(':') { Target::None } else { Target::Relative }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_may_have_a_scheme_is_a_target() {
        for written in ["javascript:a", "\u{A0}javascript:a", "data:x", "HTTPS://h.example/", "1:2"] {
            assert!(matches!(resolve(written, None, &["http", "https"]), Target::None), "{written:?}");
        }
        for written in ["e?f=1#g", "/a:b", "//h.example/", "?a:b", "#a:b", ""] {
            assert!(matches!(resolve(written, None, &["http", "https"]), Target::Relative), "{written:?}");
        }
    }
}
