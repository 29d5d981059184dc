//! The command line of `dehusk batch` as typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use dehusk::budget::Limits;
use dehusk_batch::run::{DEFAULT_PART_BYTES, PageAt, Shard};
use dehusk_batch::write::FileFormat;
use dehusk_record::Extra;

use crate::commands::input_args::READING;
use crate::commands::page_args::{CHOOSING, ChoosingArgs, LIMITS, LimitArgs, OUTPUT, ShapeArgs};
use crate::commands::shared::{language, or_one, size, whole_milliseconds};

const EXAMPLES: &str = "\
Examples:
  dehusk batch crawl.warc.gz -o pages.parquet
      Write the main content of every page of a WARC archive to one file.
  dehusk batch *.warc.gz -o texts --manifest texts.manifest --errors failed.jsonl
      Write a folder of parts. To resume an interrupted run, give the same command again.
  find /data -name '*.warc.gz' | sort > archives.txt; dehusk batch --input-file archives.txt -o texts --manifest texts.manifest
      Read more archives than a command line holds. `dehusk batch /data` reads all archives of a folder.
  dehusk batch *.warc.gz -o texts --shard 3/16 --manifest texts-3.manifest
      Run on the third of sixteen machines or jobs; all of them write to the same folder.
  dehusk extract --warc crawl.warc.gz --offset 81723 --format md
      Extract one page of an archive again; the columns warc_filename and warc_offset give its position.

Columns: id, url, content_type; for archives also warc_filename, warc_offset, warc_skip, warc_length, warc_record_id, warc_date,
warc_digest, warc_truncated, http_status; then status, reason, error, method, encoding, encoding_origin, bytes, page_type,
quality_score, quality_verdict, hidden_kept, hidden_removed, invisible, text; the columns of --with; rules_version, options_hash. All other columns of a Parquet input, and fields of JSON lines, are copied;
a copied column with one of these names is prefixed with input_. Every page has a row, in the order of the input. So has what a crawler
stores beside pages, such as images, feeds and redirects; its status is not_html or empty, and it is no failure.
Exit codes: 0 if everything succeeded; 1 if a page failed (timeout, too_large, error), an input could not be read completely, or there
was no page; 2 if the run could not start or continue.";

/// Extract the main content of many pages: read WARC archives, JSON lines, Parquet or folders, write Parquet or JSON lines
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct BatchArgs {
    /// WARC archives, JSON lines, Parquet files, pages, or folders of them; all of the same kind
    ///
    /// WARC archives (.warc, .warc.gz, .warc.zst) and their indexes (.cdx, .cdxj, also .gz, with the archives in the same
    /// folder), JSON lines (.jsonl, .ndjson, also .gz and .zst), Parquet (.parquet), or pages (.html, .htm, .xhtml, .mhtml,
    /// .mht, also .gz). Of a folder and its subfolders, the pages are read or, if there are none, the archives, JSON lines or
    /// Parquet files, but no index. An input that is named twice is read once. If several inputs are named, the id of a page in a
    /// folder begins with the name of the folder
    #[arg(value_name = "IN", required_unless_present = "input_file")]
    pub(super) inputs: Vec<PathBuf>,

    /// Also read the inputs in this list
    ///
    /// It has one path per line. Empty lines and lines that start with # are skipped; - means standard input. For more inputs than a
    /// command line holds [default: no list]
    #[arg(long, value_name = "FILE", help_heading = READING)]
    pub(super) input_file: Option<PathBuf>,

    /// Also read files with these extensions in folders, separated by commas: php,txt. `none` means files without an extension; `all`
    /// or '*' all files; 'page-*' files with such names (? stands for one character) [default: only the extensions above]
    #[arg(long, value_name = "EXT", value_delimiter = ',', hide_short_help = true, help_heading = READING)]
    pub(super) ext: Vec<String>,

    /// Write to this file (.parquet, .jsonl, .jsonl.gz, .jsonl.zst), or to a folder of parts
    #[arg(short, long, value_name = "OUT", help_heading = OUTPUT)]
    pub(super) output: PathBuf,

    /// Format of the parts in a folder; the format of a single file follows from its extension [default: parquet]
    #[arg(long, value_enum, hide_short_help = true, help_heading = OUTPUT)]
    pub(super) format: Option<PartFormat>,

    #[command(flatten)]
    pub(super) choosing: ChoosingArgs,

    /// Only pages in these languages, separated by commas: de,pt-BR
    ///
    /// Each language is a tag; pt includes pt-BR, and zh-TW is zh-Hant-TW. The language of a page is what the page declares, or else that of its text
    /// (column `language` of --with metadata). Other pages have a row without text, with the status empty and the reason
    /// other_language, and are counted as such [default: pages in all languages]
    #[arg(long, value_name = "LANG", value_delimiter = ',', value_parser = language, help_heading = CHOOSING)]
    pub(super) language: Vec<String>,

    /// Add these columns, separated by commas
    ///
    /// The page is still parsed only once [default: none]
    #[arg(long, value_parser = columns(), value_name = "COLUMN", value_delimiter = ',', help_heading = OUTPUT)]
    pub(super) with: Vec<Extra>,

    #[command(flatten)]
    pub(super) shape: ShapeArgs,

    /// Column of Parquet, or field of JSON lines, that holds the pages
    #[arg(long, value_name = "NAME", default_value = HTML_COLUMN, help_heading = READING, hide_short_help = true)]
    pub(super) html_column: String,

    /// Column of Parquet, or field of JSON lines, that holds the addresses of the pages; it is `url` in the output [default: url]
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = READING)]
    pub(super) url_column: Option<String>,

    /// Column of Parquet, or field of JSON lines, that holds the identifiers of the pages; it is `id` in the output [default: id]
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = READING)]
    pub(super) id_column: Option<String>,

    /// Copy only these columns of Parquet, or fields of JSON lines
    ///
    /// Separate them by commas. url and content_type are always copied, and the id of JSON lines. Other columns of Parquet are not
    /// read. The default for JSON lines are the fields in the first lines of each input (64 MB of all inputs together) [default: all
    /// columns]
    #[arg(long, value_name = "NAME", value_delimiter = ',', hide_short_help = true, help_heading = READING)]
    pub(super) columns: Option<Vec<String>>,

    /// Maximum CPU time per page in milliseconds; 0 means no limit
    ///
    /// On Windows, it is wall-clock time. A page that takes longer has no text
    #[arg(long, value_name = "N", default_value_t = DEFAULT_TIMEOUT_MS, value_parser = whole_milliseconds, help_heading = LIMITS)]
    pub(super) timeout_ms: u64,

    /// Maximum size of a record or page, such as 500K or 20M
    ///
    /// The limit holds for the record as stored and as decompressed; a larger one becomes a row with an error
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::DEFAULT_MAX_BYTES), help_heading = LIMITS, hide_short_help = true)]
    pub(super) max_record_bytes: NonZeroUsize,

    #[command(flatten)]
    pub(super) limits: LimitArgs,

    /// Number of threads; does not affect the output
    ///
    /// It is at most four per core [default: number of cores]
    #[arg(long, alias = "threads", short_alias = 'j', value_name = "N", help_heading = READING)]
    pub(super) jobs: Option<NonZeroUsize>,

    /// Process only every N-th input, starting with the I-th
    ///
    /// Every 10,000 pages of a folder count as one input
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1", help_heading = READING)]
    pub(super) shard: Shard,

    /// Record finished parts in this file, and resume after them
    ///
    /// The output has to be a folder [default: no manifest]
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) manifest: Option<PathBuf>,

    /// Extract one page of this command and nothing else. Only the program itself uses this option, to try a page after a run that
    /// died: see `dehusk_batch::run::PageAt`
    #[arg(long, value_name = "SOURCE:BATCH:ROW", hide = true)]
    pub(super) try_page: Option<PageAt>,

    /// List every failed page in this file, as JSON lines
    ///
    /// Each line has the source (the file or folder as named) and the reason. Failed pages are also rows of the output [default: no
    /// file]
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) errors: Option<PathBuf>,

    /// Start a new part in the output folder after this many bytes of pages, such as 100M, counted before extraction
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = default_part_bytes(), hide_short_help = true, help_heading = OUTPUT)]
    pub(super) part_bytes: NonZeroUsize,
}

