//! The kept spans of a selection, for steps that ask about many places of the source.

use super::Selection;
use crate::source::Span;

/// The kept spans of a source, in source order.
pub(crate) struct Kept(Vec<Span>);

impl Kept {
    pub(crate) fn new(selection: &Selection) -> Kept {
        Kept(selection.kept().collect())
    }

    /// Returns the parts of `whole` that are kept.
    #[inline]
    pub(crate) fn within(&self, whole: Span) -> impl Iterator<Item = Span> + '_ {
        let first = self.0.partition_point(|span| span.end() <= whole.start());
        let before_end = self.0[first..].iter().take_while(move |span| span.start() < whole.end());
        let inside = before_end.map(move |span| {
            let start = span.start().max(whole.start());
            Span::new(start, span.end().min(whole.end()).max(start))
        });
        inside.filter(|span| !span.is_empty())
    }

    /// Whether the byte at an offset is kept.
    pub(crate) fn contains(&self, at: usize) -> bool {
        self.within(Span::new(at, at + 1)).next().is_some()
    }
}
