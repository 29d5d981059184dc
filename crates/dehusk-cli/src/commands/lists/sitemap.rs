//! `dehusk sitemap`: lists the pages of sitemaps.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use clap::Args;
use dehusk_lists::sitemap::{self, Link, MAX_LINKS, MAX_SITEMAP_BYTES, Sitemap};
use serde::Serialize;
use url::Url;

use super::list_run::{FileLimit, ListFormat, ListRun, ReadFile, files};
use super::written::Written;
use crate::commands::fetch_args::{FetchArgs, RobotsChoice};
use crate::exit::Exit;
use crate::fetching::{failure_sentence, has_answered};
use crate::input::Input;
use crate::output::format_of;
use crate::report::counted;

/// Where a site that names no sitemap usually has it.
const USUAL_PATH: &str = "/sitemap.xml";
/// How large a sitemap may be.
const LIMIT: FileLimit = FileLimit {
    bytes: MAX_SITEMAP_BYTES,
    advice: "that is five times what sitemaps may have, so it is not read; split it",
};

const EXAMPLES: &str = "\
Examples:
  dehusk sitemap https://example.org/
      Print the addresses of all pages, each once, in the sitemaps that the robots.txt of a site names, or else in /sitemap.xml.
  dehusk sitemap https://example.org/sitemap.xml.gz --format jsonl | jq -r 'select(.date_modified > \"2026\") | .url'
      Print the pages that changed since 2026.
  dehusk sitemap https://example.org/ | shuf -n 100 | dehusk extract --input-file - --format jsonl
      Extract a hundred of them.

An index of sitemaps is followed. Addresses that the robots.txt of their host asks not to fetch are left out and counted, unless
--robots ignore is given; this is checked for pages on the host of the sitemap, and not for sitemaps in files.
This is not a crawler: pages that no sitemap names are not found. To crawl a site, use a crawler that writes WARC, such as
`wget --mirror --warc-file=crawl URL` or Browsertrix, and read its archive with `dehusk batch crawl.warc.gz -o pages.jsonl`.
Exit codes: 0 if everything succeeded, 1 if a sitemap could not be read completely, 2 if the command could not be run.";

/// List the pages of sitemaps: XML, indexes, .gz, text files; robots.txt is obeyed
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct SitemapArgs {
    /// Sites (addresses without a path), sitemaps (addresses or files), or - for standard input
    #[arg(value_name = "PATH|URL|-")]
    inputs: Vec<OsString>,

    /// Output format [default: by the extension of --output, or else txt]
    #[arg(short, long, value_enum)]
    format: Option<ListFormat>,

    /// Write to this file (.txt or .jsonl, each also with .gz); - means standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Maximum number of sitemaps that are fetched because an index or a robots.txt names them
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_sitemaps: usize,

    #[command(flatten)]
    fetch: FetchArgs,
}

/// The record of a page.
#[derive(Serialize)]
struct LinkRecord<'l> {
    url: &'l str,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_modified: Option<&'l str>,
    sitemap: &'l str,
}

pub(crate) fn execute(args: SitemapArgs) -> anyhow::Result<Exit> {
    let format = format_of(args.format, args.output.as_deref(), ListFormat::Txt)?;
    let inputs = files(args.inputs)?;
    let fetching = args.fetch.fetching_lists(MAX_SITEMAP_BYTES, RobotsChoice::Obey)?;
    let run = ListRun::new(fetching, LIMIT, args.output.as_deref(), &inputs)?;
    let mut command = Sitemaps {
        run,
        format,
        left: args.max_sitemaps,
        seen: HashSet::new(),
        written: Written::default(),
        refused: 0,
    };
    let written = inputs.iter().try_for_each(|input| command.input(input));
    command.report_refused();
    command.run.finish(written)
}

struct Sitemaps {
    run: ListRun,
    format: ListFormat,
    /// The number of sitemaps that may still be fetched.
    left: usize,
    /// The sitemaps that were read or are about to be.
    seen: HashSet<String>,
    written: Written,
    /// The number of pages that robots.txt asks not to fetch.
    refused: usize,
}

impl Sitemaps {
    fn input(&mut self, input: &Input) -> io::Result<()> {
        let named = match input {
            Input::Url { address, .. } if is_site(address) => self.sitemaps_of_site(input, address),
            _ => match self.run.read(input) {
                Some(file) => self.read(input.id(), &file)?,
                None => Vec::new(),
            },
        };
        self.follow(named)
    }

