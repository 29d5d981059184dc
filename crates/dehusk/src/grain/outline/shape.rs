//! The shape of a text, without word lists: how long it is, how much of it is in links, which punctuation it has.
//!
//! Every length is a mass, not a number of words, so that scripts without spaces are measured like scripts with spaces.

use crate::sentence_ends::{is_question, is_stop, is_unmarked, is_wide_stop};

/// The mass of an ideograph, in letters: a Chinese text has about a third of the characters of its English translation.
const IDEOGRAPH_MASS: u32 = 3;
/// The mass of a syllable of kana or Hangul, in letters.
const SYLLABLE_MASS: u32 = 2;
/// Thai, Lao and Khmer mark the end of a phrase by a space. A space after at least this mass counts as the end of a sentence. The
/// shortest sentences of running text have about this mass. Chosen by hand.
const MIN_UNMARKED_SENTENCE: u32 = 30;

/// The role of a character in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(in crate::grain) enum Class {
    Blank,
    Other,
    Lower,
    Upper,
    /// A letter of a script without case, unless it belongs to one of the next three classes.
    Letter,
    /// A letter of a script without spaces between words and without punctuation at the end of sentences.
    Unmarked,
    Syllable,
    Ideograph,
    Digit,
    /// Separates parts of a sentence.
    Comma,
    Colon,
    /// Ends a sentence if whitespace, a [`Class::Quote`] or the end of the block follows.
    Stop,
    /// A full stop of a script that puts no space after sentences. Ends a sentence whatever follows.
    WideStop,
    Question,
    Quote,
    /// Separates the items of a menu or a list.
    Separator,
    Currency,
    Copyright,
    At,
}

/// Counts over the characters of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::grain) struct Shape {
    /// The number of characters except whitespace, weighted by script.
    pub(in crate::grain) mass: u32,
    /// The part of the mass inside links.
    pub(in crate::grain) link: u32,
    pub(in crate::grain) letters: u32,
    pub(in crate::grain) upper: u32,
    pub(in crate::grain) commas: u32,
    pub(in crate::grain) ends: u32,
    /// These counts, up to 65,535.
    pub(in crate::grain) separators: u16,
    pub(in crate::grain) currency: u16,
    /// Numbers from 1900 to 2099.
    pub(in crate::grain) years: u16,
    pub(in crate::grain) first: Option<Class>,
    pub(in crate::grain) last: Option<Class>,
    /// A hash of its letters and digits, without case.
    pub(in crate::grain) hash: u64,
    since_end: u32,
    /// The last digits. Only numbers of four digits are read.
    number: u16,
    number_length: u8,
    /// Whether the last character was a [`Class::Stop`] or a [`Class::Question`]. The next character decides whether it ends a
    /// sentence.
    open_stop: bool,
}

impl Shape {
    /// Adds a run's decoded text.
    pub(in crate::grain) fn add(&mut self, text: &str, is_link: bool) {
        let (before, mut rest) = (self.mass, text);
        loop {
            let small = rest.bytes().take_while(u8::is_ascii_lowercase).count();
            self.small_letters(&rest.as_bytes()[..small]);
            let mut further = rest[small..].chars();
            let Some(c) = further.next() else { break };
            self.character(c);
            rest = further.as_str();
        }
        let grown = self.mass - before;
        self.link += if is_link { grown } else { 0 };
    }

    /// Ends the block.
    pub(in crate::grain) fn finish(&mut self) {
        self.close_stop(true);
        self.close_number();
    }

    #[inline]
    fn character(&mut self, c: char) {
        let class = class(c);
        if class == Class::Blank {
            self.blank();
            return;
        }
        self.close_stop(class == Class::Quote);
        if class != Class::Digit {
            self.close_number();
        }
        let mass = match class {
            Class::Ideograph => IDEOGRAPH_MASS,
            Class::Syllable => SYLLABLE_MASS,
            _ => 1,
        };
        self.mass += mass;
        self.since_end += mass;
        if self.first.is_none() {
            self.first = Some(class);
        }
        self.last = Some(class);
        self.count(class, c);
    }

