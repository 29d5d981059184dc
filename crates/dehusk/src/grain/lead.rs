//! The lead: a block between the title and the text that the page declares as its description is kept.
//!
//! Journals print the lead in a box of its own above the picture, where the model takes it for a teaser. What a page says about
//! itself is no teaser of another page.

use super::choice::Choice;
use super::outline::{Kind, Outline, heading_around};
use super::texts::texts;
use crate::markup::Tag;
use crate::page::{Element, Page};
use crate::text_key::text_key;

/// Maximum number of blocks before the first kept one that are looked at. Between title and text there are names, dates and buttons
/// too. Chosen by hand.
const MAX_BLOCKS: usize = 16;
/// Minimum and maximum mass of a lead. Shorter texts are labels. Chosen by hand.
const MASS: std::ops::RangeInclusive<u32> = 25..=900;
/// Minimum number of letters and digits with which lead and description begin alike, if one of them is longer. Chosen by hand.
const MIN_ALIKE: usize = 40;
/// Maximum share of a lead's text that is in links. Chosen by hand.
const MAX_LINK_SHARE: f32 = 0.5;
/// Maximum number of descriptions that are read. Chosen by hand.
const MAX_DESCRIPTIONS: usize = 4;
/// Maximum bytes of a description that is read. Chosen by hand.
const MAX_DESCRIPTION_BYTES: usize = 4096;
/// Kinds of containers that hold no lead.
const NO_LEADS: [Kind; 5] = [Kind::Nav, Kind::Footer, Kind::Aside, Kind::Dialog, Kind::Form];

/// Keeps the blocks between the title and the first kept text that are the description of the page.
pub(super) fn restore(page: &Page<'_>, outline: &Outline, choices: &mut [Choice]) {
    let is_text = |index: &usize| choices[*index].is_kept() && heading_around(outline, *index) != 1;
    let Some(first) = (0..choices.len()).find(is_text) else { return };
    let mut wanted = vec![false; choices.len()];
    let before = (0..first).rev().take(MAX_BLOCKS).take_while(|index| heading_around(outline, *index) != 1);
    before.filter(|index| may_be_lead(outline, *index)).for_each(|index| wanted[index] = true);
    if !wanted.contains(&true) {
        return;
    }
    let descriptions = descriptions(page);
    if descriptions.is_empty() {
        return;
    }
    for (index, text) in texts(page, outline, &wanted) {
        let text = text_key(&text);
        if descriptions.iter().any(|description| are_alike(&text, description)) {
            choices[index] = Choice::Lead;
        }
    }
}

fn may_be_lead(outline: &Outline, index: usize) -> bool {
    let piece = &outline.pieces[index];
    let container = outline.container_of(piece);
    MASS.contains(&piece.shape.mass)
        && !piece.hidden
        && piece.link_share() <= MAX_LINK_SHARE
        && !NO_LEADS.iter().any(|kind| container.is_in(*kind))
}

/// The keys of the descriptions that the page declares.
fn descriptions(page: &Page<'_>) -> Vec<String> {
    let metas =
        page.head().into_iter().flat_map(|head| head.children()).filter(|child| child.tag() == Tag::Meta);
    let contents = metas.filter(is_description).filter_map(|meta| meta.attribute("content"));
    let short = contents.filter(|content| content.len() <= MAX_DESCRIPTION_BYTES);
    short.take(MAX_DESCRIPTIONS).map(|content| text_key(&content)).collect()
}

fn is_description(meta: &Element<'_>) -> bool {
    let name = meta.attribute("name").or_else(|| meta.attribute("property"));
    name.is_some_and(|name| {
        let name = name.to_ascii_lowercase();
        matches!(name.as_str(), "description" | "og:description" | "twitter:description")
    })
}

/// Whether a text is a description, or one of them is the beginning of the other.
fn are_alike(text: &str, description: &str) -> bool {
    let is_beginning = |whole: &str, part: &str| whole.starts_with(part) && part.chars().count() >= MIN_ALIKE;
    !text.is_empty()
        && (text == description || is_beginning(text, description) || is_beginning(description, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Deadline;
    use crate::grain::choice::marks;
    use crate::source::Source;

    const LEAD: &str = "After two winters of repairs the old mill on the river turns again.";

    #[test]
    fn the_description_between_title_and_text_is_kept() {
        let start = &LEAD[..LEAD.len() - 10];
        for (description, page, expected) in [
            (LEAD, format!("<h1>The mill</h1><p>{LEAD}</p><p>By A. Miller</p><p>text"), "-+-+"),
            (start, format!("<h1>The mill</h1><h2>{LEAD}</h2><p>text"), "-++"),
            (LEAD, format!("<h1>The mill</h1><h2>{start}</h2><p>text"), "-++"),
            ("Another text", format!("<h1>The mill</h1><h2>{LEAD}</h2><p>text"), "--+"),
            ("The mill", "<h1>The mill</h1><h2>The mill opens</h2><p>text".to_owned(), "--+"),
            (LEAD, format!("<p>{LEAD}</p><h1>The mill</h1><p>text"), "--+"),
            (LEAD, format!("<h1>The mill</h1><aside>{LEAD}</aside><p>text"), "--+"),
            (LEAD, format!("<h1>The mill</h1><p><a href=a>{LEAD}</a></p><p>text"), "--+"),
            (LEAD, format!("<h1>The mill</h1><p hidden>{LEAD}</p><p>text"), "--+"),
        ] {
            let source = format!("<meta name=description content='{description}'>{page}");
            let page = Page::parse(Source::from_text(&source));
            let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
            let mut choices = vec![Choice::Removed; outline.pieces.len()];
            *choices.last_mut().unwrap() = Choice::Kept;
            restore(&page, &outline, &mut choices);
            assert_eq!(marks(&choices), expected, "{source}");
            assert!(
                choices.iter().all(|choice| matches!(choice, Choice::Removed | Choice::Lead | Choice::Kept))
            );
        }
    }
}
