//! Items of repeated structures that Markdown and HTML show in a form of their own: posts under a line with author and date,
//! cards of products as items of a list, facts as a table. Which items of a page are such is decided in [`crate::parts`].

use crate::source::Span;

/// How an item is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordForm {
    /// A post, with rules between it and the posts around it.
    Post,
    /// A card, which becomes an item of a list, with its short lines on one line.
    Card,
    /// A card that is an item of a list on the page.
    CardInList,
    /// A name with its value, in boxes that are no `dl`.
    Fact,
}

/// A piece of an item that has a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) span: Span,
    /// Whether it is the author of a post or the name of a fact or a product, and not a date.
    pub(crate) is_name: bool,
    /// Whether markup has the piece even if the method removed it.
    pub(crate) is_restored: bool,
}

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) form: RecordForm,
    /// The number of its group.
    pub(crate) group: usize,
    /// From its first to its last byte in the source.
    pub(crate) span: Span,
    /// Its author and date, or its name, in the order of the source.
    pub(crate) marks: Vec<Mark>,
}

/// The link of an item whose text is left out, such as the one of its picture or its button. Its name leads there instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameLink {
    /// Where the name of the item is.
    pub(crate) name: Span,
    /// The link element.
    pub(crate) element: u32,
}

impl Record {
    /// The piece with a role that a text is in.
    pub(super) fn mark_of(&self, text: Span) -> Option<Mark> {
        let is_around = |mark: &&Mark| mark.span.start() <= text.start() && text.end() <= mark.span.end();
        self.marks.iter().find(is_around).copied()
    }
}

/// The items of a page that are shown in a form of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Records {
    /// The items, in the order of the source. They do not overlap.
    pub(crate) items: Vec<Record>,
    /// The lists of the page whose items are posts. They are not shown as lists. In the order of the source.
    pub(crate) lists_of_posts: Vec<Span>,
    /// The `dl` that are shown as tables in Markdown. In the order of the source.
    pub(crate) lists_of_facts: Vec<Span>,
    /// The names that get a link, in the order of the source.
    pub(crate) name_links: Vec<NameLink>,
}

impl Records {
    /// Puts everything into the order of the source, and leaves out items that overlap earlier ones.
    pub(crate) fn in_order(mut self) -> Records {
        self.items.sort_by_key(|record| record.span);
        let mut end = 0;
        self.items.retain(|record| {
            let is_apart = record.span.start() >= end;
            end = end.max(record.span.end());
            is_apart
        });
        self.lists_of_posts.sort_unstable();
        self.lists_of_facts.sort_unstable();
        self.name_links.sort_by_key(|link| link.name);
        self
    }

    pub(super) fn is_list_of_posts(&self, span: Span) -> bool {
        self.lists_of_posts.binary_search(&span).is_ok()
    }

    /// The link of the name that a text is in.
    pub(super) fn name_link_of(&self, text: Span) -> Option<NameLink> {
        let next = self.name_links.partition_point(|link| link.name.end() < text.end());
        self.name_links.get(next).copied().filter(|link| link.name.start() <= text.start())
    }

    pub(super) fn is_list_of_facts(&self, span: Span) -> bool {
        self.lists_of_facts.binary_search(&span).is_ok()
    }
}
