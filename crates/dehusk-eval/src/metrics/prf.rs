//! Precision, recall and F1, computed from three counts.

/// Precision, recall and F1, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prf {
    /// Share of the extracted units that are correct.
    pub precision: f64,
    /// Share of the gold units that were extracted.
    pub recall: f64,
    /// Harmonic mean of precision and recall.
    pub f1: f64,
}

impl Prf {
    /// Computes the scores from the number of `common` units and the total numbers of `extracted` and `gold`
    /// units.
    ///
    /// Two empty texts agree fully; an empty and a non-empty text do not agree at all (reading E4 of the
    /// specification).
    ///
    /// ```
    /// use dehusk_eval::Prf;
    /// let human = Prf::from_counts(4, 5, 10); // HUMAN against CHIMPANZEE: H M A N
    /// assert_eq!((human.precision, human.recall), (0.8, 0.4));
    /// assert_eq!(Prf::from_counts(0, 0, 0).f1, 1.0);
    /// ```
    #[must_use]
    pub fn from_counts(common: usize, extracted: usize, gold: usize) -> Prf {
        if extracted == 0 && gold == 0 {
            return Prf { precision: 1.0, recall: 1.0, f1: 1.0 };
        }
        if common == 0 {
            return Prf::default();
        }
        let (precision, recall) = (common as f64 / extracted as f64, common as f64 / gold as f64);
        Prf { precision, recall, f1: 2.0 * precision * recall / (precision + recall) }
    }
}
