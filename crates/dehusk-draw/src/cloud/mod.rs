//! Tag clouds: words in sizes that tell their weights, packed around the middle of a canvas, as SVG, PNG, HTML and JSON.
//!
//! [`Cloud::lay_out`] shapes the words (`faces`, `shape`), finds the largest scale at which all have room (`fit`) and a place for
//! each (`place`), where the cells that its outlines touch meet no other's (`mask`): words nest in each other and never overlap.
//! [`Layout`] is the answer; it becomes a picture or a page. [`compare`] puts two clouds side by side. The same words, settings
//! and fonts give the same bytes.
//!
//! Which words there are, and what they weigh, is not decided here: words are given.

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
