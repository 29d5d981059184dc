//! dom_smoothie: readability's rules in Rust, the most used extractor among the crates.

use crate::case::Case;
use dom_smoothie::Readability;
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    vec![Case::new("dom_smoothie", "text bytes", |page| {
        // A page in which it finds no article is an error to it, but to us an answer.
        let article = Readability::new(page.text.as_str(), None, None).and_then(|mut page| page.parse());
        Ok(black_box(article).map_or(0, |article| article.text_content.len() as u64))
    })]
}
