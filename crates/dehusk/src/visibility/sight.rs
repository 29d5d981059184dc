//! The visibility of elements: from the root of the page down to an element, each element takes over from its parent
//! what is inherited and adds what its own attributes and rules do.
//!
//! Only the elements asked for and those around them are looked at, each once.

use super::cascade::{INLINE, Styles, Winner, Winners};
use super::own::{Attributes, boxed};
use super::style::{Color, PROPERTIES, Property, Value, color, is_far};
use super::thresholds::{MAX_UNSEEN_ALPHA, MAX_UNSEEN_TEXT, are_alike};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Element, Page, Run};
use crate::selection::Hiding;

/// The index that means "no cause".
pub(super) const NO_CAUSE: u32 = u32::MAX;

/// An element that hides text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cause {
    pub(super) how: Hiding,
    pub(super) element: u32,
    /// The rule that hides it: one of the page's, [`INLINE`] or [`BY_ATTRIBUTE`].
    pub(super) rule: u32,
    /// The cause around it that hides everything inside, or [`NO_CAUSE`].
    pub(super) outer: u32,
}

/// The rule of causes that are attributes.
pub(super) const BY_ATTRIBUTE: u32 = u32::MAX - 1;

/// The causes that hide a text, each the index of a [`Cause`] or [`NO_CAUSE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Causes {
    /// The innermost cause that hides everything inside an element.
    pub(super) boxed: u32,
    /// The causes that elements inside can undo: visibility, size of text, indentation and color.
    pub(super) inherited: [u32; 4],
}

const VISIBILITY: usize = 0;
const SIZE: usize = 1;
const INDENT: usize = 2;
const TINT: usize = 3;

impl Causes {
    const NONE: Causes = Causes { boxed: NO_CAUSE, inherited: [NO_CAUSE; 4] };

    pub(super) fn is_none(self) -> bool {
        self == Causes::NONE
    }

    /// The causes, without those around the innermost one that hides everything inside an element.
    pub(super) fn all(self) -> impl Iterator<Item = u32> {
        std::iter::once(self.boxed).chain(self.inherited).filter(|cause| *cause != NO_CAUSE)
    }
}

/// What an element passes on to its children.
#[derive(Clone, Copy, Debug)]
struct State {
    depth: u32,
    causes: Causes,
    /// The color of text, if the page gives it.
    color: Option<Color>,
    /// The background, if it is known.
    backdrop: Option<Color>,
    /// Whether it is a `details` that is not open. Its `summary` is visible.
    is_closed: bool,
}

/// The visibility of the elements of one page.
#[derive(Debug)]
pub(crate) struct Visibility {
    styles: Styles,
    /// Whether other sheets, which are not read, may give elements a background, a color or a size of text.
    has_linked_sheets: bool,
    /// For each node, one plus the index of its state; 0 if it is not known yet.
    known: Vec<u32>,
    states: Vec<State>,
    pub(super) causes: Vec<Cause>,
}

impl Visibility {
    /// Reads the style sheets of a page. The elements are looked at when they are asked for.
    pub(crate) fn of(page: &Page<'_>) -> Visibility {
        let has_linked_sheets = page.has_linked_sheets();
        Visibility {
            styles: Styles::of(page, !has_linked_sheets),
            has_linked_sheets,
            known: vec![0; page.node_count()],
            states: Vec::new(),
            causes: Vec::new(),
        }
    }

    /// Returns what hides a run.
    pub(super) fn of_run(
        &mut self,
        page: &Page<'_>,
        run: &Run,
        deadline: &mut Deadline,
    ) -> Result<Causes, TimedOut> {
        let Some(element) = page.element_of(run) else { return Ok(Causes::NONE) };
        let mut missing = Vec::new();
        let mut at = Some(element);
        while let Some(element) = at
            && self.known[element.id() as usize] == 0
        {
            missing.push(element);
            at = element.parent();
        }
        for element in missing.into_iter().rev() {
            deadline.tick()?;
            let state = self.state(page, element, deadline)?;
            self.states.push(state);
            self.known[element.id() as usize] = self.states.len() as u32;
        }
        Ok(self.state_of(Some(element)).causes)
    }

    fn state_of(&self, element: Option<Element<'_>>) -> State {
        let index = element.map_or(0, |element| self.known[element.id() as usize]);
        let paper = (!self.has_linked_sheets).then_some([255; 4]);
        let page = State { depth: 0, causes: Causes::NONE, color: None, backdrop: paper, is_closed: false };
        index.checked_sub(1).map_or(page, |index| self.states[index as usize])
    }

    /// Returns the state of an element whose parent is known.
    fn state(
        &mut self,
        page: &Page<'_>,
        element: Element<'_>,
        deadline: &Deadline,
    ) -> Result<State, TimedOut> {
        let around = self.state_of(element.parent());
        let mut state = State { depth: around.depth + 1, is_closed: false, ..around };
        if around.is_closed && element.tag() == Tag::Summary {
            state.causes.boxed = self.causes[around.causes.boxed as usize].outer;
        }
        let attributes = Attributes::of(element);
        let depth = state.depth as usize;
        let needs_rules = attributes.style_hides
            || attributes.is_colored
            || attributes.hiding.is_some()
            || state.causes.inherited != Causes::NONE.inherited
            || state.color.is_some()
            || self.styles.can_hide(element, depth, page.source().text(), deadline)?;
        let winners = if needs_rules {
            self.styles.winners(element, depth, page.source().text(), deadline)?
        } else {
            [None; PROPERTIES]
        };
        self.add_boxed(element, &attributes, &winners, &mut state);
        self.inherit(element, &attributes, &winners, &mut state);
        Ok(state)
    }

