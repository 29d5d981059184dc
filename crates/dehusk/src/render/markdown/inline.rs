//! Writes the pieces of a leaf as one string: text, emphasis where the rules of Markdown allow it, links, images, code and
//! formulas.
//!
//! Each piece has a set of styles, not nested elements. This module finds the spans of pieces that share a style. CommonMark
//! reads a run of asterisks as emphasis only between certain characters ("flanking"). If the ends of a span do not have such
//! neighbors, punctuation moves out of it (`punctuation`); if that does not help, its emphasis is left out.

use super::escape::{self, Around};
use super::{notes, punctuation};
use crate::render::document::{Leaf, Link, NoteLink, Piece, PieceKind, style};

/// The kind of block that a leaf is written into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InlineContext {
    Paragraph,
    Heading,
    Cell,
}

/// Emphasis over the pieces `from..to`.
#[derive(Clone, Copy, Debug)]
struct Span {
    style: u8,
    from: usize,
    to: usize,
}

/// Writes leaves, and reuses its buffers from one leaf to the next.
#[derive(Debug, Default)]
pub(super) struct Inline {
    pieces: Vec<Piece>,
    spans: Vec<Span>,
    /// Number of spans of emphasis that were left out.
    pub(super) lost: u32,
}

impl Inline {
    /// Appends a leaf, in bold if `bold`.
    pub(super) fn write(&mut self, leaf: &Leaf, context: InlineContext, bold: bool, out: &mut String) {
        if leaf.pieces.is_empty() {
            code_lines(&leaf.text, out);
            return;
        }
        self.pieces.clear();
        self.pieces.extend(leaf.pieces.iter().cloned());
        let (set, clear) = match (bold, context) {
            (true, _) => (style::STRONG, 0),
            // Headings are already bold.
            (false, InlineContext::Heading) => (0, style::STRONG),
            (false, _) => (0, 0),
        };
        self.pieces.iter_mut().for_each(|piece| piece.style = (piece.style | set) & !clear);
        notes::normalize(leaf, &mut self.pieces);
        separate_code_spans(leaf, &mut self.pieces);
        self.lost += punctuation::move_out(leaf, &mut self.pieces);
        self.find_spans(leaf);
        let escapes_dollars = leaf.text.bytes().filter(|byte| *byte == b'$').count() > 1
            || self.pieces.iter().any(|piece| matches!(piece.kind, PieceKind::Formula(_)));
        let start = out.len();
        Output { leaf, pieces: &self.pieces, context, escapes_dollars, start, out }.write(&self.spans);
    }

    /// Finds the spans of emphasis that can be written. A span may be inside another; otherwise spans do not overlap. If two
    /// spans begin with the same piece, the longer span comes first.
    fn find_spans(&mut self, leaf: &Leaf) {
        self.spans.clear();
        for style in [style::STRONG, style::EMPHASIS, style::STRIKE] {
            let mut from = 0;
            while from < self.pieces.len() {
                let to = end_of(&self.pieces, from, style);
                if to > from {
                    self.spans.push(Span { style, from, to });
                }
                from = to.max(from + 1);
            }
        }
        self.spans.sort_by_key(|span| (span.from, usize::MAX - span.to, span.style));
        let all = self.spans.len();
        let pieces = &self.pieces;
        let mut open: Vec<Span> = Vec::new();
        let mut closed: Option<Span> = None;
        self.spans.retain(|span| {
            while let Some(outer) = open.pop_if(|outer| outer.to <= span.from) {
                closed = Some(outer);
            }
            let crosses = open.last().is_some_and(|outer| outer.to < span.to);
            // The marks of adjacent spans would run together, unless the boundary of a link separates them.
            let is_separated = span.from > 0 && pieces[span.from - 1].link != pieces[span.from].link;
            let touches = !is_separated && closed.is_some_and(|closed| closed.to == span.from);
            let is_kept = !crosses && !touches && flanks(leaf, pieces, span, open.last());
            if is_kept {
                open.push(*span);
            }
            is_kept
        });
        self.lost += (all - self.spans.len()) as u32;
    }
}

