//! Figures: decides which images, videos, sounds and embedded pages are main content, and which texts are their
//! captions.
//!
//! This step runs after the text is decided and changes nothing about it: it asks where a picture is among the
//! kept texts. [`collect`](fn@collect::collect) finds all media of a page in one walk, with what is around
//! them; [`place`] decides about each. `junk` knows names and sizes of icons, adverts and the like; `address`
//! finds the address of an image that a script would load; `embed` those of films and posts. Renderers and
//! lists only follow the decision.

mod address;
mod collect;
mod embed;
mod junk;
mod place;

use crate::budget::{Deadline, TimedOut};
use crate::page::Page;
use crate::selection::Selection;

/// Returns a selection with its verdicts on media. Takes linear time.
pub(crate) fn with_media(
    page: &Page<'_>,
    mut selection: Selection,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    if selection.kept().next().is_some() && !selection.is_from_data() {
        let collected = collect::collect(page, &selection, deadline)?;
        selection.media = place::decide(&collected, &selection);
    }
    Ok(selection)
}
