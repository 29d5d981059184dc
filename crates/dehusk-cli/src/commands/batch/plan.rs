//! The plan of a run of `dehusk batch`, made before any page is read.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::bail;
use dehusk::Options;
use dehusk_batch::BatchOptions;
use dehusk_batch::read::{ReadOptions, Source, json_fields};
use dehusk_batch::run::{PageAt, Plan};
use dehusk_record::Extra;

use super::args::{BatchArgs, HTML_COLUMN};
use super::{output, sources};
use crate::commands::shared::jobs_or_cores;
use crate::output::Format;
use crate::report;

/// The maximum number of threads per core. More threads would only wait, each with a batch in memory. Chosen by hand.
const MAX_JOBS_PER_CORE: usize = 4;

pub(super) fn plan(args: &BatchArgs) -> anyhow::Result<Plan> {
    let (output, format) = output::of(args)?;
    let sources = sources::of(args)?;
    note_unused_options(args, &sources);
    let batch = BatchOptions::new(options(args)?)
        .with_metadata(Extra::Metadata.is_in(&args.with))
        .with_html_column(match sources.first() {
            Some(Source::Table(_)) => args.html_column.as_str(),
            _ => HTML_COLUMN,
        });
    let read = read_options(args, &sources)?;
    Ok(Plan {
        sources,
        read,
        batch,
        output,
        format,
        jobs: jobs(args),
        shard: args.shard,
        manifest: args.manifest.clone(),
        trial: Some(try_in_child),
        errors: args.errors.clone(),
        part_bytes: args.part_bytes.get() as u64,
    })
}

/// Says which options have no effect on these inputs.
fn note_unused_options(args: &BatchArgs, sources: &[Source]) {
    if args.html_column != HTML_COLUMN && !sources.iter().any(has_columns) {
        report::print_message("--html-column has no effect: it is for Parquet and JSON lines");
    }
    if !args.ext.is_empty() && !sources.iter().any(|source| matches!(source, Source::Files { .. })) {
        report::print_message("--ext has no effect: it is for folders and files with one page each");
    }
}

fn read_options(args: &BatchArgs, sources: &[Source]) -> anyhow::Result<ReadOptions> {
    let names_columns = args.columns.is_some() || args.url_column.is_some() || args.id_column.is_some();
    if names_columns && !sources.iter().any(has_columns) {
        bail!("--columns, --url-column and --id-column are for Parquet and JSON lines; remove them");
    }
    // `--columns=` means none.
    let named = |names: &Vec<String>| names.iter().filter(|name| !name.is_empty()).cloned().collect();
    let mut read = ReadOptions {
        max_record_bytes: args.max_record_bytes.get(),
        html_column: args.html_column.clone(),
        url_column: args.url_column.clone(),
        id_column: args.id_column.clone(),
        columns: args.columns.as_ref().map(named),
        json_fields: Vec::new(),
    };
    read.json_fields = json_fields(sources, &read);
    Ok(read)
}

fn has_columns(source: &Source) -> bool {
    matches!(source, Source::Table(_) | Source::JsonLines(_))
}

fn options(args: &BatchArgs) -> anyhow::Result<Options> {
    let limits = args.limits.limits(Some(args.timeout_ms), args.max_record_bytes);
    let options = args.choosing.options()?.with_limits(limits).with_languages(&args.language)?;
    let options = options.with_parts(Extra::parts(&args.with));
    args.shape.add_to(options, Format::Jsonl.markup(&args.with), "add --with markdown or html")
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

/// Tries a page in a process of its own: the same command with `--try-page`.
fn try_in_child(page: &PageAt) -> io::Result<ExitStatus> {
    let mut arguments: Vec<OsString> = env::args_os().skip(1).collect();
    // Directly after the subcommand, because after `--` it would be an input.
    let after_subcommand = arguments.iter().position(|argument| argument == "batch").map_or(0, |at| at + 1);
    arguments.insert(after_subcommand, format!("--try-page={page}").into());
    let mut child = Command::new(env::current_exe()?)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // The same list of inputs, if there was one. The process may end before it has read all of it.
    let written = child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(sources::list_on_stdin()));
    match (child.wait()?, written) {
        (status, _) if !status.success() => Ok(status),
        (status, written) => written.map(|()| status),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        batch: BatchArgs,
    }

    #[test]
    fn columns_are_chosen_of_inputs_that_have_some() {
        let of = |option: Option<&'static str>, input: &str| {
            let arguments = ["batch", input, "-o", "out.parquet"].into_iter().chain(option);
            let sources: Vec<Source> = Source::from_path(input.as_ref()).into_iter().collect();
            let read = read_options(&Alone::parse_from(arguments).batch, &sources);
            read.map(|read| read.columns).map_err(|error| error.to_string())
        };
        let names = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(None, "a.parquet"), Ok(None));
        assert_eq!(of(Some("--columns=id,date"), "a.parquet"), Ok(names(&["id", "date"])));
        assert_eq!(of(Some("--columns="), "a.parquet"), Ok(names(&[])));
        assert!(of(Some("--columns=id"), "a.warc").unwrap_err().contains("are for Parquet and JSON lines"));
    }
}
