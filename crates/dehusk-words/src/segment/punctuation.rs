//! Splits words at punctuation that the Unicode rules keep inside words: at colons, which are between words
//! more often than inside them; at full stops without a space after them, unless both letters are ASCII
//! (`e.g`, `U.S`); at underscores at either end of a segment. It also splits digits from the letters of Arabic
//! script, which are never one word (`16اور`, "16 and").

use crate::unicode::{is_letter, is_number, script};
use icu_properties::props::Script;

/// Calls `cut` with the offsets at which a segment of ICU is split further: before and after each such
/// punctuation character.
pub(super) fn cuts(segment: &str, mut cut: impl FnMut(usize)) {
    if !segment.bytes().any(may_separate) {
        return;
    }
    let inside = segment.len() - segment.trim_start_matches('_').len()..segment.trim_end_matches('_').len();
    let mut last = 0;
    let mut previous = None;
    for (at, mark) in segment.char_indices() {
        if previous.replace(mark).is_some_and(|before| is_digit_beside_arabic(before, mark)) && last < at {
            cut(at);
            last = at;
        }
        let after = at + mark.len_utf8();
        let separates = match mark {
            ':' | '\u{FF1A}' => true,
            '.' => is_between_words(&segment[..at], &segment[after..]),
            '_' => !inside.contains(&at),
            _ => false,
        };
        for border in [at, after] {
            if separates && last < border && border < segment.len() {
                cut(border);
                last = border;
            }
        }
    }
}

/// Whether a segment with this byte may have to be split: one of the punctuation characters (0xEF is the first
/// byte of the full-width colon), an ASCII digit, or the first byte of ARABIC-INDIC DIGITS.
fn may_separate(byte: u8) -> bool {
    matches!(byte, b':' | b'.' | b'_' | 0xEF | b'0'..=b'9' | 0xD9 | 0xDB)
}

/// Whether one of two adjacent characters is a digit and the other a letter of Arabic script.
fn is_digit_beside_arabic(before: char, after: char) -> bool {
    let is_arabic = |c: char| !c.is_ascii() && is_letter(c) && script(c) == Script::Arabic;
    is_number(before) && is_arabic(after) || is_number(after) && is_arabic(before)
}

/// Whether a full stop is between letters that are not both ASCII.
fn is_between_words(before: &str, after: &str) -> bool {
    let letters = before.chars().next_back().zip(after.chars().next());
    letters.is_some_and(|(before, after)| {
        (is_letter(after) || is_letter(before)) && !(before.is_ascii() && after.is_ascii())
    })
}

#[cfg(test)]
mod tests {
    use crate::Segmenter;

    #[test]
    fn colons_full_stops_and_underscores_separate_words() {
        for (line, words) in [
            ("javascript:alert o:linux:linux_kernel", "javascript|alert|o|linux|linux_kernel"),
            ("قولنا:نعم والصواب:النحو", "قولنا|نعم|والصواب|النحو"),
            ("لنذهب.باستخدام کرد.پهپادی", "لنذهب|باستخدام|کرد|پهپادی"),
            ("e.g. 3.14 U.S. a:b:", "e.g|3.14|U.S|a|b"),
            ("_foo_ __ foo_bar_", "foo|foo_bar"),
            ("كَتَبَ.كَتَبَ", "كَتَبَ|كَتَبَ"),
            ("،\u{200C}او کتاب\u{200C} کتاب\u{200C}ها", "او|کتاب|کتاب\u{200C}ها"),
            ("ดู:ข่าว", "ดู|ข่าว"),
            ("16اور ۱۶اور سال2020 ٣كتب", "16|اور|۱۶|اور|سال|2020|٣|كتب"),
            ("5G COVID19 3.5 ۳٫۵", "5G|COVID19|3.5|۳٫۵"),
        ] {
            assert_eq!(Segmenter::default().texts(line).join("|"), words, "{line}");
        }
    }
}
