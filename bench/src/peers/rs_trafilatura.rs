//! rs-trafilatura: applies different rules to each page type. It is the most accurate peer on wcxb-dev.

use crate::case::Case;
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    vec![Case::new("rs-trafilatura", "text bytes", |page| {
        let found = black_box(rs_trafilatura::extract(&page.text));
        Ok(found.map_or(0, |found| found.content_text.len() as u64))
    })]
}