    /// The sitemaps that the robots.txt of a site names, or else the usual one.
    fn sitemaps_of_site(&mut self, input: &Input, address: &str) -> Vec<String> {
        let base = Url::parse(address).ok();
        let join = |path: &str| base.as_ref().and_then(|base| base.join(path).ok()).map(String::from);
        let Some(host) = self.run.fetching.host(address) else { return Vec::new() };
        if let Some(error) = &host.unreachable {
            let sentence = match has_answered(error) {
                true => format!(
                    "the robots.txt of the site cannot be read ({error}); name a sitemap and add --robots ignore"
                ),
                false => failure_sentence(error),
            };
            self.run.fail(input.id(), &sentence);
            return Vec::new();
        }
        let named: Vec<String> = host.robots.sitemaps().iter().filter_map(|path| join(path)).collect();
        if named.is_empty() { join(USUAL_PATH).into_iter().collect() } else { named }
    }

    /// Reads sitemaps and those that they name, each once, in the order of their places.
    fn follow(&mut self, mut named: Vec<String>) -> io::Result<()> {
        named.reverse();
        while let Some(address) = named.pop() {
            if !self.seen.insert(address.clone()) {
                continue;
            }
            if self.left == 0 {
                let left = counted(named.len() + 1, "sitemap is", "sitemaps are");
                let sentence = format!("{left} left; raise --max-sitemaps to read more");
                self.run.fail(&address, &sentence);
                return Ok(());
            }
            self.left -= 1;
            let Some(file) = self.run.fetch(&address) else { continue };
            let more = self.read(&address, &file)?;
            named.extend(more.into_iter().rev());
        }
        Ok(())
    }

    /// Writes the pages of a sitemap, and returns the sitemaps that it names.
    fn read(&mut self, id: &str, file: &ReadFile) -> io::Result<Vec<String>> {
        let map = match sitemap::read(&file.bytes, file.address.as_deref()) {
            Ok(map) => map,
            Err(error) => {
                self.run.fail(id, &error.to_string());
                return Ok(Vec::new());
            }
        };
        for link in &map.pages {
            if self.is_refused(file.address.as_deref(), &link.url) {
                self.refused += 1;
            } else {
                self.write(id, link)?;
            }
        }
        self.run.flush()?;
        self.report(id, &map);
        Ok(map.sitemaps.into_iter().map(|link| link.url).collect())
    }

    fn write(&mut self, id: &str, link: &Link) -> io::Result<()> {
        match self.format {
            ListFormat::Txt if !self.written.is_new(&link.url) => Ok(()),
            ListFormat::Txt => self.run.write_address(&link.url),
            ListFormat::Jsonl => self.run.write_record(&LinkRecord {
                url: &link.url,
                date_modified: link.date_modified.as_deref(),
                sitemap: id,
            }),
        }
    }

    /// Whether the robots.txt of the sitemap's host asks not to fetch a page of that host.
    fn is_refused(&self, sitemap: Option<&str>, page: &str) -> bool {
        let origin = |address: &str| Url::parse(address).ok().map(|url| url.origin());
        let Some(sitemap) = sitemap.filter(|_| self.run.fetching.obeys_robots) else { return false };
        let is_same_host = origin(sitemap) == origin(page);
        is_same_host && self.run.fetching.host(sitemap).is_some_and(|host| !host.robots.allows(page))
    }

    fn report(&mut self, id: &str, map: &Sitemap) {
        if let Some(damage) = &map.damage {
            let pages = counted(map.pages.len(), "page", "pages");
            self.run.fail(id, &format!("the sitemap is damaged after {pages}: {damage}"));
        }
        if map.is_cut {
            let sentence = format!(
                "the sitemap has more than {MAX_LINKS} addresses, and the rest is left out; split it to read them all"
            );
            self.run.fail(id, &sentence);
        }
        self.run.fail_invalid(id, map.invalid_count, &map.invalid);
    }

    fn report_refused(&self) {
        if self.refused == 0 {
            return;
        }
        let pages = counted(self.refused, "page was", "pages were");
        self.run.note(&format!("{pages} left out as robots.txt asks; --robots ignore lists all"));
    }
}

/// Whether an address is that of a whole site.
fn is_site(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.path() == "/" && url.query().is_none())
}
