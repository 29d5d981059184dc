//! The language of a document as a two-letter code, for stop words and tables. A language that the page
//! declares takes precedence over detection.

use crate::unicode::{is_letter, script};
use icu_properties::props::Script;
use indexmap::IndexMap;
use whatlang::{Detector, Lang};

/// The language of a text without letters.
pub(crate) const UNKNOWN: &str = "und";
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
/// The number of Latin letters is divided by this before scripts are compared. Texts in other scripts quote
/// names and code, and English needs two to three times as many letters for a word as Thai or Chinese. Chosen
/// by hand.
const LATIN_DIVISOR: usize = 3;

/// The language of each script that has only one language, or one main language.
const OF_SCRIPT: [(Script, &str); 20] = [
    (Script::Thai, "th"),
    (Script::Lao, "lo"),
    (Script::Khmer, "km"),
    (Script::Myanmar, "my"),
    (Script::Hebrew, "he"),
    (Script::Greek, "el"),
    (Script::Hangul, "ko"),
    (Script::Armenian, "hy"),
    (Script::Georgian, "ka"),
    (Script::Bengali, "bn"),
    (Script::Gujarati, "gu"),
    (Script::Gurmukhi, "pa"),
    (Script::Tamil, "ta"),
    (Script::Telugu, "te"),
    (Script::Kannada, "kn"),
    (Script::Malayalam, "ml"),
    (Script::Sinhala, "si"),
    (Script::Ethiopic, "am"),
    (Script::Thaana, "dv"),
    (Script::Oriya, "or"),
];

/// Two-letter codes of the languages of `whatlang`.
const OF_WHATLANG: [(Lang, &str); 70] = [
    (Lang::Epo, "eo"),
    (Lang::Eng, "en"),
    (Lang::Rus, "ru"),
    (Lang::Cmn, "zh"),
    (Lang::Spa, "es"),
    (Lang::Por, "pt"),
    (Lang::Ita, "it"),
    (Lang::Ben, "bn"),
    (Lang::Fra, "fr"),
    (Lang::Deu, "de"),
    (Lang::Ukr, "uk"),
    (Lang::Kat, "ka"),
    (Lang::Ara, "ar"),
    (Lang::Hin, "hi"),
    (Lang::Jpn, "ja"),
    (Lang::Heb, "he"),
    (Lang::Yid, "yi"),
    (Lang::Pol, "pl"),
    (Lang::Amh, "am"),
    (Lang::Jav, "jv"),
    (Lang::Kor, "ko"),
    (Lang::Nob, "no"),
    (Lang::Dan, "da"),
    (Lang::Swe, "sv"),
    (Lang::Fin, "fi"),
    (Lang::Tur, "tr"),
    (Lang::Nld, "nl"),
    (Lang::Hun, "hu"),
    (Lang::Ces, "cs"),
    (Lang::Ell, "el"),
    (Lang::Bul, "bg"),
    (Lang::Bel, "be"),
    (Lang::Mar, "mr"),
    (Lang::Kan, "kn"),
    (Lang::Ron, "ro"),
    (Lang::Slv, "sl"),
    (Lang::Hrv, "hr"),
    (Lang::Srp, "sr"),
    (Lang::Mkd, "mk"),
    (Lang::Lit, "lt"),
    (Lang::Lav, "lv"),
    (Lang::Est, "et"),
    (Lang::Tam, "ta"),
    (Lang::Vie, "vi"),
    (Lang::Urd, "ur"),
    (Lang::Tha, "th"),
    (Lang::Guj, "gu"),
    (Lang::Uzb, "uz"),
    (Lang::Pan, "pa"),
    (Lang::Aze, "az"),
    (Lang::Ind, "id"),
    (Lang::Tel, "te"),
    (Lang::Pes, "fa"),
    (Lang::Mal, "ml"),
    (Lang::Ori, "or"),
    (Lang::Mya, "my"),
    (Lang::Nep, "ne"),
    (Lang::Sin, "si"),
    (Lang::Khm, "km"),
    (Lang::Tuk, "tk"),
    (Lang::Aka, "ak"),
    (Lang::Zul, "zu"),
    (Lang::Sna, "sn"),
    (Lang::Afr, "af"),
    (Lang::Lat, "la"),
    (Lang::Slk, "sk"),
    (Lang::Cat, "ca"),
    (Lang::Tgl, "tl"),
    (Lang::Hye, "hy"),
    (Lang::Cym, "cy"),
];

