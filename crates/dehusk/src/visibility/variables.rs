//! Custom properties: replaces `var(--name, fallback)` by the value that the page gives the name, or by the fallback.
//!
//! A name has a value here only if the page writes its definition once, wherever that is; what a script or several themes may
//! set stays unknown. Definitions in linked style sheets are not seen, so a fallback counts where the page itself does not name
//! the property in any other way.

use super::parentheses::closing;
use crate::fnv;
use crate::source::Span;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

const USE: &str = "var(";
/// Maximum length of a value, in bytes, and of a value with all variables replaced: longer ones hide nothing. Chosen by hand.
const MAX_VALUE: usize = 96;
/// Maximum length of a name, in bytes; chosen by hand.
const MAX_NAME: usize = 64;
/// Maximum number of spaces before a value; chosen by hand.
const MAX_SPACES: usize = 1024;
/// Maximum number of variables that are looked up for one value; chosen by hand.
const MAX_LOOKUPS: usize = 8;

/// The definitions of a page, found when the first variable is used.
#[derive(Debug, Default)]
pub(super) struct Definitions(OnceCell<Vec<Definition>>);

/// A name that the page has outside of `var()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Definition {
    /// A hash of the name.
    key: u64,
    /// The value, if this is a definition in a style.
    value: Option<Span>,
}

/// The custom properties of a page.
#[derive(Debug)]
pub(super) struct Variables<'v> {
    /// The source of the page.
    pub(super) source: &'v str,
    definitions: &'v Definitions,
    /// How many bytes were written in place of variables.
    pub(super) written: Cell<usize>,
}

impl<'v> Variables<'v> {
    pub(super) fn new(source: &'v str, definitions: &'v Definitions) -> Variables<'v> {
        Variables { source, definitions, written: Cell::new(0) }
    }

    /// Returns a value with its variables replaced, or the value as it is if one is not known.
    pub(super) fn resolve<'t>(&self, value: &'t str) -> Cow<'t, str> {
        if value.len() > MAX_VALUE {
            return Cow::Borrowed(value);
        }
        let has = |name: &str| memchr::memmem::find(value.as_bytes(), name.as_bytes()).is_some();
        match value {
            value if has(USE) => self.replace(value).map_or(Cow::Borrowed(value), Cow::Owned),
            // In capitals, which nearly nobody writes.
            value if value.contains('(') && value.to_ascii_lowercase().contains(USE) => {
                let lower = with_lower_case_uses(value);
                self.replace(&lower).map_or(Cow::Borrowed(value), Cow::Owned)
            }
            value => Cow::Borrowed(value),
        }
    }

    fn replace(&self, value: &str) -> Option<String> {
        let mut text = value.to_owned();
        for _ in 0..MAX_LOOKUPS {
            // The last one has no variables in its fallback.
            let Some(start) = text.rfind(USE) else { return Some(text) };
            let end = closing(&text, start + USE.len())?;
            let inside = &text[start + USE.len()..end];
            let (name, fallback) = match inside.split_once(',') {
                Some((name, fallback)) => (name, Some(fallback)),
                None => (inside, None),
            };
            let new = self.value(name.trim(), fallback)?.trim().to_owned();
            text.replace_range(start..=end, &new);
            self.written.set(self.written.get() + text.len());
            if text.len() > MAX_VALUE {
                return None;
            }
        }
        None
    }

    /// The value of a variable, else its fallback. Nothing, if it may have another value.
    fn value<'r>(&'r self, name: &str, fallback: Option<&'r str>) -> Option<&'r str> {
        let name = name.strip_prefix("--")?;
        let all = self.definitions.0.get_or_init(|| definitions(self.source));
        let key = fnv::with(fnv::OFFSET, name.as_bytes());
        let first = all.partition_point(|definition| definition.key < key);
        let mut same = all[first..].iter().take_while(|definition| definition.key == key);
        match (same.next(), same.next()) {
            (None, _) => fallback,
            (Some(Definition { value: Some(value), .. }), None) => Some(&self.source[value.range()]),
            _ => None,
        }
    }
}

/// A value with `var(` in lower case; names keep their case.
fn with_lower_case_uses(value: &str) -> String {
    let lower = value.to_ascii_lowercase();
    let mut text = value.to_owned();
    for (at, _) in lower.match_indices(USE) {
        text.replace_range(at..at + USE.len(), USE);
    }
    text
}

