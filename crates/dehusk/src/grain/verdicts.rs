//! Verdicts: what is said about each block, in the order of the source.
//!
//! The reason names what is plain to see about a block; what decided is the model's score.

use super::outline::{Kind, Outline, Piece};
use crate::selection::{Emission, Reason, Selection, Verdict};
use crate::source::Span;

/// A block with more of its text in links is a list of links.
const MANY_LINKS: f32 = 0.5;
/// What stands around the content of a page.
const HUSK: [Kind; 5] = [Kind::Nav, Kind::Header, Kind::Footer, Kind::Aside, Kind::Dialog];

/// The selection of the kept blocks.
pub(super) fn selection(outline: &Outline, kept: &[bool], probabilities: &[f32]) -> Selection {
    let mut runs = outline.runs.clone();
    // Foster parenting: the text of a table may stand before it in the tree, inside it in the source.
    runs.sort_unstable_by_key(|(span, _)| *span);
    let mut verdicts: Vec<Verdict> = Vec::with_capacity(outline.pieces.len());
    let mut block = None;
    for (span, index) in runs {
        match verdicts.last_mut() {
            Some(last) if block == Some(index) => last.span = Span::new(last.span.start(), span.end()),
            _ => {
                let at = index as usize;
                let reason = reason(outline, &outline.pieces[at], kept[at]);
                verdicts.push(Verdict { span, kept: kept[at], score: probabilities[at], reason });
            }
        }
        block = Some(index);
    }
    if verdicts.is_empty() {
        return Selection::nothing(Reason::NoVisibleText);
    }
    let nothing = (!kept.contains(&true)).then_some(Reason::NothingLikely);
    let emission = if outline.unscripted { Emission::Unscripted } else { Emission::Parser };
    Selection { emission, nothing, ..Selection::new(verdicts) }
}

fn reason(outline: &Outline, piece: &Piece, kept: bool) -> Reason {
    let container = outline.container_of(piece);
    match kept {
        true if container.is_in(Kind::Heading) => Reason::LikelyHeading,
        true if container.is_in(Kind::Pre) => Reason::Code,
        true if piece.sentence_mass() > 0.0 => Reason::LikelyProse,
        true => Reason::LikelyContent,
        false if piece.hidden => Reason::Hidden,
        false if HUSK.into_iter().any(|kind| container.is_in(kind)) => Reason::BesideContent,
        false if container.is_in(Kind::Form) => Reason::Form,
        false if piece.link_share() > MANY_LINKS => Reason::ManyLinks,
        false => Reason::UnlikelyContent,
    }
}
