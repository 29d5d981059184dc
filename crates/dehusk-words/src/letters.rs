//! What the Unicode properties say of one character, as far as words need it: marks, scripts without blanks,
//! characters that are not seen. It knows nothing of words.

use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::{CodePointMapData, CodePointMapDataBorrowed};

static CATEGORIES: CodePointMapDataBorrowed<'static, GeneralCategory> = CodePointMapData::new();
static SCRIPTS: CodePointMapDataBorrowed<'static, Script> = CodePointMapData::new();

/// ZERO WIDTH NON-JOINER, which Persian writes between the parts of a word.
pub(crate) const ZWNJ: char = '\u{200C}';
/// The Khmer COENG and the Burmese VIRAMA put the next consonant below: no cut after them.
const STACKERS: [char; 2] = ['\u{17D2}', '\u{1039}'];
/// SARA AM of Thai and Lao: a letter for Unicode, yet never the first of a syllable.
const SARA_AM: [char; 2] = ['\u{E33}', '\u{EB3}'];

/// Whether the character is a letter.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphabetic()
    } else {
        GeneralCategoryGroup::Letter.contains(CATEGORIES.get(c))
    }
}

/// Whether the character is a digit or another sign of a number.
pub(crate) fn is_number(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { GeneralCategoryGroup::Number.contains(CATEGORIES.get(c)) }
}

/// Whether the character is a combining one.
pub(crate) fn is_mark(c: char) -> bool {
    !c.is_ascii() && GeneralCategoryGroup::Mark.contains(CATEGORIES.get(c))
}

/// The script of the character.
pub(crate) fn script(c: char) -> Script {
    SCRIPTS.get(c)
}

/// Whether a word may end between two characters: not before a combining character or SARA AM, not beside a
/// joiner, not after a sign that puts the next consonant below.
pub(crate) fn may_cut(before: char, after: char) -> bool {
    if before.is_ascii() && after.is_ascii() {
        return true;
    }
    let stays = is_joiner(before) || STACKERS.contains(&before);
    let joins = is_mark(after) || SARA_AM.contains(&after) || is_joiner(after);
    !stays && !joins
}

/// [`may_cut`] at a byte of a text; its ends may always be cut.
pub(crate) fn may_cut_at(text: &str, at: usize) -> bool {
    match (text[..at].chars().next_back(), text[at..].chars().next()) {
        (Some(before), Some(after)) => may_cut(before, after),
        _ => true,
    }
}

/// ZWNJ and ZWJ, which stand inside words of Persian and of Indian scripts.
pub(crate) fn is_joiner(c: char) -> bool {
    matches!(c, ZWNJ | '\u{200D}')
}

/// Whether the character belongs to a script that is written without blanks between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    !c.is_ascii()
        && (is_phrase_spaced(c) || matches!(script(c), Script::Han | Script::Hiragana | Script::Katakana))
}

/// Whether the character belongs to a script whose blanks separate phrases: Thai, Lao, Khmer, Burmese.
pub(crate) fn is_phrase_spaced(c: char) -> bool {
    matches!(c, '\u{E01}'..='\u{E7F}' | '\u{E81}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}')
}

/// Characters that are not seen and mean nothing for words: SOFT HYPHEN, WORD JOINER, ZERO WIDTH NO-BREAK SPACE
/// and the marks, embeddings, overrides and isolates of direction.
pub(crate) fn is_unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'
        | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_whole_characters() {
        for (before, after, may) in [
            ('ก', 'น', true),
            ('ก', '\u{E34}', false),
            ('ท', '\u{E33}', false),
            ('a', '\u{301}', false),
            ('\u{17D2}', 'ក', false),
            ('ك', '\u{64E}', false),
            ('ی', '\u{200C}', false),
        ] {
            assert_eq!(may_cut(before, after), may, "{before:?} {after:?}");
        }
    }

    #[test]
    fn vowel_signs_are_no_letters() {
        assert!(
            is_letter('ก') && is_letter('é') && is_letter('中') && !is_letter('\u{E34}') && !is_letter('5')
        );
        assert!(is_number('๕') && is_number('٣') && !is_number('x'));
    }
}
