//! The items of repeated structures during the walk: where they begin and end, the rules between posts, the lines with author and
//! date, the lists of cards, and the names and values of facts.

use super::containers::Ancestor;
use super::{Assembler, OpenLink};
use crate::page::{Element, Event, Run};
use crate::render::document::records::{Mark, Record, RecordForm, Records};
use crate::render::document::roles::MAX_NESTING;
use crate::render::document::{Container, Leaf, LeafKind, Locale, style};
use crate::source::Span;

/// A line of a card goes on after a block of at most this many bytes. Chosen by hand: names and prices are shorter, descriptions
/// longer.
const MAX_LINE_BYTES: usize = 160;
/// The class of what a forum calls an author: vBulletin, XenForo 1 and 2 without a prefix.
const USER_TITLE_CLASS: &str = "usertitle";
/// Number of starts and ends of elements and texts of a heading or a list that are looked at. Chosen by hand.
const MAX_EVENTS: usize = 33;

/// The item that the walk is in.
pub(super) struct OpenRecord {
    /// Its index among the items of the page.
    index: usize,
    form: RecordForm,
    /// The number of open elements around it.
    depth: usize,
    /// The number of containers around its content.
    containers: usize,
    /// The number of these that it began itself.
    own_containers: usize,
    /// Whether the walk has met kept content of it.
    has_content: bool,
    /// Author and date of a post that the method removed and that are not written yet.
    head: Leaf,
}

/// What the walk knows of the items of the page.
pub(super) struct Items<'s> {
    pub(super) all: &'s Records,
    /// The index of the next item.
    next: usize,
    /// The item that the walk is in.
    open: Option<OpenRecord>,
    /// Whether the last content was that of a post, so that a rule comes before other content.
    follows_post: bool,
    /// Whether the current text is the author or the date of a post.
    pub(super) is_in_mark: bool,
    /// The last name of an item that got a link, and the number of that link.
    last_name_link: Option<(Span, u32)>,
}

impl<'s> Items<'s> {
    pub(super) fn of(all: &'s Records) -> Self {
        Self { all, next: 0, open: None, follows_post: false, is_in_mark: false, last_name_link: None }
    }

    pub(super) fn is_in_one(&self) -> bool {
        self.open.is_some()
    }
}

impl<'p> Assembler<'p, '_, '_> {
    /// Ends the item if the walk, which is at a child of an element around it, has left it, and begins the item that begins with an
    /// element or a text of the span `here`. Takes constant time, on average.
    pub(super) fn pass_records(&mut self, here: Span) {
        let at = here.start();
        if let Some(open) = &self.records.open
            && open.depth == self.frames.len()
            && at >= self.records.all.items[open.index].span.end()
        {
            self.end_record();
        }
        while self.records.open.is_none()
            && let Some(next) = self.records.all.items.get(self.records.next)
            && next.span.start() <= at
            // Implied elements before an item or around it, such as the head and the body, may begin where it begins.
            && ((at < here.end() && here.end() <= next.span.end()) || next.span.end() <= at)
        {
            let index = self.records.next;
            self.records.next += 1;
            if at < next.span.end() {
                self.begin_record(index);
            }
        }
    }

    /// Ends the item if the element that ends is around it.
    pub(super) fn leave_records(&mut self) {
        if self.records.open.as_ref().is_some_and(|open| open.depth >= self.frames.len()) {
            self.end_record();
        }
    }

