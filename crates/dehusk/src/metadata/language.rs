//! The language and the direction of a page that does not declare them, from its visible text.
//!
//! A declared language is replaced if the text is in another script, such as Thai on a page that declares German, or if it is
//! English, which templates declare, and the text is clearly not. A declared direction is never replaced.

use dehusk_language::Letters;
pub(super) use dehusk_language::is_in_range;

use super::{Field, Metadata, Origin};
use crate::budget::{Deadline, TimedOut};
use crate::page::Page;
use crate::text_sample::sample;

/// Adds the language and the direction of the text to the metadata of a page, unless the page declares them.
pub(crate) fn complete(
    page: &Page<'_>,
    metadata: &mut Metadata,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let text = sample(page, deadline)?;
    let letters = Letters::of(&text);
    let declared = metadata.language.as_ref();
    if declared.is_none_or(|declared| letters.contradict(&declared.value))
        && let Some(language) = letters.language()
    {
        metadata.language = Some(Field::new(language.to_owned(), Origin::Text));
    }
    if metadata.direction.is_none() && letters.are_right_to_left() {
        metadata.direction = Some(Field::new("rtl".to_owned(), Origin::Text));
    }
    Ok(())
}
