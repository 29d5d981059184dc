//! The visibility of elements: from the root of the page down to an element, each element takes over from its parent
//! what is inherited and adds what its own attributes and rules do.
//!
//! Only the elements asked for and those around them are looked at, each once.

use super::backdrop::{Backdrop, has_background, has_color_of_text, shows_image, text_attribute};
use super::cascade::{INLINE, Styles, Winner, Winners};
use super::own::{Attributes, Boxed, Cascaded, boxed, is_in_line};
use super::shadow::Shadows;
use super::style::{self, COLOR, Kinds, Property, Value, is_far};
use super::thresholds::{MAX_UNSEEN_ALPHA, MAX_UNSEEN_TEXT, MIN_SEEN_SHARE};
use super::unseen::is_unseen;
use super::variables::{Definitions, Variables};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Element, Page, Run, push_growing_slowly};
use crate::selection::Hiding;
use crate::window::TEXT_SIZE;
use std::collections::HashMap;

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
    /// Whether it perhaps hides nothing, because that depends on what is not known.
    pub(super) is_doubtful: bool,
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
    pub(super) const NONE: Causes = Causes { boxed: NO_CAUSE, inherited: [NO_CAUSE; 4] };

    pub(super) fn is_none(self) -> bool {
        self == Causes::NONE
    }

    /// The kinds of properties by which an element inside can undo the inherited causes.
    fn kinds(self) -> Kinds {
        let kinds = [style::VISIBILITY, style::FONT, style::INDENT, COLOR];
        let active = kinds.into_iter().zip(self.inherited).filter(|(_, cause)| *cause != NO_CAUSE);
        active.fold(0, |all, (kind, _)| all | kind)
    }

    /// Those of the causes that hide a picture too: size, indentation and color are those of text.
    fn of_picture(self) -> Causes {
        let mut inherited = [NO_CAUSE; 4];
        inherited[VISIBILITY] = self.inherited[VISIBILITY];
        Causes { inherited, ..self }
    }

    /// The causes, without those around the innermost one that hides everything inside an element.
    pub(super) fn all(self) -> impl Iterator<Item = u32> {
        std::iter::once(self.boxed).chain(self.inherited).filter(|cause| *cause != NO_CAUSE)
    }
}

/// What an element passes on to its children.
#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    depth: u32,
    causes: Causes,
    /// The size of its text in pixels, as far as it is known: that of text nobody can read, and of what is around it.
    text_size: f32,
    /// Whether it is a `details` that is not open. Its `summary` is visible.
    is_closed: bool,
}

impl State {
    /// The kinds of properties by which an element inside can undo the inherited causes, or make small text smaller.
    fn kinds(self) -> Kinds {
        let is_small = self.text_size < TEXT_SIZE * MIN_SEEN_SHARE;
        self.causes.kinds() | if is_small { style::FONT } else { 0 }
    }
}

/// The visibility of the elements of one page.
#[derive(Debug)]
pub(crate) struct Visibility {
    styles: Styles,
    shadows: Shadows,
    definitions: Definitions,
    /// Whether other sheets, which are not read, may give elements a background, a color or a size of text.
    has_linked_sheets: bool,
    /// For each node, one plus the index of its state; 0 if it is not known yet.
    known: Vec<u32>,
    states: Vec<State>,
    /// For each depth, one plus the index of its latest state, which most elements there share; 0 if there is none yet.
    latest: Vec<u32>,
    pub(super) causes: Vec<Cause>,
    /// For causes that elements inside perhaps undo, those that say so.
    doubted: HashMap<u32, u32>,
    /// The causes of text that has no slot, by the elements that it is in.
    unslotted: HashMap<u32, u32>,
    /// What is behind the text of the elements that were asked for.
    backdrops: HashMap<u32, Backdrop>,
    /// What is behind the page.
    paper: Backdrop,
}

impl Visibility {
    /// Reads the style sheets of a page. The elements are looked at when they are asked for.
    pub(crate) fn of(page: &Page<'_>) -> Visibility {
        let has_linked_sheets = page.has_linked_sheets();
        let definitions = Definitions::default();
        let variables = Variables::new(page.source().text(), &definitions);
        Visibility {
            styles: Styles::of(page, &variables, !has_linked_sheets),
            shadows: Shadows::of(page),
            doubted: HashMap::new(),
            unslotted: HashMap::new(),
            definitions,
            has_linked_sheets,
            paper: Backdrop::paper(page, has_linked_sheets),
            known: vec![0; page.node_count()],
            states: Vec::new(),
            latest: Vec::new(),
            causes: Vec::new(),
            backdrops: HashMap::new(),
        }
    }

