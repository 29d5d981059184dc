//! Computes the size of a word from its weight. `fit` decides which sizes there is room for.

/// How the size of a word follows from its weight.
///
/// `Sqrt` is the default. Readers perceive the area of a word as its weight, and the area grows with the
/// square of the size. With the square root, a word of twice the weight therefore has twice the ink. With
/// `Linear`, Wordle's scale, it has four times the ink. Because word counts fall like 1, 1/2, 1/3, …,
/// `Linear` leaves one giant word and many that are too small to read. `Log` shows differences between small
/// counts best, and between large counts worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// `max · w / w_max`, at least `min`.
    Linear,
    /// `max · √(w / w_max)`, at least `min`.
    #[default]
    Sqrt,
    /// `min + (max − min) · (ln w − ln w_min) / (ln w_max − ln w_min)`; `min` if all weights are equal.
    Log,
}

impl Scale {
    /// All scales, each with its name.
    pub const ALL: [(&str, Scale); 3] =
        [("sqrt", Scale::Sqrt), ("linear", Scale::Linear), ("log", Scale::Log)];

    /// The scale's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Scale::ALL.iter().find(|(_, scale)| *scale == self).map_or("", |(name, _)| name)
    }

    /// Returns the sizes of words with these weights, in the unit of `min` and `max`. Weights must be
    /// positive and finite.
    ///
    /// ```
    /// use dehusk_draw::cloud::Scale;
    /// assert_eq!(Scale::Log.sizes(&[4.0, 2.0, 1.0], 12.0, 48.0), [48.0, 30.0, 12.0]);
    /// assert_eq!(Scale::Sqrt.sizes(&[4.0, 1.0, 0.01], 12.0, 48.0), [48.0, 24.0, 12.0]);
    /// ```
    #[must_use]
    pub fn sizes(self, weights: &[f64], min: f64, max: f64) -> Vec<f64> {
        let heaviest = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let lightest = weights.iter().copied().fold(heaviest, f64::min);
        let size = |weight: f64| match self {
            Scale::Linear => (max * (weight / heaviest)).max(min),
            Scale::Sqrt => (max * (weight / heaviest).sqrt()).max(min),
            Scale::Log if heaviest <= lightest => min,
            Scale::Log => min + (max - min) * (weight.ln() - lightest.ln()) / (heaviest.ln() - lightest.ln()),
        };
        weights.iter().map(|weight| size(*weight)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithmic_sizes_follow_the_specification() {
        assert_eq!(Scale::Log.sizes(&[4.0, 2.0, 1.0], 12.0, 48.0), [48.0, 30.0, 12.0]);
        assert_eq!(Scale::Log.sizes(&[3.0, 3.0], 12.0, 48.0), [12.0, 12.0]);
    }

    #[test]
    fn sqrt_makes_areas_proportional_and_linear_makes_sizes_proportional() {
        assert_eq!(Scale::Sqrt.sizes(&[9.0, 1.0], 1.0, 30.0), [30.0, 10.0]);
        assert_eq!(Scale::Linear.sizes(&[9.0, 3.0, 1.0], 5.0, 30.0), [30.0, 10.0, 5.0]);
    }

    #[test]
    fn extreme_weights_have_finite_sizes() {
        for (_, scale) in Scale::ALL {
            for weights in
                [&[f64::MAX, f64::MIN_POSITIVE, 1.0][..], &[5e-324, 5e-324], &[5e-324, 1e-323], &[]]
            {
                let sizes = scale.sizes(weights, 10.0, 100.0);
                assert!(sizes.iter().all(|size| (10.0..=100.0).contains(size)), "{scale:?} {sizes:?}");
            }
        }
    }
}
