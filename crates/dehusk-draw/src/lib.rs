//! Pictures for dehusk: plots of what a method counts and selects along a page, and tag clouds.
//!
//! A [`Plot`] (density, verdicts, gold, labels), or a single [`Figure`] of the papers, is drawn on a [`Canvas`], which is written as SVG or PNG. A
//! [`cloud`] shows words in sizes that reflect their weights, as SVG, PNG, HTML or JSON. The same input gives
//! the same bytes. [`Fonts`] has built-in fonts for many scripts, so that titles in Arabic, Hebrew or Thai
//! are drawn correctly on any system. [`gold`] finds the stretches of a page that are in a gold text.
//!
//! Nothing here reads or writes a file or opens a socket, except [`Fonts::with_system`], which reads the
//! installed fonts. The crate `dehusk` extracts main content; precision and recall are not computed here.

mod canvas;
pub mod cloud;
mod columns;
mod figure;
pub mod fonts;
pub mod gold;
mod header;
mod labels;
mod panel;
mod plot;
mod png;
mod regions;
mod scale;
mod text;
mod text_fit;
mod tracks;

pub use canvas::{Canvas, MAX_SIDE};
pub use figure::Figure;
pub use fonts::Fonts;
pub use labels::Labels;
pub use plot::{DEFAULT_HEIGHT, DEFAULT_METHOD, DEFAULT_WIDTH, MIN_HEIGHT, MIN_WIDTH, Plot};
pub use png::DrawError;
pub use scale::AxisScale;
