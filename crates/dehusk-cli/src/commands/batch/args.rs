//! The command line of `dehusk batch`, exactly as typed.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dehusk::Options;
use dehusk::budget::Limits;
use dehusk_batch::run::{DEFAULT_PART_BYTES, Shard};
use dehusk_batch::write::Form;

use crate::commands::Focus;
use crate::commands::extract::name_and_value;
use crate::output::Extra;

const EXAMPLES: &str = "\
Examples:
  dehusk batch crawl.warc.gz -o pages.parquet
      The main content of every page of a web archive, one file.
  dehusk batch *.warc.gz -o texts --manifest texts.manifest --errors failed.jsonl
      A folder of parts. The same command goes on where a run was killed, whenever that was.
  dehusk batch *.warc.gz -o texts --shard 3/16 --manifest texts-3.manifest
      The third of sixteen machines or jobs; all write into the same folder.
  dehusk extract --warc crawl.warc.gz --offset 81723 --format md
      One page of an archive again; the columns warc_filename and warc_offset say where it is.

Columns: id, url, content_type; for archives warc_filename, warc_offset, warc_skip, warc_length, warc_record_id, warc_date, warc_digest, warc_truncated,
http_status; status, reason, error, method, encoding, encoding_origin, bytes, page_type, quality_score, quality_verdict, text; what --with asks
for; rules_version, options_hash. Parquet keeps all columns of Parquet besides; one of these names gets input_ before it. Every page has a row, in the order of the input.
Exit code: 0 all fine, 1 some page failed, some input could not be read to its end or none has a page, 2 the run could not begin or go on.";

/// Write the main content of very many pages: web archives, JSON lines, Parquet or folders in, Parquet or JSON lines out
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct BatchArgs {
    /// All of one kind: web archives (.warc, .warc.gz, .warc.zst) and their indexes (.cdx, .cdxj, also .gz; archives lie beside
    /// them), JSON lines (.jsonl, .ndjson, also .gz, .zst), Parquet (.parquet), or folders of .html, .htm and .xhtml files (also .gz)
    #[arg(value_name = "IN", required = true)]
    pub(super) inputs: Vec<PathBuf>,

    /// A file (.parquet, .jsonl, .jsonl.gz, .jsonl.zst), or a folder of parts
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// The form of the parts of a folder; of a file its name says it
    #[arg(long, value_enum)]
    pub(super) format: Option<PartFormat>,

    /// How to find the main content; `dehusk methods` lists all methods and their parameters
    #[arg(long, value_name = "NAME", default_value = Options::new().method())]
    pub(super) method: String,

    /// A parameter of the method; may be given several times [default: those that `dehusk methods` lists]
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(super) params: Vec<(String, String)>,

    /// What matters more where grain is not sure, as --param focus=… [default: balanced]
    #[arg(long, value_enum)]
    pub(super) focus: Option<Focus>,

    /// Columns besides the text, made from the same reading of the page [default: none]
    #[arg(long, value_enum, value_name = "COLUMN", value_delimiter = ',')]
    pub(super) with: Vec<MoreColumn>,

    /// The column or field of Parquet and JSON lines that has the pages
    #[arg(long, value_name = "NAME", default_value = "html")]
    pub(super) html_column: String,

    /// Most milliseconds for extracting one page, after which it has no text; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(super) timeout_ms: u64,

    /// Most bytes of one record or page, as stored and unpacked; a longer one is a row with an error
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(Limits::DEFAULT_MAX_BYTES).unwrap_or(NonZeroUsize::MIN))]
    pub(super) max_record_bytes: NonZeroUsize,

    /// Threads, at most four for each core; the output does not depend on it [default: number of cores]
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,

    /// Only every n-th input, from the i-th on; a folder is an input for each 10,000 of its pages
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1")]
    pub(super) shard: Shard,

    /// Record parts here when they are done; if there is such a file already, go on behind it. Needs a folder to write to
    /// [default: no manifest]
    #[arg(long, value_name = "FILE")]
    pub(super) manifest: Option<PathBuf>,

    /// Tell every page that failed here, with the reason, as JSON lines; they have rows in the output too [default: no file]
    #[arg(long, value_name = "FILE")]
    pub(super) errors: Option<PathBuf>,

    /// Bytes of pages after which a part of a folder ends
    #[arg(long, value_name = "N", default_value_t = NonZeroU64::new(DEFAULT_PART_BYTES).unwrap_or(NonZeroU64::MIN))]
    pub(super) part_bytes: NonZeroU64,
}

/// What `--with` adds: the fields of the same names of `dehusk extract`, but for the one that differs each time. A list is a list of structs with the fields of its items there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MoreColumn {
    /// Title, authors, date, site, language and more, each a column: see `dehusk metadata --help`
    Metadata,
    /// The main content as GitHub's Markdown
    Markdown,
    /// The main content as HTML of a few safe elements
    Html,
    /// Every block of the page, kept or removed, with score, reason, offsets and XPath
    Blocks,
    /// The links of the main content
    Links,
    /// The images of the main content
    Images,
    /// The tables of the main content, cell by cell
    Tables,
    /// Comments of readers, each with author and date where they are marked
    Comments,
    /// The JSON-LD of the page as it is written: `raw_jsonld`
    Jsonld,
    /// All of these
    All,
}

impl From<MoreColumn> for Extra {
    fn from(column: MoreColumn) -> Extra {
        match column {
            MoreColumn::Metadata => Extra::Metadata,
            MoreColumn::Markdown => Extra::Markdown,
            MoreColumn::Html => Extra::Html,
            MoreColumn::Blocks => Extra::Blocks,
            MoreColumn::Links => Extra::Links,
            MoreColumn::Images => Extra::Images,
            MoreColumn::Tables => Extra::Tables,
            MoreColumn::Comments => Extra::Comments,
            MoreColumn::Jsonld => Extra::Jsonld,
            MoreColumn::All => Extra::All,
        }
    }
}

/// The form of parts, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PartFormat {
    /// Parquet, packed by zstd; what is written unless asked otherwise
    Parquet,
    /// JSON lines
    Jsonl,
    /// JSON lines packed by gzip
    #[value(name = "jsonl.gz")]
    JsonlGz,
    /// JSON lines packed by zstd
    #[value(name = "jsonl.zst")]
    JsonlZst,
}

impl From<PartFormat> for Form {
    fn from(format: PartFormat) -> Form {
        match format {
            PartFormat::Parquet => Form::Parquet,
            PartFormat::Jsonl => Form::JsonLines,
            PartFormat::JsonlGz => Form::JsonLinesGzip,
            PartFormat::JsonlZst => Form::JsonLinesZstd,
        }
    }
}

fn shard(typed: &str) -> Result<Shard, String> {
    let wrong = || "write it as I/N with I from 1 to N, for example 3/16".to_owned();
    let (number, of) = typed.split_once('/').ok_or_else(wrong)?;
    let (number, of) = (number.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
    if (1..=of).contains(&number) { Ok(Shard { number, of }) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_count_from_one() {
        assert_eq!(shard("3/16"), Ok(Shard { number: 3, of: 16 }));
        for wrong in ["0/4", "5/4", "1/0", "3", "a/b", "-1/2"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
