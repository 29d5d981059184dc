//! What all requests have in common, before and after the handlers: who may ask ([`access`]), how many at the same time
//! ([`admission`]), how a body is read ([`body`]) or decoded while it arrives ([`decoding`]), in which form an answer is written ([`form`]), its tag ([`etag`]), its security
//! headers ([`headers`]), and what is logged ([`log`]). None of this knows what main content is.

pub(crate) mod access;
pub(crate) mod admission;
pub(crate) mod body;
pub(crate) mod decoding;
pub(crate) mod etag;
pub(crate) mod form;
pub(crate) mod headers;
pub(crate) mod log;
