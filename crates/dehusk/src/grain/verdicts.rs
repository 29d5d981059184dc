//! Verdicts: for each block, whether it is kept, its score and a reason, in the order of the source.
//!
//! The reason names a property of the block that a reader can see. The decision itself depends on the model's score.

use super::choice::Choice;
use super::outline::{Kind, Outline, Piece};
use crate::selection::{Emission, Reason, Selection, Verdict};
use crate::source::Span;

/// The reason of a removed block is "many links" if a larger share of its text than this is in links. Chosen by hand; the reason
/// decides nothing.
const MANY_LINKS: f32 = 0.5;
/// The reason of a removed block is "link" if a larger share of its text than this is in links. Chosen by hand; the reason
/// decides nothing.
const ALL_LINK: f32 = 0.95;
/// Kinds of containers around a page's content.
const AROUND_CONTENT: [Kind; 5] = [Kind::Nav, Kind::Header, Kind::Footer, Kind::Aside, Kind::Dialog];

/// The selection of the kept blocks.
pub(super) fn selection(outline: &Outline, choices: &[Choice], probabilities: &[f32]) -> Selection {
    let mut runs = outline.runs.clone();
    // Tree order is not always source order: foster parenting moves text out of a table to a position before the table.
    runs.sort_unstable_by_key(|(span, _)| *span);
    let around = Around::of(outline, choices);
    let mut verdicts: Vec<Verdict> = Vec::with_capacity(outline.pieces.len());
    let mut block = None;
    for (span, index) in runs {
        match verdicts.last_mut() {
            Some(last) if block == Some(index) => last.span = Span::new(last.span.start(), span.end()),
            _ => {
                let at = index as usize;
                let reason = reason(outline, &outline.pieces[at], choices[at], &around);
                let kept = choices[at].is_kept();
                verdicts.push(Verdict { span, kept, score: probabilities[at], reason });
            }
        }
        block = Some(index);
    }
    if verdicts.is_empty() {
        return Selection::nothing(Reason::NoVisibleText);
    }
    let of_notice = choices.iter().find_map(|choice| match choice {
        Choice::Notice(notice) => Some(notice.reason()),
        _ => None,
    });
    let is_nothing = choices.iter().all(|choice| !choice.is_kept());
    let nothing = is_nothing.then_some(of_notice.unwrap_or(Reason::NothingLikely));
    let emission = if outline.unscripted { Emission::Unscripted } else { Emission::Formatted };
    Selection { emission, nothing, ..Selection::new(verdicts) }
}

fn reason(outline: &Outline, piece: &Piece, choice: Choice, around: &Around) -> Reason {
    let container = outline.container_of(piece);
    match choice {
        Choice::Code => Reason::Code,
        Choice::Heading => Reason::HeadsContent,
        Choice::Lead | Choice::KeyFact | Choice::InsideManual | Choice::InsideGroup => Reason::AmidContent,
        Choice::Orphan => Reason::HeadsNothing,
        Choice::Repeat => Reason::Repeats,
        Choice::Comment => Reason::Comments,
        Choice::OtherStory => Reason::OtherStory,
        Choice::Dialog => Reason::Dialog,
        Choice::Label => Reason::Label,
        Choice::Notice(notice) => notice.reason(),
        Choice::Kept if container.is_in(Kind::Heading) => Reason::LikelyHeading,
        Choice::Kept if container.is_in(Kind::Pre) => Reason::Code,
        Choice::Kept if piece.sentence_mass() > 0.0 => Reason::LikelyProse,
        Choice::Kept => Reason::LikelyContent,
        Choice::Removed if piece.hidden => Reason::Hidden,
        Choice::Removed if around.content[piece.container as usize] => Reason::BesideContent,
        Choice::Removed if around.form[piece.container as usize] => Reason::Form,
        Choice::Removed if piece.link_share() > ALL_LINK => Reason::Link,
        Choice::Removed if piece.link_share() > MANY_LINKS => Reason::ManyLinks,
        Choice::Removed => Reason::UnlikelyContent,
    }
}

/// For each container, whether it is inside a container without kept blocks whose kind is in [`AROUND_CONTENT`] (`content`) or is
/// a form (`form`). Containers with kept blocks do not count, because a form may hold a whole thread, and a header may hold the
/// title.
struct Around {
    content: Vec<bool>,
    form: Vec<bool>,
}

impl Around {
    fn of(outline: &Outline, choices: &[Choice]) -> Around {
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
        Around { content: inside(&AROUND_CONTENT), form: inside(&[Kind::Form]) }
    }
}
