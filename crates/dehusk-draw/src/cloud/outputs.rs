//! The forms in which a layout is written: SVG, PNG, HTML and JSON.

use super::layout::Layout;
use super::palette::Theme;
use super::{html, json, svg};
use crate::png::{self, DrawError};

impl Layout {
    /// The picture as SVG with words that can be selected. Built-in fonts that it uses are in it; others are named, and their
    /// words keep their width where the reader has another font.
    #[must_use]
    pub fn to_svg(&self, theme: Theme) -> String {
        svg::for_readers(self, theme)
    }

    /// The picture as PNG, a pixel for each unit. Takes 4 bytes of memory per pixel and some for the words.
    ///
    /// # Errors
    /// [`DrawError`] if there is no memory for so many pixels.
    pub fn to_png(&self, theme: Theme) -> Result<Vec<u8>, DrawError> {
        png::png(&svg::for_resvg(self, theme), &self.used.options())
    }

    /// A page that needs nothing else: the picture, the sentences of each word on demand, and a table of all words.
    #[must_use]
    pub fn to_html(&self, theme: Theme) -> String {
        html::page(self, theme)
    }

    /// All of it for programs. The version of its schema is in it.
    ///
    /// # Errors
    /// What `serde_json` says; no layout is known to bring that about.
    pub fn to_json(&self) -> serde_json::Result<String> {
        json::text(self)
    }
}
