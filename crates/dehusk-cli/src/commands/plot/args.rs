//! The command line of `dehusk plot`, exactly as typed.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use dehusk_draw::{MAX_SIDE, MIN_HEIGHT, MIN_WIDTH};

use crate::commands::extract::name_and_value;

/// Two panels, header and legend with room to breathe; as wide as a page of a paper at 150 dots per inch.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 800;

/// The papers' best method that counts along a page; `grain` has no such curve.
const METHOD: &str = "addanag";

const EXAMPLES: &str = "\
Examples:
  dehusk plot page.html -o page.svg
      What AdDANAg counts along the page, and what it keeps.
  dehusk plot page.html --method danag --param P=5 --gold page.txt -o page.png
      With the stretches that page.txt, its main content as text, takes up in the source.

Above: content and code characters of each line (r2l, dana) or segment (the others). Below: their smoothed difference,
from which the methods read the main content. Chinese, Japanese and Korean in a PNG need fonts on this machine.
Exit code: 0 the picture was written, 2 it was not.";

/// Draw what a method counts along a page and what it keeps, as the papers do
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct PlotArgs {
    /// The page: a file, an http(s) address, or - for standard input
    #[arg(value_name = "PATH|URL|-")]
    pub(super) page: OsString,

    /// How to find the main content; `dehusk methods` lists all methods and their parameters
    #[arg(long, value_name = "NAME", default_value = METHOD)]
    pub(super) method: String,

    /// A parameter of the method, for example P=3; may be given several times
    /// [default: those that `dehusk methods` lists]
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(super) params: Vec<(String, String)>,

    /// The main content of the page as text (UTF-8), to be found in the source and marked
    #[arg(long, value_name = "FILE")]
    pub(super) gold: Option<PathBuf>,

    /// The picture; its name ends with .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,

    /// Pixels from left to right
    #[arg(long, value_name = "PX", default_value_t = WIDTH, value_parser = sides(MIN_WIDTH))]
    pub(super) width: u32,

    /// Pixels from top to bottom
    #[arg(long, value_name = "PX", default_value_t = HEIGHT, value_parser = sides(MIN_HEIGHT))]
    pub(super) height: u32,
}

fn sides(least: u32) -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(MAX_SIDE))
}
