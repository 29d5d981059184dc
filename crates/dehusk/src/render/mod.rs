//! Renderers: page and selection in, an output out. A renderer decides nothing.

mod text;

pub use text::{Text, text};
