//! Sanitizes untrusted text for pictures: makes it a single line, removes control characters, isolates its
//! text direction and escapes it.

use unicode_bidi::{BidiClass, bidi_class};

/// Returns `text` as a single line: whitespace collapsed; control characters, direction overrides and
/// characters that XML forbids removed.
pub(crate) fn clean(text: &str) -> String {
    let is_kept = |c: char| c.is_whitespace() || !is_harmful(c);
    let text: String = text.chars().filter(|c| is_kept(*c)).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the character is a control character, a noncharacter, or a bidirectional embedding, override or
/// isolate, which would reorder the text around it.
fn is_harmful(c: char) -> bool {
    let noncharacter = matches!(c, '\u{FDD0}'..='\u{FDEF}') || c as u32 & 0xFFFE == 0xFFFE;
    c.is_control() || noncharacter || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns the cleaned `text`. If it has right-to-left characters, it is wrapped in an isolate with the
/// direction of its first strong character. Otherwise SVG renderers would give the line the wrong direction:
/// left-to-right (usvg) or that of the surrounding text (browsers).
pub(crate) fn isolated(text: &str) -> String {
    const LEFT_TO_RIGHT: char = '\u{2066}';
    const RIGHT_TO_LEFT: char = '\u{2067}';
    const END: char = '\u{2069}';
    let text = clean(text);
    let strong = |c: &BidiClass| matches!(c, BidiClass::L | BidiClass::R | BidiClass::AL);
    let mut classes = text.chars().map(bidi_class).filter(strong).peekable();
    let first = classes.peek().copied();
    if classes.all(|class| class == BidiClass::L) {
        return text;
    }
    let start = if first == Some(BidiClass::L) { LEFT_TO_RIGHT } else { RIGHT_TO_LEFT };
    format!("{start}{text}{END}")
}

/// Escapes text for XML, also for attributes in double quotes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Formats a number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_texts_are_one_line_without_controls() {
        assert_eq!(clean("  a\n\tb\0\u{202e}c\u{7} \u{2067}"), "a bc");
        assert_eq!(clean("می\u{200c}گویند"), "می\u{200c}گویند");
    }

    #[test]
    fn direction_is_that_of_the_first_strong_character() {
        assert_eq!(isolated("1. abc é ไทย"), "1. abc é ไทย");
        assert_eq!(isolated("1. سلام abc"), "\u{2067}1. سلام abc\u{2069}");
        assert_eq!(isolated("abc שלום"), "\u{2066}abc שלום\u{2069}");
    }

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
