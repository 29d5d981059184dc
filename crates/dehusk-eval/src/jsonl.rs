//! Splits JSON Lines files into lines, with line numbers for error messages.

/// The byte order mark, which some editors put before the first line.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The lines that do not consist of whitespace only, with their numbers, counted from 1.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches(BYTE_ORDER_MARK).lines().enumerate();
    lines.filter(|(_, line)| !line.trim().is_empty()).map(|(index, line)| (index + 1, line))
}
