//! Prints how well each segmenter cuts the sentences of `tests/gold`, or of the files given: precision, recall and F1 of the borders
//! between words, and F1 of whole words.
//!
//! `cargo run --release -p dehusk-words --example compare [-v] [FILE…]`; with `-v` each sentence that differs is printed.

use dehusk_words::{Backend, Error, Lexicon, Segmenter};
use std::path::PathBuf;

#[path = "../tests/it/gold.rs"]
mod gold;

fn main() -> Result<(), Error> {
    let (options, files): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word == "-v");
    println!("{:<8} {:<11} {:>9} {:>7} {:>7} {:>8}", "text", "segmenter", "precision", "recall", "F1", "word F1");
    let files = if files.is_empty() { gold::files() } else { files.into_iter().map(PathBuf::from).collect() };
    for file in files {
        for backend in [Backend::Dictionary, Backend::Lstm] {
            let segmenter = Segmenter::new(backend, Lexicon::default())?;
            let score = gold::score(&segmenter, &gold::sentences(&file), |cut, found| {
                if !options.is_empty() {
                    println!("  {backend}: {cut}  →  {found}");
                }
            });
            let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            println!(
                "{name:<8} {backend:<11} {:>9.3} {:>7.3} {:>7.3} {:>8.3}",
                score.borders.precision(),
                score.borders.recall(),
                score.borders.f1(),
                score.words.f1()
            );
        }
    }
    Ok(())
}
