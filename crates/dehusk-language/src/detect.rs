//! Detects the language of a text by its script, by single letters, or with `whatlang`.

use icu_properties::props::Script;
use icu_properties::{CodePointMapData, CodePointMapDataBorrowed};
use whatlang::Detector;

use crate::tables::{OF_ARABIC_LETTERS, OF_SCRIPT, RIGHT_TO_LEFT, Scripts, code_of, scripts_of};
use crate::{UNKNOWN, function_words, of_tag};

static SCRIPTS: CodePointMapDataBorrowed<'static, Script> = CodePointMapData::new();

/// Maximum letters that are examined, from the beginning of the text. Chosen by hand.
const MAX_LETTERS: usize = 20_000;
/// A text is Japanese if one in this many East Asian characters is kana. Japanese prose has about as many
/// kana as Han characters. Chosen by hand.
const EAST_ASIAN_PER_KANA: usize = 20;
/// Minimum characters of a text for which the answer of `whatlang` is used even if `whatlang` calls it
/// unreliable. Chosen by hand.
const MIN_CHARACTERS_UNRELIABLE: usize = 1_000;
/// The language of a text in Latin script with fewer than [`MIN_CHARACTERS_UNRELIABLE`] characters, if
/// `whatlang` calls its answer unreliable.
const FALLBACK_FOR_LATIN: &str = "en";
/// The confidence of `whatlang` in the first of two languages with the same score: a share of the difference between both.
const CONFIDENCE_OF_TIE: f64 = 0.0;
/// The number of Latin letters is divided by this before scripts are compared. Texts in other scripts quote
/// names and code, and English needs two to three times as many letters for a word as Thai or Chinese. Chosen
/// by hand.
const LATIN_DIVISOR: usize = 3;
/// A text contradicts a declared language that is written in another script than Latin if less than one in this many letters is of
/// that script: such texts may quote much code. Chosen by hand.
const LETTERS_PER_DECLARED: usize = 10;

/// Minimum letters of a text that contradicts a declared language in the same script. Chosen by hand.
const MIN_LETTERS_AGAINST_DECLARED: usize = 500;
/// The language that templates declare and that sites in other languages leave as it is.
const TEMPLATE_LANGUAGE: &str = "en";
/// Words that make up about a tenth of English prose, and hardly occur in other languages.
const ENGLISH_WORDS: [&str; 2] = ["the", "and"];
/// A text is English if one in this many words is one of [`ENGLISH_WORDS`]. Chosen by hand.
const WORDS_PER_ENGLISH: usize = 50;

/// The letters of a text, counted by script, up to the first 20,000.
///
/// ```
/// use dehusk_language::Letters;
/// let thai = Letters::of("ฝนตกหนักในกรุงเทพ");
/// assert_eq!(thai.language(), Some("th"));
/// assert!(thai.contradict("en-US") && !thai.contradict("th"));
/// assert!(Letters::of("باران در تهران").are_right_to_left());
/// assert_eq!(Letters::of("About us").language(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Letters<'t> {
    text: &'t str,
    /// The scripts in the order in which they first occur, with their letters.
    scripts: Vec<(Script, usize)>,
}

impl<'t> Letters<'t> {
    /// Counts the letters of a text.
    #[must_use]
    pub fn of(text: &'t str) -> Letters<'t> {
        let mut scripts: Vec<(Script, usize)> = Vec::new();
        let mut last = 0;
        for c in text.chars().filter(|c| c.is_alphabetic()).take(MAX_LETTERS) {
            let script = if c.is_ascii() { Script::Latin } else { SCRIPTS.get(c) };
            if scripts.get(last).is_none_or(|(of, _)| *of != script) {
                last = scripts.iter().position(|(of, _)| *of == script).unwrap_or(scripts.len());
            }
            match scripts.get_mut(last) {
                Some((_, letters)) => *letters += 1,
                None => scripts.push((script, 1)),
            }
        }
        Letters { text, scripts }
    }

    /// Returns the two-letter code of the language, or `None` if the text has no letters or is too short to tell: by the script if
    /// it has one main language, by single letters in Arabic script, and otherwise by `whatlang`.
    #[must_use]
    pub fn language(&self) -> Option<&'static str> {
        match self.guess()? {
            Guess::Certain(language) => Some(language),
            Guess::Uncertain => None,
        }
    }

    /// Whether the text cannot be in a declared language: because it is in another script, or because English is declared, as
    /// templates do, and the text has hardly any common English word and is clearly in another language, whose common words it has.
    #[must_use]
    pub fn contradict(&self, tag: &str) -> bool {
        self.contradict_script(tag) || of_tag(tag) == TEMPLATE_LANGUAGE && self.contradict_english()
    }

    /// Whether a text of some length is certainly not English. Lists of names look like another language, but lack its common words.
    fn contradict_english(&self) -> bool {
        let is_of = |language: &str| function_words::are_in(self.text, language, MAX_LETTERS);
        self.count(|_| true) >= MIN_LETTERS_AGAINST_DECLARED
            && !self.has_english_words()
            && self.language().is_some_and(|language| language != TEMPLATE_LANGUAGE && is_of(language))
    }

