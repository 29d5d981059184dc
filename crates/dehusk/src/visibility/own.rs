//! What one element does to the visibility of the text in it: by its attributes, and by the declarations that win for it.
//!
//! What it takes over from the elements around it is in `sight`.

use super::cascade::{Winner, Winners};
use super::color::BLACK;
use super::style::{
    COLOR, DISPLAY, Kinds, PROPERTIES, Property, Value, declarations, is_far, is_far_above, is_far_across,
};
use super::thresholds::{MAX_SEEN_MARGIN, MAX_UNSEEN_HEIGHT, MAX_UNSEEN_POINT, are_alike, can_hide};
use super::unseen::{is_hidden_by_browser, is_unseen};
use super::variables::Variables;
use crate::markup::{BLOCK, Tag};
use crate::page::Element;
use crate::selection::Hiding;

/// The declarations that win for an element.
#[derive(Debug)]
pub(super) struct Cascaded {
    pub(super) certain: Winners,
    /// Those that win if the rules apply that perhaps do; nothing if there is none.
    pub(super) perhaps: Option<Box<Winners>>,
    /// Whether an animation that is not known may change them.
    pub(super) is_doubtful: bool,
}

impl Cascaded {
    pub(super) const NONE: Cascaded =
        Cascaded { certain: [None; PROPERTIES], perhaps: None, is_doubtful: false };
}

/// The attributes of an element that matter here.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attributes {
    /// How the attributes hide the element, if no rule shows it: the style sheet of the browser.
    pub(super) hiding: Option<Hiding>,
    /// `aria-hidden=true` or `inert`, which hide it from screen readers only.
    pub(super) assistive: Option<Hiding>,
    /// The kinds of declarations that decide whether it is hidden, because of its attributes: those of its `style` attribute that
    /// can hide it, colors, and `display` if another attribute hides it.
    pub(super) kinds: Kinds,
    /// Whether it has a class or an id, so that rules of other sheets may match it.
    pub(super) is_named: bool,
    /// Whether no browser shows what is in it.
    pub(super) is_unseen: bool,
    /// Whether no size cuts its text off: a part of a table is never smaller than its text, and all of a page can be scrolled to.
    keeps_size: bool,
}

/// The elements that tables are made of, and those of the page.
const KEEPING_SIZE: [Tag; 9] =
    [Tag::Html, Tag::Body, Tag::Table, Tag::Tbody, Tag::Td, Tag::Tfoot, Tag::Th, Tag::Thead, Tag::Tr];

impl Attributes {
    pub(super) fn of(element: Element<'_>, variables: &Variables<'_>) -> Attributes {
        let mut found =
            Attributes { keeps_size: KEEPING_SIZE.contains(&element.tag()), ..Attributes::default() };
        let mut is_open = false;
        for (name, value) in element.raw_attributes() {
            let is = |word: &str| name.eq_ignore_ascii_case(word);
            match name.len() {
                2 | 5 if is("id") || is("class") => found.is_named |= !value.is_empty(),
                4 if is("open") => is_open = true,
                5 if is("style") => found.read_style(element, variables),
                5 if is("inert") => found.assistive = found.assistive.or(Some(Hiding::Inert)),
                6 if is("hidden") => {
                    let until_found = value.eq_ignore_ascii_case("until-found");
                    let how = if until_found { Hiding::UntilFound } else { Hiding::HiddenAttribute };
                    found.hiding = found.hiding.or(Some(how));
                }
                7 if is("popover") => found.hiding = found.hiding.or(Some(Hiding::ClosedDialog)),
                11 if is("aria-hidden") && value.trim().eq_ignore_ascii_case("true") => {
                    found.assistive = Some(Hiding::AriaHidden);
                }
                5 if is("color") => found.kinds |= COLOR,
                4 if is("text") && element.tag() == Tag::Body => found.kinds |= COLOR,
                _ => {}
            }
        }
        found.is_unseen = is_unseen(element);
        found.hiding = match element.tag() {
            _ if is_hidden_by_browser(element) => Some(Hiding::DisplayNone),
            Tag::Dialog if !is_open => found.hiding.or(Some(Hiding::ClosedDialog)),
            Tag::Details if !is_open => found.hiding.or(Some(Hiding::ClosedDetails)),
            _ => found.hiding,
        };
        found.kinds |= if found.hiding.is_some() { DISPLAY } else { 0 };
        found
    }

