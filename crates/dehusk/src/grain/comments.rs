//! Readers' comments: on a page that is about something else they are not its main content, however much they look like text.
//!
//! What a comment is, is told by [`crate::comments`], from what the page says of itself; here they are only left out.

use super::choice::Choice;
use super::outline::Outline;
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::facts::PageFacts;

/// Mass of what is kept beside the comments, at least, in letters: a page with less is about them (`train/REPORT.md`).
const LEAST_BESIDE: u32 = 400;

/// Leaves kept blocks out that stand in threads of comments. Linear in the page.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn leave_out(
    facts: PageFacts<'_>,
    outline: &Outline,
    choices: &mut [Choice],
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    if !choices.iter().any(|choice| choice.is_kept()) {
        return Ok(());
    }
    let threads = facts.threads(deadline)?;
    if threads.is_empty() || Threads::are_declared_subject(facts.page()) {
        return Ok(());
    }
    let mut is_comment = vec![false; choices.len()];
    for (span, block) in &outline.runs {
        is_comment[*block as usize] |= threads.contains(*span);
    }
    let beside = (0..choices.len()).filter(|block| choices[*block].is_kept() && !is_comment[*block]);
    if beside.map(|block| outline.pieces[block].shape.mass).sum::<u32>() < LEAST_BESIDE {
        return Ok(());
    }
    for (choice, is_comment) in choices.iter_mut().zip(is_comment) {
        if is_comment && choice.is_kept() {
            *choice = Choice::Comments;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Found;
    use crate::page::Page;
    use crate::source::Source;

    fn left_out(page: &str) -> usize {
        let page = Page::parse(Source::from_text(page));
        let never = &mut Deadline::after(None);
        let outline = Outline::of(&page, never).unwrap();
        let mut choices = vec![Choice::Kept; outline.pieces.len()];
        leave_out(PageFacts::new(&page, &Found::default()), &outline, &mut choices, never).unwrap();
        choices.iter().filter(|choice| !choice.is_kept()).count()
    }

    #[test]
    fn comments_beside_a_story_are_left_out() {
        let story = "<p>The mill on the river reopens on Monday, after two winters of repairs.</p>".repeat(8);
        let comments = "<div id=comments><div class=comment><p>Well done!</div><div class=comment><p>At last.</div></div>";
        assert_eq!(left_out(&format!("<article>{story}</article>{comments}")), 2);
        assert_eq!(
            left_out(&format!("<article><p>A short word.</article>{comments}")),
            0,
            "they are all there is"
        );
        let told = r#"<script type="application/ld+json">{"@type": "QAPage"}</script>"#;
        assert_eq!(left_out(&format!("{told}<article>{story}</article>{comments}")), 0, "the page says so");
        assert_eq!(left_out(&story), 0);
    }
}
