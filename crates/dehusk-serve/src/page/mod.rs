//! Understands a request: which page it is about ([`asked`]), which options it has ([`fields`]), and which part of the answer it
//! wants ([`tokens`]). A page may be other text than HTML ([`other_text`]).

pub(crate) mod asked;
pub(crate) mod fields;
pub(crate) mod other_text;
pub(crate) mod tokens;
