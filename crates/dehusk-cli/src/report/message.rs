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

/// Prints one line on standard error.
pub(crate) fn print_message(message: &str) {
    // If standard error is closed, the message cannot be shown.
    let _ = writeln!(io::stderr(), "dehusk: {}", sanitize::one_line(message));
}
