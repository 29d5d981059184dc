//! Where on the canvas words may go: a rectangle, an ellipse, or the dark parts of a picture.

use resvg::{tiny_skia, usvg};
use std::fmt;
use std::sync::Arc;

/// What a cloud fills.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Shape {
    /// All of the canvas.
    #[default]
    Rectangle,
    /// The ellipse in the canvas.
    Ellipse,
    /// What is not white in a picture.
    Picture(Picture),
}

/// A picture whose parts that are neither white nor transparent are the shape of a cloud, as masks of `word_cloud` are. It
/// is made as large as fits on the canvas and keeps its proportions.
///
/// ```
/// use dehusk_draw::cloud::Picture;
/// let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle cx='4' cy='4' r='3'/></svg>";
/// assert!(Picture::read(svg.as_bytes()).is_ok());
/// assert!(Picture::read(b"no picture").is_err());
/// ```
#[derive(Clone, PartialEq)]
pub struct Picture {
    width: u32,
    height: u32,
    inside: Arc<[bool]>,
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({} by {})", self.width, self.height)
    }
}

/// Why a picture is no shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureError {
    message: String,
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PictureError {}

fn failed(message: impl Into<String>) -> PictureError {
    PictureError { message: message.into() }
}

impl Picture {
    /// The most pixels of a picture, so that a small file cannot ask for all memory: 4 bytes each.
    pub const MOST_PIXELS: u64 = 40_000_000;

    /// Reads a PNG or an SVG; of an SVG, texts and linked pictures are not drawn.
    ///
    /// # Errors
    /// [`PictureError`] if the bytes are neither, too large, or white all over.
    pub fn read(bytes: &[u8]) -> Result<Picture, PictureError> {
        let pixels = if bytes.starts_with(b"\x89PNG") { read_png(bytes)? } else { read_svg(bytes)? };
        /// Not `word_cloud`'s 255, which lets the traces of lossy tools in; nobody sees the difference.
        const WHITE: u8 = 250;
        let is_inside = |pixel: &tiny_skia::PremultipliedColorU8| {
            let clear = 255 - pixel.alpha();
            [pixel.red(), pixel.green(), pixel.blue()].iter().any(|part| part.saturating_add(clear) < WHITE)
        };
        let inside: Arc<[bool]> = pixels.pixels().iter().map(is_inside).collect();
        if !inside.contains(&true) {
            return Err(failed(
                "the picture is white or clear all over; words go where it is not white (texts and pictures inside an SVG are not drawn)",
            ));
        }
        Ok(Picture { width: pixels.width(), height: pixels.height(), inside })
    }

    /// Whether a place is inside, if the picture is in the middle of an area as large as fits.
    pub(super) fn has(&self, x: f64, y: f64, width: f64, height: f64) -> bool {
        let (own_width, own_height) = (f64::from(self.width), f64::from(self.height));
        let scale = (width / own_width).min(height / own_height);
        let x = (x - width / 2.0) / scale + own_width / 2.0;
        let y = (y - height / 2.0) / scale + own_height / 2.0;
        let is_there = x >= 0.0 && y >= 0.0 && x < own_width && y < own_height;
        is_there && self.inside[y as usize * self.width as usize + x as usize]
    }
}

fn read_png(bytes: &[u8]) -> Result<tiny_skia::Pixmap, PictureError> {
    let side = |at: usize| {
        bytes.get(at..at + 4).map(|side| side.iter().fold(0u64, |n, byte| n << 8 | u64::from(*byte)))
    };
    let (Some(width), Some(height)) = (side(16), side(20)) else {
        return Err(failed("the PNG ends in its head"));
    };
    if width * height > Picture::MOST_PIXELS {
        return Err(failed(format!(
            "the PNG has {width} by {height} pixels; at most {} can be a shape",
            Picture::MOST_PIXELS
        )));
    }
    tiny_skia::Pixmap::decode_png(bytes).map_err(|error| failed(format!("the PNG cannot be read: {error}")))
}

const GZIP: &[u8] = b"\x1F\x8B";

/// Filters, masks and layers cost time that no size of a file bounds; a shape needs none.
fn refuse_costly(tree: &usvg::Tree) -> Result<(), PictureError> {
    /// Layers of see-through groups, each a picture of its own.
    const MOST_LAYERS: usize = 50;
    if !tree.filters().is_empty() || !tree.masks().is_empty() || !tree.patterns().is_empty() {
        return Err(failed(
            "the SVG has filters, masks or patterns, which a shape cannot have; flatten it, or give a PNG",
        ));
    }
    let mut layers = tree.clip_paths().len();
    let mut groups = vec![tree.root()];
    while let Some(group) = groups.pop() {
        layers += usize::from(group.should_isolate());
        groups.extend(group.children().iter().filter_map(|node| match node {
            usvg::Node::Group(group) => Some(&**group),
            _ => None,
        }));
    }
    if layers > MOST_LAYERS {
        return Err(failed(format!(
            "the SVG has {layers} see-through or clipped groups, at most {MOST_LAYERS} can be in a shape; flatten it, or give a PNG"
        )));
    }
    Ok(())
}

fn read_svg(bytes: &[u8]) -> Result<tiny_skia::Pixmap, PictureError> {
    /// The longer side of the drawn picture, in pixels: twice as fine as a usual canvas.
    const SIDE: f32 = 2400.0;
    let unread = |error: String| failed(format!("the picture is neither PNG nor SVG: {error}"));
    let mut options = usvg::Options::default();
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
    if bytes.starts_with(GZIP) {
        return Err(failed("the picture is compressed (.svgz); unpack it first"));
    }
    let tree = usvg::Tree::from_data(bytes, &options).map_err(|error| unread(error.to_string()))?;
    refuse_costly(&tree)?;
    let scale = SIDE / tree.size().width().max(tree.size().height());
    let side = |length: f32| (length * scale).round().max(1.0) as u32;
    let mut pixels = tiny_skia::Pixmap::new(side(tree.size().width()), side(tree.size().height()))
        .ok_or_else(|| unread("it has no size".to_owned()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_and_clear_are_outside() {
        let mut pixels = tiny_skia::Pixmap::new(3, 1).unwrap();
        pixels.pixels_mut()[0] = tiny_skia::PremultipliedColorU8::from_rgba(255, 255, 255, 255).unwrap();
        pixels.pixels_mut()[1] = tiny_skia::PremultipliedColorU8::from_rgba(240, 240, 0, 255).unwrap();
        let picture = Picture::read(&pixels.encode_png().unwrap()).unwrap();
        assert_eq!(&*picture.inside, [false, true, false]);
    }

    #[test]
    fn a_picture_that_is_none_is_an_error() {
        let bomb = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0xFF; 8]].concat();
        let svg = |inside: &str| {
            format!("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>{inside}</svg>")
        };
        let filtered = svg(
            "<filter id='f'><feGaussianBlur stdDeviation='9'/></filter><rect filter='url(#f)' width='9' height='9'/>",
        );
        let layered =
            svg(&"<g opacity='.5'><rect width='9' height='9'/><rect width='3' height='3'/></g>".repeat(60));
        let white = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
        for (bytes, expected) in [
            (&b"\x89PNG"[..], "ends in its head"),
            (&bomb, "pixels; at most"),
            (b"GIF89a", "neither PNG nor SVG"),
            (white.as_bytes(), "white or clear all over"),
            (GZIP, "unpack it first"),
            (filtered.as_bytes(), "filters, masks or patterns"),
            (layered.as_bytes(), "at most 50"),
            (b"", "neither PNG nor SVG"),
        ] {
            let error = Picture::read(bytes).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
