//! One walk over the tree that lists its runs and blocks in document order.
//!
//! What an element does to the text inside it (link, invisible, hidden) is handed down from parent to child; where a
//! browser would begin a new line is noted at the next run. No styles are computed.

use super::node::{Arena, DOCUMENT, Kind, NodeId, Step, flag};
use super::{Block, Tree};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{Attr, BLOCK, INVISIBLE, Tag, TextKind, decode_reference};
use crate::source::Span;

pub(super) fn lay_out(source: &str, tree: &mut Tree, deadline: &mut Deadline) -> Result<(), TimedOut> {
    let Tree { arena, attrs, runs, blocks, .. } = tree;
    let mut layout = Layout { source, attrs, runs, blocks, line: false, block: true, breaks: 0, open: None };
    let mut step = arena.following(DOCUMENT);
    loop {
        deadline.tick()?;
        step = match step {
            Step::Enter(id) => {
                layout.enter(arena, id);
                if holds_no_text(arena, id) { skip(arena, id) } else { arena.following(id) }
            }
            Step::Leave(id) => {
                layout.boundary(arena, id);
                arena.after(id)
            }
            Step::End => break,
        };
    }
    layout.end_block();
    Ok(())
}

/// Scripts and styles: their text makes no runs.
fn holds_no_text(arena: &Arena, id: NodeId) -> bool {
    matches!(arena.at(id).tag, Tag::Script | Tag::Style) && arena.at(id).is_element()
}

fn skip(arena: &Arena, id: NodeId) -> Step {
    arena.after(id)
}

struct Layout<'t> {
    source: &'t str,
    attrs: &'t [Attr],
    runs: &'t mut Vec<u32>,
    blocks: &'t mut Vec<Block>,
    /// The next run begins a line.
    line: bool,
    /// The next visible text begins a block.
    block: bool,
    /// `<br>` since the last visible text.
    breaks: u32,
    open: Option<Block>,
}

impl Layout<'_> {
    fn enter(&mut self, arena: &mut Arena, id: NodeId) {
        let node = *arena.at(id);
        let inherited =
            if node.parent == DOCUMENT { 0 } else { arena.at(node.parent).flags & flag::INHERITED };
        if node.kind == Kind::Text {
            self.run(arena, id, node.flags | inherited);
            return;
        }
        let own = self.own_flags(arena, id);
        arena.at_mut(id).flags |= own | inherited;
        self.boundary(arena, id);
    }

    fn own_flags(&self, arena: &Arena, id: NodeId) -> u8 {
        let node = arena.at(id);
        let mut flags =
            if node.tag.is(INVISIBLE) && !self.is_shadow_root(arena, id) { flag::INVISIBLE } else { 0 };
        for attr in &self.attrs[node.attrs as usize..(node.attrs + node.attrs_len) as usize] {
            flags |= self.attribute_flags(node.tag, attr);
        }
        flags
    }

    /// What one attribute does to the text of its element.
    #[inline]
    fn attribute_flags(&self, tag: Tag, attr: &Attr) -> u8 {
        let name = &self.source[attr.name.range()];
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        let value = || &self.source[attr.value.range()];
        match name.len() {
            4 if tag == Tag::A && is("href") => flag::LINK,
            5 if is("style") && hides(value()) => flag::HIDDEN,
            6 if is("hidden") && !value().eq_ignore_ascii_case("until-found") => flag::HIDDEN,
            11 if is("aria-hidden") && value().eq_ignore_ascii_case("true") => flag::HIDDEN,
            _ => 0,
        }
    }

    /// `<template shadowrootmode>` is content, other templates are not.
    fn is_shadow_root(&self, arena: &Arena, id: NodeId) -> bool {
        let node = arena.at(id);
        let attrs = &self.attrs[node.attrs as usize..(node.attrs + node.attrs_len) as usize];
        let declares = |attr: &Attr| {
            let value = &self.source[attr.value.range()];
            self.source[attr.name.range()].eq_ignore_ascii_case("shadowrootmode")
                && ["open", "closed"].iter().any(|mode| value.eq_ignore_ascii_case(mode))
        };
        node.is_html(Tag::Template) && attrs.iter().any(declares)
    }

    /// The start or the end of an element.
    fn boundary(&mut self, arena: &Arena, id: NodeId) {
        let node = arena.at(id);
        if !node.tag.is(BLOCK) || node.flags & flag::INVISIBLE != 0 {
            return;
        }
        self.line = true;
        if node.tag == Tag::Br {
            self.breaks += 1; // the walk enters it and leaves it not, for it is empty
            self.block |= self.breaks > 1;
        } else {
            self.block = true;
        }
    }

    fn run(&mut self, arena: &mut Arena, id: NodeId, mut flags: u8) {
        let node = arena.at(id);
        let span = node.span;
        let blank = is_blank(&self.source[span.range()], node.text);
        if flags & flag::BREAK != 0 {
            (self.line, self.block) = (true, true);
        }
        if flags & flag::INVISIBLE != 0 {
            flags &= !flag::BREAK;
        } else if std::mem::take(&mut self.line) {
            flags |= flag::BREAK;
        }
        flags |= if blank { flag::BLANK } else { 0 };
        if flags & flag::INVISIBLE == 0 && !blank {
            self.extend_block(arena, id, span);
        }
        self.runs.push(id);
        arena.at_mut(id).flags = flags;
    }

    /// Visible text: it goes on with the open block or begins one.
    fn extend_block(&mut self, arena: &Arena, id: NodeId, span: Span) {
        let index = self.runs.len() as u32;
        self.breaks = 0;
        if std::mem::take(&mut self.block) {
            self.end_block();
        }
        match &mut self.open {
            Some(block) => {
                block.runs.1 = index + 1;
                let (start, end) = (block.span.start().min(span.start()), block.span.end().max(span.end()));
                block.span = Span::new(start, end);
            }
            None => {
                let element = block_element(arena, id);
                self.open = Some(Block { runs: (index, index + 1), span, element });
            }
        }
    }

    fn end_block(&mut self) {
        self.blocks.extend(self.open.take());
    }
}

/// The nearest block-level element around a text. Linear in the depth of the inline elements between.
fn block_element(arena: &Arena, id: NodeId) -> NodeId {
    let mut at = arena.at(id).parent;
    while at != DOCUMENT && !arena.at(at).tag.is(BLOCK) {
        at = arena.at(at).parent;
    }
    at
}

/// Whether a style attribute says `display: none`.
fn hides(style: &str) -> bool {
    style.len() >= "display:none".len()
        && style.split(';').any(|declaration| {
            let Some((property, value)) = declaration.split_once(':') else { return false };
            let value = value.trim();
            let value = value.strip_suffix("!important").unwrap_or(value).trim();
            property.trim().eq_ignore_ascii_case("display") && value.eq_ignore_ascii_case("none")
        })
}

/// Whether a text is white space only once decoded. NULs are dropped in ordinary text and shown elsewhere.
fn is_blank(text: &str, kind: TextKind) -> bool {
    let blank = |c: char| c.is_whitespace() || (c == '\0' && kind == TextKind::Data);
    let mut rest = text.trim_start_matches(blank);
    while rest.starts_with('&') && matches!(kind, TextKind::Data | TextKind::Rcdata) {
        match decode_reference(rest.as_bytes(), false) {
            Some(found) if found.first.is_whitespace() && found.second.is_none() => {
                rest = rest[found.len..].trim_start_matches(blank);
            }
            _ => break,
        }
    }
    rest.is_empty()
}
