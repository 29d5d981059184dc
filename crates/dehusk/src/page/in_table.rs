//! The insertion modes of tables.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable> and the five modes after it. What does not
//! belong in a table is "foster-parented": it goes before the table.

use super::builder::{Builder, FOSTERS, Mode};
use super::node::NONE;
use crate::markup::{Tag, TextKind, Token};
use crate::source::Span;

const TABLE: [Tag; 3] = [Tag::Table, Tag::Template, Tag::Html];
const BODY: [Tag; 5] = [Tag::Tbody, Tag::Tfoot, Tag::Thead, Tag::Template, Tag::Html];
const ROW: [Tag; 3] = [Tag::Tr, Tag::Template, Tag::Html];

impl Builder<'_, '_> {
    pub(super) fn text_in_table(&mut self, span: Span, kind: TextKind) {
        if FOSTERS.iter().any(|tag| self.current_is(*tag)) {
            self.pending.push((span, kind));
        } else {
            self.fostering(|builder| builder.text_in_body(span, kind));
        }
    }

    /// "In table text": white space stays in the table, other text goes before it.
    pub(super) fn flush_table_text(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let pending = std::mem::take(self.pending);
        let blank = pending.iter().all(|(span, _)| self.is_blank(*span));
        for (span, kind) in &pending {
            if blank {
                self.append_text(*span, *kind);
            } else {
                self.fostering(|builder| builder.text_in_body(*span, *kind));
            }
        }
        *self.pending = pending;
        self.pending.clear();
    }

    fn fostering(&mut self, act: impl FnOnce(&mut Self)) {
        self.foster = true;
        act(self);
        self.foster = false;
    }

    pub(super) fn start_in_table(&mut self, token: &Token) {
        match token.tag {
            Tag::Caption => {
                self.clear_back_to(&TABLE);
                self.formatting.push_marker();
                self.insert_element(token);
                self.mode = Mode::InCaption;
            }
            Tag::Colgroup => {
                self.clear_back_to(&TABLE);
                self.insert_element(token);
                self.mode = Mode::InColumnGroup;
            }
            Tag::Col => {
                self.clear_back_to(&TABLE);
                self.insert_implied(Tag::Colgroup);
                self.again_in(Mode::InColumnGroup, token);
            }
            Tag::Tbody | Tag::Tfoot | Tag::Thead => {
                self.clear_back_to(&TABLE);
                self.insert_element(token);
                self.mode = Mode::InTableBody;
            }
            Tag::Td | Tag::Th | Tag::Tr => {
                self.clear_back_to(&TABLE);
                self.insert_implied(Tag::Tbody);
                self.again_in(Mode::InTableBody, token);
            }
            Tag::Table => {
                if self.stack.in_table_scope(Tag::Table) {
                    self.pop_until(Tag::Table);
                    self.reset_mode();
                    self.start_tag(token);
                }
            }
            Tag::Style | Tag::Script | Tag::Template => self.start_in_head(token),
            Tag::Input if self.is_hidden_input(token) => self.insert_void(token),
            Tag::Form => {
                if self.form == NONE && !self.stack.contains(Tag::Template) {
                    self.form = self.insert_element(token);
                    self.pop();
                }
            }
            _ => self.fostering(|builder| builder.start_in_body(token)),
        }
    }

    pub(super) fn end_in_table(&mut self, token: &Token) {
        match token.tag {
            Tag::Table => {
                if self.stack.in_table_scope(Tag::Table) {
                    self.pop_until(Tag::Table);
                    self.reset_mode();
                }
            }
            Tag::Body
            | Tag::Caption
            | Tag::Col
            | Tag::Colgroup
            | Tag::Html
            | Tag::Tbody
            | Tag::Td
            | Tag::Tfoot
            | Tag::Th
            | Tag::Thead
            | Tag::Tr => {}
            Tag::Template => self.end_template(),
            _ => self.fostering(|builder| builder.end_in_body(token)),
        }
    }

    pub(super) fn start_in_caption(&mut self, token: &Token) {
        match token.tag {
            Tag::Caption
            | Tag::Col
            | Tag::Colgroup
            | Tag::Tbody
            | Tag::Td
            | Tag::Tfoot
            | Tag::Th
            | Tag::Thead
            | Tag::Tr => {
                if self.close_caption() {
                    self.again_in(Mode::InTable, token);
                }
            }
            _ => self.start_in_body(token),
        }
    }

    pub(super) fn end_in_caption(&mut self, token: &Token) {
        match token.tag {
            Tag::Caption => {
                self.close_caption();
            }
            Tag::Table => {
                if self.close_caption() {
                    self.end_again_in(Mode::InTable, token);
                }
            }
            Tag::Body
            | Tag::Col
            | Tag::Colgroup
            | Tag::Html
            | Tag::Tbody
            | Tag::Td
            | Tag::Tfoot
            | Tag::Th
            | Tag::Thead
            | Tag::Tr => {}
            _ => self.end_in_body(token),
        }
    }

