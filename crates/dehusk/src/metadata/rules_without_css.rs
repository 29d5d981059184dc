//! Without the feature `css` there are no selectors, hence no rules for fields.

use super::Metadata;
use super::date::Reader;
use crate::budget::{Deadline, TimedOut};
use crate::page::Page;

/// No value of this type exists: rules for fields need the feature `css`.
#[derive(Clone, Debug)]
pub enum FieldRules {}

/// Never called, because no rules can exist.
pub(super) fn apply(
    rules: &FieldRules,
    _page: &Page<'_>,
    _dates: &Reader,
    _metadata: &mut Metadata,
    _deadline: &Deadline,
) -> Result<(), TimedOut> {
    match *rules {}
}