    fn read_style(&mut self, element: Element<'_>, variables: &Variables<'_>) {
        declarations(&element.attribute("style").unwrap_or_default(), variables, |property, value, _| {
            let matters = can_hide(property, value)
                || matches!(property, Property::Color | Property::TextFill)
                || matches!((property, value), (Property::Background, Value::Color(it)) if are_alike(it, BLACK));
            self.kinds |= if matters { property.kind() } else { 0 };
        });
    }
}

/// How an element hides itself with everything in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Boxed {
    pub(super) how: Hiding,
    /// The rule that does it; nothing if an attribute does, or the browser.
    pub(super) rule: Option<Winner>,
    /// Whether it does only if the element has a box of its own.
    pub(super) needs_box: bool,
}

/// Returns how an element hides itself with everything in it, whatever the elements inside say.
pub(super) fn boxed(winners: &Winners, attributes: &Attributes) -> Option<Boxed> {
    use Property as P;
    let get = |property: P| winners[property as usize];
    let value = |property: P| get(property).map(|winner| winner.value);
    let by = |how: Hiding, rule: Option<Winner>| Some(Boxed { how, rule, needs_box: false });
    if attributes.is_unseen {
        return by(Hiding::DisplayNone, None);
    }
    if value(P::Display) == Some(Value::None) {
        return by(Hiding::DisplayNone, get(P::Display));
    }
    if let Some(how) = attributes.hiding
        && (matches!(value(P::Display), None | Some(Value::OfBrowser))
            || matches!(how, Hiding::ClosedDetails | Hiding::UntilFound))
    {
        return by(how, None);
    }
    if value(P::Display) == Some(Value::Contents) {
        return None;
    }
    painted(winners).or_else(|| sized(winners, attributes))
}

/// Returns how the painting or the place of an element hides it, with or without a box of its own.
fn painted(winners: &Winners) -> Option<Boxed> {
    use Property as P;
    let is_out_of_flow =
        matches!(winners[P::Position as usize].map(|it| it.value), Some(Value::OutOfFlow | Value::Fixed));
    let hides = |property: P| hiding(winners, property);
    let clip = hides(P::Clip).filter(|_| is_out_of_flow);
    let causes = [
        (Hiding::Opacity, hides(P::Opacity).or_else(|| hides(P::Filter))),
        (Hiding::OffScreen, beyond_window(winners)),
        (Hiding::Clipped, clip.or_else(|| hides(P::ClipPath)).or_else(|| hides(P::Mask))),
        (Hiding::NoSize, hides(P::Zoom)),
    ];
    let mut found = causes.into_iter().filter(|(_, rule)| rule.is_some());
    found.next().map(|(how, rule)| Boxed { how, rule, needs_box: false })
}

/// Returns how the size of the box of an element, or what moves it, hides it.
fn sized(winners: &Winners, attributes: &Attributes) -> Option<Boxed> {
    use Property as P;
    let hides = |property: P| hiding(winners, property);
    let moves = [P::Transform, P::Translate, P::Rotate, P::Scale];
    let causes = [
        (Hiding::ContentVisibility, hides(P::ContentVisibility)),
        (Hiding::OffScreen, beyond_margin(winners)),
        (Hiding::Clipped, moves.into_iter().find_map(hides)),
        (Hiding::NoSize, without_size(winners).filter(|_| !attributes.keeps_size)),
    ];
    let mut found = causes.into_iter().filter(|(_, rule)| rule.is_some());
    found.next().map(|(how, rule)| Boxed { how, rule, needs_box: true })
}

/// The declaration that wins for a property, if it can hide a text.
fn hiding(winners: &Winners, property: Property) -> Option<Winner> {
    winners[property as usize].filter(|winner| can_hide(property, winner.value))
}

/// Whether an element is a part of a line, without a box of its own, as far as it is known: in a flexible box or a grid, each child
/// has a box.
pub(super) fn is_in_line(element: Element<'_>, winners: &Winners) -> bool {
    /// Elements with a box that are in a line.
    const WITH_BOX: [Tag; 18] = [
        Tag::Audio,
        Tag::Button,
        Tag::Canvas,
        Tag::Embed,
        Tag::Iframe,
        Tag::Img,
        Tag::Input,
        Tag::Math,
        Tag::Meter,
        Tag::Object,
        Tag::Progress,
        Tag::Select,
        Tag::Svg,
        Tag::Td,
        Tag::Textarea,
        Tag::Th,
        Tag::Tr,
        Tag::Video,
    ];
    use Property as P;
    let own = |property: P| winners[property as usize].map(|winner| winner.value);
    let is_free = matches!(own(P::Position), Some(Value::OutOfFlow | Value::Fixed))
        || own(P::Float).is_some_and(|value| value != Value::None);
    let is_inline = match own(P::Display) {
        None | Some(Value::OfBrowser) => {
            !element.is_foreign() && !element.tag().is(BLOCK) && !WITH_BOX.contains(&element.tag())
        }
        Some(value) => value == Value::Inline,
    };
    is_inline && !is_free
}

