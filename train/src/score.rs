//! Scores models on pages on which they were not trained. A list file names the model for each page.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use dehusk::budget::Deadline;
use dehusk::grain::{Blocks, Layout, Model};
use dehusk::methods::Focus;
use dehusk::{Extractor, Options, render};
use dehusk_eval::metrics::{Gold, Scorer};
use dehusk_eval::{Corpus, CorpusPage};
use serde_json::json;

use crate::parallel;

/// Scores the pages of a corpus that `folds` lists (see [`write_lines`]) and writes a line of JSON for each.
///
/// # Errors
/// When a file cannot be read or written, or a model is invalid.
pub(crate) fn score(corpus: &Corpus, folds: &Path, out: &Path) -> Result<()> {
    write_lines(corpus, folds, out, line)
}

/// The model and the settings used for one page.
pub(crate) struct Answerer<'m> {
    pub(crate) model: Model<'m>,
    /// The layout that fits the type of the page.
    pub(crate) layout: Layout,
}

/// Calls `line` for each page of the corpus that is listed in the file `folds`, and writes the results. Each
/// line of `folds` has the id of a page, its model file and, optionally, the probabilities of its types in the
/// order of [`Layout::of`], separated by tabs. Without probabilities, the layout is [`Layout::OneText`].
///
/// # Errors
/// When a file cannot be read or written, a line of `folds` or a model is invalid, or `line` fails.
pub(crate) fn write_lines(
    corpus: &Corpus,
    folds: &Path,
    out: &Path,
    line: impl Fn(&Corpus, &CorpusPage, &Answerer<'_>) -> Result<serde_json::Value> + Sync,
) -> Result<()> {
    let list = fs::read_to_string(folds).with_context(|| folds.display().to_string())?;
    let by_page: HashMap<&str, (PathBuf, Layout)> = list.lines().map(parse_line).collect::<Result<_>>()?;
    let mut files: HashMap<&Path, Vec<u8>> = HashMap::new();
    for (path, _) in by_page.values() {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        files.insert(path.as_path(), bytes);
    }
    let pages: Vec<&CorpusPage> =
        corpus.pages().iter().filter(|page| by_page.contains_key(page.id.as_str())).collect();
    let lines = parallel::map(&pages, |page| {
        let (path, layout) = &by_page[page.id.as_str()];
        let model = Model::from_bytes(&files[path.as_path()])?;
        line(corpus, page, &Answerer { model, layout: *layout })
    })?;
    let mut out = fs::File::create(out).with_context(|| out.display().to_string())?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn parse_line(line: &str) -> Result<(&str, (PathBuf, Layout))> {
    let mut fields = line.split('\t');
    let (Some(id), Some(model)) = (fields.next(), fields.next()) else {
        return Err(anyhow!("{line:?} does not name a page and a model"));
    };
    let types: Vec<f32> =
        fields.map(str::parse).collect::<Result<_, _>>().with_context(|| line.to_owned())?;
    let layout = match types.as_slice() {
        [] => Layout::OneText,
        types => Layout::of(types.try_into().with_context(|| line.to_owned())?),
    };
    Ok((id, (model.into(), layout)))
}

fn line(corpus: &Corpus, page: &CorpusPage, answerer: &Answerer<'_>) -> Result<serde_json::Value> {
    let bytes = corpus.read_page(page)?;
    let text = answer(&bytes, answerer)?;
    let scores = Scorer::default().score(&Gold::new(&corpus.read_gold(page)?, page), &text);
    Ok(json!({
        "id": page.id, "page_type": page.page_type, "language": page.language,
        "word": scores.word.f1, "bag": scores.bag.f1,
        "precision": scores.word.precision, "recall": scores.word.recall, "text": text,
    }))
}

/// The text that the method extracts from a page.
fn answer(bytes: &[u8], Answerer { model, layout }: &Answerer<'_>) -> Result<String> {
    let mut extractor = Extractor::new(Options::new());
    let mut open = extractor.open(bytes, None);
    let never = &mut Deadline::after(None);
    let Some(page) = open.page() else { return Ok(String::new()) };
    let timed_out = |_| anyhow!("a page without deadline timed out");
    let blocks = Blocks::of(page, never).map_err(timed_out)?;
    let probabilities = blocks.probabilities(model, never).map_err(timed_out)?;
    let selection =
        blocks.selection(page, &probabilities, (Focus::Balanced, *layout), never).map_err(timed_out)?;
    Ok(render::text(page, &selection, usize::MAX, never).map_err(timed_out)?.text)
}
