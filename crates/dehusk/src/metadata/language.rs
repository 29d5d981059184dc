//! The language and the direction of a page that does not declare them, from its visible text.
//!
//! A declared language is replaced if the text is in another script, such as Thai on a page that declares German, or if it is
//! English, which templates declare, and the text is clearly not. A declared direction is never replaced.

use dehusk_language::Letters;
pub(super) use dehusk_language::is_in_range;

use super::{Field, Metadata, Origin};
use crate::budget::{Deadline, TimedOut};
use crate::page::{Block, Page, Run};

/// Minimum size of a paragraph in bytes: shorter blocks are mostly menus and labels, which are often in another language than the
/// text. Chosen by hand.
const MIN_PARAGRAPH_BYTES: usize = 100;
/// Maximum bytes that are read of one block, so that no single block decides. Chosen by hand.
const MAX_BLOCK_BYTES: usize = 1_000;
/// Maximum bytes that are read of a page: docs/src/decisions/language.md has the accuracy by length.
const MAX_BYTES: usize = 3_000;
/// Minimum size of the paragraphs of a page in bytes; if there is less, all blocks are read. Chosen by hand.
const MIN_BYTES: usize = 300;

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

/// Returns the beginning of the paragraphs of a page, or of all its blocks if there are hardly any paragraphs.
fn sample(page: &Page<'_>, deadline: &mut Deadline) -> Result<String, TimedOut> {
    let paragraphs = collect(page, MIN_PARAGRAPH_BYTES, deadline)?;
    if paragraphs.len() >= MIN_BYTES { Ok(paragraphs) } else { collect(page, 0, deadline) }
}

/// Returns the texts of the blocks with at least so many bytes, up to [`MAX_BYTES`].
fn collect(page: &Page<'_>, min_bytes: usize, deadline: &mut Deadline) -> Result<String, TimedOut> {
    let mut text = String::new();
    for block in page.blocks().iter().filter(|block| block.span.len() >= min_bytes) {
        deadline.tick()?;
        let block = beginning(page, block);
        if block.trim().len() >= min_bytes {
            text.push_str(&block);
            text.push('\n');
        }
        if text.len() >= MAX_BYTES {
            break;
        }
    }
    Ok(text)
}

/// Returns the visible text of a block up to [`MAX_BLOCK_BYTES`].
fn beginning(page: &Page<'_>, block: &Block) -> String {
    let mut text = String::new();
    for run in page.runs_of(block).filter(|run| run.is_visible() && !Run::is_hidden(run)) {
        let run = page.text_of(&run);
        let end = run.floor_char_boundary(MAX_BLOCK_BYTES.saturating_sub(text.len()));
        text.push_str(&run[..end]);
    }
    text
}
