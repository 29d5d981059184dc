//! lol_html: a streaming rewriter. Without handlers, it copies the page unchanged; with text handlers, it must
//! also decode the page.

use crate::case::Case;
use anyhow::Result;
use lol_html::{HtmlRewriter, Settings, text};
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    vec![
        Case::new("lol_html no handlers", "output bytes", |page| no_handlers(&page.text)),
        Case::new("lol_html text handlers", "text bytes", |page| text_handlers(&page.text)),
    ]
}

fn no_handlers(text: &str) -> Result<u64> {
    let mut bytes = 0;
    let settings = Settings::new().with_strict(false);
    rewrite(text, HtmlRewriter::new(settings, |chunk: &[u8]| bytes += black_box(chunk).len() as u64))?;
    Ok(bytes)
}

fn text_handlers(text: &str) -> Result<u64> {
    let mut bytes = 0;
    let count = text!("*", |chunk| {
        bytes += black_box(chunk.as_str()).len() as u64;
        Ok(())
    });
    let settings = Settings::new().with_strict(false).append_element_content_handler(count);
    rewrite(text, HtmlRewriter::new(settings, |chunk: &[u8]| _ = black_box(chunk)))?;
    Ok(bytes)
}

fn rewrite<Sink: lol_html::OutputSink>(text: &str, mut rewriter: HtmlRewriter<'_, Sink>) -> Result<()> {
    rewriter.write(text.as_bytes())?;
    rewriter.end()?;
    Ok(())
}
