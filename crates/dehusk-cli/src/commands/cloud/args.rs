//! The command line of `dehusk cloud`, exactly as typed. Words of options are those of the libraries.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use dehusk::Options;
use dehusk_draw::MAX_SIDE;
use dehusk_draw::cloud::{Palette, Scale, Settings, Theme, Turn};
use dehusk_words::{Backend, Folding, Weighting};

use crate::commands::extract::name_and_value;

/// As many words as are told apart in a picture of usual size; Wordle shows 150.
const MAX_WORDS: u32 = 100;
/// Five times what a large picture has room for; each word that is tried costs a tenth of a millisecond and some 15 kB.
const MOST_WORDS: i64 = 10_000;
/// Pixels; what the layout takes.
const MOST_PADDING: i64 = 1000;

const EXAMPLES: &str = "\
Examples:
  dehusk cloud page.html -o cloud.svg
      The words of a page's main content, larger where they are more frequent.
  dehusk cloud crawl/ --weight tfidf --reference others/ -o cloud.html
      What the pages of one folder say and those of another do not; a click shows the sentences of a word.
  dehusk cloud monday.html tuesday.html --compare -o cloud.png
      Two clouds side by side, words of both in one colour.
  dehusk cloud https://th.wikipedia.org/wiki/ภาษาไทย --words names.txt --phrases 2 -o cloud.svg
      Thai words by a dictionary, the words of names.txt whole, phrases of two words.

Words that are not in the picture are listed on standard error and in the JSON, each with the reason. Chinese, Japanese, Korean
and rarer scripts need fonts on this machine (Debian: fonts-noto-cjk, fonts-noto-core); the others are built in.
Exit code: 0 the cloud was written, 1 it was written but some page failed, 2 it was not written.";

