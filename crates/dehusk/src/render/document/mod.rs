//! The document is the kept content of a page as a sequence of containers and leaves. Each output format writes it in its own
//! way.
//!
//! One walk over the tree produces the plain text and all markup: [`assemble`] writes the text by the rules of
//! [`mod@super::text`] and passes each piece on to the sinks, one for each format. So all formats contain the same characters.
//! Containers are opened only for kept content. Each sink decides how to write them.

mod address;
mod alert;
mod assembler;
mod code;
mod leaf;
mod math;
mod mathml;
mod notes;
mod records;
mod roles;
mod twin;

pub(crate) use address::Addresses;
pub(super) use assembler::{Content, assemble};
pub(super) use leaf::{Image, Leaf, LeafKind, Link, Piece, PieceKind, style};
pub(super) use math::Formula;
pub(crate) use math::without_text as formulas_without_text;
pub(super) use notes::NoteLink;
pub(crate) use records::{Mark, NameLink, Record, RecordForm, Records};
pub(crate) use roles::cell_spans;

/// A structural element that contains leaves and other containers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Container {
    #[default]
    Quote,
    /// `start` is the number of the first item, `step` what is added for the next: -1 in a list that counts down.
    List {
        ordered: bool,
        start: i64,
        step: i64,
    },
    /// An item of a list. `task` is the state of its checkbox, if it has one; `note` is the number of the note, if the item is
    /// one.
    Item {
        number: i64,
        task: Option<bool>,
        note: Option<u32>,
    },
    /// A note that is not a list item, with its number.
    Note(u32),
    Definitions,
    /// Short names with their values: a table in Markdown.
    Facts,
    /// The list of the cards of a group. In the text that shows lists it is none.
    Cards,
    Card,
    Term,
    Definition,
    Table,
    /// The caption of a table, before its rows.
    Caption,
    Row,
    /// A figure with its caption.
    Figure,
    /// The caption of a figure.
    FigureCaption,
    Cell {
        header: bool,
        columns: u32,
        rows: u32,
    },
}

impl Container {
    /// The container that must be inserted between this container and `inner` (`None` for a leaf), if any.
    fn implied(self, inner: Option<Container>) -> Option<Container> {
        use Container::{
            Caption, Card, Cards, Cell, Definition, Definitions, Facts, Item, List, Row, Table, Term,
        };
        match (self, inner) {
            (List { .. }, Some(Item { .. }))
            | (Definitions | Facts, Some(Term | Definition))
            | (Cards, Some(Card))
            | (Table, Some(Caption | Row))
            | (Row, Some(Cell { .. })) => None,
            (List { start, .. }, _) => Some(Item { number: start, task: None, note: None }),
            (Definitions | Facts, _) => Some(Definition),
            (Cards, _) => Some(Card),
            (Table, _) => Some(Row),
            (Row, _) => Some(Cell { header: false, columns: 1, rows: 1 }),
            _ => None,
        }
    }
}

/// The direction and language of a text, as its page declares them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Locale {
    /// `ltr`, `rtl` or `auto`.
    pub(super) direction: Option<&'static str>,
    pub(super) language: Option<std::rc::Rc<str>>,
}

/// Receives the parts of a document in order and writes them as one output format.
pub(super) trait Sink {
    fn enter(&mut self, container: Container, locale: &Locale);
    fn leave(&mut self, container: Container);
    fn leaf(&mut self, leaf: &Leaf, locale: &Locale);
    fn rule(&mut self);
    /// Whether the output includes text directions or languages (`dir` and `lang`).
    fn uses_locale(&self) -> bool {
        false
    }
    /// Whether the output limit is reached.
    fn is_full(&self) -> bool;
}

/// Counts the items that the markup could not express. All text is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Lost {
    /// Links whose URLs are unsafe or cannot be resolved. Their text is kept.
    pub links: u32,
    /// Images without a safe URL.
    pub images: u32,
    /// Spans of emphasis at positions where Markdown cannot express emphasis.
    pub emphasis: u32,
    /// Lists, quotes and other containers that are nested too deeply, or that are in a cell of a Markdown table.
    pub nesting: u32,
    /// Tables whose cell spans were ignored because they are too large.
    pub spans: u32,
    /// MathML formulas without TeX. Only their characters are kept.
    pub formulas: u32,
}
