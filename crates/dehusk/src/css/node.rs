//! Adapts our tree to the crate `selectors`: the name, attributes and neighbors of each element.

use super::state::State;
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::Element;
use cssparser::{ParseError, Parser as Input, ToCss};
use precomputed_hash::PrecomputedHash;
use selectors::OpaqueElement;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::MatchingContext;
use selectors::matching::ElementSelectorFlags;
use selectors::parser::{Parser, PseudoElement, SelectorImpl, SelectorParseErrorKind};
use std::cell::{Cell, RefCell};
use std::fmt;

/// Maximum depth of an element that `:has` can find. `selectors` matches `:has` by recursion, and without
/// this limit a deep page could overflow the stack of a thread. The default of
/// [`crate::budget::Limits::max_depth`] is half of it.
const MAX_HAS_DEPTH: usize = 1024;

/// The supported selector language: only selectors that depend on nothing but the page.
pub(super) struct Language {
    /// Whether it is that of style sheets, with all that browsers know.
    of_sheets: bool,
}

impl Language {
    pub(super) const OF_CALLER: Language = Language { of_sheets: false };
    pub(super) const OF_SHEETS: Language = Language { of_sheets: true };
}

impl<'i> Parser<'i> for Language {
    type Impl = Css;
    type Error = SelectorParseErrorKind;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_parent_selector(&self) -> bool {
        self.of_sheets
    }

    fn parse_non_ts_pseudo_class(&self, name: &str) -> Result<State, Invalid> {
        State::of_name(name).filter(|_| self.of_sheets).ok_or_else(unsupported)
    }

    fn parse_non_ts_functional_pseudo_class(
        &self,
        name: &str,
        input: &mut Input<'i>,
        _after_part: bool,
    ) -> Result<State, Invalid> {
        let words = input.parse_comma_separated(|input| {
            Ok::<_, Invalid>(input.expect_ident_or_string()?.as_ref().to_ascii_lowercase())
        })?;
        State::of_function(name, &words).filter(|_| self.of_sheets).ok_or_else(unsupported)
    }

    fn is_is_alias(&self, name: &str) -> bool {
        self.of_sheets && name.eq_ignore_ascii_case("-webkit-any")
    }

    fn allow_forgiving_selectors(&self) -> bool {
        self.of_sheets
    }
}

/// Why a selector cannot be parsed.
type Invalid = ParseError<SelectorParseErrorKind>;

fn unsupported() -> Invalid {
    ParseError::custom(SelectorParseErrorKind::UnsupportedPseudoClassOrElement)
}

/// Tells the crate `selectors` which types a parsed selector consists of.
#[derive(Clone, Debug)]
pub(super) struct Css;

impl SelectorImpl for Css {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Text;
    type Identifier = Text;
    type LocalName = Name;
    type NamespaceUrl = Text;
    type NamespacePrefix = Text;
    type BorrowedNamespaceUrl = Text;
    type BorrowedLocalName = Name;
    type NonTSPseudoClass = State;
    type PseudoElement = Never;
}

/// A piece of text in a selector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text(String);

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.to_owned())
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Text {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        cssparser::serialize_string(&self.0, out)
    }
}

impl PrecomputedHash for Text {
    /// `selectors` uses this hash only for Bloom filters, which are not used here.
    fn precomputed_hash(&self) -> u32 {
        0
    }
}

/// The name of an element or an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    text: String,
    /// The tag with this name, or [`Tag::Unknown`].
    tag: Tag,
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name { text: text.to_owned(), tag: Tag::from_name(text.as_bytes()) }
    }
}

impl ToCss for Name {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        cssparser::serialize_identifier(&self.text, out)
    }
}

impl PrecomputedHash for Name {
    fn precomputed_hash(&self) -> u32 {
        0
    }
}

/// The type of pseudo-elements. It has no values, because none of them is supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Never {}

impl ToCss for Never {
    fn to_css<W: fmt::Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl PseudoElement for Never {}

/// Maximum number of steps that matching may take through the tree of one page, in addition to
/// [`MAX_STEPS_PER_ELEMENT`] for each element. `.a ~ .b` and `:has(~ .a)` visit all siblings of every
/// sibling, so they exceed this limit at about 6,000 siblings. In a sample of every third page of the test
/// corpora, the largest number of siblings is 1,521.
const MAX_STEPS: u64 = 20_000_000;
/// Number of additional steps allowed for each element to be matched (chosen by hand). A selector without `~`
/// and `:has()` takes only a few steps for each ancestor.
const MAX_STEPS_PER_ELEMENT: u64 = 256;

/// Number of attributes that are searched for a name in a step; chosen by hand: more than elements of real pages have.
const ATTRIBUTES_PER_STEP: usize = 16;
/// Bytes of an attribute, such as a list of classes, that are read in a step; chosen by hand: few real values are longer.
const BYTES_PER_STEP: usize = 64;

/// Counts steps, and checks them against a deadline and a limit. When either is exceeded, elements report no
/// neighbors, so that matching stops.
pub(super) struct Watch {
    deadline: RefCell<Deadline>,
    steps_left: Cell<u64>,
    exceeded: Cell<Option<TimedOut>>,
}

impl Watch {
    pub(super) fn new(deadline: &Deadline) -> Watch {
        Watch::with_steps(deadline, MAX_STEPS)
    }

    /// A watch that allows this number of steps.
    pub(super) fn with_steps(deadline: &Deadline, steps: u64) -> Watch {
        // Steps of selectors are limited by their own count.
        let deadline = RefCell::new(deadline.clone().with_max_steps(u64::MAX));
        Watch { deadline, steps_left: Cell::new(steps), exceeded: Cell::new(None) }
    }

