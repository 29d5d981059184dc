//! Links of notes in Markdown: a reference is its number whatever it shows, a link back is not written.

use crate::render::document::{Leaf, NoteLink, Piece, PieceKind, style};

/// What stands between the links back and the note itself: `^`, or what is left of a number.
const AFTER_LINK_BACK: [char; 8] = [' ', '.', ')', ']', ':', ',', '^', '↑'];

/// What a piece has to do with notes.
pub(super) fn link_of(leaf: &Leaf, piece: &Piece) -> Option<NoteLink> {
    piece.link.and_then(|link| leaf.links[link as usize].note)
}

/// Leaves links back out, with the signs before and after them where a note begins, and the raised signs between references; what
/// a reference shows has no style.
pub(super) fn settle(leaf: &Leaf, pieces: &mut Vec<Piece>) {
    if leaf.links.iter().all(|link| link.note.is_none()) {
        return;
    }
    let links: Vec<Option<NoteLink>> = pieces.iter().map(|piece| link_of(leaf, piece)).collect();
    let is_beside = |index: usize, is: &dyn Fn(NoteLink) -> bool| {
        let before = index.checked_sub(1).and_then(|before| links[before]);
        before.is_some_and(is) || links.get(index + 1).copied().flatten().is_some_and(is)
    };
    let mut begins = true;
    let left_out: Vec<bool> = (0..pieces.len())
        .map(|index| {
            let is_raised = pieces[index].style & style::SUPERSCRIPT != 0;
            let is_about = |link| if link == NoteLink::Back { begins } else { is_raised };
            let is_left_out = links[index] == Some(NoteLink::Back)
                || (is_sign(leaf, &pieces[index]) && is_beside(index, &is_about));
            begins &= is_left_out;
            is_left_out
        })
        .collect();
    let mut is_left_out = left_out.iter();
    pieces.retain(|_| is_left_out.next() == Some(&false));
    if links.contains(&Some(NoteLink::Back)) {
        trim(leaf, pieces, left_out[0]);
    }
    for piece in pieces.iter_mut().filter(|piece| link_of(leaf, piece).is_some()) {
        (piece.style, piece.code) = (0, 0);
    }
}

/// Whether a piece has neither letters nor digits and is no link.
fn is_sign(leaf: &Leaf, piece: &Piece) -> bool {
    let is_text = matches!(piece.kind, PieceKind::Text { .. });
    is_text && piece.link.is_none() && !leaf.text_of(piece).chars().any(char::is_alphanumeric)
}

/// Takes what stood between links back and the note from its beginning, if it began with them, and a blank from its end.
fn trim(leaf: &Leaf, pieces: &mut [Piece], begins_with_back: bool) {
    if let Some(Piece { kind: PieceKind::Text { start, end }, .. }) =
        pieces.first_mut().filter(|_| begins_with_back)
    {
        *start = *end - leaf.text[*start..*end].trim_start_matches(AFTER_LINK_BACK).len();
    }
    if let Some(Piece { kind: PieceKind::Text { start, end }, .. }) = pieces.last_mut() {
        *end = *start + leaf.text[*start..*end].trim_end().len();
    }
}
