//! Makes features for the next forest from the probabilities of the previous forest: the probabilities of a block's neighbors, in
//! the containers around it, of blocks with the same structure, and in the container with most of the expected content.
//!
//! In this way the blocks of a container or group are rated together, and each is compared with the rest of its page.

use super::landmarks::Landmark;
use super::list::{Feature as F, PreviousAlike, PreviousMean, PreviousNear, PreviousUp};
use super::{Row, ratio};
use crate::grain::outline::{Container, Outline};

/// Sizes of the windows around a block, in blocks on each side.
const WINDOWS: [usize; 4] = [1, 3, 8, 25];
/// Number of enclosing containers that have features.
const LEVELS: usize = 4;
/// Number of enclosing containers that are grouped with similar containers.
const GROUP_LEVELS: usize = 2;
/// Number of ways to group blocks: by the path of their container with and without classes, and by the containers around it.
const GROUPINGS: usize = GROUP_LEVELS + 2;
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

/// The answers of the previous forest, with the sums and ranks that the features of every block need.
pub(in crate::grain) struct Previous<'o> {
    outline: &'o Outline,
    /// The probability of each block according to the previous forest.
    given: &'o [f32],
    of_container: Vec<Sum>,
    total: Sum,
    /// Sums over the blocks before each block, and over all blocks at the end.
    before: Vec<Sum>,
    /// For each way to group blocks: the sum of each group, at the number of the group.
    groups: [Vec<Sum>; GROUPINGS],
    landmarks: [PreviousLandmark; LANDMARKS.len()],
    ranks: Ranks,
    page: PageAnswers,
}

/// A landmark that follows from the answers of the previous forest.
struct PreviousLandmark {
    container: usize,
    landmark: Landmark,
}

/// The features that are the same for all blocks of the page.
#[derive(Default)]
struct PageAnswers {
    sure: Sum,
    most: f32,
}

