//! The plan of a run of `dehusk extract`, made before any page is read. All errors of the command line are found here.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use dehusk::Options;
use dehusk_eval::tune::Sites;
use dehusk_record::Extra;

use super::args::ExtractArgs;
use crate::commands::shared::jobs_or_cores;
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
        let format = args.format()?;
        if args.front_matter && format != Format::Md {
            bail!("--front-matter is only for Markdown; add --format md, or use --with metadata for records");
        }
        if args.explain && matches!(format, Format::Md | Format::Html) {
            bail!("--explain needs --format txt, json or jsonl");
        }
        let options = options(&args, format)?;
        let sites = args.sites.as_deref().map(Sites::read).transpose()?.unwrap_or_default();
        let noise = args.site_noise.as_deref().map(|folder| NoiseByHost::learn(folder, &options));
        let metadata = args.front_matter || Extra::Metadata.is_in(&args.with);
        let request = Request { text: true, metadata, timing: Extra::Timing.is_in(&args.with) };
        let (explain, noise) = (args.explain, noise.transpose()?.unwrap_or_default());
        let encoding = args.input.encoding.clone();
        let listing = match &args.warc {
            Some(warc) => archive_listing(&args, warc)?,
            None => args.input.listing(stdin_is_terminal)?,
        };
        // The archive is begun last, when nothing else can be wrong.
        let fetching = Arc::new(args.fetch.fetching(args.max_bytes.get(), args.timeout_ms)?);
        let recipe = Recipe { request, explain, options, encoding, fetching, sites, noise };
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

fn options(args: &ExtractArgs, format: Format) -> anyhow::Result<Options> {
    if args.warc.is_none() && (args.record.is_some() || args.offset.is_some()) {
        bail!("--record and --offset choose a page of an archive; name the archive with --warc");
    }
    if !args.with.is_empty() && !format.has_records() {
        bail!("--with adds fields to records; add --format jsonl or json");
    }
    let markup = format.markup(&args.with);
    let parts = Extra::parts(&args.with);
    let has_addresses = markup.markdown || markup.html || parts.links || parts.images || parts.items;
    if args.base.is_some() && !has_addresses {
        bail!(
            "--base has no effect without links or images; add --format md or html, or --with links, images, items, markdown or html"
        );
    }
    let limits = args.limits.limits(args.timeout_ms, args.max_bytes);
    let options = args.choosing.options()?.with_limits(limits);
    let options = args.noise_step.map_or(options.clone(), |step| options.with_noise_step(step.into()));
    let options = options.with_parts(parts).with_languages(&args.language)?;
    let advice = "add --format md or html, or --with markdown or html";
    let options = args.shape.add_to(options, markup, advice)?;
    Ok(args.base.iter().fold(options, |options, base| options.with_address(base)))
}
