//! Makes `data/thai_words.txt` from PyThaiNLP's lists: words of 2 to 20 Thai letters, without free phrases,
//! and their frequencies.
//!
//! `cargo run --release -p dehusk-words --example thai_words CORPUS > thai_words.txt`, where `CORPUS` is the
//! folder `pythainlp/corpus` of the package (<https://github.com/PyThaiNLP/pythainlp>). Its files
//! `words_th.txt`, `tnc_freq.txt` (counts of the Thai National Corpus) and `phupha_word_freqs.txt` (counts of
//! Common Crawl) are CC0 1.0.
//!
//! The frequency is the number of bits of the count in the Thai National Corpus, 2^25 words segmented by
//! people. That corpus lacks half of the words. Their counts are from 2^35 words of Common Crawl, which were
//! segmented by a program. These counts are divided by four, because a program finds a listed compound
//! wherever its letters occur.

use icu_segmenter::WordSegmenter;
use icu_segmenter::options::WordBreakInvariantOptions;
use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Words that begin free phrases instead of compounds: "in" and "to have".
const PHRASE_STARTS: [&str; 2] = ["ใน", "มี"];
/// Words whose counts are missing or far too low, because the corpora were cut by other rules or write
/// them as abbreviations, with their frequencies in bits. The name of the country is about half as frequent as the
/// word for country, which is counted instead. Ranks get the frequency of the rank of colonel, which is
/// counted.
const MISSING: [(&str, u32); 16] = [
    ("ประเทศไทย", 15),
    ("พลโท", 8),
    ("พลตรี", 8),
    ("พันตรี", 8),
    ("ร้อยเอก", 8),
    ("ร้อยโท", 8),
    ("ร้อยตรี", 8),
    ("พลอากาศเอก", 8),
    ("พลเรือโท", 8),
    ("พลเรือตรี", 8),
    ("พลตำรวจเอก", 8),
    ("พลตำรวจโท", 8),
    ("พลตำรวจตรี", 8),
    ("พันตำรวจเอก", 8),
    ("พันตำรวจโท", 8),
    ("พันตำรวจตรี", 8),
];
/// Maximum letters of a word. Longer entries are names of institutions and sayings, which few texts contain
/// in full. Chosen by hand.
const MAX_LETTERS: usize = 20;
/// Bits subtracted from counts of Common Crawl: 10 for its larger size (2^35 against 2^25 words), 2 for the
/// division by four.
const CRAWL_BITS: u32 = 10 + 2;

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
    let missing = HashMap::from(MISSING);
    let mut words = words(&list);
    words.extend(missing.keys().copied());
    for word in words {
        let counted = match digits(&national, word) {
            0 => digits(&crawled, word).saturating_sub(CRAWL_BITS),
            frequency => frequency,
        };
        let frequency = missing.get(word).copied().unwrap_or(counted);
        writeln!(out, "{word}\t{frequency}")?;
    }
    Ok(())
}

/// Reads a file of words and counts.
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
    let is_thai = |word: &&str| word.chars().all(|c| matches!(c, '\u{E01}'..='\u{E4E}'));
    let is_phrase = |word: &&str| {
        let borders: Vec<usize> = segmenter.segment_str(word).collect();
        borders.len() > 2 && PHRASE_STARTS.contains(&&word[..borders[1]])
    };
    list.lines()
        .map(str::trim)
        .filter(|word| (2..=MAX_LETTERS).contains(&word.chars().count()))
        .filter(is_thai)
        .filter(|word| !is_phrase(word))
        .collect()
}
