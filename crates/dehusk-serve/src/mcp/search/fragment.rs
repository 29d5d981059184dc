//! Links to a text of a page: the text directive `#:~:text=` of the URL (WICG, "Text Fragments"). A browser
//! that opens such a link scrolls to the text and highlights it.
//!
//! `[prefix-,]start[,end]`: a range from its first to its last words, which may be in different blocks; a short
//! text as a whole. The first place on the page that matches is shown, so the beginning is made longer, or the
//! words before it are added, until the page has it only there.

use std::ops::Range;

use dehusk_words::{Segmenter, is_unspaced};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::super::invisible::collapsed;

/// What is not encoded. `-`, `,` and `&` are part of the directive's own syntax.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'_').remove(b'~');
/// A text of at most so many characters is named as a whole. Chosen by hand.
const MAX_WHOLE: usize = 60;
/// The number of words at the beginning and at the end of a longer text. Chosen by hand.
const WORDS: usize = 4;
/// Maximum number of words at the beginning, however alike texts of the page are. Chosen by hand: near copies are told apart by the words
/// before them, or not at all.
const MAX_WORDS: usize = 16;
/// Maximum characters of a beginning, an end or the words before, up to a space in scripts without spaces between words. A word may be
/// longer, such as an encoded picture; it is left out. Chosen by hand.
const MAX_PART: usize = 200;
/// The number of words before a text that other places of the page also have. Chosen by hand.
const PREFIX_WORDS: usize = 3;
/// Maximum characters that a beginning or an end grows by to reach a space, in a script without spaces between
/// words: the browser matches whole words only, and its words may be others. Chosen by hand.
const MAX_TO_SPACE: usize = 30;

/// The visible blocks of a page, to find out whether a text is on the page only once.
#[derive(Debug)]
pub(super) struct PageText {
    /// The texts of the blocks, each on one line, in the order of the page.
    blocks: Vec<String>,
    /// The same in lower case, each with an end of line.
    folded: String,
    /// Where each block begins in `folded`.
    starts: Vec<usize>,
    segmenter: Segmenter,
}

impl PageText {
    /// Takes the texts of all visible blocks in the order of the page.
    pub(super) fn new<'t>(texts: impl Iterator<Item = &'t str>) -> PageText {
        let blocks: Vec<String> = texts.map(collapsed).collect();
        let (mut folded, mut starts) = (String::new(), Vec::with_capacity(blocks.len()));
        for block in &blocks {
            starts.push(folded.len());
            folded.push_str(&block.to_lowercase());
            folded.push('\n');
        }
        PageText { blocks, folded, starts, segmenter: Segmenter::default() }
    }

    /// Returns the directive for a range of blocks, without `#:~:text=`. `None` if they have no words.
    pub(super) fn directive(&self, blocks: Range<usize>) -> Option<String> {
        let (first, last) = (self.blocks.get(blocks.start)?, self.blocks.get(blocks.end.checked_sub(1)?)?);
        let is_one = blocks.len() == 1;
        if is_one && first.chars().count() <= MAX_WHOLE {
            let prefix = self.prefix(blocks.start, first);
            return Some(format!("{prefix}{}", encoded(non_empty(first)?)));
        }
        let start = self.beginning(blocks.start, first)?;
        let prefix = self.prefix(blocks.start, start);
        let rest = if is_one { &last[start.len()..] } else { last };
        Some(match self.last_words(rest, WORDS) {
            Some(end) => format!("{prefix}{},{}", encoded(start), encoded(end)),
            None => format!("{prefix}{}", encoded(start)),
        })
    }

    /// Returns the first words of a block: so many that no block before has them, if few are enough.
    fn beginning<'t>(&self, block: usize, text: &'t str) -> Option<&'t str> {
        let words = self.segmenter.words(text);
        let fitting = words.iter().take(MAX_WORDS).take_while(|word| is_short(&text[..word.end]));
        let max = fitting.count();
        let mut count = WORDS.min(max);
        loop {
            let end = words.get(count.checked_sub(1)?)?.end;
            let start = &text[..to_space(text, end)];
            if count == max || self.is_first(block, start) {
                return non_empty(start);
            }
            count = (2 * count).min(max);
        }
    }

    /// Returns the last words of a text, at most so many.
    fn last_words<'t>(&self, text: &'t str, max: usize) -> Option<&'t str> {
        let words = self.segmenter.words(text);
        let last = words.iter().rev().take(max).take_while(|word| is_short(&text[word.start..]));
        non_empty(&text[back_to_space(text, last.last()?.start)..])
    }

    /// The words before a block with a hyphen and a comma, if a text is on the page before; else nothing.
    fn prefix(&self, block: usize, start: &str) -> String {
        let Some(before) = block.checked_sub(1).and_then(|before| self.blocks.get(before)) else {
            return String::new();
        };
        if self.is_first(block, start) {
            return String::new();
        }
        let words = self.last_words(before, PREFIX_WORDS);
        words.map_or(String::new(), |words| format!("{}-,", encoded(words)))
    }

    /// Whether a text with which a block begins is nowhere before it on the page.
    fn is_first(&self, block: usize, text: &str) -> bool {
        let first = self.folded.find(&text.to_lowercase());
        first.is_none_or(|at| Some(&at) >= self.starts.get(block))
    }
}

/// Whether a text is short enough for a part of a link.
fn is_short(text: &str) -> bool {
    text.char_indices().nth(MAX_PART).is_none()
}

