//! The training data of the page models: features and types of whole pages.

use std::path::Path;

use anyhow::{Result, anyhow};
use dehusk::assessment::Grade;
use dehusk::budget::Deadline;
use dehusk::grain::{Blocks, whole_page_fingerprint};
use dehusk::methods::Focus;
use dehusk::{Extractor, Options};
use dehusk_eval::{Corpus, CorpusPage};
use serde_json::json;

use crate::score::{Answerer, write_lines};

/// Writes a line of JSON with the features of each page of a corpus that `folds` lists (see [`write_lines`]).
/// The values of a page without blocks are null.
///
/// # Errors
/// When a file cannot be read or written, or a model is invalid.
pub(crate) fn write(corpus: &Corpus, folds: &Path, out: &Path) -> Result<()> {
    write_lines(corpus, folds, out, line)
}

fn line(corpus: &Corpus, page: &CorpusPage, answerer: &Answerer<'_>) -> Result<serde_json::Value> {
    let bytes = corpus.read_page(page)?;
    let mut extractor = Extractor::new(Options::new());
    let mut open = extractor.open(&bytes, None);
    let never = &mut Deadline::after(None);
    // There is no deadline, so a timeout cannot happen.
    let timed_out = |_| anyhow!("a page without deadline timed out");
    let Some(parsed) = open.page() else { return Ok(json!({ "id": page.id, "values": null })) };
    let blocks = Blocks::of(parsed, never).map_err(timed_out)?;
    if blocks.is_empty() {
        return Ok(json!({ "id": page.id, "values": null }));
    }
    let probabilities = blocks.probabilities(&answerer.model, never).map_err(timed_out)?;
    let values = blocks.whole_page(parsed, &probabilities, Focus::Balanced);
    let (names, values): (Vec<&str>, Vec<f32>) = values.into_iter().unzip();
    Ok(json!({
        "id": page.id, "site": page.site, "page_type": page.page_type,
        "names": names, "values": values, "fingerprint": whole_page_fingerprint().to_string(),
        "min_good": Grade::GOOD, "min_fair": Grade::FAIR,
    }))
}
