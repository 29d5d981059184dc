//! Moves punctuation at the ends of emphasis out of it, where CommonMark would not read the marks otherwise.
//!
//! `<b>Note:</b>text` cannot be `**Note:**text`, because a mark between punctuation and a letter does not end emphasis (CommonMark
//! 0.31, section 6.2). It becomes `**Note**:text`. Chinese and Japanese pages, which have no spaces, need this often.

use super::inline::{Edge, edge, is_punctuation};
use crate::render::document::{Leaf, Piece, PieceKind, style};

/// The styles with marks.
const MARKED: u8 = style::STRONG | style::EMPHASIS | style::STRIKE;

/// Brackets and quotation marks that a text may be between. If one of a pair moves out, so does the other.
const PAIRS: [(char, char); 14] = [
    ('"', '"'),
    ('\'', '\''),
    ('(', ')'),
    ('[', ']'),
    ('«', '»'),
    ('‘', '’'),
    ('“', '”'),
    ('（', '）'),
    ('「', '」'),
    ('『', '』'),
    ('【', '】'),
    ('〔', '〕'),
    ('《', '》'),
    ('〈', '〉'),
];

/// Moves punctuation out of emphasis. Returns the number of spans of emphasis that had nothing else and so are lost. Takes linear
/// time, and no memory but for what moves.
pub(super) fn move_out(leaf: &Leaf, pieces: &mut Vec<Piece>) -> u32 {
    let ends = |index: usize| {
        let before = index.checked_sub(1).map(|before| &pieces[before]);
        Ends::of(leaf, &pieces[index], before, pieces.get(index + 1)).map(|ends| (index, ends))
    };
    let found: Vec<(usize, Ends)> = (0..pieces.len()).filter_map(ends).collect();
    let lost = found.iter().map(|(_, ends)| ends.lost).sum();
    let count = pieces.len();
    let more: usize = found.iter().map(|(index, ends)| ends.parts(&pieces[*index]).count() - 1).sum();
    pieces.reserve_exact(more);
    pieces.resize(count + more, BLANK);
    // From the end, so that each piece moves to where it or one after it was.
    let mut to = count + more;
    let mut from = count;
    for (index, ends) in found.into_iter().rev() {
        while from > index + 1 {
            (from, to) = (from - 1, to - 1);
            pieces.swap(from, to);
        }
        from = index;
        let piece = std::mem::replace(&mut pieces[index], BLANK);
        for (start, end, style) in ends.parts(&piece).rev() {
            to -= 1;
            pieces[to] = Piece { kind: PieceKind::Text { start, end }, style, ..piece };
        }
    }
    lost
}

/// A piece that stands where no other does yet.
const BLANK: Piece = Piece { kind: PieceKind::Break, style: 0, code: 0, link: None };

/// The punctuation that moves out of the emphasis of a piece of text.
struct Ends {
    /// The bytes of punctuation at the start and at the end.
    bytes: [u32; 2],
    /// The styles of the punctuation at the start, of the rest, and of the punctuation at the end.
    styles: [u8; 3],
    /// The number of styles that neither a part of the piece nor a piece beside it has.
    lost: u32,
}

impl Ends {
    /// Returns `None` if nothing moves.
    fn of(leaf: &Leaf, piece: &Piece, before: Option<&Piece>, after: Option<&Piece>) -> Option<Ends> {
        let is_stuck = |beside: Option<&Piece>, end| beside.is_some_and(|it| is_stuck(leaf, piece, it, end));
        let (starts, ends) = (is_stuck(before, Edge::First), is_stuck(after, Edge::Last));
        if !matches!(piece.kind, PieceKind::Text { .. }) || (!starts && !ends) {
            return None;
        }
        let text = leaf.text_of(piece);
        let is_mark = |c: char| !c.is_alphanumeric();
        let (open, close) = pair_around(text).unwrap_or_default();
        let first = if starts { text.len() - text.trim_start_matches(is_mark).len() } else { 0 }.max(open);
        let last = if ends { text.len() - text.trim_end_matches(is_mark).len() } else { 0 }.max(close);
        let last = last.min(text.len() - first);
        let style = |beside: Option<&Piece>| piece.style & (beside.map_or(0, |it| it.style) | !MARKED);
        let styles = [style(before), piece.style, style(after)];
        let moves_whole = first + last == text.len();
        let lost = if moves_whole { piece.style & MARKED & !(styles[0] | styles[2]) } else { 0 };
        Some(Ends { bytes: [first as u32, last as u32], styles, lost: lost.count_ones() })
    }

    /// The parts of the piece that are not empty, each with its start, its end and its style.
    fn parts(&self, piece: &Piece) -> impl DoubleEndedIterator<Item = (usize, usize, u8)> + use<> {
        let [first, last] = self.bytes.map(|bytes| bytes as usize);
        let (start, end) = match piece.kind {
            PieceKind::Text { start, end } => (start, end),
            _ => (0, 0),
        };
        let at = [start, start + first, end - last, end];
        let styles = self.styles;
        (0..3).map(move |part| (at[part], at[part + 1], styles[part])).filter(|(start, end, _)| start < end)
    }
}

/// Returns the lengths of the brackets or quotation marks that a text is between, in bytes.
fn pair_around(text: &str) -> Option<(usize, usize)> {
    let mut inside = text.chars();
    let (first, last) = (inside.next()?, inside.next_back()?);
    // In `"A" and "B"`, the first and the last sign are no pair.
    let is_pair = PAIRS.contains(&(first, last))
        && !inside.as_str().is_empty()
        && !inside.any(|c| c == first || c == last);
    is_pair.then_some((first.len_utf8(), last.len_utf8()))
}

/// Whether emphasis ends between a piece and the one beside it, and has punctuation inside and a letter outside.
fn is_stuck(leaf: &Leaf, piece: &Piece, beside: &Piece, end: Edge) -> bool {
    let outside = match end {
        Edge::First => Edge::Last,
        Edge::Last => Edge::First,
    };
    let has_tags = piece.code > 0 || piece.style & (style::SUPERSCRIPT | style::SUBSCRIPT) != 0;
    let ends = piece.style & !beside.style & MARKED != 0 && piece.link == beside.link;
    ends && !has_tags
        && is_punctuation(edge(leaf, piece, end))
        && edge(leaf, beside, outside).is_alphanumeric()
}
