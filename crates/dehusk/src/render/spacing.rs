//! Inserts spaces between inline elements that have no whitespace between them in the source. Scripts often
//! write such elements.
//!
//! A style sheet may show `<span>Mill</span><span>Bakery</span>` as two words, so the text needs a space there.
//! But `<b>M</b><i>ill</i>` is one word, and a space would split it. The decision depends on the characters on
//! both sides, on the tags between them, and on `display` in the `style` attributes and style sheets of the
//! page: `<span style="display: block">` is apart from its neighbors. Linked sheets and scripts are not read.
//! Of the spaces inserted on wcxb-dev, 644 are in the gold texts and 6 are not
//! (`docs/src/notebook/grain-training-pages.md`, spaces between adjacent elements).

use crate::facts::PageFacts;
use crate::markup::Tag;
use crate::page::{Element, Page, Run};

/// Minimum number of letters that count as a word beside a number. A word gets a space, as in `5 star` and
/// `windproof 6`. Fewer letters are a unit or a symbol, as in `10kg` and `CO2`, and get none. Chosen by hand.
const MIN_WORD_LETTERS: usize = 3;

/// Which outputs need a space between two texts that are adjacent in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpaceIn {
    NoOutput,
    /// Only plain text needs a space. Markdown and HTML show the second text as a superscript.
    PlainText,
    EveryOutput,
    /// Every output needs a line break: the second text is another line of code.
    LineOfCode,
}

/// Returns which outputs need a space between two runs that have nothing visible between them. `written` is the
/// output so far; it ends with the text of the first run.
pub(crate) fn space_between(written: &str, facts: PageFacts<'_>, [last, run]: [&Run; 2]) -> SpaceIn {
    let source = facts.page().source().text();
    let markup = source.get(last.span.end()..run.span.start()).unwrap_or("");
    let text = source.get(run.span.range()).unwrap_or("");
    if run.is_preformatted() {
        let is_line = !markup.is_empty() && !written.ends_with('\n') && !text.starts_with('\n');
        if is_line && is_line_of_code(facts.page(), [last, run]) {
            SpaceIn::LineOfCode
        } else {
            SpaceIn::NoOutput
        }
    } else if last.is_link() && run.is_link() && ends_link(markup) {
        SpaceIn::EveryOutput
    } else {
        match space_between_texts(written, markup, text) {
            SpaceIn::NoOutput if !markup.is_empty() && are_apart(written, facts, [last, run]) => {
                SpaceIn::EveryOutput
            }
            space_in => space_in,
        }
    }
}

/// Whether an inline element that the page shows as a block ends after the first run or begins before the
/// second, or whether both runs are sentences in custom elements beside each other. The style sheets in the
/// page count; linked ones are not loaded.
fn are_apart(written: &str, facts: PageFacts<'_>, [last, run]: [&Run; 2]) -> bool {
    let page = facts.page();
    let text = page.source().slice(run.span);
    if !may_be_apart(written, text) {
        return false;
    }
    let (ended, begun) = (|| ended(page, [last, run]), || begun(page, [last, run]));
    let mut both = ended().chain(begun());
    both.any(|element| facts.with_visibility(|found| found.shows_as_block(page, element)))
        || (ended().any(is_custom)
            && begun().any(is_custom)
            && (has_several_words(text) || ends_with_stop(written)))
}

/// Elements looked at around each run. Chosen by hand.
const MAX_LEVELS: usize = 4;

/// Classes of inline elements that are a line of code each, without line feeds between them: Gatsby, prism-react-renderer,
/// Eleventy and highlight.js.
const CODE_LINES: [&str; 4] = ["gatsby-highlight-code-line", "token-line", "highlight-line", "hljs-ln-line"];

fn is_line_of_code(page: &Page<'_>, runs: [&Run; 2]) -> bool {
    ended(page, runs).chain(begun(page, runs)).any(|element| element.has_class(&CODE_LINES))
}

