//! The model of whole pages: boosted trees over [`super::features`], one sum for each kind of page and one for the expected F1.
//!
//! It is evaluated only once per page, so its format is simpler than that of the block model: trees are walked from the root. All
//! numbers are little-endian, and offsets are in bytes:
//!
//! ```text
//! 0   "dehuskP1"
//! 8   u32 length of the text that follows: lines `key: value`
//! 12  the text
//!     u64 fingerprint of the feature list
//!     u32 trees, u32 nodes
//!     trees   u32 index of its root, u32 number of the sum that it adds to: 0 to 6 for the kinds, 7 for the F1
//!     nodes   f32 threshold or, for a leaf, the value to add; u16 feature, 65535 for a leaf; u16 distance, in nodes, to the
//!             start of the upper branch; the lower branch starts at the next node
//! ```
//!
//! A value above the threshold leads to the upper branch. The probability of a kind is 1 / (1 + exp(−sum)), normalized so that
//! the probabilities of all kinds add up to 1. The expected F1 is 1 / (1 + exp(−sum)), without normalization.

use crate::assessment::Assessment;

const MAGIC: &[u8; 8] = b"dehuskP1";
const LEAF: u16 = u16::MAX;
const KINDS: usize = 7;
/// The number of sums: one for each kind, and one for the F1.
const SUMS: usize = KINDS + 1;

/// The trees. They borrow the bytes that they were read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forest<'m> {
    trees: &'m [[u8; 8]],
    nodes: &'m [[u8; 8]],
}

impl<'m> Forest<'m> {
    /// The forest that is built into dehusk; a test checks that it can be read and fits the list of features.
    /// Without the feature `grain`, there is none.
    pub(super) fn built_in() -> Option<Forest<'static>> {
        #[cfg(feature = "grain")]
        let bytes = dehusk_model::PAGES;
        #[cfg(not(feature = "grain"))]
        let bytes = &[];
        Forest::read(bytes).map(|(forest, _)| forest)
    }

    /// Returns the forest and the fingerprint of the features that it was trained on; `None` if the bytes are not a model.
    fn read(bytes: &'m [u8]) -> Option<(Forest<'m>, u64)> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let mut take = |length: usize| {
            let (taken, after) = rest.split_at_checked(length)?;
            rest = after;
            Some(taken)
        };
        let mut number = || Some(u32::from_le_bytes(take(4)?.try_into().ok()?));
        let about = number()? as usize;
        take(about)?;
        let features = u64::from_le_bytes(take(8)?.try_into().ok()?);
        let mut number = || Some(u32::from_le_bytes(take(4)?.try_into().ok()?) as usize);
        let (trees, nodes) = (number()?, number()?);
        let trees = take(trees.checked_mul(8)?)?.as_chunks().0;
        let nodes = take(nodes.checked_mul(8)?)?.as_chunks().0;
        rest.is_empty().then_some((Forest { trees, nodes }, features))
    }

    pub(super) fn assess(&self, row: &[f32]) -> Assessment {
        let mut sums = [0.0; SUMS];
        for [a, b, c, d, e, f, g, h] in self.trees {
            let root = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
            if let Some(sum) = sums.get_mut(u32::from_le_bytes([*e, *f, *g, *h]) as usize) {
                *sum += f64::from(self.leaf(root, row));
            }
        }
        let odds = sums.map(|sum| (1.0 / (1.0 + (-sum).exp())) as f32);
        let [page_types @ .., expected_f1] = odds;
        let all: f32 = page_types.iter().sum();
        Assessment { page_types: page_types.map(|part| part / all.max(f32::MIN_POSITIVE)), expected_f1 }
    }

    /// The value of the leaf that a row reaches. Branches only lead to later nodes, so every walk ends.
    fn leaf(&self, root: usize, row: &[f32]) -> f32 {
        let mut at = root;
        while let Some([a, b, c, d, e, f, g, h]) = self.nodes.get(at) {
            let value = f32::from_le_bytes([*a, *b, *c, *d]);
            let feature = u16::from_le_bytes([*e, *f]);
            if feature == LEAF {
                return value;
            }
            let goes_up = row.get(usize::from(feature)).is_some_and(|found| *found > value);
            at += if goes_up { usize::from(u16::from_le_bytes([*g, *h])).max(1) } else { 1 };
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with one tree, which adds 2 to the sum of the F1 if feature 1 is above .5, else -2.
    fn file() -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(4u32.to_le_bytes());
        bytes.extend(b"a: b");
        bytes.extend(77u64.to_le_bytes());
        bytes.extend([1u32, 3, 0, 7].iter().flat_map(|number| number.to_le_bytes()));
        for (value, feature, upper) in [(0.5f32, 1u16, 2u16), (-2.0, LEAF, 0), (2.0, LEAF, 0)] {
            bytes.extend(value.to_le_bytes());
            bytes.extend(feature.to_le_bytes());
            bytes.extend(upper.to_le_bytes());
        }
        bytes
    }

    #[test]
    fn a_tree_is_walked_to_its_leaf() {
        let bytes = file();
        let (forest, features) = Forest::read(&bytes).unwrap();
        assert_eq!(features, 77);
        let f1 = |value: f32| forest.assess(&[9.0, value]).expected_f1;
        assert!((f1(0.6) - 0.880_797).abs() < 1e-6 && (f1(0.5) - 0.119_203).abs() < 1e-6);
        let kinds = forest.assess(&[0.0, 0.0]).page_types;
        assert!((kinds.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn broken_files_are_refused() {
        let bytes = file();
        assert!((0..bytes.len()).all(|end| Forest::read(&bytes[..end]).is_none()));
    }

    #[test]
    fn the_built_in_forest_is_of_the_features_that_there_are() {
        let (forest, features) = Forest::read(dehusk_model::PAGES).unwrap();
        assert_eq!(features, super::super::fingerprint(), "train/pages.py trains it again");
        assert!(forest.trees.len() > SUMS);
    }
}
