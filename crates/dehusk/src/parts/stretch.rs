//! Stretches: the pieces of a block with one verdict, joined.

use super::{Block, BlockKind, Lists, Room};
use crate::selection::{Reason, Verdict};
use crate::source::Span;

/// What is the same for all stretches of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) kind: BlockKind,
    pub(super) direction: Option<&'static str>,
    pub(super) xpath: String,
}

/// A part of a run, with what the method says of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) span: Span,
    pub(super) kept: bool,
    pub(super) score: f32,
    pub(super) reason: Reason,
}

/// The pieces of a run under verdicts that stand in the order of the source. What no verdict is about is not selected.
pub(super) fn pieces(verdicts: &[Verdict], run: Span) -> impl Iterator<Item = Piece> + '_ {
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
                Piece { span, kept: verdict.kept, score: verdict.score, reason: verdict.reason }
            }
            _ => {
                let end = verdict.map_or(run.end(), |verdict| verdict.span.start());
                Piece { span: Span::new(at, end), kept: false, score: 0.0, reason: Reason::Unjudged }
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
    /// The longest piece, which speaks for all.
    longest: Piece,
}

/// Joins pieces to blocks.
#[derive(Debug, Default)]
pub(super) struct Joiner {
    place: Place,
    open: Option<Open>,
}

impl Joiner {
    /// The next block begins.
    pub(super) fn begin(&mut self, place: Place, lists: &mut Lists, room: &mut Room) {
        self.end(lists, room);
        self.place = place;
    }

    /// Adds a piece, its blanks left out, with its place in the text if it has one.
    pub(super) fn add(
        &mut self,
        piece: Piece,
        source: &str,
        text: Option<Span>,
        lists: &mut Lists,
        room: &mut Room,
    ) {
        let Some(solid) = solid(source, piece.span) else { return };
        let piece = Piece { span: solid, ..piece };
        if self.open.is_some_and(|open| open.kept != piece.kept) {
            self.end(lists, room);
        }
        let first =
            Open { kept: piece.kept, source: (solid.start(), solid.end()), text: None, longest: piece };
        let open = self.open.get_or_insert(first);
        open.source = (open.source.0.min(solid.start()), open.source.1.max(solid.end()));
        if piece.span.len() > open.longest.span.len() {
            open.longest = piece;
        }
        if let Some(text) = text {
            open.text = Some((open.text.map_or(text.start(), |(start, _)| start), text.end()));
        }
    }

    pub(super) fn end(&mut self, lists: &mut Lists, room: &mut Room) {
        let Some(open) = self.open.take() else { return };
        if !room.take(size_of::<Block>() + self.place.xpath.len()) {
            return;
        }
        lists.blocks.push(Block {
            kind: self.place.kind,
            kept: open.kept,
            score: open.longest.score,
            reason: open.longest.reason,
            source: Span::new(open.source.0, open.source.1),
            text: open.text.map(|(start, end)| Span::new(start, end)),
            xpath: self.place.xpath.clone(),
            direction: self.place.direction,
        });
    }
}

/// A span without the white space of ASCII around it; none if there is nothing else.
fn solid(source: &str, span: Span) -> Option<Span> {
    let bytes = source.as_bytes().get(span.range())?;
    let first = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let last = bytes.iter().rposition(|byte| !byte.is_ascii_whitespace())?;
    Some(Span::new(span.start() + first, span.start() + last + 1))
}