fn non_empty(text: &str) -> Option<&str> {
    let text = text.trim();
    (!text.is_empty()).then_some(text)
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text.trim(), ENCODED).to_string()
}

/// Moves the end of a word to the next space or the end of the text if it is in a script without spaces and
/// they are near.
fn to_space(text: &str, end: usize) -> usize {
    let is_inside = text[..end].chars().next_back().is_some_and(is_unspaced)
        && text[end..].chars().next().is_some_and(is_unspaced);
    let mut after = text[end..].char_indices().take(MAX_TO_SPACE);
    match after.find(|(_, c)| !is_unspaced(*c)) {
        Some((at, _)) if is_inside => end + at,
        None if is_inside && text[end..].chars().count() <= MAX_TO_SPACE => text.len(),
        _ => end,
    }
}

/// Moves the beginning of a word back to the last space or the beginning of the text, as [`to_space`] does with
/// an end.
fn back_to_space(text: &str, start: usize) -> usize {
    let is_inside = text[start..].chars().next().is_some_and(is_unspaced)
        && text[..start].chars().next_back().is_some_and(is_unspaced);
    let mut before = text[..start].char_indices().rev().take(MAX_TO_SPACE);
    match before.find(|(_, c)| !is_unspaced(*c)) {
        Some((at, c)) if is_inside => at + c.len_utf8(),
        None if is_inside && text[..start].chars().count() <= MAX_TO_SPACE => 0,
        _ => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use percent_encoding::percent_decode_str;
    use proptest::prelude::*;

    fn directive(blocks: &[&str], range: Range<usize>) -> Option<String> {
        PageText::new(blocks.iter().copied()).directive(range)
    }

    #[test]
    fn directives_follow_the_specification() {
        let story =
            "The old mill on the river reopens on Monday, after two winters of repairs, says the miller.";
        for (blocks, range, expected) in [
            (vec!["Nine to five."], 0..1, "Nine%20to%20five."),
            (vec!["Tea, cake & self-made jam"], 0..1, "Tea%2C%20cake%20%26%20self%2Dmade%20jam"),
            (vec![story], 0..1, "The%20old%20mill%20on,repairs%2C%20says%20the%20miller."),
            (vec!["Hours", story], 0..2, "Hours,repairs%2C%20says%20the%20miller."),
            (vec!["Home", "Home"], 1..2, "Home-,Home"),
            (
                vec!["The old mill on the hill", story],
                1..2,
                "The%20old%20mill%20on%20the%20river%20reopens%20on,repairs%2C%20says%20the%20miller.",
            ),
            (vec!["a\u{E0041} b\u{200B}c"], 0..1, "a%20bc"),
            (vec!["ฝนตก"], 0..1, "%E0%B8%9D%E0%B8%99%E0%B8%95%E0%B8%81"),
        ] {
            assert_eq!(directive(&blocks, range).as_deref(), Some(expected), "{blocks:?}");
        }
        assert_eq!(directive(&["  "], 0..1), None);
        assert_eq!(directive(&[], 0..1), None);
    }

    #[test]
    fn links_stay_short_whatever_the_page_has() {
        let copy = |end: &str| format!("{}{end}.", "the old mill on the river ".repeat(200));
        let (first, second) = (copy("opens"), copy("closes"));
        let blocks = [first.as_str(), "Hours", second.as_str()];
        let start = "the%20old%20mill%20on%20the%20river%20".repeat(2) + "the%20old%20mill%20on";
        let expected = format!("Hours-,{start},on%20the%20river%20closes.");
        assert_eq!(directive(&blocks, 2..3), Some(expected));
        let word = "x".repeat(5000);
        assert_eq!(directive(&[&word], 0..1), None);
        let blocks = [format!("the old mill {word} reopens"), format!("the old mill {word}")];
        let found = directive(&[&blocks[0], &blocks[1]], 1..2);
        assert_eq!(found.as_deref(), Some("reopens-,the%20old%20mill"));
    }

    #[test]
    fn words_without_spaces_are_not_cut() {
        let text = "ฝนตกหนักในกรุงเทพ ทำให้น้ำท่วมหลายพื้นที่ของเมืองหลวงเมื่อวานนี้ และรถติดตลอดทั้งวันจนถึงช่วงค่ำ";
        let found = directive(&[text], 0..1).unwrap();
        let decoded = percent_decode_str(&found).decode_utf8().unwrap().into_owned();
        assert_eq!(decoded, "ฝนตกหนักในกรุงเทพ,และรถติดตลอดทั้งวันจนถึงช่วงค่ำ");
    }

    proptest! {
        #[test]
        fn the_parts_of_a_directive_are_in_the_text(texts in prop::collection::vec("[a-d,&ก \\-]{0,90}", 1..4)) {
            let page = PageText::new(texts.iter().map(String::as_str));
            for block in 0..texts.len() {
                let Some(directive) = page.directive(block..block + 1) else { continue };
                prop_assert!(directive.bytes().all(|byte| byte.is_ascii_graphic() && !b"&#\"<>".contains(&byte)));
                let text = directive.split_once("-,").map_or(&*directive, |(_, text)| text);
                let text_of = &page.blocks[block];
                for part in text.split(',') {
                    let part = percent_decode_str(part).decode_utf8().unwrap();
                    prop_assert!(text_of.contains(&*part), "{part:?} in {text_of:?}");
                }
            }
        }
    }
}
