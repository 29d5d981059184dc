//! Prepares texts for comparison: folds them, and splits them into characters, words and terms.
//!
//! Nothing else is normalized: case (except in terms), composed and decomposed characters, and punctuation
//! stay as they are.

/// Collapses every run of whitespace into one space, trims both ends, and drops invisible characters: soft
/// hyphens, zero-width spaces and joiners, direction marks, embeddings and isolates, byte order marks.
///
/// ```
/// assert_eq!(dehusk_eval::text::folded(" a\u{a0}\n\tb\u{200c}c\u{ad}d "), "a bcd");
/// ```
#[must_use]
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut has_pending_space = false;
    for c in text.chars().filter(|c| !is_ignored_in_scores(*c)) {
        if c.is_whitespace() {
            has_pending_space = !folded.is_empty();
            continue;
        }
        if has_pending_space {
            folded.push(' ');
            has_pending_space = false;
        }
        folded.push(c);
    }
    folded
}

/// Whether the character is invisible in most texts. Pages, people and extractors keep or lose such
/// characters by accident. The zero-width non-joiner is visible in Persian, but gold texts and pages disagree
/// on it too often for it to count. Of what Unicode ignores by default, variation selectors and fillers do count.
fn is_ignored_in_scores(c: char) -> bool {
    matches!(c,
        '\u{ad}'                    // soft hyphen: shown only at the end of a line
        | '\u{61c}'                 // Arabic letter mark
        | '\u{200b}'..='\u{200f}'   // zero-width space, non-joiner, joiner, left-to-right mark, right-to-left mark
        | '\u{202a}'..='\u{202e}'   // embeddings and overrides
        | '\u{2060}'                // word joiner
        | '\u{2066}'..='\u{2069}'   // isolates
        | '\u{feff}'                // byte order mark
    )
}

/// The characters of a folded text that are compared: all Unicode scalar values except whitespace.
pub fn characters(folded: &str) -> impl Iterator<Item = char> + '_ {
    folded.chars().filter(|c| !c.is_whitespace())
}

/// The words of a folded text: the pieces between spaces. In scripts written without spaces between words,
/// each character, including each combining mark, is a word of its own.
///
/// ```
/// let words: Vec<&str> = dehusk_eval::text::words("Hello, ภาษา 世界!").collect();
/// assert_eq!(words, ["Hello,", "ภ", "า", "ษ", "า", "世", "界", "!"]);
/// ```
pub fn words(folded: &str) -> impl Iterator<Item = &str> {
    pieces(folded, |c| if c.is_whitespace() { Kind::Separator } else { Kind::of_visible(c) })
}

/// The terms of a folded, lowercased text: its runs of letters, digits and underscores. Each character of a
/// script written without spaces is a term of its own, as in [`words`]. Marks that Unicode does not call
/// alphabetic separate terms.
///
/// ```
/// let terms: Vec<&str> = dehusk_eval::text::terms("it’s a 2-way street, 世界!").collect();
/// assert_eq!(terms, ["it", "s", "a", "2", "way", "street", "世", "界"]);
/// ```
pub fn terms(lowercase: &str) -> impl Iterator<Item = &str> {
    let kind = |c: char| {
        let kind = Kind::of_visible(c);
        if kind == Kind::Single || c.is_alphanumeric() || c == '_' { kind } else { Kind::Separator }
    };
    pieces(lowercase, kind)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The character forms a piece together with its neighbors.
    Joined,
    /// The character is a piece of its own.
    Single,
    /// The character is not part of any piece.
    Separator,
}

impl Kind {
    fn of_visible(c: char) -> Kind {
        if is_written_without_spaces(c) { Kind::Single } else { Kind::Joined }
    }
}

fn pieces(text: &str, kind: impl Fn(char) -> Kind) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c| kind(c) == Kind::Separator);
        let first = rest.chars().next()?;
        let end = match kind(first) {
            Kind::Single => first.len_utf8(),
            _ => rest.find(|c| kind(c) != Kind::Joined).unwrap_or(rest.len()),
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// The first character of the ranges in [`is_written_without_spaces`]. Most characters come before it and
/// need only this one comparison.
const FIRST_WITHOUT_SPACES: char = '\u{e00}';

/// Whether the script of `c` is written without spaces between words: Thai, Lao, Burmese, Khmer, Hiragana,
/// Katakana, Han. The ranges are blocks of Unicode 16.
fn is_written_without_spaces(c: char) -> bool {
    c >= FIRST_WITHOUT_SPACES
        && matches!(c,
            '\u{e00}'..='\u{e7f}'       // Thai
            | '\u{e80}'..='\u{eff}'     // Lao
            | '\u{1000}'..='\u{109f}'   // Myanmar
            | '\u{1780}'..='\u{17ff}'   // Khmer
            | '\u{19e0}'..='\u{19ff}'   // Khmer Symbols
            | '\u{2e80}'..='\u{2fdf}'   // CJK and Kangxi Radicals
            | '\u{3005}'..='\u{3007}'   // Han iteration mark, closing mark and zero
            | '\u{3021}'..='\u{3029}'   // Hangzhou numerals
            | '\u{3041}'..='\u{309f}'   // Hiragana
            | '\u{30a1}'..='\u{30fa}'   // Katakana, without its punctuation
            | '\u{30fc}'..='\u{30ff}'
            | '\u{31f0}'..='\u{31ff}'   // Katakana Phonetic Extensions
            | '\u{3400}'..='\u{4dbf}'   // CJK Unified Ideographs Extension A
            | '\u{4e00}'..='\u{9fff}'   // CJK Unified Ideographs
            | '\u{a9e0}'..='\u{a9ff}'   // Myanmar Extended-B
            | '\u{aa60}'..='\u{aa7f}'   // Myanmar Extended-A
            | '\u{f900}'..='\u{faff}'   // CJK Compatibility Ideographs
            | '\u{ff66}'..='\u{ff9f}'   // Halfwidth Katakana
            | '\u{1b000}'..='\u{1b16f}' // Kana Supplement and Extensions
            | '\u{20000}'..='\u{3ffff}' // the ideographic planes
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_and_whitespace_make_no_difference() {
        let plain = "می خواهم بروم";
        assert_eq!(folded("\u{feff} می\u{a0}خوا\u{200c}هم\r\n\u{202b}بر\u{2067}وم\u{200f}\u{2028}"), plain);
        assert_eq!(folded(" \u{200b} \n"), "");
    }

    #[test]
    fn whitespace_around_an_invisible_character_is_one_space() {
        assert_eq!(folded("a \u{200e} b"), "a b");
    }

    #[test]
    fn combining_marks_of_thai_and_khmer_count() {
        assert_eq!(words("น้ำ").count(), 3);
        assert_eq!(terms("ខ្មែរ").count(), 5);
        assert_eq!(characters("น้ำ ดี").count(), 5);
    }

    #[test]
    fn japanese_is_split_into_characters_and_korean_is_not() {
        let words: Vec<&str> = words("東京タワー、한국어 단어").collect();
        assert_eq!(words, ["東", "京", "タ", "ワ", "ー", "、한국어", "단어"]);
    }
}
