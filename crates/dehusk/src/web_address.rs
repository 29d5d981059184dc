//! Parses and resolves URLs as browsers do. The crate `url` implements the rules, which are those of the URL
//! Standard.
//!
//! Without the feature `addresses`, `web_address_without_url.rs` takes its place.

use crate::budget::MAX_ADDRESS_BYTES;
use url::{ParseError, Position, Url};

/// The part of the fingerprint of options that depends on the feature `addresses`. With the feature, it is
/// empty, so that the fingerprint is the same as in versions that did not have features.
pub(crate) const CANONICAL: &str = "";

/// An absolute `http` or `https` URL against which references are resolved.
#[derive(Debug)]
pub(crate) struct Base(Url);

impl Base {
    /// Parses a URL; a relative one is resolved against `outer`. `None` if it is not an `http` or `https` URL, or is longer than
    /// [`MAX_ADDRESS_BYTES`].
    pub(crate) fn parse(written: &str, outer: Option<&Base>) -> Option<Base> {
        if written.len() > MAX_ADDRESS_BYTES {
            return None;
        }
        let url = Url::options().base_url(outer.map(|outer| &outer.0)).parse(written).ok()?;
        let is_usable = matches!(url.scheme(), "http" | "https") && url.as_str().len() <= MAX_ADDRESS_BYTES;
        is_usable.then_some(Base(url))
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
    /// There is no target: the URL is malformed or too long, or its scheme is not one of the allowed schemes.
    None,
}

/// Resolves a reference. Only URLs with one of these schemes and of at most [`MAX_ADDRESS_BYTES`] are allowed.
pub(crate) fn resolve(written: &str, base: Option<&Base>, schemes: &[&str]) -> Target {
    if written.len() > MAX_ADDRESS_BYTES {
        return Target::None;
    }
    match Url::options().base_url(base.map(|base| &base.0)).parse(written) {
        Ok(url) if schemes.contains(&url.scheme()) && url.as_str().len() <= MAX_ADDRESS_BYTES => {
            Target::Absolute(String::from(url))
        }
        Err(ParseError::RelativeUrlWithoutBase) => Target::Relative,
        _ => Target::None,
    }
}