    /// Adds the steps allowed for the next element to be matched, and counts one step.
    pub(super) fn next_element(&self) -> Result<(), TimedOut> {
        self.steps_left.set(self.steps_left.get() + MAX_STEPS_PER_ELEMENT);
        self.step()
    }

    /// Counts one step.
    pub(super) fn step(&self) -> Result<(), TimedOut> {
        self.steps(1)
    }

    /// Counts steps.
    fn steps(&self, count: usize) -> Result<(), TimedOut> {
        if self.exceeded.get().is_none() {
            let left = self.steps_left.get().checked_sub(count as u64).ok_or(TimedOut::Selector);
            let outcome =
                left.map(|left| self.steps_left.set(left)).and_then(|()| self.deadline.borrow_mut().tick());
            self.exceeded.set(outcome.err());
        }
        self.check()
    }

    /// The number of steps that are left.
    pub(super) fn steps_left(&self) -> u64 {
        self.steps_left.get()
    }

    /// Returns an error if the deadline or the limit is exceeded. Does not count a step.
    pub(super) fn check(&self) -> Result<(), TimedOut> {
        self.exceeded.get().map_or(Ok(()), Err)
    }
}

/// An element in the form that the crate `selectors` expects.
#[derive(Clone, Copy)]
pub(super) struct Node<'n> {
    element: Element<'n>,
    depth: usize,
    watch: &'n Watch,
}

impl<'n> Node<'n> {
    pub(super) fn new(element: Element<'n>, depth: usize, watch: &'n Watch) -> Node<'n> {
        Node { element, depth, watch }
    }

    /// Returns a neighbor of the element. Always returns `None` after the deadline or the limit on steps is
    /// exceeded.
    fn neighbor(
        &self,
        depth: usize,
        find: impl FnOnce(&Element<'n>) -> Option<Element<'n>>,
    ) -> Option<Node<'n>> {
        self.watch.step().ok()?;
        Some(Node { element: find(&self.element)?, depth, watch: self.watch })
    }

    /// Whether an attribute has a value that `matches`. Many attributes and long values count as steps, because every element
    /// inside may look at them.
    fn attribute_is(&self, name: &str, matches: impl FnOnce(&str) -> bool) -> bool {
        let attributes = self.element.raw_attributes().size_hint().0;
        let value = self.element.attribute(name);
        let bytes = value.as_ref().map_or(0, |value| value.len());
        let steps = attributes / ATTRIBUTES_PER_STEP + bytes / BYTES_PER_STEP;
        if steps > 0 && self.watch.steps(steps).is_err() {
            return false;
        }
        value.is_some_and(|value| matches(&value))
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.element.name())
    }
}

impl selectors::Element for Node<'_> {
    type Impl = Css;

    fn opaque(&self) -> OpaqueElement {
        OpaqueElement::new(self.element.identity())
    }

    fn parent_element(&self) -> Option<Self> {
        self.neighbor(self.depth.saturating_sub(1), Element::parent)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.neighbor(self.depth, Element::previous)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.neighbor(self.depth, Element::next)
    }

    fn first_element_child(&self) -> Option<Self> {
        if self.depth >= MAX_HAS_DEPTH {
            return None;
        }
        self.neighbor(self.depth + 1, |element| element.children().next())
    }

    /// Returns true for foreign elements too, because dehusk stores their names in lower case, like the names
    /// of HTML elements.
    fn is_html_element_in_html_document(&self) -> bool {
        true
    }

    fn has_local_name(&self, name: &Name) -> bool {
        match name.tag {
            Tag::Unknown => self.element.tag() == Tag::Unknown && self.element.name() == name.text,
            tag => self.element.tag() == tag,
        }
    }

    fn is_same_type(&self, other: &Self) -> bool {
        let (one, two) = (&self.element, &other.element);
        one.is_foreign() == two.is_foreign()
            && one.tag() == two.tag()
            && (one.tag() != Tag::Unknown || one.name() == two.name())
    }

    fn attr_matches(
        &self,
        _: &NamespaceConstraint<&Text>,
        name: &Name,
        operation: &AttrSelectorOperation<&Text>,
    ) -> bool {
        self.attribute_is(&name.text, |value| operation.eval_str(value))
    }

    fn has_id(&self, id: &Text, case: CaseSensitivity) -> bool {
        self.attribute_is("id", |value| case.eq(value.as_bytes(), id.0.as_bytes()))
    }

    fn has_class(&self, class: &Text, case: CaseSensitivity) -> bool {
        let is_class = |word: &str| case.eq(word.as_bytes(), class.0.as_bytes());
        self.attribute_is("class", |value| value.split_ascii_whitespace().any(is_class))
    }

    fn is_link(&self) -> bool {
        matches!(self.element.tag(), Tag::A | Tag::Area) && self.element.attribute("href").is_some()
    }

    fn is_empty(&self) -> bool {
        self.element.is_empty()
    }

    fn is_root(&self) -> bool {
        self.element.parent().is_none()
    }

    // The remaining methods concern features that exist only where scripts run or styles are applied, such as
    // shadow roots.

    fn has_namespace(&self, _: &Text) -> bool {
        true
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn match_non_ts_pseudo_class(&self, state: &State, _: &mut MatchingContext<'_, Css>) -> bool {
        let around = std::iter::successors(Some(self.element), Element::parent);
        // Those that look at the elements around count as a step for each.
        let is_counted = !state.is_inherited() || self.watch.steps(self.depth).is_ok();
        is_counted && state.matches(self.element, around)
    }

    fn match_pseudo_element(&self, element: &Never, _: &mut MatchingContext<'_, Css>) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_custom_state(&self, _: &Text) -> bool {
        false
    }

    fn imported_part(&self, _: &Text) -> Option<Text> {
        None
    }

    fn is_part(&self, _: &Text) -> bool {
        false
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}
