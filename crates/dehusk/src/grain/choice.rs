//! The choice for a block: whether it is kept, and which stage decided that.

use super::notices::Notice;

/// Whether a block is kept or removed, and the last stage that decided about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Kept by the cut: it is probable enough.
    Kept,
    /// Removed by the cut.
    Removed,
    /// Restored: code between kept blocks.
    Code,
    /// Restored: a heading right before a kept block.
    Heading,
    /// Kept as the description that the page declares.
    Lead,
    /// Kept as a price or another key fact that the page declares of its subject.
    KeyFact,
    /// Restored: between kept blocks of a manual.
    InsideManual,
    /// Kept with its group: in a list, a table or a quotation that is mostly kept, or at the same place in its item as blocks
    /// that are kept in other items.
    InsideGroup,
    /// Removed: a heading whose section is not kept.
    Orphan,
    /// Removed as a repeat: the same text is kept elsewhere on the page.
    Repeat,
    /// Removed as a reader comment.
    Comment,
    /// Removed as a part of another story than the page's own.
    OtherStory,
    /// Removed as a part of a dialog.
    Dialog,
    /// Removed as a label of an advert or a message of the server.
    Label,
    /// Removed because the page only says why it has no content.
    Notice(Notice),
}

/// What became of blocks: `+` for those that are kept, `-` for the others.
#[cfg(test)]
pub(super) fn marks(choices: &[Choice]) -> String {
    choices.iter().map(|choice| if choice.is_kept() { '+' } else { '-' }).collect()
}

impl Choice {
    /// Returns the choice for a block that the cut keeps or removes.
    pub(super) fn of_cut(is_kept: bool) -> Choice {
        if is_kept { Choice::Kept } else { Choice::Removed }
    }

    pub(super) fn is_kept(self) -> bool {
        matches!(
            self,
            Choice::Kept
                | Choice::Code
                | Choice::Heading
                | Choice::Lead
                | Choice::KeyFact
                | Choice::InsideManual
                | Choice::InsideGroup
        )
    }
}
