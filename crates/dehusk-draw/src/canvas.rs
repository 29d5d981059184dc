//! Canvas: shapes and texts at pixel positions, written as SVG or PNG. It knows nothing about plots.

use crate::fonts::Fonts;
use crate::png::{self, DrawError};
use crate::text;
use std::fmt::Write;

/// Maximum width and height of a picture, in pixels. Chosen by hand: a square picture of this size takes 256
/// MB.
pub const MAX_SIDE: u32 = 8000;

/// How an area is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    /// A CSS color.
    Color(&'static str),
    /// Diagonal lines in the color of gold text. They can be distinguished from plain areas in black and
    /// white, and with any color vision.
    Hatch,
}

/// Which point of a text its coordinates refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A single line of text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub(crate) x: f64,
    /// The baseline.
    pub(crate) y: f64,
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) color: &'static str,
    /// Whether it is rotated by 90 degrees counterclockwise around its position.
    pub(crate) upright: bool,
    pub(crate) text: String,
    /// The language tag of the text, written into the SVG for the program that shows it.
    pub(crate) language: Option<String>,
}

impl Text {
    pub(crate) fn new(x: f64, y: f64, size: f64, text: impl Into<String>) -> Text {
        let (anchor, color) = (Anchor::Start, INK);
        Text { x, y, size, anchor, color, upright: false, text: text.into(), language: None }
    }
}

/// The color of texts.
pub(crate) const INK: &str = "#222";

#[derive(Clone, Debug, PartialEq)]
enum Item {
    Path { d: String, fill: Fill },
    Text(Text),
}

/// A picture: shapes and texts, later ones drawn over earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Canvas {
    width: u32,
    height: u32,
    /// What the picture shows, for screen readers.
    description: String,
    items: Vec<Item>,
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32, description: &str) -> Canvas {
        Canvas { width, height, description: text::clean(description), items: Vec::new() }
    }

    /// Width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All texts in the picture, to be checked with [`Fonts::missing`].
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(text.text.as_str()),
            Item::Path { .. } => None,
        })
    }

    pub(crate) fn path(&mut self, path: Path, fill: Fill) {
        if !path.d.is_empty() {
            self.items.push(Item::Path { d: path.d, fill });
        }
    }

    pub(crate) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: Fill) {
        let mut path = Path::default();
        path.rect(x, y, width, height);
        self.path(path, fill);
    }

    pub(crate) fn text(&mut self, text: Text) {
        if !text.text.is_empty() {
            self.items.push(Item::Text(text));
        }
    }

    /// Writes the picture as SVG 1.1, for renderers that handle text direction, scripts and fonts themselves,
    /// as browsers do.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.svg(&write_text)
    }

    /// Writes the picture as PNG, one pixel per unit. Needs 4 bytes of memory per pixel, plus some for the
    /// texts.
    ///
    /// # Errors
    /// [`DrawError`] if the pixels do not fit into memory.
    pub fn to_png(&self, fonts: &Fonts) -> Result<Vec<u8>, DrawError> {
        png::png(&self.svg(&|svg, text| write_text_parts(svg, text, fonts)), &fonts.options())
    }

    fn svg(&self, write_text: &dyn Fn(&mut String, &Text)) -> String {
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{}\">\n<title>{}</title>\n{HATCH}\n\
             <path d=\"M0 0H{width}V{height}H0Z\" fill=\"#fff\"/>\n",
            Fonts::FAMILIES,
            text::escape(&self.description),
        );
        for item in &self.items {
            match item {
                Item::Path { d, fill } => {
                    let fill = match fill {
                        Fill::Color(color) => color,
                        Fill::Hatch => "url(#hatch)",
                    };
                    svg += &format!("<path d=\"{d}\" fill=\"{fill}\"/>\n");
                }
                Item::Text(text) => write_text(&mut svg, text),
            }
        }
        svg + "</svg>\n"
    }
}

