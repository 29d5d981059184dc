//! Compares two texts as bags of terms: the F1 used by WCXB and by most comparisons of tools.
//!
//! If the extracted text has `a` terms, the gold text `b`, and the intersection of the two multisets has `k`,
//! precision is `k / a` and recall is `k / b`. Order does not matter. [`crate::text::terms`] defines terms.

/// The size of the intersection of two multisets of units. Units are numbers; a unit of `text` that is not
/// below `alphabet` does not occur in `gold`. `counts` is a scratch buffer.
pub(super) fn common(gold: &[u32], text: &[u32], alphabet: u32, counts: &mut Vec<u32>) -> usize {
    counts.clear();
    counts.resize(alphabet as usize, 0);
    gold.iter().for_each(|unit| counts[*unit as usize] += 1);
    let mut common = 0;
    for unit in text {
        if let Some(left @ 1..) = counts.get_mut(*unit as usize) {
            *left -= 1;
            common += 1;
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_counts_as_often_as_in_the_text_that_has_fewer_of_it() {
        let mut counts = Vec::new();
        assert_eq!(common(&[0, 0, 1, 2], &[2, 0, 0, 0, 9], 3, &mut counts), 3);
        assert_eq!(common(&[], &[u32::MAX], 0, &mut counts), 0);
    }
}
