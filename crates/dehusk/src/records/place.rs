//! Finds the innermost item around each group and each block.

use super::{Groups, Place};
use crate::budget::{Deadline, TimedOut};
use crate::page::Block;

/// Items that are open at the current run, the innermost last, each with the index of the run after its last.
type Open = Vec<(u32, Place)>;

/// Sets [`super::Group::outer`] of all groups.
pub(super) fn nest(found: &mut Groups, deadline: &mut Deadline) -> Result<(), TimedOut> {
    let mut open = Open::new();
    for place in in_order(found) {
        deadline.tick()?;
        let (first, end) = runs_of(found, place);
        close(&mut open, first);
        let outer = open.last().map(|(_, outer)| *outer);
        let group = &mut found.groups[place.group as usize];
        if place.item == 0 {
            group.outer = outer;
        }
        open.push((end, place));
    }
    Ok(())
}

/// Returns the innermost item around each block.
pub(super) fn places(
    found: &Groups,
    blocks: &[Block],
    deadline: &mut Deadline,
) -> Result<Vec<Option<Place>>, TimedOut> {
    let mut open = Open::new();
    let mut items = in_order(found).into_iter().peekable();
    let mut places = Vec::with_capacity(blocks.len());
    for block in blocks {
        deadline.tick()?;
        while let Some(place) = items.next_if(|place| runs_of(found, *place).0 <= block.runs.0) {
            let (first, end) = runs_of(found, place);
            close(&mut open, first);
            open.push((end, place));
        }
        close(&mut open, block.runs.0);
        let around = open.iter().rev().find(|(end, _)| *end >= block.runs.1);
        places.push(around.map(|(_, place)| *place));
    }
    Ok(places)
}

fn close(open: &mut Open, run: u32) {
    while open.pop_if(|(end, _)| *end <= run).is_some() {}
}

fn runs_of(found: &Groups, place: Place) -> (u32, u32) {
    let group = &found.groups[place.group as usize];
    found.items[(group.items.0 + place.item) as usize].runs
}

/// All items in the order of the page; an item comes before those inside it.
fn in_order(found: &Groups) -> Vec<Place> {
    let groups = found.groups.iter().enumerate();
    let places = groups.flat_map(|(group, it)| {
        (0..it.items.1 - it.items.0).map(move |item| Place { group: group as u32, item })
    });
    let mut places: Vec<Place> = places.collect();
    // Of two items with the same runs, the one of the later group is the outer one.
    places.sort_by_key(|place| {
        let (first, end) = runs_of(found, *place);
        (first, u32::MAX - end, u32::MAX - place.group)
    });
    places
}
