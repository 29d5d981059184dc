//! Tables of languages: the script that gives a language away, the codes of `whatlang`, letters in Arabic script, and the scripts in
//! which a language is written.

use icu_properties::props::Script;
use whatlang::Lang;

/// The language of each script that has only one language, or one main language.
pub(crate) const OF_SCRIPT: [(Script, &str); 20] = [
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
pub(crate) const OF_ARABIC_LETTERS: [(&str, &str); 5] =
    [("ku", "ێڵڕڤ"), ("ug", "ۇۈڭۋ"), ("ps", "ټډړږښګڼېۍ"), ("ur", "ٹڈڑےںہھ"), ("fa", "پچژگکی")];

/// Languages that are written in Latin script only, and are declared by pages.
const LATIN: [&str; 36] = [
    "af", "ca", "cs", "cy", "da", "de", "en", "es", "et", "eu", "fi", "fr", "ga", "gl", "hr", "hu", "id",
    "is", "it", "lt", "lv", "ms", "mt", "nl", "no", "pl", "pt", "ro", "sk", "sl", "sq", "sv", "sw", "tl",
    "tr", "vi",
];

/// Languages of other scripts that several languages share, with these scripts.
const OF_SHARED_SCRIPTS: [(&str, &[Script]); 17] = [
    ("ar", &[Script::Arabic]),
    ("fa", &[Script::Arabic]),
    ("ps", &[Script::Arabic]),
    ("ur", &[Script::Arabic]),
    ("ug", &[Script::Arabic]),
    ("be", &[Script::Cyrillic]),
    ("bg", &[Script::Cyrillic]),
    ("mk", &[Script::Cyrillic]),
    ("ru", &[Script::Cyrillic]),
    ("uk", &[Script::Cyrillic]),
    ("hi", &[Script::Devanagari]),
    ("mr", &[Script::Devanagari]),
    ("ne", &[Script::Devanagari]),
    ("yi", &[Script::Hebrew]),
    ("zh", &[Script::Han, Script::Bopomofo]),
    ("ja", &[Script::Han, Script::Hiragana, Script::Katakana]),
    ("ko", &[Script::Hangul, Script::Han]),
];

/// Scripts that are written from right to left.
pub(crate) const RIGHT_TO_LEFT: [Script; 6] =
    [Script::Arabic, Script::Hebrew, Script::Syriac, Script::Thaana, Script::Nko, Script::Adlam];

/// The scripts in which a language is written. `None` for a language of several alphabets, such as Serbian, and for one that is
/// not in the tables.
pub(crate) enum Scripts {
    Latin,
    Other(Vec<Script>),
}

/// Returns the scripts of a language, given by its code as [`of_tag`](crate::of_tag) returns it.
pub(crate) fn scripts_of(language: &str) -> Option<Scripts> {
    if LATIN.contains(&language) {
        return Some(Scripts::Latin);
    }
    let shared =
        OF_SHARED_SCRIPTS.iter().find(|(code, _)| *code == language).map(|(_, scripts)| scripts.to_vec());
    let own = || OF_SCRIPT.iter().find(|(_, code)| *code == language).map(|(script, _)| vec![*script]);
    shared.or_else(own).map(Scripts::Other)
}

/// Returns the code of a language of `whatlang`.
pub(crate) fn code_of(language: Lang) -> Option<&'static str> {
    OF_WHATLANG.iter().find(|&&(of, _)| of == language).map(|&(_, code)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_of_whatlang_has_a_code_of_two_letters() {
        assert!(Lang::all().iter().all(|&language| code_of(language).is_some_and(|code| code.len() == 2)));
    }

    #[test]
    fn a_language_has_one_entry() {
        let shared = OF_SHARED_SCRIPTS.iter().map(|(code, _)| *code);
        let mut codes: Vec<&str> =
            LATIN.into_iter().chain(shared).chain(OF_SCRIPT.map(|(_, code)| code)).collect();
        codes.sort_unstable();
        // Korean is in both tables, with Han in one of them.
        codes.dedup_by(|one, other| one == other && *one == "ko");
        let all = codes.len();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }
}
