//! Rendering of SVG as PNG, with resvg.

use resvg::{tiny_skia, usvg};
use std::fmt;

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawError {
    message: String,
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DrawError {}

/// Renders an SVG at its own size.
pub(crate) fn png(svg: &str, options: &usvg::Options<'_>) -> Result<Vec<u8>, DrawError> {
    let tree = usvg::Tree::from_str(svg, options).map_err(failed)?;
    let size = tree.size().to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| {
        failed(format!(
            "{} by {} pixels do not fit into memory; ask for a smaller picture",
            size.width(),
            size.height()
        ))
    })?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(failed)
}

fn failed(cause: impl fmt::Display) -> DrawError {
    DrawError { message: format!("cannot draw the picture: {cause}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_svg_is_an_error() {
        let error = png("<p>no picture", &usvg::Options::default()).unwrap_err();
        assert!(error.to_string().starts_with("cannot draw the picture: "), "{error}");
    }
}
