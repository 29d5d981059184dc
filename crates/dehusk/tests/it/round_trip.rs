//! Reads the text back from Markdown and HTML, and compares it with the plain text. The fuzz targets in `fuzz/` include this file,
//! so it uses nothing of the other tests.

use dehusk::methods::Plain;
use dehusk::{Extraction, Extractor, Options};
use pulldown_cmark::{Event, Tag, TagEnd};

/// Trims whitespace and collapses it to single spaces.
pub(crate) fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text of HTML with collapsed whitespace.
pub(crate) fn plain_text(html: &str) -> String {
    collapse_whitespace(Extractor::new(Options::new().with(Plain)).extract(html.as_bytes(), None).text())
}

/// Returns Markdown as HTML, without footnotes but with their texts.
pub(crate) fn html_of_markdown(markdown: &str) -> String {
    let mut html = String::from("<meta charset=utf-8>");
    pulldown_cmark::html::push_html(&mut html, events(markdown).filter(|event| !is_of_note(event)));
    html
}

fn events(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    pulldown_cmark::Parser::new_ext(
        markdown,
        pulldown_cmark::Options::ENABLE_TABLES
            | pulldown_cmark::Options::ENABLE_STRIKETHROUGH
            | pulldown_cmark::Options::ENABLE_TASKLISTS
            | pulldown_cmark::Options::ENABLE_FOOTNOTES,
    )
}

/// Whether an event belongs to a footnote. If such events are ignored, the text of a note stays in its position, without the
/// number.
fn is_of_note(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::FootnoteReference(_)
            | Event::Start(Tag::FootnoteDefinition(_))
            | Event::End(TagEnd::FootnoteDefinition)
    )
}

/// Maximum length, in characters, of the number of a note or of its links back.
const MAX_NOTE_CHARS: usize = 64;
/// Number of characters that must be equal for two texts to count as continuing in the same way.
const SAME_CHARS: usize = 6;

/// Removes at most `notes` note numbers and links back from the text. They are missing in `back`, the text of the Markdown,
/// because Markdown has its own syntax for them. If `back` lacks anything else, it is not removed from the text, so the caller
/// finds the difference.
fn without_notes(text: &str, back: &str, notes: usize) -> String {
    let (text, back): (Vec<char>, Vec<char>) = (text.chars().collect(), back.chars().collect());
    let goes_on = |at: usize, of_back: usize| {
        let rest = &back[of_back.min(back.len())..];
        let same = rest.len().min(SAME_CHARS);
        text[at..].starts_with(&rest[..same]) && (same == SAME_CHARS || text.len() - at == same)
    };
    let (mut at, mut of_back, mut out, mut left_out) = (0, 0, String::new(), 0);
    while at < text.len() {
        if text.get(at) != back.get(of_back) && left_out < notes {
            let most = MAX_NOTE_CHARS.min(text.len() - at);
            if let Some(length) = (1..=most).find(|length| goes_on(at + length, of_back)) {
                (at, left_out) = (at + length, left_out + 1);
                continue;
            }
        }
        out.push(text[at]);
        (at, of_back) = (at + 1, of_back + 1);
    }
    out
}

/// Returns the first difference between two texts.
pub(crate) fn difference(text: &str, other: &str) -> Option<String> {
    if text == other {
        return None;
    }
    let same = text.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let from = text
        .floor_char_boundary(same.saturating_sub(60))
        .min(other.floor_char_boundary(same.saturating_sub(60)));
    let part = |text: &str| {
        let from = text.floor_char_boundary(from);
        text[from..text.floor_char_boundary(from + 150)].to_owned()
    };
    Some(format!("text:  {}\nother: {}", part(text), part(other)))
}

/// Returns the first difference between the plain text and that of the Markdown.
pub(crate) fn markdown_differs(extraction: &Extraction) -> Option<String> {
    let markdown = extraction.markdown().unwrap();
    let back = plain_text(&html_of_markdown(markdown));
    let text = collapse_whitespace(extraction.text());
    // Each reference may lack one number. Each definition may lack links back before and after it, and has two events: start and
    // end.
    let notes = events(markdown).filter(is_of_note).count();
    difference(&if notes > 0 { without_notes(&text, &back, notes) } else { text }, &back)
}

/// Returns the first difference between the plain text and that of the HTML.
pub(crate) fn html_differs(extraction: &Extraction) -> Option<String> {
    let html = format!("<meta charset=utf-8>{}", extraction.html().unwrap());
    difference(&collapse_whitespace(extraction.text()), &plain_text(&html))
}

/// Returns our HTML as the maintained sanitizer `ammonia` writes it, which should change nothing. The sanitizer is configured not
/// to add `rel`, and to allow attributes that we document but it does not know: `dir`, and `value` of list items.
pub(crate) fn sanitized(html: &str) -> String {
    ammonia::Builder::default()
        .add_generic_attributes(["dir"])
        .add_tag_attributes("li", ["value"])
        .link_rel(None)
        .clean(html)
        .to_string()
}

/// Whether a page may have formulas, which Markdown and HTML write in another way than the text.
pub(crate) fn holds_formula(page: &[u8]) -> bool {
    let page = String::from_utf8_lossy(page);
    ["<math", "math/tex", r"\(", r"\[", "$$"].iter().any(|mark| page.contains(mark))
}
