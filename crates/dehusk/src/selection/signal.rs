//! Signals: what spoke for or against a block, for explanations.

/// What spoke for or against a block.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Signal {
    /// What was looked at, in a word: `text`, `links`, `centre`, …
    pub name: &'static str,
    /// How much it changed the log odds that the block is kept; above 0 it spoke for it.
    pub weight: f32,
    /// What was found; empty where no word would tell it.
    pub says: String,
}

impl Signal {
    /// The name of the signal that is the same for all blocks of a page, so it is never the reason for one of them.
    pub(crate) const OF_PAGE: &str = "page";

    pub(crate) fn new(name: &'static str, weight: f32, says: String) -> Signal {
        Signal { name, weight, says }
    }
}
