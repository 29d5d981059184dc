//! The plan of a run of `dehusk batch`, made before any page is read.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::bail;
use dehusk::Options;
use dehusk::budget::Limits;
use dehusk_batch::BatchOptions;
use dehusk_batch::read::{ReadOptions, Source};
use dehusk_batch::run::{Output, PageAt, Plan};
use dehusk_batch::write::FileFormat;
use dehusk_record::Extra;

use super::args::BatchArgs;
use crate::commands::shared::{jobs_or_cores, method_options, with_focus};
use crate::input::{self, Extensions, Input};
use crate::output::Format;
use crate::report;

/// The maximum number of threads per core. More threads would only wait, each with a batch in memory. Chosen by hand.
const MAX_JOBS_PER_CORE: usize = 4;
/// The number of pages of a folder that form one source, for shards and threads. Chosen by hand.
const PAGES_PER_SOURCE: usize = 10_000;
/// The name of a source of pages that the command line names, for messages.
const NAMED_PAGES: &str = "the named pages";

pub(super) fn plan(args: &BatchArgs) -> anyhow::Result<Plan> {
    let (output, format) = output(args)?;
    let extensions = Extensions::new(&args.ext);
    let mut sources = Vec::new();
    for path in &args.inputs {
        add_sources(path, &extensions, &mut sources)?;
    }
    if let Some(other) = sources.iter().find(|source| source.kind() != sources[0].kind()) {
        bail!(
            "{} and {} are of different kinds; process them in separate runs",
            sources[0].name(),
            other.name()
        );
    }
    let max_record_bytes = args.max_record_bytes.get();
    let batch = BatchOptions::new(options(args)?)
        .with_metadata(Extra::Metadata.is_in(&args.with))
        .with_html_column(match sources.first() {
            Some(Source::Table(_)) => args.html_column.as_str(),
            _ => "html",
        });
    let columns = columns(args, sources.first())?;
    Ok(Plan {
        sources,
        read: ReadOptions { max_record_bytes, html_column: args.html_column.clone(), columns },
        batch,
        output,
        format,
        jobs: jobs(args),
        shard: args.shard,
        manifest: args.manifest.clone(),
        trial: Some(try_in_child),
        errors: args.errors.clone(),
        part_bytes: args.part_bytes.get(),
    })
}

/// The columns that are copied. `--columns=` means none.
fn columns(args: &BatchArgs, source: Option<&Source>) -> anyhow::Result<Option<Vec<String>>> {
    if args.columns.is_some() && !matches!(source, Some(Source::Table(_))) {
        bail!("--columns is for Parquet inputs; remove it");
    }
    Ok(args.columns.clone().map(|names| names.into_iter().filter(|name| !name.is_empty()).collect()))
}

fn options(args: &BatchArgs) -> anyhow::Result<Options> {
    let timeout = (args.timeout_ms > 0).then(|| Duration::from_millis(args.timeout_ms));
    let limits = Limits { timeout, max_bytes: args.max_record_bytes.get(), ..Limits::default() };
    let options = method_options(&args.method, &args.params)?.with_limits(limits);
    let options = with_focus(options, args.focus)?.with_languages(&args.language);
    let options = args.hidden.map_or(options.clone(), |hidden| options.with_hidden(hidden.into()));
    let options = options.with_invisible(args.invisible.into());
    Ok(options.with_markup(Format::Jsonl.markup(&args.with)).with_parts(Extra::parts(&args.with)))
}

/// The number of threads, limited to what this machine can use.
fn jobs(args: &BatchArgs) -> usize {
    let max = jobs_or_cores(None).get() * MAX_JOBS_PER_CORE;
    let jobs = jobs_or_cores(args.jobs).get();
    if jobs > max {
        report::print_message(&format!(
            "--jobs {jobs} is more than this machine can use; starting {max} threads"
        ));
    }
    jobs.min(max)
}