/// Prepares code for Markdown, which cannot have two adjacent code spans. A piece of code directly after another is joined with
/// it, or becomes plain text if their styles or links differ. Code that is in a link and contains `]:` also becomes plain text,
/// because Markdown would read the line as a link definition.
fn separate_code_spans(leaf: &Leaf, pieces: &mut [Piece]) {
    for index in 0..pieces.len() {
        let (before, after) = pieces.split_at_mut(index);
        let Some(piece) = after.first_mut().filter(|piece| is_code(piece)) else { continue };
        let text = leaf.text_of(piece);
        let mut is_definition = text.contains("]:");
        if let Some(before) = before.last().filter(|before| is_code(before)) {
            let is_same = (before.style, before.link) == (piece.style, piece.link);
            piece.code = if is_same { before.code } else { 0 };
            is_definition |= text.starts_with(':') && leaf.text_of(before).ends_with(']');
        }
        if is_definition && piece.link.is_some() {
            piece.code = 0;
        }
    }
}

fn is_code(piece: &Piece) -> bool {
    piece.code > 0 && matches!(piece.kind, PieceKind::Text { .. })
}

/// Returns the end of the consecutive pieces from `from` that have the style and the same link.
fn end_of(pieces: &[Piece], from: usize, style: u8) -> usize {
    let rest = &pieces[from..];
    let same = |piece: &&Piece| piece.style & style != 0 && piece.link == rest[0].link;
    from + rest.iter().take_while(same).count()
}

/// Whether Markdown would read both ends of a span as emphasis. The marks of a span inside `outer` must not be readable as the
/// end of `outer`.
fn flanks(leaf: &Leaf, pieces: &[Piece], span: &Span, outer: Option<&Span>) -> bool {
    let before = span.from.checked_sub(1).map(|index| edge(leaf, &pieces[index], Edge::Last));
    let after = pieces.get(span.to).map(|piece| edge(leaf, piece, Edge::First));
    let link = |index: usize| pieces.get(index).and_then(|piece| piece.link);
    let link_starts = span.from > 0 && link(span.from) != link(span.from - 1);
    let link_ends = link(span.to) != link(span.to - 1);
    let before = if link_starts || link(span.from).is_some() && span.from == 0 { Some('[') } else { before };
    let after = if link_ends { Some(']') } else { after };
    let first = edge(leaf, &pieces[span.from], Edge::First);
    let last = edge(leaf, &pieces[span.to - 1], Edge::Last);
    // Whether the marks of strikethrough and of other emphasis meet between two pieces.
    let marks_meet = |a: usize, b: usize| {
        let (a, b) = (pieces.get(a).map_or(0, |p| p.style), pieces.get(b).map_or(0, |p| p.style));
        let differ = a ^ b;
        differ & style::STRIKE != 0 && differ & (style::STRONG | style::EMPHASIS) != 0
    };
    let starts_unambiguously =
        outer.is_none_or(|outer| outer.from == span.from) || is_unambiguous(first, before);
    let ends_unambiguously = outer.is_none_or(|outer| outer.to == span.to) || is_unambiguous(last, after);
    starts_unambiguously
        && ends_unambiguously
        && end_flanks(first, before, marks_meet(span.from.wrapping_sub(1), span.from))
        && end_flanks(last, after, marks_meet(span.to - 1, span.to))
}

/// Whether Markdown can read a mark in only one way, as the beginning or as the end of emphasis. `inside` and `outside` are the
/// characters on its two sides.
fn is_unambiguous(inside: char, outside: Option<char>) -> bool {
    outside.is_none_or(char::is_whitespace)
        || (inside.is_alphanumeric() && outside.is_some_and(is_punctuation))
}

/// Whether Markdown reads a mark as the boundary of emphasis. `inside` and `outside` are the characters on its two sides.
/// `next_to_marks` is whether other marks may be beside it.
fn end_flanks(inside: char, outside: Option<char>, next_to_marks: bool) -> bool {
    let is_separate = outside.is_none_or(|c| c.is_whitespace() || is_punctuation(c));
    !inside.is_whitespace() && (is_separate || (!next_to_marks && inside.is_alphanumeric()))
}

