//! Training data of whole pages: their features, their kind, and the F1 that a model of blocks reached on them.

use std::path::Path;

use anyhow::{Result, anyhow};
use dehusk::budget::Deadline;
use dehusk::grain::{Blocks, Model, whole_page_fingerprint};
use dehusk::methods::grain::Focus;
use dehusk::{Extractor, Options, render};
use dehusk_eval::metrics::{Gold, Scorer};
use dehusk_eval::{Corpus, CorpusPage};
use serde_json::json;

/// Writes a line of JSON for each page of a corpus that `folds` names (lines `id`, tab, model file) and that has text.
///
/// # Errors
/// When a file cannot be read or written, or a model is none.
pub(crate) fn write(corpus: &Corpus, folds: &Path, out: &Path) -> Result<()> {
    crate::score::each(corpus, folds, out, line)
}

fn line(corpus: &Corpus, page: &CorpusPage, model: &Model<'_>) -> Result<serde_json::Value> {
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
    let probabilities = blocks.probabilities(model, never).map_err(timed_out)?;
    let selection = blocks.selection(&probabilities, Focus::Balanced);
    let text = render::text(parsed, &selection, usize::MAX, never).map_err(timed_out)?.text;
    let scores = Scorer::default().score(&Gold::new(&corpus.read_gold(page)?, page), &text);
    let values = blocks.whole_page(parsed, &probabilities, Focus::Balanced);
    let (names, values): (Vec<&str>, Vec<f32>) = values.into_iter().unzip();
    Ok(json!({
        "id": page.id, "site": page.site, "page_type": page.page_type, "f1": scores.bag.f1, "is_empty": text.is_empty(),
        "names": names, "values": values, "fingerprint": whole_page_fingerprint().to_string(),
    }))
}
