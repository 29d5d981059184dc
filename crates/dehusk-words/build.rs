//! Packs `data/thai_words.txt` into the binary. Each letter is one byte, its offset from U+0E00. Each word is
//! followed by one byte with the highest bit set and the frequency in the lower bits. This saves a megabyte
//! compared with the text.

use std::error::Error;
use std::path::PathBuf;

const LIST: &str = "data/thai_words.txt";
/// The bit that marks the byte after a word. `segment/thai.rs` has the same constant.
const END: u8 = 0x80;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={LIST}");
    let list = std::fs::read_to_string(LIST)?;
    let mut codes = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (word, frequency) = line
            .split_once('\t')
            .ok_or_else(|| format!("{LIST}: the line {line:?} has no tab and frequency"))?;
        for letter in word.chars() {
            codes.push(u8::try_from(u32::from(letter) - 0xE00)?);
        }
        codes.push(END | frequency.parse::<u8>()?);
    }
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; build with cargo")?;
    Ok(std::fs::write(PathBuf::from(out).join("thai_words.bin"), codes)?)
}
