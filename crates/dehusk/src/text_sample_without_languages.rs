//! Stands for `text_sample.rs` in builds without the feature `languages`: only declared directions are known.

use crate::budget::{Deadline, TimedOut};
use crate::page::Page;

/// Returns `false`.
pub(crate) fn is_right_to_left(_: &Page<'_>, _: &mut Deadline) -> Result<bool, TimedOut> {
    Ok(false)
}
