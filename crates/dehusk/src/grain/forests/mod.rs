//! The model: three forests of boosted trees over the features of a block. They are evaluated directly from the bytes of the
//! file. The probabilities of each forest are features of the next forest, which rates only the blocks that are still uncertain.
//!
//! The file format. All numbers are little-endian, and offsets are in bytes:
//!
//! ```text
//! 0   "dehuskG3"
//! 8   u32 length of the text that follows: lines `key: value` (corpora, licenses, date, training)
//! 12  the text
//!     u64 fingerprint of the feature list
//!     u32 words
//!     words   u32 hash, f32 weight; hashes ascending
//!     then for each forest
//!     u32 trees, u32 nodes, u32 leaves; f32 min, f32 max: this forest rates blocks whose probability after the previous
//!             forest is at least min and below max
//!     trees   u32 index of its first node, u32 index of its first leaf
//!     nodes   f32 threshold, u16 feature, u8 first leaf, u8 end of the leaves of its lower branch
//!     leaves  f32 value to add to the sum
//! ```
//!
//! The leaves of a tree, at most 32, are numbered from the lowest branch on. A node rules out the leaves of its lower branch if
//! the value of its feature is above its threshold. After all nodes of a tree have been evaluated, in any order, the first leaf
//! that is not ruled out is the leaf that a walk from the root would reach. In this way, many blocks are evaluated at once
//! without branches (Lucchese and others, QuickScorer, SIGIR 2015). The probability is 1 / (1 + exp(−sum)).

mod chain;

pub(super) use chain::{probabilities, rows_for};

use super::features::list::{ANSWERS, COUNT, FINGERPRINT};
use super::outline::WordTable;
use crate::error::Error;
use fearless_simd::{Level, dispatch};

const MAGIC: &[u8; 8] = b"dehuskG3";

/// A model. It borrows the bytes that it was read from.
///
/// ```
/// use dehusk::grain::Model;
/// assert!(Model::from_bytes(b"no model").unwrap_err().to_string().contains("dehuskG3"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Model<'m> {
    about: &'m str,
    words: WordTable<'m>,
    forests: [Forest<'m>; FORESTS],
}

/// The number of forests in a model.
pub const FORESTS: usize = 3;

/// A set of trees. The values of the reached leaves are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forest<'m> {
    /// Blocks keep their previous probability if it is below `min`, or if it is `max` or more.
    min: f32,
    max: f32,
    trees: &'m [[u8; 8]],
    nodes: &'m [[u8; 8]],
    leaves: &'m [[u8; 4]],
}

/// A decoded node.
struct Node {
    threshold: f32,
    feature: u16,
    first: u8,
    end: u8,
}

impl Node {
    #[inline]
    fn read([a, b, c, d, e, f, first, end]: [u8; 8]) -> Node {
        Node { threshold: f32::from_le_bytes([a, b, c, d]), feature: u16::from_le_bytes([e, f]), first, end }
    }

    /// The leaves that this node rules out if the value is above its threshold, as a bit mask.
    #[inline]
    fn lower_branch(&self) -> u32 {
        let below = |leaf: u8| u32::MAX.checked_shl(u32::from(leaf)).map_or(u32::MAX, |above| !above);
        below(self.end) & !below(self.first)
    }
}

#[inline]
fn pair([a, b, c, d, e, f, g, h]: [u8; 8]) -> (usize, usize) {
    (u32::from_le_bytes([a, b, c, d]) as usize, u32::from_le_bytes([e, f, g, h]) as usize)
}

fn unusable(why: &str) -> Error {
    Error::usage(format!("this is not a usable model of grain: {why}; train it again (train/README.md)"))
}

/// Reads from the front of a file's bytes.
struct Reader<'m>(&'m [u8]);

impl<'m> Reader<'m> {
    fn take(&mut self, length: usize) -> Option<&'m [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn count(&mut self) -> Option<usize> {
        self.array().map(|bytes| u32::from_le_bytes(bytes) as usize)
    }

    fn items<const N: usize>(&mut self, count: usize) -> Option<&'m [[u8; N]]> {
        Some(self.take(count.checked_mul(N)?)?.as_chunks().0)
    }
}

