//! Scores models on pages that they were not trained on: every page names its model.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use dehusk::budget::Deadline;
use dehusk::grain::{Blocks, Model};
use dehusk::methods::grain::Focus;
use dehusk::{Extractor, Options, render};
use dehusk_eval::metrics::{Gold, Scorer};
use dehusk_eval::{Corpus, CorpusPage};
use serde_json::json;

/// Scores the pages of a corpus that `folds` names (lines `id`, tab, model file) and writes a line of JSON for each.
///
/// # Errors
/// When a file cannot be read or written, or a model is none.
pub(crate) fn score(corpus: &Corpus, folds: &Path, out: &Path) -> Result<()> {
    each(corpus, folds, out, line)
}

/// Writes a line about each page that `folds` names, made with its model.
pub(crate) fn each(
    corpus: &Corpus,
    folds: &Path,
    out: &Path,
    line: impl Fn(&Corpus, &CorpusPage, &Model<'_>) -> Result<serde_json::Value> + Sync,
) -> Result<()> {
    let list = fs::read_to_string(folds).with_context(|| folds.display().to_string())?;
    let of_page: HashMap<&str, PathBuf> =
        list.lines().filter_map(|line| line.split_once('\t')).map(|(id, model)| (id, model.into())).collect();
    let mut files: HashMap<&Path, Vec<u8>> = HashMap::new();
    for path in of_page.values() {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        files.insert(path.as_path(), bytes);
    }
    let pages: Vec<&CorpusPage> =
        corpus.pages().iter().filter(|page| of_page.contains_key(page.id.as_str())).collect();
    let lines = crate::parallel(&pages, |page| {
        let model = Model::from_bytes(&files[of_page[page.id.as_str()].as_path()])?;
        line(corpus, page, &model)
    })?;
    let mut out = fs::File::create(out).with_context(|| out.display().to_string())?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn line(corpus: &Corpus, page: &CorpusPage, model: &Model<'_>) -> Result<serde_json::Value> {
    let bytes = corpus.read_page(page)?;
    let text = answer(&bytes, model)?;
    let scores = Scorer::default().score(&Gold::new(&corpus.read_gold(page)?, page), &text);
    Ok(json!({
        "id": page.id, "page_type": page.page_type, "language": page.language,
        "word": scores.word.f1, "bag": scores.bag.f1,
        "precision": scores.word.precision, "recall": scores.word.recall, "text": text,
    }))
}

fn answer(bytes: &[u8], model: &Model<'_>) -> Result<String> {
    let mut extractor = Extractor::new(Options::new());
    let mut open = extractor.open(bytes, None);
    let never = &mut Deadline::after(None);
    let Some(page) = open.page() else { return Ok(String::new()) };
    let timed_out = |_| anyhow!("a page without deadline timed out");
    let blocks = Blocks::of(page, never).map_err(timed_out)?;
    let probabilities = blocks.probabilities(model, never).map_err(timed_out)?;
    let selection = blocks.selection(&probabilities, Focus::Balanced);
    Ok(render::text(page, &selection, usize::MAX, never).map_err(timed_out)?.text)
}
