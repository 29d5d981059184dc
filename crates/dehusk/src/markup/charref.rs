//! Decodes character references (`&amp;`, `&#1576;`).
//!
//! The rules are those of the standard's character reference states
//! (<https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state>). The names are in the
//! sorted text file `charref_names.txt`, which is searched in place; the table of its lines is built at compile time. The
//! tokenizer leaves references as they are; they are decoded only when a caller asks for text.

/// Sorted lines `name HEX [HEX] [L]`, written by `tools/charref_names.py`. `L` marks names that are valid
/// without a semicolon.
const NAMED: &str = include_str!("charref_names.txt");
/// Maximum length in bytes of a name that the standard accepts without a semicolon (`Aacute` and others).
const MAX_LEGACY_NAME_BYTES: usize = 6;
/// Maximum length of any name in bytes (`CounterClockwiseContourIntegral`).
const MAX_NAME_BYTES: usize = 31;

/// A decoded reference: its length and the one or two characters that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CharRef {
    /// Length of the reference in the source, in bytes, including `&` and `;`.
    pub(crate) len: usize,
    pub(crate) first: char,
    /// The second character; only some named references have one.
    pub(crate) second: Option<char>,
}

/// What a reference is written in. In an attribute, an old name without a semicolon is no reference if a letter, a digit or `=`
/// follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WrittenIn {
    Text,
    Attribute,
}

/// Decodes the reference at the start of `source`, which begins with `&`. `None` if the `&` does not begin a
/// reference.
pub(crate) fn decode(source: &[u8], written_in: WrittenIn) -> Option<CharRef> {
    match source.get(1)? {
        b'#' => numeric(source),
        byte if byte.is_ascii_alphabetic() => named(source, written_in),
        _ => None,
    }
}

fn numeric(source: &[u8]) -> Option<CharRef> {
    let hexadecimal = matches!(source.get(2), Some(b'x' | b'X'));
    let (from, radix) = if hexadecimal { (3, 16) } else { (2, 10) };
    let mut at = from;
    let mut code = 0u32;
    while let Some(digit) = source.get(at).and_then(|byte| char::from(*byte).to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit);
        at += 1;
    }
    if at == from {
        return None;
    }
    let len = at + usize::from(source.get(at) == Some(&b';'));
    Some(CharRef { len, first: numeric_char(code), second: None })
}

/// The standard's "numeric character reference end state".
fn numeric_char(code: u32) -> char {
    // The code points for the bytes 0x80 to 0x9F of windows-1252; 0 for bytes without a character.
    const WINDOWS_1252: [u32; 32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
        0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0, 0x017E, 0x0178,
    ];
    let mapped = match code {
        0 => 0xFFFD,
        0x80..=0x9F => match WINDOWS_1252[(code - 0x80) as usize] {
            0 => code,
            other => other,
        },
        _ => code,
    };
    char::from_u32(mapped).unwrap_or('\u{FFFD}')
}

fn named(source: &[u8], written_in: WrittenIn) -> Option<CharRef> {
    let name_len =
        source[1..].iter().take(MAX_NAME_BYTES).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let name = &source[1..=name_len];
    if source.get(name_len + 1) == Some(&b';')
        && let Some((first, second, _)) = look_up_common(name).or_else(|| look_up(name))
    {
        return Some(CharRef { len: name_len + 2, first, second });
    }
    (2..=name_len.min(MAX_LEGACY_NAME_BYTES)).rev().find_map(|len| legacy(source, len, written_in))
}

/// Decodes a reference whose name has `len` bytes and is valid without a semicolon. In an attribute value,
/// the reference is ordinary text if a letter, a digit or `=` follows.
fn legacy(source: &[u8], len: usize, written_in: WrittenIn) -> Option<CharRef> {
    let (first, second, is_legacy) = look_up(&source[1..=len])?;
    let next = source.get(len + 1);
    let is_literal = written_in == WrittenIn::Attribute
        && next.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'=');
    let semicolon = usize::from(next == Some(&b';'));
    (is_legacy && !is_literal).then_some(CharRef { len: len + 1 + semicolon, first, second })
}

