//! Texts from strangers made fit for a picture: one line, no controls, their own direction, no longer than there is room.

use unicode_bidi::{BidiClass, bidi_class};

/// `text` in one line: white space squeezed, controls, direction overrides and what no XML may hold left out.
pub(crate) fn clean(text: &str) -> String {
    let visible = |c: char| c.is_whitespace() || !is_harmful(c);
    let text: String = text.chars().filter(|c| visible(*c)).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Controls; embeddings, overrides and isolates, which reorder what is around them; noncharacters.
fn is_harmful(c: char) -> bool {
    let noncharacter = matches!(c, '\u{FDD0}'..='\u{FDEF}') || c as u32 & 0xFFFE == 0xFFFE;
    c.is_control() || noncharacter || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A clean `text`; one with right-to-left characters is isolated with the direction of its first strong character, for
/// renderers of SVG take the line for left-to-right (usvg) or for what is around it (browsers).
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

/// As text of XML, also between double quotes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// With commas between thousands.
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
    fn texts_are_one_line_without_controls() {
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
