//! The rules for foreign content: SVG and MathML.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>. Names are not changed to the
//! letter case that SVG prescribes, because nothing in dehusk depends on it.

use super::builder::Builder;
use super::node::{Kind, flag};
use super::stack::Entry;
use crate::markup::{BREAKOUT, Tag, Token};

impl Builder<'_, '_> {
    /// Whether a start tag is processed by the rules for foreign content. The current node must be foreign.
    pub(super) fn foreign_rules_for_start(&self, tag: Tag) -> bool {
        let Some(current) = self.stack.current() else { return false };
        if is_math_text_integration_point(current) {
            return matches!(tag, Tag::Mglyph | Tag::Malignmark);
        }
        let is_annotation = current.kind == Kind::MathMl && current.tag == Tag::AnnotationXml;
        !(self.is_html_integration_point(current) || (is_annotation && tag == Tag::Svg))
    }

    /// Whether text is processed by the rules for foreign content. The current node must be foreign.
    pub(super) fn foreign_rules_for_text(&self) -> bool {
        let takes_html =
            |entry| is_math_text_integration_point(entry) || self.is_html_integration_point(entry);
        !self.stack.current().is_some_and(takes_html)
    }

    fn is_html_integration_point(&self, entry: &Entry) -> bool {
        match entry.kind {
            Kind::Svg => matches!(entry.tag, Tag::Foreignobject | Tag::Desc | Tag::Title),
            _ => self.arena().at(entry.node).flags & flag::TAKES_HTML != 0,
        }
    }

    pub(super) fn enter_foreign(&mut self, token: &Token, kind: Kind) {
        self.reconstruct();
        self.insert_foreign(token, kind);
    }

    fn insert_foreign(&mut self, token: &Token, kind: Kind) {
        if token.self_closing {
            self.insert_closed(token, kind);
        } else {
            let symbol = self.symbol_of(token);
            let takes_html =
                kind == Kind::MathMl && token.tag == Tag::AnnotationXml && self.declares_html(token);
            let id = self.insert_open(token, kind, symbol);
            self.tree.arena.at_mut(id).flags |= if takes_html { flag::TAKES_HTML } else { 0 };
        }
    }

    /// Whether the `encoding` attribute of an `annotation-xml` declares HTML.
    fn declares_html(&self, token: &Token) -> bool {
        self.attribute(token, "encoding").is_some_and(|value| {
            value.eq_ignore_ascii_case("text/html") || value.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }

    pub(super) fn foreign_start(&mut self, token: &Token) {
        let is_html_font = token.tag == Tag::Font
            && ["color", "face", "size"].iter().any(|name| self.attribute(token, name).is_some());
        if !token.tag.is(BREAKOUT) && !is_html_font {
            self.insert_foreign(token, self.current_kind());
            return;
        }
        self.leave_foreign();
        self.start_in(self.mode, token);
    }

    /// Pops until the current node is an HTML element or an integration point.
    fn leave_foreign(&mut self) {
        while let Some(current) = self.stack.current() {
            if current.kind == Kind::Html
                || is_math_text_integration_point(current)
                || self.is_html_integration_point(current)
            {
                break;
            }
            self.pop();
        }
    }

    pub(super) fn foreign_end(&mut self, token: &Token) {
        if matches!(token.tag, Tag::Br | Tag::P) {
            self.leave_foreign();
            self.end_in(self.mode, token);
            return;
        }
        let symbol = self.symbol_of(token);
        match self.stack.foreign_position(symbol) {
            Some(at) => self.pop_to(at),
            None => self.end_in(self.mode, token),
        }
    }
}

fn is_math_text_integration_point(entry: &Entry) -> bool {
    entry.kind == Kind::MathMl && matches!(entry.tag, Tag::Mi | Tag::Mo | Tag::Mn | Tag::Ms | Tag::Mtext)
}
