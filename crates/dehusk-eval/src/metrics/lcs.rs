//! Length of a longest common subsequence (ALGORITHMS §7.1), computed bit-parallel.
//!
//! The recurrence is from Hyyrö (2004). `V` has one bit per unit of the gold text; at first, all bits are
//! set. Each unit of the other text updates it: `V = (V + (V & M)) | (V & !M)`, where `M` marks the positions
//! of that unit in the gold text. The length is the number of bits that are clear at the end. The gold text
//! is processed in strips of a few machine words. Between strips, only the carry of the addition is kept: one
//! bit per unit of the other text. So memory is linear in both texts, and a step touches only data that fits
//! into the L1 cache.

/// Machine words in a strip: enough to amortize the lookup of a unit, few enough to stay in registers.
/// Measured when this was written: eight words take half the time of four words and are no slower than
/// sixteen. The masks of a unit fill one cache line.
const STRIP_WORDS: usize = 8;
/// Gold units in a strip.
const STRIP_UNITS: usize = STRIP_WORDS * u64::BITS as usize;

type Strip = [u64; STRIP_WORDS];

/// Computes lengths; reuses its buffers from text to text.
#[derive(Debug, Default)]
pub struct Lcs {
    /// For each unit, a bit mask of its positions in the current strip. Between strips, all masks are zero.
    masks: Vec<Strip>,
    /// For each unit of the other text, the carry of the addition in the previous strip.
    carries: Vec<bool>,
    /// Whether each unit occurs in the other text.
    present: Vec<bool>,
    gold: Vec<u32>,
    text: Vec<u32>,
}

impl Lcs {
    /// The length of a longest common subsequence of `gold` and `text`. Units of `gold` must be below
    /// `alphabet`; units of `text` that are not below it do not occur in `gold`.
    ///
    /// ```
    /// let mut lcs = dehusk_eval::metrics::Lcs::default();
    /// assert_eq!(lcs.length(&[0, 1, 2, 3], &[1, 9, 0, 2, 3], 4), 3);
    /// ```
    pub fn length(&mut self, gold: &[u32], text: &[u32], alphabet: u32) -> usize {
        let ends = self.reduce(gold, text, alphabet);
        self.masks.resize(alphabet as usize, Strip::default());
        self.carries.clear();
        self.carries.resize(self.text.len(), false);
        let strips = self.gold.chunks(STRIP_UNITS);
        let common: usize =
            strips.map(|strip| count(strip, &self.text, &mut self.masks, &mut self.carries)).sum();
        ends + common
    }

    /// Removes units that occur in only one of the texts, and the common prefix and suffix. Returns the
    /// length of the prefix and the suffix together.
    fn reduce(&mut self, gold: &[u32], text: &[u32], alphabet: u32) -> usize {
        self.text.clear();
        self.text.extend(text.iter().filter(|unit| **unit < alphabet));
        self.present.clear();
        self.present.resize(alphabet as usize, false);
        self.text.iter().for_each(|unit| self.present[*unit as usize] = true);
        self.gold.clear();
        self.gold.extend(gold.iter().filter(|unit| self.present[**unit as usize]));
        let is_same = |(a, b): &(&u32, &u32)| a == b;
        let prefix = self.gold.iter().zip(&self.text).take_while(is_same).count();
        self.gold.drain(..prefix);
        self.text.drain(..prefix);
        let suffix = self.gold.iter().rev().zip(self.text.iter().rev()).take_while(is_same).count();
        self.gold.truncate(self.gold.len() - suffix);
        self.text.truncate(self.text.len() - suffix);
        prefix + suffix
    }
}

/// Processes one strip of the gold text. Returns the number of its units that are part of the common
/// subsequence.
fn count(strip: &[u32], text: &[u32], masks: &mut [Strip], carries: &mut [bool]) -> usize {
    for (index, unit) in strip.iter().enumerate() {
        masks[*unit as usize][index / 64] |= 1 << (index % 64);
    }
    let mut row = [u64::MAX; STRIP_WORDS];
    for (unit, carry) in text.iter().zip(carries) {
        *carry = step(&mut row, &masks[*unit as usize], *carry);
    }
    for unit in strip {
        masks[*unit as usize] = Strip::default();
    }
    // Bits beyond the end of the strip are in no mask, so they stay set.
    row.iter().map(|word| word.count_zeros() as usize).sum()
}

#[inline(always)]
fn step(row: &mut Strip, mask: &Strip, mut carry: bool) -> bool {
    for (word, mask) in row.iter_mut().zip(mask) {
        let (sum, out) = word.carrying_add(*word & mask, carry);
        *word = sum | (*word & !mask);
        carry = out;
    }
    carry
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Computes the length with the textbook dynamic program, for comparison.
    fn naive(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    #[test]
    fn the_papers_example() {
        let units = |word: &str| word.bytes().map(|byte| u32::from(byte - b'A')).collect::<Vec<_>>();
        assert_eq!(Lcs::default().length(&units("CHIMPANZEE"), &units("HUMAN"), 26), 4);
    }

    #[test]
    fn strips_of_every_length_agree_with_the_naive_result() {
        for length in [1, 63, 64, 65, STRIP_UNITS - 1, STRIP_UNITS, STRIP_UNITS + 1, 3 * STRIP_UNITS] {
            let gold: Vec<u32> = (0..length as u32).map(|i| i * i % 7).collect();
            let text: Vec<u32> = (0..length as u32).map(|i| i * i % 11).collect();
            assert_eq!(Lcs::default().length(&gold, &text, 7), naive(&gold, &text), "{length}");
        }
    }

    proptest! {
        #[test]
        fn random_texts_agree_with_the_naive_result(
            (alphabet, gold, text) in (1u32..12).prop_flat_map(|n| (
                Just(n), prop::collection::vec(0..n, 0..900), prop::collection::vec(0..n + 3, 0..900)
            ))
        ) {
            let mut lcs = Lcs::default();
            let expected = naive(&gold, &text);
            prop_assert_eq!(lcs.length(&gold, &text, alphabet), expected);
            prop_assert_eq!(lcs.length(&gold, &text, alphabet), expected, "with reused buffers");
        }
    }
}
