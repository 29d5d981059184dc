//! Signals: the reasons for and against keeping a block, for explanations.

/// A reason for or against keeping a block.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Signal {
    /// The property of the block, as a word: `text`, `links`, `center`, …
    pub name: &'static str,
    /// The change of the log odds that the block is kept; above 0, the signal is a reason to keep it.
    pub weight: f32,
    /// What was found, for people to read; may be empty.
    pub says: String,
}

impl Signal {
    /// The name of the signal of the page as a whole. It is the same for all blocks, so it never explains one of them.
    pub(crate) const OF_PAGE: &str = "page";

    pub(crate) fn new(name: &'static str, weight: f32, says: String) -> Signal {
        Signal { name, weight, says }
    }
}
