//! Splits runs into pieces with one verdict each, and joins adjacent pieces into blocks.

use super::{Block, BlockKind, ByteBudget, Lists};
use crate::selection::{Hiding, Reason, Selection};
use crate::source::Span;

/// The properties of a block of the page. If the block is listed in several parts, all of them have these properties.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockContext {
    pub(super) kind: BlockKind,
    pub(super) direction: Option<&'static str>,
    pub(super) xpath: String,
}

/// A part of a run with one verdict.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) span: Span,
    pub(super) kept: bool,
    pub(super) score: f32,
    pub(super) reason: Reason,
    pub(super) hidden: Option<Hiding>,
}

/// Splits a run into pieces by the verdicts of a selection. A part without a verdict is not kept.
pub(super) fn pieces(selection: &Selection, run: Span) -> impl Iterator<Item = Piece> + '_ {
    let verdicts = &selection.verdicts;
    let mut next = verdicts.partition_point(|verdict| verdict.span.end() <= run.start());
    let mut at = run.start();
    std::iter::from_fn(move || {
        if at >= run.end() {
            return None;
        }
        let verdict = verdicts.get(next).filter(|verdict| verdict.span.start() < run.end());
        let piece = match verdict {
            Some(verdict) if verdict.span.start() <= at => {
                next += 1;
                let span = Span::new(at, verdict.span.end().min(run.end()));
                let hidden = selection.hiding_of(span, verdict.kept);
                Piece { span, kept: verdict.kept, score: verdict.score, reason: verdict.reason, hidden }
            }
            _ => {
                let end = verdict.map_or(run.end(), |verdict| verdict.span.start());
                let span = Span::new(at, end);
                Piece { span, kept: false, score: 0.0, reason: Reason::Unjudged, hidden: None }
            }
        };
        at = piece.span.end();
        Some(piece)
    })
}

#[derive(Clone, Copy, Debug)]
struct Open {
    kept: bool,
    source: (usize, usize),
    text: Option<(usize, usize)>,
    /// The longest piece, whose score and reason are listed for the block.
    longest: Piece,
}

/// Joins adjacent pieces of a block that are all kept or all removed, and all visible or all hidden in the same way.
#[derive(Debug, Default)]
pub(super) struct Joiner {
    context: BlockContext,
    open: Option<Open>,
}

impl Joiner {
    /// Ends the current block and begins the next.
    pub(super) fn begin(&mut self, context: BlockContext, lists: &mut Lists, budget: &mut ByteBudget) {
        self.end(lists, budget);
        self.context = context;
    }

    /// Adds a piece, without the whitespace around it. `text` is the span of the piece in the text, if it has one.
    pub(super) fn add(
        &mut self,
        piece: Piece,
        source: &str,
        text: Option<Span>,
        lists: &mut Lists,
        budget: &mut ByteBudget,
    ) {
        let Some(trimmed) = trimmed(source, piece.span) else { return };
        let piece = Piece { span: trimmed, ..piece };
        let key = |piece: &Piece| (piece.kept, piece.hidden);
        if self.open.is_some_and(|open| key(&open.longest) != key(&piece)) {
            self.end(lists, budget);
        }
        let first =
            Open { kept: piece.kept, source: (trimmed.start(), trimmed.end()), text: None, longest: piece };
        let open = self.open.get_or_insert(first);
        open.source = (open.source.0.min(trimmed.start()), open.source.1.max(trimmed.end()));
        if piece.span.len() > open.longest.span.len() {
            open.longest = piece;
        }
        if let Some(text) = text {
            open.text = Some((open.text.map_or(text.start(), |(start, _)| start), text.end()));
        }
    }

    /// Lists the joined pieces as a block, if there are any.
    pub(super) fn end(&mut self, lists: &mut Lists, budget: &mut ByteBudget) {
        let Some(open) = self.open.take() else { return };
        if !budget.take(size_of::<Block>() + self.context.xpath.len()) {
            return;
        }
        lists.blocks.push(Block {
            kind: self.context.kind,
            kept: open.kept,
            score: open.longest.score,
            reason: open.longest.reason,
            source: Span::new(open.source.0, open.source.1),
            text: open.text.map(|(start, end)| Span::new(start, end)),
            xpath: self.context.xpath.clone(),
            direction: self.context.direction,
            hidden: open.longest.hidden,
        });
    }
}

/// A span without the ASCII whitespace around it; `None` if there is only whitespace.
fn trimmed(source: &str, span: Span) -> Option<Span> {
    let bytes = source.as_bytes().get(span.range())?;
    let first = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let last = bytes.iter().rposition(|byte| !byte.is_ascii_whitespace())?;
    Some(Span::new(span.start() + first, span.start() + last + 1))
}
