//! Links of notes in Markdown. A reference is written as the number of its note, whatever its text is. A link back is left out.

use crate::render::document::{Leaf, NoteLink, Piece, PieceKind, style};

/// Characters to remove between the links back and the text of a note, such as `^`, or the punctuation that followed a number.
const AFTER_LINK_BACK: [char; 8] = [' ', '.', ')', ']', ':', ',', '^', '↑'];

/// Returns whether a piece is a reference to a note or a link back, or `None` if it is neither.
pub(super) fn link_of(leaf: &Leaf, piece: &Piece) -> Option<NoteLink> {
    piece.link.and_then(|link| leaf.links[link as usize].note)
}

/// Removes links back, symbols beside them at the beginning of a note, and superscript symbols beside references. Also removes
/// the styles of references.
pub(super) fn normalize(leaf: &Leaf, pieces: &mut Vec<Piece>) {
    if leaf.links.iter().all(|link| link.note.is_none()) {
        return;
    }
    let links: Vec<Option<NoteLink>> = pieces.iter().map(|piece| link_of(leaf, piece)).collect();
    let is_beside = |index: usize, applies: &dyn Fn(NoteLink) -> bool| {
        let before = index.checked_sub(1).and_then(|before| links[before]);
        before.is_some_and(applies) || links.get(index + 1).copied().flatten().is_some_and(applies)
    };
    let mut is_at_start = true;
    let removed: Vec<bool> = (0..pieces.len())
        .map(|index| {
            let is_superscript = pieces[index].style & style::SUPERSCRIPT != 0;
            let applies = |link| if link == NoteLink::Back { is_at_start } else { is_superscript };
            let is_removed = links[index] == Some(NoteLink::Back)
                || (is_symbol(leaf, &pieces[index]) && is_beside(index, &applies));
            is_at_start &= is_removed;
            is_removed
        })
        .collect();
    let mut is_removed = removed.iter();
    pieces.retain(|_| is_removed.next() == Some(&false));
    if links.contains(&Some(NoteLink::Back)) {
        trim(leaf, pieces, removed[0]);
    }
    for piece in pieces.iter_mut().filter(|piece| link_of(leaf, piece).is_some()) {
        (piece.style, piece.code) = (0, 0);
    }
}

/// Whether a piece is text outside of links that has no letters and no digits.
fn is_symbol(leaf: &Leaf, piece: &Piece) -> bool {
    let is_text = matches!(piece.kind, PieceKind::Text { .. });
    is_text && piece.link.is_none() && !leaf.text_of(piece).chars().any(char::is_alphanumeric)
}

/// Trims the pieces of a note after its links back have been removed. If it began with links back, removes [`AFTER_LINK_BACK`]
/// from the beginning. Always removes whitespace from the end.
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
