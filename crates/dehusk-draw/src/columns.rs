//! Columns: bars put together until none is narrower than a pixel. A column has the greatest value above and the greatest
//! below of its bars, so that no peak is lost, and beside it their means, for of many bars nearly every column has a
//! great one.

/// Lengths above and below the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Column {
    pub(crate) above: u64,
    pub(crate) below: u64,
}

impl Column {
    /// A column on one side of the axis.
    pub(crate) fn signed(value: i64) -> Column {
        let length = value.unsigned_abs();
        if value > 0 { Column { above: length, below: 0 } } else { Column { above: 0, below: length } }
    }

    fn max(self, other: Column) -> Column {
        Column { above: self.above.max(other.above), below: self.below.max(other.below) }
    }
}

/// Columns of the same number of bars each, but for the last one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Columns {
    /// The greatest lengths.
    pub(crate) columns: Vec<Column>,
    /// The mean lengths above and below; none where each column is one bar.
    pub(crate) means: Vec<(f64, f64)>,
    pub(crate) bars_per_column: usize,
}

impl Columns {
    /// At most `most` columns of the bars: as few bars in each as that takes.
    pub(crate) fn new(bars: impl ExactSizeIterator<Item = Column>, most: usize) -> Columns {
        let bars: Vec<Column> = bars.collect();
        let bars_per_column = bars.len().div_ceil(most.max(1)).max(1);
        let greatest = |bars: &[Column]| bars.iter().copied().fold(Column::default(), Column::max);
        let columns = bars.chunks(bars_per_column).map(greatest).collect();
        let together = (bars_per_column > 1).then(|| bars.chunks(bars_per_column));
        let means = together.into_iter().flatten().map(means).collect();
        Columns { columns, means, bars_per_column }
    }
}

fn means(bars: &[Column]) -> (f64, f64) {
    let mean = |side: fn(&Column) -> u64| bars.iter().map(side).sum::<u64>() as f64 / bars.len() as f64;
    (mean(|bar| bar.above), mean(|bar| bar.below))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn column(pair: (u64, u64)) -> Column {
        Column { above: pair.0, below: pair.1 }
    }

    proptest! {
        #[test]
        fn every_maximum_is_kept(
            pairs in prop::collection::vec((0..1000u64, 0..1000u64), 0..300),
            most in 1..120usize,
        ) {
            let columns = Columns::new(pairs.iter().copied().map(column), most);
            prop_assert!(columns.columns.len() <= most);
            for (index, column) in columns.columns.iter().enumerate() {
                let from = index * columns.bars_per_column;
                let bars = &pairs[from..(from + columns.bars_per_column).min(pairs.len())];
                prop_assert_eq!(Some(column.above), bars.iter().map(|bar| bar.0).max());
                prop_assert_eq!(Some(column.below), bars.iter().map(|bar| bar.1).max());
                if let Some(mean) = columns.means.get(index) {
                    prop_assert!(mean.0 <= column.above as f64 && mean.1 <= column.below as f64);
                }
            }
            prop_assert_eq!(columns.columns.len(), pairs.len().div_ceil(columns.bars_per_column));
        }
    }

    #[test]
    fn bars_that_have_a_pixel_each_stay_apart() {
        let bars = [(3, 0), (0, 5), (2, 2)].map(column);
        let (apart, together) = (Columns::new(bars.into_iter(), 3), Columns::new(bars.into_iter(), 2));
        assert_eq!((&apart.columns[..], apart.means.len()), (&bars[..], 0));
        assert_eq!(together.columns, [(3, 5), (2, 2)].map(column));
        assert_eq!(together.means, [(1.5, 2.5), (2.0, 2.0)]);
    }
}
