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
    /// Pixels from left to right, 1 to [`MAX_SIDE`](crate::MAX_SIDE).
    pub width: u32,
    /// Pixels from top to bottom, 1 to [`MAX_SIDE`](crate::MAX_SIDE).
    pub height: u32,
    /// Another seed gives another cloud of the same words.
    pub seed: u64,
    /// From weights to sizes.
    pub scale: Scale,
    /// The least size of a font, in pixels.
    pub min_size: f64,
    /// The size of the heaviest word in pixels, if there is room; `None`: as large as there is room for.
    pub max_size: Option<f64>,
    /// Which words are turned.
    pub turn: Turn,
    /// What the words fill.
    pub shape: Shape,
    /// Pixels between words, at least; 0 to 1000.
    pub padding: u32,
    /// A family that is asked before the built-in ones. Add it with [`Fonts::with_system`] or [`Fonts::with_font`].
    pub font: Option<String>,
    /// Colors of words.
    pub palette: Palette,
}

impl Settings {
    /// Longer words are not drawn: nobody reads them, and shaping takes long.
    pub const MOST_CHARACTERS: usize = 300;

    /// Apple's Human Interface Guidelines ask for at least 10 points (Typography, macOS).
    pub const LEAST_READABLE: f64 = 10.0;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            width: 1200,
            height: 800,
            seed: 0,
            scale: Scale::default(),
            min_size: Settings::LEAST_READABLE,
            max_size: None,
            turn: Turn::default(),
            shape: Shape::default(),
            padding: 3,
            font: None,
            palette: Palette::default(),
        }
    }
}

/// Which words are turned. The heaviest never is: it is where reading starts.
///
/// None is by default: turned words are slower to read, most of all in scripts with marks above and below.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// The share of words that are turned, 0 to 1.
    pub share: f64,
    /// The angles in degrees that they are turned by, clockwise, each as likely as the others. None: nothing is turned.
    pub angles: Vec<i32>,
}

impl Turn {
    /// A third of the words by a quarter to the left, as Wordle's "mostly horizontal".
    #[must_use]
    pub fn some() -> Turn {
        Turn { share: 1.0 / 3.0, angles: vec![-90] }
    }

    /// All words by any multiple of 15 degrees up to 60.
    #[must_use]
    pub fn free() -> Turn {
        Turn { share: 1.0, angles: (-4..=4).map(|step| step * 15).collect() }
    }
}
