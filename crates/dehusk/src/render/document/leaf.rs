//! A leaf is a paragraph, a heading or a code block. It is a flat list of pieces with styles.

use super::{Formula, NoteLink};

/// Styles of text as bit flags.
pub(crate) mod style {
    pub(crate) const STRONG: u8 = 1;
    pub(crate) const EMPHASIS: u8 = 1 << 1;
    pub(crate) const STRIKE: u8 = 1 << 2;
    pub(crate) const SUPERSCRIPT: u8 = 1 << 3;
    pub(crate) const SUBSCRIPT: u8 = 1 << 4;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LeafKind {
    #[default]
    Paragraph,
    Heading(u8),
    Code,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Image {
    pub(crate) address: String,
    pub(crate) alternative: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// A byte range of [`Leaf::text`].
    Text {
        start: usize,
        end: usize,
    },
    Break,
    /// The end of a block whose line goes on in markup.
    Joint,
    Image(Image),
    Formula(Formula),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The URL; empty if the output leaves out links.
    pub(crate) address: String,
    pub(crate) note: Option<NoteLink>,
}

/// A part of a leaf with one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) kind: PieceKind,
    /// Flags of [`style`].
    pub(crate) style: u8,
    /// The number of the `<code>` around the piece, counted from 1; 0 if there is none.
    pub(crate) code: u32,
    /// Index into [`Leaf::links`].
    pub(crate) link: Option<u32>,
}

impl Piece {
    /// Returns the link and the style of a gap between this piece and a piece with the given style and link. The gap has the link
    /// and the styles that both pieces have. If their links differ, it has neither.
    fn shared(&self, style: u8, link: Option<u32>) -> (Option<u32>, u8) {
        if self.link == link { (link, self.style & style) } else { (None, 0) }
    }
}

/// A paragraph, a heading or a code block. Its buffers are reused for the next leaf.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaf {
    pub(crate) kind: LeafKind,
    pub(crate) text: String,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) links: Vec<Link>,
    /// The programming language, for a code block.
    pub(crate) language: Option<String>,
    /// Whether only markup has the leaf, as captions that the method removed and the links to embedded pages.
    pub(crate) is_only_in_markup: bool,
}

