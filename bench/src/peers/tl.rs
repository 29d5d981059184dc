//! tl: a fast parser that does not follow the HTML standard. It shows how much speed a parser gains by ignoring
//! the standard.

use crate::case::Case;
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    vec![Case::new("tl tree", "nodes", |page| {
        let document = black_box(tl::parse(&page.text, tl::ParserOptions::default())?);
        Ok(document.nodes().len() as u64)
    })]
}
