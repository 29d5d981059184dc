//! The texts of single blocks, for stages that compare them with words. The outline has only numbers and hashes of texts.

use super::outline::Outline;
use crate::markup::{Decode, TextKind};
use crate::page::Page;

/// The texts of the blocks for which `wanted` is true, in lower case, each with its index.
pub(super) fn texts(page: &Page<'_>, outline: &Outline, wanted: &[bool]) -> Vec<(usize, String)> {
    let source = page.source().text();
    let mut texts: Vec<(usize, String)> = Vec::new();
    for (span, index) in outline.runs.iter().filter(|(_, index)| wanted[*index as usize]) {
        let index = *index as usize;
        let text = Decode::text(&source[span.start()..span.end()], TextKind::Data);
        match texts.last_mut().filter(|(last, _)| *last == index) {
            Some((_, whole)) => whole.push_str(&text),
            None => texts.push((index, text.into_owned())),
        }
    }
    texts.iter_mut().for_each(|(_, text)| *text = folded(text));
    texts
}

/// Returns a text in lower case with single spaces and plain apostrophes.
pub(super) fn folded(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").replace(['’', '`', '´'], "'")
}