impl Leaf {
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.pieces.clear();
        self.links.clear();
        self.is_only_in_markup = false;
    }

    /// Appends text. Extends the last piece if its style, code and link are the same.
    pub(crate) fn push(&mut self, text: &str, style: u8, code: u32, link: Option<u32>) {
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        if let Some(Piece { kind: PieceKind::Text { end: last, .. }, style: s, code: c, link: l }) =
            self.pieces.last_mut()
            && (*s, *c, *l) == (style, code, link)
        {
            *last = end;
            return;
        }
        self.pieces.push(Piece { kind: PieceKind::Text { start, end }, style, code, link });
    }

    /// Appends a space before a piece with the given style, code and link, unless the last piece ends with a space. The space has
    /// the link and the styles that both pieces have.
    pub(super) fn push_space(&mut self, style: u8, code: u32, link: Option<u32>) {
        if let Some(last) = self.pieces.last()
            && !(self.text_of(last).ends_with(' ') || last.kind == PieceKind::Joint)
        {
            let code = if last.code == code { code } else { 0 };
            let (link, style) = last.shared(style, link);
            self.push(" ", style, code, link);
        }
    }

    /// Appends a line break before a piece with the given style and link. The break has the link and the styles that both pieces
    /// have. A space before it is removed.
    pub(super) fn push_break(&mut self, style: u8, link: Option<u32>) {
        if self.pieces.last().is_some_and(|last| last.kind == PieceKind::Joint) {
            return;
        }
        self.trim_end();
        let (link, style) = self.pieces.last().map_or((None, 0), |last| last.shared(style, link));
        self.pieces.push(Piece { kind: PieceKind::Break, style, code: 0, link });
    }

    /// Appends the boundary to the next block, which goes on in the same line. `link` is that of the next block.
    pub(super) fn push_joint(&mut self, link: Option<u32>) {
        self.trim_end();
        let link = self.pieces.last().and_then(|last| last.shared(0, link).0);
        self.pieces.push(Piece { kind: PieceKind::Joint, style: 0, code: 0, link });
    }

    /// Takes the images before the text of the leaf and returns them as a leaf of their own, for markup only. Returns `None` if
    /// there are none, if there is no text after them, or if they are in one link with that text.
    pub(super) fn take_leading_images(&mut self) -> Option<Leaf> {
        let is_space = |piece: &Piece| match piece.kind {
            PieceKind::Text { .. } => self.text_of(piece).trim().is_empty(),
            PieceKind::Break | PieceKind::Joint => true,
            _ => false,
        };
        let is_image = |piece: &Piece| matches!(piece.kind, PieceKind::Image(_));
        let end = self.pieces.iter().position(|piece| !is_image(piece) && !is_space(piece))?;
        let last = self.pieces[..end].iter().rposition(is_image)?;
        if self.pieces[last].link.is_some() && self.pieces[last].link == self.pieces[end].link {
            return None;
        }
        let mut pieces: Vec<Piece> = self.pieces.drain(..end).collect();
        pieces.truncate(last + 1);
        if let Some(Piece { kind: PieceKind::Text { start, end }, .. }) = self.pieces.first_mut() {
            *start += usize::from(self.text[*start..*end].starts_with(' '));
        }
        Some(Leaf { pieces, is_only_in_markup: true, ..self.clone_without_pieces() })
    }

    /// Returns the most of the leaf that fits where the whole leaf does not: all of its text, or else half of it, a quarter and
    /// so on, always without links and images. `None` if not even a few words fit.
    pub(crate) fn fitted(&self, mut fits: impl FnMut(&Leaf) -> bool) -> Option<Leaf> {
        /// Fewer bytes are not worth an attempt. Chosen by hand.
        const MIN_BYTES: usize = 16;
        let mut bytes = self.text.len();
        while bytes >= MIN_BYTES {
            let part = self.shortened(bytes);
            if fits(&part) {
                return Some(part);
            }
            bytes /= 2;
        }
        None
    }

    /// Returns the leaf without links and images, and with at most this many bytes of its text.
    fn shortened(&self, max_bytes: usize) -> Leaf {
        let (kind, language) = (self.kind, self.language.clone());
        let mut part = Leaf { kind, language, is_only_in_markup: self.is_only_in_markup, ..Leaf::default() };
        if kind == LeafKind::Code {
            part.text.push_str(beginning(&self.text, max_bytes));
            return part;
        }
        for piece in &self.pieces {
            let room = max_bytes - part.text.len();
            match &piece.kind {
                PieceKind::Text { .. } => {
                    let text = beginning(self.text_of(piece), room);
                    if !text.is_empty() {
                        part.push(text, piece.style, piece.code, None);
                    }
                    if text.len() < self.text_of(piece).len() {
                        break;
                    }
                }
                PieceKind::Image(_) => {}
                PieceKind::Break | PieceKind::Joint | PieceKind::Formula(_) => {
                    part.pieces.push(Piece { link: None, ..piece.clone() });
                }
            }
        }
        part
    }

    /// Whether the leaf has images and nothing else yet.
    pub(in crate::render) fn has_only_images(&self) -> bool {
        let is_image = |piece: &Piece| match piece.kind {
            PieceKind::Text { .. } => self.text_of(piece).trim_ascii().is_empty(),
            _ => matches!(piece.kind, PieceKind::Image(_)),
        };
        !self.pieces.is_empty() && self.pieces.iter().all(is_image)
    }

    /// Makes a paragraph without emphasis of a leaf that has images and nothing else: an image is no heading, and cannot be bold.
    pub(super) fn plain_images(&mut self) {
        if self.kind != LeafKind::Code && self.has_only_images() {
            self.kind = LeafKind::Paragraph;
            self.pieces.iter_mut().for_each(|piece| piece.style = 0);
        }
    }

    fn clone_without_pieces(&self) -> Leaf {
        Leaf { text: self.text.clone(), links: self.links.clone(), ..Leaf::default() }
    }

    /// Removes a space at the end of the leaf.
    pub(super) fn trim_end(&mut self) {
        self.pieces.pop_if(|last| last.kind == PieceKind::Joint);
        if let Some(Piece { kind: PieceKind::Text { start, end }, .. }) = self.pieces.last_mut()
            && self.text[*start..*end].ends_with(' ')
        {
            *end -= 1;
            if start == end {
                self.pieces.pop();
            }
        }
    }

    /// Returns the text of a piece, or an empty string if the piece is not text.
    pub(crate) fn text_of(&self, piece: &Piece) -> &str {
        match piece.kind {
            PieceKind::Text { start, end } => &self.text[start..end],
            _ => "",
        }
    }
}

/// The beginning of a text, at most this many bytes.
fn beginning(text: &str, max_bytes: usize) -> &str {
    let mut end = max_bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
