//! Escapes: no character of the text is read as a mark.

/// Where a text stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The character written before it; `None` at the start of a line.
    pub(super) before: Option<char>,
    /// Whether a reference to a note stands right before it: `[^1](x)` would be a link.
    pub(super) after_note: bool,
    /// Whether that reference begins the line: `[^1]:` would be the note itself.
    pub(super) after_first_note: bool,
    /// Whether a link follows right after it.
    pub(super) link_follows: bool,
    /// Whether it ends its line.
    pub(super) ends_line: bool,
    pub(super) in_heading: bool,
    pub(super) in_cell: bool,
    /// Whether dollars might be read as the bounds of a formula.
    pub(super) dollars: bool,
}

/// Appends a text without line breaks.
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

/// The place of the character that could begin a block: after the digits of a list marker, else 0.
fn line_marker(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if matches!(text.as_bytes().get(digits), Some(b'.' | b')')) { digits } else { 0 }
}

fn marker_needs_escape(text: &str, at: usize, ends_line: bool) -> bool {
    let bytes = text.as_bytes();
    let blank_follows = match bytes.get(at + 1) {
        Some(byte) => *byte == b' ',
        None => true, // a mark or the end of the line follows
    };
    let whole = || ends_line && bytes.iter().all(|byte| b" -=:|".contains(byte));
    match bytes[at] {
        b'.' | b')' => at > 0 && blank_follows,
        b'+' => blank_follows,
        b'-' => blank_follows || bytes.get(1) == Some(&b'-') || whole(),
        b'=' | b':' | b'|' => whole() || bytes.len() == 1,
        b'#' => !bytes.is_empty(),
        b'>' => true,
        _ => false,
    }
}

fn escape_inline(text: &str, around: Around, out: &mut String) {
    let mut plain_from = 0;
    let bytes = text.as_bytes();
    for at in special_places(bytes) {
        if is_mark(text, at, around) {
            out.push_str(&text[plain_from..at]);
            out.push('\\');
            plain_from = at;
        }
    }
    out.push_str(&text[plain_from..]);
}

/// The places of characters that may have to be escaped.
fn special_places(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    bytes.iter().enumerate().filter(|(_, byte)| SPECIAL[usize::from(**byte)]).map(|(at, _)| at)
}

const SPECIAL: [bool; 256] = special();

const fn special() -> [bool; 256] {
    let mut table = [false; 256];
    let marks = b"\\`*_[]<&~|$#!";
    let mut index = 0;
    while index < marks.len() {
        table[marks[index] as usize] = true;
        index += 1;
    }
    table
}

fn is_mark(text: &str, at: usize, around: Around) -> bool {
    let bytes = text.as_bytes();
    let next = bytes.get(at + 1).copied();
    match bytes[at] {
        b'_' => {
            let inside = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
            !(inside(at.checked_sub(1).and_then(|before| bytes.get(before))) && inside(bytes.get(at + 1)))
        }
        b'&' => is_reference(&bytes[at + 1..]),
        b'<' => next.is_none_or(|byte| byte.is_ascii_alphabetic() || b"/!?".contains(&byte)),
        b'!' => next.is_none() && around.link_follows,
        b'|' => around.in_cell,
        b'$' => around.dollars,
        b'#' => around.in_heading,
        _ => true,
    }
}

/// Whether a reference may stand here, after its `&`: CommonMark reads none without its semicolon.
fn is_reference(after: &[u8]) -> bool {
    let name = after.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#').count();
    name == after.len() || (name > 0 && after[name] == b';')
}

/// The length of the longest run of a character.
pub(super) fn longest_run(text: &str, c: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for found in text.chars() {
        run = if found == c { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Appends the address of a link, between its brackets.
pub(super) fn address(address: &str, out: &mut String) {
    for (at, c) in address.char_indices() {
        match c {
            '(' | ')' | '<' | '>' | '|' | '"' | '\\' | '`' | '$' | '\0'..=' ' => {
                out.push_str(&format!("%{:02X}", c as u32));
            }
            '&' if is_reference(&address.as_bytes()[at + 1..]) => out.push_str("\\&"),
            '[' | ']' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
}
