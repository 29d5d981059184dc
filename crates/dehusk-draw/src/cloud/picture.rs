//! The shape that a cloud fills: a rectangle, an ellipse, or the non-white parts of a picture.

use resvg::{tiny_skia, usvg};
use std::fmt;
use std::sync::Arc;

/// The shape that a cloud fills.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Shape {
    /// The whole canvas.
    #[default]
    Rectangle,
    /// The largest ellipse in the canvas.
    Ellipse,
    /// The parts of a picture that are not white.
    Picture(Picture),
}

/// A picture used as the shape of a cloud. Words fill its parts that are neither white nor transparent, as
/// with masks in the Python package `word_cloud`. The picture is scaled to fit the canvas and keeps its
/// proportions.
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

/// Why a picture cannot be a shape.
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
    /// Maximum pixels of a picture, so that a small file cannot use up the memory: a pixel takes 4 bytes.
    /// Chosen by hand.
    pub const MAX_PIXELS: u64 = 40_000_000;

    /// Reads a PNG or an SVG. Texts and linked pictures in an SVG are not drawn.
    ///
    /// # Errors
    /// [`PictureError`] if the bytes are neither PNG nor SVG, or the picture is too large or entirely white.
    pub fn read(bytes: &[u8]) -> Result<Picture, PictureError> {
        let pixels = if bytes.starts_with(b"\x89PNG") { read_png(bytes)? } else { read_svg(bytes)? };
        /// Minimum value of all three channels of a pixel that counts as white. `word_cloud` uses 255, so
        /// compression artifacts remain in its masks. The difference between 250 and 255 is invisible. Chosen
        /// by hand.
        const WHITE: u8 = 250;
        let is_inside = |pixel: &tiny_skia::PremultipliedColorU8| {
            let clear = 255 - pixel.alpha();
            [pixel.red(), pixel.green(), pixel.blue()].iter().any(|part| part.saturating_add(clear) < WHITE)
        };
        let inside: Arc<[bool]> = pixels.pixels().iter().map(is_inside).collect();
        if !inside.contains(&true) {
            return Err(failed(
                "the picture is entirely white or transparent; words fill the parts that are not (texts and pictures inside an SVG are not drawn)",
            ));
        }
        Ok(Picture { width: pixels.width(), height: pixels.height(), inside })
    }

    /// Whether a point of an area is inside the shape, if the picture is scaled to fit the area and centered
    /// in it.
    pub(super) fn has(&self, x: f64, y: f64, width: f64, height: f64) -> bool {
        let (own_width, own_height) = (f64::from(self.width), f64::from(self.height));
        let scale = (width / own_width).min(height / own_height);
        let x = (x - width / 2.0) / scale + own_width / 2.0;
        let y = (y - height / 2.0) / scale + own_height / 2.0;
        let is_on_picture = x >= 0.0 && y >= 0.0 && x < own_width && y < own_height;
        is_on_picture && self.inside[y as usize * self.width as usize + x as usize]
    }
}

fn read_png(bytes: &[u8]) -> Result<tiny_skia::Pixmap, PictureError> {
    let side = |at: usize| {
        bytes.get(at..at + 4).map(|side| side.iter().fold(0u64, |n, byte| n << 8 | u64::from(*byte)))
    };
    let (Some(width), Some(height)) = (side(16), side(20)) else {
        return Err(failed("the PNG ends inside its header; check that the file is complete"));
    };
    if width * height > Picture::MAX_PIXELS {
        return Err(failed(format!(
            "the PNG has {width} by {height} pixels, but a shape can have at most {} pixels in all; make it smaller",
            Picture::MAX_PIXELS
        )));
    }
    tiny_skia::Pixmap::decode_png(bytes).map_err(|error| failed(format!("the PNG cannot be read: {error}")))
}

const GZIP: &[u8] = b"\x1F\x8B";

/// Refuses filters, masks and layers: the time they take is not bounded by the size of the file, and a shape
/// does not need them.
fn refuse_costly(tree: &usvg::Tree) -> Result<(), PictureError> {
    /// Maximum number of layers for transparent or clipped groups; each layer is a picture of its own. Chosen
    /// by hand.
    const MAX_LAYERS: usize = 50;
    if !tree.filters().is_empty() || !tree.masks().is_empty() || !tree.patterns().is_empty() {
        return Err(failed(
            "the SVG has filters, masks or patterns, which a shape cannot have; flatten it or give a PNG",
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
    if layers > MAX_LAYERS {
        return Err(failed(format!(
            "the SVG has {layers} transparent or clipped groups, but a shape can have at most {MAX_LAYERS}; flatten it or give a PNG"
        )));
    }
    Ok(())
}

fn read_svg(bytes: &[u8]) -> Result<tiny_skia::Pixmap, PictureError> {
    /// The longer side of the rendered picture in pixels: twice that of a typical canvas. Chosen by hand.
    const SIDE: f32 = 2400.0;
    let unread = |error: String| failed(format!("the picture is neither PNG nor SVG: {error}"));
    let mut options = usvg::Options::default();
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
    if bytes.starts_with(GZIP) {
        return Err(failed("the picture is compressed (.svgz); decompress it first"));
    }
    let tree = usvg::Tree::from_data(bytes, &options).map_err(|error| unread(error.to_string()))?;
    refuse_costly(&tree)?;
    let scale = SIDE / tree.size().width().max(tree.size().height());
    let side = |length: f32| (length * scale).round().max(1.0) as u32;
    let mut pixels = tiny_skia::Pixmap::new(side(tree.size().width()), side(tree.size().height()))
        .ok_or_else(|| unread("it has no width or height".to_owned()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_and_transparent_pixels_are_outside() {
        let mut pixels = tiny_skia::Pixmap::new(3, 1).unwrap();
        pixels.pixels_mut()[0] = tiny_skia::PremultipliedColorU8::from_rgba(255, 255, 255, 255).unwrap();
        pixels.pixels_mut()[1] = tiny_skia::PremultipliedColorU8::from_rgba(240, 240, 0, 255).unwrap();
        let picture = Picture::read(&pixels.encode_png().unwrap()).unwrap();
        assert_eq!(&*picture.inside, [false, true, false]);
    }

    #[test]
    fn bytes_that_cannot_be_a_shape_are_an_error() {
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
            (&b"\x89PNG"[..], "ends inside its header"),
            (&bomb, "a shape can have at most"),
            (b"GIF89a", "neither PNG nor SVG"),
            (white.as_bytes(), "entirely white or transparent"),
            (GZIP, "decompress it first"),
            (filtered.as_bytes(), "filters, masks or patterns"),
            (layered.as_bytes(), "at most 50"),
            (b"", "neither PNG nor SVG"),
        ] {
            let error = Picture::read(bytes).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
