//! The command line of `dehusk extract` as typed. Defaults come from the library, so that the help text always agrees with them.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dehusk::Options;
use dehusk::budget::Limits;
use dehusk::css::Selectors;
use dehusk::overrides::TitleLine;
use dehusk_batch::read::Cursor;
use dehusk_record::Extra;
use url::Url;

use crate::commands::fetch_args::FetchArgs;
use crate::commands::input_args::{InputArgs, READING};
use crate::commands::shared::{Focus, HiddenText, Invisible, NoiseStep, language, name_and_value, size};
use crate::output::Format;

const EXAMPLES: &str = "\
Examples:
  dehusk extract page.html
      Print the main content of a page as text.
  curl -s https://example.org/ | dehusk extract --method r2l
      Read a page from a pipe and use another method; `dehusk methods` lists them.
  dehusk extract --format md https://example.org/news/ > news.md
      Fetch a page and write Markdown with headings, lists, tables, code and links.
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
Exit codes: 0 if everything succeeded, 1 if a page failed or had 0 bytes, 2 if the command could not be run.";

/// The headings of the help text.
const CHOOSING: &str = "Choosing main content";
const OUTPUT: &str = "Output";
const LIMITS: &str = "Limits for one page";

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

    /// Extraction method; `dehusk methods` lists all
    #[arg(long, value_name = "NAME", default_value = Options::new().method(), help_heading = CHOOSING)]
    pub(super) method: String,

    /// Set a parameter of the method, such as P=3
    ///
    /// Quote it where the shell needs that: 'gap_rule=gap<P'. May be given several times [default: as listed by `dehusk
    /// methods`]
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = name_and_value, help_heading = CHOOSING, hide_short_help = true)]
    pub(super) params: Vec<(String, String)>,

    /// Favor precision or recall where the method is unsure
    ///
    /// Only the method grain has this; it is short for --param focus=… [default: balanced]
    #[arg(long, value_enum, help_heading = CHOOSING)]
    pub(super) focus: Option<Focus>,

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

    /// What to do with text that the page hides
    ///
    /// Text is hidden by attributes, by styles or by rules in the <style> elements of the page; linked style sheets are not
    /// loaded. Hidden text that is kept has the field `hidden` in the blocks of --with blocks and in --explain [default: auto
    /// for grain, keep for other methods]
    #[arg(long, value_enum, value_name = "WHAT", help_heading = CHOOSING, hide_short_help = true)]
    pub(super) hidden: Option<HiddenText>,

    /// What to do with characters that readers do not see
    ///
    /// These are zero-width characters, tag characters (U+E0000 to U+E007F), characters that change the direction of writing,
    /// and control characters. Joiners of scripts and emoji that need them always stay. The field `invisible` of records counts
    /// such characters of the text
    #[arg(long, value_enum, value_name = "WHAT", default_value = "keep", help_heading = CHOOSING, hide_short_help = true)]
    pub(super) invisible: Invisible,

    /// Search only inside elements that match this CSS selector
    ///
    /// For example 'article, #content'. May be given several times. If the method keeps nothing inside these elements, all of
    /// their text is kept; `--method plain` always keeps all of it. A page without such an element has no main content
    /// [default: the whole page]
    #[arg(long, value_name = "CSS", value_parser = selector, help_heading = CHOOSING)]
    pub(super) select: Vec<Selectors>,

    /// Remove elements that match this CSS selector first
    ///
    /// The method does not see these elements. May be given several times [default: none]
    #[arg(long, value_name = "CSS", value_parser = selector, help_heading = CHOOSING)]
    pub(super) exclude: Vec<Selectors>,

    /// Only pages in these languages, separated by commas: de,pt-BR
    ///
    /// Each language is a tag; pt includes pt-BR. The language of a page is what the page declares, or else that of its text,
    /// as `dehusk metadata` shows it. Pages in other languages, and pages whose language is unknown, are left out; they are
    /// counted on standard error and do not change the exit code [default: pages in all languages]
    #[arg(long, value_name = "LANG", value_delimiter = ',', value_parser = language, help_heading = CHOOSING, hide_short_help = true)]
    pub(super) language: Vec<String>,

    /// Output format
    ///
    /// [default: by the extension of --output, or else txt]
    #[arg(short, long, value_enum, help_heading = OUTPUT)]
    pub(super) format: Option<Format>,

    /// Add fields to each record of json or jsonl: metadata, links, blocks, …
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

    /// Leave out the addresses of links
    ///
    /// Markdown and HTML then have only the text of links [default: links are kept]
    #[arg(long, help_heading = OUTPUT)]
    pub(super) no_links: bool,

    /// Leave out images, films and embedded pages
    ///
    /// Markdown and HTML then have none of them, and no captions that the text does not have [default: those of the main
    /// content are kept]
    #[arg(long, conflicts_with = "data_images", help_heading = OUTPUT)]
    pub(super) no_images: bool,

    /// Keep images that are embedded in the page
    ///
    /// These are images in data: addresses (PNG, JPEG, GIF, WebP or AVIF). They may make Markdown and HTML large [default: only
    /// images with a web address are kept]
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(super) data_images: bool,

    /// Keep the readers' comments that the method keeps
    ///
    /// Answers in a forum are not comments and are always kept [default: yes]
    #[arg(long, overrides_with = "no_comments", help_heading = OUTPUT, hide_short_help = true)]
    pub(super) comments: bool,

    /// Leave out readers' comments
    ///
    /// They are removed even if the method keeps them, unless the page is about them: a forum, or a page of which less than 400
    /// other bytes are kept. --with comments lists them anyway [default: --comments]
    #[arg(long, overrides_with = "comments", help_heading = OUTPUT)]
    pub(super) no_comments: bool,

    /// Print the JSON Schema of records and exit [default: no]
    #[arg(long, exclusive = true, help_heading = OUTPUT, hide_short_help = true)]
    pub(super) schema: bool,

    /// Mark list items in text
    ///
    /// Each item begins with `- ` or its number and is indented, as it always is in Markdown [default: plain lines]
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(super) list_marks: bool,

    /// Write each table row in text as one line
    ///
    /// The cells are separated by tabs [default: one line per cell]
    #[arg(long, conflicts_with = "no_tables", help_heading = OUTPUT, hide_short_help = true)]
    pub(super) table_rows: bool,

    /// Leave out tables of data
    ///
    /// They are removed from every output format. Tables that only arrange a page are kept [default: tables are kept]
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(super) no_tables: bool,

    /// Whether the output includes the page's title
    #[arg(long, value_enum, value_name = "WHERE", default_value_t = TitlePlace::Auto, help_heading = OUTPUT)]
    pub(super) title: TitlePlace,

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

    /// Write to this file; - means standard output [default: -]
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) output: Option<PathBuf>,

    /// Maximum time per page in milliseconds; 0 means no limit
    #[arg(long, value_name = "N", long_help = timeout_help(), help_heading = LIMITS)]
    pub(super) timeout_ms: Option<u64>,

    /// Maximum size of a page, such as 500K or 20M
    ///
    /// The limit holds for the page as stored and as decompressed; larger pages are not read. K, M and G after the number are
    /// multiples of 1024, here and in the other sizes
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::default().max_bytes), help_heading = LIMITS)]
    pub(super) max_bytes: NonZeroUsize,

    /// Maximum nesting depth of elements; deeper elements are flattened, but their text is kept
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_depth), help_heading = LIMITS, hide_short_help = true)]
    pub(super) max_depth: NonZeroUsize,

    /// Maximum number of elements in one page. Tags and texts are limited to eight times this number. The rest of a longer page is
    /// ignored
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_elements), help_heading = LIMITS, hide_short_help = true)]
    pub(super) max_elements: NonZeroUsize,

    /// Maximum size of the text of one page in bytes
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::default().max_output), help_heading = LIMITS, hide_short_help = true)]
    pub(super) max_output: NonZeroUsize,

    /// Maximum memory for one page in bytes, besides the page itself; the rest of a page that could need more is ignored [default:
    /// 36 times the page, at least 58 MiB]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = LIMITS, hide_short_help = true)]
    pub(super) max_memory: Option<NonZeroUsize>,

    /// Number of pages processed at the same time
    ///
    /// Pages that wait for servers are not counted (see --connections). The number does not affect the output [default: number
    /// of cores]
    #[arg(long, value_name = "N", help_heading = READING)]
    pub(super) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(super) fetch: FetchArgs,
}

