//! The tool `explain`: which blocks of a page are kept and which are removed, and why, in a short list.
//!
//! Removed blocks that follow each other and have the same reason are one line, with the container that they
//! share.

use dehusk::explain::{ExplainedBlock, Explanation};
use dehusk::{Options, PageInput, Status};
use dehusk_record::PageOutcome;

use super::extractors::Extractors;
use super::invisible::one_line;
use super::reading::Reading;

/// Maximum characters of a reason or of the label of a container. Chosen by hand.
const MAX_REASON: usize = 160;

/// What is added to the score of a kept block: a score is at most 1, so it comes before all removed ones.
const KEPT_FIRST: f32 = 2.0;

/// The decisions about a page.
#[derive(Debug)]
pub(super) struct Outline {
    /// The status and, if there is one, the reason of the whole page.
    pub(super) status: (Status, Option<String>),
    /// The numbers of blocks that are kept and removed.
    pub(super) kept: usize,
    pub(super) removed: usize,
    /// The lines, in the order of the page.
    pub(super) lines: Vec<Line>,
}

/// A line about one or more blocks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// The line.
    pub(super) text: String,
    /// How much it matters to whoever asks about a decision: kept blocks most, then removed ones by their highest score.
    weight: f32,
}

impl Outline {
    /// Returns at most so many lines: those that matter most, in the order of the page.
    pub(super) fn most_important(&self, limit: usize) -> Vec<&str> {
        let mut order: Vec<usize> = (0..self.lines.len()).collect();
        order.sort_by(|&a, &b| self.lines[b].weight.total_cmp(&self.lines[a].weight).then(a.cmp(&b)));
        order.truncate(limit);
        order.sort_unstable();
        order.into_iter().map(|index| self.lines[index].text.as_str()).collect()
    }
}

/// Explains the decisions about a page. There are no lines if the page was refused or the deadline passed; the
/// status says why.
pub(super) fn outline(extractors: &mut Extractors<'_>, page: &PageInput<'_>) -> Outline {
    extractors.open(Options::new(), page, |opened, options| {
        let method = options.method_value();
        let outcome = PageOutcome::extracted("", opened.extract(method));
        let PageOutcome { status, reason, explanation, .. } =
            outcome.with_explanation(opened.explain(method));
        let explanation = explanation.unwrap_or_default();
        let kept = explanation.blocks.iter().filter(|block| block.kept).count();
        Outline {
            status: (status, reason),
            kept,
            removed: explanation.blocks.len() - kept,
            lines: lines(&explanation),
        }
    })
}

fn lines(explanation: &Explanation) -> Vec<Line> {
    let same = |a: &ExplainedBlock, b: &ExplainedBlock| key(a) == key(b);
    explanation.blocks.chunk_by(same).map(|blocks| line(explanation, blocks)).collect()
}

/// What must be the same for blocks to be on one line. Kept blocks are told apart: their text matters.
fn key(block: &ExplainedBlock) -> impl PartialEq {
    let reason = block.verdict.map(|verdict| verdict.reason);
    let own = block.kept.then_some(block.span);
    (block.hidden, reason, own)
}

/// Returns the innermost container around all of these blocks.
fn shared_container(explanation: &Explanation, blocks: &[ExplainedBlock]) -> Option<usize> {
    let parent = |index: usize| explanation.containers.get(index).and_then(|container| container.parent);
    // A container comes before those inside it, so of two different ones the later cannot be around the other.
    let meet = |a: usize, b: usize| {
        let (mut a, mut b) = (Some(a), Some(b));
        while a != b {
            if a > b { a = a.and_then(parent) } else { b = b.and_then(parent) }
        }
        a
    };
    let mut containers = blocks.iter().map(|block| block.container);
    let first = containers.next()??;
    containers.try_fold(first, |shared, container| meet(shared, container?))
}

/// Describes one or more blocks with the same decision.
fn line(explanation: &Explanation, blocks: &[ExplainedBlock]) -> Line {
    let Some(first) = blocks.first() else { return Line { text: String::new(), weight: 0.0 } };
    let decision = if first.kept { "kept" } else { "removed" };
    let count = match blocks.len() {
        1 => first.kind.to_owned(),
        count => format!("{count} blocks"),
    };
    let container = shared_container(explanation, blocks).and_then(|index| explanation.containers.get(index));
    let place = container
        .map_or(String::new(), |container| format!(" in {}", one_line(&container.label, MAX_REASON)));
    let score = first.verdict.map_or(String::new(), |verdict| format!(" {:.2}", verdict.score));
    let reason = one_line(&first.reason(), MAX_REASON);
    let text = one_line(&first.text, MAX_REASON);
    let text = match first.hidden {
        Some(how) => Reading::flagged(&text, how),
        None => text,
    };
    let weight =
        blocks.iter().map(|block| block.verdict.map_or(0.0, |verdict| verdict.score)).fold(0.0, f32::max);
    let weight = if first.kept { weight + KEPT_FIRST } else { weight };
    Line { text: format!("{decision}{score} {count}{place}: {reason}: {text:?}"), weight }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::pool::Worker;
    use dehusk::budget::Limits;

    #[test]
    fn blocks_with_the_same_reason_are_one_line() {
        let page = "<nav><a href=/>Home</a> <a href=/a>News</a><p><a href=/b>Shop</a></p></nav>
            <article><h1>The mill</h1><p>The old mill on the river reopens on Monday, after two winters of repairs.</p>
            <p>The miller says that bread will be baked there again, as it was ten years ago.</p></article>
            <footer><p>Imprint</p><p>Privacy</p><p>Terms</p></footer>";
        let mut worker = Worker::default();
        let mut extractors = Extractors::new(&mut worker, Limits::default());
        let outline = outline(&mut extractors, &PageInput::new(page.as_bytes()));
        assert_eq!(outline.status.0, Status::Ok);
        let all = outline.most_important(99);
        let footer = all.last().unwrap();
        assert!(
            footer.contains("3 blocks in footer: beside content") && footer.contains("Imprint"),
            "{footer}"
        );
        assert_eq!(all.iter().filter(|line| line.starts_with("kept")).count(), outline.kept, "{all:#?}");
        let most = outline.most_important(outline.kept);
        assert!(
            most.iter().all(|line| line.starts_with("kept")) && most[1].contains("\"The old mill"),
            "{most:#?}"
        );
    }
}
