//! Links, and content without text of its own: images, rules, checkboxes and formulas.

use super::captions::is_shown;
use super::containers::Ancestor;
use super::{Assembler, Frame, LeafLink, MAX_LEAVES_PER_LINK, OpenLink};
use crate::budget::MAX_ADDRESS_BYTES;
use crate::markup::{HEADING, Tag};
use crate::page::{Element, Event};
use crate::render::document::math::{self, Formula};
use crate::render::document::twin::Twins;
use crate::render::document::{Container, Image, LeafKind, Link, Piece, PieceKind};
use crate::render::text::Gap;
use crate::selection::{Media, MediaKind};
use crate::source::Span;

/// Number of starts and ends of elements and texts of a link among which its heading is looked for. Chosen by hand: cards are smaller.
const MAX_EVENTS_TO_HEADING: usize = 128;

impl<'p> Assembler<'p, '_, '_> {
    /// Returns the index of the surrounding link in the links of the current leaf, if there is such a link. Adds the link to the
    /// leaf if it is new there.
    pub(super) fn link(&mut self) -> Option<u32> {
        let OpenLink { id, element, heading } = self.state.link?;
        if heading.is_some() || self.is_heading_link_to_itself(&element) {
            return None;
        }
        let earlier = self.line.link.filter(|link| link.id == id);
        if earlier.is_some_and(|link| link.is_written && !link.in_this_leaf) {
            return None;
        }
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
        self.line.link = Some(LeafLink { id, number, leaves, is_written: false, in_this_leaf: true });
        number
    }