/// The first character, the second character, and whether the name is valid without a semicolon.
type Entry = (char, Option<char>, bool);

/// Looks up a name among the few names that make up nearly all references on real pages.
fn look_up_common(name: &[u8]) -> Option<Entry> {
    let first = match name {
        b"amp" => '&',
        b"nbsp" => '\u{A0}',
        b"quot" => '"',
        b"lt" => '<',
        b"gt" => '>',
        _ => return None,
    };
    Some((first, None, true))
}

/// Number of lines of [`NAMED`].
const LINES: usize = count_lines();
/// The offset in [`NAMED`] at which each line starts.
static LINE_STARTS: [u16; LINES] = line_starts();

const fn count_lines() -> usize {
    let (mut lines, mut at) = (0, 0);
    while at < NAMED.len() {
        lines += (NAMED.as_bytes()[at] == b'\n') as usize;
        at += 1;
    }
    lines
}

const fn line_starts() -> [u16; LINES] {
    assert!(NAMED.len() <= u16::MAX as usize);
    let mut starts = [0; LINES];
    let (mut line, mut at) = (1, 0);
    while line < LINES {
        if NAMED.as_bytes()[at] == b'\n' {
            starts[line] = at as u16 + 1;
            line += 1;
        }
        at += 1;
    }
    starts
}

/// Looks up a name by binary search over the lines of [`NAMED`].
fn look_up(name: &[u8]) -> Option<Entry> {
    let order = |start: &u16| {
        let line = &NAMED.as_bytes()[usize::from(*start)..];
        let longer = line.get(name.len()).is_some_and(|end| *end != b' ');
        line[..name.len().min(line.len())].cmp(name).then(longer.cmp(&false))
    };
    let found = LINE_STARTS.binary_search_by(order).ok()?;
    let line = NAMED[usize::from(LINE_STARTS[found])..].lines().next()?;
    parse_entry(line.split(' ').skip(1))
}

fn parse_entry<'a>(mut fields: impl Iterator<Item = &'a str>) -> Option<Entry> {
    let code = |field: &str| u32::from_str_radix(field, 16).ok().and_then(char::from_u32);
    let first = code(fields.next()?)?;
    Some(match fields.next() {
        None => (first, None, false),
        Some("L") => (first, None, true),
        Some(point) => (first, code(point), fields.next() == Some("L")),
    })
}

#[cfg(test)]
mod tests {
    use super::WrittenIn::{Attribute, Text};
    use super::*;

    fn decoded(source: &str, written_in: WrittenIn) -> Option<(usize, String)> {
        decode(source.as_bytes(), written_in)
            .map(|found| (found.len, [Some(found.first), found.second].into_iter().flatten().collect()))
    }

    #[test]
    fn every_line_of_the_table_is_found_by_its_name() {
        for line in NAMED.lines() {
            let name = line.split(' ').next().unwrap();
            assert!(name.len() <= MAX_NAME_BYTES);
            let (len, _) = decoded(&format!("&{name};"), Text).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(len, name.len() + 2);
            let legacy = line.ends_with(" L");
            assert_eq!(
                decoded(&format!("&{name}"), Text).is_some_and(|(len, _)| len == name.len() + 1),
                legacy
            );
        }
    }

    #[test]
    fn references_are_decoded_as_the_standard_says() {
        assert_eq!(decoded("&notit;", Text), Some((4, "\u{AC}".into())));
        assert_eq!(decoded("&notit;", Attribute), None);
        assert_eq!(decoded("&NotEqualTilde;", Text), Some((15, "\u{2242}\u{338}".into())));
        assert_eq!(decoded("&#1576;", Text), Some((7, "ب".into())));
        assert_eq!(decoded("&#x80", Text), Some((5, "€".into())));
        assert_eq!(decoded("&#xD800;", Text), Some((8, "\u{FFFD}".into())));
        assert_eq!(decoded("&#99999999999999;", Text), Some((17, "\u{FFFD}".into())));
        for literal in ["&", "& ", "&#", "&#x", "&#xg", "&nosuchname;", "&;"] {
            assert_eq!(decoded(literal, Text), None, "{literal}");
        }
    }
}