    fn begin_record(&mut self, index: usize) {
        let Record { form, group, .. } = self.records.all.items[index];
        let is_in_row = |it: &Ancestor| {
            matches!(it.container, Container::Table | Container::Row | Container::Cell { .. })
        };
        if self.state.kind == LeafKind::Code || self.nest.ancestors.iter().any(is_in_row) {
            return;
        }
        self.flush_leaf();
        // An item of a list that holds nothing but a card is its item.
        let is_item = !self.nest.is_entered()
            && self.nest.ancestors.last().is_some_and(|it| matches!(it.container, Container::Item { .. }));
        let own = match form {
            RecordForm::Card if is_item => None,
            RecordForm::Card => Some([Container::Cards, Container::Card]),
            RecordForm::Fact => Some([Container::Facts, Container::Term]),
            RecordForm::Post | RecordForm::CardInList => None,
        };
        let own = own.filter(|own| self.nest.ancestors.len() + own.len() <= MAX_NESTING);
        for (container, series) in own.into_iter().flatten().zip([Some(group), None]) {
            self.push_ancestor(container, series);
        }
        self.records.open = Some(OpenRecord {
            index,
            form,
            depth: self.frames.len(),
            containers: self.nest.ancestors.len(),
            own_containers: own.map_or(0, |own| own.len()),
            has_content: false,
            head: Leaf::default(),
        });
    }

    pub(super) fn end_record(&mut self) {
        let Some(record) = &self.records.open else { return };
        let (form, has_content) = (record.form, record.has_content);
        let (containers, own_containers) = (record.containers, record.own_containers);
        let group = self.records.all.items[record.index].group;
        self.flush_leaf();
        self.records.open = None;
        self.records.follows_post |= form == RecordForm::Post && has_content && containers == 0;
        if own_containers > 0 {
            self.end_container(false);
            self.nest.end_series(group);
        }
    }

    fn push_ancestor(&mut self, container: Container, series: Option<usize>) {
        self.nest.begin_own(container, self.state.locale.clone(), series);
    }

    /// Begins the value of a fact if the walk has passed its name.
    fn begin_value(&mut self) {
        let Some(record) = &self.records.open else { return };
        let (form, containers) = (record.form, record.containers);
        let is_after_name = form == RecordForm::Fact
            && self.nest.ancestors.len() == containers
            && matches!(self.nest.ancestors.last(), Some(Ancestor { container: Container::Term, .. }));
        if is_after_name {
            self.flush_leaf();
            self.end_container(false);
            self.push_ancestor(Container::Definition, None);
        }
    }

    // Posts

    /// Looks at a text before it is written. Returns its style: authors and names of products are bold. The author and the date
    /// of a post that the method removed are collected for its head.
    pub(super) fn mark_run(&mut self, run: &Run, is_kept: bool) -> u8 {
        self.records.is_in_mark = false;
        let Some(open) = &mut self.records.open else { return 0 };
        match (open.form, self.records.all.items[open.index].mark_of(run.span)) {
            (RecordForm::Fact, None) if is_kept => self.begin_value(),
            (RecordForm::Card | RecordForm::CardInList, Some(mark)) if is_kept && mark.is_name => {
                return style::STRONG;
            }
            (RecordForm::Post, Some(mark)) if is_kept => {
                self.records.is_in_mark = true;
                return if mark.is_name { style::STRONG } else { 0 };
            }
            (RecordForm::Post, Some(mark)) if mark.is_restored && self.depth.skipped == 0 => {
                let text = self.page.text_of(run).split_whitespace().collect::<Vec<_>>().join(" ");
                let style = if mark.is_name { style::STRONG } else { 0 };
                open.head.push_space(style, 0, None);
                open.head.push(&text, style, 0, None);
            }
            _ => {}
        }
        0
    }

