//! Leaves: when paragraphs, headings and blocks of code begin and end, and what is added to them.

use super::Assembler;
use super::containers::Ancestor;
use crate::markup::{Decode, TextKind};
use crate::render::document::{Container, Leaf, LeafKind, Piece, PieceKind};
use crate::render::text::Gap;
use crate::sentence_ends::ends_statement;
use crate::text_key::text_key;

/// The lowest level of a heading, by the HTML standard.
const MAX_HEADING_LEVEL: u8 = 6;

impl Assembler<'_, '_, '_> {
    /// Begins a leaf, unless one is open.
    pub(super) fn begin_leaf(&mut self) {
        if self.line.is_held && !self.may_continue_leaf() {
            self.flush_leaf();
        }
        if std::mem::take(&mut self.line.is_held) {
            let link = self.link();
            self.leaf.push_joint(link);
        }
        if self.line.is_begun {
            return;
        }
        self.follows_rule = false;
        self.put_head();
        let locale = self.state.locale.clone();
        if !self.is_title_in_list() {
            self.nest.enter_ancestors();
            self.nest.enter_implied(None, &locale);
        }
        self.has_leaf = true;
        (self.line.is_begun, self.line.locale, self.leaf.kind) = (true, locale, self.state.kind);
    }

    /// Whether the leaf that begins is a title with which the document begins, in nothing but lists: it is written before them.
    fn is_title_in_list(&self) -> bool {
        let is_list = |it: &Ancestor| {
            matches!(it.container, Container::List { .. } | Container::Item { note: None, .. })
        };
        !self.has_leaf
            && !self.headings.has_title
            && self.state.kind == LeafKind::Heading(1)
            && self.nest.ancestors.iter().all(is_list)
    }

    /// Ends the leaf, or holds it if the next block may belong to its line.
    pub(super) fn end_leaf(&mut self) {
        if self.may_hold_leaf() {
            self.line.is_held = true;
        } else {
            self.flush_leaf();
        }
    }

    pub(super) fn flush_leaf(&mut self) {
        (self.line.is_held, self.line.has_unmarked_text) = (false, false);
        if std::mem::take(&mut self.line.is_begun) {
            self.leaf.trim_end();
            self.leaf.plain_images();
            if !self.raise_headline() {
                self.lower_heading();
            }
            let images = if self.may_separate_images() { self.leaf.take_leading_images() } else { None };
            for leaf in images.iter().chain([&self.leaf]) {
                self.nest.put_leaf(leaf, &self.line.locale);
            }
        }
        if let Some(link) = &mut self.line.link {
            link.is_written |= link.in_this_leaf && !self.leaf.text.trim().is_empty();
            link.in_this_leaf = false;
        }
        self.leaf.clear();
    }

    /// Makes the leaf a paragraph if it is a heading of sentences, as some pages set quotations. If another text is the title of
    /// the page, headings of level 1 are of level 2, and the others go down with them if the first heading is one of level 1.
    fn lower_heading(&mut self) {
        let LeafKind::Heading(level) = self.leaf.kind else { return };
        if level > 1 && is_prose(&self.leaf) {
            self.leaf.kind = LeafKind::Paragraph;
            return;
        }
        let lowers_all = *self.headings.lowers_all.get_or_insert(level == 1);
        if self.headings.has_title && (lowers_all || level == 1) {
            self.leaf.kind = LeafKind::Heading((level + 1).min(MAX_HEADING_LEVEL));
        }
    }

    /// Makes the leaf a heading of level 1 if it is the title of the page. Returns whether it is.
    fn raise_headline(&mut self) -> bool {
        let can_be_raised = match self.leaf.kind {
            LeafKind::Paragraph => self.nest.open.is_empty(),
            LeafKind::Heading(_) => true,
            _ => false,
        };
        if can_be_raised && self.headings.headline.is_some_and(|title| text_key(&self.leaf.text) == title) {
            self.leaf.kind = LeafKind::Heading(1);
            self.headings.headline = None;
            return true;
        }
        false
    }

    /// Whether images at the beginning of the leaf become a paragraph of their own. In items and cells they stay on the line.
    pub(super) fn may_separate_images(&self) -> bool {
        let is_block = |container: &Container| {
            matches!(container, Container::Quote | Container::Figure | Container::FigureCaption)
        };
        self.leaf.kind == LeafKind::Paragraph && self.nest.open.iter().all(is_block)
    }

    /// Begins a piece of the leaf. If the gap is a line break, adds the break before the piece. Two `<br>` end a paragraph.
    pub(super) fn open_piece(&mut self, gap: Gap) {
        if gap == Gap::LineBreak && self.between.line_breaks > 1 && self.state.kind == LeafKind::Paragraph {
            self.end_leaf();
        }
        self.begin_leaf();
        if gap == Gap::LineBreak && !self.leaf.pieces.is_empty() {
            let link = self.link();
            self.leaf.push_break(self.state.style, link);
        }
    }

    pub(super) fn push(&mut self, kind: PieceKind) {
        let link = self.link();
        let (style, code) = (self.state.style, 0);
        self.leaf.pieces.push(Piece { kind, style, code, link });
    }

    /// Adds the text of a `<pre>` as it is in the source. If the source has no whitespace before it, adds the gap of the plain
    /// text.
    pub(super) fn add_code(&mut self, gap: Gap, slice: &str, kind: TextKind) {
        self.begin_leaf();
        let text = Decode::node_text(slice, kind);
        let has_space = self.leaf.text.is_empty()
            || self.leaf.text.ends_with(char::is_whitespace)
            || text.starts_with(char::is_whitespace);
        match gap {
            Gap::LineBreak if !is_at_line_start(&self.leaf.text) => self.leaf.text.push('\n'),
            Gap::Space if !has_space => self.leaf.text.push(' '),
            _ => {}
        }
        self.leaf.text.push_str(&text);
    }
}

/// Whether a heading is a paragraph by its length and its end. A long question or link may be a heading.
fn is_prose(heading: &Leaf) -> bool {
    /// Minimum number of characters. Chosen by hand: shorter ones that end in a full stop are mottos and findings.
    const MIN_CHARS: usize = 120;
    let text = heading.text.trim_end_matches(['"', '”', '’', '»', ')']);
    text.chars().nth(MIN_CHARS - 1).is_some()
        && text.ends_with(ends_statement)
        && heading.pieces.iter().any(|piece| piece.link.is_none())
}

/// Whether the last line of a text has only spaces and tabs.
fn is_at_line_start(text: &str) -> bool {
    let line = text.trim_end_matches([' ', '\t']);
    line.is_empty() || line.ends_with('\n')
}
