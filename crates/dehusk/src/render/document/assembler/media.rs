//! Links, and content without text of its own: images, rules, checkboxes and formulas.

use super::{Ancestor, Assembler, Frame, LeafLink, MAX_LEAVES_PER_LINK};
use crate::markup::Tag;
use crate::page::Element;
use crate::render::document::math::{self, Formula};
use crate::render::document::{Addresses, Container, Image, LeafKind, Link, Piece, PieceKind, roles};
use crate::render::text::Gap;
use crate::source::Span;

impl<'p> Assembler<'p, '_, '_> {
    /// Returns the index of the surrounding link in the links of the current leaf, if there is such a link. Adds the link to the
    /// leaf if it is new there.
    pub(super) fn link(&mut self) -> Option<u32> {
        let (id, element) = self.state.link?;
        let earlier = self.leaf_link.filter(|link| link.id == id);
        if let Some(LeafLink { number, in_this_leaf: true, .. }) = earlier {
            return number;
        }
        let leaves = earlier.map_or(0, |link| link.leaves) + 1;
        let note = self.notes.link(&element);
        let address = if self.markup.without_links {
            note.map(|_| String::new())
        } else {
            self.address_of(&element, leaves)
        };
        let number = address.map(|address| {
            self.leaf.links.push(Link { address, note });
            self.leaf.links.len() as u32 - 1
        });
        self.leaf_link = Some(LeafLink { id, number, leaves, in_this_leaf: true });
        number
    }

    /// Returns the URL of a link that is used in this many leaves. After [`MAX_LEAVES_PER_LINK`], the attributes are not read,
    /// because they may be long and the leaves may be many; the link then counts as lost once.
    pub(super) fn address_of(&mut self, link: &Element<'p>, leaves: u32) -> Option<String> {
        if leaves > MAX_LEAVES_PER_LINK {
            let is_first = leaves == MAX_LEAVES_PER_LINK + 1;
            self.lost.links += u32::from(is_first && link.attribute("href").is_some());
            return None;
        }
        let written = link.attribute("href")?;
        let address = if self.address_room > 0 { self.addresses.link(&written) } else { None };
        let address = address.filter(|address| self.take_address_room(address));
        self.lost.links += u32::from(address.is_none());
        address
    }

