//! The command line of `dehusk extract`, exactly as typed. Defaults come from the library, so that help and
//! behaviour cannot part.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dehusk::Options;
use dehusk::budget::Limits;
use dehusk::css::Selectors;
use dehusk::overrides::TitleLine;
use dehusk_batch::read::Cursor;
use url::Url;

use crate::commands::Focus;
use crate::output::{Extra, Format};

const EXAMPLES: &str = "\
Examples:
  dehusk extract page.html
      The main content of one page as text.
  curl -s https://example.org/ | dehusk extract --method r2l
      A page from a pipe, with another method; `dehusk methods` lists them.
  dehusk extract --format md https://example.org/news/ > news.md
      Markdown with headings, lists, tables, code and links.
  dehusk extract --format jsonl -o pages.jsonl crawl/
      Every .html, .htm and .xhtml file (also .gz) beneath a folder, one record per page.
  dehusk extract --select article --exclude '.share, aside' page.html
      Main content of a part of the page, without other parts.
  dehusk extract --explain page.html
      Which blocks were kept and which were not, and why.
  dehusk extract --format json --with metadata,links,blocks page.html
      A record with more of the page; --with all has everything.
  dehusk extract --method thai --site-noise crawl/ crawl/
      What several pages of a site have in common is left out.

Each page that fails has a line on standard error and a status in its record; all others are written.
A record of status ok with the reason json_ld has an article that stands in the page's JSON-LD alone.
Exit code: 0 all fine, 1 some page failed or had 0 bytes, 2 the command line could not be carried out.";