    /// The link that a text gets because it is the name of an item whose own link is left out.
    pub(super) fn name_link(&mut self, run: &Run) -> Option<OpenLink<'p>> {
        let link = self.records.all.name_link_of(run.span)?;
        let last = self.records.last_name_link.filter(|(name, _)| *name == link.name);
        let (_, id) = last.unwrap_or_else(|| {
            self.link_count += 1;
            (link.name, self.link_count)
        });
        self.records.last_name_link = Some((link.name, id));
        Some(OpenLink { id, element: self.page.element(link.element), heading: None })
    }

    /// Writes what comes before the next content: the rule after a post, and the author and date of a post that the method
    /// removed.
    pub(super) fn put_head(&mut self) {
        if let Some(record) = &mut self.records.open {
            record.has_content = true;
        }
        let is_outside = match &self.records.open {
            Some(record) => record.containers == record.own_containers,
            None => self.nest.entered == 0,
        };
        if self.records.follows_post && is_outside {
            self.records.follows_post = false;
            self.nest.leave_down_to(0);
            self.nest.put_rule();
        }
        let Some(record) = self.records.open.as_mut().filter(|record| !record.head.pieces.is_empty()) else {
            return;
        };
        let mut head = std::mem::take(&mut record.head);
        let containers = record.containers;
        head.is_only_in_markup = true;
        self.nest.enter_ancestors_to(containers);
        let locale = Locale::default();
        self.nest.enter_implied(None, &locale);
        self.nest.put_leaf(&head, &locale);
    }

    // Lines

    /// Whether the leaf, at whose end the walk is, stays open for the next block: it is a short line of a card, or the line with
    /// the author and the date of a post.
    pub(super) fn may_hold_leaf(&self) -> bool {
        let Some(record) = &self.records.open else { return false };
        let is_line = self.line.is_begun
            && self.leaf.kind == LeafKind::Paragraph
            && !self.leaf.is_only_in_markup
            && !self.leaf.pieces.is_empty();
        is_line
            && match record.form {
                RecordForm::Card | RecordForm::CardInList => self.leaf.text.len() <= MAX_LINE_BYTES,
                RecordForm::Post => !self.line.has_unmarked_text,
                RecordForm::Fact => false,
            }
    }

    /// Whether the next content belongs to the line that is held.
    pub(super) fn may_continue_leaf(&self) -> bool {
        let is_post = self.records.open.as_ref().is_some_and(|record| record.form == RecordForm::Post);
        self.state.kind == LeafKind::Paragraph
            && self.state.locale == self.line.locale
            && self.nest.is_entered()
            && (!is_post || self.records.is_in_mark)
    }

    /// Whether a heading in a post is its author, or what the forum calls the author ("member"), and no heading of a text.
    pub(super) fn is_heading_of_author(&self, heading: &Element<'p>) -> bool {
        let Some(post) = self.open_post() else { return false };
        heading.has_class(&[USER_TITLE_CLASS])
            || holds_only_marks(post, heading, |_| true, |mark| mark.is_name)
    }

    /// Whether nothing in a list in a post is kept but the author or the date of the post. It is a part of the line with these, and
    /// no list of the text.
    pub(super) fn is_list_of_marks(&self, list: &Element<'p>) -> bool {
        let is_kept = |run: &Run| self.kept.within(run.span).next().is_some();
        self.open_post().is_some_and(|post| holds_only_marks(post, list, is_kept, |_| true))
    }

    /// The post that the walk is in.
    fn open_post(&self) -> Option<&Record> {
        let open = self.records.open.as_ref().filter(|open| open.form == RecordForm::Post)?;
        Some(&self.records.all.items[open.index])
    }

    /// Whether the walk is in a card, where headings are bold and not headings.
    pub(super) fn is_in_card(&self) -> bool {
        let form = self.records.open.as_ref().map(|record| record.form);
        matches!(form, Some(RecordForm::Card | RecordForm::CardInList))
    }
}

/// Whether all texts of an element that count are in marks of an item that are wanted, and there is one at least. An element with
/// more than [`MAX_EVENTS`] starts and ends of elements and texts is taken to hold other texts.
fn holds_only_marks(
    record: &Record,
    element: &Element<'_>,
    counts: impl Fn(&Run) -> bool,
    is_wanted: impl Fn(Mark) -> bool,
) -> bool {
    let mut events = element.walk();
    let mut texts = events.by_ref().take(MAX_EVENTS).filter_map(|event| match event {
        Event::Text(run) if run.is_visible() && !run.is_blank() && counts(&run) => Some(run),
        _ => None,
    });
    let is_marked = |run: Run| record.mark_of(run.span).is_some_and(&is_wanted);
    texts.next().is_some_and(&is_marked) && texts.all(&is_marked) && events.next().is_none()
}
