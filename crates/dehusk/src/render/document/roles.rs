//! The role of an element in a document.

use super::{Container, LeafKind, alert, code, style};
use crate::markup::{BLOCK, HEADING, Tag};
use crate::page::{Element, Event};

/// Maximum depth of containers. Deeper containers are flattened. Each line of Markdown repeats the prefixes of all containers
/// around it, so without a bound the output could be quadratic in the page. Chosen by hand.
pub(super) const MAX_NESTING: usize = 32;
/// Maximum number of columns that a cell can span, by the HTML standard.
const MAX_COLUMN_SPAN: u32 = 1000;
/// Maximum number of rows that a cell can span, by the HTML standard.
const MAX_ROW_SPAN: u32 = 65_534;
/// The class of a `dl` in which WordPress puts an image of a gallery, as `dt`, and its caption, as `dd`.
const GALLERY_ITEM_CLASS: &str = "gallery-item";

/// The effect of an element on the text inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Nothing,
    /// A block-level element without another role: paragraphs end at its boundaries.
    Block,
    Container(Container),
    Leaf(LeafKind),
    Style(u8),
    Code,
    Link,
}

/// Returns the role of an element. `around` is the nearest container around it. If the element is a table, `is_data` says whether
/// it holds data.
pub(super) fn role(element: &Element<'_>, around: Option<Container>, is_data: bool) -> Role {
    match element.tag() {
        tag if tag.is(HEADING) => Role::Leaf(LeafKind::Heading(tag.name().as_bytes()[1] - b'0')),
        Tag::Pre => Role::Leaf(LeafKind::Code),
        Tag::Ol | Tag::Ul | Tag::Table if code::is_listing(element) => Role::Leaf(LeafKind::Code),
        Tag::B | Tag::Strong => Role::Style(style::STRONG),
        Tag::I | Tag::Em | Tag::Cite | Tag::Dfn | Tag::Var => Role::Style(style::EMPHASIS),
        Tag::S | Tag::Strike | Tag::Del => Role::Style(style::STRIKE),
        Tag::Sup => Role::Style(style::SUPERSCRIPT),
        Tag::Sub => Role::Style(style::SUBSCRIPT),
        Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt => Role::Code,
        Tag::A => Role::Link,
        Tag::Br => Role::Nothing,
        Tag::Div | Tag::P if has_heading_role(element) => {
            Role::Leaf(LeafKind::Heading(heading_level(element)))
        }
        Tag::Div | Tag::P if around == Some(Container::Quote) && alert::is_label(element) => {
            Role::Style(style::STRONG)
        }
        tag => match container(element, tag, around, is_data) {
            Some(container) => Role::Container(container),
            None if tag.is(BLOCK) => Role::Block,
            None => Role::Nothing,
        },
    }
}

fn container(element: &Element<'_>, tag: Tag, around: Option<Container>, is_data: bool) -> Option<Container> {
    let in_row = matches!(around, Some(Container::Row));
    Some(match tag {
        Tag::Blockquote if is_post(element) => return None,
        Tag::Blockquote => Container::Quote,
        Tag::Div | Tag::Aside | Tag::Section
            if around != Some(Container::Quote) && (is_quote(element) || alert::is_alert(element)) =>
        {
            Container::Quote
        }
        Tag::Ul | Tag::Menu | Tag::Dir => Container::List { ordered: false, start: 1, step: 1 },
        Tag::Ol => numbered_list(element),
        Tag::Li if matches!(around, Some(Container::List { .. })) => {
            Container::Item { number: 0, task: None, note: None }
        }
        Tag::Dl if element.has_class(&[GALLERY_ITEM_CLASS]) => return None,
        Tag::Dl => Container::Definitions,
        Tag::Dt if is_terms(around) => Container::Term,
        Tag::Dd if is_terms(around) => Container::Definition,
        Tag::Table if is_data => Container::Table,
        Tag::Caption if around == Some(Container::Table) => Container::Caption,
        Tag::Tr if around == Some(Container::Table) => Container::Row,
        Tag::Td | Tag::Th if in_row => cell(element, tag == Tag::Th),
        _ => return None,
    })
}

