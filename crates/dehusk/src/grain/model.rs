//! The model: boosted trees over the features of a block, read where they stand in the file's bytes.
//!
//! Little endian throughout; offsets in bytes:
//!
//! ```text
//! 0   "dehuskG1"
//! 8   u32 length of the text that follows: lines `key: value` (corpora, licences, date, training)
//! 12  the text
//!     u64 fingerprint of the feature list
//!     u32 words, u32 trees, u32 nodes, u32 leaves, f32 what every sum begins with
//!     words   u32 hash, f32 weight; hashes ascending
//!     trees   u32 index of its first node, u32 index of its first leaf
//!     nodes   f32 threshold, u16 feature, i8 child if the value is at most the threshold, i8 other child
//!     leaves  f32 what it adds
//! ```
//!
//! Children are counted within their tree: 0 and above a node, which stands after its parent; below 0 the leaf
//! −1 − child. A tree of one leaf has no node. The probability is 1 / (1 + exp(−sum)).

use super::features::{COUNT, FEATURES};
use super::text::mix;
use super::words::WordTable;
use crate::error::Error;

const MAGIC: &[u8; 8] = b"dehuskG1";

/// A model, in the bytes that it was read from.
///
/// ```
/// use dehusk::grain::Model;
/// assert!(Model::from_bytes(b"no model").unwrap_err().to_string().contains("dehuskG1"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Model<'m> {
    about: &'m str,
    bias: f32,
    words: WordTable<'m>,
    trees: &'m [[u8; 8]],
    nodes: &'m [[u8; 8]],
    leaves: &'m [[u8; 4]],
}

/// One node, read.
struct Node {
    threshold: f32,
    feature: u16,
    children: [i8; 2],
}

impl Node {
    #[inline]
    fn read([a, b, c, d, e, f, g, h]: [u8; 8]) -> Node {
        Node {
            threshold: f32::from_le_bytes([a, b, c, d]),
            feature: u16::from_le_bytes([e, f]),
            children: [g as i8, h as i8],
        }
    }
}

#[inline]
fn pair([a, b, c, d, e, f, g, h]: [u8; 8]) -> (usize, usize) {
    (u32::from_le_bytes([a, b, c, d]) as usize, u32::from_le_bytes([e, f, g, h]) as usize)
}

fn unusable(why: &str) -> Error {
    Error::usage(format!("this is no model of grain that can be used: {why}; train it again"))
}

/// Reads from the front of a file.
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

/// The fingerprint of the feature list: a model is only for the list that it was trained on.
#[must_use]
pub fn fingerprint() -> u64 {
    let names = FEATURES.iter().flat_map(|(name, _)| name.bytes().chain([b'\n']));
    names.fold(0, |hash, byte| mix(hash, u64::from(byte)))
}

