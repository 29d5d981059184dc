//! Tracks: which bars the spans of the source cover.

use dehusk::methods::density::Bar;
use dehusk::source::Span;

/// Returns the first and last bar of each stretch that `spans` cover, with adjacent stretches joined. Spans
/// and bars are in source order. A span covers the bars that it shares a byte with, and all bars between the
/// first and the last of them.
pub(crate) fn covered(spans: &[Span], bars: &[Bar]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for span in spans {
        let first = bars.partition_point(|bar| bar.span.end() <= span.start());
        let after = bars.partition_point(|bar| bar.span.start() < span.end());
        let inside = bars.get(first..after).unwrap_or_default();
        let Some(skipped) = inside.iter().position(|bar| !bar.span.is_empty()) else { continue };
        let kept = inside.iter().rposition(|bar| !bar.span.is_empty()).unwrap_or(skipped);
        match found.last_mut() {
            Some(last) if first + skipped <= last.1 + 1 => last.1 = last.1.max(first + kept),
            _ => found.push((first + skipped, first + kept)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(spans: &[(usize, usize)]) -> Vec<Bar> {
        spans.iter().map(|(start, end)| Bar { content: 1, code: 1, span: Span::new(*start, *end) }).collect()
    }

    fn covered_by(spans: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let spans: Vec<Span> = spans.iter().map(|(start, end)| Span::new(*start, *end)).collect();
        covered(&spans, &bars(&[(0, 5), (5, 5), (6, 9), (9, 9), (9, 9), (20, 30), (31, 40)]))
    }

    #[test]
    fn a_span_covers_the_bars_it_shares_a_byte_with() {
        assert_eq!(covered_by(&[(4, 7)]), [(0, 2)]);
        assert_eq!(covered_by(&[(0, 5), (30, 31), (31, 32)]), [(0, 0), (6, 6)]);
        assert_eq!(covered_by(&[(5, 6), (9, 20), (40, 90)]), []);
    }

    #[test]
    fn adjacent_stretches_are_joined() {
        assert_eq!(covered_by(&[(20, 22), (32, 33)]), [(5, 6)]);
        assert_eq!(covered_by(&[(1, 2), (8, 9)]), [(0, 0), (2, 2)]);
    }
}
