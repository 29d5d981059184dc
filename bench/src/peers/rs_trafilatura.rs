//! rs-trafilatura: rules by page type. The most accurate of the peers on wcxb-dev.

use crate::case::Case;
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    vec![Case::new("rs-trafilatura", "text bytes", |page| {
        let found = black_box(rs_trafilatura::extract(&page.text));
        Ok(found.map_or(0, |found| found.content_text.len() as u64))
    })]
}
