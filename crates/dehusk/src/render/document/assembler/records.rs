//! The items of repeated structures during the walk: where they begin and end, the rules between posts, the lines with author and
//! date, the lists of cards, and the names and values of facts.

use super::{Ancestor, Assembler};
use crate::page::{Element, Event, Run};
use crate::render::document::records::{Mark, Record, RecordForm};
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

/// The list of the last cards or facts, which stays open for the next ones.
#[derive(Clone, Copy)]
pub(super) struct Series {
    group: usize,
    /// Its index in `open`.
    open_index: usize,
}

impl Series {
    /// Whether the list is left when as many containers stay open.
    pub(super) fn is_left_at(&self, length: usize) -> bool {
        length <= self.open_index
    }
}

impl<'p> Assembler<'p, '_, '_> {
    /// Ends the item if the walk, which is at a child of an element around it, has left it, and begins the item that begins with an
    /// element or a text of the span `here`. Takes constant time, on average.
    pub(super) fn pass_records(&mut self, here: Span) {
        let at = here.start();
        if let Some(open) = &self.record
            && open.depth == self.frames.len()
            && at >= self.records.items[open.index].span.end()
        {
            self.end_record();
        }
        while self.record.is_none()
            && let Some(next) = self.records.items.get(self.next_record)
            && next.span.start() <= at
            // Implied elements before an item or around it, such as the head and the body, may begin where it begins.
            && ((at < here.end() && here.end() <= next.span.end()) || next.span.end() <= at)
        {
            let index = self.next_record;
            self.next_record += 1;
            if at < next.span.end() {
                self.begin_record(index);
            }
        }
    }

    /// Ends the item if the element that ends is around it.
    pub(super) fn leave_records(&mut self) {
        if self.record.as_ref().is_some_and(|open| open.depth >= self.frames.len()) {
            self.end_record();
        }
    }

    fn begin_record(&mut self, index: usize) {
        let Record { form, group, .. } = self.records.items[index];
        let is_in_row = |it: &Ancestor| {
            matches!(it.container, Container::Table | Container::Row | Container::Cell { .. })
        };
        if self.state.kind == LeafKind::Code || self.ancestors.iter().any(is_in_row) {
            return;
        }
        self.flush_leaf();
        // An item of a list that holds nothing but a card is its item.
        let is_item = self.entered_ancestors < self.ancestors.len()
            && self.ancestors.last().is_some_and(|it| matches!(it.container, Container::Item { .. }));
        let own = match form {
            RecordForm::Card if is_item => None,
            RecordForm::Card => Some([Container::Cards, Container::Card]),
            RecordForm::Fact => Some([Container::Facts, Container::Term]),
            RecordForm::Post | RecordForm::CardInList => None,
        };
        let own = own.filter(|own| self.ancestors.len() + own.len() <= MAX_NESTING);
        for (container, series) in own.into_iter().flatten().zip([Some(group), None]) {
            self.push_ancestor(container, series);
        }
        self.record = Some(OpenRecord {
            index,
            form,
            depth: self.frames.len(),
            containers: self.ancestors.len(),
            own_containers: own.map_or(0, |own| own.len()),
            has_content: false,
            head: Leaf::default(),
        });
    }

    pub(super) fn end_record(&mut self) {
        let Some(record) = &self.record else { return };
        let (form, has_content) = (record.form, record.has_content);
        let (containers, own_containers) = (record.containers, record.own_containers);
        let group = self.records.items[record.index].group;
        self.flush_leaf();
        self.record = None;
        self.follows_post |= form == RecordForm::Post && has_content && containers == 0;
        if own_containers > 0 {
            self.end_container(false);
            let list = self.ancestors.pop();
            if let Some(list) = list.filter(|_| self.entered_ancestors > self.ancestors.len()) {
                self.entered_ancestors = self.ancestors.len();
                self.series = Some(Series { group, open_index: list.open_index });
            }
        }
    }

    fn push_ancestor(&mut self, container: Container, series: Option<usize>) {
        let locale = self.state.locale.clone();
        let ancestor = Ancestor { container, locale, series, ..Ancestor::default() };
        self.ancestors.push(ancestor);
    }

    // Lists of cards and facts

    /// Leaves the list of the last cards unless the next content is in it.
    pub(super) fn end_series(&mut self) {
        if let Some(Series { group, open_index }) = self.series
            && self.ancestors.iter().all(|it| it.series != Some(group))
        {
            self.leave_down_to(open_index);
        }
    }

