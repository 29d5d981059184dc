//! Features of the position of a block relative to the containers that probably hold the main content.
//!
//! There are three such landmarks: the deepest container with most of the sentences, the container that Readability's rule scores
//! highest, and the container of the title, because the content is always near the title. Blocks outside a landmark share the
//! features of their branch, so that the blocks of a sidebar or a thread are rated alike.

use super::list::Near;
use super::{Row, share, tag_number};
use crate::grain::outline::{Container, Outline, Piece};

/// A container holds most of the page's sentences if it holds at least this share of them. Chosen by hand.
const MOST: f32 = 0.6;
/// In Readability's rule, a paragraph adds its score to its parent. For each container further up, the score is multiplied by
/// this. Chosen by hand.
const DECAY: f32 = 0.6;
/// The number of containers that a block adds its score to. Chosen by hand.
const LEVELS: usize = 4;
/// Minimum mass in sentences of a block that adds a score. Smaller blocks are usually captions and notes. Chosen by hand.
const MIN_SENTENCE_MASS: f32 = 40.0;

/// The landmarks of a page, in the order of the members of [`Near`].
pub(super) struct Landmarks([Landmark; 3]);

impl Landmarks {
    /// Returns the landmarks of a page. `title` is the index of the block that holds the title.
    pub(super) fn of(outline: &Outline, title: Option<usize>) -> Landmarks {
        let title = title.map_or(0, |index| outline.pieces[index].container as usize);
        Landmarks([main(outline), best(outline), title].map(|container| Landmark::at(outline, container)))
    }

    pub(super) fn fill(&self, outline: &Outline, index: usize, piece: &Piece, row: &mut Row<'_>) {
        for (member, landmark) in self.0.iter().enumerate() {
            landmark.fill(outline, (index, piece), member, row);
        }
    }
}

/// The deepest container with most of the page's sentences, or of its text if there are no sentences.
fn main(outline: &Outline) -> usize {
    let amount = |container: &Container| match outline.containers[0].total.sentences {
        0.0 => container.total.mass,
        _ => container.total.sentences,
    };
    let enough = MOST * amount(&outline.containers[0]);
    // Containers with most of the sentences are nested, so the last one is the deepest.
    outline.containers.iter().rposition(|container| amount(container) >= enough).unwrap_or(0)
}

fn best(outline: &Outline) -> usize {
    let mut scores = vec![0.0_f32; outline.containers.len()];
    for piece in &outline.pieces {
        let mass = piece.sentence_mass();
        if mass < MIN_SENTENCE_MASS {
            continue;
        }
        let mut score = mass * (1.0 - piece.link_share());
        let mut container = outline.container_of(piece).parent;
        for _ in 0..LEVELS {
            scores[container as usize] += score;
            score *= DECAY;
            container = outline.containers[container as usize].parent;
        }
    }
    let mut best = 0;
    for (index, score) in scores.iter().enumerate() {
        best = if *score > scores[best] { index } else { best };
    }
    best
}

/// A bit that no number of a container has: a page has fewer than 2³¹ of them.
const HOLDS: u32 = 1 << 31;

/// A container and the position of all other containers relative to it.
pub(super) struct Landmark {
    container: usize,
    /// The block inside it with the largest mass in sentences.
    peak: u32,
    /// For each container, the branch that leads to it: a container directly inside the deepest one that holds both it and the
    /// landmark. A container that holds the landmark is its own branch, with [`HOLDS`] added.
    branches: Vec<u32>,
}

impl Landmark {
    pub(super) fn at(outline: &Outline, container: usize) -> Landmark {
        let containers = &outline.containers;
        let mut around = vec![false; containers.len()];
        let mut up = container;
        while !std::mem::replace(&mut around[up], true) {
            up = containers[up].parent as usize;
        }
        let mut branches: Vec<u32> = Vec::with_capacity(containers.len());
        for (index, other) in containers.iter().enumerate() {
            let at = index as u32;
            branches.push(match (around[index], around[other.parent as usize]) {
                (true, _) => at | HOLDS,
                (false, true) => at,
                (false, false) => branches[other.parent as usize],
            });
        }
        Landmark { container, peak: peak(outline, &containers[container]), branches }
    }

    /// The deepest container that holds both the landmark and `container`, and its branch that leads to `container`.
    pub(super) fn meeting(&self, containers: &[Container], container: u32) -> (usize, usize) {
        let branch = self.branches[container as usize];
        let own = (branch & !HOLDS) as usize;
        if branch == own as u32 { (containers[own].parent as usize, own) } else { (own, own) }
    }

    fn fill(&self, outline: &Outline, (index, piece): (usize, &Piece), member: usize, row: &mut Row<'_>) {
        let containers = &outline.containers;
        let landmark = &containers[self.container];
        let (meet, branch) = self.meeting(containers, piece.container);
        let (meet, branch) = (&containers[meet], &containers[branch]);
        let (total, own) = (&landmark.total, &branch.total);
        let blocks = landmark.last as f32 - landmark.first as f32 + 1.0;
        let mut set = |field: Near, value| row.set(field.of(member), value);
        set(Near::Below, f32::from(landmark.depth - meet.depth));
        set(Near::Above, f32::from(outline.container_of(piece).depth - meet.depth));
        set(Near::Place, (index as f32 - landmark.first as f32) / blocks);
        set(Near::Share, total.mass / outline.mass());
        set(Near::LinkShare, share(total.link, total.mass));
        set(Near::Branch, own.mass);
        set(Near::BranchLinkShare, share(own.link, own.mass));
        set(Near::BranchBlocks, own.blocks as f32);
        set(Near::BranchSentences, share(own.sentences, own.mass));
        set(Near::BranchShare, share(own.mass, total.mass));
        set(Near::BranchPlace, self.distance(branch));
        set(Near::BranchHeadings, share(own.headings as f32, own.blocks as f32));
        set(Near::BranchTag, tag_number(branch.tag));
    }

    /// The number of blocks from the peak to a branch; negative if the branch comes before the peak.
    fn distance(&self, branch: &Container) -> f32 {
        if branch.first > self.peak {
            branch.first as f32 - self.peak as f32
        } else if branch.last < self.peak {
            branch.last as f32 - self.peak as f32
        } else {
            0.0
        }
    }
}

fn peak(outline: &Outline, container: &Container) -> u32 {
    let mut peak = (container.first, 0.0);
    let end = container.last as usize + 1;
    for (index, piece) in outline.pieces.iter().enumerate().take(end).skip(container.first as usize) {
        let mass = piece.sentence_mass();
        if mass > peak.1 {
            peak = (index as u32, mass);
        }
    }
    peak.0
}
