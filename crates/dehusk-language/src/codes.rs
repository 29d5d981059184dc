//! Codes of languages: which exist, and which are short for others.

use whatlang::Lang;

use crate::tables;

/// The codes of two letters: those of ISO 639-1, also the withdrawn ones that the registry of language subtags still has
/// (<https://www.iana.org/assignments/language-subtag-registry>).
const TWO_LETTERS: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv \
    cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr \
    ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr \
    ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng \
    nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk \
    sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve \
    vi vo wa wo xh yi yo za zh zu";

/// Codes of ISO 639-2 for bibliographies that differ from those that `whatlang` has, and codes of languages that it has under a
/// code of their own (`cmn` is Mandarin).
const OTHER_CODES: [(&str, &str); 20] = [
    ("ger", "de"),
    ("fre", "fr"),
    ("dut", "nl"),
    ("gre", "el"),
    ("chi", "zh"),
    ("zho", "zh"),
    ("cze", "cs"),
    ("slo", "sk"),
    ("per", "fa"),
    ("fas", "fa"),
    ("rum", "ro"),
    ("arm", "hy"),
    ("geo", "ka"),
    ("mac", "mk"),
    ("bur", "my"),
    ("wel", "cy"),
    ("nor", "no"),
    ("alb", "sq"),
    ("baq", "eu"),
    ("ice", "is"),
];

/// The code of two letters that pages use for the language of a code of three, if it is one that is found in texts.
///
/// ```
/// use dehusk_language::short_code;
/// assert_eq!((short_code("deu"), short_code("GER"), short_code("gsw")), (Some("de"), Some("de"), None));
/// ```
#[must_use]
pub fn short_code(code: &str) -> Option<&'static str> {
    let code = code.to_ascii_lowercase();
    let other = OTHER_CODES.iter().find(|(long, _)| *long == code).map(|(_, short)| *short);
    other.or_else(|| tables::code_of(Lang::from_code(&code)?))
}

/// Whether a code of a language may occur: two letters that exist, or three. Of the thousands of codes of three letters, any may be
/// declared by a page.
///
/// ```
/// use dehusk_language::is_code;
/// assert!(is_code("de") && is_code("GSW") && !is_code("xx") && !is_code("german"));
/// ```
#[must_use]
pub fn is_code(code: &str) -> bool {
    match code.len() {
        2 => TWO_LETTERS.split(' ').any(|known| known.eq_ignore_ascii_case(code)),
        3 => code.bytes().all(|byte| byte.is_ascii_alphabetic()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_that_texts_are_given_exists() {
        for lang in Lang::all() {
            let short = short_code(lang.code()).unwrap();
            assert!(is_code(short), "{short}");
        }
        assert!(OTHER_CODES.iter().all(|(_, short)| is_code(short)));
    }
}