    /// Whether the next container to enter is the list of the last cards, which is then entered again.
    pub(super) fn resume_series(&mut self) -> bool {
        let next = &mut self.ancestors[self.entered_ancestors];
        let Some(series) = self.series.take_if(|series| next.series == Some(series.group)) else {
            return false;
        };
        next.open_index = series.open_index;
        self.entered_ancestors += 1;
        self.leave_down_to(series.open_index + 1);
        true
    }

    /// Begins the value of a fact if the walk has passed its name.
    fn begin_value(&mut self) {
        let Some(record) = &self.record else { return };
        let (form, containers) = (record.form, record.containers);
        let is_after_name = form == RecordForm::Fact
            && self.ancestors.len() == containers
            && matches!(self.ancestors.last(), Some(Ancestor { container: Container::Term, .. }));
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
        self.is_in_mark = false;
        let Some(open) = &mut self.record else { return 0 };
        match (open.form, self.records.items[open.index].mark_of(run.span)) {
            (RecordForm::Fact, None) if is_kept => self.begin_value(),
            (RecordForm::Card | RecordForm::CardInList, Some(mark)) if is_kept && mark.is_name => {
                return style::STRONG;
            }
            (RecordForm::Post, Some(mark)) if is_kept => {
                self.is_in_mark = true;
                return if mark.is_name { style::STRONG } else { 0 };
            }
            (RecordForm::Post, Some(mark)) if mark.is_restored && self.skip_depth == 0 => {
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
    pub(super) fn name_link(&mut self, run: &Run) -> Option<(u32, Element<'p>)> {
        let link = self.records.name_link_of(run.span)?;
        let last = self.last_name_link.filter(|(name, _)| *name == link.name);
        let (_, id) = last.unwrap_or_else(|| {
            self.link_count += 1;
            (link.name, self.link_count)
        });
        self.last_name_link = Some((link.name, id));
        Some((id, self.page.element(link.element)))
    }

    /// Writes what comes before the next content: the rule after a post, and the author and date of a post that the method
    /// removed.
    pub(super) fn put_head(&mut self) {
        if let Some(record) = &mut self.record {
            record.has_content = true;
        }
        let is_outside = match &self.record {
            Some(record) => record.containers == record.own_containers,
            None => self.ancestors.is_empty() || self.entered_ancestors == 0,
        };
        if self.follows_post && is_outside {
            self.follows_post = false;
            self.leave_down_to(0);
            self.sinks.iter_mut().for_each(|sink| sink.rule());
        }
        let Some(record) = self.record.as_mut().filter(|record| !record.head.pieces.is_empty()) else {
            return;
        };
        let mut head = std::mem::take(&mut record.head);
        let containers = record.containers;
        head.is_only_in_markup = true;
        self.enter_ancestors_to(containers);
        let locale = Locale::default();
        self.enter_implied(None, &locale);
        self.sinks.iter_mut().for_each(|sink| sink.leaf(&head, &locale));
    }

    // Lines

    /// Whether the leaf, at whose end the walk is, stays open for the next block: it is a short line of a card, or the line with
    /// the author and the date of a post.
    pub(super) fn may_hold_leaf(&self) -> bool {
        let Some(record) = &self.record else { return false };
        let is_line = self.is_leaf_begun
            && self.leaf.kind == LeafKind::Paragraph
            && !self.leaf.is_only_in_markup
            && !self.leaf.pieces.is_empty();
        is_line
            && match record.form {
                RecordForm::Card | RecordForm::CardInList => self.leaf.text.len() <= MAX_LINE_BYTES,
                RecordForm::Post => !self.has_unmarked_text,
                RecordForm::Fact => false,
            }
    }

    /// Whether the next content belongs to the line that is held.
    pub(super) fn may_continue_leaf(&self) -> bool {
        let is_post = self.record.as_ref().is_some_and(|record| record.form == RecordForm::Post);
        self.state.kind == LeafKind::Paragraph
            && self.state.locale == self.leaf_locale
            && self.entered_ancestors == self.ancestors.len()
            && (!is_post || self.is_in_mark)
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
        let open = self.record.as_ref().filter(|open| open.form == RecordForm::Post)?;
        Some(&self.records.items[open.index])
    }

    /// Whether the walk is in a card, where headings are bold and not headings.
    pub(super) fn is_in_card(&self) -> bool {
        let form = self.record.as_ref().map(|record| record.form);
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