/// Finds the names in a page, except where they are used, sorted by their keys. Takes linear time.
fn definitions(source: &str) -> Vec<Definition> {
    let bytes = source.as_bytes();
    let mut found: Vec<Definition> =
        memchr::memmem::find_iter(bytes, b"--").filter_map(|at| definition(source, at)).collect();
    found.sort_unstable();
    found
}

/// The definition at two hyphens; `None` if they do not begin a name or the name is only used.
fn definition(source: &str, at: usize) -> Option<Definition> {
    let bytes = source.as_bytes();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii();
    let is_within = at.checked_sub(1).is_some_and(|before| is_name(&bytes[before]));
    let before = source.as_bytes()[..at].trim_ascii_end();
    let is_used =
        before.last_chunk::<{ USE.len() }>().is_some_and(|it| it.eq_ignore_ascii_case(USE.as_bytes()));
    if is_within || is_used {
        return None;
    }
    let start = at + 2;
    let len = bytes[start..].iter().take(MAX_NAME).take_while(|byte| is_name(byte)).count();
    if len == 0 {
        return None;
    }
    let key = fnv::with(fnv::OFFSET, &bytes[start..start + len]);
    Some(Definition { key, value: value_at(bytes, start + len) })
}

/// The value of a definition whose name ends at `end`; `None` if it is no definition in a style, or a long one.
fn value_at(bytes: &[u8], end: usize) -> Option<Span> {
    let colon = end + bytes[end..].iter().take(MAX_NAME).position(|byte| !byte.is_ascii_whitespace())?;
    let colon = (bytes[colon] == b':').then_some(colon)?;
    // Long spaces are not a part of a value.
    let spaces =
        bytes[colon + 1..].iter().take(MAX_SPACES).take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = colon + 1 + spaces;
    let value = &bytes[start..bytes.len().min(start + MAX_VALUE)];
    let len = value.iter().position(|byte| matches!(byte, b';' | b'}' | b'"' | b'\'' | b'<'));
    let is_at_end = start + value.len() == bytes.len();
    let len = len.or(is_at_end.then_some(value.len()))?;
    Some(Span::new(start, start + len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_the_only_value_that_the_page_gives_them() {
        for (page, value, expected) in [
            ("", "var(--x,none)", "none"),
            ("", "var( --x , rgb(0 0 0) )", "rgb(0 0 0)"),
            ("", "var(--x, var(--y, 0))", "0"),
            ("", "var(--x)", "var(--x)"),
            ("<style>:root{--x: none}", "var(--x)", "none"),
            ("<style>:root{--x:none}", "var(--x, block)", "none"),
            ("<p style='--x:0'>", "calc(var(--x) * 1px)", "calc(0 * 1px)"),
            (":root{--x:var(--y)}a{--y:none}", "var(--x)", "none"),
            (":root{--x:none}.dark{--x:block}", "var(--x)", "var(--x)"),
            ("<script>set('--x', 'none')</script>", "var(--x,none)", "var(--x,none)"),
            (":root{--x:var(--x)}", "var(--x)", "var(--x)"),
            ("a{color:var(--x)}", "var(--x,none)", "none"),
            (".card--x:hover{}", "var(--x,none)", "none"),
            ("--x", "var(--x", "var(--x"),
            ("--X:none;", "VAR(--X)", "none"),
            (&format!("--x:{}none;", " ".repeat(200)), "var(--x)", "none"),
            ("<!-- --> --", "var(--,none)", "none"),
            ("", "var(x,none)", "var(x,none)"),
            ("", "red", "red"),
        ] {
            let definitions = Definitions::default();
            assert_eq!(Variables::new(page, &definitions).resolve(value), expected, "{page} {value}");
        }
    }

    #[test]
    fn values_that_grow_are_given_up() {
        let definitions = Definitions::default();
        let page = "--a:var(--b) var(--b) var(--b);--b:var(--c) var(--c) var(--c);--c:var(--d) var(--d)";
        let variables = Variables::new(page, &definitions);
        assert_eq!(variables.resolve("var(--a)"), "var(--a)");
        assert!(variables.written.get() < 1_000);
    }
}
