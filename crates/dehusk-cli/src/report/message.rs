//! Messages on standard error.

use std::io::{self, Write};

use crate::sanitize;

/// Prints one line on standard error.
pub(crate) fn print_message(message: &str) {
    // If standard error is closed, the message cannot be shown.
    let _ = writeln!(io::stderr(), "dehusk: {}", sanitize::one_line(message));
}
