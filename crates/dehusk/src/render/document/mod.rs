//! The document: what is kept of a page, as a sequence of containers and leaves that a markup writer writes down.
//!
//! One walk over the tree serves every form of markup and the plain text at once: [`assemble`] writes the text by the
//! rules of [`super::text`] and hands each piece of it on, so no form can have other characters than the text. Containers
//! are opened only for what is kept. Which form they take is for the writers to say.

mod address;
mod assembler;
mod leaf;
mod math;
mod notes;
mod roles;

pub(crate) use address::Addresses;
pub(super) use assembler::{Content, assemble};
pub(crate) use assembler::{image_address, is_pixel};
pub(super) use leaf::{Image, Leaf, LeafKind, Link, Piece, PieceKind, style};
pub(super) use math::Formula;
pub(super) use notes::NoteLink;
pub(crate) use roles::cell_spans;

/// What holds leaves and other containers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    Quote,
    List {
        ordered: bool,
        start: i64,
    },
    /// Of a list; `task` is the state of the box before it, `note` the number of the note that it is.
    Item {
        number: i64,
        task: Option<bool>,
        note: Option<u32>,
    },
    /// A note that is no item, by its number.
    Note(u32),
    Definitions,
    Term,
    Definition,
    Table,
    /// Before the rows.
    Caption,
    Row,
    Cell {
        header: bool,
        columns: u32,
        rows: u32,
    },
}

impl Container {
    /// What has to stand between a container and what is put right into it.
    fn implied(self, inner: Option<Container>) -> Option<Container> {
        use Container::{Caption, Cell, Definition, Definitions, Item, List, Row, Table, Term};
        match (self, inner) {
            (List { .. }, Some(Item { .. }))
            | (Definitions, Some(Term | Definition))
            | (Table, Some(Caption | Row))
            | (Row, Some(Cell { .. })) => None,
            (List { start, .. }, _) => Some(Item { number: start, task: None, note: None }),
            (Definitions, _) => Some(Definition),
            (Table, _) => Some(Row),
            (Row, _) => Some(Cell { header: false, columns: 1, rows: 1 }),
            _ => None,
        }
    }
}

/// Direction and language of a text, as its page gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Voice {
    /// `ltr`, `rtl` or `auto`.
    pub(super) direction: Option<&'static str>,
    pub(super) language: Option<std::rc::Rc<str>>,
}

/// What a form of markup makes of a document.
pub(super) trait Sink {
    fn enter(&mut self, container: Container, voice: &Voice);
    fn leave(&mut self, container: Container);
    fn leaf(&mut self, leaf: &Leaf, voice: &Voice);
    fn rule(&mut self);
    /// Whether it makes use of voices.
    fn has_voices(&self) -> bool {
        false
    }
    /// Whether the output limit is reached.
    fn is_full(&self) -> bool;
}

/// What one form of markup could not express, and so is not in it; all of the text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Lost {
    /// Links to addresses that are not safe or cannot be followed; their text is kept.
    pub links: u32,
    /// Images without an address that is safe.
    pub images: u32,
    /// Emphasis that the rules of Markdown do not allow at its place.
    pub emphasis: u32,
    /// Lists, quotes and the like inside too many others, or inside a cell of a Markdown table.
    pub nesting: u32,
    /// Tables whose spans are so large that they were ignored.
    pub spans: u32,
    /// Formulas of MathML without TeX: only their characters are kept.
    pub formulas: u32,
}
