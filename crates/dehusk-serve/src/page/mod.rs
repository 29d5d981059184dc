//! Understands a request: which page it is about ([`asked`]), which options it has ([`fields`]), and which part of the answer it
//! wants ([`tokens`]).

pub(crate) mod asked;
pub(crate) mod fields;
pub(crate) mod tokens;
