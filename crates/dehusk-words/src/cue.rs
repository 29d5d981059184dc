//! What stands before a Thai word and says that the word begins a name: a title, an abbreviated title, or the
//! generic noun of a place or an organization. `names` uses it to find names.

/// What stands before a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    Nothing,
    /// A title: a first name follows.
    Person,
    /// A generic noun of places and organizations: a name follows.
    Place,
    /// The same, but the noun is often used without a name.
    Vague,
}

/// Titles and ranks that are written without a space before the first name.
const TITLES: [&str; 34] = [
    "นาย",
    "นาง",
    "นางสาว",
    "คุณ",
    "คุณหญิง",
    "เด็กชาย",
    "เด็กหญิง",
    "อาจารย์",
    "ศาสตราจารย์",
    "ดร",
    "นายแพทย์",
    "แพทย์หญิง",
    "พลเอก",
    "พลโท",
    "พลตรี",
    "พันเอก",
    "พันโท",
    "พันตรี",
    "ร้อยเอก",
    "ร้อยโท",
    "ร้อยตรี",
    "พลเรือเอก",
    "พลเรือโท",
    "พลเรือตรี",
    "พลอากาศเอก",
    "พลอากาศโท",
    "พลอากาศตรี",
    "พลตำรวจเอก",
    "พลตำรวจโท",
    "พลตำรวจตรี",
    "พันตำรวจเอก",
    "พันตำรวจโท",
    "พันตำรวจตรี",
    "ร้อยตำรวจเอก",
];
/// Abbreviated titles of one part. Those of several parts, such as ranks, are recognized by their full stops.
const SHORT_TITLES: [&str; 6] = ["ดร", "รศ", "ผศ", "นพ", "พญ", "นส"];
/// Generic nouns that are nearly always followed by a name.
const GENERIC: [&str; 30] = [
    "ประเทศ",
    "รัฐ",
    "อาณาจักร",
    "ราชวงศ์",
    "พระเจ้า",
    "กรุง",
    "จังหวัด",
    "ผู้ว่าราชการจังหวัด",
    "อำเภอ",
    "นายอำเภอ",
    "ตำบล",
    "แขวง",
    "หมู่บ้าน",
    "ถนน",
    "ซอย",
    "แม่น้ำ",
    "คลอง",
    "เขื่อน",
    "อ่างเก็บน้ำ",
    "น้ำตก",
    "ดอย",
    "เกาะ",
    "หาด",
    "อ่าว",
    "อุทยานแห่งชาติ",
    "โรงเรียน",
    "วิทยาลัย",
    "มหาวิทยาลัย",
    "โรงพยาบาล",
    "ค่าย",
];
/// Generic nouns that are often used without a name.
const VAGUE: [&str; 11] =
    ["เขต", "เมือง", "บ้าน", "ชาวบ้าน", "วัด", "สถานี", "อาคาร", "พรรค", "ทีม", "สโมสร", "บ่อน้ำแร่"];
/// Abbreviated generic nouns: province, district, subdistrict, road, lane.
const SHORT_GENERIC: [&str; 5] = ["จ", "อ", "ต", "ถ", "ซ"];
/// Generic nouns that are also parts of names.
const GENERIC_IN_NAMES: [&str; 7] = ["รัฐ", "กรุง", "ค่าย", "คลอง", "เกาะ", "ดอย", "หาด"];
/// Maximum letters of a part of an abbreviated title: `พล` and `ร` in `พล.ร.อ.`.
const MAX_SHORT_LETTERS: usize = 3;

/// Whether the word is a title.
pub(crate) fn is_title(word: &str) -> bool {
    TITLES.contains(&word)
}

/// Whether the word is a generic noun that is no part of a name.
pub(crate) fn is_generic(word: &str) -> bool {
    GENERIC.contains(&word) && !GENERIC_IN_NAMES.contains(&word)
}

/// The cue before a word, from the word before it, if the two are adjacent, and otherwise from the line
/// before it.
pub(crate) fn cue(line: &str, adjacent: Option<&str>) -> Cue {
    match adjacent {
        Some(word) if is_title(word) => Cue::Person,
        Some(word) if GENERIC.contains(&word) => Cue::Place,
        Some(word) if VAGUE.contains(&word) => Cue::Vague,
        Some(_) => Cue::Nothing,
        None => abbreviated(line),
    }
}

/// The cue of an abbreviation at the end of a line. `พล.อ.` and other ranks have at least two parts.
fn abbreviated(line: &str) -> Cue {
    let Some(stopped) = line.trim_end_matches(' ').strip_suffix('.') else { return Cue::Nothing };
    let mut parts = stopped.rsplit('.');
    let last = parts.next().unwrap_or_default();
    let before = parts.next().is_some_and(|part| part.ends_with(crate::unicode::is_phrase_spaced));
    let is_short = (1..=MAX_SHORT_LETTERS).contains(&last.chars().take(MAX_SHORT_LETTERS + 1).count());
    if before && is_short || SHORT_TITLES.iter().any(|title| last.ends_with(title)) {
        Cue::Person
    } else if !line.ends_with(' ') && is_short_generic(last) {
        Cue::Place
    } else {
        Cue::Nothing
    }
}

/// Whether the text is, or ends with, an abbreviated generic noun that stands alone.
fn is_short_generic(text: &str) -> bool {
    SHORT_GENERIC
        .iter()
        .filter_map(|short| text.strip_suffix(short))
        .any(|rest| !rest.ends_with(crate::unicode::is_phrase_spaced))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_generic_nouns_are_cues() {
        for (line, adjacent, expected) in [
            ("พบนาย", Some("นาย"), Cue::Person),
            ("ที่จังหวัด", Some("จังหวัด"), Cue::Place),
            ("ไปวัด", Some("วัด"), Cue::Vague),
            ("ไปตลาด", Some("ตลาด"), Cue::Nothing),
            ("โดย พล.อ.", None, Cue::Person),
            ("โดย พล.ต.ท. ", None, Cue::Person),
            ("และดร.", None, Cue::Person),
            ("ที่ อ.", None, Cue::Place),
            ("(จ.", None, Cue::Place),
            ("เวลา 12.00 น. ", None, Cue::Nothing),
            ("จบแล้ว. ", None, Cue::Nothing),
            ("www.", None, Cue::Nothing),
            ("...", None, Cue::Nothing),
            ("", None, Cue::Nothing),
        ] {
            assert_eq!(cue(line, adjacent), expected, "{line:?}");
        }
    }
}
