//! Prints the words of standard input, line by line, with `|` between them. `tools/thai_gold.py` compares them
//! with those of other segmenters. With `--time`, it prints the megabytes per second instead: the best of five
//! runs of the segmenter over all lines, without reading and printing.
//!
//! Usage: `cargo run --release -p dehusk-words --example segment [--time] < TEXT`.

#![allow(clippy::print_stdout)]

use dehusk_words::Segmenter;
use std::time::Instant;

/// Bytes per megabyte.
const MEGABYTE: f64 = 1e6;
/// The number of runs, of which the fastest counts.
const RUNS: usize = 5;

fn main() -> std::io::Result<()> {
    let segmenter = Segmenter::default();
    let text = std::io::read_to_string(std::io::stdin())?;
    if std::env::args().nth(1).as_deref() == Some("--time") {
        let seconds = (0..RUNS).map(|_| seconds(&segmenter, &text)).fold(f64::INFINITY, f64::min);
        println!("{:.2}", text.len() as f64 / MEGABYTE / seconds);
    } else {
        text.lines().for_each(|line| println!("{}", segmenter.texts(line).join("|")));
    }
    Ok(())
}

fn seconds(segmenter: &Segmenter, text: &str) -> f64 {
    let start = Instant::now();
    let words: usize = text.lines().map(|line| segmenter.words(line).len()).sum();
    std::hint::black_box(words);
    start.elapsed().as_secs_f64()
}
