//! Markup: splits the text of a page into the tokens of the HTML standard, with exact spans of the source.
//!
//! [`Tokenizer`] is for methods and tools that need tags and text without a tree. Nothing is copied: names,
//! attributes and text are spans, and [`Decode`] decodes a span when its text is needed.
//! [`crate::page::Page`] builds the tree. Parse errors are not reported.

mod charref;
mod declaration;
mod decode;
pub(crate) mod escaped_twice;
mod raw;
mod tag;
mod tokenizer;

pub(crate) use charref::{WrittenIn, decode as decode_reference};
pub use declaration::Doctype;
pub use decode::{Decode, TextKind};
pub use tag::{BLOCK, HEADING, INVISIBLE, Tag, TagSet};
pub(crate) use tag::{
    BREAKOUT, CLOSES_P, FORMATTING, IGNORED, IMPLIED, KNOWN, METADATA, SCOPE, SPECIAL, THOROUGH,
};
pub use tokenizer::{Attr, Token, TokenKind, Tokenizer};