    /// Whether a URL fits into the space for URLs. If it does not, no later URL fits either.
    fn take_address_room(&mut self, address: &str) -> bool {
        let left = self.address_room.checked_sub(address.len());
        self.address_room = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether an element without text is kept: it is in a kept span, or the texts before and after it are kept.
    pub(super) fn is_kept(&mut self, element: &Element<'p>) -> bool {
        if self.kept.contains(element.span().start()) {
            return true;
        }
        let source = self.page.source().text();
        let kept = self.kept;
        self.is_last_text_kept
            && self.texts_ahead.peek().is_some_and(|run| kept.contains(first_of(source, run.span)))
    }

    pub(super) fn put_image(&mut self, element: &Element<'p>) {
        if self.markup.without_images || is_pixel(element) || !self.is_kept(element) {
            return;
        }
        let data_images = self.markup.data_images;
        let written = if self.address_room > 0 { image_address(element, self.addresses) } else { None };
        let fitting = written.filter(|address| self.take_address_room(address));
        let Some(address) = fitting.or_else(|| if data_images { data_image(element) } else { None }) else {
            self.lost.images += 1;
            return;
        };
        let alternative = element.attribute("alt").unwrap_or_default();
        let alternative = alternative.split_whitespace().collect::<Vec<_>>().join(" ");
        let shows_formula = match self.leaf.pieces.last() {
            Some(Piece { kind: PieceKind::Formula(formula), .. }) => formula.tex == alternative,
            _ => false,
        };
        if !shows_formula {
            self.put(PieceKind::Image(Image { address, alternative }));
        }
    }

    /// Adds a piece without text at the current position.
    pub(super) fn put(&mut self, kind: PieceKind) {
        let skipped_gap = std::mem::replace(&mut self.skipped_gap, Gap::Nothing);
        // If the previous piece is an image and no text has followed it, the gap and any whitespace since are already written.
        let is_done = self.is_gap_done && !self.leaf.pieces.is_empty();
        let gap = if is_done { skipped_gap } else { self.writer.gap().max(skipped_gap) };
        let gap = if self.line_breaks > 0 { Gap::LineBreak } else { gap };
        self.open_piece(gap);
        if gap == Gap::Space {
            let link = self.link();
            self.leaf.push_space(self.state.style, 0, link);
        }
        self.push(kind);
        (self.line_breaks, self.is_gap_done) = (0, self.writer.gap() != Gap::Nothing);
    }

    pub(super) fn put_rule(&mut self, element: &Element<'p>) {
        if self.is_kept(element) {
            self.enter_ancestors();
            let locale = self.state.locale.clone();
            self.enter_implied(None, &locale);
            self.sinks.iter_mut().for_each(|sink| sink.rule());
        }
    }

    /// Makes the current list item a task if a checkbox is before its text.
    pub(super) fn read_checkbox(&mut self, input: &Element<'p>) {
        let is_box = input.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
        let has_content = self.entered_ancestors == self.ancestors.len();
        if let Some(Ancestor { container: Container::Item { task, .. }, .. }) = self.ancestors.last_mut()
            && is_box
            && !has_content
        {
            *task = Some(input.attribute("checked").is_some());
        }
    }

    /// Adds a `<math>` as a formula and skips its text, if it has a formula in TeX. Elements inside a `<math>` that has none are
    /// not searched again.
    pub(super) fn put_mathml(&mut self, element: &Element<'p>, frame: &mut Frame) {
        if self.mathml_depth > 0 || !self.is_kept(element) {
            return;
        }
        match math::of_mathml(self.page, element) {
            Some(formula) => {
                self.put(PieceKind::Formula(formula));
                frame.skips = true;
            }
            None => {
                self.lost.formulas += 1;
                self.mathml_depth += 1;
                frame.is_mathml = true;
            }
        }
    }

    /// If an element is a MathJax 2 script with a formula, adds the formula.
    pub(super) fn put_script_formula(&mut self, element: &Element<'p>) {
        if element.tag() == Tag::Script
            && self.skip_depth == 0
            && self.state.kind != LeafKind::Code
            && let Some(formula) = math::of_script(self.page, element)
            && self.is_kept(element)
        {
            self.put(PieceKind::Formula(formula));
        }
    }

    pub(super) fn ends_in_formula(&self) -> bool {
        matches!(self.leaf.pieces.last(), Some(Piece { kind: PieceKind::Formula(Formula { .. }), .. }))
    }
}

/// Attributes in which pages store the URLs of lazily loaded images for their scripts.
const LAZY_SOURCES: [&str; 3] = ["data-src", "data-original", "data-lazy-src"];

/// Returns the URL of an image, even if the image is loaded lazily.
pub(crate) fn image_address(element: &Element<'_>, addresses: &Addresses) -> Option<String> {
    let first_of_set =
        |set: &str| set.split_ascii_whitespace().next().unwrap_or("").trim_end_matches(',').to_owned();
    LAZY_SOURCES.iter().chain(&["src", "srcset", "data-srcset"]).find_map(|name| {
        let value = element.attribute(name)?;
        let value = if name.ends_with("srcset") { first_of_set(&value) } else { value.into_owned() };
        addresses.image(&value)
    })
}

/// Formats of images that may be kept as `data:` URLs. SVG is excluded because an SVG document may contain scripts.
const DATA_FORMATS: [&str; 5] = ["png", "jpeg", "gif", "webp", "avif"];
/// Beginnings of GIF and PNG files of one pixel, in Base64. They are placeholders for lazily loaded images.
const PLACEHOLDER_PREFIXES: [&str; 3] =
    ["R0lGODlhAQABA", "R0lGODdhAQABA", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"];

/// Returns the `data:` URL of an embedded image, such as `data:image/png;base64,…`. Returns `None` for other URLs and for
/// placeholders.
fn data_image(element: &Element<'_>) -> Option<String> {
    LAZY_SOURCES.iter().chain(&["src"]).find_map(|name| {
        let address: String = element.attribute(name)?.split_ascii_whitespace().collect();
        let (format, data) = address.strip_prefix("data:image/")?.split_once(";base64,")?;
        let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
        let is_image = DATA_FORMATS.contains(&format) && !data.is_empty() && data.bytes().all(is_base64);
        let is_placeholder = PLACEHOLDER_PREFIXES.iter().any(|prefix| data.starts_with(prefix));
        (is_image && !is_placeholder).then_some(address)
    })
}

/// Whether an image is at most one pixel wide or high, as tracking pixels are.
pub(crate) fn is_pixel(image: &Element<'_>) -> bool {
    ["width", "height"].iter().any(|side| roles::number(image, side).is_some_and(|size| size <= 1))
}

/// Returns the offset in the source of the first byte of a span that is not whitespace.
fn first_of(source: &str, span: Span) -> usize {
    let text = &source.as_bytes()[span.range()];
    span.start() + text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0)
}
