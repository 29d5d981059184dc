//! The command line of `dehusk extract` as typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use dehusk::budget::Limits;
use dehusk_batch::read::Cursor;
use dehusk_record::Extra;
use url::Url;

use crate::commands::fetch_args::FetchArgs;
use crate::commands::input_args::{InputArgs, READING};
use crate::commands::page_args::{CHOOSING, ChoosingArgs, LIMITS, LimitArgs, OUTPUT, ShapeArgs};
use crate::commands::shared::{NoiseStep, language, or_one, size, whole_milliseconds};
use crate::output::{Format, format_of};

const EXAMPLES: &str = "\
Examples:
  dehusk extract page.html
      Print the main content of a page as text.
  curl -s https://example.org/ | dehusk extract --method r2l
      Read a page from a pipe and use another method; `dehusk methods` lists them.
  dehusk extract --format md https://example.org/news/ > news.md
      Fetch a page and write Markdown with headings, lists, tables, code and links.
  dehusk extract --format md -o notes/ crawl/
      Write a Markdown file for every page in a folder.
  dehusk extract --format jsonl -o pages.jsonl crawl/
      Extract every .html, .htm, .xhtml and .mhtml file (also .gz) in a folder, one record per page.
      Option --ext adds files of other names.
  dehusk sitemap https://example.org/ | dehusk extract --input-file - --format jsonl --archive pages.warc.gz > pages.jsonl
      Fetch all pages of a site, politely, and keep what was fetched for `dehusk batch`.
  dehusk extract --select article --exclude '.share, aside' page.html
      Extract only from a part of the page, and ignore some elements in it.
  dehusk extract --explain page.html
      Show which blocks were kept or removed, and why.
  dehusk extract --format json --with metadata,links,blocks page.html
      Write a record with more fields; --with all adds all of them.
  dehusk extract --method thai --site-noise crawl/ crawl/
      Remove text that several pages of the same site share.

Each failed page is reported on standard error and has a status in its record; all other pages are written.
A record with the status ok and the reason json_ld contains an article that is only in the JSON-LD of the page.
Exit codes: 0 if everything succeeded, 1 if a page failed or had 0 bytes or there was none, 2 if the command could not be run.";

