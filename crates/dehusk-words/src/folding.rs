//! Which spellings count as the same word. The folded form is a key for comparison and is never shown; the
//! shown form is the most frequent spelling with that key.

use crate::clean::clean;
use crate::error::Error;
use crate::unicode::ZWNJ;
use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::Script;
use std::borrow::Cow;
use std::str::FromStr;

const CASES: CaseMapperBorrowed<'static> = CaseMapper::new();
const NFKC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfkc();
/// The code of Persian.
const PERSIAN: &str = "fa";
/// ARABIC TATWEEL, which stretches a word.
const TATWEEL: char = '\u{640}';
/// ARABIC LETTER ALEF MAKSURA. Persian has no such letter; old keyboards and fonts write it for YEH.
const ALEF_MAKSURA: char = '\u{649}';
/// ARABIC LETTER FARSI YEH.
const FARSI_YEH: &str = "\u{6CC}";
/// The case folding of the Turkish dotted capital I.
const DOTTED_I: &str = "i\u{307}";

/// Which differences between spellings are ignored. Composed and decomposed characters (Unicode NFC) are
/// always the same.
///
/// It is parsed from names separated by commas, or `none`. Names with a sign are added to the default
/// (`+plural`) or removed from it (`-case`). The default is everything except `plural`.
///
/// ```
/// use dehusk_words::Folding;
///
/// let folding: Folding = "case,tatweel".parse()?;
/// assert_eq!(folding.key("Straße"), "strasse");
/// assert_eq!(folding.to_string(), "case,tatweel");
/// assert_eq!("+plural,-case".parse(), Ok(Folding { plural: true, case: false, ..Folding::default() }));
/// assert_eq!(Folding::default().key("ﻣُﺤـﻤّﺪ"), "محمد");
/// # Ok::<(), dehusk_words::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folding {
    /// Whether upper and lower case are the same (Unicode full case folding, so `ß` is `ss`), including the
    /// Turkish dotted capital I.
    pub case: bool,
    /// Whether full-width letters, ligatures and presentation forms are the same as ordinary characters
    /// (Unicode NFKC), and typographic apostrophes, geresh and gershayim the same as ASCII quotes.
    pub compatibility: bool,
    /// Whether words with and without ARABIC TATWEEL are the same.
    pub tatweel: bool,
    /// Whether words with and without Arabic and Hebrew vowel points are the same, and words with and without
    /// Greek accents, which capitals do not have. Vowel signs of Thai and Indic scripts and accents of Latin
    /// letters always make a difference.
    pub diacritics: bool,
    /// Whether Arabic YEH and KAF are the same as the Persian and Urdu ones, which look alike and are often
    /// confused, and Persian words with ZWNJ the same as without. ALEF MAKSURA is YEH in Persian documents, and remains distinct in
    /// others.
    pub letters: bool,
    /// Whether words in Latin script with and without `'s` are the same.
    pub possessive: bool,
    /// Whether a plural in `s` is the same as the word without it, in Latin script, if the singular occurs
    /// too. This is the rule of the Python package `word_cloud`: the `s` must not follow another `s`, and the
    /// language does not matter.
    pub plural: bool,
}

impl Default for Folding {
    fn default() -> Folding {
        Folding {
            case: true,
            compatibility: true,
            tatweel: true,
            diacritics: true,
            letters: true,
            possessive: true,
            plural: false,
        }
    }
}

