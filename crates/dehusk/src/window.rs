//! The window of a reader, from which relative lengths are computed: that of a small laptop with the default settings of browsers.

/// The width and height of the window and the size of text in pixels.
pub(crate) const WINDOW_WIDTH: f32 = 1280.0;
pub(crate) const WINDOW_HEIGHT: f32 = 720.0;
pub(crate) const TEXT_SIZE: f32 = 16.0;

/// Pixels of the window for one of the page, and bits for each color.
pub(crate) const RESOLUTION: f32 = 1.0;
pub(crate) const COLOR_BITS: f32 = 8.0;

/// Pixels of absolute lengths: an inch has 96 pixels, 72 points and 2.54 centimeters (CSS Values 4, section 6.2).
pub(crate) const PER_INCH: f32 = 96.0;
pub(crate) const PER_POINT: f32 = PER_INCH / 72.0;
pub(crate) const PER_CENTIMETER: f32 = PER_INCH / 2.54;
