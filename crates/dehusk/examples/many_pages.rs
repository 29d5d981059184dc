//! Extracts many files, with limits for each file: `cargo run --release -p dehusk --example many_pages *.html`.
//!
//! All files share one extractor, which reuses its buffers. For every file it prints the status, the page
//! type, the estimated quality and the length of the Markdown in bytes.

#![allow(clippy::print_stdout)]

use dehusk::budget::Limits;
use dehusk::render::Markup;
use dehusk::{Extractor, Options};
use std::time::Duration;

fn main() -> std::io::Result<()> {
    let limits = Limits { timeout: Some(Duration::from_secs(2)), max_bytes: 16 << 20, ..Limits::default() };
    let mut extractor = Extractor::new(Options::new().with_limits(limits).with_markup(Markup::MARKDOWN));
    for path in std::env::args_os().skip(1) {
        let extraction = extractor.extract(&std::fs::read(&path)?, None);
        let page_type = extraction.page_type().map_or("-", |page_type| page_type.as_str());
        let quality = extraction.quality().map_or(0.0, |quality| quality.score);
        let length = extraction.markdown().unwrap_or_default().len();
        let status = extraction.status().as_str();
        println!("{}\t{status}\t{page_type}\t{quality:.2}\t{length}", path.display());
    }
    Ok(())
}
