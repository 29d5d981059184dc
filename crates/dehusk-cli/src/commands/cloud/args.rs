//! The command line of `dehusk cloud` as typed. The names of most values come from the libraries.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use dehusk::Options;
use dehusk_draw::MAX_SIDE;
use dehusk_draw::cloud::{Palette, Scale, Settings, Theme, Turn};
use dehusk_words::{Backend, Folding, Weighting};

use crate::commands::shared::name_and_value;

/// The maximum number of words: five times what fits into a large picture. Each word that is tried takes 0.1 ms and about 15 kB.
/// Chosen by hand.
const MAX_WORDS: i64 = 10_000;

const EXAMPLES: &str = "\
Examples:
  dehusk cloud page.html -o cloud.svg
      Draw the words of a page's main content; more frequent words are larger.
  dehusk cloud crawl/ --weight tfidf --reference others/ -o cloud.html
      Draw what is typical of the pages in one folder compared with another. A click on a word shows its sentences.
  dehusk cloud monday.html tuesday.html --compare -o cloud.png
      Draw two clouds side by side, with the words of both in one color.
  dehusk cloud https://th.wikipedia.org/wiki/ภาษาไทย --words names.txt --phrases 2 -o cloud.svg
      Split Thai text into words with a dictionary, keep the words of names.txt whole, and count phrases of two words.

Words that are not in the picture are listed with the reason on standard error and in the JSON. Chinese, Japanese, Korean and
rarer scripts need fonts installed on this machine (Debian: fonts-noto-cjk, fonts-noto-core); fonts for other scripts are built in.
Exit codes: 0 if the cloud was written, 1 if it was written but a page failed, 2 if it was not written.";

/// Draw a tag cloud of the main content of pages
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct CloudArgs {
    /// Files, folders, http(s) addresses, or - for standard input
    ///
    /// Without arguments, standard input is read unless it is a terminal
    #[arg(value_name = "PATH|URL|-")]
    pub(super) inputs: Vec<OsString>,

    /// Write the cloud to this file; - means standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,

    /// Format of the cloud [default: from the extension of the output file]
    #[arg(long, value_enum)]
    pub(super) format: Option<Form>,

    /// Draw two clouds side by side, one for each of the two inputs
    #[arg(long)]
    pub(super) compare: bool,

    /// Extraction method; `dehusk methods` lists all
    #[arg(long, short_alias = 'm', value_name = "NAME", default_value = Options::new().method(), help_heading = "Main content")]
    pub(super) method: String,

    /// Set a parameter of the method, for example P=3. May be given several times [default: as listed by `dehusk methods`]
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = name_and_value, help_heading = "Main content", hide_short_help = true)]
    pub(super) params: Vec<(String, String)>,

    /// Remove text that the pages in this folder share
    ///
    /// `dehusk extract --help` says which text that is [default: no folder]
    #[arg(long, value_name = "DIR", help_heading = "Main content")]
    pub(super) site_noise: Option<PathBuf>,

    /// Number of pages processed at the same time; does not affect the cloud [default: number of cores]
    #[arg(
        long,
        alias = "threads",
        short_alias = 'j',
        value_name = "N",
        help_heading = "Main content",
        hide_short_help = true
    )]
    pub(super) jobs: Option<NonZeroUsize>,

    /// How to find words in scripts without spaces: with dictionaries, with a neural model, or as the longest match in --words
    #[arg(long, value_name = "NAME", default_value_t = Backend::default(), value_parser = backends(), help_heading = "Words", hide_short_help = true)]
    pub(super) segmenter: Backend,

    /// Keep the words and phrases in this file whole, one per line [default: no file]
    #[arg(long, value_name = "FILE", help_heading = "Words")]
    pub(super) words: Option<PathBuf>,

    /// Omit the words in this file too; `none` means no stop words
    ///
    /// The file has one word per line. Its words are omitted besides the built-in stop words of each language, unless `none` is
    /// given too. May be given several times [default: the built-in stop words]
    #[arg(long, value_name = "FILE|none", help_heading = "Words")]
    pub(super) stop_words: Vec<PathBuf>,

    /// Language of all pages as a tag such as th
    ///
    /// It decides about stop words and fonts [default: detected from the text of each page]
    #[arg(long, value_name = "TAG", help_heading = "Words")]
    pub(super) language: Option<String>,

    /// Count different spellings as one word: none, or names separated by commas (case, compatibility, tatweel, diacritics, letters,
    /// possessive, plural), or changes to the default such as +plural
    #[arg(long, value_name = "NAME,…", default_value_t = Folding::default(), allow_hyphen_values = true, help_heading = "Words", hide_short_help = true)]
    pub(super) fold: Folding,

    /// Count repeated phrases of up to N words as one word
    ///
    /// N is 1 to 10; 1 counts single words only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = phrases(), help_heading = "Words")]
    pub(super) phrases: u32,

    /// Minimum number of characters of a word
    #[arg(long, value_name = "N", default_value_t = dehusk_words::Settings::default().min_length, help_heading = "Words", hide_short_help = true)]
    pub(super) min_length: usize,

    /// Count numbers as words
    #[arg(long, help_heading = "Words")]
    pub(super) numbers: bool,

    /// Weight of a word: how frequent, or how typical it is
    ///
    /// The frequency of the word, or its frequency times its rarity in other texts
    #[arg(long, value_name = "NAME", default_value = Weighting::Frequency.as_str(), value_parser = Weighting::NAMES, help_heading = "Words")]
    pub(super) weight: String,

    /// Pages that define which words are rare, for tfidf
    ///
    /// A file or a folder, for --weight tfidf. May be given several times [default: the built-in table for English, Chinese,
    /// Greek, Polish or Russian]
    #[arg(long, value_name = "PATH", help_heading = "Words")]
    pub(super) reference: Vec<OsString>,

    /// Maximum number of words
    ///
    /// From 1 to 10000; the words with the largest weights are drawn
    #[arg(long, value_name = "N", default_value_t = Settings::DEFAULT_MAX_WORDS, value_parser = clap::value_parser!(u32).range(1..=MAX_WORDS), help_heading = "Words")]
    pub(super) max_words: u32,

    /// Width in pixels, 1 to 8000
    #[arg(long, value_name = "PX", default_value_t = Settings::default().width, value_parser = side(), help_heading = "Picture")]
    pub(super) width: u32,

    /// Height in pixels, 1 to 8000
    #[arg(long, value_name = "PX", default_value_t = Settings::default().height, value_parser = side(), help_heading = "Picture")]
    pub(super) height: u32,

    /// Seed of the arrangement; another number gives another arrangement
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed, help_heading = "Picture", hide_short_help = true)]
    pub(super) seed: u64,

    /// Scale from weights to font sizes
    #[arg(long, value_name = "NAME", default_value = Scale::default().name(), value_parser = scales(), help_heading = "Picture", hide_short_help = true)]
    pub(super) scale: Scale,

    /// Minimum font size in pixels, 1 to 8000
    #[arg(long, value_name = "PX", default_value_t = Settings::default().min_size, value_parser = size, help_heading = "Picture", hide_short_help = true)]
    pub(super) min_size: f64,

    /// Font size, in pixels from 1 to 8000, of the word with the largest weight; smaller if there is no room [default: as large as fits]
    #[arg(long, value_name = "PX", value_parser = size, help_heading = "Picture", hide_short_help = true)]
    pub(super) max_size: Option<f64>,

    /// Rotation of words
    ///
    /// No words are rotated (none), a third of them is vertical (some), or all are rotated by any angle (free)
    #[arg(long, value_enum, default_value_t = Rotate::None, help_heading = "Picture")]
    pub(super) rotate: Rotate,

    /// Shape that the words fill: rectangle, ellipse, or a PNG or SVG file
    ///
    /// Of a picture, the parts that are neither white nor transparent are filled
    #[arg(long, value_name = "NAME|FILE", default_value = RECTANGLE, help_heading = "Picture")]
    pub(super) shape: PathBuf,

    /// Minimum distance between words in pixels, 0 to 1000
    #[arg(long, value_name = "PX", default_value_t = Settings::default().padding, value_parser = padding(), help_heading = "Picture", hide_short_help = true)]
    pub(super) padding: u32,

    /// Family of an installed font, or a font file
    ///
    /// A file may be .ttf, .otf or .ttc [default: the built-in Noto Sans]
    #[arg(long, value_name = "FAMILY|FILE", help_heading = "Picture")]
    pub(super) font: Option<String>,

    /// Several colors, or shades of one color
    ///
    /// Shades are by weight
    #[arg(long, value_name = "NAME", default_value = Palette::default().name(), value_parser = palettes(), help_heading = "Picture", hide_short_help = true)]
    pub(super) palette: Palette,

    /// Background
    ///
    /// auto follows the preference of the reader of an SVG or HTML file
    #[arg(long, value_enum, default_value_t = Background::Light, help_heading = "Picture", hide_short_help = true)]
    pub(super) theme: Background,
}

