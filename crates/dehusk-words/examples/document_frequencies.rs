//! Makes a table of `data/df`: in how many texts of a language each word occurs.
//!
//! `cargo run --release -p dehusk-words --example document_frequencies LANGUAGE ORIGIN FILE… > TABLE`; for all
//! tables at once there is `tools/document_frequencies.sh`.
//!
//! Texts in which another language is found are left out. Words are found and folded as by default. A word in
//! fewer than three texts is left out, so is one without a letter, and what is beyond the 10,000 most frequent.

use dehusk_words::{Counter, Reference, Settings, StopWords, detect};
use std::error::Error;
use std::io::Write;

/// A word in fewer texts says more of these texts than of the language.
const LEAST_TEXTS: u32 = 3;
/// More words would be rare ones, and rare is what a word is taken for that is not in the table.
const MOST_WORDS: usize = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (language, origin) = words.next().zip(words.next()).ok_or("give a language, an origin and files")?;
    let settings = Settings { stop_words: StopWords::none(), sentences: 0, ..Settings::default() };
    let segmenter = settings.segmenter.name();
    let mut counter = Counter::new(settings);
    for file in words {
        let text = std::fs::read_to_string(file)?;
        if detect(&text) == language {
            counter.add(&text, Some(&language));
        }
    }
    let reference = Reference::of(&counter);
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "# In how many documents each word occurs: statistics, made by examples/document_frequencies.rs."
    )?;
    writeln!(out, "# language: {language}\n# origin: {origin}\n# documents: {}", reference.documents())?;
    writeln!(out, "# words: by {segmenter}, folded by {}", dehusk_words::Folding::default())?;
    let frequent =
        reference.frequencies().into_iter().filter(|(word, _)| word.chars().any(char::is_alphabetic));
    let kept = frequent.take_while(|&(_, documents)| documents >= LEAST_TEXTS).take(MOST_WORDS);
    let mut last = 0;
    for (word, documents) in kept {
        if documents != last {
            write!(out, "{}{documents}\t{word}", if last == 0 { "" } else { "\n" })?;
        } else {
            write!(out, " {word}")?;
        }
        last = documents;
    }
    Ok(writeln!(out)?)
}