impl<'o> Previous<'o> {
    /// Adds up the answers; `given` has one for each block.
    pub(in crate::grain) fn of(outline: &'o Outline, given: &'o [f32]) -> Previous<'o> {
        let of_container = of_containers(outline, given);
        let total = of_container[0];
        let landmarks = LANDMARKS.map(|most| PreviousLandmark::at(outline, &of_container, most));
        Previous {
            outline,
            given,
            total,
            before: before(outline, given),
            groups: groups(outline, given),
            landmarks,
            ranks: Ranks::of(outline, given, total),
            page: PageAnswers::of(outline, given),
            of_container,
        }
    }

    /// Fills in the features of one block.
    pub(in crate::grain) fn fill(&self, index: usize, row: &mut Row<'_>) {
        self.page(index, row);
        self.around(index, row);
        self.levels(index, row);
        self.landmarks(index, row);
        self.ranks.fill(index, row);
    }

    fn share(&self, sum: Sum) -> f32 {
        ratio(sum.expected, self.total.expected)
    }

    fn page(&self, index: usize, row: &mut Row<'_>) {
        let PageAnswers { sure, most } = self.page;
        row.set(F::Answer, self.given[index]);
        row.set(F::PageAnswer, self.total.expected as f32);
        row.set(F::PageAnswerMean, self.total.mean());
        row.set(F::PageSure, (sure.mass / self.total.mass.max(1.0)) as f32);
        row.set(F::PageSureMean, sure.mean());
        row.set(F::PageAnswerMost, most);
    }

    fn around(&self, index: usize, row: &mut Row<'_>) {
        let at = |feature: F, index: Option<usize>| {
            (feature, index.and_then(|index| self.given.get(index)).map_or(feature.missing(), |p| *p))
        };
        for (feature, answer) in [
            at(F::AnswerBefore1, index.checked_sub(1)),
            at(F::AnswerAfter1, Some(index + 1)),
            at(F::AnswerBefore2, index.checked_sub(2)),
            at(F::AnswerAfter2, Some(index + 2)),
        ] {
            row.set(feature, answer);
        }
        for (place, reach) in WINDOWS.into_iter().enumerate() {
            let end = (index + reach + 1).min(self.given.len());
            let (low, high) = (self.before[index.saturating_sub(reach)], self.before[end]);
            let sum = Sum { mass: high.mass - low.mass, expected: high.expected - low.expected };
            row.set(PreviousMean::AnswerMean.of(place), sum.mean());
        }
    }

    /// Fills in the features of the containers around a block, and of containers with the same structure.
    fn levels(&self, index: usize, row: &mut Row<'_>) {
        let own = self.outline.pieces[index].container;
        let way = way(self.outline, own);
        for (level, container) in way.iter().enumerate() {
            let sum = self.of_container[*container];
            row.set(PreviousUp::Answer.of(level), sum.mean());
            row.set(PreviousUp::AnswerShare.of(level), self.share(sum));
        }
        let numbers = group_numbers(&self.outline.containers, own, &way);
        for (place, (group, number)) in self.groups.iter().zip(numbers).enumerate() {
            row.set(PreviousAlike::Answer.of(place), group[number].mean());
            row.set(PreviousAlike::AnswerShare.of(place), self.share(group[number]));
        }
    }

    fn landmarks(&self, index: usize, row: &mut Row<'_>) {
        let containers = &self.outline.containers;
        let own = self.outline.pieces[index].container;
        let mass_of = |container: usize| self.of_container[container].mass as f32;
        let depth = |container: usize| f32::from(containers[container].depth);
        for (member, PreviousLandmark { container: at, landmark }) in self.landmarks.iter().enumerate() {
            let at = *at;
            let (first, last) = (containers[at].first as f32, containers[at].last as f32);
            let (meet, branch) = landmark.meeting(containers, own);
            let mut set = |field: PreviousNear, value| row.set(field.of(member), value);
            set(PreviousNear::Below, depth(at) - depth(meet));
            set(PreviousNear::Above, depth(own as usize) - depth(meet));
            set(PreviousNear::Mean, self.of_container[at].mean());
            set(PreviousNear::Share, mass_of(at) / mass_of(0).max(1.0));
            set(PreviousNear::BranchMean, self.of_container[branch].mean());
            set(PreviousNear::BranchShare, self.share(self.of_container[branch]));
            set(PreviousNear::BranchMass, mass_of(branch) / mass_of(at).max(1.0));
            set(PreviousNear::Place, (index as f32 - first) / (last - first + 1.0).max(1.0));
        }
    }
}

/// The mass and the expected content of each block.
fn of_blocks<'o>(outline: &'o Outline, given: &'o [f32]) -> impl Iterator<Item = Sum> + 'o {
    outline.pieces.iter().zip(given).map(|(piece, probability)| {
        let mass = f64::from(piece.shape.mass);
        Sum { mass, expected: mass * f64::from(*probability) }
    })
}

/// The sums over the blocks of each container and everything inside it.
fn of_containers(outline: &Outline, given: &[f32]) -> Vec<Sum> {
    let mut of_container = vec![Sum::default(); outline.containers.len()];
    for (piece, sum) in outline.pieces.iter().zip(of_blocks(outline, given)) {
        of_container[piece.container as usize].add(sum);
    }
    for index in (1..of_container.len()).rev() {
        let sum = of_container[index];
        of_container[outline.containers[index].parent as usize].add(sum);
    }
    of_container
}

fn before(outline: &Outline, given: &[f32]) -> Vec<Sum> {
    let mut sums = Vec::with_capacity(given.len() + 1);
    let mut sum = Sum::default();
    sums.push(sum);
    for of_block in of_blocks(outline, given) {
        sum.add(of_block);
        sums.push(sum);
    }
    sums
}

fn groups(outline: &Outline, given: &[f32]) -> [Vec<Sum>; GROUPINGS] {
    let (path_groups, styled_groups) = (outline.paths.len(), outline.styled_paths.len());
    let mut groups =
        [styled_groups, path_groups, styled_groups, styled_groups].map(|groups| vec![Sum::default(); groups]);
    for (piece, sum) in outline.pieces.iter().zip(of_blocks(outline, given)) {
        let way = way(outline, piece.container);
        let numbers = group_numbers(&outline.containers, piece.container, &way);
        for (group, number) in groups.iter_mut().zip(numbers) {
            group[number].add(sum);
        }
    }
    groups
}