    fn add_boxed(
        &mut self,
        element: Element<'_>,
        attributes: &Attributes,
        winners: &Winners,
        state: &mut State,
    ) {
        let is_math = || matches!(element.tag(), Tag::Math) || element.is_foreign();
        let own = boxed(winners, attributes).filter(|(how, _)| *how != Hiding::Clipped || !is_math());
        let assistive = attributes.assistive.map(|how| (how, None));
        if let Some((how, rule)) = own.or(assistive) {
            let outer = state.causes.boxed;
            state.causes.boxed = self.add(element, how, rule, outer);
            state.is_closed = how == Hiding::ClosedDetails;
        }
    }

    fn add(&mut self, element: Element<'_>, how: Hiding, rule: Option<Winner>, outer: u32) -> u32 {
        let rule = rule.map_or(BY_ATTRIBUTE, |winner| winner.rule);
        self.causes.push(Cause { how, element: element.id(), rule, outer });
        self.causes.len() as u32 - 1
    }

    /// Takes over or replaces the inherited properties.
    fn inherit(
        &mut self,
        element: Element<'_>,
        attributes: &Attributes,
        winners: &Winners,
        state: &mut State,
    ) {
        let own =
            |property: Property| winners[property as usize].filter(|winner| winner.value != Value::Inherit);
        // An element with a class may have another size or color in a sheet that is not read.
        let is_unknown = self.has_linked_sheets && attributes.is_named;
        if let Some(winner) = own(Property::Visibility) {
            let hides = winner.value == Value::Hidden;
            self.replace(element, state, (VISIBILITY, Hiding::VisibilityHidden), hides.then_some(winner));
        }
        match own(Property::FontSize) {
            Some(winner) => {
                let hides = matches!(winner.value, Value::Length(pixels) if pixels <= MAX_UNSEEN_TEXT);
                self.replace(element, state, (SIZE, Hiding::FontSize), hides.then_some(winner));
            }
            None if is_unknown => state.causes.inherited[SIZE] = NO_CAUSE,
            None => {}
        }
        if let Some(winner) = own(Property::TextIndent) {
            self.replace(element, state, (INDENT, Hiding::OffScreen), is_far(winner.value).then_some(winner));
        }
        self.tint(element, is_unknown, winners, state);
    }

    /// Sets or ends an inherited cause.
    fn replace(
        &mut self,
        element: Element<'_>,
        state: &mut State,
        (kind, how): (usize, Hiding),
        cause: Option<Winner>,
    ) {
        let before = state.causes.inherited[kind];
        state.causes.inherited[kind] = match cause {
            None => NO_CAUSE,
            Some(_) if before != NO_CAUSE => before,
            Some(winner) => self.add(element, how, Some(winner), NO_CAUSE),
        };
    }

    /// Sets color and background, and whether the text has the color of its background.
    fn tint(&mut self, element: Element<'_>, is_unknown: bool, winners: &Winners, state: &mut State) {
        let own = |property: Property| winners[property as usize];
        let attribute =
            |name| element.attribute(name).and_then(|value| color(&value.trim().to_ascii_lowercase()));
        let background = match own(Property::Background).map(|winner| winner.value) {
            Some(Value::Color([.., alpha])) if alpha <= MAX_UNSEEN_ALPHA => state.backdrop,
            Some(Value::Color(color)) if color[3] == u8::MAX => Some(color),
            Some(Value::Inherit) => state.backdrop,
            Some(_) => None,
            None if is_unknown => attribute("bgcolor"),
            None => attribute("bgcolor").or(state.backdrop),
        };
        let has_image = own(Property::BackgroundImage).is_some_and(|winner| winner.value == Value::Other);
        state.backdrop = background.filter(|_| !has_image);
        let winner = own(Property::Color).filter(|winner| winner.value != Value::Inherit);
        let font_color = || if element.tag() == Tag::Font { attribute("color") } else { None };
        state.color = match winner.map(|winner| winner.value) {
            Some(Value::Color(color)) => Some(color),
            Some(_) => None,
            None if is_unknown || element.tag() == Tag::A => font_color(),
            None => font_color().or(state.color),
        };
        let shows_image = own(Property::BackgroundClip).is_some_and(|winner| winner.value == Value::Empty);
        let is_unseen = !shows_image
            && state.color.is_some_and(|color| {
                color[3] <= MAX_UNSEEN_ALPHA
                    || state.backdrop.is_some_and(|backdrop| are_alike(color, backdrop))
            });
        state.causes.inherited[TINT] = match (is_unseen, state.causes.inherited[TINT]) {
            (false, _) => NO_CAUSE,
            (true, NO_CAUSE) => {
                let rule = winner.or(own(Property::Background));
                let index = self.add(element, Hiding::SameColor, rule, NO_CAUSE);
                if rule.is_none_or(|winner| winner.rule == INLINE) {
                    self.causes[index as usize].rule = INLINE;
                }
                index
            }
            (true, before) => before,
        };
    }
}