/// The fingerprint of the feature list. A model can only be used with the list that it was trained on.
#[must_use]
pub fn fingerprint() -> u64 {
    FINGERPRINT
}

impl<'m> Model<'m> {
    /// Reads a model and checks all of it.
    ///
    /// # Errors
    /// If the bytes are not a model, are damaged, or are a model for another list of features.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Model<'m>, Error> {
        if !bytes.starts_with(MAGIC) {
            return Err(unusable("it does not begin with dehuskG3"));
        }
        let model = Model::read(bytes)
            .ok_or_else(|| unusable("it is truncated, or was trained on another list of features"))?;
        if !model.is_sound() {
            return Err(unusable("it is damaged: a node has no leaf"));
        }
        Ok(model)
    }

    /// A model that gives every block the probability 0.
    const EMPTY: Model<'static> =
        Model { about: "", words: WordTable::NONE, forests: [Forest::EMPTY; FORESTS] };

    /// The model that is built into dehusk. Without the feature `grain`, it is empty.
    #[must_use]
    pub fn built_in() -> Model<'static> {
        #[cfg(feature = "grain")]
        let bytes = dehusk_model::GRAIN;
        #[cfg(not(feature = "grain"))]
        let bytes = &[];
        // A test checks that it can be read.
        Model::read(bytes).unwrap_or(Model::EMPTY)
    }

    /// Reads the parts of a file that is known to be a model, without checking them further.
    fn read(bytes: &'m [u8]) -> Option<Model<'m>> {
        let mut reader = Reader(bytes.strip_prefix(MAGIC)?);
        let length = reader.count()?;
        let about = std::str::from_utf8(reader.take(length)?).ok()?;
        if u64::from_le_bytes(reader.array()?) != fingerprint() {
            return None;
        }
        let words = reader.count()?;
        let words = WordTable::new(reader.items(words)?);
        let mut forests = [Forest::EMPTY; FORESTS];
        for forest in &mut forests {
            *forest = Forest::read(&mut reader)?;
        }
        reader.0.is_empty().then_some(Model { about, words, forests })
    }

    /// The description in the file: corpora, licenses, date.
    #[must_use]
    pub fn about(&self) -> &'m str {
        self.about
    }

    /// The learned weights of words in classes and ids, and in labels.
    #[must_use]
    pub fn words(&self) -> WordTable<'m> {
        self.words
    }

    /// Whether every tree has a leaf for every row.
    fn is_sound(&self) -> bool {
        let [first, later @ ..] = &self.forests;
        self.words.is_sorted() && first.is_sound(ANSWERS) && later.iter().all(|forest| forest.is_sound(COUNT))
    }

    /// For each row, the probability that its block is main content, according to a forest; the first forest is number 0. The
    /// rows must be those that [`super::Blocks::rows_for`] returns for that forest. Blocks that are already decided keep their
    /// previous probability.
    #[must_use]
    pub fn probabilities(&self, forest: usize, rows: &[f32]) -> Vec<f32> {
        self.forests.get(forest).unwrap_or(&Forest::EMPTY).probabilities(rows)
    }

    /// The predictions of a forest for rows, including rows that are already decided.
    pub(super) fn predict_all(&self, forest: usize, rows: &[f32]) -> Vec<f32> {
        let forest = self.forests.get(forest).unwrap_or(&Forest::EMPTY);
        Forest { min: 0.0, max: f32::INFINITY, ..*forest }.probabilities(rows)
    }

    /// Whether a later forest than the first may rate a block to which the first gives this probability.
    fn may_be_rerated(&self, answer: f32) -> bool {
        self.forests.iter().skip(1).any(|forest| forest.is_uncertain(answer))
    }

    /// Whether a forest rates a row, that is, whether the row is still uncertain.
    pub(super) fn rates(&self, forest: usize, row: &[f32]) -> bool {
        self.forests.get(forest).is_some_and(|forest| forest.rates(row))
    }
}

