//! Compares how well the segmenters split the sentences of `tests/gold`. Prints precision, recall and F1 of
//! the word borders where there is no space, and F1 of whole words.
//!
//! Usage: `cargo run --release -p dehusk-words --example compare [-v] [WORD_LIST]`. With `-v`, each sentence
//! that differs is printed. With a word list, the segmenter `longest` is compared too, and the other
//! segmenters use the words of the list as well.

#![allow(clippy::print_stdout, clippy::expect_used)]

use dehusk_words::{Backend, Lexicon, Segmenter};
use std::error::Error;

#[path = "../tests/it/gold.rs"]
mod gold;

fn main() -> Result<(), Box<dyn Error>> {
    let (options, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word == "-v");
    let lexicon = files.first().map(std::fs::read_to_string).transpose()?;
    let lexicon = lexicon.map(|list| Lexicon::parse(&list)).transpose()?.unwrap_or_default();
    let backends =
        Backend::ALL.into_iter().filter(|&backend| backend != Backend::Longest || !lexicon.is_empty());
    let segmenters = backends.map(|backend| Segmenter::new(backend, lexicon.clone()));
    let segmenters: Vec<Segmenter> = segmenters.collect::<Result<_, _>>()?;
    println!(
        "{:<8} {:<11} {:>9} {:>7} {:>7} {:>8}",
        "text", "segmenter", "precision", "recall", "F1", "word F1"
    );
    for file in gold::files() {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let sentences = gold::sentences(&file);
        for segmenter in &segmenters {
            print_score(&name, segmenter, &sentences, !options.is_empty());
        }
    }
    Ok(())
}

fn print_score(name: &str, segmenter: &Segmenter, sentences: &[String], verbose: bool) {
    let score = gold::score(segmenter, sentences, |cut, found| {
        if verbose {
            println!("  by hand {cut}\n    found {found}");
        }
    });
    println!(
        "{name:<8} {:<11} {:>9.3} {:>7.3} {:>7.3} {:>8.3}",
        segmenter.backend().as_str(),
        score.borders.precision(),
        score.borders.recall(),
        score.borders.f1(),
        score.words.f1()
    );
}
