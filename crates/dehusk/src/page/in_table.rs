//! The insertion modes inside tables.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable> and the six modes after it.
//! Elements and text that are not allowed in a table are foster-parented, that is, inserted before the table.

use super::builder::{Builder, FOSTERING, Mode};
use super::node::NONE;
use crate::markup::{Tag, TextKind, Token};
use crate::source::Span;

/// The elements at which "clear the stack back to a table context" stops.
const TABLE_CONTEXT: [Tag; 3] = [Tag::Table, Tag::Template, Tag::Html];
/// The elements at which "clear the stack back to a table body context" stops.
const TABLE_BODY_CONTEXT: [Tag; 5] = [Tag::Tbody, Tag::Tfoot, Tag::Thead, Tag::Template, Tag::Html];
/// The elements at which "clear the stack back to a table row context" stops.
const ROW_CONTEXT: [Tag; 3] = [Tag::Tr, Tag::Template, Tag::Html];

impl Builder<'_, '_> {
    pub(super) fn text_in_table(&mut self, span: Span, kind: TextKind) {
        if FOSTERING.iter().any(|tag| self.current_is(*tag)) {
            self.pending_table_text.push((span, kind));
        } else {
            self.with_foster_parenting(|builder| builder.text_in_body(span, kind));
        }
    }

    /// Ends the mode "in table text". Text that is only whitespace stays in the table; any other text is
    /// inserted before the table.
    pub(super) fn flush_table_text(&mut self) {
        if self.pending_table_text.is_empty() {
            return;
        }
        let pending = std::mem::take(self.pending_table_text);
        let is_whitespace = pending.iter().all(|(span, _)| self.is_whitespace(*span));
        for (span, kind) in &pending {
            if is_whitespace {
                self.append_text(*span, *kind);
            } else {
                self.with_foster_parenting(|builder| builder.text_in_body(*span, *kind));
            }
        }
        *self.pending_table_text = pending;
        self.pending_table_text.clear();
    }

    /// Calls `act` with foster parenting enabled.
    fn with_foster_parenting(&mut self, act: impl FnOnce(&mut Self)) {
        self.foster_parenting = true;
        act(self);
        self.foster_parenting = false;
    }

    pub(super) fn start_in_table(&mut self, token: &Token) {
        match token.tag {
            Tag::Caption => {
                self.clear_back_to(&TABLE_CONTEXT);
                self.formatting.push_marker();
                self.insert_element(token);
                self.mode = Mode::InCaption;
            }
            Tag::Colgroup => {
                self.clear_back_to(&TABLE_CONTEXT);
                self.insert_element(token);
                self.mode = Mode::InColumnGroup;
            }
            Tag::Col => {
                self.clear_back_to(&TABLE_CONTEXT);
                self.insert_implied(Tag::Colgroup);
                self.reprocess_start_in(Mode::InColumnGroup, token);
            }
            Tag::Tbody | Tag::Tfoot | Tag::Thead => {
                self.clear_back_to(&TABLE_CONTEXT);
                self.insert_element(token);
                self.mode = Mode::InTableBody;
            }
            Tag::Td | Tag::Th | Tag::Tr => {
                self.clear_back_to(&TABLE_CONTEXT);
                self.insert_implied(Tag::Tbody);
                self.reprocess_start_in(Mode::InTableBody, token);
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
            _ => self.with_foster_parenting(|builder| builder.start_in_body(token)),
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
            _ => self.with_foster_parenting(|builder| builder.end_in_body(token)),
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
                    self.reprocess_start_in(Mode::InTable, token);
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
                    self.reprocess_end_in(Mode::InTable, token);
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

    /// Closes the open caption. Returns false if there is none.
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
                self.reprocess_start_in(Mode::InTable, token);
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
                self.reprocess_end_in(Mode::InTable, token);
            }
            _ => {}
        }
    }

    pub(super) fn start_in_table_body(&mut self, token: &Token) {
        match token.tag {
            Tag::Tr => {
                self.clear_back_to(&TABLE_BODY_CONTEXT);
                self.insert_element(token);
                self.mode = Mode::InRow;
            }
            Tag::Th | Tag::Td => {
                self.clear_back_to(&TABLE_BODY_CONTEXT);
                self.insert_implied(Tag::Tr);
                self.reprocess_start_in(Mode::InRow, token);
            }
            Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Tbody | Tag::Tfoot | Tag::Thead => {
                if self.close_table_body() {
                    self.reprocess_start_in(Mode::InTable, token);
                }
            }
            _ => self.start_in_table(token),
        }
    }

    pub(super) fn end_in_table_body(&mut self, token: &Token) {
        match token.tag {
            Tag::Tbody | Tag::Tfoot | Tag::Thead => {
                if self.stack.in_table_scope(token.tag) {
                    self.clear_back_to(&TABLE_BODY_CONTEXT);
                    self.pop();
                    self.mode = Mode::InTable;
                }
            }
            Tag::Table => {
                if self.close_table_body() {
                    self.reprocess_end_in(Mode::InTable, token);
                }
            }
            Tag::Body | Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Html | Tag::Td | Tag::Th | Tag::Tr => {
            }
            _ => self.end_in_table(token),
        }
    }

    /// Closes the open `tbody`, `thead` or `tfoot`. Returns false if there is none.
    fn close_table_body(&mut self) -> bool {
        let open = [Tag::Tbody, Tag::Thead, Tag::Tfoot].iter().any(|tag| self.stack.in_table_scope(*tag));
        if open {
            self.clear_back_to(&TABLE_BODY_CONTEXT);
            self.pop();
        }
        open
    }

    pub(super) fn start_in_row(&mut self, token: &Token) {
        match token.tag {
            Tag::Th | Tag::Td => {
                self.clear_back_to(&ROW_CONTEXT);
                self.insert_element(token);
                self.mode = Mode::InCell;
                self.formatting.push_marker();
            }
            Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Tbody | Tag::Tfoot | Tag::Thead | Tag::Tr => {
                if self.close_row() {
                    self.reprocess_start_in(Mode::InTableBody, token);
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
                    self.reprocess_end_in(Mode::InTableBody, token);
                }
            }
            Tag::Tbody | Tag::Tfoot | Tag::Thead => {
                if self.stack.in_table_scope(token.tag) && self.close_row() {
                    self.reprocess_end_in(Mode::InTableBody, token);
                }
            }
            Tag::Body | Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Html | Tag::Td | Tag::Th => {}
            _ => self.end_in_table(token),
        }
    }

    /// Closes the open row. Returns false if there is none.
    fn close_row(&mut self) -> bool {
        let open = self.stack.in_table_scope(Tag::Tr);
        if open {
            self.clear_back_to(&ROW_CONTEXT);
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
                    self.reprocess_start_in(Mode::InRow, token);
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
                    self.reprocess_end_in(Mode::InRow, token);
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
