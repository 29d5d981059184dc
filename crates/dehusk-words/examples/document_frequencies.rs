//! Makes a table of `data/df`, which says in how many texts of a language each word occurs.
//!
//! `cargo run --release -p dehusk-words --example document_frequencies LANGUAGE ORIGIN FILE… > TABLE`;
//! `tools/document_frequencies.sh` makes all tables at once.
//!
//! Texts detected as another language are skipped. Words are found and folded by the default settings. A
//! table has at most the 10,000 most frequent words; words in fewer than three texts and words without a
//! letter are dropped.

use dehusk_words::{Counter, Reference, Settings, StopWords, detect};
use std::error::Error;
use std::io::Write;

/// Minimum number of texts in which a word of the table occurs. The frequency of a rarer word says more about
/// these texts than about the language. Chosen by hand.
const MIN_TEXTS: u32 = 3;
/// Maximum words of a table. All further words are rare, and words that are not in the table count as rare
/// anyway. Chosen by hand.
const MAX_WORDS: usize = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (language, origin) =
        arguments.next().zip(arguments.next()).ok_or("give a language, an origin and files")?;
    let settings = Settings { stop_words: StopWords::none(), sentences: 0, ..Settings::default() };
    let segmenter = settings.segmenter.name();
    let mut counter = Counter::new(settings);
    for file in arguments {
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
    let kept = frequent.take_while(|&(_, documents)| documents >= MIN_TEXTS).take(MAX_WORDS);
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
