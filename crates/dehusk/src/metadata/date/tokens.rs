//! Splits a text into the numbers, words and symbols of a date. The parent module interprets them.

use super::months::fold;

/// One piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A number, and its number of digits.
    Number(u64, usize),
    /// A word, folded by [`fold`].
    Word(String),
    /// Any other visible character, except for commas and brackets.
    Symbol(char),
}

/// Maximum number of bytes of a text that are read. A date is expected near the beginning. Chosen by hand.
const MAX_BYTES: usize = 256;

/// Maximum number of digits of a number in a date: milliseconds since 1970, such as `1304589600000`, have thirteen.
const MAX_DIGITS: usize = 13;

/// The code points of the digit zero in each script in use: ASCII, Arabic, Persian, Indic scripts from Devanagari to Malayalam,
/// Thai, Lao, Tibetan, Burmese, Khmer, fullwidth (source: Unicode; N'Ko is left out).
const ZEROS: [u32; 18] = [
    0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20,
    0x1040, 0x17E0, 0xFF10,
];

fn digit(c: char) -> Option<u64> {
    let code = u32::from(c);
    let zero = ZEROS.iter().rev().find(|zero| **zero <= code)?;
    (code - zero < 10).then(|| u64::from(code - zero))
}

/// Returns the tokens at the beginning of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let end = text.char_indices().map(|(at, _)| at).take_while(|at| *at < MAX_BYTES).last().unwrap_or(0);
    let mut chars = text[..end].chars().chain(text[end..].chars().take(1)).peekable();
    let mut tokens = Vec::new();
    while let Some(c) = chars.next() {
        if let Some(first) = digit(c) {
            let (mut number, mut len) = (first, 1);
            while let Some(next) = chars.peek().copied().and_then(digit) {
                number = if len < MAX_DIGITS { number * 10 + next } else { number };
                len += 1;
                chars.next();
            }
            tokens.push(Token::Number(number, len));
        } else if is_letter(c) {
            let mut word: String = fold(c).collect();
            while let Some(next) = chars.next_if(|c| is_letter(*c) || *c == '.') {
                if next == '.' {
                    // A dot between letters belongs to an abbreviation (`พ.ค.`); any other dot ends the word.
                    if chars.peek().copied().is_none_or(|c| !is_letter(c)) {
                        break;
                    }
                    continue;
                }
                word.extend(fold(next));
            }
            tokens.push(Token::Word(word));
        } else if !c.is_whitespace() && !is_skipped(c) {
            tokens.push(Token::Symbol(c));
        }
    }
    tokens
}

fn is_letter(c: char) -> bool {
    // Combining marks of Thai, Hindi and other languages are parts of words, although Unicode does not class them as letters.
    c.is_alphabetic() || is_mark(c)
}

/// Combining marks, by the blocks of Unicode: those of the Latin, Hebrew and Arabic scripts, and of the scripts of South and
/// Southeast Asia from Devanagari to Sinhala, Thai, Lao, Tibetan, Burmese and Khmer.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{640}' | '\u{64b}'..='\u{652}'
        | '\u{900}'..='\u{963}' | '\u{971}'..='\u{df3}' | '\u{e31}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{eb1}'..='\u{ebc}' | '\u{ec8}'..='\u{ece}' | '\u{f71}'..='\u{f84}' | '\u{102b}'..='\u{103e}'
        | '\u{17b4}'..='\u{17d3}' | '\u{200c}' | '\u{200d}')
}

/// Whether a character between the parts of a date can be ignored: a comma, a bracket or a direction mark.
fn is_skipped(c: char) -> bool {
    matches!(c, ',' | '،' | '(' | ')' | '[' | ']' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
