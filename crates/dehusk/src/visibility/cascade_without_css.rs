//! The cascade without the feature `css`: only `style` attributes count.

use super::animation::{Keyframes, animate};
use super::own::Cascaded;
use super::style::{Kinds, PROPERTIES, Value, declarations};
use super::variables::Variables;
use crate::budget::{Deadline, TimedOut};
use crate::page::{Element, Page};

/// The number of a declaration's rule in `style` attributes.
pub(super) const INLINE: u32 = u32::MAX;

/// For each property, the declaration that wins.
pub(super) type Winners = [Option<Winner>; PROPERTIES];

/// A declaration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Winner {
    pub(super) value: Value,
    /// Always [`INLINE`].
    pub(super) rule: u32,
    important: bool,
}

impl Winner {
    /// The same declaration with another value.
    pub(super) fn with(self, value: Value) -> Winner {
        Winner { value, ..self }
    }

    /// Whether animations change nothing about it.
    pub(super) fn is_important(self) -> bool {
        self.important
    }
}

/// The rules of a page: none.
#[derive(Debug)]
pub(super) struct Styles;

impl Styles {
    pub(super) fn of(_page: &Page<'_>, _variables: &Variables<'_>, _is_paper_white: bool) -> Styles {
        Styles
    }

    /// No kinds.
    pub(super) fn hiding(
        &mut self,
        _element: Element<'_>,
        _depth: usize,
        _variables: &Variables<'_>,
        _deadline: &Deadline,
    ) -> Result<Kinds, TimedOut> {
        Ok(0)
    }

    /// Never: only sheets have pseudo-elements.
    pub(super) fn has_underlay(&mut self, _element: Element<'_>, _variables: &Variables<'_>) -> bool {
        false
    }

    /// Returns the winning declarations of the `style` attribute.
    pub(super) fn winners(
        &mut self,
        element: Element<'_>,
        _depth: usize,
        _kinds: Kinds,
        variables: &Variables<'_>,
        _deadline: &Deadline,
    ) -> Result<Cascaded, TimedOut> {
        let mut winners = [None; PROPERTIES];
        if let Some(style) = element.attribute("style") {
            declarations(&style, variables, |property, value, important| {
                let slot: &mut Option<Winner> = &mut winners[property as usize];
                if slot.is_none_or(|old| important >= old.important) {
                    *slot = Some(Winner { value, rule: INLINE, important });
                }
            });
        }
        let is_doubtful = animate(&mut winners, &Keyframes::new(), variables);
        Ok(Cascaded { certain: winners, perhaps: None, is_doubtful })
    }
}
