//! Packs `data/thai_words.txt` for the program: a byte for each letter, what it is above U+0E00, and one behind each
//! word that has the highest bit and the frequency. That is a megabyte less than the text.

use std::error::Error;
use std::path::PathBuf;

const LIST: &str = "data/thai_words.txt";
const END: u8 = 0x80;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={LIST}");
    let list = std::fs::read_to_string(LIST)?;
    let mut codes = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (word, frequency) = line.split_once('\t').ok_or("a word without a frequency")?;
        for letter in word.chars() {
            codes.push(u8::try_from(u32::from(letter) - 0xE00)?);
        }
        codes.push(END | frequency.parse::<u8>()?);
    }
    let out = std::env::var_os("OUT_DIR").ok_or("no folder to write to")?;
    Ok(std::fs::write(PathBuf::from(out).join("thai_words.bin"), codes)?)
}
