//! Lists every block of a page with its byte range, whether it was kept, and why:
//! `cargo run -p dehusk --example blocks page.html`. Without a file, it uses a short built-in page.

#![allow(clippy::print_stdout)]

use dehusk::methods::Grain;
use dehusk::{Extractor, Options};

const PAGE: &str = "<nav><a href=/>Home</a> <a href=/news>News</a></nav><h1>The mill reopens</h1>\
    <p>The old mill by the river grinds again, after ten years of slow repair.</p><footer>Imprint</footer>";

fn main() -> std::io::Result<()> {
    let bytes = std::env::args_os().nth(1).map_or(Ok(PAGE.as_bytes().to_vec()), std::fs::read)?;
    let mut extractor = Extractor::new(Options::new());
    let mut page = extractor.open(&bytes, None);
    let Some(explanation) = page.explain(&Grain::default()) else {
        println!("{:?}", page.status());
        return Ok(());
    };
    // Byte ranges refer to the decoded page, which is always UTF-8, even if the file has another encoding.
    for block in &explanation.blocks {
        let mark = if block.kept { '+' } else { '-' };
        println!("{mark} {:?} {}: {} ({})", block.span.range(), block.kind, block.text, block.reason());
    }
    Ok(())
}
