//! `dehusk feeds`: lists the entries of feeds, with their texts.

use std::collections::HashSet;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use dehusk::budget::Limits;
use dehusk::markup::Tag;
use dehusk::page::Element;
use dehusk::{Extractor, Options, guarded};
use dehusk_lists::feed::{self, Entry, Feed};
use serde::Serialize;
use url::Url;

use super::list_run::{ListFormat, ListRun, ReadFile, files};
use crate::commands::fetch_args::{FetchArgs, RobotsChoice};
use crate::exit::Exit;
use crate::input::Input;

/// The maximum number of feeds that are read of those that a page names. Most pages name one to three. Chosen
/// by hand.
const MAX_FEEDS_OF_PAGE: usize = 10;

/// What texts of feeds are for `dehusk`: UTF-8 HTML.
const HTML_UTF8: &str = "text/html; charset=utf-8";

const EXAMPLES: &str = "\
Examples:
  dehusk feeds https://example.org/feed.xml
      Print the address of each entry, each once.
  dehusk feeds https://example.org/ | dehusk extract --input-file - --format jsonl
      Find the feeds that a page names, and extract the pages of their entries.
  dehusk feeds --format jsonl feed.xml | jq -r '[.date, .title, .url] | @tsv'
      Print date, title and address of each entry.
  dehusk feeds --format jsonl feed.xml > entries.jsonl; dehusk batch entries.jsonl -o texts.jsonl
      Extract the contents that the feed has, without fetching a page.

Records have these fields, if the feed has them: feed, url, id, title, date, date_modified (in UTC), authors, html, text. `html` is
the content of the entry, or else its summary; `text` is the text of it.
Exit codes: 0 if everything succeeded, 1 if a feed or an entry could not be read, 2 if the command could not be run.";

/// List the pages of feeds (RSS, Atom, JSON Feed): addresses, or titles, dates and texts
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct FeedsArgs {
    /// Feeds, or pages that name feeds: files, http(s) addresses, or - for standard input
    #[arg(value_name = "PATH|URL|-")]
    inputs: Vec<OsString>,

    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Txt)]
    format: ListFormat,

    /// Write to this file; - means standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Maximum size of a feed in bytes; larger ones are not read
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(Limits::DEFAULT_MAX_BYTES).unwrap_or(NonZeroUsize::MIN))]
    max_bytes: NonZeroUsize,

    #[command(flatten)]
    fetch: FetchArgs,
}