const HATCH: &str = "<defs><pattern id=\"hatch\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">\
    <path d=\"M-1 1L1 -1M0 8L8 0M7 9L9 7\" stroke=\"#aa3377\" stroke-width=\"1.1\" fill=\"none\"/></pattern></defs>";

fn write_text(svg: &mut String, text: &Text) {
    let (x, y) = (number(text.x), number(text.y));
    *svg += &format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{}\"", number(text.size), text.color);
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => *svg += " text-anchor=\"middle\"",
        Anchor::End => *svg += " text-anchor=\"end\"",
    }
    if text.upright {
        *svg += &format!(" transform=\"rotate(-90 {x} {y})\"");
    }
    if let Some(language) = &text.language {
        *svg += &format!(" xml:lang=\"{}\"", text::escape(language));
    }
    *svg += &format!(">{}</text>\n", text::escape(&text::isolated(&text.text)));
}

/// Writes each part of the text at its own position, for a renderer with too little support for mixed
/// directions, scripts and fonts.
fn write_text_parts(svg: &mut String, text: &Text, fonts: &Fonts) {
    let parts = fonts.parts(&text.text, text.size);
    let width: f64 = parts.iter().map(|part| part.width).sum();
    let mut x = match text.anchor {
        Anchor::Start => text.x,
        Anchor::Middle => text.x - width / 2.0,
        Anchor::End => text.x - width,
    };
    let turn = if text.upright {
        format!(" transform=\"rotate(-90 {} {})\"", number(text.x), number(text.y))
    } else {
        String::new()
    };
    for part in parts {
        *svg += &format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"{}\" fill=\"{}\"{turn}>{}</text>\n",
            number(x),
            number(text.y),
            number(text.size),
            part.family,
            text.color,
            text::escape(&part.text)
        );
        x += part.width;
    }
}

/// The outline of one or more areas.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    d: String,
}

impl Path {
    pub(crate) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64) {
        if width > 0.0 && height > 0.0 {
            let (right, bottom) = (number(x + width), number(y + height));
            self.push(&format!("M{} {}H{right}V{bottom}H{}Z", number(x), number(y), number(x)));
        }
    }

    /// Adds the area between the horizontal line at `base` and a line of steps. Each step has a left end, a
    /// right end and a vertical position.
    pub(crate) fn steps(&mut self, base: f64, steps: &[(f64, f64, f64)]) {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return };
        let mut d = format!("M{} {}", number(first.0), number(base));
        for (_, right, y) in steps {
            // Writing to a string cannot fail.
            let _ = write!(d, "V{}H{}", number(*y), number(*right));
        }
        debug_assert!(last.1 >= first.0);
        self.push(&(d + &format!("V{}Z", number(base))));
    }

    /// Adds a triangle of 7 by 5 pixels with its tip at the given position, pointing down or up.
    pub(crate) fn pointer(&mut self, x: f64, y: f64, down: bool) {
        let back = if down { y - 5.0 } else { y + 5.0 };
        let (left, right) = (number(x - 3.5), number(x + 3.5));
        self.push(&format!("M{} {}L{left} {}H{right}Z", number(x), number(y), number(back)));
    }

    fn push(&mut self, d: &str) {
        self.d += d;
    }
}

/// Formats a number with at most one decimal: a tenth of a pixel is too small to see.
pub(crate) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, expected) in [(1.0, "1"), (1.04, "1"), (1.05, "1.1"), (-0.04, "0"), (-2.5, "-2.5")] {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn texts_cannot_become_markup() {
        let mut canvas = Canvas::new(10, 10, "</title><script>");
        let text = "<script>alert(\"&\")</script>\0\u{202e}";
        canvas.text(Text { language: Some("a\"><b".to_owned()), ..Text::new(0.0, 0.0, 9.0, text) });
        let svg = canvas.to_svg();
        assert!(!svg.contains("<script") && !svg.contains("<b") && !svg.contains('\u{202e}'), "{svg}");
        assert!(svg.contains("&lt;script&gt;alert(&quot;&amp;&quot;)"), "{svg}");
    }
}
