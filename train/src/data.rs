//! The training data of a corpus: the features and labels of all blocks, and a line about each page.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use dehusk::budget::{Deadline, TimedOut};
use dehusk::grain::{Blocks, COUNT, Model, WordTable};
use dehusk::{Extractor, Options};
use dehusk_eval::{Corpus, CorpusPage, text};
use serde_json::json;

use crate::align::{Word, matched};
use crate::{npy, parallel};

/// Number of values written for each block besides its features: the number of its words, the number of its
/// matched words, and the values of [`Blocks::structure`].
const NUMBERS: usize = 2 + dehusk::grain::STRUCTURE;

/// Converts a timeout into an error. Pages are processed without a deadline here, so it should never happen.
fn timed_out(_: TimedOut) -> anyhow::Error {
    anyhow!("a page without deadline timed out")
}

/// The data of one page. Tables are stored row by row.
#[derive(Default)]
struct PageData {
    /// The features of each block.
    rows: Vec<f32>,
    /// [`NUMBERS`] values for each block.
    numbers: Vec<i32>,
    /// For each container: the number of its parent, and two hashes of its path.
    parents: Vec<i32>,
    /// Pairs of a container and the hash of a word in its class or id.
    words: Vec<i32>,
    /// Pairs of a label (a block of a few words) and the hash of a term in it.
    terms: Vec<i32>,
    about: serde_json::Value,
}

/// Writes the tables `features`, `blocks`, `containers`, `words` and `terms` and the list `pages` of a corpus
/// to `folder`.
///
/// # Errors
/// When a file of the corpus cannot be read or an output file cannot be written.
pub(crate) fn write(corpus: &Corpus, folder: &Path) -> Result<()> {
    let pages = parallel::map(corpus.pages(), |page| page_data(corpus, page))?;
    let file = |kind: &str| folder.join(format!("{}.{kind}", corpus.name()));
    let rows: Vec<&[f32]> = pages.iter().map(|page| page.rows.as_slice()).collect();
    npy::write(&file("features.npy"), "<f4", COUNT, &rows, |value| value.to_le_bytes())?;
    let numbers: Vec<&[i32]> = pages.iter().map(|page| page.numbers.as_slice()).collect();
    npy::write(&file("blocks.npy"), "<i4", NUMBERS, &numbers, |value| value.to_le_bytes())?;
    let parents: Vec<&[i32]> = pages.iter().map(|page| page.parents.as_slice()).collect();
    npy::write(&file("containers.npy"), "<i4", 3, &parents, |value| value.to_le_bytes())?;
    let words: Vec<&[i32]> = pages.iter().map(|page| page.words.as_slice()).collect();
    npy::write(&file("words.npy"), "<i4", 2, &words, |value| value.to_le_bytes())?;
    let terms: Vec<&[i32]> = pages.iter().map(|page| page.terms.as_slice()).collect();
    npy::write(&file("terms.npy"), "<i4", 2, &terms, |value| value.to_le_bytes())?;
    let path = file("pages.jsonl");
    let mut out = BufWriter::new(File::create(&path).with_context(|| path.display().to_string())?);
    for page in &pages {
        writeln!(out, "{}", page.about)?;
    }
    out.flush()?;
    Ok(())
}

/// Writes two tables for the blocks of some pages: the features that one forest of a model receives, and the
/// probabilities of the blocks after that forest has run. The pages follow each other in the order of `pages`.
///
/// # Errors
/// When a file cannot be read or written, or the model is invalid.
pub(crate) fn write_rows(
    pages: &[PathBuf],
    (model, forest): (&Path, usize),
    out: &Path,
    probabilities: &Path,
) -> Result<()> {
    let read = |path: &Path| fs::read(path).with_context(|| path.display().to_string());
    let bytes = read(model)?;
    let model = Model::from_bytes(&bytes)?;
    let (mut rows, mut answers) = (Vec::new(), Vec::new());
    for path in pages {
        let bytes = read(path)?;
        let mut extractor = Extractor::new(Options::new());
        let mut open = extractor.open(&bytes, None);
        let page = open.page().ok_or_else(|| anyhow!("{} is not an HTML page", path.display()))?;
        let never = &mut Deadline::after(None);
        let blocks = Blocks::of(page, never).map_err(timed_out)?;
        let page_rows = blocks.rows_for(forest, &model, never).map_err(timed_out)?;
        answers.extend(model.probabilities(forest, &page_rows));
        rows.push(page_rows);
    }
    let rows: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
    npy::write(out, "<f4", COUNT, &rows, |value| value.to_le_bytes())?;
    npy::write(probabilities, "<f4", 1, &[&answers], |value| value.to_le_bytes())
}

