//! Containers: when the sinks enter and leave lists, items, quotes and tables. They enter a container with its first kept content.

use super::Assembler;
use crate::page::Element;
use crate::render::document::roles::{self, MAX_NESTING};
use crate::render::document::{Container, Leaf, Locale, Sink};

/// A container around the current position. The sinks have entered the first [`Nest::entered`] of these containers.
#[derive(Default)]
pub(super) struct Ancestor {
    pub(super) container: Container,
    pub(super) locale: Locale,
    /// For a list: the number of the next item. For a table: the number of its rows so far, plus one.
    next_item: i64,
    /// The index of the container in `open`, once the sinks have entered it. If it is merged, the index of the list that it is
    /// merged with.
    open_index: usize,
    /// Whether it is a list that is merged with the list around it, or the item between the two. The sinks do not enter it.
    is_merged: bool,
    /// For a row: its cells without kept content. They are written as empty cells so that the cells after them stay in their
    /// columns.
    empty_cells: Vec<Container>,
    /// For the list of cards or facts of a group: the number of the group.
    pub(super) series: Option<usize>,
}

/// The list of the last cards or facts, which stays open for the next ones.
#[derive(Clone, Copy)]
struct Series {
    group: usize,
    /// Its index in `open`.
    open_index: usize,
}

/// The containers around the current position, and those that the sinks have entered.
pub(super) struct Nest<'s, 'd> {
    sinks: &'s mut [&'d mut (dyn Sink + 'd)],
    /// The containers around the current position, the outermost first.
    pub(super) ancestors: Vec<Ancestor>,
    /// The number of ancestors that the sinks have entered.
    pub(super) entered: usize,
    /// The open containers that the sinks have entered, including implied ones.
    pub(super) open: Vec<Container>,
    series: Option<Series>,
}

impl Assembler<'_, '_, '_> {
    /// Begins a container. If containers are nested too deeply here, drops the container and returns false.
    pub(super) fn begin_container(&mut self, container: Container, element: &Element<'_>) -> bool {
        let has_room = self.nest.ancestors.len() < MAX_NESTING;
        if has_room {
            self.nest.begin(container, element, self.state.locale.clone());
        } else {
            self.lost.nesting += 1;
        }
        has_room
    }

    /// Ends the innermost container. If it `stays_open`, the sinks leave it together with the list around it or before its next
    /// item.
    pub(super) fn end_container(&mut self, stays_open: bool) {
        if self.line.is_held && self.nest.is_entered() {
            self.flush_leaf();
        }
        self.nest.end(stays_open);
    }
}

