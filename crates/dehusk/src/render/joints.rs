//! Joints: two elements side by side without white space between them, as scripts write them. Where a style sheet shows them apart,
//! `<span>Mill</span><span>Bakery</span>`, text must not glue them; where a word is put together from pieces, `<b>M</b><i>ill</i>`, it
//! must not be torn. The style is not at hand, so their letters tell. No style sheet, class or script is looked at.

use crate::markup::Tag;
use crate::page::Run;

/// Letters that a word has at least beside a number, to be no unit or exponent: `5 star`, `windproof 6`, but `10kg`, `CO2`.
const LEAST_LETTERS: usize = 3;

/// Where a space parts two texts that touch in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    Nowhere,
    /// In plain text; with markup the second is raised.
    InText,
    Everywhere,
}

/// Whether a run and the one before it, between which nothing is shown, are words apart; by the end of what is written of it and before.
pub(crate) fn parts(written: &str, source: &str, [last, run]: [&Run; 2]) -> Apart {
    let markup = source.get(last.span.end()..run.span.start()).unwrap_or("");
    let text = source.get(run.span.range()).unwrap_or("");
    if run.is_preformatted() {
        Apart::Nowhere
    } else if last.is_link() && run.is_link() && ends_link(markup) {
        Apart::Everywhere
    } else {
        texts(written, markup, text)
    }
}

/// The same by the end of the text before, the markup between and the beginning of the source of the text after.
fn texts(before: &str, markup: &str, after: &str) -> Apart {
    match kind(markup) {
        Joint::Note if is_numbered(before, after) => Apart::InText,
        Joint::Edge if differ_much(before, after) => Apart::Everywhere,
        Joint::Siblings if differ(before, after) => Apart::Everywhere,
        Joint::Box => Apart::Everywhere,
        Joint::None | Joint::Note | Joint::Edge | Joint::Siblings => Apart::Nowhere,
    }
}

enum Joint {
    None,
    /// A superscript after a text.
    Note,
    /// The beginning or the end of an element amid a text.
    Edge,
    /// The end of an element, then the beginning of one.
    Siblings,
    /// A box with a text of its own.
    Box,
}

fn kind(markup: &str) -> Joint {
    let Some(last) = last_tag(markup) else { return Joint::None };
    let (is_end, name) = last.strip_prefix('/').map_or((false, last), |name| (true, name));
    let length = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
    match Tag::from_name(&name.as_bytes()[..length]) {
        Tag::Button => Joint::Box,
        Tag::Sub | Tag::Wbr => Joint::None,
        Tag::Sup if is_end => Joint::None,
        _ if ["<sup", "<SUP"].iter().any(|tag| markup.contains(tag)) => Joint::Note,
        _ if markup.starts_with("</") && !is_end => Joint::Siblings,
        _ => Joint::Edge,
    }
}

/// Whether a link ends in the markup between two runs.
fn ends_link(markup: &str) -> bool {
    memchr::memmem::find_iter(markup.as_bytes(), b"</").any(|at| {
        matches!(markup.as_bytes().get(at + 2..), Some([b'a' | b'A', after, ..]) if !after.is_ascii_alphanumeric())
    })
}

/// The last tag of a piece of markup, without its bracket; what stands behind it are comments.
fn last_tag(mut markup: &str) -> Option<&str> {
    while let Some(rest) = markup.strip_suffix("-->") {
        markup = &markup[..rest.rfind("<!--")?];
    }
    markup.ends_with('>').then(|| markup.rfind('<').map(|at| &markup[at + 1..])).flatten()
}

/// Whether a number stands behind a word: the sign of a note, and no exponent.
fn is_numbered(before: &str, after: &str) -> bool {
    after.starts_with(|c: char| c.is_ascii_digit()) && ends_in_word(before)
}

fn ends_in_word(text: &str) -> bool {
    are_word(text.chars().rev())
}

fn begins_with_word(text: &str) -> bool {
    are_word(text.chars())
}

/// Whether enough letters come first, of scripts that have capitals: in others numbers touch words.
fn are_word(text: impl Iterator<Item = char>) -> bool {
    text.take(LEAST_LETTERS).take_while(|c| c.is_lowercase() || c.is_uppercase()).count() >= LEAST_LETTERS
}

/// Whether hardly any word would have these two side by side, however its parts are marked: a capital or a number after a word.
fn differ_much(before: &str, after: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else { return false };
    is_numbered(before, after)
        || (last.is_ascii_digit() && begins_with_word(after))
        || (last.is_lowercase() && first.is_uppercase() && ends_in_word(before) && begins_with_word(after))
}