    /// Returns what hides a run.
    pub(super) fn of_run(
        &mut self,
        page: &Page<'_>,
        run: &Run,
        deadline: &mut Deadline,
    ) -> Result<Causes, TimedOut> {
        page.element_of(run).map_or(Ok(Causes::NONE), |element| self.of_element(page, element, deadline))
    }

    /// Returns what hides the text of an element.
    pub(super) fn of_element(
        &mut self,
        page: &Page<'_>,
        element: Element<'_>,
        deadline: &mut Deadline,
    ) -> Result<Causes, TimedOut> {
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
            let state = self.state(page, element, false, deadline)?;
            self.known[element.id() as usize] = self.remember(state);
        }
        let causes = self.state_of(Some(element)).causes;
        let is_slotted = !self.shadows.hide_text_in(element);
        Ok(if is_slotted { causes } else { self.without_slot(element, causes) })
    }

    /// Returns what hides a picture, a player or a frame itself, which readers may see although no browser shows what is in it.
    pub(super) fn of_media(
        &mut self,
        page: &Page<'_>,
        element: Element<'_>,
        deadline: &mut Deadline,
    ) -> Result<Causes, TimedOut> {
        let within = self.of_element(page, element, deadline)?;
        let causes =
            if is_unseen(element) { self.state(page, element, true, deadline)?.causes } else { within };
        Ok(causes.of_picture())
    }

    /// The causes of text that has no slot.
    fn without_slot(&mut self, element: Element<'_>, around: Causes) -> Causes {
        let known = self.unslotted.get(&element.id()).copied();
        let boxed = known.unwrap_or_else(|| self.add(element, Hiding::DisplayNone, None, around.boxed));
        self.unslotted.insert(element.id(), boxed);
        Causes { boxed, ..around }
    }

    /// Returns one plus the index of a state.
    fn remember(&mut self, state: State) -> u32 {
        let depth = state.depth as usize;
        if self.latest.len() <= depth {
            self.latest.resize(depth + 1, 0);
        }
        let latest = self.latest[depth];
        if latest > 0 && self.states[latest as usize - 1] == state {
            return latest;
        }
        push_growing_slowly(&mut self.states, state);
        self.latest[depth] = self.states.len() as u32;
        self.latest[depth]
    }

    /// Whether the page shows an element as a block, by its `style` attribute or by a rule. The number of rules
    /// that are tried is limited for each page, so this needs no deadline.
    pub(crate) fn shows_as_block(&mut self, page: &Page<'_>, element: Element<'_>) -> bool {
        let depth = std::iter::successors(Some(element), Element::parent).count();
        let deadline = Deadline::after(None);
        let variables = Variables::new(page.source().text(), &self.definitions);
        let winners = self.styles.winners(element, depth, style::DISPLAY, &variables, &deadline);
        let display = winners.ok().and_then(|winners| winners.certain[Property::Display as usize]);
        display.is_some_and(|winner| winner.value == Value::Block)
    }

    fn state_of(&self, element: Option<Element<'_>>) -> State {
        let index = element.map_or(0, |element| self.known[element.id() as usize]);
        let page = State { depth: 0, causes: Causes::NONE, text_size: TEXT_SIZE, is_closed: false };
        index.checked_sub(1).map_or(page, |index| self.states[index as usize])
    }

    /// Returns the state of what is in an element whose parent is known, or that of the element itself.
    fn state(
        &mut self,
        page: &Page<'_>,
        element: Element<'_>,
        is_itself: bool,
        deadline: &Deadline,
    ) -> Result<State, TimedOut> {
        let around = self.state_of(element.parent());
        let mut state = State { depth: around.depth + 1, is_closed: false, ..around };
        if around.is_closed && element.tag() == Tag::Summary {
            state.causes.boxed = self.causes[around.causes.boxed as usize].outer;
        }
        let variables = Variables::new(page.source().text(), &self.definitions);
        let mut attributes = Attributes::of(element, &variables);
        attributes.is_unseen = self.shadows.hide(element) || (attributes.is_unseen && !is_itself);
        let depth = state.depth as usize;
        let by_rules = self.styles.hiding(element, depth, &variables, deadline)?;
        let kinds = attributes.kinds | state.kinds() | by_rules;
        let winners = if kinds == 0 {
            Cascaded::NONE
        } else {
            self.styles.winners(element, depth, kinds | style::ANIMATION, &variables, deadline)?
        };
        self.add_boxed(element, &attributes, &winners, &mut state);
        self.inherit(element, &attributes, &winners, &mut state);
        if kinds & COLOR != 0 {
            self.tint(page, element, &attributes, &winners.certain, &mut state, deadline)?;
        }
        Ok(state)
    }

    fn add_boxed(
        &mut self,
        element: Element<'_>,
        attributes: &Attributes,
        winners: &Cascaded,
        state: &mut State,
    ) {
        let is_math = || matches!(element.tag(), Tag::Math) || element.is_foreign();
        let own = |it: &Winners| boxed(it, attributes).filter(|it| it.how != Hiding::Clipped || !is_math());
        let (certain, perhaps) = (own(&winners.certain), winners.perhaps.as_deref().map(own));
        let may_be_animated = winners.is_doubtful && certain.is_some_and(|it| it.how != Hiding::DisplayNone);
        let lacks_box = |it: Boxed, winners: &Winners| it.needs_box && is_in_line(element, winners);
        let is_doubtful = may_be_animated
            || certain.is_some_and(|it| lacks_box(it, &winners.certain))
            || perhaps.is_some_and(|perhaps| perhaps.is_some() != certain.is_some());
        let own = certain.or(perhaps.flatten()).map(|it| (it.how, it.rule));
        // What is hidden from everybody is not hidden once more from screen readers.
        let is_seen = state.causes.boxed == NO_CAUSE;
        let assistive = attributes.assistive.filter(|_| is_seen).map(|how| (how, None));
        if let Some((how, rule)) = own.or(assistive) {
            let outer = state.causes.boxed;
            state.causes.boxed = self.add(element, how, rule, outer);
            self.doubt(state.causes.boxed, is_doubtful && rule.is_some());
            state.is_closed = how == Hiding::ClosedDetails;
        }
    }

    fn add(&mut self, element: Element<'_>, how: Hiding, rule: Option<Winner>, outer: u32) -> u32 {
        let rule = rule.map_or(BY_ATTRIBUTE, |winner| winner.rule);
        self.causes.push(Cause { how, element: element.id(), rule, outer, is_doubtful: false });
        self.causes.len() as u32 - 1
    }

    /// Marks a cause of which it is not known whether it hides something.
    fn doubt(&mut self, cause: u32, is_doubtful: bool) {
        self.causes[cause as usize].is_doubtful |= is_doubtful;
    }

    /// Takes over or replaces the inherited properties.
    fn inherit(
        &mut self,
        element: Element<'_>,
        attributes: &Attributes,
        winners: &Cascaded,
        state: &mut State,
    ) {
        let own = |property: Property| {
            winners.certain[property as usize].filter(|winner| winner.value != Value::Inherit)
        };
        let is_unknown = self.is_unknown(attributes);
        self.inherit_visibility(element, winners, state);
        match own(Property::FontSize) {
            Some(winner) => {
                state.text_size = text_size(winner.value, state.text_size);
                let hides = state.text_size <= MAX_UNSEEN_TEXT;
                self.replace(element, state, (SIZE, Hiding::FontSize), hides.then_some(winner));
            }
            None if is_unknown => {
                self.doubt_inherited(SIZE, state);
                state.text_size = TEXT_SIZE;
            }
            None => {}
        }
        if let Some(winner) = own(Property::TextIndent) {
            let count = self.causes.len();
            self.replace(element, state, (INDENT, Hiding::OffScreen), is_far(winner.value).then_some(winner));
            if self.causes.len() > count {
                self.doubt(count as u32, is_in_line(element, &winners.certain));
            }
        }
    }

    fn inherit_visibility(&mut self, element: Element<'_>, winners: &Cascaded, state: &mut State) {
        let own = |it: &Winners| it[Property::Visibility as usize].filter(|it| it.value != Value::Inherit);
        let certain = own(&winners.certain);
        let perhaps = winners.perhaps.as_deref().map_or(certain, own);
        let hides = |it: &Winner| it.value == Value::Hidden;
        let hiding = certain.filter(hides).or(perhaps.filter(hides));
        if certain.or(perhaps).is_some() {
            let count = self.causes.len();
            self.replace(element, state, (VISIBILITY, Hiding::VisibilityHidden), hiding);
            if self.causes.len() > count {
                let differ = certain.is_some_and(|it| hides(&it)) != perhaps.is_some_and(|it| hides(&it));
                self.doubt(count as u32, differ || winners.is_doubtful);
            }
        }
    }

    /// Whether another sheet, which is not read, may give an element a size, a color or a background.
    fn is_unknown(&self, attributes: &Attributes) -> bool {
        self.has_linked_sheets && attributes.is_named
    }

    /// Replaces an inherited cause by one like it that perhaps hides nothing, since another sheet may undo it.
    fn doubt_inherited(&mut self, kind: usize, state: &mut State) {
        let certain = state.causes.inherited[kind];
        if certain == NO_CAUSE || self.causes[certain as usize].is_doubtful {
            return;
        }
        let next = self.causes.len() as u32;
        let doubtful = *self.doubted.entry(certain).or_insert(next);
        if doubtful == next {
            let cause = Cause { is_doubtful: true, ..self.causes[certain as usize] };
            self.causes.push(cause);
        }
        state.causes.inherited[kind] = doubtful;
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

    /// Sets or ends the cause that text has the color of its background. Looks only at elements with a color of their own.
    fn tint(
        &mut self,
        page: &Page<'_>,
        element: Element<'_>,
        attributes: &Attributes,
        winners: &Winners,
        state: &mut State,
        deadline: &Deadline,
    ) -> Result<(), TimedOut> {
        let color = own(winners, Property::TextFill).or_else(|| own(winners, Property::Color));
        let has_color =
            color.is_some() || text_attribute(element).is_some() || has_background(element, winners);
        // The color of letters in a picture is that of its own attribute `fill`.
        if !has_color || element.is_foreign() {
            if self.is_unknown(attributes) {
                self.doubt_inherited(TINT, state);
            }
            return Ok(());
        }
        let backdrop = self.backdrop(page, element, state.depth as usize, deadline)?;
        let unseen = self.unseen_text(backdrop, attributes, winners, color);
        state.causes.inherited[TINT] = match (unseen, state.causes.inherited[TINT]) {
            (None, _) => NO_CAUSE,
            (Some(is_doubtful), NO_CAUSE) => {
                let rule = color.or_else(|| own(winners, Property::Background));
                let cause = self.add(element, Hiding::SameColor, rule, NO_CAUSE);
                self.doubt(cause, is_doubtful);
                cause
            }
            (Some(_), before) => before,
        };
        Ok(())
    }

    /// Whether it is doubtful that the text of an element cannot be seen for its color; nothing, if it can be seen. `own_color` is
    /// the declaration that gives the element a color.
    fn unseen_text(
        &self,
        backdrop: Backdrop,
        attributes: &Attributes,
        winners: &Winners,
        own_color: Option<Winner>,
    ) -> Option<bool> {
        if has_color_of_text(winners) {
            return Some(false);
        }
        let color = backdrop.text.color?;
        let is_transparent = color[3] <= MAX_UNSEEN_ALPHA;
        if !backdrop.hides(color) || (is_transparent && shows_image(winners)) {
            return None;
        }
        let is_of_style = own_color.is_none_or(|winner| winner.rule == INLINE);
        // Where the paper is a guess, only white that is given for this text is looked at.
        if backdrop.is_guessed && !is_transparent && (attributes.is_named || !is_of_style) {
            return None;
        }
        // What a rule of the page matches, those of other sheets may match too.
        let is_of_rule = own_color.is_none_or(|winner| winner.rule != INLINE);
        let is_uncertain = backdrop.is_doubtful || (self.has_linked_sheets && is_of_rule);
        Some(is_uncertain && !is_transparent)
    }

    /// Returns what is behind the text of an element. Each element is looked at once.
    fn backdrop(
        &mut self,
        page: &Page<'_>,
        element: Element<'_>,
        depth: usize,
        deadline: &Deadline,
    ) -> Result<Backdrop, TimedOut> {
        let mut missing = Vec::new();
        let mut at = Some(element);
        while let Some(element) = at
            && !self.backdrops.contains_key(&element.id())
        {
            missing.push(element);
            at = element.parent();
        }
        let mut backdrop = at.map_or(self.paper, |known| self.backdrops[&known.id()]);
        let variables = Variables::new(page.source().text(), &self.definitions);
        for (levels, element) in missing.into_iter().enumerate().rev() {
            let kinds = if self.has_linked_sheets { COLOR } else { COLOR | style::PLACE };
            let winners = self.styles.winners(element, depth - levels, kinds, &variables, deadline)?.certain;
            let is_unknown = self.has_linked_sheets && Attributes::of(element, &variables).is_named;
            let has_underlay = || self.styles.has_underlay(element, &variables);
            backdrop = backdrop.of(element, &winners, is_unknown, has_underlay);
            self.backdrops.insert(element.id(), backdrop);
        }
        Ok(backdrop)
    }
}

/// The declaration that wins for a property, unless it has the value of the parent.
fn own(winners: &Winners, property: Property) -> Option<Winner> {
    winners[property as usize].filter(|winner| winner.value != Value::Inherit)
}

/// Returns the size of text that a value means where the text around has this size.
fn text_size(value: Value, around: f32) -> f32 {
    match value {
        Value::Length(pixels) => pixels,
        Value::Number(share) => share * around,
        _ => TEXT_SIZE,
    }
}
