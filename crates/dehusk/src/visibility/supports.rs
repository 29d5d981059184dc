//! `@supports`: whether a browser of today knows what a style sheet asks for.

use super::style::declarations;
use super::variables::Variables;
use crate::conditions;
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

/// Whether a condition of `@supports` holds; `None` if that is not known.
pub(super) fn holds(condition: &str, variables: &Variables<'_>) -> Option<bool> {
    conditions::holds(&condition.to_ascii_lowercase(), &|single| is_known(single, variables))
}

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
            ("(display: grid)", Some(true)),
            ("not (DISPLAY: Grid)", Some(false)),
            ("(--css: variables)", Some(true)),
            ("(-ms-ime-align: auto)", Some(false)),
            ("(-webkit-touch-callout: none)", Some(false)),
            ("not (-moz-appearance: none)", Some(true)),
            ("selector(:has(a))", Some(true)),
            ("selector(:focus-visible)", Some(true)),
            ("(gap: 1px) and (not (foo: bar))", None),
            ("(foo: bar)", None),
            ("not (foo: bar)", None),
        ] {
            assert_eq!(holds(condition, &variables), expected, "{condition}");
        }
    }
}
