//! Whether a border would split a syllable of a Brahmic script: Burmese, Khmer, Lao, Thai, Tibetan and their
//! relatives. It decides by Unicode properties of the characters at the border. It knows no words, and what
//! holds for all scripts, such as combining marks, is in `unicode`.

use crate::unicode::{is_letter, may_cut};
use icu_properties::props::{IndicSyllabicCategory as Category, LogicalOrderException};
use icu_properties::{
    CodePointMapData, CodePointMapDataBorrowed, CodePointSetData, CodePointSetDataBorrowed,
};

static CATEGORIES: CodePointMapDataBorrowed<'static, Category> = CodePointMapData::new();
/// The vowels of Thai, Lao and Tai scripts that are written before their consonant.
static LEADING_VOWELS: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<LogicalOrderException>();

/// GREAT SA of Burmese: a doubled `s`, of which the first half ends the syllable before.
const GREAT_SA: char = '\u{103F}';
/// The Burmese VIRAMA. The consonant before it ends a syllable, and the one after it begins the next.
const BURMESE_VIRAMA: char = '\u{1039}';
/// The Khmer BANTOC, which is written on the last consonant of a syllable and shortens its vowel.
const BANTOC: char = '\u{17CB}';
/// The Lao CANCELLATION MARK, which silences a consonant. Unicode has no category for it.
const CANCELLATION_MARK: char = '\u{ECC}';
/// The Thai PHINTHU. In Pali it is below the first consonant of a cluster, which may begin a word.
const PHINTHU: char = '\u{E3A}';
/// The Thai vowels that a THANTHAKHAT can silence together with their consonant: SARA I, SARA U.
const SILENT_VOWELS: [char; 2] = ['\u{E34}', '\u{E38}'];

/// Whether a byte offset of a text is inside a syllable: after a vowel that is written before its consonant,
/// after a sign that subscripts the next consonant, before a sign that depends on what is before it, or
/// before a consonant that ends a syllable or is silent. False at the ends of the text.
fn splits_syllable(text: &str, at: usize) -> bool {
    let mut rest = text[at..].chars();
    let (Some(before), Some(after)) = (text[..at].chars().next_back(), rest.next()) else { return false };
    if !is_brahmic(after) {
        return false;
    }
    depends_on_next(before, after) || depends_on_previous(after) || is_letter(after) && ends_syllable(rest)
}

/// Whether a word may end at a byte offset of a text: by the rules of [`may_cut`], and not inside a
/// [syllable](splits_syllable); always true at the ends of the text.
pub(crate) fn may_cut_at(text: &str, at: usize) -> bool {
    match (text[..at].chars().next_back(), text[at..].chars().next()) {
        (Some(before), Some(after)) => may_cut(before, after) && !splits_syllable(text, at),
        _ => true,
    }
}

/// Whether the character is in a block of Brahmic scripts.
fn is_brahmic(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{109F}' | '\u{1700}'..='\u{17FF}' | '\u{1900}'..='\u{1C4F}'
        | '\u{A800}'..='\u{AAFF}' | '\u{11000}'..='\u{11FFF}')
}

fn depends_on_next(before: char, after: char) -> bool {
    LEADING_VOWELS.contains(before)
        || match CATEGORIES.get(before) {
            Category::InvisibleStacker => true,
            Category::Virama => CATEGORIES.get(after) == Category::Consonant,
            _ => false,
        }
}

fn depends_on_previous(c: char) -> bool {
    match CATEGORIES.get(c) {
        Category::VowelDependent => !LEADING_VOWELS.contains(c),
        Category::Bindu
        | Category::CantillationMark
        | Category::ConsonantFinal
        | Category::ConsonantKiller
        | Category::ConsonantMedial
        | Category::ConsonantSubjoined
        | Category::ConsonantSucceedingRepha
        | Category::GeminationMark
        | Category::InvisibleStacker
        | Category::Nukta
        | Category::PureKiller
        | Category::RegisterShifter
        | Category::ReorderingKiller
        | Category::SyllableModifier
        | Category::ToneLetter
        | Category::ToneMark
        | Category::Virama
        | Category::Visarga => true,
        _ => c == GREAT_SA,
    }
}

/// Whether a consonant ends a syllable, by the characters after it: a sign without a vowel, such as the
/// Burmese ASAT or the Thai THANTHAKHAT. A tone mark or a silent vowel may come first.
fn ends_syllable(after_consonant: impl Iterator<Item = char>) -> bool {
    let is_first =
        |c: char| SILENT_VOWELS.contains(&c) || CATEGORIES.get(c) == Category::ToneMark && is_brahmic(c);
    let mut signs = after_consonant.peekable();
    let vowel = signs.next_if(|&c| is_first(c));
    let Some(sign) = signs.next() else { return false };
    match CATEGORIES.get(sign) {
        Category::ConsonantKiller => true,
        Category::PureKiller => sign != PHINTHU && vowel.is_none_or(|c| !SILENT_VOWELS.contains(&c)),
        Category::ConsonantSucceedingRepha => vowel.is_none(),
        _ => vowel.is_none() && matches!(sign, BURMESE_VIRAMA | BANTOC | CANCELLATION_MARK),
    }
}

#[cfg(test)]
mod tests {
    /// The text with `|` at each offset that is not inside a syllable and not before a combining mark.
    fn syllables(text: &str) -> String {
        let mut cut = String::new();
        for (at, c) in text.char_indices() {
            if at > 0 && super::may_cut_at(text, at) {
                cut.push('|');
            }
            cut.push(c);
        }
        cut
    }

    #[test]
    fn no_border_is_inside_a_syllable() {
        // A consonant that ends a syllable without a sign is not recognized, as in Khmer, Lao and Thai.
        for cut in [
            "ဆွစ်|ဇာ|လန်",
            "မြန်|မာ",
            "မန္တ|လေး",
            "အင်္ဂ|လိပ်",
            "တက္က|သိုလ်",
            "ခွန့်",
            "ပြဿ|နာ",
            "ကျွန်ုပ်",
            "ខ្មែ|រ",
            "ប្រ|យោ|ជន៍",
            "កត់|ត្រា",
            "ពណ៌",
            "ເມື|ອ|ງ",
            "ພາ|ສາ",
            "ວຽ|ງ|ຈັ|ນ",
            "ນໍ້າ",
            "ຊ|ອຟ໌",
            "ແມ່|ນໍ້າ",
            "แม่|น้ำ",
            "สิ|ทธิ์",
            "ศุ|กร์",
            "พั|นธุ์",
            "สฺ|วา|กฺ|ขา|โต",
            "རྒྱ|ལ|་|ཁ|བ",
            "ꦗ|ꦮ",
            "ꦏꦿ|ꦠꦺꦴ|ꦤ꧀",
        ] {
            assert_eq!(syllables(&cut.replace('|', "")), cut);
        }
    }
}
