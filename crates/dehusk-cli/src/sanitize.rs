//! Makes untrusted text safe to show on a terminal. The escapes themselves are in the crate `dehusk-record`.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

pub(crate) use dehusk_record::sanitize::{many_lines, one_line};

/// [`many_lines`] if standard output is a terminal; otherwise the text is not changed.
pub(crate) fn for_stdout(text: &str) -> Cow<'_, str> {
    if io::stdout().is_terminal() { many_lines(text) } else { Cow::Borrowed(text) }
}
