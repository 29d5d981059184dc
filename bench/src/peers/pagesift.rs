//! pagesift-html (AGPL): the fastest HTML5 tree builder in Rust that we know of. It is only measured here;
//! dehusk does not use it.

use crate::case::Case;
use pagesift_html::{Html, ParseScratch};
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    let mut scratch = ParseScratch::default();
    vec![
        Case::new("pagesift tree", "nodes", |page| Ok(black_box(Html::parse(&page.text)).len() as u64)),
        Case::new("pagesift tree, reused", "nodes", move |page| {
            let html = black_box(Html::parse_with_scratch(&page.text, &mut scratch));
            let nodes = html.len() as u64;
            scratch.recycle(html);
            Ok(nodes)
        }),
    ]
}
