//! The cells of CSV and Parquet files: their types, and their form as text.

/// The value of one cell. `None` stands for a missing value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cell<'a> {
    Text(Option<&'a str>),
    Number(Option<f64>),
    Count(u64),
    Flag(Option<bool>),
}

impl Cell<'_> {
    /// The cell as text; empty if the value is missing.
    pub(super) fn text(self) -> String {
        match self {
            Cell::Text(text) => text.unwrap_or_default().to_owned(),
            Cell::Number(number) => number.map(digits).unwrap_or_default(),
            Cell::Count(count) => count.to_string(),
            Cell::Flag(flag) => flag.map(|flag| flag.to_string()).unwrap_or_default(),
        }
    }
}

/// Formats a number for files, with six decimals: more than the precision of any mean, and few enough to hide
/// rounding errors, which depend on the order of additions.
pub(super) fn digits(number: f64) -> String {
    format!("{number:.6}")
}
