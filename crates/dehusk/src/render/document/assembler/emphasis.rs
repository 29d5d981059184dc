//! Finds emphasis that says nothing, because nearly all of the kept text has it: a page that never closes an `<i>`, or one that is
//! bold all over.

use super::is_shown;
use crate::markup::Tag;
use crate::page::{Element, Page};
use crate::render::document::style;
use crate::selection::Kept;

/// Emphasis says nothing if at least this share of the bytes of the kept text has it. Chosen by hand: names, titles and quotations
/// may be outside of it.
const MIN_SHARE: f64 = 0.9;
/// Minimum number of blocks of kept text. Chosen by hand: one or two paragraphs may be a motto.
const MIN_BLOCKS: usize = 3;
/// Number of elements around a text that are looked at. Chosen by hand: a parser opens an unclosed `<i>` again in every block.
const MAX_AROUND: usize = 32;
/// The styles that are looked at.
const STYLES: [u8; 2] = [style::STRONG, style::EMPHASIS];

/// The styles that nearly all of the kept text has, over several blocks, as flags of [`style`]. Ends as soon as enough text has none.
/// Takes linear time.
pub(super) fn without_meaning(page: &Page<'_>, kept: &Kept, unscripted: bool) -> u8 {
    let bytes_of = |span| kept.within(span).map(|part| part.len()).sum::<usize>();
    let runs = || page.runs().filter(|run| is_shown(run, unscripted));
    let all: usize = runs().map(|run| bytes_of(run.span)).sum();
    let most_without = ((1.0 - MIN_SHARE) * all as f64) as usize;
    let (mut without, mut found) = ([0_usize; STYLES.len()], STYLES.iter().fold(0, |all, bit| all | bit));
    let mut blocks = 0;
    for run in runs() {
        let bytes = bytes_of(run.span);
        if bytes == 0 {
            continue;
        }
        blocks += usize::from(run.begins_line() || blocks == 0);
        let around = page.element_of(&run).map_or(0, style_around);
        for (without, bit) in without.iter_mut().zip(STYLES).filter(|(_, bit)| around & bit == 0) {
            *without += bytes;
            if *without > most_without {
                found &= !bit;
            }
        }
        if found == 0 {
            return 0;
        }
    }
    if blocks < MIN_BLOCKS { 0 } else { found }
}

/// The emphasis of the elements around a text.
fn style_around(element: Element<'_>) -> u8 {
    let around = std::iter::successors(Some(element), Element::parent).take(MAX_AROUND);
    around.fold(0, |style, element| style | style_of(element.tag()))
}

/// The emphasis that an element gives to its text.
fn style_of(tag: Tag) -> u8 {
    match tag {
        Tag::B | Tag::Strong => style::STRONG,
        Tag::I | Tag::Em => style::EMPHASIS,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::{Reason, Selection, Verdict};
    use crate::source::{Source, Span};

    #[test]
    fn emphasis_of_nearly_all_text_says_nothing() {
        let text = "The wheel of the mill turns.";
        for (html, expected) in [
            (format!("<p>a<p><i>{text}<p>{text}<p>{text}"), style::EMPHASIS),
            (format!("<p><b>{text}<p><i>{text}<p>{text}</i></b>"), style::STRONG),
            (format!("<b><i><p>{text}<p>{text}<p>{text}</i></b>"), style::STRONG | style::EMPHASIS),
            (format!("<p>{text}<p><i>{text}<p>{text}<p>{text}"), 0),
            (format!("<p><i>{text}<p>{text}"), 0),
            (format!("<p><i>{text} {text} {text}</i>"), 0),
            (String::new(), 0),
        ] {
            let page = Page::parse(Source::from_text(&html));
            let span = Span::new(0, html.len());
            let all = Verdict { span, kept: true, score: 1.0, reason: Reason::WholePage };
            let kept = Kept::new(&Selection::new(vec![all]));
            assert_eq!(without_meaning(&page, &kept, false), expected, "{html}");
        }
    }
}