/// The elements that end between two runs, from the inside out.
fn ended<'p>(page: &'p Page<'p>, [last, run]: [&Run; 2]) -> impl Iterator<Item = Element<'p>> {
    let begin = run.span.start();
    around(page, last).take_while(move |element| element.span().end() <= begin)
}

/// The elements that begin between two runs, from the inside out.
fn begun<'p>(page: &'p Page<'p>, [last, run]: [&Run; 2]) -> impl Iterator<Item = Element<'p>> {
    let end = last.span.end();
    around(page, run).take_while(move |element| element.span().start() >= end)
}

fn around<'p>(page: &'p Page<'p>, run: &Run) -> impl Iterator<Item = Element<'p>> {
    std::iter::successors(page.element_of(run), |element| element.parent()).take(MAX_LEVELS)
}

/// Whether a line may end between two texts, by the characters there. Most boundaries of inline elements are
/// beside whitespace, punctuation or brackets, and their styles need not be looked at.
fn may_be_apart(before: &str, after: &str) -> bool {
    let may_end = |c: char| c.is_alphanumeric() || ".!?:;,)]%”»’\"'…。！？".contains(c);
    let may_begin = |c: char| c.is_alphanumeric() || "&([“«‘\"'¿¡$€£#@".contains(c);
    before.chars().next_back().is_some_and(may_end) && after.chars().next().is_some_and(may_begin)
}

/// Whether an element is a custom element. Those of MathJax hold single letters.
fn is_custom(element: Element<'_>) -> bool {
    element.tag() == Tag::Unknown && {
        let name = element.name();
        name.contains('-') && !name.starts_with("mjx")
    }
}

/// Returns which outputs need a space between two texts. `before` ends with the first text, `markup` is the
/// source between the texts, and `after` is the source of the second text.
fn space_between_texts(before: &str, markup: &str, after: &str) -> SpaceIn {
    match boundary(markup) {
        Boundary::Superscript if is_word_then_number(before, after) => SpaceIn::PlainText,
        Boundary::Edge | Boundary::Siblings
            if is_named_break(markup) || is_end_of_sentence(before, after) =>
        {
            SpaceIn::EveryOutput
        }
        Boundary::Edge if cannot_be_marked_word(before, after) => SpaceIn::EveryOutput,
        Boundary::Siblings if cannot_be_word(before, after) => SpaceIn::EveryOutput,
        Boundary::Button => SpaceIn::EveryOutput,
        Boundary::None | Boundary::Superscript | Boundary::Edge | Boundary::Siblings => SpaceIn::NoOutput,
    }
}

/// The boundary that the markup between two texts forms.
enum Boundary {
    /// No boundary: the texts belong together.
    None,
    /// A superscript begins between the texts.
    Superscript,
    /// An element begins or ends between the texts.
    Edge,
    /// One element ends, then another begins.
    Siblings,
    /// A button begins or ends. Browsers show its text in a box.
    Button,
}

fn boundary(markup: &str) -> Boundary {
    let Some(last) = last_tag(markup) else { return Boundary::None };
    let (is_end, name) = last.strip_prefix('/').map_or((false, last), |name| (true, name));
    let length = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
    match Tag::from_name(&name.as_bytes()[..length]) {
        Tag::Button => Boundary::Button,
        Tag::Sub | Tag::Wbr => Boundary::None,
        Tag::Sup if is_end => Boundary::None,
        _ if ["<sup", "<SUP"].iter().any(|tag| markup.contains(tag)) => Boundary::Superscript,
        _ if markup.starts_with("</") && !is_end => Boundary::Siblings,
        _ => Boundary::Edge,
    }
}

/// Whether there is an element between two texts that stands for a line break, such as `<span
/// class="br"></span>`, or one of a row of tabs.
fn is_named_break(markup: &str) -> bool {
    const NAMES: [&str; 5] = ["class=\"br\"", "class='br'", "class=br>", "role=\"tab\"", "role=tab>"];
    NAMES.iter().any(|name| markup.contains(name))
}

