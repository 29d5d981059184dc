//! What is left of `web_address.rs` without the feature `addresses`: nothing is resolved or normalized, and whatever is not
//! plainly relative is refused.

/// What the fingerprint of options says about this module: links are different without the feature.
pub(crate) const CANONICAL: &str = ";addresses=false";

/// No value of this type exists: resolving needs the feature `addresses`.
#[derive(Debug)]
pub(crate) enum Base {}

impl Base {
    /// Returns `None`.
    pub(crate) fn parse(_written: &str, _outer: Option<&Base>) -> Option<Base> {
        None
    }

    /// Is never called, because there is no base.
    pub(crate) fn is_same_page(&self, _written: &str) -> bool {
        match *self {}
    }
}

/// What a reference leads to; [`Target::Absolute`] needs the feature `addresses`.
#[derive(Debug)]
pub(crate) enum Target {
    #[expect(dead_code, reason = "callers handle it, since it exists with the feature `addresses`")]
    Absolute(String),
    Relative,
    None,
}

/// Returns [`Target::Relative`] for a reference whose first path segment has no colon, else [`Target::None`]: what is before
/// a colon could be a scheme.
pub(crate) fn resolve(written: &str, _base: Option<&Base>, _schemes: &[&str]) -> Target {
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