impl Folding {
    /// The names that [`Folding::from_str`] reads.
    pub const NAMES: [&'static str; 7] =
        ["case", "compatibility", "tatweel", "diacritics", "letters", "possessive", "plural"];

    fn none() -> Folding {
        Folding {
            case: false,
            compatibility: false,
            tatweel: false,
            diacritics: false,
            letters: false,
            possessive: false,
            plural: false,
        }
    }

    fn named(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "case" => &mut self.case,
            "compatibility" => &mut self.compatibility,
            "tatweel" => &mut self.tatweel,
            "diacritics" => &mut self.diacritics,
            "letters" => &mut self.letters,
            "possessive" => &mut self.possessive,
            "plural" => &mut self.plural,
            _ => return None,
        })
    }

    /// Returns the key of a word. A plural has its own key. It is merged with its singular when terms are
    /// made, because that needs all words.
    #[must_use]
    pub fn key(&self, word: &str) -> String {
        let mut key = word.to_owned();
        if self.compatibility && !key.is_ascii() {
            key = clean(&NFKC.normalize(&key)).into_owned();
        }
        if self.case {
            key = CASES.fold_string(&key).replace(DOTTED_I, "i");
        }
        if !key.is_ascii() {
            key = clean(&key).chars().filter(|&c| !self.drops(c)).map(|c| self.letter(c)).collect();
        }
        if self.possessive
            && let Some(stem) = without_possessive(&key)
        {
            key.truncate(stem);
        }
        clean(&key).into_owned()
    }

    /// Returns a text with the letters that its language writes for others replaced. [`Folding::key`] cannot do that, because it does
    /// not know the language of a word.
    pub(crate) fn in_language<'t>(self, text: &'t str, language: &str) -> Cow<'t, str> {
        if self.letters && language == PERSIAN && text.contains(ALEF_MAKSURA) {
            Cow::Owned(text.replace(ALEF_MAKSURA, FARSI_YEH))
        } else {
            Cow::Borrowed(text)
        }
    }

    /// Whether [`Folding::key`] gives the same keys as the default.
    pub(crate) fn has_default_keys(self) -> bool {
        Folding { plural: false, ..self } == Folding::default()
    }

    fn drops(&self, c: char) -> bool {
        self.tatweel && c == TATWEEL || self.letters && c == ZWNJ || self.diacritics && is_vowel_point(c)
    }

    fn letter(&self, c: char) -> char {
        match c {
            '\u{2019}' | '\u{2BC}' | '\u{5F3}' if self.compatibility => '\'',
            '\u{5F4}' if self.compatibility => '"',
            '\u{643}' if self.letters => '\u{6A9}',
            '\u{64A}' if self.letters => '\u{6CC}',
            '\u{384}'..='\u{3CE}' if self.diacritics => without_accent(c),
            c => c,
        }
    }
}

/// A modern Greek letter without tonos and dialytika.
fn without_accent(c: char) -> char {
    match c {
        'Ά' => 'Α',
        'Έ' => 'Ε',
        'Ή' => 'Η',
        'Ί' | 'Ϊ' => 'Ι',
        'Ό' => 'Ο',
        'Ύ' | 'Ϋ' => 'Υ',
        'Ώ' => 'Ω',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        c => c,
    }
}

/// The prefixes of a name: `+` adds it to the default, `-` removes it.
const SIGNS: [char; 2] = ['+', '-'];

impl FromStr for Folding {
    type Err = Error;

    fn from_str(names: &str) -> Result<Folding, Error> {
        if names == "none" {
            return Ok(Folding::none());
        }
        let names: Vec<&str> = names.split(',').map(str::trim).collect();
        let signed = names.iter().filter(|name| name.starts_with(SIGNS)).count();
        if signed != 0 && signed != names.len() {
            return Err(Error::MixedFolding { names: names.join(",") });
        }
        let mut folding = if signed == 0 { Folding::none() } else { Folding::default() };
        for signed in names {
            let name = signed.strip_prefix(SIGNS).unwrap_or(signed);
            let on = folding.named(name).ok_or_else(|| Error::unknown("folding", name, &Folding::NAMES))?;
            *on = !signed.starts_with('-');
        }
        Ok(folding)
    }
}

impl std::fmt::Display for Folding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut copy = *self;
        let names: Vec<&str> =
            Folding::NAMES.into_iter().filter(|name| copy.named(name).is_some_and(|on| *on)).collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join(","))
    }
}

