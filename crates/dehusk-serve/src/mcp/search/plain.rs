//! Search in text that is not HTML: its passages are its paragraphs, or its lines if none is empty.

use std::ops::Range;

use dehusk::parts::BlockKind;

use super::bm25::Counts;
use super::fragment::PageText;
use super::words::Query;
use super::{Found, Hit, Request, quoted, ranked};

/// Searches a text that is returned as it is. `None` if the query has no words.
pub(in super::super) fn search_text(text: &str, request: Request<'_>) -> Option<Found> {
    let passages = paragraphs(text);
    let mut query = Query::new(request.query, dehusk_words::detect(text));
    if query.is_empty() {
        return None;
    }
    let counts: Vec<Counts> = passages.iter().map(|passage| query.count(&text[passage.clone()])).collect();
    let (matching, best) = ranked(&counts, request.limit);
    let page = PageText::new(passages.iter().map(|passage| &text[passage.clone()]));
    let hits = best.into_iter().map(|(score, index)| {
        let passage = &passages[index];
        let start = text[..passage.start].chars().count();
        Hit {
            score,
            text: quoted(&mut query, &text[passage.clone()]),
            kind: BlockKind::Paragraph,
            heading: None,
            columns: None,
            place: Some(start..start + text[passage.clone()].chars().count()),
            directive: page.directive(index..index + 1),
        }
    });
    Some(Found { passages: passages.len(), matching, hits: hits.collect() })
}

/// Where the paragraphs of a text are. They are separated by empty lines; without those, each line is one.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let has_empty_lines = text.trim().lines().any(|line| line.trim().is_empty());
    let mut paragraphs: Vec<Range<usize>> = Vec::new();
    let (mut start, mut is_open) = (0, false);
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        match paragraphs.last_mut() {
            _ if line.trim().is_empty() => is_open = false,
            Some(last) if is_open && has_empty_lines => last.end = end,
            _ => {
                paragraphs.push(start..end);
                is_open = true;
            }
        }
        start += line.len();
    }
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_separated_by_empty_lines_or_are_lines() {
        for (text, expected) in [
            ("a\nb\n\n \nc\r\n\r\nd", vec!["a\nb", "c", "d"]),
            ("a\nb\n", vec!["a", "b"]),
            ("\n\na\nb\n\n", vec!["a", "b"]),
            ("", vec![]),
        ] {
            let found: Vec<&str> = paragraphs(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn the_places_are_those_of_the_text() {
        let text = "Käthe has the key.\n\nThe mill is open\non Monday.\n\nThe end.";
        let request = Request { query: "open mill", limit: 5, whole_page: true };
        let found = search_text(text, request).unwrap();
        assert_eq!((found.passages, found.matching), (3, 1));
        let hit = &found.hits[0];
        assert_eq!(hit.text, "The mill is open on Monday.");
        let place = hit.place.clone().unwrap();
        let at: String = text.chars().skip(place.start).take(place.len()).collect();
        assert_eq!(at, "The mill is open\non Monday.");
        assert_eq!(hit.directive.as_deref(), Some("The%20mill%20is%20open%20on%20Monday."));
    }
}
