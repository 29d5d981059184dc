//! `dehusk feeds`: lists the entries of feeds, with their texts.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use dehusk::budget::Limits;
use dehusk::markup::Tag;
use dehusk::page::{Element, Page};
use dehusk::{Extraction, GuardedExtractor, Options, PageInput};
use dehusk_lists::feed::{self, Entry, Feed};
use dehusk_lists::web_address;
use dehusk_record::sanitize::collapse_whitespace;
use serde::Serialize;
use url::Url;

use super::list_run::{FileLimit, ListFormat, ListRun, ReadFile, files};
use super::written::Written;
use crate::commands::fetch_args::{FetchArgs, RobotsChoice};
use crate::commands::shared::{or_one, size};
use crate::exit::Exit;
use crate::input::Input;
use crate::output::format_of;
use crate::report::counted;

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
  dehusk feeds --format jsonl feed.xml | jq -c 'select(.html)' > entries.jsonl; dehusk batch entries.jsonl -o texts.jsonl
      Extract the contents that the feed has, without fetching a page. Entries without content are left out.

Records have these fields, if the feed has them: feed, url, id, title, date, date_modified (in UTC), authors, html, text. `html` is
the content of the entry, or else its summary; `text` is the text of it. Addresses are http or https; relative ones need the address
of the feed, so they are reported and left out if the feed is a file.
Exit codes: 0 if everything succeeded, 1 if a feed or an entry could not be read, 2 if the command could not be run.";

/// List the pages of feeds (RSS, Atom, JSON Feed): addresses, or titles, dates and texts
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct FeedsArgs {
    /// Feeds, or pages that name feeds: files, http(s) addresses, or - for standard input
    #[arg(value_name = "PATH|URL|-")]
    inputs: Vec<OsString>,

    /// Output format [default: by the extension of --output, or else txt]
    #[arg(short, long, value_enum)]
    format: Option<ListFormat>,

    /// Write to this file (.txt or .jsonl, each also with .gz); - means standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Maximum size of a feed, such as 500K or 20M; larger ones are not read
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::DEFAULT_MAX_BYTES))]
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
    let format = format_of(args.format, args.output.as_deref(), ListFormat::Txt)?;
    let inputs = files(args.inputs)?;
    let limit = FileLimit { bytes: args.max_bytes.get(), advice: "raise --max-bytes to read it" };
    let fetching = args.fetch.fetching_lists(limit.bytes, RobotsChoice::Ignore)?;
    let run = ListRun::new(fetching, limit, args.output.as_deref(), &inputs)?;
    let mut command = Feeds { run, format, texts: Texts::new(), written: Written::default() };
    let written = inputs.iter().try_for_each(|input| command.input(input));
    command.run.finish(written)
}

struct Feeds {
    run: ListRun,
    format: ListFormat,
    texts: Texts,
    /// Feeds of one site share entries, and some feeds repeat them.
    written: Written,
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
                (ListFormat::Txt, Some(url)) if !self.written.is_new(url) => {}
                (ListFormat::Txt, Some(url)) => self.run.write_address(url)?,
                (ListFormat::Txt, None) => {}
                (ListFormat::Jsonl, _) => self.write_record(name, entry)?,
            }
        }
        self.run.flush()?;
        let invalid: Vec<&str> =
            feed.entries.iter().filter_map(|entry| entry.invalid_url.as_deref()).collect();
        self.run.fail_invalid(name, invalid.len(), &invalid);
        let without = feed.entries.iter().filter(|entry| entry.url.is_none()).count() - invalid.len();
        if without > 0 && self.format == ListFormat::Txt {
            let entries = counted(without, "entry has", "entries have");
            let what = if without == 1 { "its text" } else { "their texts" };
            self.run.note(&format!("{name}: {entries} no address; --format jsonl has {what}"));
        }
        if let Some(damage) = &feed.damage {
            let entries = counted(damage.lost, "entry", "entries");
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

/// Makes text of the HTML in feeds: all of it, because a feed has no menus.
struct Texts {
    extractor: GuardedExtractor,
}

impl Texts {
    fn new() -> Texts {
        let options = Options::new().with_method("plain").unwrap_or_default();
        Texts { extractor: GuardedExtractor::new(options) }
    }

    fn of(&mut self, html: &str) -> String {
        let page = PageInput { content_type: Some(HTML_UTF8), ..PageInput::new(html.as_bytes()) };
        self.extractor.extract(&page).map(Extraction::into_text).unwrap_or_default()
    }

    /// The text on one line. Most titles are plain text and stay as they are.
    fn line(&mut self, html: &str) -> String {
        let text = if html.contains(['<', '&']) { self.of(html) } else { html.to_owned() };
        collapse_whitespace(&text)
    }
}

/// The addresses of the feeds that a page names, at most [`MAX_FEEDS_OF_PAGE`].
fn feeds_of_page(file: &ReadFile) -> Vec<String> {
    let mut extractor = GuardedExtractor::new(Options::new());
    let found = extractor.open(&PageInput::new(&file.bytes), |opened, _| opened.page().map(base_and_feeds));
    let (declared, hrefs) = found.ok().flatten().unwrap_or_default();
    let address = file.address.as_deref().and_then(|address| Url::parse(address).ok());
    let base = declared.and_then(|href| web_address(&href, address.as_ref()));
    let base = base.and_then(|base| Url::parse(&base).ok()).or(address);
    let join = |href: String| web_address(href.trim(), base.as_ref());
    let mut feeds: Vec<String> = Vec::new();
    for address in hrefs.into_iter().filter_map(join) {
        if !feeds.contains(&address) && feeds.len() < MAX_FEEDS_OF_PAGE {
            feeds.push(address);
        }
    }
    feeds
}

/// The base that a page declares, and the feeds that it names, as they are written.
fn base_and_feeds(page: &Page<'_>) -> (Option<String>, Vec<String>) {
    let feeds = page.elements().filter_map(|element| feed_link(&element)).collect();
    (page.base_href().map(Cow::into_owned), feeds)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feeds_of_a_page_start_from_its_base() {
        let home = Some("https://mill.example/news/page.html");
        for (address, base, expected) in [
            (home, "", Some("https://mill.example/news/feed.xml")),
            (home, "<base href=/sub/>", Some("https://mill.example/sub/feed.xml")),
            (home, "<base href=old/><base href=/sub/>", Some("https://mill.example/news/old/feed.xml")),
            (home, "<base href=//b.example/>", Some("https://b.example/feed.xml")),
            (home, "<base href=javascript:a>", Some("https://mill.example/news/feed.xml")),
            (None, "<base href=https://b.example/c/>", Some("https://b.example/c/feed.xml")),
            (None, "<base href=/sub/>", None),
            (None, "", None),
        ] {
            let page = format!("{base}<link rel=alternate type=application/rss+xml href=feed.xml><p>Home");
            let file = ReadFile { bytes: page.into_bytes(), address: address.map(str::to_owned) };
            assert_eq!(feeds_of_page(&file), Vec::from_iter(expected), "{base}");
        }
    }
}
