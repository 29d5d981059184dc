//! `dehusk metadata`: what pages say about themselves; no main content is looked for.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use dehusk::Options;
use dehusk::budget::Limits;

use super::or_cores;
use super::pages::write_pages;
use crate::exit::Exit;
use crate::input::{self, STDIN};
use crate::output::{MetadataFormat, MetadataWriter};
use crate::worker::{Recipe, Want};

const EXAMPLES: &str = "\
Examples:
  dehusk metadata page.html
      A line for each field, with the place where it was found.
  dehusk metadata --format jsonl crawl/ | jq -r '[.id, .date, .title] | @tsv'
      Date and title of every page beneath a folder.

Fields: title, authors (in records also as one text, author), date, date_modified, sitename, hostname, description, language, direction, image, categories, tags, license, canonical.
Places: json-ld, microdata, rdfa, open-graph, dublin-core, meta, link, html, url, visible.
Dates are ISO 8601 and lie between 1990 and 2099. In 05/06/2011 the day is first, but for pages in English of the US or of no country.
Exit code: 0 all fine, 1 some page failed or had 0 bytes, 2 the command line could not be carried out.";

/// Write what pages say about themselves: title, authors, dates, site and more
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct MetadataArgs {
    /// Pages: files, folders, http(s) addresses, or - for standard input, as for `dehusk extract`
    #[arg(value_name = "PATH|URL|-")]
    inputs: Vec<OsString>,

    /// The form of the output
    #[arg(long, value_enum, default_value_t = MetadataFormat::Txt)]
    format: MetadataFormat,

    /// Write to this file; - is standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Most milliseconds for one page; 0 for no limit [default: that of `dehusk extract`]
    #[arg(long, value_name = "N")]
    timeout_ms: Option<u64>,

    /// Most bytes of one page; larger pages are not read [default: that of `dehusk extract`]
    #[arg(long, value_name = "N")]
    max_bytes: Option<NonZeroUsize>,

    /// Pages worked on at the same time; the output does not depend on it [default: number of cores]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
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
    let want = Want { text: false, metadata: true, timing: false };
    let recipe = Recipe { want, ..Recipe::of(Options::new().with_limits(args.limits())) };
    let jobs = or_cores(args.jobs).get();
    let listing = input::list(&input::typed(args.inputs, io::stdin().is_terminal())?);
    let output = args.output.filter(|path| path.as_os_str() != STDIN);
    write_pages(&recipe, &listing, jobs, output.as_deref(), |_| {
        Box::new(MetadataWriter::new(args.format, listing.several))
    })
}
