//! What becomes of a block: whether it is kept, and by which step.

/// The last step that had a say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The cut keeps it: it is probable enough.
    Kept,
    /// The cut leaves it out.
    Left,
    /// Mended: code between kept blocks.
    Code,
    /// Mended: a heading right before a kept block.
    Heads,
    /// Mended: an item of a list of which most is kept.
    RestOfList,
    /// Mended: amid the text of a manual.
    Amid,
    /// Left out after all: it is kept elsewhere on the page.
    Repeats,
    /// Left out after all: a comment of a reader.
    Comments,
}

impl Choice {
    /// The cut's choice.
    pub(super) fn of(is_kept: bool) -> Choice {
        if is_kept { Choice::Kept } else { Choice::Left }
    }

    pub(super) fn is_kept(self) -> bool {
        !matches!(self, Choice::Left | Choice::Repeats | Choice::Comments)
    }
}
