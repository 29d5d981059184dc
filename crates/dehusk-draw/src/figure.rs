//! Figure: which figure of which paper a plot repeats, and which methods have it. The drawing is in
//! [`crate::plot`].

use dehusk::methods::Density;

/// A figure of the papers. Each is one panel, without what the method kept and removed.
///
/// ```
/// use dehusk_draw::Figure;
/// assert_eq!(Figure::from_number(3), Some(Figure::Difference));
/// assert_eq!(Figure::Difference.methods(), ["r2l"]);
/// assert!(Figure::from_number(4).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Figure 2 of the R2L paper and the first diagram of the DANA talk: the non-ASCII characters of each line
    /// above the axis and the ASCII characters below it, with the regions labeled A (code), B (main content)
    /// and C (menus and other additional text).
    Lines,
    /// Figure 3 of the R2L paper: the difference of the two columns of each line, by formula (1), not smoothed.
    Difference,
    /// Figure 5 of the AdDANAg paper: the content characters of each segment above the axis and its code
    /// characters below it.
    Segments,
    /// Figure 6 of the AdDANAg paper and the second diagram of the DANA talk: the difference, smoothed over
    /// both neighbors.
    Smoothed,
}

impl Figure {
    /// All figures, in the order of their numbers.
    pub const ALL: [Figure; 4] = [Figure::Lines, Figure::Difference, Figure::Segments, Figure::Smoothed];

    /// The figure with this number in its paper: 2, 3, 5 or 6.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Figure> {
        Figure::ALL.into_iter().find(|figure| figure.number() == number)
    }

    /// The number in its paper.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Figure::Lines => 2,
            Figure::Difference => 3,
            Figure::Segments => 5,
            Figure::Smoothed => 6,
        }
    }

    /// The names of the methods whose publication has the figure. The first one is that of the paper in which
    /// the figure has its number.
    #[must_use]
    pub fn methods(self) -> &'static [&'static str] {
        match self {
            Figure::Lines => &["r2l", "dana"],
            Figure::Difference => &["r2l"],
            Figure::Segments => &["addanag", "danag"],
            Figure::Smoothed => &["addanag", "danag", "dana"],
        }
    }

    /// Whether columns below the axis are negative differences, not numbers of code characters.
    pub(crate) fn is_difference(self) -> bool {
        matches!(self, Figure::Difference | Figure::Smoothed)
    }

    /// What the figure shows and where it comes from. `unit` is "line" or "segment".
    pub(crate) fn heading(self, density: &Density, unit: &str) -> String {
        let source = match (self, density.counted_by) {
            (Figure::Lines, "dana") => "DANA talk, first diagram",
            (Figure::Smoothed, "dana") => "DANA talk, second diagram",
            (Figure::Lines, _) => "R2L paper, figure 2",
            (Figure::Difference, _) => "R2L paper, figure 3",
            (Figure::Segments, _) => "AdDANAg paper, figure 5",
            (Figure::Smoothed, _) => "AdDANAg paper, figure 6",
        };
        let shown = match self {
            Figure::Lines => {
                format!("non-ASCII characters (above) and ASCII characters (below) of each {unit}")
            }
            Figure::Difference => format!("their difference for each {unit}, formula (1), not smoothed"),
            Figure::Segments => {
                format!("content characters (above) and code characters (below) of each {unit}")
            }
            Figure::Smoothed => format!("content less code of each {unit}, summed with both neighbors"),
        };
        format!("{source}: {shown}")
    }
}
