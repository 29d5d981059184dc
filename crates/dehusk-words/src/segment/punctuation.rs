//! Splits words at punctuation that the Unicode rules keep inside words: at colons, which are between words
//! more often than inside them; at full stops without a space after them, unless both letters are ASCII
//! (`e.g`, `U.S`); at underscores at either end of a segment.

use crate::unicode::is_letter;

/// Calls `cut` with the offsets at which a segment of ICU is split further: before and after each such
/// punctuation character.
pub(super) fn cuts(segment: &str, mut cut: impl FnMut(usize)) {
    // 0xEF is the first byte of the full-width colon.
    if !segment.bytes().any(|byte| matches!(byte, b':' | b'.' | b'_' | 0xEF)) {
        return;
    }
    let inside = segment.len() - segment.trim_start_matches('_').len()..segment.trim_end_matches('_').len();
    let mut last = 0;
    for (at, mark) in segment.char_indices() {
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
        ] {
            assert_eq!(Segmenter::default().texts(line).join("|"), words, "{line}");
        }
    }
}
