//! Dispatches tokens by insertion mode, and implements the modes outside the body: before the body, in the
//! head, in framesets and after the body.
//!
//! There is one function for each mode and kind of token, in the order of the standard
//! (<https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode> and after).

use super::builder::{Builder, Mode};
use super::node::{Kind, NONE, flag};
use crate::markup::{METADATA, THOROUGH, Tag, TextKind, Token, WrittenIn, decode_reference};
use crate::source::Span;
use crate::source::is_space;

impl Builder<'_, '_> {
    pub(super) fn start_tag(&mut self, token: &Token) {
        if self.current_kind() != Kind::Html && self.foreign_rules_for_start(token.tag) {
            self.foreign_start(token);
        } else {
            self.start_in(self.mode, token);
        }
    }

    /// "Reprocess the token": switches to another mode and processes a start tag there.
    pub(super) fn reprocess_start_in(&mut self, mode: Mode, token: &Token) {
        self.mode = mode;
        self.start_tag(token);
    }

    /// Processes a start tag by the rules of `mode`.
    pub(super) fn start_in(&mut self, mode: Mode, token: &Token) {
        match mode {
            Mode::Initial => {
                self.quirks = true;
                self.reprocess_start_in(Mode::BeforeHtml, token);
            }
            Mode::BeforeHtml => self.start_before_html(token),
            Mode::BeforeHead => self.start_before_head(token),
            Mode::InHead => self.start_in_head(token),
            Mode::InHeadNoscript => self.start_in_head_noscript(token),
            Mode::AfterHead => self.start_after_head(token),
            Mode::InBody => self.start_in_body(token),
            Mode::Text => {}
            Mode::InTable => self.start_in_table(token),
            Mode::InCaption => self.start_in_caption(token),
            Mode::InColumnGroup => self.start_in_column_group(token),
            Mode::InTableBody => self.start_in_table_body(token),
            Mode::InRow => self.start_in_row(token),
            Mode::InCell => self.start_in_cell(token),
            Mode::InTemplate => self.start_in_template(token),
            Mode::AfterBody | Mode::AfterAfterBody => match token.tag {
                Tag::Html => self.start_in_body(token),
                _ => self.reprocess_start_in(Mode::InBody, token),
            },
            Mode::InFrameset => self.start_in_frameset(token),
            Mode::AfterFrameset | Mode::AfterAfterFrameset => match token.tag {
                Tag::Html => self.start_in_body(token),
                Tag::Noframes => self.start_in_head(token),
                _ => {}
            },
        }
    }

    fn start_before_html(&mut self, token: &Token) {
        self.mode = Mode::BeforeHead;
        if token.tag == Tag::Html {
            self.insert_element(token);
        } else {
            self.insert_implied(Tag::Html);
            self.start_tag(token);
        }
    }

    fn start_before_head(&mut self, token: &Token) {
        match token.tag {
            Tag::Html => self.start_in_body(token),
            Tag::Head => {
                self.head = self.insert_element(token);
                self.mode = Mode::InHead;
            }
            _ => {
                self.head = self.insert_implied(Tag::Head);
                self.reprocess_start_in(Mode::InHead, token);
            }
        }
    }

    pub(super) fn start_in_head(&mut self, token: &Token) {
        match token.tag {
            Tag::Html => self.start_in_body(token),
            Tag::Base | Tag::Basefont | Tag::Bgsound | Tag::Link | Tag::Meta => self.insert_void(token),
            Tag::Title | Tag::Noframes | Tag::Style | Tag::Script => self.raw_text_element(token),
            Tag::Noscript => {
                self.insert_element(token);
                self.mode = Mode::InHeadNoscript;
            }
            Tag::Template => {
                self.insert_element(token);
                self.formatting.push_marker();
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                self.template_modes.push(Mode::InTemplate);
            }
            Tag::Head => {}
            _ => {
                self.pop();
                self.reprocess_start_in(Mode::AfterHead, token);
            }
        }
    }

    fn start_in_head_noscript(&mut self, token: &Token) {
        match token.tag {
            Tag::Html => self.start_in_body(token),
            Tag::Basefont | Tag::Bgsound | Tag::Link | Tag::Meta | Tag::Noframes | Tag::Style => {
                self.start_in_head(token);
            }
            Tag::Head | Tag::Noscript => {}
            _ => {
                self.pop();
                self.reprocess_start_in(Mode::InHead, token);
            }
        }
    }

    fn start_after_head(&mut self, token: &Token) {
        match token.tag {
            Tag::Html => self.start_in_body(token),
            Tag::Body => {
                self.insert_element(token);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
            }
            Tag::Frameset => {
                self.insert_element(token);
                self.mode = Mode::InFrameset;
            }
            tag if tag.is(METADATA) => {
                self.push(self.head, Kind::Html, Tag::Head, Tag::Head as u32);
                self.start_in_head(token);
                self.remove_from_stack(self.head, Tag::Head as u32);
            }
            Tag::Head => {}
            _ => {
                self.insert_implied(Tag::Body);
                self.reprocess_start_in(Mode::InBody, token);
            }
        }
    }