    fn has_english_words(&self) -> bool {
        let (mut all, mut english) = (0, 0);
        for word in
            self.text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).take(MAX_LETTERS)
        {
            all += 1;
            english += usize::from(ENGLISH_WORDS.iter().any(|of| word.eq_ignore_ascii_case(of)));
        }
        english * WORDS_PER_ENGLISH >= all
    }

    /// A text in a language that is written in Latin script has at most as many letters of one other script as all of its other
    /// letters together; any other text has one in ten letters of a script of its language. Returns `false` for languages of several
    /// alphabets, and if the tag names a script.
    fn contradict_script(&self, tag: &str) -> bool {
        let all = self.count(|_| true);
        let names_script = tag.split(['-', '_']).skip(1).any(|part| part.len() == 4);
        match scripts_of(&of_tag(tag)).filter(|_| !names_script && all > 0) {
            None => false,
            Some(Scripts::Latin) => {
                self.scripts.iter().any(|&(script, letters)| script != Script::Latin && letters * 2 > all)
            }
            Some(Scripts::Other(own)) => {
                self.count(|script| own.contains(&script)) * LETTERS_PER_DECLARED < all
            }
        }
    }

    /// Whether the main script of the text is written from right to left.
    #[must_use]
    pub fn are_right_to_left(&self) -> bool {
        self.main().is_some_and(|(script, _)| RIGHT_TO_LEFT.contains(&script))
    }

    fn count(&self, of: impl Fn(Script) -> bool) -> usize {
        self.scripts.iter().filter(|(script, _)| of(*script)).map(|(_, letters)| letters).sum()
    }

    /// The main script of the text, and its letters; those of Latin script count less.
    fn main(&self) -> Option<(Script, usize)> {
        let weight =
            |script, letters| if script == Script::Latin { letters / LATIN_DIVISOR } else { letters };
        // Of equally frequent scripts, the one that occurs first is wanted. `max_by_key` returns the last one, so
        // the order is reversed.
        let weighed = self.scripts.iter().rev().map(|&(script, letters)| (script, weight(script, letters)));
        weighed.max_by_key(|pair| pair.1)
    }

    fn guess(&self) -> Option<Guess> {
        let (main, letters) = self.main()?;
        let kana = self.count(|script| matches!(script, Script::Hiragana | Script::Katakana));
        let east_asian = kana + self.count(|script| script == Script::Han);
        if east_asian >= letters && east_asian > 0 {
            let is_japanese = kana * EAST_ASIAN_PER_KANA >= east_asian;
            return Some(Guess::Certain(if is_japanese { "ja" } else { "zh" }));
        }
        if main == Script::Arabic {
            return Some(Guess::Certain(self.language_of_arabic()));
        }
        let of_script = OF_SCRIPT.iter().find(|&&(of, _)| of == main);
        of_script.map_or_else(|| self.by_whatlang(main), |&(_, language)| Some(Guess::Certain(language)))
    }

    fn language_of_arabic(&self) -> &'static str {
        let letters = || self.text.chars().filter(|c| c.is_alphabetic()).take(MAX_LETTERS);
        let all = letters().count();
        OF_ARABIC_LETTERS
            .iter()
            .find(|(_, own)| letters().filter(|&c| own.contains(c)).count() * 100 > all)
            .map_or("ar", |&(language, _)| language)
    }

    /// The language according to `whatlang`, from the letters of one script only; `None` if two languages are equally likely,
    /// because which of them `whatlang` returns depends on the sort of the compiler's standard library.
    fn by_whatlang(&self, of: Script) -> Option<Guess> {
        let is_other = |c: char| c.is_alphabetic() && SCRIPTS.get(c) != of;
        let text: String = self.text.chars().filter(|&c| !is_other(c)).take(MAX_LETTERS).collect();
        let found = Detector::new().detect(&text)?;
        if of == Script::Latin && !found.is_reliable() && text.chars().count() < MIN_CHARACTERS_UNRELIABLE {
            return Some(Guess::Uncertain);
        }
        if found.confidence() == CONFIDENCE_OF_TIE {
            return None;
        }
        code_of(found.lang()).map(Guess::Certain)
    }
}

