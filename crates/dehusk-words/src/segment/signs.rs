//! Signs that the Unicode rules keep inside words and that end words for us: colons, which stand between words more
//! often than in them, full stops that no blank follows, unless both letters are ASCII (`e.g`, `U.S`), and underscores
//! at either end.

use crate::letters::is_letter;

/// Hands on where a segment of ICU is cut once more: before and behind each such sign.
pub(super) fn ends(segment: &str, mut cut: impl FnMut(usize)) {
    // The last is the first byte of the wide colon.
    if !segment.bytes().any(|byte| matches!(byte, b':' | b'.' | b'_' | 0xEF)) {
        return;
    }
    let inside = segment.len() - segment.trim_start_matches('_').len()..segment.trim_end_matches('_').len();
    let mut last = 0;
    for (at, sign) in segment.char_indices() {
        let behind = at + sign.len_utf8();
        let ends_word = match sign {
            ':' | '\u{FF1A}' => true,
            '.' => between_words(&segment[..at], &segment[behind..]),
            '_' => !inside.contains(&at),
            _ => false,
        };
        for border in [at, behind] {
            if ends_word && last < border && border < segment.len() {
                cut(border);
                last = border;
            }
        }
    }
}

/// Whether a full stop stands between letters that are not both ASCII.
fn between_words(before: &str, behind: &str) -> bool {
    let letters = before.chars().next_back().zip(behind.chars().next());
    letters.is_some_and(|(before, after)| {
        (is_letter(after) || is_letter(before)) && !(before.is_ascii() && after.is_ascii())
    })
}

#[cfg(test)]
mod tests {
    use crate::Segmenter;

    #[test]
    fn signs_end_words() {
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
