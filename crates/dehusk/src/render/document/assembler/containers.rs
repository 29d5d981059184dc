//! Containers: when the sinks enter and leave lists, items, quotes and tables. They enter a container with its first kept content.

use super::{Ancestor, Assembler};
use crate::page::Element;
use crate::render::document::roles::{self, MAX_NESTING};
use crate::render::document::{Container, Locale};

impl<'p> Assembler<'p, '_, '_> {
    /// Begins a container. If containers are nested too deeply here, drops the container and returns false.
    pub(super) fn begin_container(&mut self, mut container: Container, element: &Element<'p>) -> bool {
        if self.ancestors.len() >= MAX_NESTING {
            self.lost.nesting += 1;
            return false;
        }
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
        self.ancestors.push(Ancestor {
            container,
            locale: self.state.locale.clone(),
            next_item,
            ..Ancestor::default()
        });
        true
    }

    /// Ends the innermost container. If it `stays_open`, the sinks leave it together with the list around it or before its next
    /// item.
    pub(super) fn end_container(&mut self, stays_open: bool) {
        if self.is_leaf_held && self.entered_ancestors == self.ancestors.len() {
            self.flush_leaf();
        }
        let Some(ancestor) = self.ancestors.pop() else { return };
        if self.entered_ancestors > self.ancestors.len() {
            self.entered_ancestors = self.ancestors.len();
            if !stays_open {
                self.leave_down_to(ancestor.open_index + usize::from(ancestor.is_merged));
            }
        } else if let (Container::Cell { .. }, Some(row)) = (ancestor.container, self.ancestors.last_mut()) {
            row.empty_cells.push(ancestor.container);
        }
    }

    /// Enters the containers around the current position that the sinks have not entered yet.
    pub(super) fn enter_ancestors(&mut self) {
        self.enter_ancestors_to(self.ancestors.len());
    }

    /// Enters the outermost containers around the current position, as many as this number, that the sinks have not entered yet.
    pub(super) fn enter_ancestors_to(&mut self, count: usize) {
        self.end_series();
        while self.entered_ancestors < count {
            if self.resume_series() || self.merge_lists() || self.merge_list_without_item() {
                continue;
            }
            let Ancestor { container, locale, .. } = &self.ancestors[self.entered_ancestors];
            let (container, locale) = (*container, locale.clone());
            self.enter_implied(Some(container), &locale);
            if let Some(outer) = self.entered_ancestors.checked_sub(1) {
                for cell in std::mem::take(&mut self.ancestors[outer].empty_cells) {
                    self.enter_container(cell, &locale);
                    self.leave_down_to(self.open.len() - 1);
                }
            }
            self.ancestors[self.entered_ancestors].open_index = self.open.len();
            self.entered_ancestors += 1;
            self.enter_container(container, &locale);
        }
    }

    /// If the next containers to enter are an item that begins with a list of the same kind as the list around it, merges the inner
    /// list with the outer list. Otherwise the text would begin with the markers of two lists.
    pub(super) fn merge_lists(&mut self) -> bool {
        let Some(outer) = self.entered_ancestors.checked_sub(1) else { return false };
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
        self.entered_ancestors += 2;
        true
    }

    /// If the next container to enter is a list directly in an unordered list of the same kind, with no item that it could belong
    /// to, merges the two. Otherwise an implied item would begin with the markers of two lists.
    fn merge_list_without_item(&mut self) -> bool {
        let Some(outer) = self.entered_ancestors.checked_sub(1) else { return false };
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
        self.entered_ancestors += 1;
        true
    }

    /// Enters the containers that must be between the innermost ancestor and its next content. `inner` is that content if it is a
    /// container, and `None` if it is a leaf.
    pub(super) fn enter_implied(&mut self, inner: Option<Container>, locale: &Locale) {
        let Some(last) = self.entered_ancestors.checked_sub(1) else { return };
        let owner = self.ancestors[last].open_index;
        if self.open[owner].implied(inner).is_none() {
            self.leave_down_to(owner + 1);
        }
        while let Some(implied) = self.open.last().and_then(|outer| outer.implied(inner)) {
            self.enter_container(implied, locale);
        }
    }

    pub(super) fn enter_container(&mut self, container: Container, locale: &Locale) {
        self.open.push(container);
        self.sinks.iter_mut().for_each(|sink| sink.enter(container, locale));
    }

    pub(super) fn leave_down_to(&mut self, length: usize) {
        self.series.take_if(|series| series.is_left_at(length));
        while self.open.len() > length
            && let Some(container) = self.open.pop()
        {
            self.sinks.iter_mut().for_each(|sink| sink.leave(container));
        }
    }
}
