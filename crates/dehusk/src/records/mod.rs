//! Records: finds the groups of repeated structures of a page, such as the rows of a table, the products of a shop, the posts of a
//! thread or the items of a menu.
//!
//! A group is a series of items that are alike in their markup and are in the same element, or in elements that wrap nothing but
//! items. Classes are a hint, never a condition. Nothing here decides which groups are main content or what they mean.
//! Takes time and space linear in the page (apart from sorting the items), whatever the page contains.

mod finder;
mod place;
mod shape;
mod siblings;
#[cfg(test)]
mod tests;

use crate::budget::{Deadline, TimedOut};
use crate::page::Page;
use crate::source::Span;
use std::fmt;

/// The attribute in which forums (XenForo) name the author of a post.
pub(crate) const AUTHOR_ATTRIBUTE: &str = "data-author";

/// How the items of a group are marked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// `li`.
    List,
    /// `tr`.
    Rows,
    /// `dt` with the `dd` that follow it.
    Definitions,
    /// `p`.
    Paragraphs,
    /// Lines of text that `br` separates.
    Lines,
    /// Headings without text between them.
    Headings,
    /// Other elements that are alike: `div`, `article`, `a`, `table`, `td`, …
    Boxes,
    /// Each item is a sequence of several elements, and the same sequence repeats.
    Sequences,
    /// Each item is a heading and what follows it.
    Sections,
}

impl Form {
    /// The word that records use.
    fn as_str(self) -> &'static str {
        match self {
            Form::List => "list",
            Form::Rows => "rows",
            Form::Definitions => "definitions",
            Form::Paragraphs => "paragraphs",
            Form::Lines => "lines",
            Form::Headings => "headings",
            Form::Boxes => "boxes",
            Form::Sequences => "sequences",
            Form::Sections => "sections",
        }
    }

    /// What the items are, in words for readers.
    fn says(self) -> &'static str {
        match self {
            Form::List => "items of a list",
            Form::Rows => "rows of a table",
            Form::Definitions => "terms with their definitions",
            Form::Paragraphs => "paragraphs",
            Form::Lines => "lines",
            Form::Headings => "headings",
            Form::Boxes => "boxes with the same markup",
            Form::Sequences => "several elements each, which repeat",
            Form::Sections => "sections with headings",
        }
    }
}

/// The item of a repeated structure that a block is in, and what became of the items. `Display` says it in words: `product 2 of 6
/// (boxes with the same markup; all 6 kept)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupItem {
    /// What one item is called: `product`, `result`, `post`, `ingredient`, `step`, `fact` or `item`.
    pub noun: &'static str,
    /// The number of the item in the group, from 1.
    pub number: usize,
    /// The number of items in the group.
    pub count: usize,
    /// The number of items of which something is kept.
    pub kept: usize,
    form: Form,
}

impl GroupItem {
    /// How the items are marked up, as a word: `list`, `rows`, `definitions`, `lines`, `headings`, `boxes`, `sequences` or `sections`.
    #[must_use]
    pub fn form(&self) -> &'static str {
        self.form.as_str()
    }
}

impl fmt::Display for GroupItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GroupItem { noun, number, count, kept, form } = self;
        write!(f, "{noun} {number} of {count} ({}; ", form.says())?;
        match kept {
            0 => write!(f, "none kept)"),
            kept if kept >= count => write!(f, "all {count} kept)"),
            kept => write!(f, "{kept} of {count} kept)"),
        }
    }
}

/// A series of items that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// [`crate::page::Element::id`] of the innermost element around all items.
    pub(crate) container: u32,
    pub(crate) form: Form,
    /// Indices of the first item in [`Groups::items`] and of the item after the last.
    items: (u32, u32),
    /// The item of another group in which this group is.
    pub(crate) outer: Option<Place>,
}

/// An item of a group. Its text is the runs of [`Item::runs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Item {
    /// Indices in [`Page::runs`] of its first run and of the run after its last.
    pub(crate) runs: (u32, u32),
    /// From its first to its last byte in the source, with its own tags.
    pub(crate) span: Span,
    /// Bytes of source of the text in it, without blank runs.
    pub(crate) text: u32,
    /// Bytes of source of the text in links.
    pub(crate) linked: u32,
    pub(crate) links: u32,
    pub(crate) images: u32,
    /// The number of headings.
    pub(crate) headings: u32,
    /// The number of blocks and lines.
    pub(crate) lines: u32,
    /// The number of elements whose attributes say that they are posts, without those inside others.
    pub(crate) posts: u32,
}

/// Where a block is: an item of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The index of the group.
    pub(crate) group: u32,
    /// The index of the item in its group.
    pub(crate) item: u32,
}

/// The groups of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    groups: Vec<Group>,
    items: Vec<Item>,
    /// For each block, its innermost item.
    blocks: Vec<Option<Place>>,
    /// For each block inside `noscript`, its innermost item.
    unscripted: Vec<Option<Place>>,
}

impl Groups {
    /// Finds the groups of a page, also those in `noscript`. Text that is never shown, as in scripts, does not count.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub(crate) fn find(page: &Page<'_>, deadline: &mut Deadline) -> Result<Groups, TimedOut> {
        let mut found = finder::find(page, deadline)?;
        place::nest(&mut found, deadline)?;
        found.blocks = place::places(&found, page.blocks(), deadline)?;
        found.unscripted = place::places(&found, page.unscripted_blocks(), deadline)?;
        Ok(found)
    }

    /// The groups. A group comes after the groups inside its items.
    pub(crate) fn all(&self) -> &[Group] {
        &self.groups
    }

    /// Returns which item a block is in, and what became of the group. `noun` is what an item is called; `kept` is the number of items
    /// of which something is kept. `None` if the group is nothing but paragraphs.
    pub(crate) fn item(&self, place: Place, noun: &'static str, kept: usize) -> Option<GroupItem> {
        let group = self.groups.get(place.group as usize).filter(|group| group.form != Form::Paragraphs)?;
        let count = (group.items.1 - group.items.0) as usize;
        Some(GroupItem { noun, number: place.item as usize + 1, count, kept, form: group.form })
    }

    /// The items of a group, in the order of the page. They do not overlap.
    pub(crate) fn items_of(&self, group: &Group) -> &[Item] {
        &self.items[group.items.0 as usize..group.items.1 as usize]
    }

    /// The innermost item around each of [`Page::blocks`]. A block is in an item only if all of its text is.
    pub(crate) fn of_blocks(&self) -> &[Option<Place>] {
        &self.blocks
    }

    /// The innermost item around each of [`Page::unscripted_blocks`].
    pub(crate) fn of_unscripted_blocks(&self) -> &[Option<Place>] {
        &self.unscripted
    }
}