impl<'s, 'd> Nest<'s, 'd> {
    pub(super) fn new(sinks: &'s mut [&'d mut (dyn Sink + 'd)]) -> Self {
        Self { sinks, ancestors: Vec::new(), entered: 0, open: Vec::new(), series: None }
    }

    /// Whether the sinks have entered all containers around the current position.
    pub(super) fn is_entered(&self) -> bool {
        self.entered == self.ancestors.len()
    }

    /// The innermost container around the current position.
    pub(super) fn innermost(&self) -> Option<Container> {
        self.ancestors.last().map(|ancestor| ancestor.container)
    }

    pub(super) fn put_leaf(&mut self, leaf: &Leaf, locale: &Locale) {
        self.sinks.iter_mut().for_each(|sink| sink.leaf(leaf, locale));
    }

    pub(super) fn put_rule(&mut self) {
        self.sinks.iter_mut().for_each(|sink| sink.rule());
    }

    fn begin(&mut self, mut container: Container, element: &Element<'_>, locale: Locale) {
        if let (Container::Item { number, .. }, Some(list)) = (&mut container, self.ancestors.last_mut()) {
            *number = roles::number(element, "value").unwrap_or(list.next_item);
            let step = if let Container::List { step, .. } = list.container { step } else { 1 };
            list.next_item = *number + step;
        }
        if let (Container::Row | Container::Caption, Some(table)) = (container, self.ancestors.last_mut()) {
            // A caption after rows would begin another table, so it becomes a row.
            container = if table.next_item > 1 { Container::Row } else { container };
            table.next_item += i64::from(container == Container::Row);
        }
        let next_item = if let Container::List { start, .. } = container { start } else { 1 };
        self.ancestors.push(Ancestor { container, locale, next_item, ..Ancestor::default() });
    }

    /// Begins a container that no element has: that of a card or a fact, or the list of cards or facts of the group `series`.
    pub(super) fn begin_own(&mut self, container: Container, locale: Locale, series: Option<usize>) {
        self.ancestors.push(Ancestor { container, locale, series, ..Ancestor::default() });
    }

    fn end(&mut self, stays_open: bool) {
        let Some(ancestor) = self.ancestors.pop() else { return };
        if self.entered > self.ancestors.len() {
            self.entered = self.ancestors.len();
            if !stays_open {
                self.leave_down_to(ancestor.open_index + usize::from(ancestor.is_merged));
            }
        } else if let (Container::Cell { .. }, Some(row)) = (ancestor.container, self.ancestors.last_mut()) {
            row.empty_cells.push(ancestor.container);
        }
    }

    /// Ends the list of cards or facts around the one that has ended. If the sinks have entered it, it stays open for the next
    /// ones of its group.
    pub(super) fn end_series(&mut self, group: usize) {
        let list = self.ancestors.pop();
        if let Some(list) = list.filter(|_| self.entered > self.ancestors.len()) {
            self.entered = self.ancestors.len();
            self.series = Some(Series { group, open_index: list.open_index });
        }
    }

    /// Leaves the list of the last cards unless the next content is in it.
    fn leave_series(&mut self) {
        if let Some(Series { group, open_index }) = self.series
            && self.ancestors.iter().all(|it| it.series != Some(group))
        {
            self.leave_down_to(open_index);
        }
    }

    /// Whether the next container to enter is the list of the last cards, which is then entered again.
    fn resume_series(&mut self) -> bool {
        let next = &mut self.ancestors[self.entered];
        let Some(series) = self.series.take_if(|series| next.series == Some(series.group)) else {
            return false;
        };
        next.open_index = series.open_index;
        self.entered += 1;
        self.leave_down_to(series.open_index + 1);
        true
    }

    /// Enters the containers around the current position that the sinks have not entered yet.
    pub(super) fn enter_ancestors(&mut self) {
        self.enter_ancestors_to(self.ancestors.len());
    }

    /// Enters the outermost containers around the current position, as many as this number, that the sinks have not entered yet.
    pub(super) fn enter_ancestors_to(&mut self, count: usize) {
        self.leave_series();
        while self.entered < count {
            if self.resume_series() || self.merge_lists() || self.merge_list_without_item() {
                continue;
            }
            let Ancestor { container, locale, .. } = &self.ancestors[self.entered];
            let (container, locale) = (*container, locale.clone());
            self.enter_implied(Some(container), &locale);
            if let Some(outer) = self.entered.checked_sub(1) {
                for cell in std::mem::take(&mut self.ancestors[outer].empty_cells) {
                    self.enter_container(cell, &locale);
                    self.leave_down_to(self.open.len() - 1);
                }
            }
            self.ancestors[self.entered].open_index = self.open.len();
            self.entered += 1;
            self.enter_container(container, &locale);
        }
    }

    /// If the next containers to enter are an item that begins with a list of the same kind as the list around it, merges the inner
    /// list with the outer list. Otherwise the text would begin with the markers of two lists.
    fn merge_lists(&mut self) -> bool {
        let Some(outer) = self.entered.checked_sub(1) else { return false };
        let [list, item, inner] = [outer, outer + 1, outer + 2].map(|index| self.ancestors.get(index));
        let (
            Some(Ancestor { container: Container::List { ordered, .. }, open_index, .. }),
            Some(Ancestor { container: Container::Item { note: None, task: None, .. }, .. }),
            Some(Ancestor { container: Container::List { ordered: is_inner_ordered, .. }, .. }),
        ) = (list, item, inner)
        else {
            return false;
        };
        if ordered != is_inner_ordered {
            return false;
        }
        let open_index = *open_index;
        for ancestor in &mut self.ancestors[outer + 1..=outer + 2] {
            (ancestor.is_merged, ancestor.open_index) = (true, open_index);
        }
        self.leave_down_to(open_index + 1);
        self.entered += 2;
        true
    }

    /// If the next container to enter is a list directly in an unordered list of the same kind, with no item that it could belong
    /// to, merges the two. Otherwise an implied item would begin with the markers of two lists.
    fn merge_list_without_item(&mut self) -> bool {
        let Some(outer) = self.entered.checked_sub(1) else { return false };
        let open_index = self.ancestors[outer].open_index;
        let kind = |index: usize| match self.ancestors.get(index)?.container {
            Container::List { ordered, .. } => Some(ordered),
            _ => None,
        };
        let is_same_kind = kind(outer) == Some(false) && kind(outer) == kind(outer + 1);
        if !is_same_kind || self.open.len() > open_index + 1 {
            return false;
        }
        let inner = &mut self.ancestors[outer + 1];
        (inner.is_merged, inner.open_index) = (true, open_index);
        self.entered += 1;
        true
    }

    /// Enters the containers that must be between the innermost ancestor and its next content. `inner` is that content if it is a
    /// container, and `None` if it is a leaf.
    pub(super) fn enter_implied(&mut self, inner: Option<Container>, locale: &Locale) {
        let Some(last) = self.entered.checked_sub(1) else { return };
        let owner = self.ancestors[last].open_index;
        if self.open[owner].implied(inner).is_none() {
            self.leave_down_to(owner + 1);
        }
        while let Some(implied) = self.open.last().and_then(|outer| outer.implied(inner)) {
            self.enter_container(implied, locale);
        }
    }

    fn enter_container(&mut self, container: Container, locale: &Locale) {
        self.open.push(container);
        self.sinks.iter_mut().for_each(|sink| sink.enter(container, locale));
    }

    pub(super) fn leave_down_to(&mut self, length: usize) {
        self.series.take_if(|series| length <= series.open_index);
        while self.open.len() > length
            && let Some(container) = self.open.pop()
        {
            self.sinks.iter_mut().for_each(|sink| sink.leave(container));
        }
    }
}
