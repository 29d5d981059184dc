//! Makes `data/thai_words.txt` of PyThaiNLP's list: words of 2 to 20 Thai letters, without free phrases.
//!
//! `cargo run --release -p dehusk-words --example thai_words < words_th.txt > thai_words.txt`, where
//! `words_th.txt` is that of the folder `pythainlp/corpus` (<https://github.com/PyThaiNLP/pythainlp>, CC0 1.0).

use icu_segmenter::WordSegmenter;
use icu_segmenter::options::WordBreakInvariantOptions;
use std::collections::BTreeSet;
use std::io::{Read, Write};

/// Words with which free phrases begin, not compounds: "in" and "to have".
const OPEN: [&str; 2] = ["ใน", "มี"];
/// Longer entries are names of institutions and sayings, which stand whole in few texts.
const LONGEST: usize = 20;

fn main() -> std::io::Result<()> {
    let mut list = String::new();
    std::io::stdin().read_to_string(&mut list)?;
    let segmenter = WordSegmenter::new_dictionary(WordBreakInvariantOptions::default());
    let thai = |word: &&str| word.chars().all(|c| matches!(c, '\u{E01}'..='\u{E4E}'));
    let open = |word: &&str| {
        let borders: Vec<usize> = segmenter.segment_str(word).collect();
        borders.len() > 2 && OPEN.contains(&&word[..borders[1]])
    };
    let words: BTreeSet<&str> = list
        .lines()
        .map(str::trim)
        .filter(|word| (2..=LONGEST).contains(&word.chars().count()))
        .filter(thai)
        .filter(|word| !open(word))
        .collect();
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "# Thai words, made by examples/thai_words.rs from words_th.txt of PyThaiNLP 5.4.0, which its makers gave away"
    )?;
    writeln!(out, "# (CC0 1.0). In the order of their characters.")?;
    words.into_iter().try_for_each(|word| writeln!(out, "{word}"))
}
