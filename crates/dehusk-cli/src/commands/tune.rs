//! `dehusk tune`: finds the best parameters for each site of a corpus. The crate `dehusk-eval` does the search.

use std::fs;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use dehusk::budget::Limits;
use dehusk_eval::tune::{self, Grid, SiteFit, Sites, Surface};
use dehusk_eval::{Corpus, Settings};

use super::eval::{Metric, check_distinct, check_output_file, command_line, load_corpora};
use super::shared::jobs_or_cores;
use crate::exit::Exit;
use crate::output;
use crate::report::{Progress, print_message};
use crate::sanitize;
use crate::worker;

const EXAMPLES: &str = "\
Examples:
  dehusk tune corpora/scripts --method r2l --param P=1..20 --sites sites.toml
      Search as in the R2L paper: write the best P of each site to a file for `dehusk extract --sites`.
  dehusk tune corpora/* --method danag --param L=40..100/20 --param P=5,10,20 --param snap=block,none --surface danag.csv
      Try every combination on every corpus, and write the means of each.

The column \"left out\" is the mean F1 of the pages, each with the parameters that are best on the other pages of its site. The
column \"held out\" is the mean F1 of the sites, each with the parameters that are best on four fifths of the other sites. Where these
means are below \"default\", tuning only overfits.";

/// Find the best parameters of a method for each site, or for all pages
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct TuneArgs {
    /// Corpora: folders with manifest.jsonl, pages/<id>.html and gold/<id>.txt
    #[arg(value_name = "CORPUS", required = true)]
    corpora: Vec<PathBuf>,

    /// Method or preset to tune
    #[arg(long, value_name = "NAME")]
    method: String,

    /// Parameter and the values to try: a range P=1..20, a range with steps L=40..100/20, or a list snap=block,none. May be given
    /// several times to try every combination
    #[arg(long = "param", value_name = "NAME=VALUES", required = true)]
    params: Vec<String>,

    /// Measure whose F1 is maximized; the R2L paper uses characters
    #[arg(long, value_enum, default_value_t = Metric::Char)]
    metric: Metric,

    /// Write the best parameters of each site to this TOML file, if they beat the defaults on left-out pages
    #[arg(long, value_name = "FILE")]
    sites: Option<PathBuf>,

    /// Let --sites write every site, even if its parameters do not beat the defaults on left-out pages
    #[arg(long, requires = "sites")]
    every_site: bool,

    /// Write the means of every combination on every corpus to this CSV file
    #[arg(long, value_name = "FILE")]
    surface: Option<PathBuf>,

    /// Maximum number of pages per corpus, from the top of its manifest
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,

    /// Number of pages processed at the same time; does not affect the result [default: number of cores]
    #[arg(long, alias = "threads", short_alias = 'j', value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

pub(super) fn execute(args: &TuneArgs) -> anyhow::Result<Exit> {
    let grid = Grid::new(&args.method, &args.params)?;
    [&args.sites, &args.surface].into_iter().flatten().try_for_each(|file| check_output_file(file))?;
    check_distinct([&args.sites, &args.surface].into_iter().flatten())?;
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
            print_message(&format!(
                "wrote {} of {} sites: for the others, no parameters beat the defaults on left-out pages; use --every-site to write them too",
                wanted.len(),
                sites.len()
            ));
        }
        write(file, Sites::new(&wanted, &grid)?.text(&about)?.as_bytes())?;
    }
    let table = tune::site_table(&surface, &grid, &sites);
    output::print(sanitize::for_stdout(&table).as_bytes()).context("cannot write the table")?;
    Ok(Exit::Success)
}

fn fit(args: &TuneArgs, grid: &Grid, corpora: &[Corpus]) -> anyhow::Result<Surface> {
    worker::quiet_worker_panics();
    let jobs = jobs_or_cores(args.jobs);
    let settings = Settings {
        jobs,
        limit: args.limit.map(NonZeroUsize::get),
        limits: Limits::default(),
        site_noise: false,
        noise_step: None,
        hidden: None,
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