/// Whether a sentence ends before an element and another begins in it: `for two years.<b>A series of`. A dot
/// inside a name or an address is followed by one word.
fn is_end_of_sentence(before: &str, after: &str) -> bool {
    /// Minimum letters of the last word of a sentence; fewer are an abbreviation. Chosen by hand.
    const MIN_LETTERS: usize = 3;
    /// Maximum bytes of the last word; more are no word. Chosen by hand.
    const MAX_WORD_BYTES: usize = 128;
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(MAX_WORD_BYTES))..];
    let sentence = before.trim_end_matches(['”', '"', '’', '»']);
    if !ends_with_stop(sentence) {
        return false;
    }
    let word = sentence.trim_end_matches(['.', '!', '?']);
    let letters = word.chars().rev().take_while(|c| c.is_lowercase()).count();
    let last_word = word.rsplit(char::is_whitespace).next().unwrap_or("");
    let mut beginning = after.trim_start_matches(['“', '"', '‘', '«']).chars();
    letters >= MIN_LETTERS
        && !last_word.contains(['.', '/', '@', ':'])
        && beginning.next().is_some_and(char::is_uppercase)
        && has_several_words(after)
}

fn ends_with_stop(text: &str) -> bool {
    text.ends_with(['.', '!', '?'])
}

/// Whether the markup between two runs contains the end tag of a link.
fn ends_link(markup: &str) -> bool {
    memchr::memmem::find_iter(markup.as_bytes(), b"</").any(|at| {
        matches!(markup.as_bytes().get(at + 2..), Some([b'a' | b'A', after, ..]) if !after.is_ascii_alphanumeric())
    })
}

/// Returns the tag at the end of a piece of markup, without its `<`. Comments may follow the tag.
fn last_tag(mut markup: &str) -> Option<&str> {
    while let Some(rest) = markup.strip_suffix("-->") {
        markup = &markup[..rest.rfind("<!--")?];
    }
    markup.ends_with('>').then(|| markup.rfind('<').map(|at| &markup[at + 1..])).flatten()
}

/// Whether `before` ends in a word and `after` begins with a digit. A superscript number after a word is a note
/// reference rather than an exponent.
fn is_word_then_number(before: &str, after: &str) -> bool {
    after.starts_with(|c: char| c.is_ascii_digit()) && ends_in_word(before)
}

fn ends_in_word(text: &str) -> bool {
    starts_with_word_letters(text.chars().rev())
}

fn begins_with_word(text: &str) -> bool {
    starts_with_word_letters(text.chars())
}

/// Whether a text begins with [`MIN_WORD_LETTERS`] letters. Only letters with case count, because scripts
/// without case write numbers directly beside words.
fn starts_with_word_letters(text: impl Iterator<Item = char>) -> bool {
    text.take(MIN_WORD_LETTERS).take_while(|c| c.is_lowercase() || c.is_uppercase()).count()
        >= MIN_WORD_LETTERS
}

/// Whether `before` and `after` are very unlikely to be parts of one word, even of a word with marked-up parts.
/// This is so if a number or a capitalized word follows a word, or a word follows a number.
fn cannot_be_marked_word(before: &str, after: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else { return false };
    is_word_then_number(before, after)
        || (last.is_ascii_digit() && begins_with_word(after))
        || (last.is_lowercase() && first.is_uppercase() && ends_in_word(before) && begins_with_word(after))
}

/// Whether `before` and `after` cannot be parts of one word, if they are in sibling elements. Besides the cases
/// of [`cannot_be_marked_word`], currency signs, punctuation and capital letters decide.
fn cannot_be_word(before: &str, after: &str) -> bool {
    let (mut ending, mut beginning) = (before.chars().rev(), after.chars());
    let (Some(last), Some(first)) = (ending.next(), beginning.next()) else { return false };
    let (earlier, next) = (ending.next(), beginning.next());
    // `PDFDownload`: an abbreviation, then a word.
    let ends_in_capitals = || last.is_uppercase() && earlier.is_some_and(char::is_uppercase);
    cannot_be_marked_word(before, after)
        || match first {
            '$' | '€' | '£' | '¥' | '₹' => last.is_alphanumeric() || last == ')',
            '(' => last.is_alphanumeric() && next.is_some_and(|c| c.is_ascii_digit()),
            '0'..='9' => {
                last == ')'
                    || (last == ':' && earlier.is_some_and(char::is_alphabetic))
                    || (last.is_ascii_digit() && begins_with_year_or_clock(after))
            }
            _ if first.is_lowercase() => ends_phrase(last),
            _ if first.is_uppercase() => {
                last.is_lowercase()
                    || ends_phrase(last)
                    || (matches!(last, '.' | ',') && has_several_words(after))
                    || (ends_in_capitals() && next.is_some_and(char::is_lowercase))
            }
            _ => false,
        }
}

