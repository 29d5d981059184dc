//! Language tags such as `en-GB` (BCP 47).

use crate::{UNKNOWN, is_code, short_code};

/// What [`wanted_tag`] says about a text that is no tag.
const NO_TAG: &str = "write a language as its code (ISO 639), for example de or pt-BR";

/// Returns the language of a tag such as `en-GB`: its first subtag in lower case, as the code that lists and tables use.
///
/// ```
/// assert_eq!(dehusk_language::of_tag("en-GB"), "en");
/// assert_eq!(dehusk_language::of_tag("nb"), "no");
/// ```
#[must_use]
pub fn of_tag(tag: &str) -> String {
    let language = tag.split(['-', '_']).next().unwrap_or(tag).trim().to_ascii_lowercase();
    match language.as_str() {
        "nb" | "nn" => "no".to_owned(),
        "iw" => "he".to_owned(),
        "in" => "id".to_owned(),
        "" => UNKNOWN.to_owned(),
        _ => language,
    }
}

/// Whether a tag is in a range, by the basic filtering of RFC 4647: `pt` has `pt` and `pt-BR`, `pt-BR` does not have `pt`. Codes
/// that mean the same language are equal. Chinese has a script, also where the tag names only a region: `zh-TW` is `zh-Hant-TW`.
///
/// ```
/// use dehusk_language::is_in_range;
/// assert!(is_in_range("pt-BR", "pt") && is_in_range("EN_us", "en-US") && is_in_range("nn", "no"));
/// assert!(!is_in_range("pt", "pt-BR") && !is_in_range("est", "es"));
/// ```
#[must_use]
pub fn is_in_range(tag: &str, range: &str) -> bool {
    let mut tag = subtags(tag);
    subtags(range).all(|wanted| tag.next().is_some_and(|found| found == wanted))
}

/// Returns a tag as a user gives it, such as `de`, `pt-BR` or `zh-Hant-TW`, without spaces around it.
///
/// # Errors
///
/// If it is no tag, or names a language by a code that no page has. The sentence says what to write instead.
///
/// ```
/// use dehusk_language::wanted_tag;
/// assert_eq!(wanted_tag(" pt-BR"), Ok("pt-BR"));
/// assert_eq!(wanted_tag("deu-AT").unwrap_err(), "pages write de for deu; write de-AT");
/// ```
pub fn wanted_tag(typed: &str) -> Result<&str, String> {
    let tag = typed.trim();
    let (code, rest) = tag.split_at(tag.find(['-', '_']).unwrap_or(tag.len()));
    let is_subtag =
        |tag: &str| (1..=8).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if let Some(short) = short_code(code).filter(|_| code.len() == 3) {
        return Err(format!("pages write {short} for {code}; write {short}{rest}"));
    }
    if is_code(code) && rest.split(['-', '_']).skip(1).all(is_subtag) {
        return Ok(tag);
    }
    Err(NO_TAG.to_owned())
}

/// The subtags of a tag in lower case, the first as [`of_tag`] returns it.
fn subtags(tag: &str) -> impl Iterator<Item = String> {
    let others: Vec<String> =
        tag.split(['-', '_']).skip(1).map(|subtag| subtag.trim().to_ascii_lowercase()).collect();
    let language = of_tag(tag);
    let script = others.first().filter(|_| language == "zh").and_then(|region| script_of_chinese(region));
    std::iter::once(language).chain(script.map(str::to_owned)).chain(others)
}

/// The script of Chinese in a region (the likely subtags of CLDR).
fn script_of_chinese(region: &str) -> Option<&'static str> {
    match region {
        "tw" | "hk" | "mo" => Some("hant"),
        "cn" | "sg" => Some("hans"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_become_languages() {
        for (tag, language) in [("en-GB", "en"), ("zh_Hant", "zh"), ("TH", "th"), ("nb", "no"), ("", "und")] {
            assert_eq!(of_tag(tag), language);
        }
    }

    #[test]
    fn a_wanted_language_is_a_tag_that_pages_have() {
        for typed in ["de", "fil", "pt-BR", "zh_Hant_TW", " fr"] {
            assert_eq!(wanted_tag(typed), Ok(typed.trim()));
        }
        for typed in ["", "German", "d", "de-", "de fr", "de,fr", "d3", "de-AT;x", "xx", "deu"] {
            let error = wanted_tag(typed).unwrap_err();
            assert!(!error.contains("dehusk"), "callers of a library have no commands: {error}");
        }
    }

    #[test]
    fn a_range_is_a_beginning_of_subtags() {
        for (tag, range, expected) in [
            ("zh-Hant-TW", "zh-Hant", true),
            ("zh-TW", "zh-Hant", true),
            ("zh-Hant-TW", "zh-TW", true),
            ("zh_tw", "zh-TW", true),
            ("zh-CN", "zh-Hant", false),
            ("zh", "zh-Hant", false),
            ("zh-TW", "zh", true),
            ("nb-NO", "no", true),
            ("iw", "he", true),
            ("", "en", false),
            ("en", "", false),
        ] {
            assert_eq!(is_in_range(tag, range), expected, "{tag} in {range}");
        }
    }
}