impl<'m> Model<'m> {
    /// Reads a model and checks all of it.
    ///
    /// # Errors
    /// When the bytes are no model, one of other features, or a broken one.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Model<'m>, Error> {
        if !bytes.starts_with(MAGIC) {
            return Err(unusable("it does not begin with dehuskG1"));
        }
        let model = Model::read(bytes).ok_or_else(|| unusable("it is cut short or of other features"))?;
        if !model.is_sound() {
            return Err(unusable("a node of it leads nowhere"));
        }
        Ok(model)
    }

    /// Takes nothing for content.
    const EMPTY: Model<'static> =
        Model { about: "", bias: -1e3, words: WordTable::NONE, trees: &[], nodes: &[], leaves: &[] };

    /// The model of dehusk.
    #[must_use]
    pub fn built_in() -> Model<'static> {
        // A test checks that it can be read; an empty model keeps nothing.
        Model::read(dehusk_model::GRAIN).unwrap_or(Model::EMPTY)
    }

    /// The parts of a file that is known to be a model.
    fn read(bytes: &'m [u8]) -> Option<Model<'m>> {
        let mut reader = Reader(bytes.strip_prefix(MAGIC)?);
        let length = reader.count()?;
        let about = std::str::from_utf8(reader.take(length)?).ok()?;
        if u64::from_le_bytes(reader.array()?) != fingerprint() {
            return None;
        }
        let (words, trees) = (reader.count()?, reader.count()?);
        let (nodes, leaves) = (reader.count()?, reader.count()?);
        let bias = f32::from_le_bytes(reader.array()?);
        let words = WordTable::new(reader.items(words)?);
        let (trees, nodes, leaves) = (reader.items(trees)?, reader.items(nodes)?, reader.items(leaves)?);
        reader.0.is_empty().then_some(Model { about, bias, words, trees, nodes, leaves })
    }

    /// What the file says about itself: corpora, licences, date.
    #[must_use]
    pub fn about(&self) -> &'m str {
        self.about
    }

    /// The weights of words in classes and ids.
    #[must_use]
    pub fn words(&self) -> WordTable<'m> {
        self.words
    }

    #[inline]
    fn tree(&self, index: usize) -> Option<Tree<'m>> {
        let (first_node, first_leaf) = pair(*self.trees.get(index)?);
        let (end_node, end_leaf) =
            self.trees.get(index + 1).map_or((self.nodes.len(), self.leaves.len()), |next| pair(*next));
        let (nodes, leaves) = (self.nodes.get(first_node..end_node)?, self.leaves.get(first_leaf..end_leaf)?);
        Some(Tree { nodes, leaves })
    }

    /// Whether every walk ends at a leaf.
    fn is_sound(&self) -> bool {
        self.words.is_sorted() && (0..self.trees.len()).all(|index| {
            let Some(Tree { nodes, leaves }) = self.tree(index) else { return false };
            let leads_on = |at: usize, child: i8| match usize::try_from(child) {
                Ok(child) => at < child && child < nodes.len(),
                Err(_) => ((-1 - i32::from(child)) as usize) < leaves.len(),
            };
            !leaves.is_empty()
                && nodes.iter().enumerate().all(|(at, node)| {
                    let node = Node::read(*node);
                    usize::from(node.feature) < COUNT
                        && node.children.into_iter().all(|child| leads_on(at, child))
                })
        })
    }

    /// The probability of each row that it is main content.
    #[must_use]
    pub fn probabilities(&self, rows: &[f32]) -> Vec<f32> {
        let (rows, _) = rows.as_chunks::<COUNT>();
        let mut sums = vec![f64::from(self.bias); rows.len()];
        for tree in (0..self.trees.len()).filter_map(|index| self.tree(index)) {
            for (row, sum) in rows.iter().zip(&mut sums) {
                *sum += f64::from(tree.answer(row));
            }
        }
        sums.into_iter().map(|sum| (1.0 / (1.0 + (-sum).exp())) as f32).collect()
    }
}

/// The nodes and leaves of one tree.
#[derive(Clone, Copy)]
struct Tree<'m> {
    nodes: &'m [[u8; 8]],
    leaves: &'m [[u8; 4]],
}

impl Tree<'_> {
    /// What it says about one row.
    #[inline]
    fn answer(self, row: &[f32; COUNT]) -> f32 {
        let mut at = if self.nodes.is_empty() { -1 } else { 0 };
        while at >= 0 {
            let Some(node) = self.nodes.get(at as usize) else { return 0.0 };
            let node = Node::read(*node);
            let value = row.get(usize::from(node.feature)).copied().unwrap_or(0.0);
            at = node.children[usize::from(value > node.threshold)];
        }
        self.leaves.get((-1 - i32::from(at)) as usize).map_or(0.0, |leaf| f32::from_le_bytes(*leaf))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_is_sound() {
        let model = Model::from_bytes(dehusk_model::GRAIN).unwrap();
        assert!(model.trees.len() > 10);
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
        let mut endless = sound.to_vec();
        let text = u32::from_le_bytes(endless[8..12].try_into().unwrap()) as usize;
        let counts_at = 12 + text + 8;
        let count = |at: usize| u32::from_le_bytes(sound[at..at + 4].try_into().unwrap()) as usize;
        let first_node = counts_at + 20 + (count(counts_at) + count(counts_at + 4)) * 8;
        endless[first_node + 6] = 0; // its own child
        assert!(Model::from_bytes(&endless).is_err());
    }
}
