//! One walk over the tree that lists its runs and blocks in document order.
//!
//! What an element does to the text inside it (link, invisible, hidden) is handed down from parent to child; where a
//! browser would begin a new line is noted at the next run. No styles are computed.

use super::node::{Arena, DOCUMENT, Kind, NONE, NodeId, Step, flag, push_slowly};
use super::{Block, Tree};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag, TextKind, decode_reference};
use crate::source::Span;

pub(super) fn lay_out(source: &str, tree: &mut Tree, deadline: &mut Deadline) -> Result<(), TimedOut> {
    let Tree { arena, runs, blocks, unscripted, .. } = tree;
    let (shown, unscripted) = (Flow::new(blocks), Flow::new(unscripted));
    let mut layout =
        Layout { source, runs, shown, unscripted, noscript: None, around: Vec::new(), preformatted: 0 };
    let mut step = arena.following(DOCUMENT);
    loop {
        deadline.tick()?;
        step = match step {
            Step::Enter(id) => {
                layout.enter(arena, id);
                if holds_no_text(arena, id) { arena.after(id) } else { arena.following(id) }
            }
            Step::Leave(id) => {
                layout.leave(arena, id);
                arena.after(id)
            }
            Step::End => break,
        };
    }
    layout.shown.end_block();
    layout.unscripted.end_block();
    Ok(())
}

/// Scripts and styles: their text makes no runs.
fn holds_no_text(arena: &Arena, id: NodeId) -> bool {
    matches!(arena.at(id).tag, Tag::Script | Tag::Style) && arena.at(id).is_element()
}

struct Layout<'t> {
    source: &'t str,
    runs: &'t mut Vec<u32>,
    /// What browsers show.
    shown: Flow<'t>,
    /// What they show instead of it without scripts.
    unscripted: Flow<'t>,
    /// The outermost `noscript` around that nothing else makes invisible, and what is invisible inside it: an element, or none.
    noscript: Option<(NodeId, NodeId)>,
    /// The block-level elements around, outermost first.
    around: Vec<NodeId>,
    /// How many of them are `pre`.
    preformatted: u32,
}

/// Text that is shown together: where its next line and its next block begin.
struct Flow<'t> {
    blocks: &'t mut Vec<Block>,
    /// The next run begins a line.
    line: bool,
    /// The next text begins a block.
    block: bool,
    /// `<br>` since the last text.
    breaks: u32,
    open: Option<Block>,
}

impl Flow<'_> {
    fn new(blocks: &mut Vec<Block>) -> Flow<'_> {
        Flow { blocks, line: false, block: true, breaks: 0, open: None }
    }

    /// The start or the end of a block-level element.
    fn boundary(&mut self, tag: Tag) {
        self.line = true;
        if tag == Tag::Br {
            self.breaks += 1; // the walk enters it and leaves it not, for it is empty
            self.block |= self.breaks > 1;
        } else {
            self.block = true;
        }
    }

    /// Text that is not blank: it goes on with the open block or begins one.
    fn extend_block(&mut self, index: u32, span: Span, element: NodeId) {
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
            None => self.open = Some(Block { runs: (index, index + 1), span, element }),
        }
    }

    fn end_block(&mut self) {
        self.blocks.extend(self.open.take());
    }
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
        arena.at_mut(id).flags |= inherited;
        if node.flags & flag::INVISIBLE != 0 && node.first != NONE {
            self.enter_invisible(id, node.tag, inherited);
        }
        self.boundary(arena, id);
        if node.tag.is(BLOCK) && node.first != NONE {
            self.around.push(id);
            self.preformatted += u32::from(node.tag == Tag::Pre);
        }
    }

    /// An element that makes its content invisible by itself.
    fn enter_invisible(&mut self, id: NodeId, tag: Tag, inherited: u8) {
        match &mut self.noscript {
            Some((_, inside)) if tag != Tag::Noscript && *inside == NONE => *inside = id,
            None if tag == Tag::Noscript && inherited & flag::INVISIBLE == 0 => {
                self.noscript = Some((id, NONE));
            }
            _ => {}
        }
    }

    /// The end of an element that has content.
    fn leave(&mut self, arena: &Arena, id: NodeId) {
        self.boundary(arena, id);
        if self.around.last() == Some(&id) {
            self.around.pop();
            self.preformatted -= u32::from(arena.at(id).tag == Tag::Pre);
        }
        match &mut self.noscript {
            Some((noscript, _)) if *noscript == id => self.noscript = None,
            Some((_, inside)) if *inside == id => *inside = NONE,
            _ => {}
        }
    }

    /// The start or the end of an element.
    fn boundary(&mut self, arena: &Arena, id: NodeId) {
        let node = arena.at(id);
        if !node.tag.is(BLOCK) {
            return;
        }
        if node.flags & flag::INVISIBLE == 0 {
            self.shown.boundary(node.tag);
            self.unscripted.boundary(node.tag);
        } else if matches!(self.noscript, Some((_, NONE))) {
            self.unscripted.boundary(node.tag);
        }
    }

    fn run(&mut self, arena: &mut Arena, id: NodeId, mut flags: u8) {
        let node = arena.at(id);
        let span = node.span;
        let blank = is_blank(&self.source[span.range()], node.text);
        flags |= if blank { flag::BLANK } else { 0 };
        flags |= if self.preformatted > 0 { flag::PREFORMATTED } else { 0 };
        if flags & flag::BREAK != 0 {
            // foster parenting moved it
            flags &= !flag::BREAK;
            (self.shown.line, self.shown.block) = (true, true);
            (self.unscripted.line, self.unscripted.block) = (true, true);
        }
        if flags & flag::INVISIBLE != 0 && matches!(self.noscript, Some((_, NONE))) {
            flags |= flag::UNSCRIPTED;
        }
        let flow = match flags & (flag::INVISIBLE | flag::UNSCRIPTED) {
            0 => Some(&mut self.shown),
            flag::INVISIBLE => None,
            _ => Some(&mut self.unscripted),
        };
        if let Some(flow) = flow {
            if std::mem::take(&mut flow.line) {
                flags |= flag::BREAK;
            }
            if !blank {
                let element = self.around.last().copied().unwrap_or(DOCUMENT);
                flow.extend_block(self.runs.len() as u32, span, element);
            }
        }
        push_slowly(self.runs, id);
        arena.at_mut(id).flags = flags;
    }
}

/// Whether a text is white space only once decoded. NULs are dropped in ordinary text and shown elsewhere.
#[inline]
fn is_blank(text: &str, kind: TextKind) -> bool {
    // Nearly every text is decided by its first byte that is no blank of ASCII.
    let solid = text.bytes().find(|byte| !byte.is_ascii_whitespace());
    match solid {
        None => true,
        Some(byte) if byte.is_ascii_graphic() && byte != b'&' => false,
        Some(_) => is_blank_decoded(text, kind),
    }
}

fn is_blank_decoded(text: &str, kind: TextKind) -> bool {
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
