//! Parses and resolves URLs as browsers do. The crate `url` implements the rules, which are those of the URL
//! Standard.
//!
//! Without the feature `addresses`, `web_address_without_url.rs` takes its place.

use url::{ParseError, Position, Url};

/// The part of the fingerprint of options that depends on the feature `addresses`. With the feature, it is
/// empty, so that the fingerprint is the same as in versions that did not have features.
pub(crate) const CANONICAL: &str = "";

/// An absolute `http` or `https` URL against which references are resolved.
#[derive(Debug)]
pub(crate) struct Base(Url);

impl Base {
    /// Parses a URL; a relative one is resolved against `outer`. `None` if it is not an `http` or `https` URL.
    pub(crate) fn parse(written: &str, outer: Option<&Base>) -> Option<Base> {
        let url = Url::options().base_url(outer.map(|outer| &outer.0)).parse(written).ok()?;
        matches!(url.scheme(), "http" | "https").then_some(Base(url))
    }

    /// Whether an absolute URL leads to the same page as this one. Fragments are ignored.
    pub(crate) fn is_same_page(&self, written: &str) -> bool {
        Url::parse(written).is_ok_and(|url| url[..Position::AfterQuery] == self.0[..Position::AfterQuery])
    }
}

/// The result of resolving a reference.
#[derive(Debug)]
pub(crate) enum Target {
    /// An absolute URL in normal form.
    Absolute(String),
    /// The target is unknown, because the reference is relative and there is no base.
    Relative,
    /// There is no target: the URL is malformed, or its scheme is not one of the allowed schemes.
    None,
}

/// Resolves a reference. Only URLs with one of these schemes are allowed.
pub(crate) fn resolve(written: &str, base: Option<&Base>, schemes: &[&str]) -> Target {
    match Url::options().base_url(base.map(|base| &base.0)).parse(written) {
        Ok(url) if schemes.contains(&url.scheme()) => Target::Absolute(String::from(url)),
        Err(ParseError::RelativeUrlWithoutBase) => Target::Relative,
        _ => Target::None,
    }
}
