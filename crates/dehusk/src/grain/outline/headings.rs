//! Headings: the level of the heading that a block is in. Only this module assigns levels to headings, by element or by role.

use super::{Kind, Outline};
use crate::markup::{HEADING, Tag};

/// The level of the heading that a block is in, at any depth inside the heading; 0 outside headings.
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

/// The heading level of a tag; 0 if it is not the tag of a heading.
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
