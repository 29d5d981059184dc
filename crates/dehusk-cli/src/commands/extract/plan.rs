//! The plan of a run of `dehusk extract`, made before any page is read. All errors of the command line are found here.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use dehusk::Options;
use dehusk::budget::Limits;
use dehusk::scope::Scope;
use dehusk_eval::tune::Sites;
use dehusk_record::Extra;

use super::args::ExtractArgs;
use crate::commands::shared::{jobs_or_cores, method_options, with_focus};
use crate::input::{self, Listing, RecordKey, STDIN};
use crate::output::Format;
use crate::site_noise::NoiseByHost;
use crate::worker::{Recipe, Request};

pub(super) struct Plan {
    pub(super) recipe: Recipe,
    pub(super) listing: Listing,
    pub(super) format: Format,
    pub(super) explain: bool,
    /// The output file. None means standard output.
    pub(super) output: Option<PathBuf>,
    pub(super) jobs: usize,
}

impl Plan {
    pub(super) fn new(args: ExtractArgs, stdin_is_terminal: bool) -> anyhow::Result<Plan> {
        let format = args.format();
        if args.front_matter && format != Format::Md {
            bail!("--front-matter is only for Markdown; add --format md, or use --with metadata for records");
        }
        if args.explain && matches!(format, Format::Md | Format::Html) {
            bail!("--explain needs --format txt, json or jsonl");
        }
        let options = options(&args)?;
        let sites = args.sites.as_deref().map(Sites::read).transpose()?.unwrap_or_default();
        let noise = args.site_noise.as_deref().map(|folder| NoiseByHost::learn(folder, &options));
        let metadata = args.front_matter || Extra::Metadata.is_in(&args.with);
        let request = Request { text: true, metadata, timing: Extra::Timing.is_in(&args.with) };
        let (explain, noise) = (args.explain, noise.transpose()?.unwrap_or_default());
        let listing = match &args.warc {
            Some(warc) => archive_listing(&args, warc)?,
            None => args.input.listing(stdin_is_terminal)?,
        };
        // The archive is begun last, when nothing else can be wrong.
        let fetching = Arc::new(args.fetch.fetching(args.max_bytes.get(), args.timeout_ms)?);
        let recipe = Recipe { request, explain, options, fetching, sites, noise };
        let jobs = jobs_or_cores(args.jobs).get();
        let output = args.output.filter(|path| path.as_os_str() != STDIN);
        Ok(Plan { recipe, listing, format, explain, output, jobs })
    }
}

fn archive_listing(args: &ExtractArgs, warc: &Path) -> anyhow::Result<Listing> {
    let key = match (&args.record, args.offset) {
        (Some(id), _) => RecordKey::Id(id),
        (None, Some(cursor)) => RecordKey::Position(cursor),
        (None, None) => {
            bail!(
                "--warc extracts a single page; choose it with --record or --offset, or use dehusk batch for all pages"
            )
        }
    };
    let page = input::read_archived_page(warc, key, args.max_bytes.get())?;
    Ok(Listing::of_one(page))
}

fn options(args: &ExtractArgs) -> anyhow::Result<Options> {
    if args.warc.is_none() && (args.record.is_some() || args.offset.is_some()) {
        bail!("--record and --offset choose a page of an archive; name the archive with --warc");
    }
    if !args.with.is_empty() && !args.format().has_records() {
        bail!("--with adds fields to records; add --format jsonl or json");
    }
    let mut markup = args.format().markup(&args.with);
    (markup.text.lists, markup.text.rows) = (args.list_marks, args.table_rows);
    let parts = Extra::parts(&args.with);
    let has_addresses = markup.markdown || markup.html || parts.links || parts.images || parts.items;
    if args.base.is_some() && !has_addresses {
        bail!(
            "--base has no effect without links or images; add --format md or html, or --with links, images, items, markdown or html"
        );
    }
    (markup.without_links, markup.without_images) = (args.no_links, args.no_images);
    markup.data_images = args.data_images;
    if (args.no_links || args.no_images || args.data_images) && !markup.markdown && !markup.html {
        bail!(
            "--no-links, --no-images and --data-images affect only Markdown and HTML; add --format md or html, or --with markdown or html"
        );
    }
    let mut scope = Scope::default();
    (scope.select, scope.exclude) = (args.select.clone(), args.exclude.clone());
    let options = method_options(&args.method, &args.params)?.with_limits(limits(args)).with_markup(markup);
    let options = with_focus(options, args.focus)?;
    let options = args.noise_step.map_or(options.clone(), |step| options.with_noise_step(step.into()));
    let options = args.hidden.map_or(options.clone(), |hidden| options.with_hidden(hidden.into()));
    let options = options.with_invisible(args.invisible.into());
    let options = options.with_parts(parts).with_languages(&args.language);
    let options = options.with_scope(scope).with_title(args.title.into());
    let options = if args.no_tables { options.without_tables() } else { options };
    let options = if args.no_comments { options.without_comments() } else { options };
    Ok(args.base.iter().fold(options, |options, base| options.with_address(base)))
}

fn limits(args: &ExtractArgs) -> Limits {
    let timeout = |ms: u64| (ms > 0).then(|| Duration::from_millis(ms));
    Limits {
        timeout: args.timeout_ms.map_or(Limits::default().timeout, timeout),
        max_bytes: args.max_bytes.get(),
        max_depth: args.max_depth.get(),
        max_elements: args.max_elements.get(),
        max_output: args.max_output.get(),
        max_memory: args.max_memory.map(NonZeroUsize::get),
    }
}
