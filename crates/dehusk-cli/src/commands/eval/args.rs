//! The command line of `dehusk eval` as typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dehusk_eval::Measure;
use dehusk_eval::report::html;
use dehusk_eval::summary::GroupBy;

use crate::commands::shared::{HiddenText, NoiseStep};

const EXAMPLES: &str = "\
Examples:
  dehusk eval corpora/daniel
      Measure the default method on one corpus.
  dehusk eval corpora/* --method all --by language --summary means.csv --pages pages.csv
      Measure every method on every corpus, also by language, and write means and single pages to files.
  dehusk eval corpora/daniel --method addanag,r2l:P=3,split=always --against addanag
      Compare two methods page by page: wins, losses, mean difference.
  dehusk eval corpora/* --method all --report report
      Write charts and tables to report/index.html, with the worst answers beside their gold texts.
  dehusk eval corpora/daniel --outputs othertool=answers.jsonl
      Also measure another tool's answers, with {\"id\": \"…\", \"text\": \"…\"} on each line.
  dehusk eval corpora/* --gate gate.toml
      Fail if a mean score is below the floor (minimum) recorded for it.

A page on which a method fails is scored as an empty text, counted and listed.
Exit codes: 0 if everything succeeded, 1 if a mean score is below its floor or a floor would be lowered, 2 if the command could not be run.";

/// Measure extraction methods on corpora with gold texts
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct EvalArgs {
    /// Corpora: folders with manifest.jsonl, pages/<id>.html and gold/<id>.txt
    ///
    /// For pages with markdown/<id>.md, the structure of Markdown is measured too: the F1 of headings, list items, code, links,
    /// images, table rows and quotes
    #[arg(value_name = "CORPUS", required = true)]
    pub(super) corpora: Vec<PathBuf>,

    /// Methods to measure, separated by commas, such as grain,r2l:P=3
    ///
    /// Parameters follow a colon (r2l:P=3,split=always); `all` stands for all methods that are not trained. May be given
    /// several times [default: the methods of --gate, else the default of dehusk extract]
    #[arg(long = "method", value_name = "NAME[:PARAM=VALUE],…")]
    pub(super) methods: Vec<String>,

    /// Also measure another tool's answers, in JSON lines
    ///
    /// Each line has id and text, and optionally markdown, title, author, date and corpus. NAME is what the report calls the
    /// tool. May be given several times [default: none]
    #[arg(long, value_name = "NAME=FILE", value_parser = name_and_file)]
    pub(super) outputs: Vec<(String, PathBuf)>,

    /// Also report means for each group
    ///
    /// May be given several times [default: none]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) by: Vec<By>,

    /// Compare every method with this one, page by page [default: no comparison]
    #[arg(long, value_name = "NAME")]
    pub(super) against: Option<String>,

    /// Measure for the main columns and for --against
    ///
    /// The papers use longest common subsequences of words or characters; comparisons of tools use bags of words
    #[arg(long, value_enum, default_value_t = Metric::Word)]
    pub(super) metric: Metric,

    /// Format of the report on standard output
    #[arg(long, value_enum, default_value_t = Form::Table)]
    pub(super) format: Form,

    /// Write the scores of every page and method to this .csv or .parquet file [default: no file]
    #[arg(long, value_name = "FILE")]
    pub(super) pages: Option<PathBuf>,

    /// Write all means to this CSV file. The file is the same on every run [default: no file]
    #[arg(long, value_name = "FILE")]
    pub(super) summary: Option<PathBuf>,

    /// Write charts, tables and cases to index.html in this folder
    ///
    /// A case shows the differences between an answer and its gold text. The folder must be new, be empty, or contain an
    /// earlier report, which is replaced [default: no report]
    #[arg(long, value_name = "DIR")]
    pub(super) report: Option<PathBuf>,

    /// Pages for which --report writes a case
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Cases::Worst, requires = "report", hide_short_help = true)]
    pub(super) cases: Cases,

    /// Fail if a mean score is lower than its floor in this file
    ///
    /// A floor is a minimum, as --write-gate writes it [default: no file]
    #[arg(long, value_name = "FILE")]
    pub(super) gate: Option<PathBuf>,

    /// Write the F1 means to this file as floors
    ///
    /// Floors for other corpora and methods in the file are kept [default: no file]
    #[arg(long, value_name = "FILE", conflicts_with = "gate", hide_short_help = true)]
    pub(super) write_gate: Option<PathBuf>,

    /// Allow --write-gate to lower floors
    #[arg(long, requires = "write_gate", hide_short_help = true)]
    pub(super) lower: bool,

    /// Remove text that several pages of a site share
    ///
    /// dehusk extract --site-noise does the same. The manifest gives the site of each page
    #[arg(long, hide_short_help = true)]
    pub(super) site_noise: bool,

    /// Remove site noise from the page before each method selects main content, or from its answer afterwards [default: what is
    /// better for the method]
    #[arg(long, value_enum, requires = "site_noise", hide_short_help = true)]
    pub(super) noise_step: Option<NoiseStep>,

    /// What every method does with text that the page hides; see dehusk extract [default: auto for grain, keep for other methods]
    #[arg(long, value_enum, value_name = "WHAT", hide_short_help = true)]
    pub(super) hidden: Option<HiddenText>,

    /// Maximum number of pages per corpus
    ///
    /// They are taken from the top of its manifest [default: all pages]
    #[arg(long, value_name = "N", conflicts_with_all = ["gate", "write_gate"])]
    pub(super) limit: Option<NonZeroUsize>,

    /// Number of pages processed at the same time
    ///
    /// The number does not affect the scores [default: number of cores]
    #[arg(long, alias = "threads", short_alias = 'j', value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum By {
    /// The site in the manifest
    Site,
    /// The language in the manifest
    Language,
    /// The type of the page in the manifest: article, forum, …
    PageType,
    /// The program that the page says it was made with, such as wordpress; wiki for all wiki programs
    Generator,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Metric {
    /// Longest common subsequence of words
    Word,
    /// Longest common subsequence of characters, without whitespace
    Char,
    /// Lower-case words in common, in any order
    Bag,
    /// Longest common subsequence of lower-case words, without punctuation
    RougeL,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Form {
    /// Text with at most 100 columns
    Table,
    /// JSON: one object with everything except single pages
    Json,
    /// The means, as written by --summary
    Csv,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Cases {
    /// Every page
    All,
    /// For each method and corpus, the 20 pages with the lowest F1, and every page on which a method failed
    Worst,
    /// No pages
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
            By::Generator => GroupBy::Generator,
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
