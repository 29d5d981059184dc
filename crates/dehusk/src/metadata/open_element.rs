//! Elements whose texts are collected in the walk over a page, and what is noted about these texts.

use super::candidates::{Kind, Place, collapse_whitespace};
use super::collected::Heading;
use super::{Origin, author};
use crate::markup::Tag;
use crate::page::{Element, Run};

/// The purpose for which the text of an element is collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    Title,
    Heading,
    Subheading,
    Property(Kind, Origin),
    /// The property `name` inside an element with the property `author`.
    NameOf(Origin),
    Byline {
        named: bool,
    },
    /// A link whose address is that of an author's page.
    AuthorLink,
    Date {
        changed: bool,
    },
    Term(Kind),
    /// A link to the home page of the site.
    HomeLink,
}

pub(super) struct Open<'p> {
    pub(super) element: Element<'p>,
    pub(super) goal: Goal,
    pub(super) place: Place,
    pub(super) text: String,
    /// Whether an element of block level follows text in it.
    pub(super) has_blocks: bool,
    /// Whether a link to another page begins in it.
    pub(super) has_address: bool,
    /// Whether a link to another page is in it that has a text; that of a picture, such as the sign of a feed, has none.
    pub(super) has_link: bool,
    /// Where the text begins that only screen readers read, if no other text follows it.
    pub(super) unseen_from: Option<usize>,
    /// Whether the text is empty or an element began or ended since its last piece.
    pub(super) at_boundary: bool,
}

impl Open<'_> {
    pub(super) fn is_byline(&self) -> bool {
        matches!(self.goal, Goal::Byline { .. } | Goal::Property(Kind::Author, _))
    }

    /// Notes that an element begins or ends. The links in a list of tags are one tag each.
    pub(super) fn separate(&mut self, tag: Tag) {
        self.at_boundary = true;
        if tag == Tag::A && matches!(self.goal, Goal::Property(Kind::Tag | Kind::Category, _)) {
            self.text.push(',');
        }
    }

    pub(super) fn push(&mut self, text: &str, begins_line: bool) {
        if self.is_byline() && self.at_boundary && !self.text.is_empty() {
            self.text.push(if begins_line { author::LINE_BOUNDARY } else { author::BOUNDARY });
        } else if begins_line {
            self.text.push(' ');
        }
        self.at_boundary = false;
        self.text.push_str(text);
    }

    /// Notes whether a text that comes next is that of a link, and whether only screen readers read it.
    pub(super) fn note(&mut self, run: &Run, is_unseen: bool) {
        if run.is_blank() {
            return;
        }
        self.has_link |= self.has_address && run.is_link();
        self.unseen_from = is_unseen.then(|| self.unseen_from.unwrap_or(self.text.len()));
    }
}

/// Returns the heading whose text was collected.
pub(super) fn heading_of(open: &Open<'_>) -> Heading {
    Heading {
        start: open.element.span().start(),
        before: open.place.before,
        text: collapse_whitespace(&open.text),
        has_blocks: open.has_blocks,
        after_sentence: open.place.after_sentence,
        has_link: open.has_link,
        seen: open.unseen_from.and_then(|from| seen(&open.text[..from])),
    }
}

/// Returns the text of a heading before what only screen readers read, without the separator between the two.
fn seen(text: &str) -> Option<String> {
    let text = collapse_whitespace(text);
    let text = text.trim_end_matches([' ', '|', '-', '–', '—', ':']);
    (!text.is_empty()).then(|| text.to_owned())
}