    /// The hash that a block with this text has.
    pub(in crate::grain) fn hash_of(text: &str) -> u64 {
        let mut shape = Shape::default();
        shape.add(text, false);
        shape.hash
    }

    /// Does the same as [`Shape::character`] for each of several lowercase ASCII letters. Most text consists of these letters.
    #[inline]
    fn small_letters(&mut self, letters: &[u8]) {
        if letters.is_empty() {
            return;
        }
        self.close_stop(false);
        self.close_number();
        let mass = letters.len() as u32;
        self.mass += mass;
        self.since_end += mass;
        self.letters += mass;
        self.first.get_or_insert(Class::Lower);
        self.last = Some(Class::Lower);
        self.hash = letters.iter().fold(self.hash, |hash, letter| mix(hash, u64::from(*letter)));
    }

    #[inline]
    fn count(&mut self, class: Class, c: char) {
        match class {
            Class::Lower | Class::Letter | Class::Unmarked | Class::Syllable | Class::Ideograph => {
                self.letters += 1;
                self.remember(c);
            }
            Class::Upper => {
                self.letters += 1;
                self.upper += 1;
                self.remember(c.to_ascii_lowercase());
            }
            Class::Digit => {
                self.number = self.number.wrapping_mul(10).wrapping_add(c.to_digit(10).unwrap_or(0) as u16);
                self.number_length = self.number_length.saturating_add(1);
                self.remember(c);
            }
            Class::Comma => self.commas += 1,
            Class::Stop | Class::Question => self.open_stop = true,
            Class::WideStop => self.end(),
            Class::Separator => self.separators = self.separators.saturating_add(1),
            Class::Currency => self.currency = self.currency.saturating_add(1),
            Class::Blank | Class::Other | Class::Colon | Class::Quote | Class::At | Class::Copyright => {}
        }
    }

    fn blank(&mut self) {
        self.close_stop(true);
        self.close_number();
        if self.last == Some(Class::Unmarked) && self.since_end >= MIN_UNMARKED_SENTENCE {
            self.end();
        }
    }

    #[inline]
    fn close_stop(&mut self, ends: bool) {
        if std::mem::take(&mut self.open_stop) && ends {
            self.end();
        }
    }

    fn end(&mut self) {
        self.ends += 1;
        self.since_end = 0;
    }

    #[inline]
    fn close_number(&mut self) {
        if self.number_length == 4 && (1900..2100).contains(&self.number) {
            self.years = self.years.saturating_add(1);
        }
        (self.number, self.number_length) = (0, 0);
    }

    #[inline]
    fn remember(&mut self, c: char) {
        self.hash = mix(self.hash, u64::from(u32::from(c)));
    }
}

/// One step of a hash that is the same on every machine: the step of FxHash.
#[inline]
pub(in crate::grain) const fn mix(hash: u64, value: u64) -> u64 {
    const MULTIPLIER: u64 = 0x517c_c1b7_2722_0a95;
    (hash.rotate_left(5) ^ value).wrapping_mul(MULTIPLIER)
}

const ASCII: [Class; 128] = ascii();

