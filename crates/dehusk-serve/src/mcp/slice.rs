//! Cuts a text for an agent into slices, at borders of blocks, lines or words where there are any.

use super::reading::Reading;

/// A slice of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    /// The text. A hidden text that goes on from before the slice is flagged again.
    pub(super) text: String,
    /// The number of characters of the whole text.
    pub(super) total: usize,
    /// Where the next slice begins, in characters of the whole text. `None` at the end.
    pub(super) next: Option<usize>,
}

/// The part of a slice in which a border is looked for: its second half. Chosen by hand.
const BORDER_PART: usize = 2;

impl Reading {
    /// Returns the slice that begins at a character and has at most `max_chars` characters, not counting a flag
    /// at its beginning. `None` if the text ends before.
    pub(super) fn slice(&self, start: usize, max_chars: usize) -> Option<Slice> {
        let mut offsets: Vec<usize> = self.text.char_indices().map(|(offset, _)| offset).collect();
        let total = offsets.len();
        offsets.push(self.text.len());
        if start >= total {
            return None;
        }
        let end = start.saturating_add(max_chars).min(total);
        let slice = &self.text[offsets[start]..offsets[end]];
        let cut = if end < total { border(slice) } else { slice.len() };
        let next = start + slice[..cut].chars().count();
        let text = format!("{}{}", self.flag_at(start), &slice[..cut]);
        Some(Slice { text, total, next: (next < total).then_some(next) })
    }

    /// The flag that must be repeated at a character in the middle of a hidden text; else nothing.
    fn flag_at(&self, at: usize) -> String {
        let before = self.hidden.partition_point(|(range, _)| range.end <= at);
        match self.hidden.get(before) {
            Some((range, how)) if range.start < at => Reading::opening(*how),
            _ => String::new(),
        }
    }
}

/// Returns the length in bytes of a slice up to its last border: behind an empty line, else behind a line, else
/// behind a space.
fn border(slice: &str) -> usize {
    let least = slice.len() / BORDER_PART;
    let behind = |border: &str| slice.rfind(border).map(|at| at + border.len()).filter(|at| *at > least);
    behind("\n\n").or_else(|| behind("\n")).or_else(|| behind(" ")).unwrap_or(slice.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::selection::Hiding;
    use proptest::prelude::*;

    fn reading(text: &str) -> Reading {
        Reading { text: text.to_owned(), ..Reading::default() }
    }

    #[test]
    fn slices_end_at_borders() {
        for (text, max, slice, next) in [
            ("One two.\n\nThree.", 12, "One two.\n\n", Some(10)),
            ("One two.\nThree.", 12, "One two.\n", Some(9)),
            ("One two three", 9, "One two ", Some(8)),
            ("One.\n\nTwo three four", 18, "One.\n\nTwo three ", Some(16)),
            ("ฝนตกหนัก", 4, "ฝนตก", Some(4)),
            ("short", 9, "short", None),
        ] {
            let found = reading(text).slice(0, max).unwrap();
            assert_eq!((found.text.as_str(), found.next), (slice, next), "{text:?}");
        }
        assert_eq!(reading("short").slice(5, 9), None);
        assert_eq!(reading("").slice(0, 9), None);
    }

    #[test]
    fn a_hidden_text_is_flagged_in_each_slice() {
        let text = format!("A {}b c d{} e", Reading::opening(Hiding::Opacity), Reading::CLOSE);
        let end = text.chars().count() - 2;
        let reading = Reading { hidden: vec![(2..end, Hiding::Opacity)], ..reading(&text) };
        let inside = text.find("c d").unwrap();
        assert_eq!(reading.slice(inside, 3).unwrap().text, "[hidden on the page: opacity] c ");
        assert_eq!(reading.slice(2, 5).unwrap().text, "[hidd");
        assert_eq!(reading.slice(end, 5).unwrap().text, " e");
    }

    proptest! {
        #[test]
        fn slices_are_the_whole_text(text in "[a ก\n]{0,40}", max in 1usize..9) {
            let reading = reading(&text);
            let (mut whole, mut next) = (String::new(), Some(0));
            while let Some(slice) = next.and_then(|start| reading.slice(start, max)) {
                prop_assert!(slice.next.is_none_or(|after| Some(after) > next));
                whole.push_str(&slice.text);
                next = slice.next;
            }
            prop_assert_eq!(whole, text);
        }
    }
}
