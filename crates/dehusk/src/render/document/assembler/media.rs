//! Links, images, rules and formulas: what stands among the text and has none, or another.

use super::{Assembler, LeafLink, MAX_ADDRESS_BYTES, MOST_LEAVES_PER_LINK, Wanted};
use crate::markup::Tag;
use crate::page::Element;
use crate::render::document::math::{self, Formula};
use crate::render::document::{Addresses, Container, Image, LeafKind, Link, Piece, PieceKind, roles};
use crate::render::text::Pending;
use crate::source::Span;

impl<'p> Assembler<'p, '_, '_> {
    /// The number of the link around, in the present leaf.
    pub(super) fn link(&mut self) -> Option<u32> {
        let (id, element) = self.now.link?;
        let earlier = self.leaf_link.filter(|link| link.id == id);
        if let Some(LeafLink { number, fresh: true, .. }) = earlier {
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
        self.leaf_link = Some(LeafLink { id, number, leaves, fresh: true });
        number
    }

    pub(super) fn address_of(&mut self, link: &Element<'p>, leaves: u32) -> Option<String> {
        let written = link.attribute("href")?;
        let short = written.len() <= MAX_ADDRESS_BYTES && leaves <= MOST_LEAVES_PER_LINK;
        let address = short.then(|| self.addresses.link(&written)).flatten();
        self.lost.links += u32::from(address.is_none());
        address
    }

    /// Whether what has no text is kept: it stands in a kept stretch, or the texts before and after it are kept.
    pub(super) fn is_kept(&mut self, element: &Element<'p>) -> bool {
        if self.kept.contains(element.span().start()) {
            return true;
        }
        let source = self.page.source().text();
        let kept = self.kept;
        self.after_kept && self.ahead.peek().is_some_and(|run| kept.contains(first_of(source, run.span)))
    }

    pub(super) fn image(&mut self, element: &Element<'p>) {
        if self.markup.without_images || is_pixel(element) || !self.is_kept(element) {
            return;
        }
        let data = || if self.markup.data_images { data_image(element) } else { None };
        let Some(address) = image_address(element, self.addresses).or_else(data) else {
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

    /// Puts what has no text at the present place.
    pub(super) fn put(&mut self, kind: PieceKind) {
        let skipped = std::mem::replace(&mut self.gap_skipped, Pending::Nothing);
        // What stood before an image right before this one is written, and so are blanks since.
        let is_taken = self.gap_taken && !self.leaf.pieces.is_empty();
        let gap = if is_taken { skipped } else { self.writer.pending().max(skipped) };
        let gap = if self.breaks > 0 { Pending::Line } else { gap };
        self.open_piece(gap);
        if gap == Pending::Space {
            let link = self.link();
            self.leaf.push_blank(self.now.style, 0, link);
        }
        self.push(kind);
        (self.breaks, self.gap_taken) = (0, self.writer.pending() != Pending::Nothing);
    }

    pub(super) fn rule(&mut self, element: &Element<'p>) {
        if self.is_kept(element) {
            self.enter_wanted();
            let voice = self.now.voice.clone();
            self.prepare(None, &voice);
            self.sinks.iter_mut().for_each(|sink| sink.rule());
        }
    }

    /// The box before a task, if nothing of the task is written yet.
    pub(super) fn checkbox(&mut self, input: &Element<'p>) {
        let is_box = input.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
        let is_written = self.entered == self.wanted.len();
        if let Some(Wanted { container: Container::Item { task, .. }, .. }) = self.wanted.last_mut()
            && is_box
            && !is_written
        {
            *task = Some(input.attribute("checked").is_some());
        }
    }

    /// Whether the element was written as a formula, so that its own text is not wanted.
    pub(super) fn mathml(&mut self, element: &Element<'p>) -> bool {
        if !self.is_kept(element) {
            return false;
        }
        let formula = math::of_mathml(self.page, element);
        self.lost.formulas += u32::from(formula.is_none());
        formula.map(|formula| self.put(PieceKind::Formula(formula))).is_some()
    }

    pub(super) fn script(&mut self, element: &Element<'p>) {
        if element.tag() == Tag::Script
            && self.skipped == 0
            && self.now.kind != LeafKind::Code
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

/// Where scripts find the addresses of images that they load late.
const LATE_SOURCES: [&str; 3] = ["data-src", "data-original", "data-lazy-src"];

/// The address of an image, also of one that a script would load when it is scrolled to.
pub(crate) fn image_address(element: &Element<'_>, addresses: &Addresses) -> Option<String> {
    let first_of_set =
        |set: &str| set.split_ascii_whitespace().next().unwrap_or("").trim_end_matches(',').to_owned();
    LATE_SOURCES.iter().chain(&["src", "srcset", "data-srcset"]).find_map(|name| {
        let value = element.attribute(name)?;
        let value = if name.ends_with("srcset") { first_of_set(&value) } else { value.into_owned() };
        if value.len() > MAX_ADDRESS_BYTES { None } else { addresses.image(&value) }
    })
}

/// The formats of images that may stand in an address: none of them is a document with scripts, as SVG is.
const DATA_FORMATS: [&str; 5] = ["png", "jpeg", "gif", "webp", "avif"];
/// How GIF and PNG of one pixel begin, which hold the place of an image that comes later.
const DATA_PIXELS: [&str; 3] = ["R0lGODlhAQABA", "R0lGODdhAQABA", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"];

/// The image that stands in an address itself, as `data:image/png;base64,…`, and nothing but that.
fn data_image(element: &Element<'_>) -> Option<String> {
    LATE_SOURCES.iter().chain(&["src"]).find_map(|name| {
        let address: String = element.attribute(name)?.split_ascii_whitespace().collect();
        let (format, data) = address.strip_prefix("data:image/")?.split_once(";base64,")?;
        let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
        let is_image = DATA_FORMATS.contains(&format) && !data.is_empty() && data.bytes().all(is_base64);
        let is_pixel = DATA_PIXELS.iter().any(|pixel| data.starts_with(pixel));
        (is_image && !is_pixel).then_some(address)
    })
}

/// An image that counts visitors.
pub(crate) fn is_pixel(image: &Element<'_>) -> bool {
    ["width", "height"].iter().any(|side| roles::number(image, side).is_some_and(|size| size <= 1))
}

/// The first byte of a text that is no blank.
fn first_of(source: &str, span: Span) -> usize {
    let text = &source.as_bytes()[span.range()];
    span.start() + text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0)
}
