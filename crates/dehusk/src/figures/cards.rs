//! Keeps the pictures of cards: in a series of short items with headings or pictures, such as the teasers of a front page or the
//! products of a shop, the only picture of an item belongs to it, whatever the date or the button beside the picture became.

use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::records::{Form, Item};
use crate::selection::{Kept, Media, MediaKind, Reason, Selection};

/// Minimum number of cards of a series. Chosen by hand: two boxes may be the columns of a page.
const MIN_CARDS: usize = 3;
/// Maximum bytes of text of a card, on average. Chosen by hand, as for the cards of products.
const MAX_CARD_BYTES: usize = 600;
/// Items are cards if at least this share of them has kept text and a heading, or a kept picture. Chosen by hand.
const MIN_SHARE: f32 = 0.8;

/// Keeps the pictures of cards that were removed because no text beside them is kept. Takes linear time for each level of groups
/// inside each other.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn keep_pictures(
    facts: PageFacts<'_>,
    selection: &Selection,
    media: &mut [Media],
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    if !media.iter().any(is_removed) {
        return Ok(());
    }
    let is_picture = |media: &Media| {
        media.kind == MediaKind::Image && !matches!(media.reason, Reason::Decoration | Reason::Hidden)
    };
    let pictures: Vec<usize> = (0..media.len()).filter(|index| is_picture(&media[*index])).collect();
    let kept = Kept::new(selection);
    let groups = facts.groups(deadline)?;
    for group in groups.all().iter().filter(|group| matches!(group.form, Form::Boxes | Form::List)) {
        deadline.tick()?;
        let items = groups.items_of(group);
        if are_short(items) {
            keep_pictures_of(items, &kept, &pictures, media);
        }
    }
    Ok(())
}

/// Keeps the pictures of the items of one group, if the items are cards: nearly all have kept text and a heading, or a picture that
/// is kept already.
fn keep_pictures_of(items: &[Item], kept: &Kept, pictures: &[usize], media: &mut [Media]) {
    let has_text = |item: &Item| kept.within(item.span).next().is_some();
    let only = |item: &Item| only_picture(item, pictures, media);
    let are_most = |is_card: &dyn Fn(&Item) -> bool| {
        let cards = items.iter().filter(|item| has_text(item) && is_card(item)).count();
        cards as f32 >= MIN_SHARE * items.len() as f32
    };
    let is_illustrated = |item: &Item| only(item).is_some_and(|picture| media[picture].kept);
    if !are_most(&|item| item.headings > 0) && !are_most(&is_illustrated) {
        return;
    }
    let found: Vec<usize> = items.iter().filter(|item| has_text(item)).filter_map(only).collect();
    for picture in found.into_iter().filter(|picture| is_removed(&media[*picture])).collect::<Vec<usize>>() {
        (media[picture].kept, media[picture].reason) = (true, Reason::InContent);
    }
}

/// The index of the picture of an item, if it has only one. `pictures` are the indices of those of the page.
fn only_picture(item: &Item, pictures: &[usize], media: &[Media]) -> Option<usize> {
    let first = pictures.partition_point(|index| media[*index].span.start() < item.span.start());
    let mut inside =
        pictures[first..].iter().take_while(|index| media[**index].span.start() < item.span.end());
    let only = inside.next().copied();
    only.filter(|_| inside.next().is_none())
}

/// Whether a picture was removed because no text beside it is kept.
fn is_removed(media: &Media) -> bool {
    !media.kept && media.reason == Reason::BesideContent
}

/// Whether items are short enough for cards. Posts are no cards: their pictures are of their authors.
fn are_short(items: &[Item]) -> bool {
    let text: usize = items.iter().map(|item| item.text as usize).sum();
    items.len() >= MIN_CARDS
        && text <= MAX_CARD_BYTES * items.len()
        && items.iter().all(|item| item.posts == 0)
}

#[cfg(test)]
mod tests {
    use crate::budget::Deadline;
    use crate::facts::{Found, PageFacts};
    use crate::figures::with_media;
    use crate::page::Page;
    use crate::selection::{Reason, Selection, Verdict};
    use crate::source::{Source, Span};
    use crate::visibility::Request;

    /// The addresses of the kept pictures of a page of which `h1` and `h3` are kept.
    fn kept_pictures(html: &str) -> Vec<String> {
        let page = Page::parse(Source::from_text(html));
        let of = |tag: &str| html.match_indices(tag).map(|(at, _)| at).collect::<Vec<usize>>();
        let mut headings = of("<h1>");
        headings.extend(of("<h3>"));
        let verdict = |start: usize| {
            let end = start + html[start..].find("</").unwrap_or(0);
            Verdict { span: Span::new(start, end), kept: true, score: 1.0, reason: Reason::WholePage }
        };
        let selection = Selection::new(headings.into_iter().map(verdict).collect());
        let found = Found::default();
        let facts = PageFacts::new(&page, &found);
        let deadline = &mut Deadline::after(None);
        let selection = with_media(facts, selection, Request::KEEP, deadline).unwrap();
        selection.media.into_iter().filter(|media| media.kept).map(|media| media.address).collect()
    }

    #[test]
    fn the_only_picture_of_a_card_belongs_to_it() {
        let cards = |card: &str| {
            let card = |name: &str| card.replace('N', name);
            format!("<h1>News</h1><p>Today</p>{}<h3>The end</h3>", ["rye", "oats", "peas"].map(card).concat())
        };
        let card =
            "<div class=c><div><img src=N.png></div><p>4 hours ago</p><h3>The N</h3><p>Read more</p></div>";
        let long = card.replace("Read more", &"Read more. ".repeat(80));
        for (card, expected) in [
            (card, 3),
            (&card.replace("<p>4", "<img src=b-N.png><p>4"), 0),
            (&card.replace("h3", "h4"), 0),
            (&card.replace("<div class=c>", "<div class=c data-author=Ann>"), 0),
            (&long, 0),
        ] {
            assert_eq!(kept_pictures(&cards(card)).len(), expected, "{card}");
        }
    }
}
