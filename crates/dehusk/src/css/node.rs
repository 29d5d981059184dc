//! Our tree as the crate `selectors` wants to see one: names, attributes, neighbours of an element.

use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::Element;
use cssparser::ToCss;
use precomputed_hash::PrecomputedHash;
use selectors::OpaqueElement;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::MatchingContext;
use selectors::matching::ElementSelectorFlags;
use selectors::parser::{NonTSPseudoClass, Parser, PseudoElement, SelectorImpl, SelectorParseErrorKind};
use std::cell::{Cell, RefCell};
use std::fmt;

/// `:has` looks into the elements inside each other by recursion; it sees none deeper than this, so that no page ends a thread's
/// stack. The default of [`crate::budget::Limits::max_depth`] is half of it.
const MAX_DEPTH_OF_HAS: usize = 1024;

/// The language: selectors that depend on the page alone.
pub(super) struct Language;

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

    fn allow_forgiving_selectors(&self) -> bool {
        false
    }
}

/// The types of which selectors are made.
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
    type NonTSPseudoClass = Never;
    type PseudoElement = Never;
}

/// Some text of a selector.
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
    /// Only filters that are not used here ask for it.
    fn precomputed_hash(&self) -> u32 {
        0
    }
}

/// The name of an element or an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    text: String,
    /// The element of that name, if we know one.
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

/// A pseudo-class or pseudo-element that we know: there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Never {}

impl ToCss for Never {
    fn to_css<W: fmt::Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl NonTSPseudoClass for Never {
    fn is_active_or_hover(&self) -> bool {
        match *self {}
    }

    fn is_user_action_state(&self) -> bool {
        match *self {}
    }
}

impl PseudoElement for Never {}

/// Steps that the selectors of a page may take through its tree in all, besides [`STEPS_PER_ELEMENT`]: `.a ~ .b` and `:has(~ .a)`
/// look at every sibling for every sibling, which is more than this from some 6,000 siblings on. The most siblings on every third page
/// of the test corpora are 1,521.
const STEPS: u64 = 20_000_000;
/// Steps for each element that is asked about: no selector without `~` or `:has()` takes more than a few for each element around it.
const STEPS_PER_ELEMENT: u64 = 256;

/// Counts steps against a deadline and a number of steps. Once one of them has passed no element has neighbours any more, so
/// that matching ends by itself.
pub(super) struct Watch {
    deadline: RefCell<Deadline>,
    steps_left: Cell<u64>,
    has_passed: Cell<Option<TimedOut>>,
}

impl Watch {
    pub(super) fn new(deadline: &Deadline) -> Watch {
        let deadline = RefCell::new(deadline.clone());
        Watch { deadline, steps_left: Cell::new(STEPS), has_passed: Cell::new(None) }
    }

    /// Begins with another element.
    pub(super) fn next_element(&self) -> Result<(), TimedOut> {
        self.steps_left.set(self.steps_left.get() + STEPS_PER_ELEMENT);
        self.step()
    }

    pub(super) fn step(&self) -> Result<(), TimedOut> {
        if self.has_passed.get().is_none() {
            let left = self.steps_left.get().checked_sub(1).ok_or(TimedOut::Selector);
            let passed =
                left.map(|left| self.steps_left.set(left)).and_then(|()| self.deadline.borrow_mut().tick());
            self.has_passed.set(passed.err());
        }
        self.verdict()
    }

    /// Whether one of them has passed, without a step.
    pub(super) fn verdict(&self) -> Result<(), TimedOut> {
        self.has_passed.get().map_or(Ok(()), Err)
    }
}

/// An element as `selectors` sees it.
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

    /// A neighbour; none once the time is over.
    fn neighbour(
        &self,
        depth: usize,
        find: impl FnOnce(&Element<'n>) -> Option<Element<'n>>,
    ) -> Option<Node<'n>> {
        self.watch.step().ok()?;
        Some(Node { element: find(&self.element)?, depth, watch: self.watch })
    }

    fn attribute_is(&self, name: &str, fits: impl FnOnce(&str) -> bool) -> bool {
        self.element.attribute(name).is_some_and(|value| fits(&value))
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
        self.neighbour(self.depth.saturating_sub(1), Element::parent)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.neighbour(self.depth, Element::previous)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.neighbour(self.depth, Element::next)
    }

    fn first_element_child(&self) -> Option<Self> {
        if self.depth >= MAX_DEPTH_OF_HAS {
            return None;
        }
        self.neighbour(self.depth + 1, |element| element.children().next())
    }

    /// Foreign elements too have their names in lower case.
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

    // What pages without scripts and styles do not have.

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

    fn match_non_ts_pseudo_class(&self, class: &Never, _: &mut MatchingContext<'_, Css>) -> bool {
        match *class {}
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