/// The containers around a block, each with more blocks than the previous one.
fn way(outline: &Outline, own: u32) -> [usize; LEVELS] {
    let is_shared = outline.containers[own as usize].total.blocks > 1;
    let mut at = if is_shared { own } else { outline.outer[own as usize] };
    std::array::from_fn(|_| {
        let container = at as usize;
        at = outline.outer[container];
        container
    })
}

impl PageAnswers {
    fn of(outline: &Outline, given: &[f32]) -> PageAnswers {
        let mut page = PageAnswers::default();
        for (sum, probability) in of_blocks(outline, given).zip(given) {
            if f64::from(*probability) > SURE {
                page.sure.add(sum);
            }
            page.most = page.most.max(*probability);
        }
        page
    }
}

impl PreviousLandmark {
    /// The deepest container with at least the share `most` of the expected content.
    fn at(outline: &Outline, of_container: &[Sum], most: f64) -> PreviousLandmark {
        let enough = most * of_container[0].expected.max(1e-9);
        // Containers with at least half of the expected content are nested, so the last one is the deepest.
        let container = of_container.iter().rposition(|sum| sum.expected >= enough).unwrap_or(0);
        PreviousLandmark { container, landmark: Landmark::at(outline, container) }
    }
}

/// The rank of each block by probability, and the F1 to expect if the blocks up to this rank were kept.
struct Ranks {
    of_block: Vec<Rank>,
    best: f64,
}

#[derive(Clone, Copy, Default)]
struct Rank {
    mass: f32,
    share: f32,
    f1: f32,
}

impl Ranks {
    fn of(outline: &Outline, given: &[f32], total: Sum) -> Ranks {
        let mut order: Vec<u32> = (0..given.len() as u32).collect();
        order.sort_by(|a, b| given[*b as usize].total_cmp(&given[*a as usize]));
        let mut ranks = Ranks { of_block: vec![Rank::default(); given.len()], best: 0.0 };
        let mut kept = Sum::default();
        for index in order {
            let index = index as usize;
            let mass = f64::from(outline.pieces[index].shape.mass);
            kept.add(Sum { mass, expected: mass * f64::from(given[index]) });
            let f1 = 2.0 * kept.expected / (kept.mass + total.expected).max(1e-9);
            ranks.best = ranks.best.max(f1);
            ranks.of_block[index] = Rank {
                mass: (kept.mass / total.mass.max(1.0)) as f32,
                share: ratio(kept.expected, total.expected),
                f1: f1 as f32,
            };
        }
        ranks
    }

    fn fill(&self, index: usize, row: &mut Row<'_>) {
        let Rank { mass, share, f1 } = self.of_block[index];
        row.set(F::AnswerRank, mass);
        row.set(F::AnswerRankShare, share);
        row.set(F::AnswerF1, f1);
        row.set(F::PageF1, self.best as f32);
        row.set(F::AnswerF1OfBest, ratio(f64::from(f1), self.best));
    }
}

/// The group numbers of a block: by the path of its container with and without classes, and by the paths of two containers around
/// it.
fn group_numbers(containers: &[Container], own: u32, way: &[usize]) -> [usize; GROUPINGS] {
    let (own, styled) = (&containers[own as usize], |at: usize| containers[at].styled_group);
    [own.styled_group, own.path_group, styled(way[0]), styled(way[1])].map(|number| number as usize)
}

#[cfg(test)]
mod tests {
    use super::super::list::COUNT;
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
        let answers = [1.0, 0.5, 0.5, 0.0, 0.25];
        let previous = Previous::of(&outline, &answers);
        for (index, row) in rows.chunks_mut(COUNT).enumerate() {
            previous.fill(index, &mut Row(row));
        }
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
