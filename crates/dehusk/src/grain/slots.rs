//! Slots: the blocks at the same place in the items of a group, such as the names in the posts of a thread, or the cells of a
//! column. What is kept of them is not decided here.
//!
//! The forests rate each block separately. A reader who gets the name above nine posts of ten takes the tenth post for a part of
//! the ninth, so a block is at least as probable as the mean of its slot.

use super::choice::Choice;
use super::outline::{Outline, Piece, mix};
use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::page::Page;
use crate::records::{Form, Groups, Place};
use crate::source::Span;
use std::collections::HashMap;

/// Minimum number of blocks of a slot. Two blocks say little about each other. Chosen by hand.
const MIN_BLOCKS: u32 = 3;
/// A slot has a block for at least one in this many items of its group. Chosen by hand: half of them.
const ITEMS_PER_BLOCK: u32 = 2;
/// If an item has several blocks with the same path of tags, so many of them have slots of their own. The others share one more
/// slot. Chosen by hand.
const MAX_OCCURRENCES: u32 = 8;

/// Maximum mass of a block that is a price with a word or two, such as "From €9.50 each". Chosen by hand.
const MAX_PRICE_MASS: u32 = 24;

/// The blocks of a slot.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    group: u32,
    blocks: u32,
    /// The number of blocks that are prices.
    prices: u32,
    /// The sum of the probabilities of its blocks.
    sum: f32,
}

/// Whether a slot could raise some block to the threshold. The mean of a block's slot cannot exceed the mean of the block and the
/// two most probable blocks with the same path of tags, so that mean is checked first. This saves the search for groups on two
/// pages of three. A price may rise to any probability, but only if there are enough blocks with its path.
pub(super) fn may_matter(outline: &Outline, probabilities: &[f32], threshold: f32) -> bool {
    let path = |piece: &Piece| outline.path_of(piece);
    let mut best: HashMap<u64, (f32, f32, u32)> = HashMap::new();
    for (piece, probability) in outline.pieces.iter().zip(probabilities) {
        let (first, second, blocks) = best.entry(path(piece)).or_default();
        *blocks += 1;
        if probability > first {
            (*second, *first) = (*first, *probability);
        } else if probability > second {
            *second = *probability;
        }
    }
    outline.pieces.iter().zip(probabilities).any(|(piece, probability)| {
        let (first, second, blocks) = best[&path(piece)];
        *probability < threshold
            && blocks >= MIN_BLOCKS
            && (is_price(piece) || probability + first + second >= MIN_BLOCKS as f32 * threshold)
    })
}

/// Returns the probability of each block, raised to the mean of its slot if it is lower. A slot of prices counts as much as the
/// most probable slot of its group, because a reader who gets the names of products wants their prices. Takes linear time.
///
/// On pages left out of training this gains .005 F1 on the pages labeled for dehusk, most of it on threads and lists, and nothing
/// on wcxb-dev. To set each block to the mean of its slot gains less, and costs .001 on wcxb-dev
/// (docs/src/notebook/grain-cut.md).
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn raise(
    facts: PageFacts<'_>,
    outline: &Outline,
    probabilities: &[f32],
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    let groups = facts.groups(deadline)?;
    let keys = keys(groups, outline, &places(facts.page(), groups, outline));
    let mut slots: HashMap<u64, Slot> = HashMap::new();
    for ((key, probability), piece) in keys.iter().zip(probabilities).zip(&outline.pieces) {
        deadline.tick()?;
        if let Some((group, key)) = *key {
            let slot = slots.entry(key).or_insert(Slot { group, ..Slot::default() });
            slot.blocks += 1;
            slot.prices += u32::from(is_price(piece));
            slot.sum += probability;
        }
    }
    slots.retain(|_, slot| slot.is_filled(groups));
    let best = best_means(groups, slots.values());
    let least = |slot: &Slot| if slot.has_prices() { best[slot.group as usize] } else { slot.mean() };
    let least_at = |key: &Option<(u32, u64)>| key.and_then(|(_, key)| slots.get(&key)).map_or(0.0, least);
    Ok(keys.iter().zip(probabilities).map(|(key, probability)| probability.max(least_at(key))).collect())
}

