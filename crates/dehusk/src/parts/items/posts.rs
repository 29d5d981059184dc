//! What only posts have: the labels of their authors and dates, their own addresses, and the post that opens a discussion if it is
//! outside of the list of answers. What makes a group one of posts is decided in [`super::kind`].

use super::choose::Draft;
use super::clues::{MAX_WORD_BYTES, around_within, attribute, leads_to_person};
use super::fields::{Read, Slots, read_all};
use super::maker::Maker;
use super::{Lister, take};
use crate::budget::{Deadline, MAX_ADDRESS_BYTES, TimedOut};
use crate::page::{Element, Page};
use crate::parts::{ByteBudget, Item, ItemKind};
use crate::records::{Groups, Item as Found};
use crate::source::Span;
use std::collections::HashSet;

/// The opening post is looked for before this number of elements around the answers. Chosen by hand.
const MAX_LEVELS: usize = 6;
/// The opening post is looked for among this number of siblings at each level. Chosen by hand.
const MAX_SIBLINGS: usize = 6;
/// A box with more runs of text than this is no opening post. It bounds the time. Chosen by hand.
const MAX_RUNS: u32 = 2000;
/// Minimum characters of the longest stretch of text of an opening post. Chosen by hand.
const MIN_CHARS: usize = 40;
/// Shorter ends of addresses are too often the same as those of other ids. Chosen by hand.
const MIN_ID_BYTES: usize = 2;
/// A box with more names than this is a list. Chosen by hand.
const MAX_NAMES: usize = 2;

impl<'p> Lister<'p, '_> {
    /// Returns the groups that are listed, the largest group of posts with the post that opens the discussion,
    /// if there is one before it. Groups inside that post are left out.
    pub(super) fn with_opening_post(
        &self,
        groups: &Groups,
        drafts: Vec<Option<Draft>>,
        budget: &mut ByteBudget,
        deadline: &mut Deadline,
    ) -> Result<Vec<Draft>, TimedOut> {
        let listed =
            drafts.into_iter().zip(groups.all()).filter_map(|(draft, group)| Some((draft?, group.container)));
        let (mut drafts, containers): (Vec<Draft>, Vec<u32>) = listed.unzip();
        let posts = (0..drafts.len()).filter(|at| drafts[*at].kind == ItemKind::Posts);
        let Some(largest) = posts.max_by(|a, b| drafts[*a].text.total_cmp(&drafts[*b].text)) else {
            return Ok(drafts);
        };
        if !self.is_discussion() {
            return Ok(drafts);
        }
        let Some(opening) = self.opening_post(containers[largest], &drafts, largest, deadline)? else {
            return Ok(drafts);
        };
        if !take(&opening, budget) {
            return Ok(drafts);
        }
        let is_inside = |item: &Item| {
            opening.source.start() <= item.source.start() && item.source.end() <= opening.source.end()
        };
        drafts[largest].items.insert(0, opening.clone());
        let mut index = 0..;
        drafts.retain(|draft| index.next() == Some(largest) || !draft.items.iter().all(is_inside));
        Ok(drafts)
    }

    /// The post before the answers in an element: the nearest box with an author and a text that is in no
    /// listed post.
    fn opening_post(
        &self,
        container: u32,
        drafts: &[Draft],
        answers: usize,
        deadline: &mut Deadline,
    ) -> Result<Option<Item>, TimedOut> {
        let is_in_post = |span: Span| {
            let posts =
                drafts.iter().filter(|draft| draft.kind == ItemKind::Posts).flat_map(|draft| &draft.items);
            posts.clone().any(|post| post.source.start() < span.end() && span.start() < post.source.end())
        };
        for element in boxes_before(self.page.element(container)) {
            let Some(found) = found(self.page, element).filter(|it| it.runs.1 - it.runs.0 <= MAX_RUNS) else {
                continue;
            };
            let parent = element.parent().map_or(container, |parent| parent.id());
            let pieces = self.pieces(parent, 1).of(&found, deadline)?;
            let read = read_all(pieces, self.signature);
            if !may_open(&read) {
                continue;
            }
            if is_in_post(found.span) {
                return Ok(None);
            }
            let maker = Maker { lister: self, kind: ItemKind::Posts, slots: Slots::of_one_post() };
            let item = maker.item(&found, &read);
            let first = drafts[answers].items.first();
            let is_signed_alike = |name| first.is_some_and(|first| first.get(name) == item.get(name));
            return Ok((!["author", "date"].into_iter().all(is_signed_alike)).then_some(item));
        }
        Ok(None)
    }
}

