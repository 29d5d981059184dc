//! Reader comments: they are not main content on a page about something else, even if they look like prose.
//!
//! [`crate::comments`] finds them and says whether the page is about them; this module only removes them. Removing them gains
//! about .0005 F1 on wcxb-dev, and .02 on dragnet if dragnet is left out of training (docs/src/notebook/grain-cut.md).

use super::choice::Choice;
use super::outline::Outline;
use crate::assessment::Discussion;
use crate::budget::{Deadline, TimedOut};
use crate::comments::KeptBytes;
use crate::facts::PageFacts;

/// Removes kept blocks that are in threads of comments, unless the page is about these comments. `discussion` is what the
/// whole-page models say of the page. Takes time linear in the page.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn remove(
    facts: PageFacts<'_>,
    outline: &Outline,
    discussion: Discussion,
    choices: &mut [Choice],
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    if !choices.iter().any(|choice| choice.is_kept()) {
        return Ok(());
    }
    let threads = facts.threads(deadline)?;
    if threads.is_empty() {
        return Ok(());
    }
    let mut is_comment = vec![false; choices.len()];
    for (span, block) in &outline.runs {
        is_comment[*block as usize] |= threads.contains(*span);
    }
    let mut kept = KeptBytes::default();
    for (span, block) in outline.runs.iter().filter(|(_, block)| choices[*block as usize].is_kept()) {
        kept.add(span.len(), is_comment[*block as usize]);
    }
    if threads.are_subject(facts.page(), Some(discussion), kept) {
        return Ok(());
    }
    for (choice, is_comment) in choices.iter_mut().zip(is_comment) {
        if is_comment && choice.is_kept() {
            *choice = Choice::Comment;
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
        remove(PageFacts::new(&page, &Found::default()), &outline, Discussion::Unlikely, &mut choices, never)
            .unwrap();
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
