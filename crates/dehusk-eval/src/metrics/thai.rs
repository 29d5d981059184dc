//! The length measures of the Thai paper (ALGORITHMS §7.2).
//!
//! The authors counted by hand how much of the expected content was missing. Here, the missing content is the
//! part of the gold text that the longest common subsequence of characters does not cover. So precision,
//! recall and F1 are the same as for the measure `char`.

use super::Prf;

/// Lengths in characters, without whitespace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThaiLengths {
    /// LEC: length of the extracted content.
    pub extracted: usize,
    /// LEP: length of the expected content.
    pub expected: usize,
    /// LM: length of the expected content that is missing from the extracted content.
    pub missing: usize,
}

impl ThaiLengths {
    /// Precision `(LEC − (LEC − LEP + LM)) / LEC`, recall `(LEC − (LEC − LEP + LM)) / LEP`, and their F1.
    ///
    /// ```
    /// use dehusk_eval::metrics::ThaiLengths;
    /// let prf = ThaiLengths { extracted: 120, expected: 100, missing: 0 }.prf();
    /// assert_eq!((format!("{:.4}", prf.precision), prf.recall), ("0.8333".to_owned(), 1.0));
    /// ```
    #[must_use]
    pub fn prf(self) -> Prf {
        Prf::from_counts(self.expected.saturating_sub(self.missing), self.extracted, self.expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_specification() {
        for ((extracted, expected, missing), (p, r, f)) in [
            ((120, 100, 0), (0.8333, 1.0, 0.9091)),
            ((100, 100, 10), (0.9, 0.9, 0.9)),
            ((80, 100, 20), (1.0, 0.8, 0.8889)),
            ((0, 10, 10), (0.0, 0.0, 0.0)),
            ((0, 0, 0), (1.0, 1.0, 1.0)),
        ] {
            let prf = ThaiLengths { extracted, expected, missing }.prf();
            for (actual, expected) in [(prf.precision, p), (prf.recall, r), (prf.f1, f)] {
                assert!((actual - expected).abs() < 5e-5, "{actual} {expected}");
            }
        }
    }
}
