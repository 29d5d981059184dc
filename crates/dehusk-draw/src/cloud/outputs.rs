//! The forms in which a layout is written: SVG, PNG, HTML and JSON.

use super::layout::Layout;
use super::palette::Theme;
use super::{html, json, svg};
use crate::png::{self, DrawError};

impl Layout {
    /// The picture as SVG with selectable text. Built-in fonts that it uses are embedded. Other fonts are
    /// only named; if the viewer substitutes them, words keep their width.
    #[must_use]
    pub fn to_svg(&self, theme: Theme) -> String {
        svg::standalone(self, theme)
    }

    /// The picture as PNG, one pixel per unit. Needs 4 bytes of memory per pixel, plus some for the words.
    ///
    /// # Errors
    /// [`DrawError`] if the pixels do not fit into memory.
    pub fn to_png(&self, theme: Theme) -> Result<Vec<u8>, DrawError> {
        png::png(&svg::for_resvg(self, theme), &self.used.options())
    }

    /// A self-contained web page: the picture, the sentences of each word on demand, and a table of all
    /// words.
    #[must_use]
    pub fn to_html(&self, theme: Theme) -> String {
        html::page(self, theme)
    }

    /// The layout as JSON, with the version of its schema.
    ///
    /// # Errors
    /// Any error of `serde_json`; no layout is known to cause one.
    pub fn to_json(&self) -> serde_json::Result<String> {
        json::to_json(self)
    }
}
