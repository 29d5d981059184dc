//! The options that say what is extracted from each page, for `dehusk extract` and `dehusk batch`. Defaults come from the library, so
//! that the help text always agrees with them.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::bail;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use dehusk::Options;
use dehusk::budget::Limits;
use dehusk::css::Selectors;
use dehusk::methods;
use dehusk::overrides::TitleLine;
use dehusk::render::Markup;
use dehusk::scope::Scope;

use super::shared::{Focus, HiddenText, Invisible, method_options, name_and_value, or_one, size, with_focus};

/// The headings of the help text.
pub(super) const CHOOSING: &str = "Choosing main content";
pub(super) const OUTPUT: &str = "Output";
pub(super) const LIMITS: &str = "Limits for one page";

/// How main content is chosen.
#[derive(Args)]
pub(super) struct ChoosingArgs {
    /// Extraction method; `dehusk methods` lists all
    #[arg(long, short_alias = 'm', value_name = "NAME", default_value = Options::new().method(), value_parser = method_names(), hide_possible_values = true, help_heading = CHOOSING)]
    method: String,

    /// Set a parameter of the method, such as P=3
    ///
    /// Quote it where the shell needs that: 'gap_rule=gap<P'. May be given several times [default: as listed by `dehusk
    /// methods`]
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = name_and_value, help_heading = CHOOSING, hide_short_help = true)]
    params: Vec<(String, String)>,

    /// Favor precision or recall where the method is unsure
    ///
    /// Only the method grain has this; it is short for --param focus=… [default: balanced]
    #[arg(long, value_enum, help_heading = CHOOSING)]
    focus: Option<Focus>,

    /// What to do with text that the page hides
    ///
    /// Text is hidden by attributes, by styles or by rules in the <style> elements of the page; linked style sheets are not
    /// loaded. Hidden text that is kept has the field `hidden` in the blocks of --with blocks. The fields hidden_kept and
    /// hidden_removed count such texts [default: auto for grain, keep for other methods]
    #[arg(long, value_enum, value_name = "WHAT", help_heading = CHOOSING, hide_short_help = true)]
    hidden: Option<HiddenText>,

    /// What to do with characters that readers do not see
    ///
    /// These are zero-width characters, tag characters (U+E0000 to U+E007F), characters that change the direction of writing,
    /// and control characters. Joiners of scripts and emoji that need them always stay. The field `invisible` counts such
    /// characters of the text
    #[arg(long, value_enum, value_name = "WHAT", default_value = "keep", help_heading = CHOOSING, hide_short_help = true)]
    invisible: Invisible,

    /// Search only inside elements that match this CSS selector
    ///
    /// For example 'article, #content'. May be given several times. If the method keeps nothing inside these elements, all of
    /// their text is kept; `--method plain` always keeps all of it. A page without such an element has no main content
    /// [default: the whole page]
    #[arg(long, value_name = "CSS", value_parser = selector, help_heading = CHOOSING)]
    select: Vec<Selectors>,

    /// Remove elements that match this CSS selector first
    ///
    /// The method does not see these elements. May be given several times [default: none]
    #[arg(long, value_name = "CSS", value_parser = selector, help_heading = CHOOSING)]
    exclude: Vec<Selectors>,
}

impl ChoosingArgs {
    /// Options for the method and its scope.
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let options = with_focus(method_options(&self.method, &self.params)?, self.focus)?;
        let options = self.hidden.map_or(options.clone(), |hidden| options.with_hidden(hidden.into()));
        let mut scope = Scope::default();
        (scope.select, scope.exclude) = (self.select.clone(), self.exclude.clone());
        Ok(options.with_invisible(self.invisible.into()).with_scope(scope))
    }
}

/// What the output leaves out or writes differently.
#[derive(Args)]
pub(super) struct ShapeArgs {
    /// Leave out the addresses of links
    ///
    /// Markdown and HTML then have only the text of links [default: links are kept]
    #[arg(long, help_heading = OUTPUT)]
    no_links: bool,

    /// Leave out images, films and embedded pages
    ///
    /// Markdown and HTML then have none of them, and no captions that the text does not have [default: those of the main
    /// content are kept]
    #[arg(long, conflicts_with = "data_images", help_heading = OUTPUT)]
    no_images: bool,

    /// Keep images that are embedded in the page
    ///
    /// These are images in data: addresses (PNG, JPEG, GIF, WebP or AVIF). They may make Markdown and HTML large [default: only
    /// images with a web address are kept]
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    data_images: bool,

