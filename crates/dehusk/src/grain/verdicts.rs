//! Verdicts: what is said about each block, in the order of the source.
//!
//! The reason names what is plain to see about a block; what decided is the model's score.

use super::choice::Choice;
use super::outline::{Kind, Outline, Piece};
use crate::selection::{Emission, Reason, Selection, Verdict};
use crate::source::Span;

/// A block with more of its text in links is a list of links, one with nearly all of it a link.
const MANY_LINKS: f32 = 0.5;
const ALL_LINK: f32 = 0.95;
/// What stands around the content of a page.
const HUSK: [Kind; 5] = [Kind::Nav, Kind::Header, Kind::Footer, Kind::Aside, Kind::Dialog];

/// The selection of the kept blocks.
pub(super) fn selection(outline: &Outline, choices: &[Choice], probabilities: &[f32]) -> Selection {
    let mut runs = outline.runs.clone();
    // Foster parenting: the text of a table may stand before it in the tree, inside it in the source.
    runs.sort_unstable_by_key(|(span, _)| *span);
    let beside = Beside::of(outline, choices);
    let mut verdicts: Vec<Verdict> = Vec::with_capacity(outline.pieces.len());
    let mut block = None;
    for (span, index) in runs {
        match verdicts.last_mut() {
            Some(last) if block == Some(index) => last.span = Span::new(last.span.start(), span.end()),
            _ => {
                let at = index as usize;
                let reason = reason(outline, &outline.pieces[at], (choices[at], &beside));
                let kept = choices[at].is_kept();
                verdicts.push(Verdict { span, kept, score: probabilities[at], reason });
            }
        }
        block = Some(index);
    }
    if verdicts.is_empty() {
        return Selection::nothing(Reason::NoVisibleText);
    }
    let nothing = choices.iter().all(|choice| !choice.is_kept()).then_some(Reason::NothingLikely);
    let emission = if outline.unscripted { Emission::Unscripted } else { Emission::Formatted };
    Selection { emission, nothing, ..Selection::new(verdicts) }
}

fn reason(outline: &Outline, piece: &Piece, (choice, beside): (Choice, &Beside)) -> Reason {
    let container = outline.container_of(piece);
    match choice {
        Choice::Code => Reason::Code,
        Choice::Heads => Reason::HeadsContent,
        Choice::RestOfList => Reason::RestOfList,
        Choice::Amid => Reason::AmidContent,
        Choice::Repeats => Reason::Repeats,
        Choice::Comments => Reason::Comments,
        Choice::Kept if container.is_in(Kind::Heading) => Reason::LikelyHeading,
        Choice::Kept if container.is_in(Kind::Pre) => Reason::Code,
        Choice::Kept if piece.sentence_mass() > 0.0 => Reason::LikelyProse,
        Choice::Kept => Reason::LikelyContent,
        Choice::Left if piece.hidden => Reason::Hidden,
        Choice::Left if beside.husk[piece.container as usize] => Reason::BesideContent,
        Choice::Left if beside.form[piece.container as usize] => Reason::Form,
        Choice::Left if piece.link_share() > ALL_LINK => Reason::Link,
        Choice::Left if piece.link_share() > MANY_LINKS => Reason::ManyLinks,
        Choice::Left => Reason::UnlikelyContent,
    }
}

/// Of each container whether it is in what stands beside the content, or in a form, that holds nothing that is kept: a thread may
/// stand in a form as a whole, and a title in a header.
struct Beside {
    husk: Vec<bool>,
    form: Vec<bool>,
}

impl Beside {
    fn of(outline: &Outline, choices: &[Choice]) -> Beside {
        let containers = &outline.containers;
        let mut holds_kept = vec![false; containers.len()];
        for (piece, choice) in outline.pieces.iter().zip(choices) {
            holds_kept[piece.container as usize] |= choice.is_kept();
        }
        for (index, container) in containers.iter().enumerate().skip(1).rev() {
            holds_kept[container.parent as usize] |= holds_kept[index];
        }
        let inside = |kinds: &[Kind]| {
            let mut inside = vec![false; containers.len()];
            for (index, container) in containers.iter().enumerate() {
                let is_one = kinds.iter().any(|kind| container.levels_to(*kind as usize) == 1);
                inside[index] = inside[container.parent as usize] || (is_one && !holds_kept[index]);
            }
            inside
        };
        Beside { husk: inside(&HUSK), form: inside(&[Kind::Form]) }
    }
}