/// Whether every Markdown parser treats a character as punctuation: ASCII punctuation, and common characters of the Unicode
/// category P (punctuation). Parsers disagree about the category S (symbols).
pub(super) fn is_punctuation(c: char) -> bool {
    let is_general =
        |c| matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{2043}' | '«' | '»' | '¡' | '¿' | '·');
    let is_wide = |c| matches!(c, '、' | '。' | '〈'..='】' | '！' | '（' | '）' | '，' | '：' | '；' | '？');
    c.is_ascii_punctuation() || is_general(c) || is_wide(c) || matches!(c, '،' | '؛' | '؟' | '।')
}

#[derive(Clone, Copy)]
pub(super) enum Edge {
    First,
    Last,
}

/// Returns the first or last character of a piece as it is written.
pub(super) fn edge(leaf: &Leaf, piece: &Piece, edge: Edge) -> char {
    let text = leaf.text_of(piece);
    let sup = piece.style & (style::SUPERSCRIPT | style::SUBSCRIPT) != 0;
    match &piece.kind {
        PieceKind::Break | PieceKind::Joint => ' ',
        PieceKind::Text { .. } if !sup && piece.code == 0 => {
            let character = match edge {
                Edge::First => text.chars().next(),
                Edge::Last => text.chars().next_back(),
            };
            character.unwrap_or(' ')
        }
        // Code, superscripts, images and formulas begin and end with punctuation. Which one does not matter here.
        _ => '`',
    }
}

/// Appends a code block inside a table cell. Each line is written as a code span.
fn code_lines(text: &str, out: &mut String) {
    for (index, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        if index > 0 {
            out.push_str("<br>");
        }
        code_span(line.trim(), true, out);
    }
}

/// Appends a code span. Its fence is longer than any run of backticks inside.
fn code_span(text: &str, in_cell: bool, out: &mut String) {
    let fence = "`".repeat(escape::longest_run(text, '`') + 1);
    // If both ends have a space, parsers strip one space from each.
    let loses_spaces = text.starts_with(' ') && text.ends_with(' ') && !text.trim().is_empty();
    let pad = if loses_spaces || text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    out.extend([&fence, pad]);
    if in_cell {
        out.push_str(&text.replace('|', "\\|"))
    } else {
        out.push_str(text)
    }
    out.extend([pad, &fence]);
}

struct Output<'o> {
    leaf: &'o Leaf,
    pieces: &'o [Piece],
    context: InlineContext,
    escapes_dollars: bool,
    /// The offset in `out` where the leaf begins.
    start: usize,
    out: &'o mut String,
}

