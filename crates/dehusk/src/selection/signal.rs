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
    /// A word for what was found, such as `many_alike`, to say it in another language; empty if `says` is.
    pub code: &'static str,
    /// The values in `says`, with a name for each.
    pub values: Vec<(&'static str, Value)>,
}

/// A value in what a signal found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number of characters, sentences, blocks or percent.
    Number(u32),
    /// A text of the page, such as a class.
    Text(String),
    /// Elements, the most telling first: `navigation`, `list_item`, …
    Elements(Vec<&'static str>),
}

impl Signal {
    /// The name of the signal of the page as a whole. It is the same for all blocks, so it never explains one of them.
    pub(crate) const OF_PAGE: &str = "page";

    pub(crate) fn new(name: &'static str, weight: f32, found: Finding) -> Signal {
        let Finding { code, says, values } = found;
        Signal { name, weight, says, code, values }
    }
}

/// What a signal found. The default says nothing.
#[derive(Debug, Default)]
pub(crate) struct Finding {
    code: &'static str,
    says: String,
    values: Vec<(&'static str, Value)>,
}

impl Finding {
    pub(crate) fn new(code: &'static str, says: impl Into<String>) -> Finding {
        Finding { code, says: says.into(), values: Vec::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: Value) -> Finding {
        self.values.push((name, value));
        self
    }

    /// Adds a number. It is whole, and not negative.
    pub(crate) fn with_number(self, name: &'static str, number: f32) -> Finding {
        self.with(name, Value::Number(number as u32))
    }
}
