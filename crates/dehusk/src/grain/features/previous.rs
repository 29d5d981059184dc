//! Makes features for the next forest from the probabilities of the previous forest: the probabilities of a block's neighbors, in
//! the containers around it, of blocks with the same structure, and in the container with most of the expected content.
//!
//! In this way the blocks of a container or group are rated together, and each is compared with the rest of its page.

use super::landmarks::Landmark;
use super::list::{COUNT, Feature as F, PreviousAlike, PreviousMean, PreviousNear, PreviousUp};
use super::nested::outer;
use super::{Row, ratio};
use crate::grain::outline::{Container, Outline};

/// Sizes of the windows around a block, in blocks on each side.
const WINDOWS: [usize; 4] = [1, 3, 8, 25];
/// Number of enclosing containers that have features.
const LEVELS: usize = 4;
/// Number of enclosing containers that are grouped with similar containers.
const GROUP_LEVELS: usize = 2;
/// A block with a probability above this counts as certain content. Chosen by hand.
const SURE: f64 = 0.5;
/// For each of these shares, the deepest container with at least this share of the expected content is a landmark.
const LANDMARKS: [f64; 2] = [0.5, 0.8];

/// The mass of some blocks and their expected content, which is the sum of mass times probability.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    mass: f64,
    expected: f64,
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.mass += other.mass;
        self.expected += other.expected;
    }

    fn mean(self) -> f32 {
        (self.expected / self.mass.max(1.0)) as f32
    }
}

struct Answers<'o> {
    outline: &'o Outline,
    /// The probability of each block according to the previous forest.
    given: &'o [f32],
    of_block: Vec<Sum>,
    of_container: Vec<Sum>,
    total: Sum,
}

/// Fills in the features that depend on the previous probabilities; `rows` has a row for each block.
pub(super) fn fill(outline: &Outline, given: &[f32], rows: &mut [f32]) {
    let answers = Answers::of(outline, given);
    answers.page(rows);
    answers.around(rows);
    answers.levels(rows);
    answers.landmarks(rows);
    answers.ranks(rows);
}

fn row_of(rows: &mut [f32], index: usize) -> Row<'_> {
    Row(&mut rows[index * COUNT..(index + 1) * COUNT])
}