impl Output<'_> {
    fn write(&mut self, spans: &[Span]) {
        let mut spans = spans.iter().peekable();
        let mut open: Vec<Span> = Vec::new();
        let mut link = None;
        let mut index = 0;
        while index < self.pieces.len() {
            let piece = &self.pieces[index];
            if link != piece.link {
                self.open_link(piece.link);
                link = piece.link;
            }
            while let Some(span) = spans.next_if(|span| span.from == index) {
                self.out.push_str(mark(span.style));
                open.push(*span);
            }
            let next = self.piece(index);
            while let Some(span) = open.pop_if(|span| span.to <= next) {
                self.out.push_str(mark(span.style));
            }
            index = next;
            let link_ends = self.pieces.get(index).is_none_or(|piece| piece.link != link);
            if link_ends {
                self.close_link(link);
                link = None;
            }
        }
    }

    fn open_link(&mut self, link: Option<u32>) {
        match link.map(|link| &self.leaf.links[link as usize]) {
            Some(Link { note: Some(NoteLink::Reference(number)), .. }) => {
                self.out.push_str(&format!("[^{number}]"));
            }
            Some(_) => self.out.push('['),
            None => {}
        }
    }

    fn close_link(&mut self, link: Option<u32>) {
        if let Some(Link { note: None, address }) = link.map(|link| &self.leaf.links[link as usize]) {
            self.out.push_str("](");
            escape::address(address, self.out);
            self.out.push(')');
        }
    }

    fn is_reference(&self, piece: &Piece) -> bool {
        notes::link_of(self.leaf, piece).is_some()
    }

    /// Writes the piece at `index`. For code, also writes the pieces that are joined with it. Returns the index of the next
    /// piece.
    fn piece(&mut self, index: usize) -> usize {
        let piece = &self.pieces[index];
        match &piece.kind {
            _ if self.is_reference(piece) => {}
            PieceKind::Text { .. } if piece.code > 0 => return self.code(index),
            PieceKind::Text { .. } => self.text(index),
            PieceKind::Joint => self.out.push(' '),
            PieceKind::Break if self.context == InlineContext::Paragraph => self.out.push_str("\\\n"),
            // A heading is one line.
            PieceKind::Break if self.context == InlineContext::Heading => {
                if !self.out.ends_with(' ') {
                    self.out.push(' ');
                }
            }
            PieceKind::Break => self.out.push_str("<br>"),
            PieceKind::Image(image) => {
                self.out.push_str("![");
                self.escaped(&image.alternative, Some('['), index);
                self.out.push_str("](");
                escape::address(&image.address, self.out);
                self.out.push(')');
            }
            PieceKind::Formula(formula) => {
                let dollars = if formula.display { "$$" } else { "$" };
                let tex = &formula.tex;
                let tex = if self.context == InlineContext::Cell { &tex.replace('|', "\\|") } else { tex };
                self.out.extend([dollars, tex, dollars]);
            }
        }
        index + 1
    }

    /// Writes the code at `index` and the pieces joined with it as one code span. Returns the index of the next piece.
    fn code(&mut self, index: usize) -> usize {
        let first = &self.pieces[index];
        let joined = self.pieces[index..].iter().take_while(|piece| {
            let is_text = matches!(piece.kind, PieceKind::Text { .. });
            is_text && (piece.code, piece.link, piece.style) == (first.code, first.link, first.style)
        });
        let end = index + joined.count();
        let text: String = self.pieces[index..end].iter().map(|piece| self.leaf.text_of(piece)).collect();
        let (open, close) = script_tags(first.style);
        self.out.push_str(open);
        code_span(&text, self.context == InlineContext::Cell, self.out);
        self.out.push_str(close);
        end
    }

    fn text(&mut self, index: usize) {
        let piece = &self.pieces[index];
        let (open, close) = script_tags(piece.style);
        self.out.push_str(open);
        let before = self.out[self.start..].chars().next_back().filter(|c| *c != '\n');
        let before = if self.context == InlineContext::Paragraph { before } else { Some(' ') };
        self.escaped(self.leaf.text_of(piece), before, index);
        self.out.push_str(close);
    }

    fn follows_note(&self, index: usize) -> bool {
        index > 0 && self.is_reference(&self.pieces[index - 1])
    }

    fn begins_line(&self, index: usize) -> bool {
        index == 0 || self.pieces[index - 1].kind == PieceKind::Break
    }

    fn escaped(&mut self, text: &str, before: Option<char>, index: usize) {
        let next = self.pieces.get(index + 1);
        let around = Around {
            before,
            after_note: self.follows_note(index),
            after_first_note: self.follows_note(index) && self.begins_line(index - 1),
            link_follows: next.is_some_and(|next| next.link.is_some()),
            ends_line: next.is_none_or(|next| next.kind == PieceKind::Break),
            in_heading: self.context == InlineContext::Heading,
            in_cell: self.context == InlineContext::Cell,
            escapes_dollars: self.escapes_dollars,
        };
        escape::escape(text, around, self.out);
    }
}

/// Returns the mark that begins and ends emphasis of a style.
fn mark(style: u8) -> &'static str {
    match style {
        style::STRONG => "**",
        style::EMPHASIS => "*",
        _ => "~~",
    }
}

/// Returns the start and end tags of a superscript or subscript, for which Markdown has no marks. For other styles, both are
/// empty.
fn script_tags(style: u8) -> (&'static str, &'static str) {
    if style & style::SUPERSCRIPT != 0 {
        ("<sup>", "</sup>")
    } else if style & style::SUBSCRIPT != 0 {
        ("<sub>", "</sub>")
    } else {
        ("", "")
    }
}