/// The labels on the lines of the pieces of a post that are left out of its text, such as `Post by` before the author. A label is the
/// same in all posts. One with a colon belongs to the value after it: `Posts: 12`.
pub(super) fn labels_beside(read: &[Read<'_>], left_out: &[Option<Span>], slots: &Slots) -> Vec<Span> {
    if left_out.iter().all(Option::is_none) {
        return Vec::new();
    }
    let is_left_out = |it: &Read<'_>| left_out.contains(&Some(it.piece.span));
    let lines = read.chunk_by(|_, next| !next.piece.begins_line);
    let beside = lines.filter(|line| line.iter().any(is_left_out)).flat_map(|line| {
        line.iter().enumerate().filter(move |(at, it)| {
            let has_value = line.get(at + 1).is_some_and(|value| !is_left_out(value));
            slots.is_label(it) && !(has_value && it.piece.text.ends_with(':'))
        })
    });
    beside.map(|(_, it)| it.piece.span).collect()
}

/// The link of a post that leads to the post itself: the one that is marked as such, or whose address ends with the id of an element
/// around the beginning of the post, or with what follows the last hyphen in it.
pub(super) fn permalink<'p>(
    links: impl Iterator<Item = Element<'p>>,
    beginning: Element<'p>,
    post: Span,
) -> Option<Element<'p>> {
    let ids: Vec<_> =
        around_within(beginning, post).filter_map(|it| attribute(&it, "id", MAX_WORD_BYTES)).collect();
    let names_post = |end: &str| {
        let is_id = |id: &str| id == end || id.rsplit(['-', '_']).next() == Some(end);
        end.len() >= MIN_ID_BYTES && ids.iter().any(|id| is_id(id))
    };
    links.filter(|link| !leads_to_person(link)).find(|link| {
        let relation = attribute(link, "rel", MAX_WORD_BYTES);
        let is_marked = relation.is_some_and(|it| it.split_ascii_whitespace().any(|word| word == "bookmark"));
        let address = attribute(link, "href", MAX_ADDRESS_BYTES).unwrap_or_default();
        is_marked || address.trim_end_matches('/').rsplit(['/', '#']).next().is_some_and(names_post)
    })
}

/// The elements before an element and before those around it, the nearest first.
fn boxes_before(element: Element<'_>) -> impl Iterator<Item = Element<'_>> {
    let around = std::iter::successors(Some(element), Element::parent).take(MAX_LEVELS);
    around.flat_map(|element| std::iter::successors(element.previous(), Element::previous).take(MAX_SIBLINGS))
}

/// The blocks inside an element.
fn found(page: &Page<'_>, element: Element<'_>) -> Option<Found> {
    let span = element.span();
    let blocks = page.blocks();
    let first = blocks.partition_point(|block| block.span.start() < span.start());
    let end = blocks.partition_point(|block| block.span.start() < span.end());
    let inside = blocks.get(first..end)?;
    let runs = (inside.first()?.runs.0, inside.last()?.runs.1);
    (runs.0 < runs.1).then(|| Found { runs, span, ..Found::default() })
}

/// Whether a box has an author and a text that is kept.
fn may_open(read: &[Read<'_>]) -> bool {
    let names: HashSet<&str> =
        read.iter().filter(|it| it.names_author()).map(|it| it.piece.text.as_str()).collect();
    let texts = read.iter().filter(|it| it.piece.kept && it.piece.link.is_none() && !it.is_date());
    let longest = texts.map(|it| it.piece.text.chars().count()).max();
    (1..=MAX_NAMES).contains(&names.len()) && longest.is_some_and(|chars| chars >= MIN_CHARS)
}
