//! Lists of selectors that browsers refuse as a whole, with their declarations, because one of the selectors is not valid.
//!
//! Only what is plainly wrong is found: an empty selector, a character that no selector has, a name that begins with a digit, a
//! combinator at the end, and an unknown pseudo-class or pseudo-element outside of parentheses. A single selector needs no look
//! here: if it is not valid, it matches nothing.

use super::style::prefix_len;
use crate::css::selectors;
use crate::style_text::{comment_end, string_end};

/// Pseudo-classes of Chromium 140 (Selectors 4 and 5, HTML, and those for scroll bars), and the pseudo-elements that have a single
/// colon too. In ascending order.
const CLASSES: [&str; 89] = [
    "active",
    "active-view-transition",
    "active-view-transition-type",
    "after",
    "any-link",
    "autofill",
    "before",
    "buffering",
    "checked",
    "corner-present",
    "current",
    "decrement",
    "default",
    "defined",
    "dir",
    "disabled",
    "double-button",
    "empty",
    "enabled",
    "end",
    "first-child",
    "first-letter",
    "first-line",
    "first-of-type",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
    "has",
    "has-slotted",
    "horizontal",
    "host",
    "host-context",
    "hover",
    "in-range",
    "increment",
    "indeterminate",
    "interest-source",
    "interest-target",
    "invalid",
    "is",
    "lang",
    "last-child",
    "last-of-type",
    "link",
    "local-link",
    "modal",
    "muted",
    "no-button",
    "not",
    "nth-child",
    "nth-last-child",
    "nth-last-of-type",
    "nth-of-type",
    "only-child",
    "only-of-type",
    "open",
    "optional",
    "out-of-range",
    "past",
    "paused",
    "picture-in-picture",
    "placeholder-shown",
    "playing",
    "popover-open",
    "read-only",
    "read-write",
    "required",
    "root",
    "scope",
    "seeking",
    "single-button",
    "stalled",
    "start",
    "state",
    "target",
    "target-after",
    "target-before",
    "target-current",
    "user-invalid",
    "user-valid",
    "valid",
    "vertical",
    "visited",
    "volume-locked",
    "where",
    "window-inactive",
    "xr-overlay",
];
/// Pseudo-elements of Chromium 140, in ascending order.
const ELEMENTS: [&str; 31] = [
    "after",
    "backdrop",
    "before",
    "checkmark",
    "column",
    "cue",
    "details-content",
    "file-selector-button",
    "first-letter",
    "first-line",
    "grammar-error",
    "highlight",
    "marker",
    "part",
    "picker",
    "picker-icon",
    "placeholder",
    "scroll-button",
    "scroll-marker",
    "scroll-marker-group",
    "search-text",
    "selection",
    "slotted",
    "spelling-error",
    "target-text",
    "view-transition",
    "view-transition-group",
    "view-transition-group-children",
    "view-transition-image-pair",
    "view-transition-new",
    "view-transition-old",
];

/// Whether a browser refuses a list of several selectors, or one that begins with what a rule before it left. Takes linear time.
pub(super) fn is_refused(list: &str) -> bool {
    let mut is_refused = false;
    if memchr::memchr3(b',', b';', b'}', list.as_bytes()).is_some() {
        selectors(list, |start, end| is_refused |= is_invalid(&list[start..end]));
    }
    is_refused
}

fn is_invalid(selector: &str) -> bool {
    let bytes = selector.as_bytes();
    let (mut at, mut depth) = (0, 0usize);
    // The last byte that is neither a space nor in a comment.
    let mut last = b',';
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' | b'\'' => at = string_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = comment_end(bytes, at) + 1;
                continue;
            }
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            b'!' | b'$' | b'%' | b'?' | b'@' | b'^' | b';' | b'}' | b'/' => return true,
            b'.' | b'#' if bytes.get(at + 1).is_none_or(|next| !may_begin_name(*next)) => return true,
            b':' => {
                let is_element = bytes.get(at + 1) == Some(&b':');
                at += 1 + usize::from(is_element);
                let name = name(&bytes[at..]);
                if !is_known(name, if is_element { &ELEMENTS } else { &CLASSES }) {
                    return true;
                }
                (at, last) = (at + name.len(), b':');
                continue;
            }
            _ => {}
        }
        last = if byte.is_ascii_whitespace() { last } else { byte };
        at += 1;
    }
    matches!(last, b',' | b'>' | b'+' | b'~')
}

/// Whether a byte can begin the name of a class or an id.
fn may_begin_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_' | b'\\') || !byte.is_ascii()
}

fn name(bytes: &[u8]) -> &str {
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let len = bytes.iter().take_while(is_of_name).count();
    std::str::from_utf8(&bytes[..len]).unwrap_or_default()
}

/// Whether a name is in a list in lower case and in ascending order, or has the prefix with which Chromium accepts all names.
fn is_known(name: &str, known: &[&str]) -> bool {
    let lower = || name.bytes().map(|byte| byte.to_ascii_lowercase());
    prefix_len(name.as_bytes()) > 0 || known.binary_search_by(|it| it.bytes().cmp(lower())).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_in_which_they_are_searched() {
        assert!(CLASSES.is_sorted() && ELEMENTS.is_sorted());
    }

    #[test]
    fn one_selector_that_is_not_valid_refuses_the_list() {
        for (list, expected) in [
            (".a, .b", false),
            ("a:HOVER, p::Before, p:after", false),
            ("a::-webkit-foo, :not(.x:foo), :is(:foo, :bar)", false),
            (".md\\:foo, [href='a:foo,@']", false),
            ("p:foo", false),
            (".a, /* :foo */ .b", false),
            (".a, /* x */ p > /* y */", true),
            (".a, .5col", true),
            (".a, #5col", true),
            (".a, .\\35 col", false),
            (".a, [x='>'], b>i", false),
            (".a, .b >", true),
            ("/* , */ .a", false),
            ("; .a, .b", true),
            ("} .a, .b", true),
            ("é, p", false),
            ("p::foo, .b", true),
            (".a, p:foo", true),
            (".a, ::-moz-selection", true),
            (".a, p:", true),
            (".a,, .b", true),
            (".a, ", true),
            (".a, p%", true),
        ] {
            assert_eq!(is_refused(list), expected, "{list}");
        }
    }
}
