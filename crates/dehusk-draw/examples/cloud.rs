//! Measures the time to make a cloud of random words, and optionally writes it:
//! `cargo run --release --example cloud -- COUNT [FILE.png|.svg|.html|.json]`.

use dehusk_draw::Fonts;
use dehusk_draw::cloud::{Cloud, Settings, Theme, Word};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().unwrap_or_else(|| "200".into()).parse()?;
    let words: Vec<Word> = (1..=count).map(word).collect();
    let cloud = Cloud { words: &words, sentences: &[], title: "Words", language: None, about: &[] };
    let fonts = Fonts::embedded();
    let start = Instant::now();
    let layout = cloud.lay_out(&Settings::default(), &fonts)?;
    let placed = start.elapsed();
    let svg = layout.to_svg(Theme::Light);
    let written = start.elapsed();
    let png = layout.to_png(Theme::Light)?;
    let lines = [
        format!("{} words placed, {} not", layout.words().len(), layout.unplaced().len()),
        format!(
            "sizes {} to {}",
            layout.words()[0].size,
            layout.words().last().map_or(0.0, |word| word.size)
        ),
        format!("layout {placed:?}, with SVG {written:?}, PNG {:?}", start.elapsed() - written),
        format!("SVG {} bytes", svg.len()),
    ];
    if let Some(path) = arguments.next() {
        let bytes = match path.rsplit('.').next() {
            Some("svg") => svg.into_bytes(),
            Some("html") => layout.to_html(Theme::Auto).into_bytes(),
            Some("json") => layout.to_json()?.into_bytes(),
            _ => png,
        };
        std::fs::write(&path, bytes)?;
    }
    std::io::Write::write_all(&mut std::io::stdout(), (lines.join("\n") + "\n").as_bytes())?;
    Ok(())
}

/// A random word of 3 to 10 letters with English letter frequencies. Its weight follows Zipf's law.
fn word(rank: u64) -> Word {
    const LETTERS: &[u8] = b"eeeettttaaaooiiinnsshhrrddlluucmwfgypbvk";
    let mut bits = rank.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = |below: u64| {
        bits = (bits ^ bits >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (bits >> 33) % below
    };
    let length = 3 + next(8);
    let text: String =
        (0..length).map(|_| char::from(LETTERS[next(LETTERS.len() as u64) as usize])).collect();
    let count = 1000 / rank + 1;
    Word { text, count, weight: count as f64, sentences: Vec::new() }
}
