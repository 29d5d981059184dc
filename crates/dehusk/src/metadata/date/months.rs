//! Names of months in many languages, and the small words of dates.
//!
//! The names of more than eighty languages are those of the Unicode CLDR ([`NAMES`]). For the most frequent languages the
//! beginnings that all grammatical cases share were collected by hand besides ([`GREGORIAN`]); if several match a word, the
//! longest wins. Words are folded before they are compared ([`fold`]): lower case, no accents, no dots inside (`พ.ค.` becomes
//! `พค`).

use memchr::memrchr;

/// A name of a Gregorian month that no beginning in [`GREGORIAN`] reads, folded, a tab and its number on each line, in the order of
/// bytes. Source: the Unicode CLDR, by `tools/month_names.py`.
const NAMES: &str = include_str!("months.tsv");

/// Which names a page uses, where languages differ in what they call a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// `listopad` is November, as in Czech and Polish.
    Common,
    /// `listopad` is October.
    Croatian,
}

impl Names {
    pub(super) fn of_language(language: Option<&str>) -> Names {
        let primary = language.and_then(|tag| tag.split(['-', '_']).next()).unwrap_or("");
        if primary.eq_ignore_ascii_case("hr") { Names::Croatian } else { Names::Common }
    }
}

/// Beginnings of Croatian names that are other months or frequent words in other languages. Source: the Unicode CLDR.
const CROATIAN: [(&str, u8); 7] =
    [("sij", 1), ("tra", 4), ("lip", 6), ("srp", 7), ("lis", 10), ("stu", 11), ("pro", 12)];

/// Beginnings of the names of the twelve Gregorian months. Persian months are in [`PERSIAN`]. Collected by hand for
/// these languages:
///
/// English, German, Dutch, Scandinavian, French, Spanish, Catalan, Portuguese, Italian, Romanian, Polish, Czech, Slovak,
/// Croatian, Hungarian, Turkish, Finnish, Estonian, Lithuanian, Latvian, Indonesian, Russian, Ukrainian, Belarusian, Bulgarian,
/// Serbian, Basque, Greek, Hebrew, Arabic (two sets), Persian and Urdu (Gregorian months), Hindi, Bengali, Thai.
const GREGORIAN: [&[&str]; 12] = [
    &[
        "urtarril",
        "jan",
        "gen",
        "ene",
        "ian",
        "jaan",
        "sty",
        "led",
        "sije",
        "oca",
        "tam",
        "sau",
        "янв",
        "січ",
        "сту",
        "януа",
        "јан",
        "ιαν",
        "ינו",
        "يناير",
        "كانون الثاني",
        "جانفي",
        "ژانو",
        "جنور",
        "जनवर",
        "জানু",
        "มกราคม",
        "มค",
    ],
    &[
        "otsail",
        "feb",
        "fev",
        "fevr",
        "febb",
        "lut",
        "uno",
        "velj",
        "sub",
        "hel",
        "vas",
        "veeb",
        "фев",
        "лют",
        "феб",
        "φεβ",
        "פבר",
        "فبراير",
        "شباط",
        "فيفر",
        "فوري",
        "فرور",
        "फरवर",
        "फ़रवर",
        "ফেব্র",
        "กุมภาพันธ์",
        "กพ",
    ],
    &[
        "martxo",
        "mar",
        "mrt",
        "maal",
        "brez",
        "ozu",
        "kov",
        "мар",
        "берез",
        "сак",
        "μαρ",
        "מרץ",
        "מרס",
        "مارس",
        "اذار",
        "مارچ",
        "मार्च",
        "মার্চ",
        "มีนาคม",
        "มีค",
    ],
    &[
        "apiril",
        "apr",
        "abr",
        "avr",
        "kwi",
        "dub",
        "trav",
        "nis",
        "huh",
        "bal",
        "апр",
        "квіт",
        "крас",
        "απρ",
        "אפר",
        "ابريل",
        "نيسان",
        "افريل",
        "اوريل",
        "اپريل",
        "अप्र",
        "এপ্র",
        "เมษายน",
        "เมย",
    ],
    &[
        "maiatz",
        "may",
        "mai",
        "maj",
        "mei",
        "mag",
        "maio",
        "mayo",
        "kve",
        "svi",
        "touk",
        "geg",
        "мая",
        "май",
        "трав",
        "мај",
        "μαι",
        "מאי",
        "مايو",
        "ايار",
        "ماي",
        "مه",
        "مئي",
        "मई",
        "মে",
        "พฤษภาคม",
        "พค",
    ],
    &[
        "ekain",
        "jun",
        "juin",
        "giu",
        "iun",
        "juun",
        "cze",
        "cerv",
        "lipnj",
        "haz",
        "kes",
        "bir",
        "июн",
        "черв",
        "чэрв",
        "юни",
        "јун",
        "ιουν",
        "יוני",
        "يونيو",
        "حزيران",
        "جوان",
        "ژوئن",
        "جون",
        "जून",
        "জুন",
        "มิถุนายน",
        "มิย",
    ],
    &[
        "uztail",
        "jul",
        "juil",
        "lug",
        "iul",
        "juul",
        "lip",
        "cervenec",
        "cervenc",
        "srpnj",
        "tem",
        "hein",
        "liep",
        "июл",
        "лип",
        "ліп",
        "юли",
        "јул",
        "ιουλ",
        "יולי",
        "يوليو",
        "تموز",
        "جويل",
        "ژوئي",
        "جولا",
        "जुला",
        "জুলা",
        "กรกฎาคม",
        "กค",
    ],
    &[
        "abuztu",
        "aug",
        "ago",
        "agu",
        "aou",
        "sie",
        "srp",
        "kol",
        "elo",
        "rugp",
        "авг",
        "серп",
        "жні",
        "αυγ",
        "אוג",
        "اغسطس",
        "اب",
        "اوت",
        "اگست",
        "अगस्त",
        "আগস্ট",
        "สิงหาคม",
        "สค",
    ],
    &[
        "irail",
        "sep",
        "set",
        "szept",
        "wrz",
        "zar",
        "ruj",
        "eyl",
        "syy",
        "rugs",
        "сен",
        "верес",
        "верас",
        "сеп",
        "σεπ",
        "ספט",
        "سبتمبر",
        "ايلول",
        "سپتامبر",
        "ستمبر",
        "सित",
        "সেপ্ট",
        "กันยายน",
        "กย",
    ],
    &[
        "urri",
        "oct",
        "okt",
        "out",
        "ott",
        "paz",
        "eki",
        "lok",
        "spa",
        "окт",
        "жовт",
        "каст",
        "οκτ",
        "אוק",
        "اكتوبر",
        "تشرين الاول",
        "اكتبر",
        "अक्टू",
        "অক্টো",
        "ตุลาคม",
        "ตค",
    ],
    &[
        "azaro",
        "nov",
        "lis",
        "stud",
        "kas",
        "marras",
        "lap",
        "ноя",
        "ное",
        "нов",
        "листоп",
        "ліст",
        "νοε",
        "נוב",
        "نوفمبر",
        "تشرين الثاني",
        "نوامبر",
        "نومبر",
        "नव",
        "নভে",
        "พฤศจิกายน",
        "พย",
    ],
    &[
        "abendu",
        "dec",
        "dez",
        "des",
        "dic",
        "dek",
        "det",
        "gru",
        "pros",
        "ara",
        "jou",
        "дек",
        "груд",
        "сне",
        "дец",
        "δεκ",
        "דצמ",
        "ديسمبر",
        "كانون الاول",
        "دسامبر",
        "دسمبر",
        "दिस",
        "ডিসে",
        "ธันวาคม",
        "ธค",
    ],
];

