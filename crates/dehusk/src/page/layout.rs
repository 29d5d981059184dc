//! Lists the runs and blocks of a tree in document order, in one walk.
//!
//! The flags that describe the text inside an element (link, invisible, hidden) are passed from parent to
//! child. The first run of each line that a browser shows gets a flag too. No styles are computed.
//!
//! The text of `noscript` is a separate flow (docs/src/decisions/noscript.md).

use super::node::{Arena, DOCUMENT, Kind, NONE, NodeId, Step, flag, push_growing_slowly};
use super::{Block, Tree};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag, TextKind, WrittenIn, decode_reference};
use crate::source::Span;

/// Finds the runs and blocks of a tree, and sets the flags of its nodes.
pub(super) fn lay_out(source: &str, tree: &mut Tree, deadline: &mut Deadline) -> Result<(), TimedOut> {
    let Tree { arena, runs, blocks, unscripted, .. } = tree;
    let (shown, unscripted) = (Flow::new(blocks), Flow::new(unscripted));
    let mut layout =
        Layout { source, runs, shown, unscripted, noscript: None, block_ancestors: Vec::new(), pre_depth: 0 };
    let mut step = arena.following(DOCUMENT);
    loop {
        deadline.tick()?;
        step = match step {
            Step::Enter(id) => {
                layout.enter(arena, id);
                if has_no_runs(arena, id) { arena.after(id) } else { arena.following(id) }
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

/// Whether the text of an element makes no runs, as in scripts and styles.
fn has_no_runs(arena: &Arena, id: NodeId) -> bool {
    matches!(arena.at(id).tag, Tag::Script | Tag::Style) && arena.at(id).is_element()
}

struct Layout<'t> {
    source: &'t str,
    runs: &'t mut Vec<u32>,
    /// The text that browsers show.
    shown: Flow<'t>,
    /// The text of `noscript`, which browsers show only without scripts.
    unscripted: Flow<'t>,
    /// The outermost `noscript` around the current node, if nothing else makes it invisible. The second node
    /// is the outermost open element inside this `noscript` that is invisible for another reason; [`NONE`] if
    /// there is none.
    noscript: Option<(NodeId, NodeId)>,
    /// The block-level elements around the current node, outermost first.
    block_ancestors: Vec<NodeId>,
    /// Number of `pre` elements in `block_ancestors`.
    pre_depth: u32,
}

/// A sequence of text that a browser shows together, and whether the next run in it begins a line or a block.
struct Flow<'t> {
    blocks: &'t mut Vec<Block>,
    /// Whether the next run of the flow begins a line.
    begins_line: bool,
    /// Whether the next text that is not whitespace begins a block.
    begins_block: bool,
    /// Number of `<br>` since the last text that is not whitespace.
    line_breaks: u32,
    open_block: Option<Block>,
}

impl Flow<'_> {
    fn new(blocks: &mut Vec<Block>) -> Flow<'_> {
        Flow { blocks, begins_line: false, begins_block: true, line_breaks: 0, open_block: None }
    }

    /// Handles the start or the end of a block-level element.
    fn boundary(&mut self, tag: Tag) {
        self.begins_line = true;
        if tag == Tag::Br {
            self.line_breaks += 1; // no double counting: the walk enters empty elements but does not leave them
            self.begins_block |= self.line_breaks > 1;
        } else {
            self.begins_block = true;
        }
    }

    /// Adds text that is not whitespace to the open block, or begins a block with it.
    fn extend_block(&mut self, index: u32, span: Span, element: NodeId) {
        self.line_breaks = 0;
        if std::mem::take(&mut self.begins_block) {
            self.end_block();
        }
        match &mut self.open_block {
            Some(block) => {
                block.runs.1 = index + 1;
                let (start, end) = (block.span.start().min(span.start()), block.span.end().max(span.end()));
                block.span = Span::new(start, end);
            }
            None => self.open_block = Some(Block { runs: (index, index + 1), span, element }),
        }
    }

    fn end_block(&mut self) {
        if let Some(block) = self.open_block.take() {
            push_growing_slowly(self.blocks, block);
        }
    }
}