impl ExtractArgs {
    /// The output format as typed, or else by the extension of the output file.
    pub(super) fn format(&self) -> Format {
        let of_output = || self.output.as_deref().and_then(Format::from_path);
        self.format.or_else(of_output).unwrap_or(Format::Txt)
    }
}

/// The values of `--title`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TitlePlace {
    /// Markdown and HTML begin with the title as a heading, unless the main content has that heading; in text, the method decides
    Auto,
    /// The method decides
    AsFound,
    /// Include the heading with the title, if the page has one
    In,
    /// Remove the heading with the title
    Out,
}

impl From<TitlePlace> for TitleLine {
    fn from(place: TitlePlace) -> TitleLine {
        match place {
            TitlePlace::Auto => TitleLine::Auto,
            TitlePlace::AsFound => TitleLine::AsFound,
            TitlePlace::In => TitleLine::In,
            TitlePlace::Out => TitleLine::Out,
        }
    }
}

fn selector(typed: &str) -> Result<Selectors, String> {
    Selectors::parse(typed).map_err(|error| error.to_string())
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

/// Converts a limit to a type that excludes 0, because a limit of 0 would reject every page.
fn or_one(limit: usize) -> NonZeroUsize {
    NonZeroUsize::new(limit).unwrap_or(NonZeroUsize::MIN)
}