/// Extract the main content of pages
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Extract one page of this WARC archive
    ///
    /// The archive (.warc, .warc.gz or .warc.zst) is read at the place that --record or --offset names [default: none]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "input_file", "archive"], help_heading = READING, hide_short_help = true)]
    pub(super) warc: Option<PathBuf>,

    /// Extract the page of the --warc archive with this WARC-Record-ID
    ///
    /// The ID may be in angle brackets or not [default: none]
    #[arg(long, value_name = "ID", conflicts_with = "offset", help_heading = READING, hide_short_help = true)]
    pub(super) record: Option<String>,

    /// Extract the page of the --warc archive whose record starts at byte N
    ///
    /// N is in the column warc_offset of `dehusk batch`. If the column warc_skip has a value M other than 0, write N+M
    /// [default: none]
    #[arg(long, value_name = "N[+M]", help_heading = READING, hide_short_help = true)]
    pub(super) offset: Option<Cursor>,

    #[command(flatten)]
    pub(super) choosing: ChoosingArgs,

    /// Apply the rules in this TOML file, one per site
    ///
    /// A rule may set the method and its parameters, as `dehusk tune` writes them, and the CSS selectors `select`, `exclude`,
    /// `title`, `author` and `date`. Pages of other sites use --method. The site is that of the address of the page, or else of
    /// the canonical address that the page declares. If `select` matches nothing on a page, the rule's method, parameters,
    /// `select` and `exclude` are ignored for that page, with a warning [default: no file]
    #[arg(long, value_name = "FILE", help_heading = CHOOSING)]
    pub(super) sites: Option<PathBuf>,

    /// Remove blocks that the pages in this folder share
    ///
    /// Such blocks are menus and footers, for example: they have the same text in the same kind of element on at least three
    /// pages and at least a tenth of the pages. Only pages of the same host, as given by their canonical address, are compared.
    /// Pages without a canonical address form a group that is used for hosts with no pages of their own. If the method keeps
    /// nothing without these blocks, they stay, and the record has the reason `noise_ignored` [default: no folder]
    #[arg(long, value_name = "DIR", help_heading = CHOOSING, hide_short_help = true)]
    pub(super) site_noise: Option<PathBuf>,

    /// Remove site noise from the page before the method selects main content, or from its answer afterwards [default: what is
    /// better for the method]
    #[arg(long, value_enum, requires = "site_noise", help_heading = CHOOSING, hide_short_help = true)]
    pub(super) noise_step: Option<NoiseStep>,

    /// Only pages in these languages, separated by commas: de,pt-BR
    ///
    /// Each language is a tag; pt includes pt-BR. The language of a page is what the page declares, or else that of its text,
    /// as `dehusk metadata` shows it. Pages in other languages, and pages whose language is unknown, are left out; they are
    /// counted on standard error and do not change the exit code [default: pages in all languages]
    #[arg(long, value_name = "LANG", value_delimiter = ',', value_parser = language, help_heading = CHOOSING, hide_short_help = true)]
    pub(super) language: Vec<String>,

    /// Output format
    ///
    /// An --output of another extension needs this option [default: by the extension of --output, or else txt]
    #[arg(short, long, value_enum, help_heading = OUTPUT)]
    pub(super) format: Option<Format>,

    /// Add fields to each record of json or jsonl: items, links, images, tables, comments, metadata, blocks, … or all
    ///
    /// Separate them by commas. The page is still parsed only once. --schema describes the fields [default: none]
    #[arg(long, value_enum, value_name = "FIELD", value_delimiter = ',', help_heading = OUTPUT)]
    pub(super) with: Vec<Extra>,

    /// Resolve relative links and images against this address
    ///
    /// This is for pages that are not fetched, in Markdown, HTML, --with links, images and items. The page's own <base> is resolved
    /// against the address too [default: relative links stay relative]
    #[arg(long, value_name = "URL", value_parser = web_address, help_heading = READING, hide_short_help = true)]
    pub(super) base: Option<String>,

    #[command(flatten)]
    pub(super) shape: ShapeArgs,

    /// Print the JSON Schema of records and exit [default: no]
    #[arg(long, exclusive = true, help_heading = OUTPUT, hide_short_help = true)]
    pub(super) schema: bool,

    /// Start Markdown with the metadata as YAML
    ///
    /// The YAML is between lines of `---`. Requires --format md; for records, use --with metadata [default: no front matter]
    #[arg(long, help_heading = OUTPUT)]
    pub(super) front_matter: bool,

    /// Explain why each block was kept or removed
    ///
    /// --format txt writes a tree instead of the text; json and jsonl add the list `explanation` to each record [default: no
    /// explanation]
    #[arg(long, help_heading = OUTPUT)]
    pub(super) explain: bool,

    /// Write to this file; DIR/ writes one file per page
    ///
    /// The extension decides the format: .txt, .md, .html, .jsonl or .json. With .gz after it, the file is compressed. The file
    /// gets its name when it is complete. A folder is one that exists, or a name that ends with a slash. The files in it are named
    /// after the paths and addresses of the pages; pages that failed or have no text get none. - means standard output [default: -]
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) output: Option<PathBuf>,

    /// Maximum time per page in milliseconds; 0 means no limit
    #[arg(long, value_name = "N", value_parser = whole_milliseconds, long_help = timeout_help(), help_heading = LIMITS)]
    pub(super) timeout_ms: Option<u64>,

    /// Maximum size of a page, such as 500K or 20M
    ///
    /// The limit holds for the page as stored and as decompressed; larger pages are not read. K, M and G after the number are
    /// multiples of 1024, here and in the other sizes
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::default().max_bytes), help_heading = LIMITS)]
    pub(super) max_bytes: NonZeroUsize,

    #[command(flatten)]
    pub(super) limits: LimitArgs,

    /// Number of pages processed at the same time
    ///
    /// Pages that wait for servers are not counted (see --connections). The number does not affect the output [default: number
    /// of cores]
    #[arg(long, alias = "threads", short_alias = 'j', value_name = "N", help_heading = READING)]
    pub(super) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(super) fetch: FetchArgs,
}

impl ExtractArgs {
    /// The output format as typed, or else by the extension of the output file.
    ///
    /// # Errors
    /// If no format has that extension.
    pub(super) fn format(&self) -> anyhow::Result<Format> {
        format_of(self.format, self.output.as_deref(), Format::Txt)
    }
}

fn web_address(typed: &str) -> Result<String, String> {
    match Url::parse(typed) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(url.into()),
        _ => Err("write a complete address, for example https://example.org/news/".to_owned()),
    }
}

/// The text about `--timeout-ms`, with the default, which is 0 for no limit.
fn timeout_help() -> String {
    let default = Limits::default().timeout.unwrap_or_default().as_millis();
    format!(
        "Maximum CPU time for extracting one page in milliseconds (wall-clock time on Windows); 0 means no limit. A page that \
         takes longer has no text. If this is given, fetching a page may take as long, unless --fetch-timeout-ms is given too \
         [default: {default}]"
    )
}
