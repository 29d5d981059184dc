//! Single selectors of style sheets, each with its specificity. Matching is that of [`Matcher`], with a limit on the
//! number of steps.

use super::list::selectors;
use super::node::{Css, Language, Node};
use super::state::State;
use super::{MAX_SELECTOR_BYTES, Matcher};
use crate::budget::TimedOut;
use crate::page::Element;
use cssparser::Parser as Input;
use selectors::matching::matches_selector;
use selectors::parser::{Component, ParseRelative, Selector, SelectorList};

/// One selector of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(Selector<Css>);

/// Selectors that others are nested in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outer<'s> {
    pub(crate) selectors: &'s str,
    /// Whether they are of `@scope`.
    pub(crate) is_scope: bool,
}

impl Pattern {
    /// Parses one selector, which is nested in others, the innermost first. Returns `None` if it is too long, invalid or depends
    /// on more than the page, such as `a:hover` and `p::before`.
    pub(crate) fn parse(written: &str, outer: &[Outer<'_>]) -> Option<Pattern> {
        if is_too_long(written, outer) {
            return None;
        }
        let list = match outer {
            [] => parsed(written)?,
            [inner, ..] => nested(written, *inner, &around(outer)?)?,
        };
        list.slice().first().filter(|selector| !has_state(selector, &State::Never)).cloned().map(Pattern)
    }

    /// Whether browsers can read a selector, whatever it depends on.
    pub(crate) fn is_valid(written: &str) -> bool {
        !is_too_long(written, &[]) && parsed(written).is_some()
    }

    /// The bytes of memory that this pattern can take, with the selectors it was parsed from, which have so many bytes.
    pub(crate) fn max_bytes(&self, written: &str, bytes: usize) -> usize {
        /// The list around the parts of a selector, with what the allocator adds.
        const PER_SELECTOR: usize = 64;
        /// A part, or a selector in parentheses for each byte that can begin one.
        const PER_PART: usize = 48;
        let is_simple = written.len() == bytes && !written.contains('(');
        let parts = if is_simple { self.0.len() } else { bytes };
        PER_SELECTOR + PER_PART * parts + bytes
    }

    /// Whether it is not known if the elements match for which [`Matcher::matches_pattern`] says so.
    pub(crate) fn is_doubtful(&self) -> bool {
        has_state(&self.0, &State::Perhaps)
    }

    /// The specificity: larger wins.
    pub(crate) fn specificity(&self) -> u32 {
        self.0.specificity()
    }
}

/// Whether a selector has a pseudo-class outside of parentheses: one that needs what a reader does, as in `a:hover`, need not be
/// tried.
fn has_state(selector: &Selector<Css>, wanted: &State) -> bool {
    let mut parts = selector.iter_raw_match_order();
    parts.any(|part| matches!(part, Component::NonTSPseudoClass(state) if state == wanted))
}

/// Whether a selector is too long when all selectors around it are written where it refers to them.
fn is_too_long(written: &str, outer: &[Outer<'_>]) -> bool {
    let selectors = outer.iter().rev().map(|it| it.selectors).chain([written]);
    let mut len = 0usize;
    selectors.into_iter().any(|selectors| {
        let references =
            selectors.bytes().filter(|byte| *byte == b'&').count() + selectors.split(',').count();
        len = selectors.len().saturating_add(references.saturating_mul(len));
        len > MAX_SELECTOR_BYTES
    })
}

/// The selectors around a nested one, with those around them.
fn around(outer: &[Outer<'_>]) -> Option<SelectorList<Css>> {
    let (last, inner) = outer.split_last()?;
    let mut list = parsed(last.selectors)?;
    let mut within = last;
    for next in inner.iter().rev() {
        list = nested(next.selectors, *within, &list)?;
        within = next;
    }
    Some(list)
}

fn parsed(written: &str) -> Option<SelectorList<Css>> {
    SelectorList::parse(&Language::OF_SHEETS, &mut Input::new(written), ParseRelative::No).ok()
}

/// Selectors that are nested in a list of others.
fn nested(written: &str, within: Outer<'_>, list: &SelectorList<Css>) -> Option<SelectorList<Css>> {
    let mut text = String::with_capacity(written.len());
    selectors(written, |start, end| {
        text.push_str(if text.is_empty() { "" } else { "," });
        text.push_str(&with_reference(written[start..end].trim(), within.is_scope));
    });
    Some(parsed(&text)?.replace_parent_selector(list))
}

/// A nested selector with the `&` that it may leave out (CSS Nesting 1, section 3.1). In `@scope`, its subject is in the root or is
/// the root itself (CSS Cascade 6, section 2.5).
fn with_reference(selector: &str, is_scope: bool) -> String {
    let selector = if is_scope { selector.replace(":scope", "&") } else { selector.to_owned() };
    match has_reference(&selector) {
        _ if selector.starts_with(['>', '+', '~']) => format!("& {selector}"),
        true => selector,
        false if is_scope => format!("{selector}:where(&, & *)"),
        false => format!("& {selector}"),
    }
}

/// Whether a selector has a `&` outside of square brackets.
fn has_reference(selector: &str) -> bool {
    let mut is_inside = false;
    selector.bytes().any(|byte| {
        is_inside = (is_inside || byte == b'[') && byte != b']';
        byte == b'&' && !is_inside
    })
}

impl Matcher {
    /// Whether a pattern matches an element at this depth of the tree. Unlike [`Matcher::matches`], this adds nothing
    /// to the number of steps that are left.
    pub(crate) fn matches_pattern(
        &mut self,
        pattern: &Pattern,
        element: Element<'_>,
        depth: usize,
    ) -> Result<bool, TimedOut> {
        self.watch.step()?;
        let mut context = Matcher::context(&mut self.caches, self.quirks);
        let node = Node::new(element, depth, &self.watch);
        let matched = matches_selector(&pattern.0, 0, None, node, &mut context);
        self.watch.check()?;
        Ok(matched)
    }

    /// The number of steps that are left.
    pub(crate) fn steps_left(&self) -> u64 {
        self.watch.steps_left()
    }
}
