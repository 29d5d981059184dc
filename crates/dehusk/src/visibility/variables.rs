//! Custom properties: replaces `var(--name, fallback)` by the value that the page gives the name, or by the fallback.
//!
//! A name has a value here only if the page writes one definition, or several with the same value; what a script or several themes
//! may set stays unknown. The value is certain if it is that of the whole page; elsewhere, the element may have another. Definitions
//! in linked style sheets are not seen, so a fallback counts where the page itself does not name the property in any other way.

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
/// Maximum number of definitions of a name that are compared; chosen by hand.
const MAX_DEFINITIONS: usize = 64;
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
    /// Whether it is that of all elements of the page.
    is_for_all: bool,
}

/// The custom properties of a page.
#[derive(Debug)]
pub(super) struct Variables<'v> {
    /// The source of the page.
    pub(super) source: &'v str,
    definitions: &'v Definitions,
    /// How many bytes were written in place of variables.
    pub(super) written: Cell<usize>,
    /// Whether the last value that was resolved may be another one.
    pub(super) is_guessed: Cell<bool>,
    /// The declarations that are read, if they are in the source as they are: what they define holds for them.
    list: Cell<Span>,
}

impl<'v> Variables<'v> {
    pub(super) fn new(source: &'v str, definitions: &'v Definitions) -> Variables<'v> {
        Variables {
            source,
            definitions,
            written: Cell::new(0),
            is_guessed: Cell::new(false),
            list: Cell::new(Span::new(0, 0)),
        }
    }

    /// Notes the declarations whose values are resolved from now on.
    pub(super) fn begin(&self, list: &str) {
        let start = (list.as_ptr() as usize).wrapping_sub(self.source.as_ptr() as usize);
        let end = start.checked_add(list.len()).filter(|end| *end <= self.source.len()).unwrap_or(0);
        self.list.set(Span::new(start.min(end), end));
    }

    /// Returns a value with its variables replaced, or the value as it is if one is not known.
    pub(super) fn resolve<'t>(&self, value: &'t str) -> Cow<'t, str> {
        self.is_guessed.set(false);
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
        let same = all[first..].iter().take_while(|definition| definition.key == key);
        let same: Vec<&Definition> = same.take(MAX_DEFINITIONS + 1).collect();
        let Some((first, others)) = same.split_first() else { return fallback };
        let value = |it: &&Definition| it.value.map(|value| self.source[value.range()].trim());
        let list = self.list.get();
        let is_own = |it: &&&Definition| {
            it.value.is_some_and(|it| list.start() <= it.start() && it.end() <= list.end())
        };
        if let Some(own) = same.iter().rfind(is_own) {
            return value(own);
        }
        let is_same = others.len() < MAX_DEFINITIONS && others.iter().all(|it| value(it) == value(first));
        let is_for_all = first.is_for_all || others.iter().any(|it| it.is_for_all);
        self.is_guessed.set(self.is_guessed.get() || !is_for_all);
        value(first).filter(|_| is_same)
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
    let mut block = Blocks { bytes, at: 0, is_for_all: false };
    let mut found: Vec<Definition> = memchr::memmem::find_iter(bytes, b"--")
        .filter_map(|at| definition(source, at, |at| block.is_for_all_at(at)))
        .collect();
    found.sort_unstable();
    found
}

/// Tells whether definitions, in ascending order, are for all elements of the page: in a block of `:root`, `html`, `body` or `*`.
struct Blocks<'b> {
    bytes: &'b [u8],
    /// The position up to which blocks are known, and whether the one there is for all elements.
    at: usize,
    is_for_all: bool,
}

impl Blocks<'_> {
    fn is_for_all_at(&mut self, at: usize) -> bool {
        let between = &self.bytes[self.at..at.max(self.at)];
        if let Some(brace) = memchr::memrchr2(b'{', b'}', between) {
            let before = &self.bytes[..self.at + brace];
            self.is_for_all = between[brace] == b'{' && is_for_all(before);
        }
        self.at = at.max(self.at);
        self.is_for_all
    }
}

/// Whether the selectors at the end of a text are those of the whole page, in no block but one of `@layer`.
fn is_for_all(before: &[u8]) -> bool {
    /// The selectors of all elements, or of what is around them.
    const ALL: [&[u8]; 6] = [b":root", b"html", b"body", b"*", b":host", b"::before"];
    /// Maximum length of selectors that are looked at, in bytes; chosen by hand.
    const MAX_LEN: usize = 128;
    let start = before.len().saturating_sub(MAX_LEN);
    let near = &before[start..];
    let from = near.iter().rposition(|byte| matches!(byte, b'{' | b'}' | b';' | b'>' | b'/'));
    let Some(from) = from.map(|at| at + 1).or((start == 0).then_some(0)) else { return false };
    let is_of_all = |selector: &[u8]| ALL.contains(&selector.trim_ascii());
    let is_free = match from.checked_sub(1).map(|at| near[at]) {
        Some(b'{') => is_layer(&near[..from - 1]),
        _ => true,
    };
    is_free && near[from..].split(|byte| *byte == b',').all(is_of_all)
}

/// Whether a text ends with the name of a layer.
fn is_layer(before: &[u8]) -> bool {
    let start = before.iter().rposition(|byte| *byte == b'@').unwrap_or(before.len());
    before[start..].starts_with(b"@layer") && !before[start..].contains(&b'}')
}

/// The definition at two hyphens; `None` if they do not begin a name or the name is only used.
fn definition(source: &str, at: usize, is_for_all: impl FnOnce(usize) -> bool) -> Option<Definition> {
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
    Some(Definition { key, value: value_at(bytes, start + len), is_for_all: is_for_all(at) })
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
            (":root{--x:none}.dark{--x: none }", "var(--x)", "none"),
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
    fn a_value_is_certain_if_it_is_that_of_the_page() {
        for (page, is_guessed) in [
            ("<style>:root { --x:none}", false),
            ("html,body{--y:1;--x:none}", false),
            ("@layer base{:root{--x:none}}", false),
            ("p{top:0}*,::before{--x:none}", false),
            (".a{--x:none}", true),
            ("@media print{:root{--x:none}}", true),
            (":root{--x:none}.a{--x:none}", false),
            (":root{&.dark{}--x:none}", true),
            ("<p style='--x:none'>", true),
            ("", false),
        ] {
            let definitions = Definitions::default();
            let variables = Variables::new(page, &definitions);
            assert_eq!(variables.resolve("var(--x,none)"), "none", "{page}");
            assert_eq!(variables.is_guessed.get(), is_guessed, "{page}");
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