    /// The heading in a link around several blocks, such as that of a card: only the heading is written as a link, because a link
    /// in each of the lines says the same again and again. `None` if the link is in a heading, or holds no kept heading among its
    /// first [`MAX_EVENTS_TO_HEADING`] elements and texts; then its first block is written as a link.
    pub(super) fn heading_in(&self, link: &Element<'p>) -> Option<u32> {
        let mut heading = None;
        for event in link.walk().take(MAX_EVENTS_TO_HEADING) {
            match event {
                Event::Enter(element) if element.tag().is(HEADING) => heading = Some(element),
                Event::Leave(element) if Some(element.id()) == heading.map(|it| it.id()) => heading = None,
                Event::Text(run) if !run.is_blank() && self.kept.within(run.span).next().is_some() => {
                    if let Some(heading) = heading {
                        return Some(heading.id());
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Lets the link around a heading be written from here on, until the heading ends.
    pub(super) fn open_heading_of_link(&mut self, element: &Element<'p>, frame: &mut Frame) {
        if self.state.link.is_some_and(|link| link.heading == Some(element.id())) {
            self.save_state(frame);
            self.state.link.iter_mut().for_each(|link| link.heading = None);
        }
    }

    /// Whether a link is around a heading, or in one, and leads to the page itself or to a place in it. Readers copy such a link;
    /// it leads nowhere else.
    fn is_heading_link_to_itself(&self, link: &Element<'p>) -> bool {
        // A long address is left out anyway, and may be that of as many headings as the page has.
        let written = || link.attribute_within("href", MAX_ADDRESS_BYTES);
        matches!(self.state.kind, LeafKind::Heading(_))
            && written().is_some_and(|written| self.urls.addresses.is_own_page(&written))
    }

    /// Returns the URL of a link that is used in this many leaves, which may be more than one only for images. After
    /// [`MAX_LEAVES_PER_LINK`] the attributes are not read, because they may be long and the leaves may be many; the link then counts
    /// as lost once.
    pub(super) fn address_of(&mut self, link: &Element<'p>, leaves: u32) -> Option<String> {
        if leaves > MAX_LEAVES_PER_LINK {
            let is_first = leaves == MAX_LEAVES_PER_LINK + 1;
            self.lost.links += u32::from(is_first && link.attribute("href").is_some());
            return None;
        }
        let written = link.attribute("href")?;
        let address = self.urls.link(&written);
        self.lost.links += u32::from(address.is_none());
        address
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

    /// Adds an image, the formula that an image shows, or the link to a film, a sound or an embedded page.
    pub(super) fn put_media(&mut self, element: &Element<'p>, media: &Media) {
        if let Some(formula) = math::of_image(element) {
            if !self.shows_formula(&formula.tex) {
                self.put(PieceKind::Formula(formula));
            }
            return;
        }
        if !is_shown(media, self.markup) {
            return;
        }
        match media.kind {
            MediaKind::Image => self.put_image(media),
            _ => self.put_embed(media),
        }
    }

    fn put_image(&mut self, image: &Media) {
        let fitting = self.urls.image(&image.address);
        let embedded = || if self.markup.data_images { data_image(&image.address) } else { None };
        let Some(address) = fitting.or_else(embedded) else {
            self.lost.images += 1;
            return;
        };
        let alternative = image.title.clone();
        if !self.shows_formula(&alternative) {
            self.put(PieceKind::Image(Image { address, alternative }));
        }
    }

    /// Whether the last piece is the formula with this TeX.
    fn shows_formula(&self, tex: &str) -> bool {
        matches!(self.leaf.pieces.last(), Some(Piece { kind: PieceKind::Formula(formula), .. }) if formula.tex == tex)
    }

    /// Adds a paragraph with the link to a film, a sound or an embedded page.
    fn put_embed(&mut self, media: &Media) {
        let Some(address) = self.urls.link(&media.address) else {
            self.lost.links += 1;
            return;
        };
        self.flush_leaf();
        self.begin_leaf();
        self.leaf.is_only_in_markup = true;
        let text = media.name_for_readers(&address).to_owned();
        self.leaf.links.push(Link { address, note: None });
        self.leaf.push(&text, 0, 0, Some(0));
        self.end_leaf();
    }

    /// Adds a piece without text at the current position.
    pub(super) fn put(&mut self, kind: PieceKind) {
        let skipped_gap = std::mem::replace(&mut self.between.skipped, Gap::Nothing);
        // If the previous piece is an image and no text has followed it, the gap and any whitespace since are already written.
        let is_done = self.between.is_done && !self.leaf.pieces.is_empty();
        let gap = if is_done { skipped_gap } else { self.writer.gap().max(skipped_gap) };
        let gap = if self.between.line_breaks > 0 { Gap::LineBreak } else { gap };
        self.open_piece(gap);
        // The name of a product before its picture is in an element of its own.
        let is_after_name = gap == Gap::Nothing && matches!(kind, PieceKind::Image(_)) && self.is_in_card();
        if gap == Gap::Space || is_after_name {
            let link = self.link();
            self.leaf.push_space(self.state.style, 0, link);
        }
        self.line.has_unmarked_text = true;
        self.push(kind);
        (self.between.line_breaks, self.between.is_done) = (0, self.writer.gap() != Gap::Nothing);
    }

    pub(super) fn put_rule(&mut self, element: &Element<'p>) {
        if self.is_kept(element) {
            self.flush_leaf();
            if std::mem::replace(&mut self.follows_rule, true) {
                return;
            }
            self.nest.enter_ancestors();
            let locale = self.state.locale.clone();
            self.nest.enter_implied(None, &locale);
            self.nest.put_rule();
        }
    }

    /// Makes the current list item a task if a checkbox is before its text.
    pub(super) fn read_checkbox(&mut self, input: &Element<'p>) {
        let is_box = input.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
        let has_content = self.nest.is_entered();
        if let Some(Ancestor { container: Container::Item { task, .. }, .. }) = self.nest.ancestors.last_mut()
            && is_box
            && !has_content
        {
            *task = Some(input.attribute("checked").is_some());
        }
    }

    /// Adds a `<math>` as a formula and skips its text, if it has a formula in TeX and readers see it. Elements inside a `<math>` that
    /// has none are not searched again.
    pub(super) fn put_mathml(&mut self, element: &Element<'p>, frame: &mut Frame) {
        if self.depth.mathml > 0 || !self.is_kept(element) {
            return;
        }
        let twins = Twins { page: self.page, selection: self.selection, kept: self.kept };
        let is_shown = !self.selection.hides(element.span()) || twins.show(element);
        let is_hidden = |span: Span| !is_shown && self.selection.hides(span);
        if math::is_hidden(element, is_hidden) {
            self.depth.mathml += 1;
            frame.is_mathml = true;
            return;
        }
        match math::of_mathml(self.page, element, is_hidden) {
            Some(formula) => {
                self.put(PieceKind::Formula(formula));
                frame.skips = true;
            }
            None => {
                self.lost.formulas += 1;
                self.depth.mathml += 1;
                frame.is_mathml = true;
            }
        }
    }

    /// If an element is a MathJax 2 script with a formula, adds the formula.
    pub(super) fn put_script_formula(&mut self, element: &Element<'p>) {
        if element.tag() == Tag::Script
            && self.depth.skipped == 0
            && self.state.kind != LeafKind::Code
            && !self.selection.hides(element.span())
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

/// Formats of images that may be kept as `data:` URLs. SVG is excluded because an SVG document may contain scripts.
const DATA_FORMATS: [&str; 5] = ["png", "jpeg", "gif", "webp", "avif"];
/// Beginnings of GIF and PNG files of one pixel, in Base64. They are placeholders for lazily loaded images.
const PLACEHOLDER_PREFIXES: [&str; 3] =
    ["R0lGODlhAQABA", "R0lGODdhAQABA", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"];

/// Returns the `data:` URL of an embedded image, such as `data:image/png;base64,…`. Returns `None` for other URLs and for
/// placeholders.
fn data_image(address: &str) -> Option<String> {
    let address: String = address.split_ascii_whitespace().collect();
    let (format, data) = address.strip_prefix("data:image/")?.split_once(";base64,")?;
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let is_image = DATA_FORMATS.contains(&format) && !data.is_empty() && data.bytes().all(is_base64);
    let is_placeholder = PLACEHOLDER_PREFIXES.iter().any(|prefix| data.starts_with(prefix));
    (is_image && !is_placeholder).then_some(address)
}

/// Returns the offset in the source of the first byte of a span that is not whitespace.
fn first_of(source: &str, span: Span) -> usize {
    let text = &source.as_bytes()[span.range()];
    span.start() + text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0)
}