    fn start_in_template(&mut self, token: &Token) {
        let mode = match token.tag {
            tag if tag.is(METADATA) => return self.start_in_head(token),
            Tag::Caption | Tag::Colgroup | Tag::Tbody | Tag::Tfoot | Tag::Thead => Mode::InTable,
            Tag::Col => Mode::InColumnGroup,
            Tag::Tr => Mode::InTableBody,
            Tag::Td | Tag::Th => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.reprocess_start_in(mode, token);
    }

    fn start_in_frameset(&mut self, token: &Token) {
        match token.tag {
            Tag::Html => self.start_in_body(token),
            Tag::Frameset => {
                self.insert_element(token);
            }
            Tag::Frame => self.insert_void(token),
            Tag::Noframes => self.start_in_head(token),
            _ => {}
        }
    }

    // ---- end tags

    pub(super) fn end_tag(&mut self, token: &Token) {
        if self.mode != Mode::Text && self.current_kind() != Kind::Html {
            self.foreign_end(token);
        } else {
            self.end_in(self.mode, token);
        }
    }

    /// "Reprocess the token": switches to another mode and processes an end tag there.
    pub(super) fn reprocess_end_in(&mut self, mode: Mode, token: &Token) {
        self.mode = mode;
        self.end_tag(token);
    }

    /// Processes an end tag by the rules of `mode`.
    pub(super) fn end_in(&mut self, mode: Mode, token: &Token) {
        let tag = token.tag;
        match mode {
            Mode::Initial => {
                self.quirks = true;
                self.reprocess_end_in(Mode::BeforeHtml, token);
            }
            Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::AfterHead => {
                self.end_around_head(mode, token)
            }
            Mode::InHeadNoscript => self.end_in_head_noscript(token),
            Mode::InBody => self.end_in_body(token),
            Mode::Text => self.end_in_text(token),
            Mode::InTable => self.end_in_table(token),
            Mode::InCaption => self.end_in_caption(token),
            Mode::InColumnGroup => self.end_in_column_group(token),
            Mode::InTableBody => self.end_in_table_body(token),
            Mode::InRow => self.end_in_row(token),
            Mode::InCell => self.end_in_cell(token),
            Mode::InTemplate if tag == Tag::Template => self.end_template(),
            Mode::InTemplate => {}
            Mode::AfterBody if tag == Tag::Html => self.mode = Mode::AfterAfterBody,
            Mode::AfterBody | Mode::AfterAfterBody => self.reprocess_end_in(Mode::InBody, token),
            Mode::InFrameset if tag == Tag::Frameset => self.end_frameset(),
            Mode::AfterFrameset if tag == Tag::Html => self.mode = Mode::AfterAfterFrameset,
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => {}
        }
    }

    fn end_in_head_noscript(&mut self, token: &Token) {
        match token.tag {
            Tag::Noscript => {
                self.pop();
                self.mode = Mode::InHead;
            }
            Tag::Br => {
                self.pop();
                self.reprocess_end_in(Mode::InHead, token);
            }
            _ => {}
        }
    }

    fn end_in_text(&mut self, token: &Token) {
        let ends_current = self.current_is(token.tag);
        self.pop();
        self.mode = self.original_mode;
        if !ends_current {
            self.end_tag(token); // `</noscript>` that closes an element around the raw text
        }
    }

    fn end_frameset(&mut self) {
        if self.stack.len() > 1 {
            self.pop();
            if !self.current_is(Tag::Frameset) {
                self.mode = Mode::AfterFrameset;
            }
        }
    }

    fn end_around_head(&mut self, mode: Mode, token: &Token) {
        let leaves_mode = matches!(token.tag, Tag::Body | Tag::Html | Tag::Br);
        let is_before_head = matches!(mode, Mode::BeforeHtml | Mode::BeforeHead);
        match token.tag {
            Tag::Template if !is_before_head => self.end_template(),
            Tag::Head if mode == Mode::InHead => {
                self.pop();
                self.mode = Mode::AfterHead;
            }
            tag if leaves_mode || (is_before_head && tag == Tag::Head) => {
                self.leave_mode(mode);
                self.end_tag(token);
            }
            _ => {}
        }
    }

    /// The "anything else" entry of a mode before the body: inserts the implied element and switches to the
    /// next mode.
    fn leave_mode(&mut self, mode: Mode) {
        self.mode = match mode {
            Mode::Initial => {
                self.quirks = true;
                Mode::BeforeHtml
            }
            Mode::BeforeHtml => {
                self.insert_implied(Tag::Html);
                Mode::BeforeHead
            }
            Mode::BeforeHead => {
                self.head = self.insert_implied(Tag::Head);
                Mode::InHead
            }
            Mode::InHead => {
                self.pop();
                Mode::AfterHead
            }
            Mode::InHeadNoscript => {
                self.pop();
                Mode::InHead
            }
            Mode::AfterHead => {
                self.insert_implied(Tag::Body);
                Mode::InBody
            }
            other => other,
        };
    }

    /// Processes `</template>` by the rules of "in head".
    pub(super) fn end_template(&mut self) {
        if !self.stack.contains(Tag::Template) {
            return;
        }
        self.generate_end_tags_of(THOROUGH, Tag::Unknown);
        self.close_template();
    }

    fn close_template(&mut self) {
        self.pop_until(Tag::Template);
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.reset_mode();
    }

    /// Processes the end of the source: inserts the implied elements and closes the open ones.
    pub(super) fn end_of_file(&mut self) {
        if self.mode == Mode::Text {
            self.pop();
            self.mode = self.original_mode;
        }
        while self.stack.contains(Tag::Template) {
            self.close_template();
        }
        while matches!(
            self.mode,
            Mode::Initial
                | Mode::BeforeHtml
                | Mode::BeforeHead
                | Mode::InHead
                | Mode::InHeadNoscript
                | Mode::AfterHead
        ) {
            self.leave_mode(self.mode);
        }
        self.pop_to(0);
    }

    // ---- text

    pub(super) fn text(&mut self, span: Span, kind: TextKind) {
        if self.current_kind() != Kind::Html && self.foreign_rules_for_text() {
            self.frameset_ok &= self.is_whitespace(span);
            self.append_text(span, with_nulls_replaced(kind));
            return;
        }
        match self.mode {
            Mode::Text => self.append_text(span, kind),
            Mode::InTable | Mode::InTableBody | Mode::InRow => self.text_in_table(span, kind),
            Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => self.text_in_body(span, kind),
            Mode::AfterBody | Mode::AfterAfterBody => {
                if !self.is_whitespace(span) {
                    self.mode = Mode::InBody;
                }
                self.text_in_body(span, kind);
            }
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => {
                self.text_in_frameset(span, kind);
            }
            _ => self.text_before_body(span, kind),
        }
    }

    /// Processes text in the modes around framesets, which keep whitespace and drop other characters.
    fn text_in_frameset(&mut self, span: Span, kind: TextKind) {
        let mut at = span.start();
        while let Some(c) = self.source[at..span.end()].chars().next() {
            let space_len = self.leading(Span::new(at, span.end()), is_space);
            if space_len == 0 {
                at += c.len_utf8();
                continue;
            }
            if self.mode == Mode::AfterAfterFrameset {
                self.reconstruct();
            }
            self.append_text(Span::new(at, at + space_len), kind);
            at += space_len;
        }
    }

    /// Processes text in the modes that treat leading whitespace and other text differently.
    fn text_before_body(&mut self, span: Span, kind: TextKind) {
        let rest_start = span.start() + self.leading(span, is_space);
        let (space, rest) = (Span::new(span.start(), rest_start), Span::new(rest_start, span.end()));
        let keeps_space =
            matches!(self.mode, Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead | Mode::InColumnGroup);
        if keeps_space && !space.is_empty() {
            self.append_text(space, kind);
        }
        if rest.is_empty() {
            return;
        }
        if self.mode == Mode::InColumnGroup {
            if !self.current_is(Tag::Colgroup) {
                return;
            }
            self.pop();
            self.mode = Mode::InTable;
        } else {
            self.leave_mode(self.mode);
        }
        self.text(rest, kind);
    }

    pub(super) fn text_in_body(&mut self, span: Span, kind: TextKind) {
        let bytes = self.source[span.range()].as_bytes();
        if kind == TextKind::Data && bytes.iter().all(|byte| *byte == b'\0') {
            return;
        }
        self.reconstruct();
        if self.frameset_ok {
            self.frameset_ok = self.is_whitespace(span);
        }
        self.append_text(span, kind);
    }

    /// Whether a text consists of whitespace and NULs after references are decoded.
    pub(super) fn is_whitespace(&self, span: Span) -> bool {
        self.leading(span, |byte| byte == b'\0' || is_space(byte)) == span.len()
    }

    /// Length in bytes of what is at the start of a text: character references to whitespace, and bytes for which `is_leading` is
    /// true.
    fn leading(&self, span: Span, is_leading: impl Fn(u8) -> bool) -> usize {
        let bytes = &self.source.as_bytes()[span.range()];
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += match byte {
                _ if is_leading(byte) => 1,
                b'&' => match decode_reference(&bytes[at..], WrittenIn::Text) {
                    Some(found) if found.first.is_ascii() && is_space(found.first as u8) => found.len,
                    _ => break,
                },
                _ => break,
            };
        }
        at
    }

    /// Whether a node is on the stack of open elements.
    pub(super) fn is_open(&self, node: u32) -> bool {
        node != NONE && self.arena().at(node).flags & flag::OPEN != 0
    }
}

/// Returns the kind to use for a text in foreign content, where a NUL becomes U+FFFD. In HTML content, a NUL
/// is dropped.
fn with_nulls_replaced(kind: TextKind) -> TextKind {
    match kind {
        TextKind::Data => TextKind::Rcdata,
        TextKind::Cdata => TextKind::Raw,
        other => other,
    }
}
