//! Tag clouds: words in sizes that reflect their weights, packed around the middle of a canvas, as SVG, PNG,
//! HTML and JSON.
//!
//! [`Cloud::lay_out`] (`pipeline`) shapes the words (`faces`, `shaping`) and finds the largest scale at which
//! all of them fit (`fit`). It gives each word a position (`placement`) where the cells that its outlines
//! touch are not used by another word (`mask`), so words can nest but never overlap. The result is a
//! [`Layout`], which is written as a picture, a web page or JSON (`outputs`). [`compare`] puts two clouds
//! side by side. The same words, settings and fonts give the same bytes.
//!
//! The words and their weights are given by the caller.

mod error;
mod faces;
mod fit;
mod font_subset;
mod html;
mod json;
mod layout;
mod mask;
mod outline;
mod outputs;
mod palette;
mod picture;
mod pipeline;
mod placement;
mod region;
mod scale;
mod settings;
mod shaping;
mod svg;
mod unplaced;
mod words;

pub use error::CloudError;
pub use layout::{Layout, Placed};
pub use palette::{Palette, Theme};
pub use picture::{Picture, PictureError, Shape};
pub use pipeline::compare;
pub use scale::Scale;
pub use settings::{Settings, Turn};
pub use unplaced::{Reason, Unplaced};
pub use words::{Cloud, Word};
