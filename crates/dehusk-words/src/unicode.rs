//! Unicode properties of single characters, as needed for finding words: letters, marks, scripts without
//! spaces, invisible characters.

use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::{CodePointMapData, CodePointMapDataBorrowed};

static CATEGORIES: CodePointMapDataBorrowed<'static, GeneralCategory> = CodePointMapData::new();
static SCRIPTS: CodePointMapDataBorrowed<'static, Script> = CodePointMapData::new();

/// ZERO WIDTH NON-JOINER, which Persian uses between the parts of a word.
pub(crate) const ZWNJ: char = '\u{200C}';
/// The Khmer COENG and the Burmese VIRAMA, which subscript the next consonant: no word ends after them.
const STACKERS: [char; 2] = ['\u{17D2}', '\u{1039}'];
/// SARA AM of Thai and Lao: a letter in Unicode, but never the first of a syllable.
const SARA_AM: [char; 2] = ['\u{E33}', '\u{EB3}'];

/// Whether the character is a letter.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphabetic()
    } else {
        GeneralCategoryGroup::Letter.contains(CATEGORIES.get(c))
    }
}

/// Whether the character is a digit or another numeric character.
pub(crate) fn is_number(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { GeneralCategoryGroup::Number.contains(CATEGORIES.get(c)) }
}

/// Whether the character is a combining mark.
pub(crate) fn is_mark(c: char) -> bool {
    !c.is_ascii() && GeneralCategoryGroup::Mark.contains(CATEGORIES.get(c))
}

/// The script of the character.
pub(crate) fn script(c: char) -> Script {
    SCRIPTS.get(c)
}

/// Whether a word may end between two characters: not before a combining mark or SARA AM, not next to a
/// joiner, and not after a sign that subscripts the next consonant.
pub(crate) fn may_cut(before: char, after: char) -> bool {
    if before.is_ascii() && after.is_ascii() {
        return true;
    }
    let stays = is_joiner(before) || STACKERS.contains(&before);
    let joins = is_mark(after) || SARA_AM.contains(&after) || is_joiner(after);
    !stays && !joins
}

/// Whether the character is ZWNJ or ZWJ, which occur inside words of Persian and Indic scripts.
pub(crate) fn is_joiner(c: char) -> bool {
    matches!(c, ZWNJ | '\u{200D}')
}

/// Whether the character belongs to a script in which nothing on the page shows where words end: Thai, Lao, Khmer, Burmese, Chinese
/// or Japanese. Tibetan has no spaces between words either, but a mark (tsheg) after each syllable, at which Unicode ends words.
///
/// ```
/// use dehusk_words::is_unspaced;
/// assert!("ราคา 开放 ひら ကခ".chars().filter(|c| *c != ' ').all(is_unspaced));
/// assert!(!"mill 한국 བོད་".chars().any(is_unspaced));
/// ```
#[must_use]
pub fn is_unspaced(c: char) -> bool {
    use Script as S;
    const UNSPACED: [Script; 7] = [S::Thai, S::Lao, S::Khmer, S::Myanmar, S::Han, S::Hiragana, S::Katakana];
    !c.is_ascii() && UNSPACED.contains(&script(c))
}

/// Whether the character is in the block of a script whose spaces separate phrases: Thai, Lao, Khmer, Burmese. Unlike
/// [`is_unspaced`], this includes the signs of these blocks that several scripts share, such as ฿.
pub(crate) fn is_phrase_spaced(c: char) -> bool {
    matches!(c, '\u{E01}'..='\u{E7F}' | '\u{E81}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}')
}

/// Whether the character is invisible and irrelevant for words: SOFT HYPHEN, WORD JOINER, ZERO WIDTH NO-BREAK
/// SPACE, and direction marks, embeddings, overrides and isolates. Of what Unicode ignores by default, ZERO WIDTH SPACE is not
/// among them, because it ends words, nor are joiners and variation selectors, because they belong to the spelling of words.
pub(crate) fn is_ignored_in_words(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'
        | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_do_not_end_before_marks() {
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
    fn vowel_signs_are_not_letters() {
        assert!(
            is_letter('ก') && is_letter('é') && is_letter('中') && !is_letter('\u{E34}') && !is_letter('5')
        );
        assert!(is_number('๕') && is_number('٣') && !is_number('x'));
    }
}
