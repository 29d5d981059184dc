//! dom_smoothie: the rules of Readability in Rust, the most widely used extractor on crates.io.

use crate::case::Case;
use dom_smoothie::Readability;
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    vec![Case::new("dom_smoothie", "text bytes", |page| {
        // If it finds no article, it returns an error, which counts as an empty answer here.
        let article = Readability::new(page.text.as_str(), None, None).and_then(|mut page| page.parse());
        Ok(black_box(article).map_or(0, |article| article.text_content.len() as u64))
    })]
}