/// Returns the rule that places an element outside of the window.
fn beyond_window(winners: &Winners) -> Option<Winner> {
    use Property as P;
    let position =
        winners[P::Position as usize].map(|winner| winner.value).filter(|it| *it != Value::None)?;
    let is_beyond = |winner: &Winner, side: P| match (side, position) {
        (P::Left, _) => can_hide(side, winner.value) && !is_brought_back(winners, winner.value),
        (P::Right, Value::Other) => is_far_across(winner.value),
        (_, Value::Fixed) | (P::Right, _) => can_hide(side, winner.value),
        (P::Bottom, _) => is_far_above(winner.value),
        _ => is_far(winner.value),
    };
    let sides = [P::Left, P::Right, P::Top, P::Bottom];
    sides.into_iter().find_map(|side| winners[side as usize].filter(|winner| is_beyond(winner, side)))
}

/// Whether a margin or a padding brings a box back that is placed to the left of the window.
fn is_brought_back(winners: &Winners, place: Value) -> bool {
    let Value::Length(place) = place else { return false };
    let shifts =
        [Property::MarginLeft, Property::PaddingLeft].into_iter().filter_map(|it| pixels(winners, it));
    let shift = shifts.fold(0.0, |sum, shift| sum + shift);
    is_far(Value::Length(place)) && shift > 0.0 && !is_far(Value::Length(place + shift))
}

/// Returns the rule that moves an element out of the window by its margin, unless its padding or its place brings it back.
fn beyond_margin(winners: &Winners) -> Option<Winner> {
    use Property as P;
    let sum =
        |properties: [P; 3]| -> f32 { properties.into_iter().filter_map(|it| pixels(winners, it)).sum() };
    let sides = [[P::MarginLeft, P::PaddingLeft, P::Left], [P::MarginTop, P::PaddingTop, P::Top]];
    let [margin, ..] = sides.into_iter().find(|side| sum(*side) <= MAX_SEEN_MARGIN)?;
    winners[margin as usize].filter(|winner| can_hide(margin, winner.value))
}

/// The length that wins for a property.
fn pixels(winners: &Winners, property: Property) -> Option<f32> {
    match winners[property as usize] {
        Some(Winner { value: Value::Length(pixels), .. }) => Some(pixels),
        _ => None,
    }
}

/// Returns the rule that gives an element a box without size that cuts its text off, or in which it could be scrolled only.
fn without_size(winners: &Winners) -> Option<Winner> {
    use Property as P;
    let pixels = |property: P| pixels(winners, property);
    let smallest = |one: P, other: P| match (pixels(one), pixels(other)) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let cuts = |overflow: &Winner| matches!(overflow.value, Value::Hidden | Value::Scrolls);
    let overflow = winners[P::Overflow as usize].filter(cuts)?;
    let (width, height) = (smallest(P::Width, P::MaxWidth), smallest(P::Height, P::MaxHeight));
    let is_larger = |property: P, most: f32| pixels(property).is_some_and(|pixels| pixels > most);
    // A minimum that its content gives, for example.
    let is_unknown = |property: P| winners[property as usize].is_some_and(|it| it.value == Value::Other);
    let is_high = is_larger(P::MinHeight, MAX_UNSEEN_HEIGHT)
        // A large padding above makes room for a child that is placed in it, as for films.
        || is_larger(P::PaddingTop, MAX_UNSEEN_HEIGHT)
        || is_larger(P::PaddingBottom, MAX_UNSEEN_HEIGHT)
        || is_unknown(P::MinHeight);
    let is_wide = is_larger(P::MinWidth, 0.0) || is_unknown(P::MinWidth);
    let is_at_most = |side: Option<f32>, most: f32| side.is_some_and(|side| side <= most);
    let is_flat = is_at_most(height, MAX_UNSEEN_HEIGHT) && !is_high;
    let is_narrow = is_at_most(width, 0.0) && !is_wide;
    let is_point = [width, height].into_iter().all(|side| is_at_most(side, MAX_UNSEEN_POINT));
    (is_flat || is_narrow || (is_point && !is_high && !is_wide)).then_some(overflow)
}