/// A list with numbers. One that is `reversed` counts down to 1, by the HTML standard.
fn numbered_list(element: &Element<'_>) -> Container {
    let is_reversed = element.attribute("reversed").is_some();
    let items = || element.children().filter(|child| child.tag() == Tag::Li).count() as i64;
    let first = || if is_reversed { items() } else { 1 };
    let start = number(element, "start").unwrap_or_else(first);
    Container::List { ordered: true, start, step: if is_reversed { -1 } else { 1 } }
}

fn is_terms(around: Option<Container>) -> bool {
    matches!(around, Some(Container::Definitions | Container::Facts))
}

fn has_heading_role(element: &Element<'_>) -> bool {
    element.attribute("role").is_some_and(|role| role.eq_ignore_ascii_case("heading"))
}

/// The level of an element with the role of a heading: `aria-level`, and without it 2, by WAI-ARIA 1.2.
fn heading_level(element: &Element<'_>) -> u8 {
    /// The lowest heading of HTML, `h6`.
    const MAX_LEVEL: i64 = 6;
    let level = number(element, "aria-level").filter(|level| (1..=MAX_LEVEL).contains(level));
    level.and_then(|level| u8::try_from(level).ok()).unwrap_or(2)
}

/// Classes of elements that quote a post or a passage, as forum programs and editors of articles name them.
const QUOTE_CLASSES: [&str; 13] = [
    "quote",
    "blockquote",
    "pullquote",
    "pull-quote",
    "bbcode_quote",
    "bbcodequote",
    "bbc_standard_quote",
    "quotecontent",
    "quotetext",
    "quotebox",
    "quoteboxcontent",
    "quote_container",
    "ipsquote",
];

/// Classes of a `blockquote` that is a post, its signature or the description of a board, as forum programs name them.
const POST_CLASSES: [&str; 9] = [
    "messagetext",
    "postcontent",
    "post_content",
    "post-content",
    "postbody",
    "signature",
    "nodedescription",
    "comment-body",
    "comment__text",
];

/// Whether a class says that a `blockquote` is a text of its own and quotes nothing.
fn is_post(element: &Element<'_>) -> bool {
    element.has_class(&POST_CLASSES)
}

/// Whether a class says that an element is a quotation, and no `blockquote` near its beginning does.
fn is_quote(element: &Element<'_>) -> bool {
    /// Number of starts and ends of elements and texts that are searched for a `blockquote`. Chosen by hand.
    const MAX_EVENTS: usize = 48;
    let is_element = |event: &Event<'_>| matches!(event, Event::Enter(inner) if matches!(inner.tag(), Tag::Blockquote | Tag::Form | Tag::Input));
    has_quote_class(element) && !element.walk().take(MAX_EVENTS).any(|event| is_element(&event))
}

pub(super) fn has_quote_class(element: &Element<'_>) -> bool {
    element.has_class(&QUOTE_CLASSES)
}

fn cell(element: &Element<'_>, header: bool) -> Container {
    let (columns, rows) = cell_spans(element);
    Container::Cell { header, columns: columns as u32, rows: rows as u32 }
}

/// Returns how many columns and rows a cell spans.
pub(crate) fn cell_spans(element: &Element<'_>) -> (usize, usize) {
    let span = |name, max: u32| {
        let span = number(element, name).unwrap_or(1).clamp(1, i64::from(max));
        usize::try_from(span).unwrap_or(1)
    };
    (span("colspan", MAX_COLUMN_SPAN), span("rowspan", MAX_ROW_SPAN))
}

/// Parses an attribute as an integer by the rules of HTML: an optional sign and digits. Ignores everything after the digits. The
/// value is limited to the range of `i32`.
pub(super) fn number(element: &Element<'_>, name: &str) -> Option<i64> {
    let value = element.attribute(name)?;
    let value = value.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    let end = digits.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    let size = digits[..end].parse().unwrap_or(i64::from(i32::MAX)).min(i64::from(i32::MAX));
    Some(if value.starts_with('-') { -size } else { size })
}