/// Names of the months of the Persian calendar: in Iran, and in Afghanistan in Dari and Pashto. Collected by hand.
const PERSIAN: [&[&str]; 12] = [
    &["فروردين", "حمل", "وري"],
    &["ارديبهشت", "ثور", "غويي"],
    &["خرداد", "جوزا", "غبرگولي"],
    &["تير", "سرطان", "چنگاښ"],
    &["مرداد", "امرداد", "اسد", "زمري"],
    &["شهريور", "سنبله", "وږي"],
    &["مهر", "ميزان", "تله"],
    &["ابان", "عقرب", "لړم"],
    &["اذر", "قوس", "ليندۍ"],
    &["دي", "جدي", "مرغومي"],
    &["بهمن", "دلو", "سلواغه"],
    &["اسفند", "حوت", "كب"],
];

/// Maximum number of characters that may follow the stored beginning of a name: `сентябр(я)`, `marras(kuuta)`, `sept(embrie)`.
/// Chosen by hand.
const MAX_ENDING_CHARS: usize = 8;

/// Words between day, month and year: `5 de mayo de 2011`, `the 5th of May`, `5. května r. 2011`, `5 พ.ค. พ.ศ. 2554`, `2011. gada
/// 5. maijs`. Chosen by hand.
const BETWEEN: [&str; 29] = [
    "de",
    "del",
    "of",
    "the",
    "d",
    "da",
    "di",
    "do",
    "r",
    "g",
    "พศ",
    "คศ",
    "سنة",
    "ه",
    "ve",
    "nam",
    "год",
    "ta",
    "ko",
    "gada",
    "ж",
    "оны",
    "թ",
    "د",
    "ييل",
    "ปี",
    "ປີ",
    "ឆ្នាំ",
    "வருடம்",
];
/// Suffixes of the number of a day: `5th`, `1er`, `5-го`, `5η`. Chosen by hand.
const ORDINALS: [&str; 13] = ["st", "nd", "rd", "th", "er", "e", "o", "a", "го", "η", "ος", "ste", "ي"];

/// Words that are written before the name of a month without a space: Hebrew "in", "month" in Thai, Lao and Khmer. Chosen by hand.
const GLUED: [&str; 4] = ["ב", "เดือน", "ເດືອນ", "ខែ"];

/// The Central Kurdish "of", which is written after the name of a month without a space.
const KURDISH_OF: char = 'ي';

