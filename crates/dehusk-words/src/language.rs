//! The language of a document, as far as stop words and tables need it: a language of two letters. What a page
//! declares comes before what is found here.

use crate::letters::{is_letter, script};
use icu_properties::props::Script;
use indexmap::IndexMap;
use whatlang::{Detector, Lang};

/// The language of a text without letters.
pub(crate) const UNKNOWN: &str = "und";
/// The beginning of a text is enough: letters read.
const LETTERS_READ: usize = 20_000;
/// One kana among so many Han characters makes a text Japanese; Japanese prose has about as many of both.
const HAN_PER_KANA: usize = 20;

/// What `whatlang` makes of so many characters is better than a guess, even if it says that it is not reliable.
const CERTAIN: usize = 1_000;
/// The language of a shorter text in Latin script for which it says so.
const UNCERTAIN: &str = "en";
/// Latin letters count so much less: texts in other scripts quote names and code, and English takes two to three
/// times as many letters for a word as Thai or Chinese.
const LATIN_SHARE: usize = 3;

/// Scripts of one language, or with one language that stands for it.
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

/// Codes of two letters for the languages of `whatlang`.
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

/// Letters that one language of Arabic script has and the others of this list have not; the first that is found
/// more than once in a hundred letters decides. Pashto and Urdu come before Persian, whose letters they have too.
const OF_ARABIC_LETTERS: [(&str, &str); 3] = [("ps", "ټډړږښګڼېۍ"), ("ur", "ٹڈڑےںہھ"), ("fa", "پچژگکی")];

/// The language of a tag such as `en-GB`: its first part, in the letters that lists and tables use.
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

/// The language of a text: by its script where that settles it, by letters for Arabic script, else by `whatlang`.
/// A short text in Latin script whose language is not certain is taken for English, which most such pages are:
/// stop words of another language would be worse than none.
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
    for c in text.chars().filter(|&c| is_letter(c)).take(LETTERS_READ) {
        *scripts.entry(script(c)).or_default() += 1;
        read += 1;
    }
    if read == 0 {
        return UNKNOWN;
    }
    let count = |script| scripts.get(&script).copied().unwrap_or(0);
    let kana = count(Script::Hiragana) + count(Script::Katakana);
    let east_asian = count(Script::Han) + kana;
    let weight = |script, letters| if script == Script::Latin { letters / LATIN_SHARE } else { letters };
    // Of equals the last is taken: read backwards, the script that came first.
    let weighed = scripts.iter().rev().map(|(&script, &letters)| (weight(script, letters), script));
    let main = weighed.max_by_key(|pair| pair.0);
    match main {
        Some((letters, _)) if east_asian >= letters => {
            if kana * HAN_PER_KANA >= east_asian {
                "ja"
            } else {
                "zh"
            }
        }
        Some((_, Script::Arabic)) => of_arabic(text),
        Some((_, script)) => OF_SCRIPT
            .iter()
            .find(|&&(of, _)| of == script)
            .map_or_else(|| by_letters(text, script), |&(_, language)| language),
        None => UNKNOWN,
    }
}

fn of_arabic(text: &str) -> &'static str {
    let letters = || text.chars().filter(|&c| is_letter(c)).take(LETTERS_READ);
    let all = letters().count();
    OF_ARABIC_LETTERS
        .iter()
        .find(|(_, own)| letters().filter(|&c| own.contains(c)).count() * 100 > all)
        .map_or("ar", |&(language, _)| language)
}

/// The language by the letters of one script alone.
fn by_letters(text: &str, of: Script) -> &'static str {
    let other = |c: char| is_letter(c) && script(c) != of;
    let text: String = text.chars().filter(|&c| !other(c)).take(LETTERS_READ).collect();
    let Some(found) = Detector::new().detect(&text) else { return UNKNOWN };
    if of == Script::Latin && !found.is_reliable() && text.chars().count() < CERTAIN {
        return UNCERTAIN;
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
    fn scripts_and_letters_settle_languages() {
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