const fn ascii() -> [Class; 128] {
    let mut classes = [Class::Other; 128];
    let mut byte = 0;
    while byte < classes.len() {
        classes[byte] = match byte as u8 {
            0 | 9..=13 | b' ' => Class::Blank,
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            b',' | b';' => Class::Comma,
            b':' => Class::Colon,
            b'.' | b'!' => Class::Stop,
            b'?' => Class::Question,
            b'"' | b'\'' | b')' | b']' => Class::Quote,
            b'|' | b'/' | b'>' => Class::Separator,
            b'$' => Class::Currency,
            b'@' => Class::At,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
}

/// The class of a character.
#[inline]
pub(in crate::grain) fn class(c: char) -> Class {
    if c.is_ascii() { ASCII[c as usize] } else { class_beyond_ascii(c) }
}

fn class_beyond_ascii(c: char) -> Class {
    match c {
        '\u{a0}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{3000}' | '\u{feff}' => {
            Class::Blank
        }
        '،' | '؛' | '、' | '，' | '；' | '՝' | '፣' => Class::Comma,
        '：' => Class::Colon,
        '…' => Class::Stop,
        _ if is_stop(c) => Class::Stop,
        _ if is_wide_stop(c) => Class::WideStop,
        _ if is_question(c) => Class::Question,
        '”' | '’' | '»' | '」' | '』' | '）' | '“' | '‘' | '«' => Class::Quote,
        '›' | '•' | '·' | '→' | '▸' | '►' | '｜' | '／' | '‹' => Class::Separator,
        '€' | '£' | '¥' | '₹' | '₽' | '₩' | '฿' | '₪' => Class::Currency,
        '©' => Class::Copyright,
        _ if is_unmarked(c) => Class::Unmarked,
        '\u{3040}'..='\u{30ff}' | '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => Class::Syllable,
        '\u{2e80}'..='\u{2fdf}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Class::Ideograph,
        '\u{20000}'..='\u{3ffff}' => Class::Ideograph,
        _ if c.is_lowercase() => Class::Lower,
        _ if c.is_uppercase() => Class::Upper,
        _ if c.is_alphabetic() => Class::Letter,
        _ if c.is_numeric() => Class::Digit,
        _ if c.is_whitespace() => Class::Blank,
        _ => Class::Other,
    }
}

/// The terms of a text as hashes without case: words, or single characters in scripts without spaces.
pub(in crate::grain) fn terms(text: &str, mut each: impl FnMut(u64)) {
    let mut word = 0;
    for c in text.chars() {
        match class(c) {
            Class::Unmarked | Class::Syllable | Class::Ideograph => {
                if word != 0 {
                    each(std::mem::take(&mut word));
                }
                each(mix(0, u64::from(u32::from(c))));
            }
            Class::Lower | Class::Letter | Class::Digit => word = mix(word, u64::from(u32::from(c))),
            Class::Upper => c.to_lowercase().for_each(|c| word = mix(word, u64::from(u32::from(c)))),
            _ if word != 0 => each(std::mem::take(&mut word)),
            _ => {}
        }
    }
    if word != 0 {
        each(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Shape {
        let mut shape = Shape::default();
        shape.add(text, false);
        shape.finish();
        shape
    }

    #[test]
    fn sentences_end_in_many_scripts() {
        for (text, ends) in [
            ("One. Two! Three? 3.14 e.g", 3),
            ("He said \"so.\" And left.", 2),
            ("一。二！三？", 3),
            ("سلام. خوبی؟ آری۔", 3),
            ("यह एक है। वह दो है।", 2),
            ("ภาษาไทยไม่มีช่องว่างระหว่างคำที่อยู่ในประโยค และประโยคต่อไปก็ยาวพอสมควรเช่นกันนะครับ จบ", 2),
            ("Home About Contact", 0),
        ] {
            assert_eq!(shape(text).ends, ends, "{text}");
        }
    }

    #[test]
    fn masses_count_no_white_space_and_weigh_scripts() {
        assert_eq!((shape("a b\r\n c").mass, shape("世界").mass, shape("かな").mass), (3, 6, 4));
        assert_eq!((shape("in 1999, 12005 and 2024").years, shape("Ab c").hash), (2, shape("a BC").hash));
    }

    #[test]
    fn terms_are_words_or_characters() {
        let count = |text: &str| {
            let mut count = 0;
            terms(text, |_| count += 1);
            count
        };
        assert_eq!((count("Two words"), count("世界"), count(" — "), count("a世b")), (2, 2, 0, 3));
    }
}