pub(super) const RECTANGLE: &str = "rectangle";
pub(super) const ELLIPSE: &str = "ellipse";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// SVG with selectable words and embedded fonts
    Svg,
    /// PNG
    Png,
    /// An HTML page with counts, sentences and a table of all words
    Html,
    /// JSON with words, weights and positions
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Rotate {
    None,
    Some,
    Free,
}

impl From<Rotate> for Turn {
    fn from(rotate: Rotate) -> Turn {
        match rotate {
            Rotate::None => Turn::default(),
            Rotate::Some => Turn::some(),
            Rotate::Free => Turn::free(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Background {
    Light,
    Dark,
    Auto,
}

impl From<Background> for Theme {
    fn from(background: Background) -> Theme {
        match background {
            Background::Light => Theme::Light,
            Background::Dark => Theme::Dark,
            Background::Auto => Theme::Auto,
        }
    }
}

/// Parses a width or a height.
fn side() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(MAX_SIDE))
}

fn size(typed: &str) -> Result<f64, String> {
    let max = f64::from(MAX_SIDE);
    let size = typed.parse().ok().filter(|size| (1.0..=max).contains(size));
    size.ok_or_else(|| format!("a size must be 1 to {max} pixels"))
}

fn padding() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(0..=i64::from(Settings::MAX_PADDING))
}

fn phrases() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(dehusk_words::Settings::MAX_PHRASES))
}

fn backends() -> impl TypedValueParser<Value = Backend> {
    let names = PossibleValuesParser::new(Backend::ALL.map(Backend::as_str));
    names.try_map(|name| name.parse::<Backend>())
}

fn scales() -> impl TypedValueParser<Value = Scale> {
    PossibleValuesParser::new(Scale::ALL.map(|(name, _)| name)).map(|name| named(&Scale::ALL, &name))
}

fn palettes() -> impl TypedValueParser<Value = Palette> {
    PossibleValuesParser::new(Palette::ALL.map(|(name, _)| name)).map(|name| named(&Palette::ALL, &name))
}

/// Returns the value with this name from a list of names and values.
fn named<T: Copy + Default>(all: &[(&str, T)], name: &str) -> T {
    all.iter().find(|(known, _)| *known == name).map_or(T::default(), |(_, value)| *value)
}
