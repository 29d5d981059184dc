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
mod html;
mod json;
mod layout;
mod mask;
mod outline;
mod palette;
mod place;
mod prepare;
mod region;
mod scale;
mod shape;
mod slim;
mod svg;
mod unplaced;

pub use error::CloudError;
pub use layout::{Layout, Placed};
pub use palette::{Palette, Theme};
pub use region::{Picture, PictureError, Shape};
pub use scale::Scale;
pub use unplaced::{Reason, Unplaced};

use crate::Fonts;

/// A word with its weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Word {
    /// In logical order.
    pub text: String,
    /// How often it occurs; shown to the reader.
    pub count: u64,
    /// What its size tells: positive and finite.
    pub weight: f64,
    /// The numbers of the sentences that it is from.
    pub sentences: Vec<u32>,
}

/// Words and what is known of them.
///
/// ```
/// use dehusk_draw::{Fonts, cloud::{Cloud, Settings, Theme, Word}};
/// let word = |text: &str, count| Word { text: text.into(), count, weight: count as f64, sentences: vec![0] };
/// let words = [word("ฝน", 4), word("วัน", 2), word("บ้าน", 1)];
/// let sentences = ["ฝนตกทั้งวันที่บ้าน".to_owned()];
/// let cloud = Cloud { words: &words, sentences: &sentences, title: "ฝน", language: Some("th"), about: &[] };
/// let layout = cloud.lay_out(&Settings::default(), &Fonts::embedded())?;
/// assert_eq!((layout.words().len(), layout.unplaced().len()), (3, 0));
/// assert!(layout.to_svg(Theme::Light).contains("ฝน"));
/// # Ok::<(), dehusk_draw::cloud::CloudError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cloud<'a> {
    /// In any order; of equal weights the first is placed first.
    pub words: &'a [Word],
    /// What [`Word::sentences`] are numbers of. They are in the HTML.
    pub sentences: &'a [String],
    /// What the words are from.
    pub title: &'a str,
    /// A tag as in `lang`; it chooses among Chinese, Japanese and Korean forms of characters.
    pub language: Option<&'a str>,
    /// Facts for the JSON and the page: how words were found, weighed and chosen.
    pub about: &'a [(String, String)],
}

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
    /// Colours of words.
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

impl Cloud<'_> {
    /// Chooses sizes and places.
    ///
    /// A word that cannot be placed is in [`Layout::unplaced`]. If that is said of all words, it is an error.
    ///
    /// # Errors
    /// [`CloudError`]: nothing to draw, no font for any word, or a setting that cannot be.
    pub fn lay_out(&self, settings: &Settings, fonts: &Fonts) -> Result<Layout, CloudError> {
        prepare::lay_out(&[*self], settings, fonts)
    }

    /// The words that `fonts` have no outlines for: whether [`Fonts::with_system`] is needed.
    #[must_use]
    pub fn needs_more_than(&self, fonts: &Fonts) -> bool {
        self.words.iter().any(|word| !fonts.missing(&word.text).is_empty())
    }
}

/// Chooses sizes and places of two clouds side by side, with their titles above.
///
/// Sizes are on one scale: what a word weighs is its share of the weights of its cloud, so that texts of different lengths can be
/// compared. Colours tell which words are only in one cloud and which are in both. Of the titles in the picture, characters that
/// no font has are left out.
///
/// # Errors
/// [`CloudError`], as [`Cloud::lay_out`].
pub fn compare(
    left: &Cloud<'_>,
    right: &Cloud<'_>,
    settings: &Settings,
    fonts: &Fonts,
) -> Result<Layout, CloudError> {
    prepare::lay_out(&[*left, *right], settings, fonts)
}
