//! Joints: two elements side by side without white space between them, as scripts write them. Where a style sheet shows them apart,
//! `<span>Mill</span><span>Bakery</span>`, text must not glue them; where a word is put together from pieces, `<b>M</b><i>ill</i>`, it
//! must not be torn. The style is not at hand, so their letters tell. No style sheet, class or script is looked at.

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

/// Whether two texts are words apart, by the end of what is written before, the markup between them and the beginning of the source after.
pub(crate) fn parts(before: &str, markup: &str, after: &str) -> Apart {
    let (is_apart, how) = match kind(markup) {
        Joint::None => (false, Apart::Nowhere),
        Joint::Note => (is_noted(before, after), Apart::InText),
        Joint::Edge => (differ_much(before, after), Apart::Everywhere),
        Joint::Siblings => (differ(before, after), Apart::Everywhere),
        Joint::Box => (true, Apart::Everywhere),
    };
    if is_apart { how } else { Apart::Nowhere }
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
    let is = |name: &str| {
        let (own, rest) = (last.get(..name.len()), last.get(name.len()..));
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
        own.is_some_and(|own| own.eq_ignore_ascii_case(name)) && rest.is_some_and(ends)
    };
    if is("button") || is("/button") {
        Joint::Box
    } else if is("sub") || is("/sub") || is("/sup") || is("wbr") {
        Joint::None
    } else if ["<sup", "<SUP"].iter().any(|tag| markup.contains(tag)) {
        Joint::Note
    } else if markup.starts_with("</") && !last.starts_with('/') {
        Joint::Siblings
    } else {
        Joint::Edge
    }
}

/// The last tag of a piece of markup, without its bracket; what stands behind it are comments.
fn last_tag(mut markup: &str) -> Option<&str> {
    while let Some(rest) = markup.strip_suffix("-->") {
        markup = &markup[..rest.rfind("<!--")?];
    }
    markup.ends_with('>').then(|| markup.rfind('<').map(|at| &markup[at + 1..])).flatten()
}

/// The sign of a note behind a word, and no exponent.
fn is_noted(before: &str, after: &str) -> bool {
    after.starts_with(|c: char| c.is_ascii_digit()) && letters(before.chars().rev()) >= LEAST_LETTERS
}

/// How many letters there are at first, of scripts that have capitals: in others numbers touch words.
fn letters(text: impl Iterator<Item = char>) -> usize {
    text.take(LEAST_LETTERS).take_while(|c| is_cased(*c)).count()
}

/// Whether hardly any word would have these two side by side, however its parts are marked: a capital or a number after a word.
fn differ_much(before: &str, after: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else { return false };
    let word_before = || letters(before.chars().rev()) >= LEAST_LETTERS;
    let word_after = || letters(after.chars()) >= LEAST_LETTERS;
    match first {
        _ if first.is_ascii_digit() => word_before(),
        _ if last.is_ascii_digit() => word_after(),
        _ => last.is_lowercase() && first.is_uppercase() && word_before() && word_after(),
    }
}

/// Whether no word would have these two side by side.
fn differ(before: &str, after: &str) -> bool {
    let mut ending = before.chars().rev();
    let mut beginning = after.chars();
    let (Some(last), Some(first)) = (ending.next(), beginning.next()) else { return false };
    let (earlier, next) = (ending.next(), beginning.next());
    let is_word = |text: &mut dyn Iterator<Item = char>| letters(text) >= LEAST_LETTERS;
    match first {
        '$' | '€' | '£' | '¥' | '₹' => last.is_alphanumeric() || last == ')',
        '(' => last.is_alphanumeric() && next.is_some_and(|c| c.is_ascii_digit()),
        _ if first.is_ascii_digit() => match last {
            ')' => true,
            ':' => earlier.is_some_and(char::is_alphabetic),
            _ => is_word(&mut before.chars().rev()),
        },
        _ if last.is_ascii_digit() => is_cased(first) && is_word(&mut after.chars()),
        _ if first.is_uppercase() => {
            last.is_lowercase() || is_end(last) || (matches!(last, '.' | ',') && is_phrase(after)) || {
                // An abbreviation, then a word.
                let is_shout = last.is_uppercase() && earlier.is_some_and(char::is_uppercase);
                is_shout && next.is_some_and(char::is_lowercase)
            }
        }
        _ => first.is_lowercase() && is_end(last),
    }
}

/// Whether a text is several words, and so no part of a name as `json.` and `JSONDecoder` are.
fn is_phrase(text: &str) -> bool {
    text.trim().contains(char::is_whitespace)
}

fn is_cased(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase()
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
        parts(before, markup, after) != Apart::Nowhere
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
    fn a_capital_or_a_number_after_a_word_is_another_one() {
        for (before, markup, after, expected) in [
            ("Windproof", "<svg></svg></span><span>", "6/6", true),
            ("Windproof", "<span>", "6/6", true),
            ("5", "<span>", "star", true),
            ("for security", "<strong>", "Cons:", true),
            ("Location", "</em>", "The place", true),
            ("e", "<b>", "Bay", false),
            ("Mac", "</b>", "OS", false),
            ("Mill", "</a>", "s", false),
            ("mp", "<b>", "3", false),
            ("10", "<i>", "kg", false),
        ] {
            assert_eq!(are_apart(before, markup, after), expected, "{before}{markup}{after}");
        }
    }

    #[test]
    fn notes_are_apart_from_words_and_exponents_are_not() {
        for (before, markup, after, expected) in [
            ("Waterproof", "<sup>", "1", true),
            ("Waterproof", "</b><sup class=note><a href=#n1>", "1", true),
            ("Waterproof", "<sup class=note>", "1", true),
            ("cm", "<sup>", "2", false),
            ("10", "<sup>", "6", false),
            ("Mill", "<sup>", "TM", false),
            ("Waterproof", "<SUP>", "1", true),
            ("log", "<SUB>", "2", false),
            ("log", "<sub class=x>", "2", false),
            ("log", "<sub>", "2", false),
        ] {
            let expected = if expected { Apart::InText } else { Apart::Nowhere };
            assert_eq!(parts(before, markup, after), expected, "{before}{markup}{after}");
        }
    }
}