/// The record of an entry.
#[derive(Serialize)]
struct EntryRecord<'e> {
    feed: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'e str>,
    id: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_modified: Option<&'e str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    authors: &'e [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub(crate) fn execute(args: FeedsArgs) -> anyhow::Result<Exit> {
    let inputs = files(args.inputs)?;
    let max_bytes = args.max_bytes.get();
    let fetching = args.fetch.fetching_lists(max_bytes, RobotsChoice::Ignore)?;
    let run = ListRun::new(fetching, max_bytes, args.output.as_deref(), &inputs)?;
    let mut command = Feeds { run, format: args.format, texts: Texts::new(), written: HashSet::new() };
    let written = inputs.iter().try_for_each(|input| command.input(input));
    command.run.finish(written)
}

struct Feeds {
    run: ListRun,
    format: ListFormat,
    texts: Texts,
    /// Hashes of the addresses that were written. Feeds of one site share entries, and some feeds repeat them.
    written: HashSet<u64>,
}

impl Feeds {
    fn input(&mut self, input: &Input) -> io::Result<()> {
        let Some(file) = self.run.read(input) else { return Ok(()) };
        let error = match feed::read(&file.bytes, file.address.as_deref()) {
            Ok(feed) => return self.write(file.address.as_deref().unwrap_or(input.id()), &feed),
            Err(error) => error,
        };
        let feeds = feeds_of_page(&file);
        if feeds.is_empty() {
            let sentence =
                format!("{error}; give a feed, or a page that names one with <link rel=alternate>");
            self.run.fail(input.id(), &sentence);
        } else {
            let several = if feeds.len() == 1 { "a feed" } else { "feeds" };
            self.run.note(&format!("{}: this page names {several}: {}", input.id(), feeds.join(", ")));
        }
        feeds.iter().try_for_each(|address| self.named_feed(address))
    }

    /// Reads a feed that a page names.
    fn named_feed(&mut self, address: &str) -> io::Result<()> {
        let Some(file) = self.run.fetch(address) else { return Ok(()) };
        match feed::read(&file.bytes, file.address.as_deref()) {
            Ok(feed) => self.write(address, &feed),
            Err(error) => {
                self.run.fail(address, &error.to_string());
                Ok(())
            }
        }
    }

    fn write(&mut self, name: &str, feed: &Feed) -> io::Result<()> {
        for entry in &feed.entries {
            match (self.format, entry.url.as_deref()) {
                (ListFormat::Txt, Some(url)) if !self.written.insert(hash_of(url)) => {}
                (ListFormat::Txt, Some(url)) => self.run.write_address(url)?,
                (ListFormat::Txt, None) => {}
                (ListFormat::Jsonl, _) => self.write_record(name, entry)?,
            }
        }
        self.run.flush()?;
        let without = feed.entries.iter().filter(|entry| entry.url.is_none()).count();
        if without > 0 && self.format == ListFormat::Txt {
            self.run
                .note(&format!("{name}: {without} entries have no address; --format jsonl has their texts"));
        }
        if let Some(damage) = &feed.damage {
            let entries =
                if damage.lost == 1 { "1 entry".to_owned() } else { format!("{} entries", damage.lost) };
            self.run.fail(name, &format!("{entries} of the feed cannot be read ({})", damage.reason));
        }
        Ok(())
    }

    fn write_record(&mut self, feed: &str, entry: &Entry) -> io::Result<()> {
        let record = EntryRecord {
            feed,
            url: entry.url.as_deref(),
            id: &entry.id,
            title: entry
                .title
                .as_deref()
                .map(|title| self.texts.line(title))
                .filter(|title| !title.is_empty()),
            date: entry.date.as_deref(),
            date_modified: entry.date_modified.as_deref(),
            authors: &entry.authors,
            html: entry.html.as_deref(),
            text: entry.html.as_deref().map(|html| self.texts.of(html)),
        };
        self.run.write_record(&record)
    }
}

/// A hash of 64 bits: two different addresses of a million have the same one in 1 of 30 million runs.
fn hash_of(address: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    address.hash(&mut hasher);
    hasher.finish()
}

/// Makes text of the HTML in feeds: all of it, because a feed has no menus.
struct Texts {
    extractor: Option<Extractor>,
}

impl Texts {
    fn new() -> Texts {
        Texts { extractor: None }
    }

    fn of(&mut self, html: &str) -> String {
        let options = || Options::new().with_method("plain").unwrap_or_default();
        let extractor = self.extractor.get_or_insert_with(|| Extractor::new(options()));
        let extracted = guarded(|| extractor.extract(html.as_bytes(), Some(HTML_UTF8)).into_text());
        extracted.unwrap_or_else(|_| {
            self.extractor = None;
            String::new()
        })
    }

    /// The text on one line. Most titles are plain text and stay as they are.
    fn line(&mut self, html: &str) -> String {
        let text = if html.contains(['<', '&']) { self.of(html) } else { html.to_owned() };
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The addresses of the feeds that a page names, at most [`MAX_FEEDS_OF_PAGE`].
fn feeds_of_page(file: &ReadFile) -> Vec<String> {
    let base = file.address.as_deref().and_then(|address| Url::parse(address).ok());
    let found = guarded(|| {
        let mut extractor = Extractor::new(Options::new());
        let mut opened = extractor.open(&file.bytes, None);
        let hrefs = |page: &dehusk::page::Page<'_>| -> Vec<String> {
            page.elements().filter_map(|element| feed_link(&element)).collect()
        };
        opened.page().map(hrefs).unwrap_or_default()
    });
    let join = |href: String| match &base {
        Some(base) => base.join(href.trim()).ok().map(String::from),
        None => Url::parse(href.trim()).ok().map(String::from),
    };
    let mut feeds: Vec<String> = Vec::new();
    for address in found.unwrap_or_default().into_iter().filter_map(join) {
        if !feeds.contains(&address) && feeds.len() < MAX_FEEDS_OF_PAGE {
            feeds.push(address);
        }
    }
    feeds
}

/// The address in `<link rel=alternate type=application/rss+xml href=…>`.
fn feed_link(element: &Element<'_>) -> Option<String> {
    let attribute = |name: &str| element.attribute(name).map(|value| value.to_ascii_lowercase());
    if element.tag() != Tag::Link {
        return None;
    }
    let is_alternate = attribute("rel")?.split_ascii_whitespace().any(|word| word == "alternate");
    let kind = attribute("type")?;
    let is_feed =
        ["application/rss+xml", "application/atom+xml", "application/feed+json"].contains(&kind.trim());
    element.attribute("href").filter(|_| is_alternate && is_feed).map(|href| href.into_owned())
}