/// Draw a tag cloud of the main content of pages
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct CloudArgs {
    /// Pages: files, folders, http(s) addresses, or - for standard input, which is also what is read when nothing is given and
    /// it is no terminal
    #[arg(value_name = "PATH|URL|-")]
    pub(super) inputs: Vec<OsString>,

    /// The cloud; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,

    /// The form of the cloud [default: by the ending of the output]
    #[arg(long, value_enum)]
    pub(super) format: Option<Form>,

    /// Two clouds side by side, of the first and of the second thing named
    #[arg(long)]
    pub(super) compare: bool,

    /// How to find the main content; `dehusk methods` lists all methods and their parameters
    #[arg(long, value_name = "NAME", default_value = Options::new().method(), help_heading = "Main content")]
    pub(super) method: String,

    /// A parameter of the method, for example P=3; may be given several times
    /// [default: those that `dehusk methods` lists]
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = name_and_value, help_heading = "Main content")]
    pub(super) params: Vec<(String, String)>,

    /// Leave out what stands on three or more pages beneath this folder, as dehusk extract does [default: no folder]
    #[arg(long, value_name = "DIR", help_heading = "Main content")]
    pub(super) site_noise: Option<PathBuf>,

    /// Pages worked on at the same time; the cloud does not depend on it [default: number of cores]
    #[arg(long, value_name = "N", help_heading = "Main content")]
    pub(super) jobs: Option<NonZeroUsize>,

    /// How words are found in scripts without blanks: by dictionaries, by a neural model, or the longest of --words alone
    #[arg(long, value_name = "NAME", default_value_t = Backend::default(), value_parser = backends(), help_heading = "Words")]
    pub(super) segmenter: Backend,

    /// Words and phrases that are never cut, one on each line [default: no file]
    #[arg(long, value_name = "FILE", help_heading = "Words")]
    pub(super) words: Option<PathBuf>,

    /// Words to leave out besides the built-in ones of each language, one on each line; none: leave nothing out. May be given
    /// several times [default: the built-in ones]
    #[arg(long, value_name = "FILE|none", help_heading = "Words")]
    pub(super) stop_words: Vec<PathBuf>,

    /// The language of all pages, as in lang=…, for stop words and fonts [default: found from the text of each page]
    #[arg(long, value_name = "TAG", help_heading = "Words")]
    pub(super) language: Option<String>,

    /// Spellings that are one word: none, or names separated by commas (case, compatibility, tatweel, diacritics, letters,
    /// possessive, plural), or changes to the default such as +plural
    #[arg(long, value_name = "NAME,…", default_value_t = Folding::default(), allow_hyphen_values = true, help_heading = "Words")]
    pub(super) fold: Folding,

    /// Count runs of up to so many words that occur again as one, 1 to 10; 1: words only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = phrases(), help_heading = "Words")]
    pub(super) phrases: u32,

    /// Fewest characters of a word
    #[arg(long, value_name = "N", default_value_t = dehusk_words::Settings::default().min_length, help_heading = "Words")]
    pub(super) min_length: usize,

    /// Count numbers as words
    #[arg(long, help_heading = "Words")]
    pub(super) numbers: bool,

    /// What makes a word heavy: how often it occurs, or that times how rare it is elsewhere
    #[arg(long, value_name = "NAME", default_value = Weighting::Frequency.as_str(), value_parser = Weighting::NAMES, help_heading = "Words")]
    pub(super) weight: String,

    /// Pages that tell what is rare, for --weight tfidf: a file or folder; may be given several times
    /// [default: the built-in table of the language, for English, Chinese, Greek, Polish and Russian]
    #[arg(long, value_name = "PATH", help_heading = "Words")]
    pub(super) reference: Vec<OsString>,

    /// The heaviest so many words, 1 to 10000
    #[arg(long, value_name = "N", default_value_t = MAX_WORDS, value_parser = clap::value_parser!(u32).range(1..=MOST_WORDS), help_heading = "Words")]
    pub(super) max_words: u32,

    /// Pixels from left to right, up to 8000
    #[arg(long, value_name = "PX", default_value_t = Settings::default().width, value_parser = sides(), help_heading = "Picture")]
    pub(super) width: u32,

    /// Pixels from top to bottom, up to 8000
    #[arg(long, value_name = "PX", default_value_t = Settings::default().height, value_parser = sides(), help_heading = "Picture")]
    pub(super) height: u32,

    /// Another number gives another arrangement
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed, help_heading = "Picture")]
    pub(super) seed: u64,

    /// From weights to sizes
    #[arg(long, value_name = "NAME", default_value = Scale::default().name(), value_parser = scales(), help_heading = "Picture")]
    pub(super) scale: Scale,

    /// Least size of a word, 1 to 8000
    #[arg(long, value_name = "PX", default_value_t = Settings::default().min_size, value_parser = size, help_heading = "Picture")]
    pub(super) min_size: f64,

    /// Size of the heaviest word, if there is room, 1 to 8000 [default: as large as there is room for]
    #[arg(long, value_name = "PX", value_parser = size, help_heading = "Picture")]
    pub(super) max_size: Option<f64>,

    /// Words that are turned: none, a third of them upright, or all by any angle
    #[arg(long, value_enum, default_value_t = Rotate::None, help_heading = "Picture")]
    pub(super) rotate: Rotate,

    /// What the words fill: rectangle, ellipse, or a PNG or SVG, where it is neither white nor clear
    #[arg(long, value_name = "NAME|FILE", default_value = RECTANGLE, help_heading = "Picture")]
    pub(super) shape: PathBuf,

    /// Least pixels between words, up to 1000
    #[arg(long, value_name = "PX", default_value_t = Settings::default().padding, value_parser = clap::value_parser!(u32).range(0..=MOST_PADDING), help_heading = "Picture")]
    pub(super) padding: u32,

    /// A font of this machine by its family, or a font file (.ttf, .otf, .ttc) [default: Noto Sans, built in]
    #[arg(long, value_name = "FAMILY|FILE", help_heading = "Picture")]
    pub(super) font: Option<String>,

    /// Colours: several, or shades of one by weight
    #[arg(long, value_name = "NAME", default_value = Palette::default().name(), value_parser = palettes(), help_heading = "Picture")]
    pub(super) palette: Palette,

    /// The background; auto: what the reader of SVG and HTML prefers
    #[arg(long, value_enum, default_value_t = Background::Light, help_heading = "Picture")]
    pub(super) theme: Background,
}

pub(super) const RECTANGLE: &str = "rectangle";
pub(super) const ELLIPSE: &str = "ellipse";

/// More would hardly occur twice.
const MOST_WORDS_OF_A_PHRASE: i64 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// Words that can be selected, with their fonts
    Svg,
    /// Pixels
    Png,
    /// A page of its own: counts, sentences and a table of all words
    Html,
    /// Words, weights and places for programs
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

fn sides() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(MAX_SIDE))
}

fn size(typed: &str) -> Result<f64, String> {
    let most = f64::from(MAX_SIDE);
    let size = typed.parse().ok().filter(|size| (1.0..=most).contains(size));
    size.ok_or_else(|| format!("a size is 1 to {most} pixels"))
}

fn phrases() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=MOST_WORDS_OF_A_PHRASE)
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

/// The value of a name that the list has.
fn named<T: Copy + Default>(all: &[(&str, T)], name: &str) -> T {
    all.iter().find(|(known, _)| *known == name).map_or(T::default(), |(_, value)| *value)
}