fn output(args: &BatchArgs) -> anyhow::Result<(Output, FileFormat)> {
    match FileFormat::from_path(&args.output) {
        Some(format) if !args.output.is_dir() => {
            if args.manifest.is_some() {
                bail!("--manifest requires a folder of parts; give -o a folder instead of a file");
            }
            if args.format.is_some_and(|typed| FileFormat::from(typed) != format) {
                bail!("--format contradicts the extension of the output file; remove --format");
            }
            Ok((Output::File(args.output.clone()), format))
        }
        None if is_named_like_a_file(&args.output) => bail!(
            "{} looks like a file of a format that is not written; give it the extension .parquet, .jsonl, .jsonl.gz or .jsonl.zst, or name \
             a folder for parts",
            args.output.display()
        ),
        _ => {
            let format = args.format.map_or(FileFormat::Parquet, FileFormat::from);
            Ok((Output::Folder(args.output.clone()), format))
        }
    }
}

/// Whether a path that is no folder yet has the extension of a file.
fn is_named_like_a_file(path: &Path) -> bool {
    /// Formats that other programs write. A folder may have any other dot in its name.
    const FORMATS: [&str; 15] = [
        "arrow", "csv", "db", "feather", "gz", "htm", "html", "json", "md", "ndjson", "sqlite", "tsv", "txt",
        "xml", "zst",
    ];
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    !path.is_dir() && FORMATS.contains(&extension.to_ascii_lowercase().as_str())
}

fn add_sources(path: &Path, extensions: &Extensions, sources: &mut Vec<Source>) -> anyhow::Result<()> {
    if path.is_dir() {
        sources.extend(folder_sources(path, extensions)?);
        return Ok(());
    }
    if let Err(error) = path.metadata() {
        bail!("cannot read {}: {error}; check the path", path.display());
    }
    let name = path.file_name().map(input::name_of_file).unwrap_or_default();
    match Source::from_path(path) {
        Some(source) => sources.push(source),
        None if extensions.include(&name) => add_page(path, sources),
        None => bail!(
            "the extension of {} is not supported; use .warc, .cdx, .cdxj, .jsonl, .ndjson (also with .gz or .zst), .parquet, .html, \
             .htm, .xhtml, .mhtml, .mht or a folder; --ext reads files of other names as pages",
            path.display()
        ),
    }
    Ok(())
}

/// Adds a page that is named itself to the pages named before it.
fn add_page(path: &Path, sources: &mut Vec<Source>) {
    let page = (input::name_of_file(path.as_os_str()), path.to_owned());
    match sources.last_mut() {
        Some(Source::Files { name, pages }) if name == NAMED_PAGES && pages.len() < PAGES_PER_SOURCE => {
            pages.push(page);
        }
        _ => sources.push(Source::Files { name: NAMED_PAGES.to_owned(), pages: vec![page] }),
    }
}

fn folder_sources(path: &Path, extensions: &Extensions) -> anyhow::Result<Vec<Source>> {
    let mut pages = Vec::new();
    let found = input::folder_pages(path, extensions);
    if let Some(sentence) = found.skipped {
        report::print_message(&sentence);
    }
    for input in found.inputs {
        match input {
            Input::File { id, path } => pages.push((id, path)),
            Input::Refused { id, sentence } => bail!("{id}: {sentence}"),
            _ => {}
        }
    }
    let groups = pages.chunks(PAGES_PER_SOURCE);
    Ok(groups
        .map(|pages| Source::Files { name: path.display().to_string(), pages: pages.to_vec() })
        .collect())
}

/// Tries a page in a process of its own: the same command with `--try-page`.
fn try_in_child(page: &PageAt) -> io::Result<ExitStatus> {
    let mut arguments: Vec<OsString> = env::args_os().skip(1).collect();
    // Directly after the subcommand, because after `--` it would be an input.
    let after_subcommand = arguments.iter().position(|argument| argument == "batch").map_or(0, |at| at + 1);
    arguments.insert(after_subcommand, format!("--try-page={page}").into());
    Command::new(env::current_exe()?)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
}