/// Default of `--html-column`.
pub(super) const HTML_COLUMN: &str = "html";

fn default_part_bytes() -> NonZeroUsize {
    usize::try_from(DEFAULT_PART_BYTES).ok().and_then(NonZeroUsize::new).unwrap_or(NonZeroUsize::MIN)
}

/// Default of `--timeout-ms`, the same as that of `dehusk extract`.
const DEFAULT_TIMEOUT_MS: u64 = 10_000;

/// Reads a column that `--with` adds.
fn columns() -> impl TypedValueParser<Value = Extra> {
    let columns = Extra::value_variants().iter().filter_map(|extra| column(*extra));
    PossibleValuesParser::new(columns).try_map(|name| Extra::from_str(&name, false))
}

/// A column that `--with` adds: the same fields as in `dehusk extract`, except `timing`, which differs between runs. A list is a list
/// of structs with the fields of its items.
fn column(extra: Extra) -> Option<PossibleValue> {
    let value = extra.to_possible_value()?;
    Some(match extra {
        Extra::Timing => return None,
        Extra::Metadata => value.help(
            "Title, authors, date, site, language and other metadata, one column each; see `dehusk metadata --help`",
        ),
        Extra::Markdown => value.help("The main content as GitHub Flavored Markdown"),
        Extra::Html => value.help("The main content as HTML with only a few safe elements"),
        _ => value,
    })
}

/// The values of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PartFormat {
    /// Parquet, compressed with zstd
    Parquet,
    /// JSON lines
    Jsonl,
    /// JSON lines, compressed with gzip
    #[value(name = "jsonl.gz")]
    JsonlGz,
    /// JSON lines, compressed with zstd
    #[value(name = "jsonl.zst")]
    JsonlZst,
}

impl From<PartFormat> for FileFormat {
    fn from(format: PartFormat) -> FileFormat {
        match format {
            PartFormat::Parquet => FileFormat::Parquet,
            PartFormat::Jsonl => FileFormat::JsonLines,
            PartFormat::JsonlGz => FileFormat::JsonLinesGzip,
            PartFormat::JsonlZst => FileFormat::JsonLinesZstd,
        }
    }
}

fn shard(typed: &str) -> Result<Shard, String> {
    let invalid = || "write it as I/N with I from 1 to N, for example 3/16".to_owned();
    let (number, of) = typed.split_once('/').ok_or_else(invalid)?;
    let (number, of) = (number.parse().map_err(|_| invalid())?, of.parse().map_err(|_| invalid())?);
    if (1..=of).contains(&number) { Ok(Shard { number, of }) } else { Err(invalid()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(shard("3/16"), Ok(Shard { number: 3, of: 16 }));
        for invalid in ["0/4", "5/4", "1/0", "3", "a/b", "-1/2"] {
            assert!(shard(invalid).is_err(), "{invalid}");
        }
    }
}
