//! Prints the heaviest terms of text files. Each file is a document.
//!
//! `cargo run --release -p dehusk-words --example terms [--phrases N] [--segmenter WORD] [--tfidf LANGUAGE]
//! FILE…`

#![allow(clippy::print_stdout)]

use dehusk_words::{Counter, Lexicon, Reference, Segmenter, Settings, Weighting};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut settings = Settings::default();
    let mut reference = None;
    let mut files = Vec::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or("an option has no value; give one after it");
        match word.as_str() {
            "--phrases" => settings.phrases = value()?.parse()?,
            "--segmenter" => settings.segmenter = Segmenter::new(value()?.parse()?, Lexicon::default())?,
            "--tfidf" => reference = Some(Reference::built_in(&value()?)?),
            _ => files.push(word),
        }
    }
    let mut counter = Counter::new(settings);
    for file in files {
        counter.add(&std::fs::read_to_string(file)?, None);
    }
    let weighting = reference.as_ref().map_or(Weighting::Frequency, Weighting::TfIdf);
    let terms = counter.terms(weighting, Some(50));
    println!("{}\n{:?}\n{:?}", terms.segmenter, terms.languages, terms.totals);
    let shown = terms.terms.iter().map(|term| format!("{} {}", term.text, term.count));
    println!("{}", shown.collect::<Vec<_>>().join(" · "));
    if let Some(&index) = terms.terms.first().and_then(|term| term.sentences.first()) {
        println!("{:?}", terms.sentences[index as usize]);
    }
    Ok(())
}
