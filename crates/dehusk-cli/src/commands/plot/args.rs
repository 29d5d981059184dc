//! The command line of `dehusk plot` as typed.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dehusk_draw::{AxisScale, DEFAULT_HEIGHT, DEFAULT_WIDTH, Figure, MAX_SIDE, MIN_HEIGHT, MIN_WIDTH};

use crate::commands::shared::name_and_value;

const EXAMPLES: &str = "\
Examples:
  dehusk plot page.html -o page.svg
      Draw what AdDANAg counts along the page and what it keeps.
  dehusk plot page.html --method danag --param P=5 --gold page.txt -o page.png
      Also mark where the text of page.txt, the true main content, is in the source.
  dehusk plot page.html --figure 2 -o figure2.svg
      Draw figure 2 of the R2L paper for this page.

The upper panel shows the content and code characters of each line (r2l, dana) or segment (other methods). The lower panel
shows their smoothed difference, from which the methods derive the main content. In a PNG, Chinese, Japanese and Korean need
fonts installed on this machine.

Figures of the papers, each one panel as its paper draws it, on a linear scale:
  2  R2L paper (2011) and first diagram of the DANA talk: non-ASCII characters of each line
     (above the axis) and ASCII characters (below), with the regions A (code), B (main content)
     and C (menus). Methods: r2l, dana
  3  R2L paper: their difference for each line, by formula (1), not smoothed. Method: r2l
  5  AdDANAg paper (2012): content characters of each segment (above) and code characters
     (below). Methods: addanag, danag
  6  AdDANAg paper and second diagram of the DANA talk: the difference, summed with both
     neighbors. Methods: addanag, danag, dana
Exit codes: 0 if the picture was written, 2 if it was not.";

/// Draw the content and code that a method counts along a page, and what it keeps, like the figures in the papers
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct PlotArgs {
    /// File, http(s) address, or - for standard input
    #[arg(value_name = "PATH|URL|-")]
    pub(super) page: OsString,

    /// Extraction method; `dehusk methods` lists all methods and their parameters [default: addanag; r2l for --figure 2 and 3]
    #[arg(long, value_name = "NAME")]
    pub(super) method: Option<String>,

    /// Set a parameter of the method, for example P=3. May be given several times [default: as listed by `dehusk methods`]
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(super) params: Vec<(String, String)>,

    /// Draw only this figure of the papers [default: both panels]
    #[arg(long, value_name = "NUMBER", value_parser = figure)]
    pub(super) figure: Option<Figure>,

    /// Scale of the vertical axes [default: linear with --figure, else auto]
    #[arg(long, value_enum, value_name = "SCALE")]
    pub(super) scale: Option<ScaleArg>,

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

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ScaleArg {
    /// Linear, or a square root if the tallest column is more than 12 times the median one
    Auto,
    /// Linear, as in the papers; nothing is cut
    Linear,
    /// Square root, which shows short columns beside very tall ones; nothing is cut
    Root,
}

impl From<ScaleArg> for AxisScale {
    fn from(scale: ScaleArg) -> AxisScale {
        match scale {
            ScaleArg::Auto => AxisScale::Auto,
            ScaleArg::Linear => AxisScale::Linear,
            ScaleArg::Root => AxisScale::Root,
        }
    }
}

/// Parses the number of a figure.
fn figure(typed: &str) -> Result<Figure, String> {
    let figure = typed.parse().ok().and_then(Figure::from_number);
    figure.ok_or_else(|| {
        "the figures that can be drawn are 2, 3 (R2L paper), 5 and 6 (AdDANAg paper)".to_owned()
    })
}

/// Parses a width or a height.
fn side(min: u32) -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(min)..=i64::from(MAX_SIDE))
}
