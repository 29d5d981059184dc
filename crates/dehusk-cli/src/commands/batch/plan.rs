//! What a run of `dehusk batch` is going to do, worked out from the command line before any page is touched.

use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use dehusk::Options;
use dehusk::budget::Limits;
use dehusk_batch::BatchOptions;
use dehusk_batch::read::{ReadOptions, Source};
use dehusk_batch::run::{Output, Plan};
use dehusk_batch::write::Form;

use super::args::BatchArgs;
use crate::commands::{method_options, or_cores, with_focus};
use crate::input::{self, Input};
use crate::output::{Extra, Format};
use crate::report;

/// Threads beyond these have nothing to do but to wait, each with a batch in memory.
const MOST_JOBS_PER_CORE: usize = 4;
/// Pages of a folder that are an input of their own, for shards and threads.
const PAGES_OF_FOLDER: usize = 10_000;

pub(super) fn plan(args: &BatchArgs) -> anyhow::Result<Plan> {
    let (output, form) = output(args)?;
    let mut sources = Vec::new();
    for path in &args.inputs {
        sources.extend(sources_of(path)?);
    }
    if let Some(other) = sources.iter().find(|source| source.kind() != sources[0].kind()) {
        bail!(
            "{} and {} are of different kinds; give them to runs of their own",
            sources[0].name(),
            other.name()
        );
    }
    let max_record_bytes = args.max_record_bytes.get();
    let extras: Vec<Extra> = args.with.iter().copied().map(Extra::from).collect();
    let batch = BatchOptions::new(options(args, &extras)?)
        .with_metadata(Extra::Metadata.is_in(&extras))
        .with_html_column(match sources.first() {
            Some(Source::Table(_)) => args.html_column.as_str(),
            _ => "html",
        });
    Ok(Plan {
        sources,
        read: ReadOptions { max_record_bytes, html_column: args.html_column.clone() },
        batch,
        output,
        form,
        jobs: jobs(args),
        shard: args.shard,
        manifest: args.manifest.clone(),
        errors: args.errors.clone(),
        part_bytes: args.part_bytes.get(),
    })
}

fn options(args: &BatchArgs, extras: &[Extra]) -> anyhow::Result<Options> {
    let timeout = (args.timeout_ms > 0).then(|| Duration::from_millis(args.timeout_ms));
    let limits = Limits { timeout, max_bytes: args.max_record_bytes.get(), ..Limits::default() };
    let options = method_options(&args.method, &args.params)?.with_limits(limits);
    let options = with_focus(options, args.focus)?;
    Ok(options.with_markup(Format::Jsonl.markup(extras)).with_parts(Extra::parts(extras)))
}

/// The threads asked for, as far as they are of use.
fn jobs(args: &BatchArgs) -> usize {
    let most = or_cores(None).get() * MOST_JOBS_PER_CORE;
    let jobs = or_cores(args.jobs).get();
    if jobs > most {
        report::say(&format!(
            "--jobs {jobs} is more than this machine has use for; {most} threads are started"
        ));
    }
    jobs.min(most)
}

fn output(args: &BatchArgs) -> anyhow::Result<(Output, Form)> {
    match Form::of_file(&args.output) {
        Some(form) if !args.output.is_dir() => {
            if args.manifest.is_some() {
                bail!("a manifest records parts of a folder; give a folder to -o instead of a file");
            }
            if args.format.is_some_and(|typed| Form::from(typed) != form) {
                bail!("the name of the output says another form than --format; leave --format out");
            }
            Ok((Output::File(args.output.clone()), form))
        }
        _ => {
            let form = args.format.map_or(Form::Parquet, Form::from);
            Ok((Output::Folder(args.output.clone()), form))
        }
    }
}

fn sources_of(path: &Path) -> anyhow::Result<Vec<Source>> {
    if path.is_dir() {
        return folder(path);
    }
    if let Err(error) = path.metadata() {
        bail!("cannot read {}: {error}; check its path", path.display());
    }
    match Source::of_file(path) {
        Some(source) => Ok(vec![source]),
        None => bail!(
            "the name of {} does not say what it is; batch reads .warc, .cdx, .cdxj, .jsonl, .ndjson (also .gz, .zst), .parquet and folders",
            path.display()
        ),
    }
}

fn folder(path: &Path) -> anyhow::Result<Vec<Source>> {
    let mut pages = Vec::new();
    for input in input::pages_of_folder(path) {
        match input {
            Input::File { id, path } => pages.push((id, path)),
            Input::Refused { id, sentence } => bail!("{id}: {sentence}"),
            _ => {}
        }
    }
    let pieces = pages.chunks(PAGES_OF_FOLDER);
    Ok(pieces
        .map(|pages| Source::Files { name: path.display().to_string(), pages: pages.to_vec() })
        .collect())
}
