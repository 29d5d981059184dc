//! Many pages with one extractor, which keeps its buffers, and limits on each: status, kind, expected quality and length of the
//! Markdown of every file: `cargo run --release -p dehusk --example many_pages *.html`.

#![allow(clippy::print_stdout)]

use dehusk::budget::Limits;
use dehusk::render::Markup;
use dehusk::{Extractor, Options};
use std::time::Duration;

fn main() -> std::io::Result<()> {
    let limits = Limits { timeout: Some(Duration::from_secs(2)), max_bytes: 16 << 20, ..Limits::default() };
    let mut extractor = Extractor::new(Options::new().with_limits(limits).with_markup(Markup::MARKDOWN));
    for path in std::env::args_os().skip(1) {
        let page = extractor.extract(&std::fs::read(&path)?, None);
        let kind = page.page_type().map_or("-", |kind| kind.as_str());
        let quality = page.quality().map_or(0.0, |quality| quality.score);
        let length = page.markdown().unwrap_or_default().len();
        println!("{}\t{}\t{kind}\t{quality:.2}\t{length}", path.display(), page.status().as_str());
    }
    Ok(())
}