fn page_data(corpus: &Corpus, page: &CorpusPage) -> Result<PageData> {
    let bytes = corpus.read_page(page)?;
    let gold = corpus.read_gold(page)?;
    let mut extractor = Extractor::new(Options::new());
    let mut open = extractor.open(&bytes, None);
    let never = &mut Deadline::after(None);
    let Some(parsed) = open.page() else {
        let about = about(page, [0; 4], self::terms(&gold).len());
        return Ok(PageData { about, ..PageData::default() });
    };
    let blocks = Blocks::of(parsed, never).map_err(timed_out)?;
    let rows = blocks.rows(WordTable::NONE, never).map_err(timed_out)?;
    let mut numbering = HashMap::new();
    let texts = block_texts(parsed, &blocks);
    let (words, owners) = numbered(texts.iter().map(String::as_str), &mut numbering);
    let (gold, _) = numbered(gold.lines(), &mut numbering);
    let mut counts = vec![(0, 0); blocks.len()];
    for (owner, found) in owners.into_iter().zip(matched(&words, &gold)) {
        counts[owner].0 += 1;
        counts[owner].1 += i32::from(found);
    }
    let numbers = counts
        .iter()
        .enumerate()
        .flat_map(|(block, (words, matched))| [*words, *matched].into_iter().chain(blocks.structure(block)));
    let numbers = numbers.collect();
    let (mut parents, mut words) = (Vec::new(), Vec::new());
    for (index, (parent, paths, container_words)) in blocks.containers().enumerate() {
        parents.extend([parent, paths[0], paths[1]].map(|number| number as i32));
        words.extend(container_words.iter().flat_map(|word| [index as i32, *word as i32]));
    }
    let terms: Vec<i32> = (0..blocks.len())
        .flat_map(|block| blocks.terms(block).iter().flat_map(move |term| [block as i32, *term as i32]))
        .collect();
    let about = about(page, [blocks.len(), parents.len() / 3, words.len() / 2, terms.len() / 2], gold.len());
    Ok(PageData { rows, numbers, parents, words, terms, about })
}

fn about(
    page: &CorpusPage,
    [blocks, containers, words, terms]: [usize; 4],
    gold_words: usize,
) -> serde_json::Value {
    json!({
        "id": page.id, "site": page.site, "language": page.language, "page_type": page.page_type,
        "blocks": blocks, "containers": containers, "words": words, "terms": terms, "gold_words": gold_words,
    })
}

/// The text of each block.
fn block_texts(page: &dehusk::page::Page<'_>, blocks: &Blocks) -> Vec<String> {
    let mut texts = vec![String::new(); blocks.len()];
    let mut runs = blocks.runs().iter().peekable();
    for run in page.runs() {
        if let Some((_, block)) = runs.next_if(|(span, _)| *span == run.span) {
            texts[*block as usize].push_str(&page.text_of(&run));
        } else if let Some((_, block)) = runs.peek() {
            texts[*block as usize].push(' ');
        }
    }
    texts
}

/// The terms of a line, split in the same way as by the evaluation.
fn terms(line: &str) -> Vec<String> {
    let lowercase = text::folded(line).to_lowercase();
    text::terms(&lowercase).map(str::to_owned).collect()
}

/// The words of all texts and, for each word, the index of its text.
fn numbered<'t>(
    texts: impl Iterator<Item = &'t str>,
    numbering: &mut HashMap<String, u32>,
) -> (Vec<Word>, Vec<usize>) {
    let (mut words, mut owners) = (Vec::new(), Vec::new());
    for (owner, text) in texts.enumerate() {
        for (at, term) in terms(text).into_iter().enumerate() {
            let next = numbering.len() as u32;
            let number = *numbering.entry(term).or_insert(next);
            words.push(Word { number, begins: at == 0 });
            owners.push(owner);
        }
    }
    (words, owners)
}
