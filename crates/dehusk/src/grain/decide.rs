//! The decision: [`decide`] calls the stages in the order of the table in the documentation of [`super`].
//!
//! Each stage is a module of its own. This module defines only their order and passes values between them.

use super::choice::Choice;
use super::focus::Focus;
use super::forests::{self, Model};
use super::outline::Outline;
use super::page_kind::{self, Layout};
use super::{
    comments, cut, fragment, groups, key_facts, labels, lead, notices, repeats, restore, slots, stories,
    tiny, verdicts,
};
use crate::assessment::{Assessment, Discussion};
use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::page::Page;
use crate::selection::{Reason, Selection};

/// Returns the selection of `grain`. A fragment, that is, text without a page around it, is kept whole and gets no assessment,
/// because the models were trained only on whole pages. Neither does a tiny page.
pub(super) fn decide(
    facts: PageFacts<'_>,
    focus: Focus,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    let page = facts.page();
    let outline = Outline::of(page, deadline)?;
    let probabilities = forests::probabilities(&outline, &Model::built_in(), deadline)?;
    let seen = Seen { outline: &outline, probabilities: &probabilities, focus };
    let (assessment, layout) = seen.page_kind(page);
    let discussion = assessment.map_or(Discussion::Unlikely, |known| known.discussion());
    let choices = seen.choose_on(facts, (layout, discussion), deadline)?;
    let kept: Vec<bool> = choices.iter().map(|choice| choice.is_kept()).collect();
    if let Some(notice) = notices::find(page, &outline, &kept) {
        let choices = vec![Choice::Notice(notice); choices.len()];
        let assessment = assessment.map(|known| Assessment { expected_f1: notices::CERTAINTY, ..known });
        return Ok(Selection { assessment, ..verdicts::selection(&outline, &choices, &probabilities) });
    }
    let selection = verdicts::selection(&outline, &choices, &probabilities);
    if selection.nothing == Some(Reason::NoVisibleText) && notices::is_made_by_script(page, deadline)? {
        return Ok(Selection { assessment, ..Selection::nothing(Reason::NeedsScript) });
    }
    if selection.nothing.is_some() && fragment::is_fragment(&outline, page) {
        let all = vec![Choice::Kept; choices.len()];
        return Ok(verdicts::selection(&outline, &all, &probabilities));
    }
    if selection.nothing.is_some()
        && let Some(choices) = tiny::choices(page, &outline)
    {
        return Ok(verdicts::selection(&outline, &choices, &probabilities));
    }
    Ok(Selection { assessment, ..selection })
}

/// The results of the first stages, and the requested focus.
#[derive(Clone, Copy)]
pub(super) struct Seen<'s> {
    pub(super) outline: &'s Outline,
    /// For each block, the probability that it is main content.
    pub(super) probabilities: &'s [f32],
    pub(super) focus: Focus,
}

impl Seen<'_> {
    /// The stage "page kind": returns the assessment by the whole-page models, and the layout that follows from it. The models
    /// use the blocks that would be kept if the page had a single text. The assessment is `None` if there are no blocks.
    fn page_kind(self, page: &Page<'_>) -> (Option<Assessment>, Layout) {
        let values = || self.page_values(page).into_iter().map(|(_, value)| value).collect::<Vec<_>>();
        let has_blocks = !self.outline.pieces.is_empty();
        let assessment = if has_blocks { page_kind::assess(&values()) } else { None };
        (assessment, assessment.map_or(Layout::OneText, |known| Layout::of(&known.page_types)))
    }

    /// The features of the whole page and of the blocks that would be kept if the page had one text, with their names.
    pub(super) fn page_values(self, page: &Page<'_>) -> page_kind::Values {
        let choices = self.choose(Layout::OneText);
        let kept: Vec<bool> = choices.into_iter().map(Choice::is_kept).collect();
        let Seen { outline, probabilities, .. } = self;
        page_kind::values(page, &page_kind::Decided { outline, probabilities, kept: &kept })
    }

    /// All stages from "slots" to "key facts": returns the choice for each block.
    pub(super) fn choose_on(
        self,
        facts: PageFacts<'_>,
        (layout, discussion): (Layout, Discussion),
        deadline: &mut Deadline,
    ) -> Result<Vec<Choice>, TimedOut> {
        let mut choices = self.choose(layout);
        if let Some(threshold) = cut::threshold(self.outline, self.probabilities, self.focus, layout)
            && slots::may_matter(self.outline, self.probabilities, threshold)
        {
            let raised = slots::raise(facts, self.outline, self.probabilities, deadline)?;
            choices = Seen { probabilities: &raised, ..self }.choose(layout);
            slots::mark(&mut choices, self.probabilities, &raised);
        }
        if matches!(layout, Layout::OneText | Layout::Manual) {
            // Not in `choose`, because the whole-page models know the kept blocks without these headings.
            restore::headings(self.outline, self.probabilities, &mut choices);
        }
        let mut choices = self.without_comments(choices, discussion, facts, deadline)?;
        if self.focus != Focus::Recall && layout == Layout::OneText {
            stories::remove(facts.page(), self.outline, &mut choices, deadline)?;
        }
        labels::remove(facts.page(), self.outline, &mut choices);
        if matches!(layout, Layout::OneText | Layout::Manual) {
            lead::restore(facts.page(), self.outline, &mut choices);
        }
        if layout == Layout::OneText {
            key_facts::restore(facts, self.outline, &mut choices, deadline)?;
        }
        Ok(choices)
    }

    /// The stages "cut", "restore", "groups" and "repeats": returns the choice for each block.
    fn choose(self, layout: Layout) -> Vec<Choice> {
        let Seen { outline, probabilities, focus } = self;
        let mut choices = cut::cut(outline, probabilities, focus, layout);
        restore::near_kept(outline, probabilities, &mut choices);
        let groups = groups::groups(outline);
        groups::empty_menus(outline, &groups, &mut choices);
        if matches!(layout, Layout::OneText | Layout::Manual) {
            groups::complete(outline, &groups, probabilities, &mut choices);
        }
        match layout {
            Layout::Manual => restore::in_manual(outline, probabilities, &mut choices),
            Layout::OneText | Layout::ManyTexts | Layout::Discussion => {
                repeats::remove(outline, layout, &mut choices);
            }
        }
        if layout != Layout::Discussion {
            groups::remove_orphans(outline, &mut choices);
        }
        choices
    }

    /// The stage "comments": removes reader comments if the page is about something else. Does nothing if the focus is recall.
    fn without_comments(
        self,
        mut choices: Vec<Choice>,
        discussion: Discussion,
        facts: PageFacts<'_>,
        deadline: &mut Deadline,
    ) -> Result<Vec<Choice>, TimedOut> {
        if self.focus != Focus::Recall {
            comments::remove(facts, self.outline, discussion, &mut choices, deadline)?;
        }
        Ok(choices)
    }
}
