//! Headings: the level of the heading that a block is in. This is the one place that says what a heading is, by element or by role.

use super::{Kind, Outline};
use crate::markup::{HEADING, Tag};

/// The level of the heading that a block is in, at whatever depth; 0 outside headings.
pub(in crate::grain) fn heading_around(outline: &Outline, index: usize) -> u8 {
    /// The level of `role=heading` without `aria-level`, by WAI-ARIA 1.2.
    const OF_ROLE: u8 = 2;
    let mut container = outline.container_of(&outline.pieces[index]);
    if !container.is_in(Kind::Heading) {
        return 0;
    }
    while container.is_in(Kind::Heading) && heading_level(container.tag) == 0 {
        container = &outline.containers[container.parent as usize];
    }
    match heading_level(container.tag) {
        0 => OF_ROLE,
        level => level,
    }
}

/// The level of a heading's tag, 0 for others.
pub(in crate::grain) fn heading_level(tag: Tag) -> u8 {
    match tag {
        Tag::H1 => 1,
        Tag::H2 => 2,
        Tag::H3 => 3,
        Tag::H4 => 4,
        Tag::H5 => 5,
        tag if tag.is(HEADING) => 6,
        _ => 0,
    }
}
