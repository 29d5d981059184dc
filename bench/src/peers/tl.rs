//! tl: a fast parser that does not follow the standard. Shows how much speed ignoring the rules gains.

use crate::case::Case;
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    vec![Case::new("tl tree", "nodes", |page| {
        let document = black_box(tl::parse(&page.text, tl::ParserOptions::default())?);
        Ok(document.nodes().len() as u64)
    })]
}
