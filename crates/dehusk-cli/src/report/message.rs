//! Messages on standard error.

use std::io::{self, Write};

use crate::sanitize;

/// A number with its noun: `1 page`, `2 pages`.
pub(crate) fn counted<N>(number: N, one: &str, several: &str) -> String
where
    N: std::fmt::Display + PartialEq + From<u8>,
{
    let noun = if number == N::from(1) { one } else { several };
    format!("{number} {noun}")
}

/// The first of some names, in one clause: `a, b, c, …`.
pub(crate) fn first_names<S: AsRef<str>>(names: &[S]) -> String {
    /// Maximum number of names that a message has. Chosen by hand.
    const MAX_NAMES: usize = 3;
    let shown: Vec<&str> = names.iter().take(MAX_NAMES).map(AsRef::as_ref).collect();
    let more = if names.len() > MAX_NAMES { ", …" } else { "" };
    shown.join(", ") + more
}

/// Prints one line on standard error.
pub(crate) fn print_message(message: &str) {
    // If standard error is closed, the message cannot be shown.
    let _ = writeln!(io::stderr(), "dehusk: {}", sanitize::one_line(message));
}