/// The language of a text.
enum Guess {
    Certain(&'static str),
    /// A short text in Latin script.
    Uncertain,
}

/// Detects the language of a text like [`Letters::language`]. A short text in Latin script is taken to be English if its
/// language is uncertain, because most such pages are English, and the stop words of a wrong language would
/// be worse than none. Returns `und` for a text without letters.
///
/// ```
/// assert_eq!(dehusk_language::detect("ฝนตกหนักในกรุงเทพ"), "th");
/// assert_eq!(dehusk_language::detect("The rain in Spain stays mainly in the plain."), "en");
/// assert_eq!(dehusk_language::detect("About us"), "en");
/// assert_eq!(dehusk_language::detect("2026"), "und");
/// ```
#[must_use]
pub fn detect(text: &str) -> &'static str {
    match Letters::of(text).guess() {
        Some(Guess::Certain(language)) => language,
        Some(Guess::Uncertain) => FALLBACK_FOR_LATIN,
        None => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_detected() {
        for (text, language) in [
            ("ພາສາລາວ", "lo"),
            ("ភាសាខ្មែរ", "km"),
            ("မြန်မာဘာသာ", "my"),
            ("今天天气很好", "zh"),
            ("今日はいい天気です", "ja"),
            ("한국어 문장입니다", "ko"),
            ("שלום עולם", "he"),
            ("Καλημέρα κόσμε", "el"),
            ("ذهب الولد إلى المدرسة صباحا", "ar"),
            ("من امروز به مدرسه می‌روم و کتاب می‌خوانم", "fa"),
            ("میں آج سکول نہیں گیا کیونکہ بارش ہو رہی ہے", "ur"),
            ("زه نن ښوونځي ته نه ځم ځکه چې باران اوري", "ps"),
            ("بۈگۈن ئەتىگەندە شەھەردە قاتتىق يامغۇر ياغدى ۋە كىشىلەر ئۆيدە قالدى", "ug"),
            ("ئەمڕۆ لە شار بارانێکی زۆر باری و خەڵک لە ماڵەوە مانەوە", "ku"),
            ("Сегодня утром в городе прошёл сильный дождь, и люди остались дома.", "ru"),
            ("Heute Morgen hat es in der Stadt stark geregnet, und die Leute blieben zu Hause.", "de"),
            ("About us", "en"),
            ("hello", "en"),
            ("Menu", "en"),
            ("Contact", "en"),
            ("ދިވެހިރާއްޖެ", "dv"),
            ("የአማርኛ ጽሑፍ", "am"),
            ("ข่าว BBC วันนี้ breaking news", "th"),
        ] {
            assert_eq!(detect(text), language, "{text}");
        }
    }

    #[test]
    fn equally_likely_languages_are_unknown() {
        assert_eq!(Letters::of(&"Ž¬³€±»ÓÎÂÖ¹«ËŸÈÏ¶šÔðÈÎ Ìùœüº£°¶ÈÃÍ¬ÊÂ ".repeat(30)).language(), None);
        assert_eq!(detect(&"ʘʬʭ ʬʘ ʭ ".repeat(300)), "und");
    }

    /// Texts, tags, and whether the text contradicts the tag.
    const DECLARED: [(&str, &str, bool); 14] = [
        ("ฝนตกหนักในกรุงเทพ", "en-US", true),
        ("ฝนตกหนักในกรุงเทพ", "th", false),
        ("ฝนตกหนัก: the rain in Spain stays mainly in the plain", "en", false),
        ("The rain in Spain stays mainly in the plain.", "de", false),
        ("The rain in Spain stays mainly in the plain.", "zh-CN", true),
        ("let mut page = Page::parse(source); что это, и зачем", "ru", false),
        ("今日はいい天気です", "zh", false),
        ("今日はいい天気です", "ja", false),
        ("Добар дан свима", "sr", false),
        ("Dobar dan svima", "sr", false),
        ("Segodnja v gorode dozhd'", "ru-Latn", false),
        ("Сегодня в городе дождь", "en_GB", true),
        ("2026", "th", false),
        ("ฝนตกหนัก", "", false),
    ];

    #[test]
    fn a_text_in_another_script_contradicts_a_tag() {
        for (text, tag, expected) in DECLARED {
            assert_eq!(Letters::of(text).contradict(tag), expected, "{text}, {tag}");
        }
    }

    #[test]
    fn a_long_text_contradicts_the_english_of_a_template() {
        let german = "Der Bach treibt ein Rad aus Eiche, und das Rad treibt den Stein. ".repeat(12);
        let english = "The brook drives a wheel of oak, and the wheel drives the stone. ".repeat(12);
        let sofas =
            "EKTORP Sofa, Hallarp gray. KIVIK Sofa, Tibbleby beige/gray. GLOSTAD Loveseat, Knisa dark gray. \
                     LANDSKRONA Sofa, Djuparp dark green. "
                .repeat(8);
        assert_ne!(Letters::of(&sofas).language(), Some("en"));
        for (text, tag, expected) in [
            (german.as_str(), "en-US", true),
            (&german[..65], "en-US", false),
            (&german, "fr", false),
            (&english, "en", false),
            (&(german.clone() + &english), "en", false),
            (&sofas, "en", false),
        ] {
            assert_eq!(Letters::of(text).contradict(tag), expected, "{text}, {tag}");
        }
    }

    #[test]
    fn the_direction_is_that_of_the_main_script() {
        for (text, expected) in [
            ("שלום עולם", true),
            ("ދިވެހިރާއްޖެ", true),
            ("باران در تهران and the rain", true),
            ("The word باران means rain in Persian", false),
            ("", false),
        ] {
            assert_eq!(Letters::of(text).are_right_to_left(), expected, "{text}");
        }
    }
}