/// Whether no word would have these two side by side.
fn differ(before: &str, after: &str) -> bool {
    let (mut ending, mut beginning) = (before.chars().rev(), after.chars());
    let (Some(last), Some(first)) = (ending.next(), beginning.next()) else { return false };
    let (earlier, next) = (ending.next(), beginning.next());
    // An abbreviation, then a word.
    let is_shout = || last.is_uppercase() && earlier.is_some_and(char::is_uppercase);
    differ_much(before, after)
        || match first {
            '$' | '€' | '£' | '¥' | '₹' => last.is_alphanumeric() || last == ')',
            '(' => last.is_alphanumeric() && next.is_some_and(|c| c.is_ascii_digit()),
            '0'..='9' => last == ')' || (last == ':' && earlier.is_some_and(char::is_alphabetic)),
            _ if first.is_lowercase() => is_end(last),
            _ if first.is_uppercase() => {
                last.is_lowercase()
                    || is_end(last)
                    || (matches!(last, '.' | ',') && is_phrase(after))
                    || (is_shout() && next.is_some_and(char::is_lowercase))
            }
            _ => false,
        }
}

/// Whether a text is several words, and so no part of a name as `json.` and `JSONDecoder` are.
fn is_phrase(text: &str) -> bool {
    text.trim().contains(char::is_whitespace)
}

/// What ends a sentence or a label, and no abbreviation or address.
fn is_end(c: char) -> bool {
    matches!(c, ')' | '!' | '?' | ':' | ';' | '%' | '”' | '»' | '…')
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPANS: &str = "</span><span>";

    fn are_apart(before: &str, markup: &str, after: &str) -> bool {
        texts(before, markup, after) != Apart::Nowhere
    }

    #[test]
    fn letters_tell_words_from_pieces_of_words() {
        for (before, after) in [
            ("Coleman", "Skylodge"),
            ("HOKA", "Clifton"),
            ("Мельница", "Пекарня"),
            ("windproof", "6"),
            ("5", "star"),
            ("2024", "Apply"),
            ("(300)", "300"),
            ("Help center.", "Let customers"),
            ("Open!", "now"),
            ("50%", "off"),
            ("Price:", "24"),
            ("$24.00", "$30.00"),
            ("Tents", "(9)"),
        ] {
            assert!(are_apart(before, SPANS, after), "{before}|{after}");
        }
        for (before, after) in [
            ("Mi", "ll"),
            ("M", "ill"),
            ("MI", "LL"),
            ("T", "HE"),
            ("10", "K+"),
            ("10", "kg"),
            ("24", "99"),
            ("24.", "99"),
            ("12:", "30"),
            ("CO", "2"),
            ("example.", "com"),
            ("json.", "JSONDecoder"),
            ("“", "Mill"),
            ("(", "Mill"),
            ("f", "(x)"),
            ("โรง", "สี"),
            ("磨", "坊"),
            ("2024", "年"),
            ("第三章", "5"),
            ("طاح", "ونة"),
            ("Mill", ", and"),
            ("", "Mill"),
        ] {
            assert!(!are_apart(before, SPANS, after), "{before}|{after}");
        }
    }

    #[test]
    fn markup_tells_siblings_from_parts_of_a_text() {
        for (markup, expected) in [
            (SPANS, true),
            ("</b></span><a href='x'><b>", true),
            ("</span><!--]--><span><!--[-->", true),
            ("</span><img src=x>", true),
            ("<button>", true),
            ("</button>", true),
            ("</span>", false),
            ("<span>", false),
            ("<!-- -->", false),
            ("</span><wbr>", false),
            ("</span><sub>", false),
            ("", false),
            ("</span>-->", false),
        ] {
            assert_eq!(are_apart("HOKA", markup, "Clifton"), expected, "{markup}");
        }
    }

    #[test]
    fn capitals_and_numbers_after_words_are_apart_and_notes_in_text_alone() {
        use Apart::{Everywhere, InText, Nowhere};
        for (before, markup, after, expected) in [
            ("Windproof", "<svg></svg></span><span>", "6/6", Everywhere),
            ("Windproof", "<span>", "6/6", Everywhere),
            ("5", "<span>", "star", Everywhere),
            ("for security", "<strong>", "Cons:", Everywhere),
            ("Location", "</em>", "The place", Everywhere),
            ("e", "<b>", "Bay", Nowhere),
            ("Mac", "</b>", "OS", Nowhere),
            ("Mill", "</a>", "s", Nowhere),
            ("mp", "<b>", "3", Nowhere),
            ("10", "<i>", "kg", Nowhere),
            ("Waterproof", "<sup>", "1", InText),
            ("Waterproof", "</b><sup class=note><a href=#n1>", "1", InText),
            ("Waterproof", "<sup class=note>", "1", InText),
            ("cm", "<sup>", "2", Nowhere),
            ("10", "<sup>", "6", Nowhere),
            ("Mill", "<sup>", "TM", Nowhere),
            ("Waterproof", "<SUP>", "1", InText),
            ("log", "<SUB>", "2", Nowhere),
            ("log", "<sub class=x>", "2", Nowhere),
            ("log", "<sub>", "2", Nowhere),
        ] {
            assert_eq!(texts(before, markup, after), expected, "{before}{markup}{after}");
        }
    }
}
