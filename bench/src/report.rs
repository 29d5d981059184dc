//! Report: Markdown that is printed line by line and, at the end, optionally written to a file.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// Minimum width of a column: the delimiter row of a Markdown table needs three characters.
const MIN_WIDTH: usize = 3;

/// A report in progress.
pub(crate) struct Report {
    written: String,
}

/// A table whose first column is text (left-aligned); the other columns are numbers (right-aligned).
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Report {
    /// A report that starts with a list of `facts`, which are pairs of a name and a value.
    pub(crate) fn new(facts: &[(&str, String)]) -> Report {
        let mut report = Report { written: String::new() };
        for (name, value) in facts {
            report.line(&format!("- {name}: {value}"));
        }
        report
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, line: &str) {
        println!("{line}");
        self.written.push_str(line);
        self.written.push('\n');
    }

    /// Adds an empty line and a table.
    pub(crate) fn table(&mut self, table: &Table) {
        self.line("");
        for line in table.lines() {
            self.line(&line);
        }
    }

    /// Writes the report to a file, if there is a path.
    pub(crate) fn finish(self, record: Option<&Path>) -> Result<()> {
        let Some(path) = record else { return Ok(()) };
        fs::write(path, self.written).with_context(|| format!("cannot write {}", path.display()))
    }
}

impl Table {
    /// A table with these column names.
    pub(crate) fn new(columns: &[&str]) -> Table {
        Table { rows: vec![columns.iter().map(ToString::to_string).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The lines of the table, with aligned columns.
    fn lines(&self) -> Vec<String> {
        let widths = self.widths();
        let mut lines: Vec<String> = self.rows.iter().map(|row| line(row, &widths)).collect();
        let rule = |(column, &width): (usize, &usize)| match column {
            0 => "-".repeat(width),
            _ => "-".repeat(width.saturating_sub(1)) + ":",
        };
        lines.insert(1, line(&widths.iter().enumerate().map(rule).collect::<Vec<_>>(), &widths));
        lines
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
        (0..columns)
            .map(|column| self.rows.iter().map(|row| width(row, column)).max().unwrap_or(0).max(MIN_WIDTH))
            .collect()
    }
}

/// One line of a table.
fn line(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::from("|");
    for (column, (cell, &width)) in cells.iter().zip(widths).enumerate() {
        let padded = if column == 0 { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") };
        line.push_str(&padded);
    }
    line
}

/// Formats a ratio: with two decimals if it is below 10, otherwise with one.
pub(crate) fn ratio(value: f64) -> String {
    match value {
        value if !value.is_finite() => "–".to_string(),
        value if value < 10.0 => format!("{value:.2}"),
        value => format!("{value:.1}"),
    }
}

/// An integer with thousands separators.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_aligned() {
        let mut table = Table::new(&["case", "MB/s"]);
        table.row(vec!["memcpy".to_string(), "9,500".to_string()]);
        assert_eq!(table.lines(), ["| case   |  MB/s |", "| ------ | ----: |", "| memcpy | 9,500 |"]);
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([grouped(12), grouped(1_234), grouped(123_456)], ["12", "1,234", "123,456"]);
    }
}
