//! Drops the items of a group that are no records like the others: counters and pagers between posts, headings
//! between results. Which groups are records is decided in [`super::kind`].

use super::clues::sign;
use super::fields::Read;
use crate::parts::ItemKind;
use crate::records::Item as Found;
use std::collections::{HashMap, HashSet};

/// Items without the marks of a record are dropped if at least this share of the items have them. Chosen by
/// hand.
const MIN_MARKED: f32 = 0.6;
/// A slot is a common one if at least this share of the items has it. Chosen by hand.
const MIN_COMMON: f32 = 0.5;

/// Removes the items that are no records like the others. Items of lists of points, steps and facts may differ.
pub(super) fn drop<'f, 'p>(
    kind: ItemKind,
    mut found: Vec<&'f Found>,
    mut read: Vec<Vec<Read<'p>>>,
) -> (Vec<&'f Found>, Vec<Vec<Read<'p>>>) {
    let is_marked: Vec<bool> = match kind {
        ItemKind::Posts => read.iter().map(|item| is_signed(item)).collect(),
        ItemKind::Results | ItemKind::Products => {
            let common = common_slots(&read);
            let is_like_others = |item: &[Read<'_>]| item.iter().any(|it| common.contains(&it.piece.slot));
            let leads = |found: &Found| found.links > 0 || found.images > 0;
            read.iter().zip(&found).map(|(item, found)| leads(found) || is_like_others(item)).collect()
        }
        _ => return (found, read),
    };
    let marked = is_marked.iter().filter(|it| **it).count();
    if marked as f32 >= MIN_MARKED * read.len() as f32 {
        let mut keeps = is_marked.iter();
        found.retain(|_| keeps.next() == Some(&true));
        let mut keeps = is_marked.iter();
        read.retain(|_| keeps.next() == Some(&true));
    }
    (found, read)
}

/// Whether an item has an author or a date.
fn is_signed(item: &[Read<'_>]) -> bool {
    item.iter().any(|it| it.names_author() || it.is_date() || (it.date.is_some() && it.has(sign::DATE)))
}

/// The slots that most items have.
fn common_slots(items: &[Vec<Read<'_>>]) -> HashSet<u64> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for item in items {
        let slots: HashSet<u64> = item.iter().map(|it| it.piece.slot).collect();
        slots.into_iter().for_each(|slot| *counts.entry(slot).or_default() += 1);
    }
    let min = MIN_COMMON * items.len() as f32;
    counts.into_iter().filter(|(_, count)| *count as f32 >= min).map(|(slot, _)| slot).collect()
}