    /// Keep the readers' comments that the method keeps
    ///
    /// Answers in a forum are not comments and are always kept [default: yes]
    #[arg(long, overrides_with = "no_comments", help_heading = OUTPUT, hide_short_help = true)]
    comments: bool,

    /// Leave out readers' comments
    ///
    /// They are removed even if the method keeps them, unless the page is about them: a forum, or a page of which less than 400
    /// other bytes are kept. --with comments lists them anyway [default: --comments]
    #[arg(long, overrides_with = "comments", help_heading = OUTPUT)]
    no_comments: bool,

    /// Mark list items in text
    ///
    /// Each item begins with `- ` or its number and is indented, as it always is in Markdown [default: plain lines]
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    list_marks: bool,

    /// Write each table row in text as one line
    ///
    /// The cells are separated by tabs [default: one line per cell]
    #[arg(long, conflicts_with = "no_tables", help_heading = OUTPUT, hide_short_help = true)]
    table_rows: bool,

    /// Leave out tables of data
    ///
    /// They are removed from every output format. Tables that only arrange a page are kept [default: tables are kept]
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    no_tables: bool,

    /// Whether the output includes the page's title
    #[arg(long, value_enum, value_name = "WHERE", default_value_t = TitlePlace::Auto, help_heading = OUTPUT, hide_short_help = true)]
    title: TitlePlace,
}

impl ShapeArgs {
    /// Adds these options to others. `markup` says which forms the output has; `advice` says how to ask for Markdown or HTML.
    pub(super) fn add_to(
        &self,
        options: Options,
        mut markup: Markup,
        advice: &str,
    ) -> anyhow::Result<Options> {
        if (self.no_links || self.no_images || self.data_images) && !markup.markdown && !markup.html {
            bail!("--no-links, --no-images and --data-images affect only Markdown and HTML; {advice}");
        }
        (markup.text.lists, markup.text.rows) = (self.list_marks, self.table_rows);
        (markup.without_links, markup.without_images) = (self.no_links, self.no_images);
        markup.data_images = self.data_images;
        let options = options.with_markup(markup).with_title(self.title.into());
        let options = if self.no_tables { options.without_tables() } else { options };
        Ok(if self.no_comments { options.without_comments() } else { options })
    }
}

/// The limits that seldom need another value.
#[derive(Args)]
pub(super) struct LimitArgs {
    /// Maximum nesting depth of elements; deeper elements are flattened, but their text is kept
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_depth), help_heading = LIMITS, hide_short_help = true)]
    max_depth: NonZeroUsize,

    /// Maximum number of elements in one page. Tags and texts are limited to eight times this number. The rest of a longer page is
    /// ignored
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_elements), help_heading = LIMITS, hide_short_help = true)]
    max_elements: NonZeroUsize,

    /// Maximum size of the text of one page in bytes
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::default().max_output), help_heading = LIMITS, hide_short_help = true)]
    max_output: NonZeroUsize,

    /// Maximum memory for one page in bytes, besides the page itself; the rest of a page that could need more is ignored [default:
    /// 36 times the page, at least 58 MiB: with the page and buffers at most 40 times the page, or 64 MiB]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = LIMITS, hide_short_help = true)]
    max_memory: Option<NonZeroUsize>,
}

impl LimitArgs {
    /// All limits. A time of 0 milliseconds means no limit, and none the default.
    pub(super) fn limits(&self, timeout_ms: Option<u64>, max_bytes: NonZeroUsize) -> Limits {
        let timeout = |ms: u64| (ms > 0).then(|| Duration::from_millis(ms));
        Limits {
            timeout: timeout_ms.map_or(Limits::default().timeout, timeout),
            max_bytes: max_bytes.get(),
            max_depth: self.max_depth.get(),
            max_elements: self.max_elements.get(),
            max_output: self.max_output.get(),
            max_memory: self.max_memory.map(NonZeroUsize::get),
        }
    }
}

/// The values of `--title`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TitlePlace {
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

/// The names of methods and presets, so that clap knows what a mistyped name may mean.
fn method_names() -> PossibleValuesParser {
    let presets = methods::presets().iter().map(|preset| preset.name);
    PossibleValuesParser::new(methods::all().iter().map(|method| method.name()).chain(presets))
}

fn selector(typed: &str) -> Result<Selectors, String> {
    Selectors::parse(typed).map_err(|error| error.to_string())
}
