//! The "in body" insertion mode.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>. The `match`es over start tags
//! and end tags have the same branches as the standard, in the same order.

use super::adoption::MAX_ADOPTION_REACH;
use super::builder::{Builder, Mode};
use super::node::{Kind, NONE, NodeId};
use super::stack::Symbol;
use crate::markup::{CLOSES_P, FORMATTING, HEADING, IGNORED, IMPLIED, METADATA, Tag, Token};

impl Builder<'_, '_> {
    #[allow(clippy::too_many_lines)] // each branch implements one branch of the standard
    pub(super) fn start_in_body(&mut self, token: &Token) {
        match token.tag {
            Tag::Html => self.second_html(token),
            tag if tag.is(METADATA) => self.start_in_head(token),
            Tag::Body => self.second_body(token),
            Tag::Frameset => self.frameset_in_body(token),
            tag if tag.is(CLOSES_P) => {
                self.close_p();
                self.insert_element(token);
            }
            tag if tag.is(HEADING) => {
                self.close_p();
                if self.current_is_in(HEADING) {
                    self.pop();
                }
                self.insert_element(token);
            }
            Tag::Pre | Tag::Listing => {
                self.close_p();
                self.insert_element(token);
                self.skip_line_feed = true;
                self.frameset_ok = false;
            }
            Tag::Form => self.form_in_body(token),
            Tag::Li | Tag::Dd | Tag::Dt => self.list_item(token),
            Tag::Plaintext => {
                self.close_p();
                self.insert_element(token);
                self.switch_for(Tag::Plaintext);
            }
            Tag::Button => {
                if self.stack.has_in_scope(Tag::Button) {
                    self.generate_implied_end_tags();
                    self.pop_until(Tag::Button);
                }
                self.insert_inline(token);
                self.frameset_ok = false;
            }
            Tag::A => {
                self.end_open_link();
                self.reconstruct();
                self.insert_formatting(token);
            }
            tag if tag.is(FORMATTING) => {
                self.reconstruct();
                self.insert_formatting(token);
            }
            Tag::Nobr => {
                self.reconstruct();
                if self.stack.has_in_scope(Tag::Nobr) {
                    self.adoption_agency(Tag::Nobr);
                    self.reconstruct();
                }
                self.insert_formatting(token);
            }
            Tag::Applet | Tag::Marquee | Tag::Object => {
                self.insert_inline(token);
                self.formatting.push_marker();
                self.frameset_ok = false;
            }
            Tag::Table => {
                if !self.quirks {
                    self.close_p();
                }
                self.insert_element(token);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            Tag::Area | Tag::Br | Tag::Embed | Tag::Img | Tag::Keygen | Tag::Wbr => {
                self.reconstruct();
                self.insert_void(token);
                self.frameset_ok = false;
            }
            Tag::Image => {
                self.reconstruct();
                self.insert_void(&Token { tag: Tag::Img, ..*token });
                self.frameset_ok = false;
            }
            Tag::Input => self.input_in_body(token),
            Tag::Param | Tag::Source | Tag::Track => self.insert_void(token),
            Tag::Hr => {
                self.close_p();
                if self.stack.has_in_scope(Tag::Select) {
                    self.generate_implied_end_tags();
                }
                self.insert_void(token);
                self.frameset_ok = false;
            }
            Tag::Textarea => {
                self.raw_text_element(token);
                self.skip_line_feed = true;
                self.frameset_ok = false;
            }
            Tag::Xmp => {
                self.close_p();
                self.reconstruct();
                self.frameset_ok = false;
                self.raw_text_element(token);
            }
            Tag::Iframe => {
                self.frameset_ok = false;
                self.raw_text_element(token);
            }
            Tag::Noembed => self.raw_text_element(token),
            Tag::Select => {
                if self.stack.has_in_scope(Tag::Select) {
                    self.pop_until(Tag::Select);
                } else {
                    self.insert_inline(token);
                    self.frameset_ok = false;
                }
            }
            Tag::Option | Tag::Optgroup => self.option(token),
            Tag::Rb | Tag::Rtc => {
                if self.stack.has_in_scope(Tag::Ruby) {
                    self.generate_implied_end_tags();
                }
                self.insert_element(token);
            }
            Tag::Rp | Tag::Rt => {
                if self.stack.has_in_scope(Tag::Ruby) {
                    self.generate_end_tags_of(IMPLIED, Tag::Rtc);
                }
                self.insert_element(token);
            }
            Tag::Math => self.enter_foreign(token, Kind::MathMl),
            Tag::Svg => self.enter_foreign(token, Kind::Svg),
            tag if tag.is(IGNORED) => {}
            _ => self.insert_inline(token),
        }
    }

    fn insert_inline(&mut self, token: &Token) {
        self.reconstruct();
        self.insert_element(token);
    }

    fn second_html(&mut self, token: &Token) {
        if !self.stack.contains(Tag::Template)
            && let Some(html) = self.stack.get(0).map(|entry| entry.node)
        {
            self.add_attributes(html, token);
        }
    }

    /// The second element on the stack, if it is the body.
    fn body(&self) -> Option<NodeId> {
        let second = self.stack.get(1)?;
        (second.tag == Tag::Body && second.kind == Kind::Html).then_some(second.node)
    }

    fn second_body(&mut self, token: &Token) {
        let Some(body) = self.body() else { return };
        if !self.stack.contains(Tag::Template) {
            self.frameset_ok = false;
            self.add_attributes(body, token);
        }
    }

    fn frameset_in_body(&mut self, token: &Token) {
        let Some(body) = self.body().filter(|_| self.frameset_ok) else { return };
        self.tree.arena.detach(body);
        self.pop_to(1);
        self.insert_element(token);
        self.mode = Mode::InFrameset;
    }

    fn form_in_body(&mut self, token: &Token) {
        let in_template = self.stack.contains(Tag::Template);
        if self.form != NONE && !in_template {
            return;
        }
        self.close_p();
        let form = self.insert_element(token);
        if !in_template {
            self.form = form;
        }
    }

    /// `<li>`, `<dd>`, `<dt>`: closes an open item of the same kind unless a special element is in between.
    fn list_item(&mut self, token: &Token) {
        self.frameset_ok = false;
        let open_item =
            self.stack.item_boundary().map(|entry| (entry.tag, entry.kind)).filter(|(tag, kind)| {
                let is_same_kind = match token.tag {
                    Tag::Li => *tag == Tag::Li,
                    _ => matches!(tag, Tag::Dd | Tag::Dt),
                };
                is_same_kind && *kind == Kind::Html
            });
        if let Some((tag, _)) = open_item {
            self.generate_end_tags_of(IMPLIED, tag);
            self.pop_until(tag);
        }
        self.close_p();
        self.insert_element(token);
    }

    fn input_in_body(&mut self, token: &Token) {
        if self.stack.has_in_scope(Tag::Select) {
            self.pop_until(Tag::Select);
        }
        let is_hidden = self.is_hidden_input(token);
        self.reconstruct();
        self.insert_void(token);
        self.frameset_ok &= is_hidden;
    }

    pub(super) fn is_hidden_input(&self, token: &Token) -> bool {
        self.attribute(token, "type").is_some_and(|value| value.eq_ignore_ascii_case("hidden"))
    }

    /// `<option>`, `<optgroup>`.
    fn option(&mut self, token: &Token) {
        if self.stack.has_in_scope(Tag::Select) {
            let except = if token.tag == Tag::Option { Tag::Optgroup } else { Tag::Unknown };
            self.generate_end_tags_of(IMPLIED, except);
        } else if self.current_is(Tag::Option) {
            self.pop();
        }
        self.insert_inline(token);
    }

    pub(super) fn end_in_body(&mut self, token: &Token) {
        match token.tag {
            Tag::Template => self.end_template(),
            Tag::Body if self.stack.has_in_scope(Tag::Body) => self.mode = Mode::AfterBody,
            Tag::Html if self.stack.has_in_scope(Tag::Body) => self.reprocess_end_in(Mode::AfterBody, token),
            Tag::Body | Tag::Html => {}
            Tag::Button | Tag::Listing | Tag::Pre | Tag::Select => self.end_block(token.tag),
            Tag::Form => self.end_form(),
            Tag::P => {
                if !self.stack.in_button_scope(Tag::P) {
                    self.insert_implied(Tag::P);
                }
                self.close_p();
            }
            tag if tag.is(CLOSES_P) => self.end_block(tag),
            Tag::Li => {
                if self.stack.in_list_scope(Tag::Li) {
                    self.generate_end_tags_of(IMPLIED, Tag::Li);
                    self.pop_until(Tag::Li);
                }
            }
            Tag::Dd | Tag::Dt => {
                if self.stack.has_in_scope(token.tag) {
                    self.generate_end_tags_of(IMPLIED, token.tag);
                    self.pop_until(token.tag);
                }
            }
            tag if tag.is(HEADING) => self.end_heading(),
            Tag::A | Tag::Nobr => self.adoption_agency(token.tag),
            tag if tag.is(FORMATTING) => self.adoption_agency(tag),
            Tag::Applet | Tag::Marquee | Tag::Object => {
                if self.stack.has_in_scope(token.tag) {
                    self.end_block(token.tag);
                    self.formatting.clear_to_marker();
                }
            }
            Tag::Noscript => self.end_noscript(),
            Tag::Br => {
                self.reconstruct();
                self.insert_void(&Token { attrs_len: 0, ..*token });
                self.frameset_ok = false;
            }
            _ => {
                let symbol = self.symbol_of(token);
                self.any_other_end_tag(symbol, token.tag);
            }
        }
    }

    fn end_block(&mut self, tag: Tag) {
        if self.stack.has_in_scope(tag) {
            self.generate_implied_end_tags();
            self.pop_until(tag);
        }
    }

    fn end_heading(&mut self) {
        const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
        // The end tags of headings are never implied, so generating implied end tags does not change the
        // position of the heading.
        let open = HEADINGS.iter().filter_map(|tag| self.stack.position_of(*tag)).max();
        if let Some(open) = open.filter(|at| self.stack.index_in_scope(*at)) {
            self.generate_implied_end_tags();
            self.pop_to(open);
        }
    }

    fn end_form(&mut self) {
        if self.stack.contains(Tag::Template) {
            self.end_block(Tag::Form);
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if !self.is_open(form) {
            return;
        }
        let at = self.stack.index_of(form, Tag::Form as Symbol, MAX_ADOPTION_REACH);
        if at.is_some_and(|at| self.stack.index_in_scope(at)) {
            self.generate_implied_end_tags();
            self.remove_from_stack(form, Tag::Form as Symbol);
        }
    }

    /// Processes `</noscript>`: always closes an open `noscript` and everything inside it. This departs from
    /// the standard. With scripting off, the standard ignores `</noscript>` if a special element, such as a
    /// paragraph, is still open inside the `noscript`, so the rest of the page would end up in the
    /// `noscript`. Browsers run scripts, so they read the contents as raw text and always stop at
    /// `</noscript>`, even after an unclosed `<iframe src=… />`. See docs/src/decisions/noscript.md.
    fn end_noscript(&mut self) {
        /// Elements that put a marker on the list of active formatting elements.
        const WITH_MARKER: [Tag; 6] =
            [Tag::Applet, Tag::Marquee, Tag::Object, Tag::Td, Tag::Th, Tag::Caption];
        let Some(at) = self.stack.position_of(Tag::Noscript) else { return };
        let template = self.stack.position_of(Tag::Template);
        if at >= self.stack.topmost_special() || template.is_some_and(|template| template > at) {
            return self.any_other_end_tag(Tag::Noscript as Symbol, Tag::Noscript);
        }
        while self.stack.len() > at {
            if WITH_MARKER.iter().any(|tag| self.current_is(*tag)) {
                self.formatting.clear_to_marker();
            }
            self.pop();
        }
        if !self.is_open(self.form) {
            self.form = NONE;
        }
        self.reset_mode();
    }

    /// "Any other end tag."
    pub(super) fn any_other_end_tag(&mut self, symbol: Symbol, tag: Tag) {
        let Some(at) = self.stack.position(symbol) else { return };
        if at < self.stack.topmost_special() {
            return;
        }
        let except = if tag.is(IMPLIED) { tag } else { Tag::Unknown };
        self.generate_end_tags_of(IMPLIED, except);
        self.pop_to(at);
    }
}