/// Returns the month (1 to 12) that a folded word names, and whether it is a month of the Persian calendar.
pub(super) fn month(word: &str, names: Names) -> Option<(u8, bool)> {
    let bare = || GLUED.iter().find_map(|glued| word.strip_prefix(glued)).or(word.strip_suffix(KURDISH_OF));
    bare_month(word, names).or_else(|| bare_month(bare()?, names))
}

fn bare_month(word: &str, names: Names) -> Option<(u8, bool)> {
    let persian = PERSIAN.iter().position(|names| names.contains(&word));
    if let Some(index) = persian {
        return Some((index as u8 + 1, true));
    }
    let croatian = || CROATIAN.iter().find(|(name, _)| word.starts_with(name)).map(|(_, month)| *month);
    let special = if names == Names::Croatian { croatian() } else { None };
    let month = special.or_else(|| whole_name(word)).or_else(|| by_beginning(word))?;
    Some((month, false))
}

/// Returns the month that two words name: `كانون الثاني`. Only whole names count: `5 may cost` is no date.
pub(super) fn month_of_two_words(words: &str) -> Option<u8> {
    whole_name(words).or_else(|| whole_name(words.strip_suffix(KURDISH_OF)?))
}

/// Returns the month whose name in [`NAMES`] a word is.
fn whole_name(word: &str) -> Option<u8> {
    value_of(NAMES, word)?.parse().ok()
}

/// Returns what a sorted table has after a name and a tab.
pub(super) fn value_of<'t>(table: &'t str, wanted: &str) -> Option<&'t str> {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let before = &table.as_bytes()[low..low.midpoint(high)];
        let start = low + memrchr(b'\n', before).map_or(0, |at| at + 1);
        let line = table[start..].lines().next()?;
        let (name, value) = line.split_once('\t')?;
        match name.cmp(wanted) {
            std::cmp::Ordering::Less => low = start + line.len() + 1,
            std::cmp::Ordering::Equal => return Some(value),
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

/// Returns the month with the longest beginning in [`GREGORIAN`] that a word has.
fn by_beginning(word: &str) -> Option<u8> {
    let begins = |name: &&&str| {
        let ending = word.strip_prefix(**name).map(|ending| ending.chars().count());
        ending.is_some_and(|ending| ending == 0 || (name.chars().count() > 2 && ending <= MAX_ENDING_CHARS))
    };
    let longest = |names: &&[&str]| names.iter().filter(begins).map(|name| name.len()).max();
    let best = GREGORIAN.iter().enumerate().filter_map(|(index, names)| Some((longest(names)?, index)));
    best.max_by_key(|(len, _)| *len).map(|(_, index)| index as u8 + 1)
}

pub(super) fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word)
}

pub(super) fn is_ordinal(word: &str) -> bool {
    ORDINALS.contains(&word)
}

/// Folds one character of a word for comparison. Returns nothing for marks that the comparison ignores.
pub(super) fn fold(c: char) -> impl Iterator<Item = char> {
    let folded = match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'À'..='Å' => 'a',
        'ç' | 'ć' | 'č' | 'Ç' | 'Č' => 'c',
        'ď' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' | 'É' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì'..='ï' | 'ī' | 'ı' | 'İ' => 'i',
        'ł' | 'ľ' | 'Ł' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ő' | 'ø' | 'ō' | 'Ö' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' | 'Š' | 'Ş' | 'Ś' => 's',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' | 'Ú' | 'Ū' => 'u',
        'ý' => 'y',
        'ź' | 'ż' | 'ž' | 'Ž' => 'z',
        'ά' | 'Ά' => 'α',
        'έ' | 'Έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ΐ' | 'ϊ' | 'Ί' => 'ι',
        'ό' | 'Ό' => 'ο',
        'ύ' | 'ϋ' => 'υ',
        'أ' | 'إ' | 'آ' => 'ا',
        'ى' | 'ی' => 'ي',
        'ک' => 'ك',
        'ګ' => 'گ',
        'ة' => 'ه',
        // Combining accents, Arabic vowel signs, tatweel and joiners are removed below.
        '\u{300}'..='\u{36f}' | '\u{640}' | '\u{64b}'..='\u{652}' | '\u{200c}'..='\u{200f}' => '\0',
        other => other,
    };
    folded.to_lowercase().filter(|c| *c != '\0' && *c != '\u{307}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::date::tokens::{Token, tokens};

    #[test]
    fn each_name_is_read_as_its_month() {
        assert!(NAMES.lines().is_sorted());
        for line in NAMES.lines() {
            let (name, number) = line.split_once('\t').unwrap();
            let words = tokens(name).into_iter().map(|token| match token {
                Token::Word(word) => word,
                other => format!("{other:?}"),
            });
            assert_eq!(words.collect::<Vec<_>>().join(" "), name);
            let expected = (number.parse().unwrap(), false);
            let is_persian = bare_month(name, Names::Common).is_some_and(|(_, persian)| persian);
            assert!(is_persian || month(name, Names::Common) == Some(expected), "{line}");
        }
        assert_eq!(whole_name("a"), None);
        assert_eq!(whole_name("ျ"), None);
    }
}
