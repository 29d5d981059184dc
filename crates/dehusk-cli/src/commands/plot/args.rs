//! The command line of `dehusk plot` as typed.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use dehusk_draw::{MAX_SIDE, MIN_HEIGHT, MIN_WIDTH};

use crate::commands::shared::name_and_value;

/// The default width in pixels: the width of a printed page at 150 dots per inch. Chosen by hand.
const DEFAULT_WIDTH: u32 = 1200;
/// The default height in pixels: enough for two panels, a header and a legend. Chosen by hand.
const DEFAULT_HEIGHT: u32 = 800;

/// The default method: the best of the papers' methods that compute a curve along the page. `grain` has no such curve.
const DEFAULT_METHOD: &str = "addanag";

const EXAMPLES: &str = "\
Examples:
  dehusk plot page.html -o page.svg
      Draw what AdDANAg counts along the page and what it keeps.
  dehusk plot page.html --method danag --param P=5 --gold page.txt -o page.png
      Also mark where the text of page.txt, the true main content, is in the source.

The upper panel shows the content and code characters of each line (r2l, dana) or segment (other methods). The lower panel
shows their smoothed difference, from which the methods derive the main content. In a PNG, Chinese, Japanese and Korean need
fonts installed on this machine.
Exit codes: 0 if the picture was written, 2 if it was not.";

/// Draw the content and code that a method counts along a page, and what it keeps, like the figures in the papers
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct PlotArgs {
    /// File, http(s) address, or - for standard input
    #[arg(value_name = "PATH|URL|-")]
    pub(super) page: OsString,

    /// Extraction method; `dehusk methods` lists all methods and their parameters
    #[arg(long, value_name = "NAME", default_value = DEFAULT_METHOD)]
    pub(super) method: String,

    /// Set a parameter of the method, for example P=3. May be given several times [default: as listed by `dehusk methods`]
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(super) params: Vec<(String, String)>,

    /// Mark the text of this file (UTF-8), the true main content, in the source [default: no file]
    #[arg(long, value_name = "FILE")]
    pub(super) gold: Option<PathBuf>,

    /// Write the picture to this file (.svg or .png)
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,

    /// Width in pixels
    #[arg(long, value_name = "PX", default_value_t = DEFAULT_WIDTH, value_parser = side(MIN_WIDTH))]
    pub(super) width: u32,

    /// Height in pixels
    #[arg(long, value_name = "PX", default_value_t = DEFAULT_HEIGHT, value_parser = side(MIN_HEIGHT))]
    pub(super) height: u32,
}

/// Parses a width or a height.
fn side(min: u32) -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(min)..=i64::from(MAX_SIDE))
}
