//! A sample of the visible text of a page, from which its language and its direction are found.

use crate::budget::{Deadline, TimedOut};
use crate::page::{Page, Run};

/// Minimum size of a paragraph in bytes: shorter blocks are mostly menus and labels, which are often in another language than the
/// text. Chosen by hand.
const MIN_PARAGRAPH_BYTES: usize = 100;
/// Maximum bytes that are read of one block, so that no single block decides. Chosen by hand.
const MAX_BLOCK_BYTES: usize = 1_000;
/// Maximum bytes that are read of a page: docs/src/decisions/language.md has the accuracy by length.
const MAX_BYTES: usize = 3_000;
/// Minimum size of the paragraphs of a page in bytes; if there is less, all blocks are read. Chosen by hand.
const MIN_BYTES: usize = 300;

/// What designers write where a text is to come, in lower case. Such paragraphs say nothing about the language of a page.
/// Chosen by hand.
const PLACEHOLDERS: [&str; 2] = ["lorem ipsum", "dolor sit amet"];

/// Whether the text of a page is written from right to left.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn is_right_to_left(page: &Page<'_>, deadline: &mut Deadline) -> Result<bool, TimedOut> {
    Ok(dehusk_language::Letters::of(&sample(page, deadline)?).are_right_to_left())
}

/// Returns the beginning of the paragraphs of a page, or of all its blocks if there are hardly any paragraphs.
pub(crate) fn sample(page: &Page<'_>, deadline: &mut Deadline) -> Result<String, TimedOut> {
    let paragraphs = collect(page, MIN_PARAGRAPH_BYTES, deadline)?;
    if paragraphs.len() >= MIN_BYTES { Ok(paragraphs) } else { collect(page, 0, deadline) }
}

fn is_placeholder(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    PLACEHOLDERS.iter().any(|words| text.contains(words))
}

/// Returns the texts of the blocks with at least so many bytes, up to [`MAX_BYTES`].
fn collect(page: &Page<'_>, min_bytes: usize, deadline: &mut Deadline) -> Result<String, TimedOut> {
    let mut text = String::new();
    for block in page.blocks().iter().filter(|block| block.span.len() >= min_bytes) {
        deadline.tick()?;
        let shown = page.runs_of(block).filter(|run| run.is_visible() && !Run::is_hidden(run));
        let block = page.beginning_of(shown, MAX_BLOCK_BYTES);
        if block.trim().len() >= min_bytes && !is_placeholder(&block) {
            text.push_str(&block);
            text.push('\n');
        }
        if text.len() >= MAX_BYTES {
            break;
        }
    }
    Ok(text)
}
