//! Training data of whole pages: their features, their kind, and the F1 that a model of blocks reached on them.

use std::path::Path;

use anyhow::{Result, anyhow};
use dehusk::budget::Deadline;
use dehusk::grain::{Blocks, Breadth, whole_page_fingerprint};
use dehusk::methods::grain::Focus;
use dehusk::{Extractor, Options, render};
use dehusk_eval::metrics::{Gold, Scorer};
use dehusk_eval::{Corpus, CorpusPage};
use serde_json::json;

use crate::score::Answerer;

/// Writes a line of JSON for each page of a corpus that `folds` names and that has text: its features, and of either breadth the F1 and
/// whether the text is empty.
///
/// # Errors
/// When a file cannot be read or written, or a model is none.
pub(crate) fn write(corpus: &Corpus, folds: &Path, out: &Path) -> Result<()> {
    crate::score::each(corpus, folds, out, line)
}

fn line(corpus: &Corpus, page: &CorpusPage, answerer: &Answerer<'_>) -> Result<serde_json::Value> {
    let bytes = corpus.read_page(page)?;
    let mut extractor = Extractor::new(Options::new());
    let mut open = extractor.open(&bytes, None);
    let never = &mut Deadline::after(None);
    let timed_out = |_| anyhow!("a page without deadline timed out");
    let Some(parsed) = open.page() else { return Ok(json!({ "id": page.id, "values": null })) };
    let blocks = Blocks::of(parsed, never).map_err(timed_out)?;
    if blocks.is_empty() {
        return Ok(json!({ "id": page.id, "values": null }));
    }
    let probabilities = blocks.probabilities(&answerer.model, never).map_err(timed_out)?;
    let gold = Gold::new(&corpus.read_gold(page)?, page);
    let mut judged = |breadth| -> Result<(f64, bool)> {
        let selection = blocks.selection(&probabilities, Focus::Balanced, breadth);
        let text = render::text(parsed, &selection, usize::MAX, never).map_err(timed_out)?.text;
        Ok((Scorer::default().score(&gold, &text).bag.f1, text.is_empty()))
    };
    let [narrow, broad] = [judged(Breadth::Narrow)?, judged(Breadth::Broad)?];
    let values = blocks.whole_page(parsed, &probabilities, Focus::Balanced);
    let (names, values): (Vec<&str>, Vec<f32>) = values.into_iter().unzip();
    Ok(json!({
        "id": page.id, "site": page.site, "page_type": page.page_type,
        "f1": [narrow.0, broad.0], "is_empty": [narrow.1, broad.1],
        "names": names, "values": values, "fingerprint": whole_page_fingerprint().to_string(),
    }))
}
