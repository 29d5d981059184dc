//! Translates XPath 1.0 into CSS selectors, where CSS can say the same. What it cannot say is refused with the
//! reason.
//!
//! `parse` reads an expression, `css` writes selectors. This is not an XPath engine: nothing is evaluated.

mod condition;
mod css;
mod lexer;
mod notation;
mod parse;
mod tree;

pub(crate) use css::{field, selectors};
pub(crate) use notation::quoted;