impl Layout<'_> {
    fn enter(&mut self, arena: &mut Arena, id: NodeId) {
        let node = *arena.at(id);
        let inherited =
            if node.parent == DOCUMENT { 0 } else { arena.at(node.parent).flags & flag::INHERITED };
        if node.kind == Kind::Text {
            self.add_run(arena, id, node.flags | inherited);
            return;
        }
        arena.at_mut(id).flags |= inherited;
        if node.flags & flag::INVISIBLE != 0 && node.first != NONE {
            self.enter_invisible(id, node.tag, inherited);
        }
        self.boundary(arena, id);
        if node.tag.is(BLOCK) && node.first != NONE {
            self.block_ancestors.push(id);
            self.pre_depth += u32::from(node.tag == Tag::Pre);
        }
    }

    /// Enters an element that makes its contents invisible.
    fn enter_invisible(&mut self, id: NodeId, tag: Tag, inherited: u8) {
        match &mut self.noscript {
            Some((_, inside)) if tag != Tag::Noscript && *inside == NONE => *inside = id,
            None if tag == Tag::Noscript && inherited & flag::INVISIBLE == 0 => {
                self.noscript = Some((id, NONE));
            }
            _ => {}
        }
    }

    /// Leaves an element that has contents; the walk does not leave empty elements.
    fn leave(&mut self, arena: &Arena, id: NodeId) {
        self.boundary(arena, id);
        if self.block_ancestors.last() == Some(&id) {
            self.block_ancestors.pop();
            self.pre_depth -= u32::from(arena.at(id).tag == Tag::Pre);
        }
        match &mut self.noscript {
            Some((noscript, _)) if *noscript == id => self.noscript = None,
            Some((_, inside)) if *inside == id => *inside = NONE,
            _ => {}
        }
    }

    /// Handles the start or the end of an element.
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

    fn add_run(&mut self, arena: &mut Arena, id: NodeId, mut flags: u8) {
        let node = arena.at(id);
        let span = node.span;
        let is_blank = is_blank(&self.source[span.range()], node.text);
        flags |= if is_blank { flag::BLANK } else { 0 };
        flags |= if self.pre_depth > 0 { flag::PREFORMATTED } else { 0 };
        if flags & flag::BREAK != 0 {
            // The tree builder sets this flag if a block-level element past the depth limit began or ended
            // before this text.
            flags &= !flag::BREAK;
            (self.shown.begins_line, self.shown.begins_block) = (true, true);
            (self.unscripted.begins_line, self.unscripted.begins_block) = (true, true);
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
            if std::mem::take(&mut flow.begins_line) {
                flags |= flag::BREAK;
            }
            if !is_blank {
                let element = self.block_ancestors.last().copied().unwrap_or(DOCUMENT);
                flow.extend_block(self.runs.len() as u32, span, element);
            }
        }
        push_growing_slowly(self.runs, id);
        arena.at_mut(id).flags = flags;
    }
}

/// Whether a text consists of whitespace after decoding. A NUL is dropped in ordinary text, but counts as
/// visible elsewhere.
#[inline]
fn is_blank(text: &str, kind: TextKind) -> bool {
    // For nearly every text, the first byte that is not ASCII whitespace settles the answer.
    let first = text.bytes().find(|byte| !byte.is_ascii_whitespace());
    match first {
        None => true,
        Some(byte) if byte.is_ascii_graphic() && byte != b'&' => false,
        Some(_) => is_blank_decoded(text, kind),
    }
}

fn is_blank_decoded(text: &str, kind: TextKind) -> bool {
    let is_space = |c: char| c.is_whitespace() || (c == '\0' && kind == TextKind::Data);
    let mut rest = text.trim_start_matches(is_space);
    while rest.starts_with('&') && matches!(kind, TextKind::Data | TextKind::Rcdata) {
        match decode_reference(rest.as_bytes(), WrittenIn::Text) {
            Some(found) if found.first.is_whitespace() && found.second.is_none() => {
                rest = rest[found.len..].trim_start_matches(is_space);
            }
            _ => break,
        }
    }
    rest.is_empty()
}
