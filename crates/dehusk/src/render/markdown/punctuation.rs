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

/// Moves punctuation out of emphasis. Takes linear time.
pub(super) fn move_out(leaf: &Leaf, pieces: &mut Vec<Piece>) {
    if pieces.iter().all(|piece| piece.style & MARKED == 0) {
        return;
    }
    let old = std::mem::take(pieces);
    for (index, piece) in old.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &old[before]);
        let after = old.get(index + 1);
        match piece.kind {
            PieceKind::Text { start, end } => {
                let ends = Ends::of(leaf, piece, before, after);
                pieces.extend(ends.parts(start, end).map(|(start, end, style)| Piece {
                    kind: PieceKind::Text { start, end },
                    style,
                    ..*piece
                }));
            }
            _ => pieces.push(piece.clone()),
        }
    }
}

/// The punctuation that moves out of the emphasis of a piece.
struct Ends {
    /// The number of bytes that move at the start and at the end.
    bytes: [usize; 2],
    /// The style of what moves at the start, of what stays, and of what moves at the end.
    styles: [u8; 3],
}

impl Ends {
    fn of(leaf: &Leaf, piece: &Piece, before: Option<&Piece>, after: Option<&Piece>) -> Ends {
        let text = leaf.text_of(piece);
        let is_mark = |c: char| !c.is_alphanumeric();
        let is_stuck = |beside: Option<&Piece>, end| beside.is_some_and(|it| is_stuck(leaf, piece, it, end));
        let (starts, ends) = (is_stuck(before, Edge::First), is_stuck(after, Edge::Last));
        let mut bytes = [0; 2];
        if starts {
            bytes[0] = text.len() - text.trim_start_matches(is_mark).len();
        }
        if ends && bytes[0] < text.len() {
            bytes[1] = text.len() - text.trim_end_matches(is_mark).len();
        }
        if let Some((open, close)) = pair_around(text)
            && (starts || ends)
        {
            bytes = [bytes[0].max(open), bytes[1].max(close)];
        }
        let style = |beside: Option<&Piece>| piece.style & (beside.map_or(0, |it| it.style) | !MARKED);
        Ends { bytes, styles: [style(before), piece.style, style(after)] }
    }

    /// Splits a range of text. Returns the parts that are not empty, each with its start, its end and its style.
    fn parts(&self, start: usize, end: usize) -> impl Iterator<Item = (usize, usize, u8)> {
        let at = [start, start + self.bytes[0], end - self.bytes[1], end];
        let styles = self.styles;
        (0..3).map(move |part| (at[part], at[part + 1], styles[part])).filter(|(start, end, _)| start < end)
    }
}

/// Returns the lengths of the brackets or quotation marks that a text is between, in bytes.
fn pair_around(text: &str) -> Option<(usize, usize)> {
    let (first, last) = (text.chars().next()?, text.chars().next_back()?);
    let is_pair = text.len() > first.len_utf8() + last.len_utf8() && PAIRS.contains(&(first, last));
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