/// For each group, the mean of its most probable slot; 0 if it has none.
fn best_means<'s>(groups: &Groups, slots: impl Iterator<Item = &'s Slot>) -> Vec<f32> {
    let mut best = vec![0.0f32; groups.all().len()];
    for slot in slots {
        let mean = &mut best[slot.group as usize];
        *mean = mean.max(slot.mean());
    }
    best
}

/// Marks the blocks that the cut keeps only because of their slots: those that are less probable than all blocks that are kept, as
/// long as their own probability counts.
pub(super) fn mark(choices: &mut [Choice], own: &[f32], raised: &[f32]) {
    let is_kept = |index: &usize| choices[*index] == Choice::Kept;
    let cut = (0..choices.len()).filter(is_kept).map(|index| raised[index]).fold(f32::INFINITY, f32::min);
    for (choice, own) in choices.iter_mut().zip(own) {
        if *choice == Choice::Kept && *own < cut {
            *choice = Choice::InsideGroup;
        }
    }
}

impl Slot {
    fn mean(&self) -> f32 {
        self.sum / self.blocks as f32
    }

    /// Whether most of its blocks are prices.
    fn has_prices(&self) -> bool {
        self.prices * 2 > self.blocks
    }

    /// Whether it has enough blocks to say something about each of them.
    fn is_filled(&self, groups: &Groups) -> bool {
        let items = groups.items_of(&groups.all()[self.group as usize]).len();
        self.blocks >= MIN_BLOCKS && (self.blocks * ITEMS_PER_BLOCK) as usize >= items
    }
}

/// Whether a block is a price: short, with the sign of a currency and no sentence. Items read prices from the text
/// (`crate::parts`); here only the shape of the text is known.
fn is_price(piece: &Piece) -> bool {
    let shape = &piece.shape;
    shape.currency > 0 && shape.mass <= MAX_PRICE_MASS && shape.ends == 0
}

/// For each block, its group, and a hash of its slot: of the group, the path of tags, and the number of blocks with this path
/// before it in its item. `None` for blocks that are in no item, or in a series of paragraphs, lines, headings or sections,
/// because these have no places.
fn keys(groups: &Groups, outline: &Outline, places: &[Option<Place>]) -> Vec<Option<(u32, u64)>> {
    let mut seen: HashMap<u64, u32> = HashMap::new();
    let has_places = |place: &Place| {
        let form = groups.all()[place.group as usize].form;
        !matches!(form, Form::Paragraphs | Form::Lines | Form::Headings | Form::Sections)
    };
    let key = |(place, piece): (&Option<Place>, &Piece)| {
        let place = place.filter(has_places)?;
        let path = mix(outline.path_of(piece), place.group.into());
        let before = seen.entry(mix(path, place.item.into())).or_default();
        let occurrence = (*before).min(MAX_OCCURRENCES);
        *before += 1;
        Some((place.group, mix(path, occurrence.into())))
    };
    places.iter().zip(&outline.pieces).map(key).collect()
}

