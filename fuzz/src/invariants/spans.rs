//! Spans: those of the source and of the text are in bounds, on characters and in order, and the lists of parts say what is there.

use super::round_trip::collapse_whitespace;
use super::{Broken, ensure};
use dehusk::Extraction;
use dehusk::source::Span;

/// Checks the spans of an answer. `source` is the decoded page.
///
/// # Errors
/// The first span that is wrong.
pub fn check(answer: &Extraction, source: &str) -> Result<(), Broken> {
    verdicts(answer, source)?;
    blocks(answer, source)?;
    links(answer, source)?;
    others(answer, source)
}

/// The text of a span; an error if it is out of bounds or cuts a character.
fn slice<'t>(text: &'t str, span: Span, what: &str) -> Result<&'t str, Broken> {
    text.get(span.range()).ok_or_else(|| format!("{what}: {span:?} is no span of {} bytes", text.len()))
}

fn verdicts(answer: &Extraction, source: &str) -> Result<(), Broken> {
    let mut end = 0;
    for verdict in answer.selection().iter().flat_map(|selection| &selection.verdicts) {
        slice(source, verdict.span, "verdict")?;
        ensure(verdict.span.start() >= end, || format!("{verdict:?} begins before {end}"))?;
        ensure((0.0..=1.0).contains(&verdict.score), || format!("score of {verdict:?}"))?;
        end = verdict.span.end();
    }
    Ok(())
}

fn blocks(answer: &Extraction, source: &str) -> Result<(), Broken> {
    let text = answer.text();
    let mut end = 0;
    for block in answer.blocks() {
        slice(source, block.source, "block")?;
        ensure((0.0..=1.0).contains(&block.score) && block.xpath.starts_with('/'), || format!("{block:?}"))?;
        let Some(span) = block.text else { continue };
        ensure(block.kept && span.start() >= end, || format!("{block:?} begins before {end}"))?;
        let own = slice(text, span, "text of a block")?;
        ensure(own.trim() == own && !own.is_empty(), || format!("{own:?} of {block:?}"))?;
        let between = text.get(end..span.start()).unwrap_or_default();
        ensure(between.trim().is_empty(), || format!("no block has {between:?} before {block:?}"))?;
        end = span.end();
    }
    // The article of the page's data is in no block, a cut text ends anywhere, and R2L prints characters and not blocks.
    let has_spans = answer.blocks().iter().any(|block| block.text.is_some());
    let rest = text.get(end..).unwrap_or_default();
    ensure(!has_spans || rest.trim().is_empty(), || format!("no block has {rest:?} at the end"))
}

fn links(answer: &Extraction, source: &str) -> Result<(), Broken> {
    for link in answer.links() {
        slice(source, link.source, "link")?;
        ensure(!link.text.contains('\n'), || format!("a line feed in {link:?}"))?;
        let Some(span) = link.text_span else { continue };
        let text = collapse_whitespace(slice(answer.text(), span, "text of a link")?);
        ensure(text == collapse_whitespace(&link.text), || format!("{text:?} is not the text of {link:?}"))?;
    }
    Ok(())
}

fn others(answer: &Extraction, source: &str) -> Result<(), Broken> {
    for table in answer.tables() {
        slice(source, table.source, "table")?;
        let columns = table.rows.first().map_or(0, Vec::len);
        let is_grid =
            table.rows.iter().all(|row| row.len() == columns) && table.header_rows <= table.rows.len();
        ensure(is_grid, || format!("{table:?} is no grid"))?;
        table.text_span.map(|span| slice(answer.text(), span, "text of a table")).transpose()?;
    }
    for image in answer.images() {
        slice(source, image.source, "image")?;
    }
    for comment in answer.comments() {
        slice(source, comment.source, "comment")?;
    }
    Ok(())
}
