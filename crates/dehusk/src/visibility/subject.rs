//! The subject of a selector: one id, class or element name that every element it matches has. Found without parsing
//! the selector, so that only selectors whose subject occurs on an element are ever parsed.

use crate::fnv;

/// A hash of the kind and the name of a subject.
pub(super) type Key = u64;

/// The key of selectors that can match any element.
pub(super) const ANY: Key = 0;

/// The key of an id. Letter case counts only in some pages, so it does not count here.
pub(super) fn id_key(name: &str) -> Key {
    key(b'#', name)
}

/// The key of a class, in any letter case.
pub(super) fn class_key(name: &str) -> Key {
    key(b'.', name)
}

/// The key of an element name.
pub(super) fn tag_key(name: &str) -> Key {
    key(b'<', name)
}

fn key(kind: u8, name: &str) -> Key {
    let start = fnv::with(fnv::OFFSET, &[kind]);
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => fnv::with(start, name.to_ascii_lowercase().as_bytes()),
        false => fnv::with(start, name.as_bytes()),
    }
}

/// The key of a selector's subject; `None` if it selects a pseudo-element, which no text of the page is in.
pub(super) fn subject(selector: &str) -> Option<Key> {
    if has_numeric_escape(selector) {
        return Some(ANY);
    }
    let last = last_compound(selector.trim());
    let (mut id, mut class, mut has_escape) = (None, None, false);
    let (mut depth, mut skip) = (0usize, false);
    for (at, byte) in last.bytes().enumerate() {
        match byte {
            _ if std::mem::take(&mut skip) => {}
            b'\\' => (skip, has_escape) = (true, true),
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            b':' if begins_pseudo_element(&last[at..]) => return None,
            b'#' if id.is_none() => id = Some(name(&last[at + 1..]).map_or(ANY, |name| id_key(&name))),
            b'.' if class.is_none() => {
                class = Some(name(&last[at + 1..]).map_or(ANY, |name| class_key(&name)));
            }
            _ => {}
        }
    }
    let tag = || name(last).filter(|_| !has_escape).map_or(ANY, |name| tag_key(&name));
    Some(id.or(class).unwrap_or_else(tag))
}

fn begins_pseudo_element(selector: &str) -> bool {
    ["::", ":before", ":after"].iter().any(|it| selector.starts_with(it))
}

/// The key of the subject of a selector without its `::before` or `::after`; `None` if it has none.
pub(super) fn before_pseudo_element(selector: &str) -> Option<Key> {
    let end = [":before", ":after"].iter().find_map(|name| selector.find(name))?;
    subject(selector[..end].trim_end_matches(':'))
}

/// Whether a selector of a nested rule has the subject of the rule around it: `&:hover`, but not `&.a` and `& b`.
pub(super) fn is_of_parent(selector: &str) -> bool {
    last_compound(selector.trim()).starts_with('&') && subject(selector) == Some(ANY)
}

/// Whether a character is written by its number, as in `.\31 0`. The space belongs to the number and combines nothing.
fn has_numeric_escape(selector: &str) -> bool {
    let bytes = selector.as_bytes();
    let mut escapes = memchr::memchr_iter(b'\\', bytes);
    escapes.any(|at| bytes.get(at + 1).is_some_and(u8::is_ascii_hexdigit))
}

/// The part of a selector after its last combinator.
fn last_compound(selector: &str) -> &str {
    let (mut depth, mut start, mut skip) = (0usize, 0, false);
    for (at, byte) in selector.bytes().enumerate() {
        match byte {
            _ if std::mem::take(&mut skip) => {}
            b'\\' => skip = true,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b' ' | b'\t' | b'\n' | b'\r' | b'>' | b'+' | b'~' if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    &selector[start..]
}

/// The name at the beginning of a text, with its escapes resolved; `None` if it has a numeric escape or is empty.
fn name(text: &str) -> Option<String> {
    let mut name = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(escaped) if !escaped.is_ascii_hexdigit() => name.push(escaped),
                _ => return None,
            },
            c if c.is_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii() => name.push(c),
            _ => break,
        }
    }
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subject_is_in_the_last_part_of_a_selector() {
        for (selector, expected) in [
            ("p", Some(tag_key("p"))),
            ("DIV", Some(tag_key("div"))),
            (".a .b", Some(class_key("b"))),
            ("#a > p.b.c ", Some(class_key("b"))),
            ("p.b#c", Some(id_key("c"))),
            ("a[href='.x y']", Some(tag_key("a"))),
            (":not(.a)", Some(ANY)),
            ("*", Some(ANY)),
            ("[hidden]", Some(ANY)),
            (".md\\:hidden", Some(class_key("md:hidden"))),
            (".\\31 0", Some(ANY)),
            ("p::before", None),
            ("#a::before", None),
            ("p[title='a::b']", Some(tag_key("p"))),
            (".tab\\:before", Some(class_key("tab:before"))),
            ("p:after", None),
            ("", Some(ANY)),
            ("é", Some(tag_key("é"))),
        ] {
            assert_eq!(subject(selector), expected, "{selector}");
        }
    }
}