impl<'m> Forest<'m> {
    /// A forest that rates no rows.
    const EMPTY: Forest<'static> =
        Forest { min: f32::INFINITY, max: 0.0, trees: &[], nodes: &[], leaves: &[] };

    fn read(reader: &mut Reader<'m>) -> Option<Forest<'m>> {
        let (trees, nodes, leaves) = (reader.count()?, reader.count()?, reader.count()?);
        let (min, max) = (f32::from_le_bytes(reader.array()?), f32::from_le_bytes(reader.array()?));
        let (trees, nodes, leaves) = (reader.items(trees)?, reader.items(nodes)?, reader.items(leaves)?);
        Some(Forest { min, max, trees, nodes, leaves })
    }

    #[inline]
    fn tree(&self, index: usize) -> Option<Tree<'m>> {
        let (first_node, first_leaf) = pair(*self.trees.get(index)?);
        let (end_node, end_leaf) =
            self.trees.get(index + 1).map_or((self.nodes.len(), self.leaves.len()), |next| pair(*next));
        let (nodes, leaves) = (self.nodes.get(first_node..end_node)?, self.leaves.get(first_leaf..end_leaf)?);
        Some(Tree { nodes, leaves })
    }

    /// Whether every tree has a leaf for every row of this many features.
    fn is_sound(&self, features: usize) -> bool {
        (0..self.trees.len()).all(|index| {
            let Some(Tree { nodes, leaves }) = self.tree(index) else { return false };
            let fits = |node: &[u8; 8]| {
                let node = Node::read(*node);
                // The last leaf is never in a lower branch.
                usize::from(node.feature) < features
                    && node.first < node.end
                    && usize::from(node.end) < leaves.len()
            };
            (1..=MAX_LEAVES).contains(&leaves.len()) && nodes.iter().all(fits)
        })
    }

    #[inline]
    fn rates(&self, row: &[f32]) -> bool {
        self.is_uncertain(previous_answer(row))
    }

    fn is_uncertain(&self, answer: f32) -> bool {
        answer >= self.min && answer < self.max
    }

    /// The probability of each row.
    fn probabilities(&self, rows: &[f32]) -> Vec<f32> {
        let rows = rows.as_chunks::<COUNT>().0;
        let mut probabilities: Vec<f32> = rows.iter().map(|row| previous_answer(row)).collect();
        let rated: Vec<usize> = (0..rows.len()).filter(|index| self.rates(&rows[*index])).collect();
        // The sums are identical on every processor, because values of different lanes are never added to each other.
        dispatch!(Level::new(), _ => self.predict(rows, &rated, &mut probabilities));
        probabilities
    }

    /// Predicts some rows, [`LANES`] at a time.
    #[inline(always)]
    fn predict(&self, rows: &[[f32; COUNT]], rated: &[usize], probabilities: &mut [f32]) {
        let mut columns = vec![[0.0; LANES]; COUNT];
        for part in rated.chunks(LANES) {
            for (lane, index) in part.iter().enumerate() {
                for (column, value) in columns.iter_mut().zip(&rows[*index]) {
                    column[lane] = *value;
                }
            }
            let mut sums = [0.0; LANES];
            for tree in (0..self.trees.len()).filter_map(|index| self.tree(index)) {
                tree.add_leaves(&columns, &mut sums);
            }
            for (index, sum) in part.iter().zip(sums) {
                probabilities[*index] = (1.0 / (1.0 + (-sum).exp())) as f32;
            }
        }
    }
}

/// The prediction of the previous forest for a row; 0 for the first forest.
#[inline]
fn previous_answer(row: &[f32]) -> f32 {
    row.get(ANSWERS).copied().unwrap_or(0.0)
}

/// Number of blocks that are evaluated at once: a multiple of the vector width of every processor.
const LANES: usize = 32;
/// Maximum number of leaves of a tree: the number of bits in the mask.
const MAX_LEAVES: usize = 32;

/// The nodes and leaves of one tree.
#[derive(Clone, Copy)]
struct Tree<'m> {
    nodes: &'m [[u8; 8]],
    leaves: &'m [[u8; 4]],
}

