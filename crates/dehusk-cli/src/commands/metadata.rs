//! `dehusk metadata`: writes the metadata of pages without extracting their main content.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use dehusk::Options;
use dehusk::budget::Limits;

use super::fetch_args::FetchArgs;
use super::input_args::InputArgs;
use super::pages::write_pages;
use super::shared::{jobs_or_cores, size, whole_milliseconds};
use crate::exit::Exit;
use crate::input::STDIN;
use crate::output::{MetadataFormat, format_of};
use crate::worker::{Recipe, Request};

const EXAMPLES: &str = "\
Examples:
  dehusk metadata page.html
      Print one line per field, with the place where it was found.
  dehusk metadata --format jsonl crawl/ | jq -r '[.id, .date, .title] | @tsv'
      Print the date and the title of every page in a folder.

Fields: title, authors (in records also joined as author), date, date_modified, sitename, hostname, description, language, direction, image, categories, tags, license, canonical.
Origins: json-ld, microdata, rdfa, open-graph, dublin-core, meta, link, html, url, visible, text (the language of the text itself). Records of `dehusk extract --sites` also have rule.
Dates are in ISO 8601 and between 1990 and 2099. 05/06/2011 is read as 5 June, except on pages in en-US or in en without a country, where it is May 6.
Exit codes: 0 if everything succeeded, 1 if a page failed or had 0 bytes, 2 if the command could not be run.";

/// Extract the metadata of pages: title, authors, dates, site and more
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct MetadataArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Output format [default: by the extension of --output, or else txt]
    #[arg(short, long, value_enum)]
    format: Option<MetadataFormat>,

    /// Write to this file (.txt, .jsonl or .json, each also with .gz), or one file per page to this folder (DIR/); - means standard
    /// output [default: -]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Maximum CPU time for one page in milliseconds (wall-clock time on Windows); 0 means no limit. If it is given, fetching a page
    /// may take as long, unless --fetch-timeout-ms is given too [default: as for `dehusk extract`]
    #[arg(long, value_name = "N", value_parser = whole_milliseconds)]
    timeout_ms: Option<u64>,

    /// Maximum size of one page in bytes, such as 500K or 20M; larger pages are not read [default: as for `dehusk extract`]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max_bytes: Option<NonZeroUsize>,

    /// Number of pages processed at the same time; does not affect the output [default: number of cores]
    #[arg(long, alias = "threads", short_alias = 'j', value_name = "N")]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    fetch: FetchArgs,
}

impl MetadataArgs {
    fn limits(&self) -> Limits {
        let default = Limits::default();
        let timeout = |ms: u64| (ms > 0).then(|| Duration::from_millis(ms));
        Limits {
            timeout: self.timeout_ms.map_or(default.timeout, timeout),
            max_bytes: self.max_bytes.map_or(default.max_bytes, NonZeroUsize::get),
            ..default
        }
    }
}

pub(super) fn execute(args: MetadataArgs) -> anyhow::Result<Exit> {
    let format = format_of(args.format, args.output.as_deref(), MetadataFormat::Txt)?;
    let request = Request { text: false, metadata: true, timing: false };
    let limits = args.limits();
    let encoding = args.input.encoding.clone();
    let listing = args.input.listing(io::stdin().is_terminal())?;
    let fetching = Arc::new(args.fetch.fetching(limits.max_bytes, args.timeout_ms)?);
    let recipe = Recipe { request, fetching, encoding, ..Recipe::new(Options::new().with_limits(limits)) };
    let jobs = jobs_or_cores(args.jobs).get();
    let output = args.output.filter(|path| path.as_os_str() != STDIN);
    write_pages(&recipe, &listing, jobs, output.as_deref(), &format)
}