/// Write the main content of pages
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ExtractArgs {
    /// Pages: files, folders (each folder beneath them once, links followed), http(s) addresses, or - for standard input,
    /// which is also what is read when nothing is given and it is no terminal
    #[arg(value_name = "PATH|URL|-")]
    pub(super) inputs: Vec<OsString>,

    /// Take one page, by --record or --offset, from this web archive (.warc, .warc.gz, .warc.zst)
    /// [default: none]
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    pub(super) warc: Option<PathBuf>,

    /// The page of the archive whose record has this WARC-Record-ID, with or without its angle brackets
    /// [default: none]
    #[arg(long, value_name = "ID", conflicts_with = "offset")]
    pub(super) record: Option<String>,

    /// The page of the archive whose record begins at this byte, as the column warc_offset of `dehusk batch` says; +M after it if
    /// warc_skip is another number than 0 [default: none]
    #[arg(long, value_name = "N[+M]")]
    pub(super) offset: Option<Cursor>,

    /// How to find the main content; `dehusk methods` lists all methods and their parameters
    #[arg(long, value_name = "NAME", default_value = Options::new().method())]
    pub(super) method: String,

    /// A parameter of the method, for example P=3 or, quoted for the shell, 'gap_rule=gap<P'; may be given several times
    /// [default: those that `dehusk methods` lists]
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(super) params: Vec<(String, String)>,

    /// What matters more where grain is not sure, as --param focus=… [default: balanced]
    #[arg(long, value_enum)]
    pub(super) focus: Option<Focus>,

    /// Rules by site, as TOML: method and parameters, as `dehusk tune` writes them, and CSS selectors `select`, `exclude`, `title`,
    /// `author`, `date`; --method is for pages of other sites. The site is that of
    /// the address given, else of the canonical address that the page names. A rule whose `select` matches nothing on a page is
    /// not used for it, and that is said [default: no file]
    #[arg(long, value_name = "FILE")]
    pub(super) sites: Option<PathBuf>,

    /// Take out of every page what stands on at least three pages beneath this folder, and on a tenth of them, such as menus
    /// and footers: whole texts, in the same element. Pages of the folder
    /// are noise for pages of the same host, by the canonical address that they name, those that name none for all others
    /// [default: no folder]
    #[arg(long, value_name = "DIR")]
    pub(super) site_noise: Option<PathBuf>,

    /// Look for main content only inside elements that match this CSS selector, for example 'article, #content'; may be given
    /// several times. If the method keeps nothing inside them they are kept whole; `--method plain` keeps them whole always.
    /// A page without such an element has no main content [default: the whole page]
    #[arg(long, value_name = "CSS", value_parser = selector)]
    pub(super) select: Vec<Selectors>,

    /// Leave out elements that match this CSS selector, before main content is looked for; may be given several times
    /// [default: none]
    #[arg(long, value_name = "CSS", value_parser = selector)]
    pub(super) exclude: Vec<Selectors>,

    /// The form of the output
    #[arg(long, value_enum, default_value_t = Format::Txt)]
    pub(super) format: Format,

    /// Fields that each record of json and jsonl has besides status and text, several with commas between them, from the
    /// same reading of the page; --schema describes them [default: none]
    #[arg(long, value_enum, value_name = "FIELD", value_delimiter = ',')]
    pub(super) with: Vec<Extra>,

    /// The address that links and images in Markdown and HTML are relative to, for pages that are not fetched from one; a page's
    /// own <base> counts from there [default: relative links stay relative]
    #[arg(long, value_name = "URL", value_parser = web_address)]
    pub(super) base: Option<String>,

    /// Write the text of links without their addresses in Markdown and HTML [default: links are kept]
    #[arg(long)]
    pub(super) no_links: bool,

    /// Leave images out of Markdown and HTML [default: images are kept]
    #[arg(long, conflicts_with = "data_images")]
    pub(super) no_images: bool,

    /// Keep in Markdown and HTML images that stand in the page itself, as data: addresses of PNG, JPEG, GIF, WebP or AVIF; they may be
    /// large [default: images that can be fetched only]
    #[arg(long)]
    pub(super) data_images: bool,

    /// Keep in the text what the method keeps of readers' comments. Answers of a forum are no comments: they stay anyway
    /// [default: this]
    #[arg(long, overrides_with = "no_comments")]
    pub(super) comments: bool,

    /// Leave readers' comments out of the text, whatever the method keeps of them; --with comments lists them all the same
    /// [default: --comments]
    #[arg(long, overrides_with = "comments")]
    pub(super) no_comments: bool,

    /// Print the JSON Schema of records and do nothing else [default: no]
    #[arg(long, exclusive = true)]
    pub(super) schema: bool,

    /// Begin items of lists in text with `- ` or their number, and indent them; Markdown does that anyway [default: plain lines]
    #[arg(long)]
    pub(super) list_marks: bool,

    /// Write each row of a table in text as one line, its cells parted by tabs [default: a line for each cell]
    #[arg(long, conflicts_with = "no_tables")]
    pub(super) table_rows: bool,

    /// Leave out tables of data, in every form of output; tables that only arrange a page are none [default: tables are kept]
    #[arg(long)]
    pub(super) no_tables: bool,

    /// Whether the heading that is the page's title is part of the text
    #[arg(long, value_enum, value_name = "WHERE", default_value_t = TitlePlace::AsFound)]
    pub(super) title: TitlePlace,

    /// Begin Markdown with the metadata of the page as YAML between lines of `---`; of --format md only: HTML and text have no
    /// place for it, records have --with metadata [default: no front matter]
    #[arg(long)]
    pub(super) front_matter: bool,

    /// Instead of the text say of every block of each page whether it was kept, and why: a tree to read, or the list `explanation` in each
    /// record of the JSON forms [default: no explanation]
    #[arg(long)]
    pub(super) explain: bool,

    /// Write to this file; - is standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Most milliseconds for extracting one page, after which it has no text; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = default_timeout_ms())]
    pub(super) timeout_ms: u64,

    /// Most bytes of one page, as stored and unpacked; larger pages are not read
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_bytes))]
    pub(super) max_bytes: NonZeroUsize,

    /// Most elements inside each other; deeper ones are flattened, their text is kept
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_depth))]
    pub(super) max_depth: NonZeroUsize,

    /// Most elements of one page, and eight times as many tags and texts; what stands after them is left out
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_elements))]
    pub(super) max_elements: NonZeroUsize,

    /// Most bytes of text from one page
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_output))]
    pub(super) max_output: NonZeroUsize,

    /// Pages worked on at the same time; the output does not depend on it [default: number of cores]
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
}

/// Where the title is wanted, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TitlePlace {
    /// As the method says
    AsFound,
    /// Part of the text
    In,
    /// No part of it
    Out,
}

impl From<TitlePlace> for TitleLine {
    fn from(place: TitlePlace) -> TitleLine {
        match place {
            TitlePlace::AsFound => TitleLine::AsFound,
            TitlePlace::In => TitleLine::In,
            TitlePlace::Out => TitleLine::Out,
        }
    }
}

/// Splits a parameter as typed.
pub(in crate::commands) fn name_and_value(typed: &str) -> Result<(String, String), String> {
    let (name, value) = typed.split_once('=').ok_or("write it as NAME=VALUE, for example P=8")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn selector(typed: &str) -> Result<Selectors, String> {
    Selectors::parse(typed).map_err(|error| error.to_string())
}

fn web_address(typed: &str) -> Result<String, String> {
    match Url::parse(typed) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(url.into()),
        _ => Err("write a whole address, for example https://example.org/news/".to_owned()),
    }
}

/// In milliseconds, 0 for none.
fn default_timeout_ms() -> u64 {
    let milliseconds = Limits::default().timeout.unwrap_or_default().as_millis();
    u64::try_from(milliseconds).unwrap_or(u64::MAX)
}

/// The limit as a type that cannot be 0. A limit of 0 would refuse every page.
fn or_one(limit: usize) -> NonZeroUsize {
    NonZeroUsize::new(limit).unwrap_or(NonZeroUsize::MIN)
}
