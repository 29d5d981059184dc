//! Escapes characters of the text that Markdown would otherwise read as markup.

use crate::byte_set::{ByteSet, byte_set};

/// The surroundings of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The character written before the text; `None` at the start of a line.
    pub(super) before: Option<char>,
    /// Whether a note reference is directly before the text. Markdown would read `[^1](x)` as a link.
    pub(super) after_note: bool,
    /// Whether a note reference is directly before the text and begins the line. Markdown would read `[^1]:` as the definition of
    /// the note.
    pub(super) after_first_note: bool,
    /// Whether a link is directly after the text.
    pub(super) link_follows: bool,
    /// Whether the text ends its line.
    pub(super) ends_line: bool,
    pub(super) in_heading: bool,
    pub(super) in_cell: bool,
    /// Whether dollar signs might be read as the delimiters of a formula.
    pub(super) escapes_dollars: bool,
}

/// Appends a text without line breaks. Escapes characters that Markdown would read as markup.
pub(super) fn escape(text: &str, around: Around, out: &mut String) {
    let mut rest = text;
    if around.before.is_none() {
        let marker = line_marker(text);
        out.push_str(&text[..marker]);
        if marker < text.len() && marker_needs_escape(text, marker, around.ends_line) {
            out.push('\\');
            out.push_str(&text[marker..=marker]);
            rest = &text[marker + 1..];
        } else {
            rest = &text[marker..];
        }
    } else if (around.after_note && text.starts_with('('))
        || (around.after_first_note && text.starts_with(':'))
    {
        out.push('\\');
        out.push_str(&text[..1]);
        rest = &text[1..];
    }
    escape_inline(rest, around, out);
}

/// Returns the offset of the character that may have to be escaped so that the line begins no block. This is the `.` or `)` after
/// the digits of a list marker, otherwise the first character.
fn line_marker(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if matches!(text.as_bytes().get(digits), Some(b'.' | b')')) { digits } else { 0 }
}

/// Whether the character at `at` would make Markdown read the line as a list item, a heading, a rule, a table or a quote.
fn marker_needs_escape(text: &str, at: usize, ends_line: bool) -> bool {
    let bytes = text.as_bytes();
    let space_follows = match bytes.get(at + 1) {
        Some(byte) => *byte == b' ',
        None => true, // markup or the end of the line follows
    };
    let is_whole_line = || ends_line && bytes.iter().all(|byte| b" -=:|".contains(byte));
    match bytes[at] {
        b'.' | b')' => at > 0 && space_follows,
        b'+' => space_follows,
        b'-' => space_follows || bytes.get(1) == Some(&b'-') || is_whole_line(),
        b'=' | b':' | b'|' => is_whole_line() || bytes.len() == 1,
        b'#' | b'>' => true,
        _ => false,
    }
}

fn escape_inline(text: &str, around: Around, out: &mut String) {
    let mut plain_from = 0;
    let bytes = text.as_bytes();
    for at in special_offsets(bytes) {
        if is_markup(text, at, around) {
            out.push_str(&text[plain_from..at]);
            out.push('\\');
            plain_from = at;
        }
    }
    out.push_str(&text[plain_from..]);
}

/// The offsets of characters that may have to be escaped.
fn special_offsets(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    bytes.iter().enumerate().filter(|(_, byte)| SPECIAL[usize::from(**byte)]).map(|(at, _)| at)
}

const SPECIAL: ByteSet = byte_set(b"\\`*_[]<&~|$#!");

/// Whether Markdown could read the special character at `at` as markup.
fn is_markup(text: &str, at: usize, around: Around) -> bool {
    let bytes = text.as_bytes();
    let next = bytes.get(at + 1).copied();
    match bytes[at] {
        b'_' => {
            let is_word_byte = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
            !(is_word_byte(at.checked_sub(1).and_then(|before| bytes.get(before)))
                && is_word_byte(bytes.get(at + 1)))
        }
        b'&' => is_reference(&bytes[at + 1..]),
        b'<' => next.is_none_or(|byte| byte.is_ascii_alphabetic() || b"/!?".contains(&byte)),
        b'!' => next.is_none() && around.link_follows,
        b'|' => around.in_cell,
        b'$' => around.escapes_dollars,
        b'#' => around.in_heading,
        _ => true,
    }
}

/// Whether an `&` and the bytes after it may be a character reference. CommonMark requires a name and a semicolon. A name that
/// ends the text counts too, because the next text might complete it.
fn is_reference(after: &[u8]) -> bool {
    let name = after.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#').count();
    name == after.len() || (name > 0 && after[name] == b';')
}

/// Returns the number of characters in the longest run of `c`.
pub(super) fn longest_run(text: &str, c: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for found in text.chars() {
        run = if found == c { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Whether all parentheses of a URL are closed, and nested no deeper than every parser of CommonMark must accept.
fn has_balanced_parentheses(address: &str) -> bool {
    /// CommonMark asks parsers to accept at least three levels.
    const MAX_DEPTH: usize = 3;
    let mut depth = 0usize;
    for byte in address.bytes() {
        match byte {
            b'(' if depth == MAX_DEPTH => return false,
            b'(' => depth += 1,
            b')' if depth == 0 => return false,
            b')' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// Appends the URL of a link or an image, escaped for the parentheses around it. Balanced parentheses need no escape.
pub(super) fn address(address: &str, out: &mut String) {
    let keeps_parentheses = has_balanced_parentheses(address);
    for (at, c) in address.char_indices() {
        match c {
            '(' | ')' if keeps_parentheses => out.push(c),
            '(' | ')' | '<' | '>' | '|' | '"' | '\\' | '`' | '\0'..=' ' => {
                out.push_str(&format!("%{:02X}", c as u32));
            }
            '&' if is_reference(&address.as_bytes()[at + 1..]) => out.push_str("\\&"),
            '[' | ']' | '$' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
}
