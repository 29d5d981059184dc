//! `dehusk tune`: which parameters suit the sites of a corpus. What is tried, scored and chosen is up to the crate
//! `dehusk-eval`.

use std::fs;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use dehusk::budget::Limits;
use dehusk_eval::tune::{self, Grid, SiteFit, Sites, Surface};
use dehusk_eval::{Corpus, Settings};

use super::eval::{Metric, command_line, distinct_files, has_folder, load_corpora};
use super::or_cores;
use crate::exit::Exit;
use crate::output;
use crate::report::{Progress, say};
use crate::sanitize;
use crate::worker;

const EXAMPLES: &str = "\
Examples:
  dehusk tune corpora/scripts --method r2l --param P=1..20 --sites sites.toml
      The R2L paper's search: the best P for each site, as a file for `dehusk extract --sites`.
  dehusk tune corpora/* --method danag --param L=40..100/20 --param P=5,10,20 --param snap=block,none --surface danag.csv
      Every combination on every corpus, with the means of each.

The column \"left out\" is the mean F1 of each page under what the other pages of its site choose; \"held out\" that of
each site under what four fifths of the other sites choose. Where these fall below \"default\", tuning only fits.";

/// Find the parameters that suit each site, or all pages
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct TuneArgs {
    /// Folders with manifest.jsonl, pages/<id>.html and gold/<id>.txt
    #[arg(value_name = "CORPUS", required = true)]
    corpora: Vec<PathBuf>,

    /// The method or preset to tune
    #[arg(long, value_name = "NAME")]
    method: String,

    /// A parameter and the values to try: a range P=1..20, one with steps L=40..100/20, or a list snap=block,none; may be
    /// given several times, for every combination
    #[arg(long = "param", value_name = "NAME=VALUES", required = true)]
    params: Vec<String>,

    /// The measure whose F1 is to be best; the R2L paper uses that of characters
    #[arg(long, value_enum, default_value_t = Metric::Char)]
    metric: Metric,

    /// Write the best parameters of each site to this TOML file, if they are better than the defaults on pages left out
    #[arg(long, value_name = "FILE")]
    sites: Option<PathBuf>,

    /// Let --sites write every site, also where nothing shows that its parameters do more than fit
    #[arg(long, requires = "sites")]
    every_site: bool,

    /// Write the means of every combination on every corpus to this CSV file
    #[arg(long, value_name = "FILE")]
    surface: Option<PathBuf>,

    /// Most pages of each corpus, from the top of its manifest
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,

    /// Pages worked on at the same time; the outcome does not depend on it [default: number of cores]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

pub(super) fn execute(args: &TuneArgs) -> anyhow::Result<Exit> {
    let grid = Grid::new(&args.method, &args.params)?;
    [&args.sites, &args.surface].into_iter().flatten().try_for_each(|file| has_folder(file))?;
    distinct_files([&args.sites, &args.surface].into_iter().flatten())?;
    let corpora = load_corpora(&args.corpora)?;
    let surface = fit(args, &grid, &corpora)?;
    let sites = tune::per_site(&surface, &grid);
    if let Some(file) = &args.surface {
        let mut csv = Vec::new();
        tune::surface_csv(&surface, &grid, &mut csv)?;
        write(file, &csv)?;
    }
    if let Some(file) = &args.sites {
        let about = format!("Made by: {}", command_line());
        let wanted: Vec<SiteFit> =
            sites.iter().filter(|fit| args.every_site || fit.gains()).cloned().collect();
        if wanted.len() < sites.len() {
            say(&format!(
                "{} of {} sites written: the others gain nothing on pages left out",
                wanted.len(),
                sites.len()
            ));
        }
        write(file, Sites::new(&wanted, &grid)?.text(&about)?.as_bytes())?;
    }
    let table = tune::site_table(&surface, &grid, &sites);
    output::print(sanitize::for_stdout(&table).as_bytes()).context("cannot write the table")?;
    Ok(Exit::Fine)
}

fn fit(args: &TuneArgs, grid: &Grid, corpora: &[Corpus]) -> anyhow::Result<Surface> {
    worker::quiet_worker_panics();
    let jobs = or_cores(args.jobs);
    let settings = Settings {
        jobs,
        limit: args.limit.map(NonZeroUsize::get),
        limits: Limits::default(),
        site_noise: false,
    };
    let pages = corpora.iter().map(|corpus| settings.pages_of(corpus)).sum();
    let progress = Progress::new(pages, io::stderr().is_terminal());
    let surface = tune::fit(corpora, grid, args.metric.into(), &settings, &|bytes| progress.page(bytes));
    progress.finish();
    Ok(surface?)
}

fn write(file: &Path, text: &[u8]) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
