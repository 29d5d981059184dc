//! Prints the speed of finding and counting words and the peak memory, on text files or on adversarial texts.
//!
//! - `cargo run --release -p dehusk-words --example speed text dictionary|lstm FILE…`
//! - `cargo run --release -p dehusk-words --example speed NAME dictionary|lstm MEGABYTES`, where NAME is an
//!   adversarial text: `different` or a name in `HOSTILE`

#![allow(clippy::print_stdout)]

use dehusk_words::{Counter, Lexicon, Segmenter, Settings, Weighting};
use std::error::Error;
use std::time::Instant;

/// Minimum bytes to process: files are repeated up to this length, so that the time can be measured.
const MIN_BYTES: usize = 4_000_000;
const MEGABYTE: usize = 1_000_000;
/// Adversarial texts, each a repeated unit.
const HOSTILE: [(&str, &str); 13] = [
    ("consonant", "ก"),
    ("ambiguous", "ตากลม"),
    ("overlapping", "ด้านหน้า"),
    ("thai-marks", "\u{E34}"),
    ("marks", "\u{301}"),
    ("latin", "a"),
    ("chinese", "中国人民的"),
    ("rare-han", "鑫"),
    ("kana", "エディ"),
    ("burmese", "မြန်မာ"),
    ("stops", "1. "),
    ("quotes", ".\"' "),
    ("nikhahit", "\u{E4D}"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (name, backend) = arguments.next().zip(arguments.next()).ok_or("give a text and a segmenter")?;
    let text = if name == "text" {
        let files: Result<Vec<String>, _> = arguments.map(std::fs::read_to_string).collect();
        let text = files?.join("\n");
        text.repeat(MIN_BYTES.div_ceil(text.len().max(1)))
    } else {
        hostile(&name, arguments.next().ok_or("give a size in megabytes")?.parse::<usize>()? * MEGABYTE)?
    };
    let segmenter = Segmenter::new(backend.parse()?, Lexicon::default())?;
    let start = Instant::now();
    let found: usize = text.lines().map(|line| segmenter.words(line).len()).sum();
    report(&name, &backend, "words", found, text.len(), start);
    let mut counter = Counter::new(Settings { segmenter, phrases: 3, ..Settings::default() });
    let start = Instant::now();
    counter.add(&text, None);
    let terms = counter.terms(Weighting::Frequency, Some(100));
    report(&name, &backend, "terms", terms.totals.different, text.len(), start);
    Ok(())
}

/// Makes an adversarial text: a repeated unit of [`HOSTILE`], or words that are all different.
fn hostile(name: &str, bytes: usize) -> Result<String, String> {
    if name == "different" {
        return Ok((0..bytes / 9).map(|number| format!("{} ", letters(number))).collect());
    }
    let unit = HOSTILE
        .iter()
        .find(|(of, _)| *of == name)
        .ok_or_else(|| format!("there is no text {name:?}; choose one of HOSTILE or \"different\""))?
        .1;
    Ok(unit.repeat(bytes / unit.len()))
}

/// A number written with eight letters.
fn letters(number: usize) -> String {
    (0..8).map(|place| char::from(b'a' + (number >> (4 * place) & 15) as u8)).collect()
}

fn report(name: &str, backend: &str, what: &str, found: usize, bytes: usize, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown").trim().to_owned();
    let speed = bytes as f64 / MEGABYTE as f64 / seconds;
    println!(
        "{name:<12} {backend:<10} {what} {found:>8} in {seconds:>7.3} s, {speed:>7.2} MB/s, memory {memory}"
    );
}
