//! Makes `data/thai_words.txt` of PyThaiNLP's lists: words of 2 to 20 Thai letters, without free phrases, and how
//! frequent each is.
//!
//! `cargo run --release -p dehusk-words --example thai_words CORPUS > thai_words.txt`, where `CORPUS` is the folder
//! `pythainlp/corpus` of the package (<https://github.com/PyThaiNLP/pythainlp>). Its files `words_th.txt`,
//! `tnc_freq.txt` (counts of the Thai National Corpus) and `phupha_word_freqs.txt` (counts of Common Crawl) are CC0 1.0.
//!
//! The frequency is the number of binary digits of the count in the Thai National Corpus, 2^25 words that people
//! cut. It lacks half of the words; those are counted in 2^35 words that a program cut, a quarter of which is taken:
//! a program finds a listed compound wherever its letters stand.

use icu_segmenter::WordSegmenter;
use icu_segmenter::options::WordBreakInvariantOptions;
use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Words with which free phrases begin, not compounds: "in" and "to have".
const OPEN: [&str; 2] = ["ใน", "มี"];
/// Longer entries are names of institutions and sayings, which stand whole in few texts.
const LONGEST: usize = 20;
/// Binary digits by which the larger count is larger, and two for the quarter.
const LARGER: u32 = 10 + 2;

fn main() -> Result<(), Box<dyn Error>> {
    let corpus = PathBuf::from(std::env::args().nth(1).ok_or("give the folder pythainlp/corpus")?);
    let list = std::fs::read_to_string(corpus.join("words_th.txt"))?;
    let national = counts(&corpus.join("tnc_freq.txt"))?;
    let crawled = counts(&corpus.join("phupha_word_freqs.txt"))?;
    let digits =
        |counts: &HashMap<String, u64>, word| u64::BITS - counts.get(word).map_or(0, |n| *n).leading_zeros();
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "# Thai words and how frequent they are, made by examples/thai_words.rs from lists of PyThaiNLP 5.4.0, which its\n\
         # makers gave away (CC0 1.0). In the order of their characters."
    )?;
    for word in words(&list) {
        let frequency = match digits(&national, word) {
            0 => digits(&crawled, word).saturating_sub(LARGER),
            frequency => frequency,
        };
        writeln!(out, "{word}\t{frequency}")?;
    }
    Ok(())
}

/// A file of words and counts.
fn counts(file: &Path) -> std::io::Result<HashMap<String, u64>> {
    let text = std::fs::read_to_string(file)?;
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    let mut counts = HashMap::new();
    for (word, count) in lines.filter_map(|(word, count)| Some((word, count.trim().parse::<u64>().ok()?))) {
        *counts.entry(word.trim().to_owned()).or_default() += count;
    }
    Ok(counts)
}

fn words(list: &str) -> BTreeSet<&str> {
    let segmenter = WordSegmenter::new_dictionary(WordBreakInvariantOptions::default());
    let thai = |word: &&str| word.chars().all(|c| matches!(c, '\u{E01}'..='\u{E4E}'));
    let open = |word: &&str| {
        let borders: Vec<usize> = segmenter.segment_str(word).collect();
        borders.len() > 2 && OPEN.contains(&&word[..borders[1]])
    };
    list.lines()
        .map(str::trim)
        .filter(|word| (2..=LONGEST).contains(&word.chars().count()))
        .filter(thai)
        .filter(|word| !open(word))
        .collect()
}
