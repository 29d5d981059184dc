//! `@supports`: whether a browser of today knows what a style sheet asks for.

use super::style::declarations;
use super::variables::Variables;
use crate::conditions::{self, Truth};
use crate::css::Pattern;

/// Properties that sheets ask for and that Chromium 140 has, besides those that dehusk reads. In ascending order.
const KNOWN: [&str; 38] = [
    "-webkit-appearance",
    "-webkit-backdrop-filter",
    "-webkit-box-orient",
    "-webkit-line-clamp",
    "accent-color",
    "anchor-name",
    "animation-timeline",
    "appearance",
    "aspect-ratio",
    "backdrop-filter",
    "column-gap",
    "contain",
    "container-type",
    "font-feature-settings",
    "font-variation-settings",
    "gap",
    "grid-area",
    "grid-gap",
    "grid-template-columns",
    "grid-template-rows",
    "hyphens",
    "initial-letter",
    "interpolate-size",
    "mix-blend-mode",
    "object-fit",
    "overflow-anchor",
    "overscroll-behavior",
    "row-gap",
    "scroll-behavior",
    "scroll-snap-type",
    "scrollbar-color",
    "scrollbar-gutter",
    "scrollbar-width",
    "shape-outside",
    "text-underline-offset",
    "text-wrap",
    "view-transition-name",
    "writing-mode",
];
/// The beginnings of properties of other browsers.
const OTHERS: [&str; 7] =
    ["-apple-", "-khtml-", "-moz-", "-ms-", "-o-", "-webkit-overflow-scrolling", "-webkit-touch-callout"];

/// Whether a condition of `@supports` is true. What is no condition makes the rule invalid, as if it were false.
pub(super) fn truth(condition: &str, variables: &Variables<'_>) -> Truth {
    let is_known = |single: &str| Truth::from(is_known(single, variables));
    conditions::truth(&condition.to_ascii_lowercase(), &is_known).unwrap_or(Truth::False)
}

/// Whether a browser knows what a single condition asks for; `None` if that is not known here.
fn is_known(single: &str, variables: &Variables<'_>) -> Option<bool> {
    if let Some(selector) = single.strip_prefix("selector(").and_then(|it| it.strip_suffix(')')) {
        return Pattern::is_valid(selector.trim()).then_some(true);
    }
    let (name, value) = single.split_once(':')?;
    let (name, value) = (name.trim(), value.trim());
    if OTHERS.iter().any(|start| name.starts_with(start)) || value.starts_with("-apple-") {
        return Some(false);
    }
    let mut is_read = name.starts_with("--") || KNOWN.binary_search(&name).is_ok();
    declarations(single, variables, |_, _, _| is_read = true);
    is_read.then_some(true)
}

#[cfg(test)]
mod tests {
    use super::super::variables::Definitions;
    use super::*;

    #[test]
    fn a_browser_of_today_knows_what_is_common() {
        assert!(KNOWN.is_sorted());
        let definitions = Definitions::default();
        let variables = Variables::new("", &definitions);
        for (condition, expected) in [
            ("(display: grid)", Truth::True),
            ("not (DISPLAY: Grid)", Truth::False),
            ("(--css: variables)", Truth::True),
            ("(-ms-ime-align: auto)", Truth::False),
            ("(-webkit-touch-callout: none)", Truth::False),
            ("not (-moz-appearance: none)", Truth::True),
            ("selector(:has(a))", Truth::True),
            ("selector(:focus-visible)", Truth::True),
            ("(gap: 1px) and (not (foo: bar))", Truth::Unknown),
            ("(foo: bar)", Truth::Unknown),
            ("not (foo: bar)", Truth::Unknown),
            ("display: grid", Truth::False),
            ("(display: grid) (gap: 1px)", Truth::False),
        ] {
            assert_eq!(truth(condition, &variables), expected, "{condition}");
        }
    }
}