impl Tree<'_> {
    /// Adds, to the sum of each lane, the value of the leaf that the row in this lane reaches.
    #[inline(always)]
    fn add_leaves(self, columns: &[[f32; LANES]], sums: &mut [f64; LANES]) {
        let mut left = [u32::MAX; LANES];
        for node in self.nodes {
            let node = Node::read(*node);
            let Some(column) = columns.get(usize::from(node.feature)) else { continue };
            let lower_branch = node.lower_branch();
            for (left, value) in left.iter_mut().zip(column) {
                *left &= if *value > node.threshold { !lower_branch } else { u32::MAX };
            }
        }
        for (left, sum) in left.iter().zip(sums) {
            let leaf = self.leaves.get(left.trailing_zeros() as usize);
            *sum += leaf.map_or(0.0, |leaf| f64::from(f32::from_le_bytes(*leaf)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline::mix;
    use super::*;

    #[test]
    fn the_built_in_model_is_sound() {
        let model = Model::from_bytes(dehusk_model::GRAIN).unwrap();
        assert!(model.forests.iter().all(|forest| forest.trees.len() > 10));
        assert!(dehusk_model::GRAIN.len() <= 3 << 20, "the model is over 3 MB");
        for line in model.about().lines() {
            assert!(line.contains(": "), "{line}");
        }
    }

    #[test]
    fn broken_models_are_refused() {
        let sound = dehusk_model::GRAIN;
        for end in (0..sound.len()).step_by(sound.len() / 50 + 1) {
            assert!(Model::from_bytes(&sound[..end]).is_err());
        }
        let mut leafless = sound.to_vec();
        let text = u32::from_le_bytes(leafless[8..12].try_into().unwrap()) as usize;
        let counts_at = 12 + text + 8;
        let count = |at: usize| u32::from_le_bytes(sound[at..at + 4].try_into().unwrap()) as usize;
        let trees_at = counts_at + 4 + count(counts_at) * 8;
        let first_node = trees_at + 20 + count(trees_at) * 8;
        leafless[first_node + 7] = 200;
        assert!(Model::from_bytes(&leafless).is_err());
    }

    /// A simple version of [`Forest::probabilities`]: one row at a time, node by node.
    fn naive(forest: &Forest<'_>, row: &[f32; COUNT]) -> f32 {
        let mut sum = 0.0;
        for tree in (0..forest.trees.len()).filter_map(|index| forest.tree(index)) {
            let mut left = u32::MAX;
            for node in tree.nodes.iter().map(|node| Node::read(*node)) {
                if row[usize::from(node.feature)] > node.threshold {
                    left &= !node.lower_branch();
                }
            }
            sum += f64::from(f32::from_le_bytes(tree.leaves[left.trailing_zeros() as usize]));
        }
        if forest.rates(row) { (1.0 / (1.0 + (-sum).exp())) as f32 } else { row[ANSWERS] }
    }

    #[test]
    fn many_rows_at_once_give_what_they_give_one_by_one() {
        let mut state = 1_u64;
        let mut random = || {
            state = mix(state, 7);
            (state >> 40) as f32 / (1 << 24) as f32
        };
        for count in [0, 1, LANES - 1, LANES, 3 * LANES + 5] {
            let rows: Vec<f32> = (0..count * COUNT)
                .map(
                    |place| {
                        if place % COUNT == ANSWERS { random() } else { random() * random() * 40.0 - 1.0 }
                    },
                )
                .collect();
            for forest in Model::built_in().forests {
                let expected: Vec<f32> = rows.as_chunks().0.iter().map(|row| naive(&forest, row)).collect();
                assert_eq!(forest.probabilities(&rows), expected);
            }
        }
    }

    #[test]
    fn lower_branches_are_ranges_of_leaves() {
        for (first, end, bits) in [(0, 1, 1), (1, 3, 0b110), (0, 31, u32::MAX >> 1), (0, 32, u32::MAX)] {
            let node = Node { threshold: 0.0, feature: 0, first, end };
            assert_eq!(node.lower_branch(), bits);
        }
    }
}
