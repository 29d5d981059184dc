//! What a cloud looks like: canvas, sizes, shape, fonts and colors.

use super::palette::Palette;
use super::picture::Shape;
use super::scale::Scale;

/// What a cloud looks like.
///
/// ```
/// use dehusk_draw::cloud::{Scale, Settings};
/// let settings = Settings { width: 900, scale: Scale::Log, ..Settings::default() };
/// assert_eq!((settings.height, settings.seed), (800, 0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Width in pixels, 1 to [`MAX_SIDE`](crate::MAX_SIDE).
    pub width: u32,
    /// Height in pixels, 1 to [`MAX_SIDE`](crate::MAX_SIDE).
    pub height: u32,
    /// The seed of all random choices: another seed gives another cloud of the same words.
    pub seed: u64,
    /// How sizes follow from weights.
    pub scale: Scale,
    /// The minimum font size, in pixels.
    pub min_size: f64,
    /// The font size of the heaviest word in pixels, if it fits. `None` makes it as large as possible.
    pub max_size: Option<f64>,
    /// Which words are rotated.
    pub turn: Turn,
    /// The shape that the words fill.
    pub shape: Shape,
    /// Minimum pixels between words, 0 to [`Settings::MAX_PADDING`].
    pub padding: u32,
    /// A font family that is preferred to the built-in ones. Add it with
    /// [`Fonts::with_system`](crate::Fonts::with_system) or [`Fonts::with_font`](crate::Fonts::with_font).
    pub font: Option<String>,
    /// The colors of words.
    pub palette: Palette,
}

impl Settings {
    /// Maximum characters of a word. Longer words are not drawn, because nobody reads them and shaping them
    /// is slow. Chosen by hand.
    pub const MAX_CHARACTERS: usize = 300;

    /// Minimum readable font size in pixels: Apple's Human Interface Guidelines ask for at least 10 points
    /// (Typography, macOS).
    pub const MIN_READABLE_SIZE: f64 = 10.0;

    /// Maximum padding in pixels. Chosen by hand: a larger padding leaves no room for a cloud.
    pub const MAX_PADDING: u32 = 1000;

    /// The default number of words: about the number that a reader can tell apart in a picture of the default size. Chosen by
    /// hand; Wordle shows 150.
    pub const DEFAULT_MAX_WORDS: u32 = 100;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            width: 1200,
            height: 800,
            seed: 0,
            scale: Scale::default(),
            min_size: Settings::MIN_READABLE_SIZE,
            max_size: None,
            turn: Turn::default(),
            shape: Shape::default(),
            padding: 3,
            font: None,
            palette: Palette::default(),
        }
    }
}

/// Which words are rotated. The heaviest word is never rotated, because reading starts there.
///
/// By default no word is rotated: rotated words are slower to read, most of all in scripts with marks above
/// and below.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// The share of words that are rotated, 0 to 1.
    pub share: f64,
    /// The possible angles in degrees, clockwise, all equally likely. If empty, nothing is rotated.
    pub angles: Vec<i32>,
}

impl Turn {
    /// Rotates a third of the words by 90 degrees counterclockwise, like Wordle's "mostly horizontal".
    #[must_use]
    pub fn some() -> Turn {
        Turn { share: 1.0 / 3.0, angles: vec![-90] }
    }

    /// Rotates all words by a multiple of 15 degrees, up to 60 in either direction.
    #[must_use]
    pub fn free() -> Turn {
        Turn { share: 1.0, angles: (-4..=4).map(|step| step * 15).collect() }
    }
}