/// Whether the character is a harakat or Quranic mark of Arabic, or a point or accent of Hebrew.
fn is_vowel_point(c: char) -> bool {
    matches!(c, '\u{64B}'..='\u{652}' | '\u{656}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E4}'
        | '\u{6E7}' | '\u{6E8}' | '\u{6EA}'..='\u{6ED}'
        | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}')
}

/// The length in bytes of the word without its possessive ending, if it has one.
fn without_possessive(key: &str) -> Option<usize> {
    let stem = key.strip_suffix(['s', 'S'])?.strip_suffix(['\'', '\u{2019}'])?;
    is_latin(stem).then_some(stem.len())
}

/// The key without its plural ending, if it may have one.
pub(crate) fn singular(key: &str) -> Option<&str> {
    let stem = key.strip_suffix('s')?;
    (is_latin(stem) && !stem.ends_with('s')).then_some(stem)
}

fn is_latin(stem: &str) -> bool {
    !stem.is_empty() && stem.chars().all(|c| crate::unicode::script(c) == Script::Latin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_option_folds_its_own_differences() {
        for (option, word, key) in [
            ("case", "ΟΔΟΣ", "οδοσ"),
            ("case", "Éclair", "éclair"),
            ("compatibility", "ＡＢｃ", "ABc"),
            ("compatibility", "ﬁsh", "fish"),
            ("compatibility", "ทำ", "ทำ"),
            ("compatibility", "don’t צה״ל", "don't צה\"ל"),
            ("tatweel", "محـــمد", "محمد"),
            ("diacritics", "مُحَمَّد", "محمد"),
            ("diacritics", "שָׁלוֹם", "שלום"),
            ("diacritics", "ที่นี่ é हिन्दी", "ที่นี่ é हिन्दी"),
            ("diacritics", "Αθήνα ΐ", "Αθηνα ι"),
            ("letters", "كتابي", "کتابی"),
            ("letters", "می\u{200C}کند", "میکند"),
            ("case", "İSTANBUL", "istanbul"),
            ("possessive", "Gibb's", "Gibb"),
            ("possessive", "GIBB’S", "GIBB"),
            ("possessive", "'s", "'s"),
            ("possessive", "צה's", "צה's"),
        ] {
            assert_eq!(option.parse::<Folding>().unwrap().key(word), key, "{option} {word}");
            if word != key {
                assert_ne!(Folding::none().key(word), key, "{option} {word}");
            }
        }
    }

    #[test]
    fn only_persian_has_no_alef_maksura() {
        use crate::{Counter, Settings, Weighting};
        let terms = |language: &str| {
            let mut counter = Counter::new(Settings::default());
            counter.add("تدریجى تدریجی مى نمى", Some(language));
            counter.terms(Weighting::Frequency, None).terms.len()
        };
        assert_eq!(terms("fa-IR"), 1, "one word, and two stop words");
        assert_eq!(terms("ar"), 4);
    }

    #[test]
    fn names_are_read_and_written() {
        assert_eq!("none".parse(), Ok(Folding::none()));
        assert_eq!(Folding::none().to_string(), "none");
        assert_eq!("case, plural".parse::<Folding>().unwrap().to_string(), "case,plural");
        let plural = Folding { plural: true, ..Folding::default() };
        assert_eq!("+plural".parse(), Ok(plural));
        assert_eq!("+plural, -possessive".parse(), Ok(Folding { possessive: false, ..plural }));
        let mixed = "case,+plural".parse::<Folding>().unwrap_err().to_string();
        assert!(mixed.contains("\"case,+plural\""), "{mixed}");
        assert!("+stem".parse::<Folding>().unwrap_err().to_string().contains("no folding \"stem\""));
        assert!("stem".parse::<Folding>().unwrap_err().to_string().contains("no folding \"stem\""));
    }

    #[test]
    fn a_plural_has_a_singular() {
        assert_eq!(singular("pages"), Some("page"));
        for key in ["class", "s", "ημέρας", "page", "page's"] {
            assert_eq!(singular(key), None, "{key}");
        }
    }
}
