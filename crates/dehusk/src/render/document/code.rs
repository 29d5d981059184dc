//! Code without `pre`: lists and tables in which each item or row is a line of code.

use crate::markup::Tag;
use crate::page::{Element, Event};

/// Number of starts and ends of elements and texts at the beginning of a table that are searched for a line number. Chosen by hand.
const MAX_EVENTS: usize = 12;

/// Whether a list or a table is a listing of code. A list is one if it has at least two items and each of them has nothing but a
/// `code`. A table is one if its first cell has a line number as an attribute (`data-line-number`), as pages of source code do.
pub(super) fn is_listing(element: &Element<'_>) -> bool {
    if element.tag() == Tag::Table { is_table_of_lines(element) } else { is_list_of_lines(element) }
}

fn is_table_of_lines(table: &Element<'_>) -> bool {
    let first_cell = table.walk().take(MAX_EVENTS).find_map(|event| match event {
        Event::Enter(cell) if matches!(cell.tag(), Tag::Td | Tag::Th) => Some(cell),
        _ => None,
    });
    first_cell.is_some_and(|cell| cell.attribute("data-line-number").is_some())
}

fn is_list_of_lines(list: &Element<'_>) -> bool {
    let mut items = 0;
    for item in list.children() {
        if item.tag() != Tag::Li || !holds_only_code(&item) {
            return false;
        }
        items += 1;
    }
    items > 1
}

/// Whether an item has one child, a `code`, and no text beside it.
fn holds_only_code(item: &Element<'_>) -> bool {
    let mut children = item.children();
    let only = children.next().filter(|_| children.next().is_none());
    let is_text = |event: &Event<'_>| matches!(event, Event::Text(run) if !run.is_blank());
    // The first event enters the item. If text comes before the `code`, it comes next.
    only.is_some_and(|only| only.tag() == Tag::Code && only.next().is_none())
        && !item.walk().nth(1).is_some_and(|event| is_text(&event))
}
