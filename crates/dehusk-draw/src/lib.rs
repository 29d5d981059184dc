//! Pictures of dehusk: what a method counts along a page and what it selects, and tag clouds, as SVG and PNG.
//!
//! A [`Plot`] (density, verdicts, gold, labels) is drawn on a [`Canvas`], and that becomes SVG or PNG. The same input gives the same bytes. A [`cloud`] is words
//! in sizes that tell their weights, also as HTML and JSON. [`Fonts`] has fonts of many scripts built in, so that titles in
//! Arabic, Hebrew or Thai come out right on any machine. [`gold`] finds in a page the stretches that a gold text holds.
//!
//! Nothing here reads or writes a file or opens a socket, but for [`Fonts::with_system`], which reads the machine's fonts
//! when it is called. What main content is, is the business of the crate `dehusk`; precision and recall are not
//! computed here.

mod canvas;
pub mod cloud;
mod columns;
pub mod fonts;
pub mod gold;
mod header;
mod labels;
mod panel;
mod plot;
mod png;
mod scale;
mod text;
mod text_fit;
mod tracks;

pub use canvas::{Canvas, MAX_SIDE};
pub use fonts::Fonts;
pub use labels::Labels;
pub use plot::{MIN_HEIGHT, MIN_WIDTH, Plot};
pub use png::DrawError;
