//! URLs, parsed and resolved as browsers do (the URL Standard, by the crate `url`).
//!
//! Without the feature `addresses`, `web_address_without_url.rs` takes its place.

use url::{ParseError, Position, Url};

/// What the fingerprint of options says about this module: nothing, as in versions before features.
pub(crate) const CANONICAL: &str = "";

/// An absolute URL with the scheme `http` or `https`, which references are resolved against.
#[derive(Debug)]
pub(crate) struct Base(Url);

impl Base {
    /// Parses a URL; a relative one is resolved against `outer`. `None` if it is not an `http` or `https` URL.
    pub(crate) fn parse(written: &str, outer: Option<&Base>) -> Option<Base> {
        let url = Url::options().base_url(outer.map(|outer| &outer.0)).parse(written).ok()?;
        matches!(url.scheme(), "http" | "https").then_some(Base(url))
    }

    /// Whether an absolute URL leads to the same page; fragments are ignored.
    pub(crate) fn is_same_page(&self, written: &str) -> bool {
        Url::parse(written).is_ok_and(|url| url[..Position::AfterQuery] == self.0[..Position::AfterQuery])
    }
}

/// What a reference leads to.
#[derive(Debug)]
pub(crate) enum Target {
    /// An absolute URL in normal form.
    Absolute(String),
    /// A place that is not known, because the reference is relative and there is no base.
    Relative,
    /// Nothing: the URL is malformed or its scheme is not among those that were asked for.
    None,
}

/// Resolves a reference whose URL may have one of these schemes.
pub(crate) fn resolve(written: &str, base: Option<&Base>, schemes: &[&str]) -> Target {
    match Url::options().base_url(base.map(|base| &base.0)).parse(written) {
        Ok(url) if schemes.contains(&url.scheme()) => Target::Absolute(String::from(url)),
        Err(ParseError::RelativeUrlWithoutBase) => Target::Relative,
        _ => Target::None,
    }
}
