//! Agreement of two texts as bags of terms, the F1 of WCXB and of most comparisons of tools.
//!
//! With `a` and `b` terms in the texts and `k` the size of the intersection of the two multisets: precision `k / a`,
//! recall `k / b`. Order counts for nothing. See [`crate::text::terms`] for what a term is.

/// Size of the intersection of two multisets of units. `gold` and `text` are numbers; those of `text` that are not below
/// `alphabet` stand nowhere in `gold`. `counts` is working space.
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
    fn a_unit_is_common_as_often_as_in_the_text_that_has_fewer() {
        let mut counts = Vec::new();
        assert_eq!(common(&[0, 0, 1, 2], &[2, 0, 0, 0, 9], 3, &mut counts), 3);
        assert_eq!(common(&[], &[u32::MAX], 0, &mut counts), 0);
    }
}