/// Whether a text begins with a year or a time of day. No other digits belong to the same number.
fn begins_with_year_or_clock(text: &str) -> bool {
    /// Digits of a year, and of each part of a time.
    const YEAR_DIGITS: usize = 4;
    const CLOCK_DIGITS: usize = 2;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    match digits(text) {
        YEAR_DIGITS => text.starts_with("19") || text.starts_with("20"),
        CLOCK_DIGITS => {
            text[CLOCK_DIGITS..].strip_prefix(':').is_some_and(|rest| digits(rest) == CLOCK_DIGITS)
        }
        _ => false,
    }
}

/// Whether a text has several words. Such a text is not part of a name like `json.JSONDecoder`.
fn has_several_words(text: &str) -> bool {
    text.trim().contains(char::is_whitespace)
}

/// Whether a character ends a sentence or a label. `.` and `,` are not included, because they may also be part
/// of an abbreviation or an address.
fn ends_phrase(c: char) -> bool {
    matches!(c, ')' | '!' | '?' | ':' | ';' | '%' | '”' | '»' | '…')
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPANS: &str = "</span><span>";

    fn needs_space(before: &str, markup: &str, after: &str) -> bool {
        space_between_texts(before, markup, after) != SpaceIn::NoOutput
    }

    #[test]
    fn characters_distinguish_words_from_parts_of_words() {
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
            ("02", "2023"),
            ("2023", "21:06"),
        ] {
            assert!(needs_space(before, SPANS, after), "{before}|{after}");
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
            ("12", "3456"),
            ("12", "30"),
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
            assert!(!needs_space(before, SPANS, after), "{before}|{after}");
        }
    }

    #[test]
    fn markup_distinguishes_siblings_from_parts_of_a_text() {
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
            assert_eq!(needs_space("HOKA", markup, "Clifton"), expected, "{markup}");
        }
    }

    #[test]
    fn capitals_and_numbers_after_words_need_a_space_and_note_marks_only_in_plain_text() {
        use SpaceIn::{EveryOutput, NoOutput, PlainText};
        for (before, markup, after, expected) in [
            ("Windproof", "<svg></svg></span><span>", "6/6", EveryOutput),
            ("Windproof", "<span>", "6/6", EveryOutput),
            ("5", "<span>", "star", EveryOutput),
            ("for security", "<strong>", "Cons:", EveryOutput),
            ("Location", "</em>", "The place", EveryOutput),
            ("e", "<b>", "Bay", NoOutput),
            ("Mac", "</b>", "OS", NoOutput),
            ("Mill", "</a>", "s", NoOutput),
            ("mp", "<b>", "3", NoOutput),
            ("10", "<i>", "kg", NoOutput),
            ("Waterproof", "<sup>", "1", PlainText),
            ("Waterproof", "</b><sup class=note><a href=#n1>", "1", PlainText),
            ("Waterproof", "<sup class=note>", "1", PlainText),
            ("cm", "<sup>", "2", NoOutput),
            ("10", "<sup>", "6", NoOutput),
            ("Mill", "<sup>", "TM", NoOutput),
            ("Waterproof", "<SUP>", "1", PlainText),
            ("log", "<SUB>", "2", NoOutput),
            ("log", "<sub class=x>", "2", NoOutput),
            ("log", "<sub>", "2", NoOutput),
        ] {
            assert_eq!(space_between_texts(before, markup, after), expected, "{before}{markup}{after}");
        }
    }
}
