//! The cells of files made of rows: their kinds and how they are written as text.

/// One cell. The first of each pair of kinds is always there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cell<'a> {
    Text(Option<&'a str>),
    Number(Option<f64>),
    Count(u64),
    Flag(Option<bool>),
}

impl Cell<'_> {
    /// As text; empty where there is nothing. Numbers have six digits, more than any mean deserves and few enough that
    /// the order of additions does not show.
    pub(super) fn text(self) -> String {
        match self {
            Cell::Text(text) => text.unwrap_or_default().to_owned(),
            Cell::Number(number) => number.map(digits).unwrap_or_default(),
            Cell::Count(count) => count.to_string(),
            Cell::Flag(flag) => flag.map(|flag| flag.to_string()).unwrap_or_default(),
        }
    }
}

/// A number as files have it.
pub(super) fn digits(number: f64) -> String {
    format!("{number:.6}")
}
