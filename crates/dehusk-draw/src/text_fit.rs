//! Text fitted to a width: cut with an ellipsis, or wrapped into lines.

use crate::fonts::Fonts;
use crate::text::clean;

/// Returns `text`, cut with an ellipsis if it is wider than `width` pixels.
pub(crate) fn fitted(fonts: &Fonts, text: &str, size: f64, width: f64) -> String {
    /// Maximum characters of a line, which bounds the work. Chosen by hand: no picture is wide enough for
    /// more.
    const MAX_CHARACTERS: usize = 1000;
    let text = clean(text);
    let ends: Vec<usize> =
        text.char_indices().map(|(at, c)| at + c.len_utf8()).take(MAX_CHARACTERS).collect();
    let is_whole = ends.last().is_none_or(|end| *end == text.len());
    if is_whole && fonts.width(&text, size) <= width {
        return text;
    }
    let cut = |count: usize| format!("{}…", text[..ends[count - 1]].trim_end());
    let counts: Vec<usize> = (1..=ends.len()).collect();
    let fitting = counts.partition_point(|count| fonts.width(&cut(*count), size) <= width);
    if fitting == 0 { String::new() } else { cut(fitting) }
}

/// Wraps `words` into lines at most `width` pixels wide, with `between` between words. Wider words are cut.
pub(crate) fn wrapped(fonts: &Fonts, words: &[String], between: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        let joined = lines.last().map(|line| format!("{line}{between}{word}"));
        match (joined.filter(|line| fonts.width(line, size) <= width), lines.last_mut()) {
            (Some(joined), Some(last)) => *last = joined,
            _ => lines.push(fitted(fonts, word, size, width)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_at_the_width() {
        let fonts = Fonts::embedded();
        let text = "The old mill reopens on Monday ".repeat(200);
        for width in [0.0, 3.0, 40.0, 300.0] {
            let cut = fitted(&fonts, &text, 12.0, width);
            assert!(cut.is_empty() || cut.ends_with('…'), "{cut}");
            assert!(fonts.width(&cut, 12.0) <= width, "{cut}");
        }
        assert_eq!(fitted(&fonts, "short", 12.0, 300.0), "short");
    }
}