/// For each block, its innermost item.
pub(super) fn places(page: &Page<'_>, groups: &Groups, outline: &Outline) -> Vec<Option<Place>> {
    let shown = page.blocks().iter().zip(groups.of_blocks());
    let unscripted = page.unscripted_blocks().iter().zip(groups.of_unscripted_blocks());
    let mut all: Vec<(Span, Option<Place>)> =
        shown.chain(unscripted).map(|(block, place)| (block.span, *place)).collect();
    all.sort_by_key(|(span, _)| span.start());
    let mut all = all.into_iter().peekable();
    let mut places = Vec::with_capacity(outline.pieces.len());
    // The first run of each block. Blocks are numbered in the order of their first runs.
    for (run, piece) in &outline.runs {
        if *piece as usize == places.len() {
            while all.next_if(|(block, _)| block.end() <= run.start()).is_some() {}
            let around = all.peek().filter(|(block, _)| block.start() < run.end());
            places.push(around.and_then(|(_, place)| *place));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Found;
    use crate::source::Source;

    /// The probabilities after [`raise`], as percentages.
    fn raised(page: &str, probabilities: &[f32]) -> Vec<i32> {
        let page = Page::parse(Source::from_text(page));
        let never = &mut Deadline::after(None);
        let outline = Outline::of(&page, never).unwrap();
        assert_eq!(outline.pieces.len(), probabilities.len());
        let raised = raise(PageFacts::new(&page, &Found::default()), &outline, probabilities, never).unwrap();
        raised.iter().map(|probability| (probability * 100.0).round() as i32).collect()
    }

    fn post(words: &str) -> String {
        format!("<div class=post><b>Ann</b><p>{words} at the mill</p></div>")
    }

    #[test]
    fn a_block_is_at_least_as_probable_as_its_slot() {
        let posts = [post("One"), post("Two"), post("Three")].concat();
        for (page, own, expected) in [
            (posts.as_str(), vec![0.9, 0.8, 0.3, 0.8, 0.9, 0.2], vec![90, 80, 70, 80, 90, 60]),
            ("<ul><li>one<li>two<li>three</ul>", vec![0.9, 0.3, 0.3], vec![90, 50, 50]),
            ("<ul><li>one<li>two</ul><p>three", vec![0.9, 0.3, 0.3], vec![90, 30, 30]),
            ("<p>One.<p>Two.<p>Three.", vec![0.9, 0.3, 0.3], vec![90, 30, 30]),
        ] {
            assert_eq!(raised(page, &own), expected, "{page}");
        }
    }

    #[test]
    fn the_columns_of_a_table_are_slots() {
        let table = "<table><tr><td>a<td>1<tr><td>b<td>2<tr><td>c<td>3</table>";
        assert_eq!(raised(table, &[0.9, 0.1, 0.6, 0.1, 0.6, 0.4]), [90, 20, 70, 20, 70, 40]);
    }

    #[test]
    fn prices_are_as_probable_as_the_names_of_their_products() {
        let cards = |price: &str| format!("<div class=card><b>Rye flour</b><i>{price}</i></div>").repeat(3);
        let own = [0.9, 0.2, 0.8, 0.3, 0.7, 0.1];
        assert_eq!(raised(&cards("<p>€9.50"), &own), [90, 80, 80, 80, 80, 80]);
        assert_eq!(raised(&cards("<p>In stock"), &own), [90, 20, 80, 30, 80, 20]);
        assert_eq!(raised(&cards("<p>Costs €9 today."), &own), [90, 20, 80, 30, 80, 20], "a sentence");
    }

    #[test]
    fn groups_are_searched_only_if_slots_can_matter() {
        let page = Page::parse(Source::from_text("<ul><li>one<li>two<li>three</ul><p>four"));
        let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
        for (own, expected) in
            [([0.9, 0.8, 0.1, 0.6], true), ([0.9, 0.2, 0.1, 0.4], false), ([0.9; 4], false)]
        {
            assert_eq!(may_matter(&outline, &own, 0.5), expected, "{own:?}");
        }
    }

    #[test]
    fn blocks_that_only_their_slots_keep_are_marked() {
        let mut choices = [Choice::Kept, Choice::Kept, Choice::Removed, Choice::Code];
        mark(&mut choices, &[0.9, 0.2, 0.1, 0.1], &[0.9, 0.6, 0.3, 0.1]);
        assert_eq!(choices, [Choice::Kept, Choice::InsideGroup, Choice::Removed, Choice::Code]);
    }
}
