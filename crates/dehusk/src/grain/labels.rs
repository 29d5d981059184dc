//! Labels of adverts and messages of PHP: blocks that are never main content, whatever is around them.
//!
//! Both stand between the paragraphs of an article, so they look like its parts.

use super::choice::Choice;
use super::outline::{Kind, Outline, Shape};
use super::texts::texts;
use crate::page::Page;

/// The masses of the shortest and the longest label in [`LABELS`], and some more.
const MASS_OF_LABELS: std::ops::RangeInclusive<u32> = 12..=80;
/// Maximum mass of a message of PHP. Chosen by hand: a sentence and the path of a file.
const MAX_MESSAGE_MASS: u32 = 600;

/// Whole texts of blocks, compared by their letters and digits, without the case of ASCII letters. Collected by hand from pages of
/// journals. Words that may be a whole heading or cell of a page about adverts are left out.
const LABELS: [&str; 32] = [
    "advertisement",
    "advertisement. scroll to continue reading",
    "advertisement - continue reading below",
    "advertisement - scroll to continue",
    "advertisement continue reading below",
    "advertising - read more below",
    "advertisement story continues below",
    "advertisement · scroll to continue",
    "article continues after ad",
    "article continues after advertisement",
    "article continues below",
    "article continues below advertisement",
    "article continues below this ad",
    "content continues below ad",
    "continue reading below advertisement",
    "continue reading the main story",
    "loading advertisement",
    "scroll to continue with content",
    "story continues below advertisement",
    "story continues after advertisement",
    "this advertisement has not loaded yet, but your article continues below",
    "artikel wird unter der anzeige fortgesetzt",
    "der artikel wird nach der anzeige fortgesetzt",
    "la suite après cette publicité",
    "la suite après la publicité",
    "lire la suite après la publicité",
    "continúa leyendo después de la publicidad",
    "continua después de la publicidad",
    "continua após a publicidade",
    "continua a leggere dopo la pubblicità",
    "lees verder onder de advertentie",
    "Продолжение после рекламы",
];

/// The first words of messages that PHP writes into pages (`display_errors`; main/main.c of PHP).
const PHP_LEVELS: [&str; 7] = [
    "warning: ",
    "notice: ",
    "deprecated: ",
    "strict standards: ",
    "fatal error: ",
    "parse error: ",
    "catchable fatal error: ",
];

/// Removes labels of adverts and messages of PHP. Only what may be a message is read; labels are known by their hash.
pub(super) fn remove(page: &Page<'_>, outline: &Outline, choices: &mut [Choice]) {
    let labels = LABELS.map(Shape::hash_of);
    for (index, piece) in outline.pieces.iter().enumerate() {
        let is_label = MASS_OF_LABELS.contains(&piece.shape.mass) && labels.contains(&piece.shape.hash);
        if is_label && choices[index].is_kept() && !is_value(outline, index) {
            choices[index] = Choice::Label;
        }
    }
    let wanted = may_be_messages(page, outline, choices);
    for (index, text) in texts(page, outline, &wanted) {
        if is_message(&text) {
            choices[index] = Choice::Label;
        }
    }
}

/// For each block, whether it is kept and may be a message by its first word.
fn may_be_messages(page: &Page<'_>, outline: &Outline, choices: &[Choice]) -> Vec<bool> {
    let source = page.source().text();
    let mut wanted = vec![false; choices.len()];
    let mut last = None;
    for (span, index) in &outline.runs {
        let at = *index as usize;
        if last.replace(at) != Some(at) && choices[at].is_kept() {
            let is_short = outline.pieces[at].shape.mass <= MAX_MESSAGE_MASS;
            wanted[at] = is_short && starts_message(source[span.range()].trim_start());
        }
    }
    wanted
}

/// Whether a block is a heading, an item of a list or a cell of a table: a page about adverts may have such blocks.
fn is_value(outline: &Outline, block: usize) -> bool {
    let container = outline.container_of(&outline.pieces[block]);
    [Kind::Heading, Kind::Item, Kind::Table].into_iter().any(|kind| container.is_in(kind))
}

/// Whether a text begins with the first word of a message.
fn starts_message(text: &str) -> bool {
    PHP_LEVELS.iter().any(|level| {
        let word = level.trim_end_matches(": ");
        text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    })
}

/// Whether a text is a message: its level, what happened, the file and the line.
fn is_message(text: &str) -> bool {
    let is_level = |level: &&str| text.starts_with(*level);
    PHP_LEVELS.iter().any(is_level) && text.contains(".php") && text.contains(" on line ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Deadline;
    use crate::grain::choice::marks;
    use crate::source::Source;

    #[test]
    fn labels_of_adverts_and_messages_of_php_are_removed() {
        for (page, expected) in [
            ("<p>a<div>Advertisement</div><p>b", "+-+"),
            ("<p>a<div><span>ADVERTISEMENT.</span> Scroll to continue reading.</div><p>b", "+-+"),
            ("<h2>Advertisement</h2><ul><li>Advertisement</ul>", "++"),
            ("<p>An advertisement of 1790 for the mill", "+"),
            ("<br><b>Warning</b>: Undefined index: a in <b>/srv/a.php</b> on line <b>8</b><br><br>b", "-+"),
            ("<p>Warning: the stairs are steep", "+"),
            ("<p>Notice: a.php is read on line 3 of every request", "-"),
        ] {
            let page = Page::parse(Source::from_text(page));
            let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
            let mut choices = vec![Choice::Kept; outline.pieces.len()];
            remove(&page, &outline, &mut choices);
            assert_eq!(marks(&choices), expected, "{}", page.source().text());
        }
    }

    #[test]
    fn labels_are_of_the_masses_that_are_looked_at() {
        for label in LABELS {
            let mass = label.chars().filter(|c| !c.is_whitespace()).count() as u32;
            assert!(MASS_OF_LABELS.contains(&mass), "{label}");
        }
    }
}
