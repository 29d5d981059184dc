//! Measures the detection of languages. Standard input has a line for each text: its language, a tab, and the text.
//!
//! ```sh
//! cargo run --release -p dehusk-language --example accuracy < texts.tsv
//! ```

use std::io::{self, BufRead, Write};

use dehusk_language::{Letters, detect};

/// How many characters of each text are read.
const LENGTHS: [usize; 4] = [100, 300, 1_000, 5_000];

fn main() -> io::Result<()> {
    let lines: Vec<String> = io::stdin().lock().lines().collect::<Result<_, _>>()?;
    let texts: Vec<(&str, &str)> = lines.iter().filter_map(|line| line.split_once('\t')).collect();
    for length in LENGTHS {
        let (mut right, mut claimed, mut claimed_right) = (0, 0, 0);
        for (language, text) in &texts {
            let end = text.char_indices().nth(length).map_or(text.len(), |(end, _)| end);
            let text = &text[..end];
            right += usize::from(detect(text) == *language);
            let claim = Letters::of(text).language();
            claimed += usize::from(claim.is_some());
            claimed_right += usize::from(claim == Some(*language));
        }
        writeln!(
            io::stdout(),
            "{length} characters: detect {right} of {}; Letters::language {claimed_right} of {claimed}",
            texts.len()
        )?;
    }
    Ok(())
}
