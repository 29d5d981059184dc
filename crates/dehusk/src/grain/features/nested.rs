//! The containers around a block, and the containers that are built like them.

use super::list::{Feature as F, Groups, Path, Up};
use super::{Row, share, tag_number};
use crate::grain::outline::{Container, Outline, Piece};

/// The number of containers around a block that have features.
const LEVELS: usize = 4;
/// The number of containers around a block that have all features of [`Up`]: the innermost ones.
const FULL_LEVELS: usize = 2;
/// The number of containers around a block for which similar containers on the page are counted: the innermost ones.
const GROUP_LEVELS: usize = 2;
/// The number of containers around a block whose first label is considered: the innermost ones.
const LABEL_LEVELS: usize = 3;
/// Minimum number of similar containers in a group. Chosen by hand.
const MIN_ALIKE: u32 = 3;

/// Sums over blocks or containers that have the same path of tags.
#[derive(Clone, Copy, Debug, Default)]
struct Likes {
    count: u32,
    mass: f32,
    link: f32,
    sentences: f32,
    first: u32,
    last: u32,
}

impl Likes {
    fn add(&mut self, index: usize, piece: &Piece) {
        if self.count == 0 {
            self.first = index as u32;
        }
        self.count += 1;
        self.mass += piece.shape.mass as f32;
        self.link += piece.shape.link as f32;
        self.sentences += piece.sentence_mass();
        self.last = index as u32;
    }
}

pub(super) struct Nested {
    /// For each group number, the sums over the blocks with the same path of tags.
    paths: Vec<Likes>,
    /// For each group number, the sums over the blocks with the same path of tags and classes.
    styled: Vec<Likes>,
    /// For each group number, the sums over the containers with the same path of tags and classes.
    groups: Vec<Likes>,
    /// The group of similar containers with the largest mass in sentences.
    largest: Likes,
}

impl Nested {
    pub(super) fn of(outline: &Outline) -> Nested {
        let mut paths = vec![Likes::default(); outline.paths.len()];
        let mut styled = vec![Likes::default(); outline.styled_paths.len()];
        for (index, piece) in outline.pieces.iter().enumerate() {
            let own = outline.container_of(piece);
            paths[own.path_group as usize].add(index, piece);
            styled[own.styled_group as usize].add(index, piece);
        }
        let groups = groups(outline);
        let alike = groups.iter().filter(|likes| likes.count >= MIN_ALIKE);
        let sentences = |likes: &&Likes| (likes.sentences, likes.count);
        let larger = |a: &&Likes, b: &&Likes| {
            let ((a, many), (b, others)) = (sentences(a), sentences(b));
            a.total_cmp(&b).then(many.cmp(&others))
        };
        let largest = alike.max_by(larger).copied().unwrap_or_default();
        Nested { paths, styled, groups, largest }
    }

    pub(super) fn fill(&self, outline: &Outline, index: usize, piece: &Piece, row: &mut Row<'_>) {
        let own = outline.container_of(piece);
        repeats(outline, self.paths[own.path_group as usize], 0, row);
        repeats(outline, self.styled[own.styled_group as usize], 1, row);
        let sentences = outline.containers[0].total.sentences;
        row.set(F::PageGroupShare, share(self.largest.sentences, sentences));
        row.set(F::PageGroupRepeats, self.largest.count as f32);
        let mut level = innermost(outline, piece);
        for up in 0..LEVELS {
            let container = &outline.containers[level as usize];
            if up < GROUP_LEVELS {
                group(outline, self.groups[container.styled_group as usize], up, row);
            }
            ancestor(outline, container, up, row);
            if up < FULL_LEVELS {
                full_ancestor(container, index, up, row);
            }
            level = outline.outer[level as usize];
        }
    }
}

/// The three smallest containers around a block that also hold other blocks. Each has more blocks than the previous one.
pub(super) fn levels_of(outline: &Outline, piece: &Piece) -> [u32; LABEL_LEVELS] {
    let mut level = innermost(outline, piece);
    std::array::from_fn(|_| {
        let container = level;
        level = outline.outer[container as usize];
        container
    })
}

fn innermost(outline: &Outline, piece: &Piece) -> u32 {
    let holds_more = outline.container_of(piece).total.blocks > 1;
    if holds_more { piece.container } else { outline.outer[piece.container as usize] }
}

fn groups(outline: &Outline) -> Vec<Likes> {
    let mut groups = vec![Likes::default(); outline.styled_paths.len()];
    for container in outline.containers.iter().filter(|container| container.total.blocks > 1) {
        let likes = &mut groups[container.styled_group as usize];
        likes.count += 1;
        likes.mass += container.total.mass;
        likes.sentences += container.total.sentences;
    }
    groups
}

/// Sets the features of the blocks with the same path of tags, or with the same path of tags and classes.
fn repeats(outline: &Outline, likes: Likes, member: usize, row: &mut Row<'_>) {
    row.set(Path::Repeats.of(member), likes.count as f32);
    row.set(Path::Mean.of(member), share(likes.mass, likes.count as f32));
    row.set(Path::LinkShare.of(member), share(likes.link, likes.mass));
    row.set(Path::Sentences.of(member), share(likes.sentences, likes.mass));
    row.set(Path::Share.of(member), likes.mass / outline.mass());
    row.set(Path::Spread.of(member), (likes.last - likes.first) as f32 / outline.pieces.len() as f32);
}

fn group(outline: &Outline, likes: Likes, level: usize, row: &mut Row<'_>) {
    row.set(Groups::Repeats.of(level), likes.count as f32);
    row.set(Groups::Mean.of(level), share(likes.mass, likes.count as f32));
    row.set(Groups::Share.of(level), likes.mass / outline.mass());
}

/// Sets the features that all [`LEVELS`] containers around a block have.
fn ancestor(outline: &Outline, container: &Container, level: usize, row: &mut Row<'_>) {
    const LINK_MASS_WEIGHT: f32 = 0.75; // the default of `w_text` of the method `thai`
    let total = &container.total;
    let link_share = share(total.link, total.mass);
    let links_per_block = share(total.links, total.blocks as f32);
    let anchors = LINK_MASS_WEIGHT * link_share + (1.0 - LINK_MASS_WEIGHT) * links_per_block;
    row.set(Up::Length.of(level), total.mass);
    row.set(Up::LinkShare.of(level), link_share);
    row.set(Up::Blocks.of(level), total.blocks as f32);
    row.set(Up::Share.of(level), total.mass / outline.mass());
    row.set(Up::Sentences.of(level), share(total.sentences, total.mass));
    row.set(Up::Largest.of(level), total.largest);
    row.set(Up::Anchors.of(level), anchors);
}

/// Sets the features that only the [`FULL_LEVELS`] innermost containers around a block have.
fn full_ancestor(container: &Container, index: usize, level: usize, row: &mut Row<'_>) {
    let total = &container.total;
    let blocks = total.blocks as f32;
    let blocks_before = (index as f32 - container.first as f32).max(0.0);
    row.set(Up::Paragraphs.of(level), share(total.paragraphs, total.mass));
    row.set(Up::Headings.of(level), share(total.headings as f32, blocks));
    row.set(Up::Place.of(level), share(blocks_before, blocks));
    row.set(Up::Tag.of(level), tag_number(container.tag));
    row.set(Up::Density.of(level), share(total.mass, blocks));
}