/// Letters that identify a language in Arabic script. The first language whose letters are more than one in a
/// hundred letters of the text is chosen. All others come before Persian, because they use the letters of
/// Persian too. Kurdish comes before Uyghur, with which it shares AE and OE, and Uyghur before Pashto, with
/// which it shares E.
const OF_ARABIC_LETTERS: [(&str, &str); 5] =
    [("ku", "ێڵڕڤ"), ("ug", "ۇۈڭۋ"), ("ps", "ټډړږښګڼېۍ"), ("ur", "ٹڈڑےںہھ"), ("fa", "پچژگکی")];

/// The language of a tag such as `en-GB`: its first subtag, as the code that lists and tables use.
pub(crate) fn of_tag(tag: &str) -> String {
    let language = tag.split(['-', '_']).next().unwrap_or(tag).trim().to_ascii_lowercase();
    match language.as_str() {
        "nb" | "nn" => "no".to_owned(),
        "iw" => "he".to_owned(),
        "in" => "id".to_owned(),
        "" => UNKNOWN.to_owned(),
        _ => language,
    }
}

/// Detects the language of a text: by its script if the script has one main language, by single letters in
/// Arabic script, and otherwise by `whatlang`. A short text in Latin script is taken to be English if its
/// language is uncertain, because most such pages are English, and the stop words of a wrong language would
/// be worse than none. Returns `und` for a text without letters.
///
/// ```
/// assert_eq!(dehusk_words::detect("ฝนตกหนักในกรุงเทพ"), "th");
/// assert_eq!(dehusk_words::detect("The rain in Spain stays mainly in the plain."), "en");
/// assert_eq!(dehusk_words::detect("About us"), "en");
/// assert_eq!(dehusk_words::detect("2026"), "und");
/// ```
#[must_use]
pub fn detect(text: &str) -> &'static str {
    let mut scripts: IndexMap<Script, usize> = IndexMap::new();
    let mut read = 0;
    for c in text.chars().filter(|&c| is_letter(c)).take(MAX_LETTERS) {
        *scripts.entry(script(c)).or_default() += 1;
        read += 1;
    }
    if read == 0 {
        return UNKNOWN;
    }
    let count = |script| scripts.get(&script).copied().unwrap_or(0);
    let kana = count(Script::Hiragana) + count(Script::Katakana);
    let east_asian = count(Script::Han) + kana;
    let weight = |script, letters| if script == Script::Latin { letters / LATIN_DIVISOR } else { letters };
    // Of equally frequent scripts, the one that occurs first is wanted. `max_by_key` returns the last one, so
    // the order is reversed.
    let weighed = scripts.iter().rev().map(|(&script, &letters)| (weight(script, letters), script));
    let main = weighed.max_by_key(|pair| pair.0);
    match main {
        Some((letters, _)) if east_asian >= letters => {
            if kana * EAST_ASIAN_PER_KANA >= east_asian {
                "ja"
            } else {
                "zh"
            }
        }
        Some((_, Script::Arabic)) => of_arabic(text),
        Some((_, script)) => OF_SCRIPT
            .iter()
            .find(|&&(of, _)| of == script)
            .map_or_else(|| by_whatlang(text, script), |&(_, language)| language),
        None => UNKNOWN,
    }
}

fn of_arabic(text: &str) -> &'static str {
    let letters = || text.chars().filter(|&c| is_letter(c)).take(MAX_LETTERS);
    let all = letters().count();
    OF_ARABIC_LETTERS
        .iter()
        .find(|(_, own)| letters().filter(|&c| own.contains(c)).count() * 100 > all)
        .map_or("ar", |&(language, _)| language)
}

/// The language according to `whatlang`, from the letters of one script only.
fn by_whatlang(text: &str, of: Script) -> &'static str {
    let is_other = |c: char| is_letter(c) && script(c) != of;
    let text: String = text.chars().filter(|&c| !is_other(c)).take(MAX_LETTERS).collect();
    let Some(found) = Detector::new().detect(&text) else { return UNKNOWN };
    if of == Script::Latin && !found.is_reliable() && text.chars().count() < MIN_CHARACTERS_UNRELIABLE {
        return FALLBACK_FOR_LATIN;
    }
    of_whatlang(found.lang())
}

fn of_whatlang(language: Lang) -> &'static str {
    OF_WHATLANG.iter().find(|&&(of, _)| of == language).map_or(UNKNOWN, |&(_, code)| code)
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
    fn codes_have_two_letters() {
        assert!(Lang::all().iter().all(|&language| of_whatlang(language).len() == 2));
    }

    #[test]
    fn tags_become_languages() {
        for (tag, language) in [("en-GB", "en"), ("zh_Hant", "zh"), ("TH", "th"), ("nb", "no"), ("", "und")] {
            assert_eq!(of_tag(tag), language);
        }
    }
}
