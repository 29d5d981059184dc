//! Single selectors of style sheets, each with its specificity. Matching is that of [`Matcher`], with a limit on the
//! number of steps.

use super::node::{Css, Language, Node};
use super::{MAX_SELECTOR_BYTES, Matcher};
use crate::budget::TimedOut;
use crate::page::Element;
use cssparser::Parser as Input;
use selectors::matching::matches_selector;
use selectors::parser::{ParseRelative, Selector, SelectorList};

/// One selector of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(Selector<Css>);

impl Pattern {
    /// Parses one selector. Returns `None` if it is too long, invalid or depends on more than the page, such as
    /// `a:hover` and `p::before`.
    pub(crate) fn parse(written: &str) -> Option<Pattern> {
        if written.len() > MAX_SELECTOR_BYTES {
            return None;
        }
        let list = SelectorList::parse(&Language, &mut Input::new(written), ParseRelative::No).ok()?;
        list.slice().first().cloned().map(Pattern)
    }

    /// The bytes of memory that this pattern can take, with the selector it was parsed from.
    pub(crate) fn max_bytes(&self, written: &str) -> usize {
        /// The list around the parts of a selector, with what the allocator adds.
        const PER_SELECTOR: usize = 64;
        /// A part, or a selector in parentheses for each byte that can begin one.
        const PER_PART: usize = 48;
        let parts = if written.contains('(') { written.len() } else { self.0.len() };
        PER_SELECTOR + PER_PART * parts + written.len()
    }

    /// The specificity: larger wins.
    pub(crate) fn specificity(&self) -> u32 {
        self.0.specificity()
    }
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
        let mut context = Matcher::context(&mut self.caches);
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