impl<'o> Answers<'o> {
    fn of(outline: &'o Outline, given: &'o [f32]) -> Answers<'o> {
        let sum = |(index, probability): (usize, &f32)| {
            let mass = f64::from(outline.pieces[index].shape.mass);
            Sum { mass, expected: mass * f64::from(*probability) }
        };
        let of_block: Vec<Sum> = given.iter().enumerate().map(sum).collect();
        let mut of_container = vec![Sum::default(); outline.containers.len()];
        for (piece, sum) in outline.pieces.iter().zip(&of_block) {
            of_container[piece.container as usize].add(*sum);
        }
        for index in (1..of_container.len()).rev() {
            let sum = of_container[index];
            of_container[outline.containers[index].parent as usize].add(sum);
        }
        let total = of_container[0];
        Answers { outline, given, of_block, of_container, total }
    }

    fn share(&self, sum: Sum) -> f32 {
        ratio(sum.expected, self.total.expected)
    }

    /// Fills in the features that are the same for all blocks of the page.
    fn page(&self, rows: &mut [f32]) {
        let mut sure = Sum::default();
        for (sum, probability) in self.of_block.iter().zip(self.given) {
            if f64::from(*probability) > SURE {
                sure.add(*sum);
            }
        }
        let most = self.given.iter().copied().fold(0.0, f32::max);
        for index in 0..self.given.len() {
            let row = &mut row_of(rows, index);
            row.set(F::Answer, self.given[index]);
            row.set(F::PageAnswer, self.total.expected as f32);
            row.set(F::PageAnswerMean, self.total.mean());
            row.set(F::PageSure, (sure.mass / self.total.mass.max(1.0)) as f32);
            row.set(F::PageSureMean, sure.mean());
            row.set(F::PageAnswerMost, most);
        }
    }

    fn around(&self, rows: &mut [f32]) {
        let mut sums = vec![Sum::default()];
        for sum in &self.of_block {
            let mut next = sums.last().copied().unwrap_or_default();
            next.add(*sum);
            sums.push(next);
        }
        let blocks = self.given.len();
        let at = |feature: F, index: Option<usize>| {
            (feature, index.and_then(|index| self.given.get(index)).map_or(feature.missing(), |p| *p))
        };
        for index in 0..blocks {
            let row = &mut row_of(rows, index);
            for (feature, answer) in [
                at(F::AnswerBefore1, index.checked_sub(1)),
                at(F::AnswerAfter1, Some(index + 1)),
                at(F::AnswerBefore2, index.checked_sub(2)),
                at(F::AnswerAfter2, Some(index + 2)),
            ] {
                row.set(feature, answer);
            }
            for (place, reach) in WINDOWS.into_iter().enumerate() {
                let (low, high) = (sums[index.saturating_sub(reach)], sums[(index + reach + 1).min(blocks)]);
                let sum = Sum { mass: high.mass - low.mass, expected: high.expected - low.expected };
                row.set(PreviousMean::AnswerMean.of(place), sum.mean());
            }
        }
    }

    /// Fills in the features of the containers around each block, and of containers with the same structure.
    fn levels(&self, rows: &mut [f32]) {
        let containers = &self.outline.containers;
        let outer = outer(containers);
        let mut groups = vec![vec![Sum::default(); containers.len()]; GROUP_LEVELS + 2];
        let ways: Vec<[usize; LEVELS]> =
            self.outline.pieces.iter().map(|piece| self.way(piece.container, &outer)).collect();
        for ((piece, sum), way) in self.outline.pieces.iter().zip(&self.of_block).zip(&ways) {
            for (group, number) in groups.iter_mut().zip(group_numbers(containers, piece.container, way)) {
                group[number].add(*sum);
            }
        }
        for (index, way) in ways.iter().enumerate() {
            let row = &mut row_of(rows, index);
            for (level, container) in way.iter().enumerate() {
                let sum = self.of_container[*container];
                row.set(PreviousUp::Answer.of(level), sum.mean());
                row.set(PreviousUp::AnswerShare.of(level), self.share(sum));
            }
            let own = self.outline.pieces[index].container;
            let numbers = group_numbers(containers, own, way);
            for (place, (group, number)) in groups.iter().zip(numbers).enumerate() {
                row.set(PreviousAlike::Answer.of(place), group[number].mean());
                row.set(PreviousAlike::AnswerShare.of(place), self.share(group[number]));
            }
        }
    }

    /// The containers around a block, each with more blocks than the previous one.
    fn way(&self, own: u32, outer: &[u32]) -> [usize; LEVELS] {
        let is_shared = self.outline.containers[own as usize].total.blocks > 1;
        let mut at = if is_shared { own } else { outer[own as usize] };
        std::array::from_fn(|_| {
            let container = at as usize;
            at = outer[container];
            container
        })
    }

    fn landmarks(&self, rows: &mut [f32]) {
        let containers = &self.outline.containers;
        let mass_of = |container: usize| self.of_container[container].mass as f32;
        for (member, most) in LANDMARKS.into_iter().enumerate() {
            let enough = most * self.total.expected.max(1e-9);
            // Containers with at least half of the expected content are nested, so the last one is the deepest.
            let at = self.of_container.iter().rposition(|sum| sum.expected >= enough).unwrap_or(0);
            let landmark = Landmark::at(self.outline, at);
            let (first, last) = (containers[at].first as f32, containers[at].last as f32);
            for (index, piece) in self.outline.pieces.iter().enumerate() {
                let (meet, branch) = landmark.meeting(piece.container);
                let depth = |container: usize| f32::from(containers[container].depth);
                let row = &mut row_of(rows, index);
                let mut set = |field: PreviousNear, value| row.set(field.of(member), value);
                set(PreviousNear::Below, depth(at) - depth(meet));
                set(PreviousNear::Above, depth(piece.container as usize) - depth(meet));
                set(PreviousNear::Mean, self.of_container[at].mean());
                set(PreviousNear::Share, mass_of(at) / mass_of(0).max(1.0));
                set(PreviousNear::BranchMean, self.of_container[branch].mean());
                set(PreviousNear::BranchShare, self.share(self.of_container[branch]));
                set(PreviousNear::BranchMass, mass_of(branch) / mass_of(at).max(1.0));
                set(PreviousNear::Place, (index as f32 - first) / (last - first + 1.0).max(1.0));
            }
        }
    }

    /// Fills in the rank of each block by probability, and the F1 to expect if the blocks up to this rank were kept.
    fn ranks(&self, rows: &mut [f32]) {
        let mut order: Vec<usize> = (0..self.given.len()).collect();
        order.sort_by(|a, b| self.given[*b].total_cmp(&self.given[*a]));
        let (mut kept, mut best) = (Sum::default(), 0.0_f64);
        for index in &order {
            kept.add(self.of_block[*index]);
            let f1 = 2.0 * kept.expected / (kept.mass + self.total.expected).max(1e-9);
            best = best.max(f1);
            let row = &mut row_of(rows, *index);
            row.set(F::AnswerRank, (kept.mass / self.total.mass.max(1.0)) as f32);
            row.set(F::AnswerRankShare, self.share(kept));
            row.set(F::AnswerF1, f1 as f32);
        }
        for index in order {
            let row = &mut row_of(rows, index);
            row.set(F::PageF1, best as f32);
            row.set(F::AnswerF1OfBest, ratio(f64::from(row.get(F::AnswerF1)), best));
        }
    }
}

/// The group numbers of a block: by the path of its container with and without classes, and by the paths of two containers around
/// it.
fn group_numbers(containers: &[Container], own: u32, way: &[usize]) -> [usize; GROUP_LEVELS + 2] {
    let (own, styled) = (&containers[own as usize], |at: usize| containers[at].styled_group);
    [own.styled_group, own.path_group, styled(way[0]), styled(way[1])].map(|number| number as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Deadline;
    use crate::grain::outline::WordTable;
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn blocks_of_a_group_share_its_mean() {
        let page = "<div class=c><p>aaaa<p>bbbb</div><div class=c><p>cccc<p>dddd</div><p>eeee";
        let page = Page::parse(Source::from_text(page));
        let never = &mut Deadline::after(None);
        let outline = Outline::of(&page, never).unwrap();
        let mut rows = crate::grain::features::rows(&outline, WordTable::NONE, never).unwrap();
        fill(&outline, &[1.0, 0.5, 0.5, 0.0, 0.25], &mut rows);
        let value = |block: usize, feature: F| rows[block * COUNT + feature.index()];
        assert_eq!(
            [0, 1, 2, 3, 4].map(|block| value(block, PreviousAlike::Answer.of(2))),
            [0.5, 0.5, 0.5, 0.5, 0.25]
        );
        assert_eq!([0, 2].map(|block| value(block, PreviousUp::Answer.of(0))), [0.75, 0.25]);
        assert_eq!(
            (value(0, F::AnswerBefore1), value(1, F::AnswerBefore1), value(4, F::AnswerAfter1)),
            (-1.0, 1.0, -1.0)
        );
        assert_eq!((value(0, F::AnswerRank), value(3, F::AnswerRank)), (0.2, 1.0));
        assert_eq!((value(0, F::PageAnswer), value(0, F::PageAnswerMost)), (9.0, 1.0));
    }
}
