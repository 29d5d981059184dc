//! Columns: bars grouped until no column is narrower than a pixel. The length of a column above the axis is
//! the maximum of its bars above the axis, and likewise below, so that no peak is lost. A column also has the
//! means of its bars, because with many bars per column nearly every maximum is large.

/// Lengths above and below the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Column {
    pub(crate) above: u64,
    pub(crate) below: u64,
}

impl Column {
    /// Returns a column above the axis for a positive value, and below it for a negative one.
    pub(crate) fn signed(value: i64) -> Column {
        let length = value.unsigned_abs();
        if value > 0 { Column { above: length, below: 0 } } else { Column { above: 0, below: length } }
    }

    fn max(self, other: Column) -> Column {
        Column { above: self.above.max(other.above), below: self.below.max(other.below) }
    }
}

/// Columns that all have the same number of bars, except for the last one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Columns {
    /// The maximum lengths of the bars in each column.
    pub(crate) columns: Vec<Column>,
    /// The mean lengths of the bars in each column, above and below the axis. Empty if each column is a
    /// single bar.
    pub(crate) means: Vec<(f64, f64)>,
    pub(crate) bars_per_column: usize,
}

impl Columns {
    /// Groups the bars into at most `max_columns` columns, with as few bars per column as possible.
    pub(crate) fn new(bars: impl ExactSizeIterator<Item = Column>, max_columns: usize) -> Columns {
        let bars: Vec<Column> = bars.collect();
        let bars_per_column = bars.len().div_ceil(max_columns.max(1)).max(1);
        let maximum = |bars: &[Column]| bars.iter().copied().fold(Column::default(), Column::max);
        let columns = bars.chunks(bars_per_column).map(maximum).collect();
        let groups = (bars_per_column > 1).then(|| bars.chunks(bars_per_column));
        let means = groups.into_iter().flatten().map(means).collect();
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
            max_columns in 1..120usize,
        ) {
            let columns = Columns::new(pairs.iter().copied().map(column), max_columns);
            prop_assert!(columns.columns.len() <= max_columns);
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
    fn bars_with_a_pixel_each_are_not_grouped() {
        let bars = [(3, 0), (0, 5), (2, 2)].map(column);
        let (single, grouped) = (Columns::new(bars.into_iter(), 3), Columns::new(bars.into_iter(), 2));
        assert_eq!((&single.columns[..], single.means.len()), (&bars[..], 0));
        assert_eq!(grouped.columns, [(3, 5), (2, 2)].map(column));
        assert_eq!(grouped.means, [(1.5, 2.5), (2.0, 2.0)]);
    }
}