    fn close_caption(&mut self) -> bool {
        if !self.stack.in_table_scope(Tag::Caption) {
            return false;
        }
        self.generate_implied_end_tags();
        self.pop_until(Tag::Caption);
        self.formatting.clear_to_marker();
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn start_in_column_group(&mut self, token: &Token) {
        match token.tag {
            Tag::Html => self.start_in_body(token),
            Tag::Col => self.insert_void(token),
            Tag::Template => self.start_in_head(token),
            _ if self.current_is(Tag::Colgroup) => {
                self.pop();
                self.again_in(Mode::InTable, token);
            }
            _ => {}
        }
    }

    pub(super) fn end_in_column_group(&mut self, token: &Token) {
        match token.tag {
            Tag::Colgroup if self.current_is(Tag::Colgroup) => {
                self.pop();
                self.mode = Mode::InTable;
            }
            Tag::Colgroup | Tag::Col => {}
            Tag::Template => self.end_template(),
            _ if self.current_is(Tag::Colgroup) => {
                self.pop();
                self.end_again_in(Mode::InTable, token);
            }
            _ => {}
        }
    }

    pub(super) fn start_in_table_body(&mut self, token: &Token) {
        match token.tag {
            Tag::Tr => {
                self.clear_back_to(&BODY);
                self.insert_element(token);
                self.mode = Mode::InRow;
            }
            Tag::Th | Tag::Td => {
                self.clear_back_to(&BODY);
                self.insert_implied(Tag::Tr);
                self.again_in(Mode::InRow, token);
            }
            Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Tbody | Tag::Tfoot | Tag::Thead => {
                if self.close_table_body() {
                    self.again_in(Mode::InTable, token);
                }
            }
            _ => self.start_in_table(token),
        }
    }

    pub(super) fn end_in_table_body(&mut self, token: &Token) {
        match token.tag {
            Tag::Tbody | Tag::Tfoot | Tag::Thead => {
                if self.stack.in_table_scope(token.tag) {
                    self.clear_back_to(&BODY);
                    self.pop();
                    self.mode = Mode::InTable;
                }
            }
            Tag::Table => {
                if self.close_table_body() {
                    self.end_again_in(Mode::InTable, token);
                }
            }
            Tag::Body | Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Html | Tag::Td | Tag::Th | Tag::Tr => {
            }
            _ => self.end_in_table(token),
        }
    }

    fn close_table_body(&mut self) -> bool {
        let open = [Tag::Tbody, Tag::Thead, Tag::Tfoot].iter().any(|tag| self.stack.in_table_scope(*tag));
        if open {
            self.clear_back_to(&BODY);
            self.pop();
        }
        open
    }

    pub(super) fn start_in_row(&mut self, token: &Token) {
        match token.tag {
            Tag::Th | Tag::Td => {
                self.clear_back_to(&ROW);
                self.insert_element(token);
                self.mode = Mode::InCell;
                self.formatting.push_marker();
            }
            Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Tbody | Tag::Tfoot | Tag::Thead | Tag::Tr => {
                if self.close_row() {
                    self.again_in(Mode::InTableBody, token);
                }
            }
            _ => self.start_in_table(token),
        }
    }

    pub(super) fn end_in_row(&mut self, token: &Token) {
        match token.tag {
            Tag::Tr => {
                self.close_row();
            }
            Tag::Table => {
                if self.close_row() {
                    self.end_again_in(Mode::InTableBody, token);
                }
            }
            Tag::Tbody | Tag::Tfoot | Tag::Thead => {
                if self.stack.in_table_scope(token.tag) && self.close_row() {
                    self.end_again_in(Mode::InTableBody, token);
                }
            }
            Tag::Body | Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Html | Tag::Td | Tag::Th => {}
            _ => self.end_in_table(token),
        }
    }

    fn close_row(&mut self) -> bool {
        let open = self.stack.in_table_scope(Tag::Tr);
        if open {
            self.clear_back_to(&ROW);
            self.pop();
            self.mode = Mode::InTableBody;
        }
        open
    }

    pub(super) fn start_in_cell(&mut self, token: &Token) {
        match token.tag {
            Tag::Caption
            | Tag::Col
            | Tag::Colgroup
            | Tag::Tbody
            | Tag::Td
            | Tag::Tfoot
            | Tag::Th
            | Tag::Thead
            | Tag::Tr => {
                if self.stack.in_table_scope(Tag::Td) || self.stack.in_table_scope(Tag::Th) {
                    self.close_cell();
                    self.again_in(Mode::InRow, token);
                }
            }
            _ => self.start_in_body(token),
        }
    }

    pub(super) fn end_in_cell(&mut self, token: &Token) {
        match token.tag {
            Tag::Td | Tag::Th => {
                if self.stack.in_table_scope(token.tag) {
                    self.generate_implied_end_tags();
                    self.pop_until(token.tag);
                    self.formatting.clear_to_marker();
                    self.mode = Mode::InRow;
                }
            }
            Tag::Body | Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Html => {}
            Tag::Table | Tag::Tbody | Tag::Tfoot | Tag::Thead | Tag::Tr => {
                if self.stack.in_table_scope(token.tag) {
                    self.close_cell();
                    self.end_again_in(Mode::InRow, token);
                }
            }
            _ => self.end_in_body(token),
        }
    }

    fn close_cell(&mut self) {
        self.generate_implied_end_tags();
        let cell = self.stack.position_of(Tag::Td).max(self.stack.position_of(Tag::Th));
        self.pop_to(cell.unwrap_or(self.stack.len()));
        self.formatting.clear_to_marker();
    }
}
