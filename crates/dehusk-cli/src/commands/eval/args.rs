//! The command line of `dehusk eval`, exactly as typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dehusk_eval::Measure;
use dehusk_eval::report::html;
use dehusk_eval::summary::GroupBy;

const EXAMPLES: &str = "\
Examples:
  dehusk eval corpora/daniel
      The default method on one corpus.
  dehusk eval corpora/* --method all --by language --summary means.csv --pages pages.csv
      Every method on every corpus, means by language too, means and single pages as files.
  dehusk eval corpora/daniel --method addanag,r2l:P=3,split=always --against addanag
      Two methods page by page: wins, losses, mean difference.
  dehusk eval corpora/* --method all --report report
      Charts and tables as report/index.html, the worst answers beside their gold texts.
  dehusk eval corpora/daniel --outputs othertool=answers.jsonl
      Another tool's answers beside ours: {\"id\": \"…\", \"text\": \"…\"} on each line.
  dehusk eval corpora/* --gate gate.toml
      Fails when a mean is below its pinned floor.

A page on which a method fails is scored as an empty text, counted and named.
Exit code: 0 done, 1 a mean is below its floor or a floor would sink, 2 the command line could not be carried out.";

/// Measure methods on corpora with gold texts
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct EvalArgs {
    /// Folders with manifest.jsonl, pages/<id>.html and gold/<id>.txt
    #[arg(value_name = "CORPUS", required = true)]
    pub(super) corpora: Vec<PathBuf>,

    /// Methods, separated by commas, each perhaps with parameters (r2l:P=3,split=always), or all that are not trained; may be given several
    /// times [default: those of the gate, else the default of dehusk extract]
    #[arg(long = "method", value_name = "NAME[:PARAM=VALUE],…")]
    pub(super) methods: Vec<String>,

    /// Another tool's answers under a name: JSON lines with id and text, and title, author, date, corpus where there
    /// are any; may be given several times
    #[arg(long, value_name = "NAME=FILE", value_parser = name_and_file)]
    pub(super) outputs: Vec<(String, PathBuf)>,

    /// Means by this as well; may be given several times
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) by: Vec<By>,

    /// Compare every method with this one, page by page
    #[arg(long, value_name = "NAME")]
    pub(super) against: Option<String>,

    /// The measure of the main columns and of --against. The papers use longest common subsequences, of words or of
    /// characters; comparisons of tools use bags of words
    #[arg(long, value_enum, default_value_t = Metric::Word)]
    pub(super) metric: Metric,

    /// The form of the report on standard output
    #[arg(long, value_enum, default_value_t = Form::Table)]
    pub(super) format: Form,

    /// Write all scores of every page and method to this .csv or .parquet file
    #[arg(long, value_name = "FILE")]
    pub(super) pages: Option<PathBuf>,

    /// Write all means to this CSV file, the same on every run
    #[arg(long, value_name = "FILE")]
    pub(super) summary: Option<PathBuf>,

    /// Write charts, tables and cases, answers as differences from the gold texts, to index.html in this folder; it is
    /// made, or must be empty or have an earlier report, which is replaced
    #[arg(long, value_name = "DIR")]
    pub(super) report: Option<PathBuf>,

    /// The pages that --report writes a case for
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Cases::Worst, requires = "report")]
    pub(super) cases: Cases,

    /// Compare means with the floors in this file
    #[arg(long, value_name = "FILE")]
    pub(super) gate: Option<PathBuf>,

    /// Write the F1 means as floors to this file; floors for other corpora and methods in it stay
    #[arg(long, value_name = "FILE", conflicts_with = "gate")]
    pub(super) write_gate: Option<PathBuf>,

    /// Let --write-gate lower floors
    #[arg(long, requires = "write_gate")]
    pub(super) lower: bool,

    /// Take what stands on several pages of a site out of the methods' answers, as dehusk extract --site-noise does; the site
    /// is that of the manifest
    #[arg(long)]
    pub(super) site_noise: bool,

    /// Most pages of each corpus, from the top of its manifest
    #[arg(long, value_name = "N", conflicts_with_all = ["gate", "write_gate"])]
    pub(super) limit: Option<NonZeroUsize>,

    /// Pages worked on at the same time; scores do not depend on it [default: number of cores]
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum By {
    Site,
    Language,
    PageType,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Metric {
    /// Longest common subsequence of words
    Word,
    /// Longest common subsequence of characters, white space left out
    Char,
    /// Common words in lower case, in any order
    Bag,
    /// Longest common subsequence of words in lower case without punctuation
    RougeL,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Form {
    /// For reading, at most 100 columns wide
    Table,
    /// One object with everything but single pages
    Json,
    /// The means, as --summary writes them
    Csv,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Cases {
    /// Every page
    All,
    /// For each method and corpus the 20 pages of lowest F1, and every page on which a method failed
    Worst,
    /// No page
    None,
}

impl From<Cases> for html::Cases {
    fn from(cases: Cases) -> html::Cases {
        match cases {
            Cases::All => html::Cases::All,
            Cases::Worst => html::Cases::Worst,
            Cases::None => html::Cases::None,
        }
    }
}

impl From<By> for GroupBy {
    fn from(by: By) -> GroupBy {
        match by {
            By::Site => GroupBy::Site,
            By::Language => GroupBy::Language,
            By::PageType => GroupBy::PageType,
        }
    }
}

impl From<Metric> for Measure {
    fn from(metric: Metric) -> Measure {
        match metric {
            Metric::Word => Measure::Word,
            Metric::Char => Measure::Char,
            Metric::Bag => Measure::Bag,
            Metric::RougeL => Measure::RougeL,
        }
    }
}

fn name_and_file(typed: &str) -> Result<(String, PathBuf), String> {
    let parts = typed.split_once('=').filter(|(name, file)| !name.is_empty() && !file.is_empty());
    let (name, file) = parts.ok_or("write it as NAME=FILE, for example othertool=answers.jsonl")?;
    Ok((name.to_owned(), file.into()))
}
