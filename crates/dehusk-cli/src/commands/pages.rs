//! Processes all pages of a run: reads and extracts them, writes them in order, and reports problems.

use std::io;
use std::path::Path;

use crate::exit::Exit;
use crate::input::{Input, Listing};
use crate::output::{PageFormat, Sink};
use crate::pipeline;
use crate::report::{Reporter, print_message};
use crate::worker::{self, Recipe, Worker};

/// Processes all pages and writes them to a file, to a folder or to standard output.
pub(super) fn write_pages(
    recipe: &Recipe,
    listing: &Listing,
    jobs: usize,
    output: Option<&Path>,
    format: &dyn PageFormat,
) -> anyhow::Result<Exit> {
    let sink = Sink::open(output, listing, format)?;
    let limits = recipe.options.limits();
    let mut reporter = Reporter::new(listing.inputs.len(), limits, sink.is_terminal());
    if listing.addresses() > 0 {
        reporter = reporter.fetching(&recipe.fetching.pending);
    }
    if listing.inputs.is_empty() {
        reporter.note("there is no page to read: the list of --input-file is empty");
    }
    listing.skipped.iter().for_each(|sentence| reporter.note(sentence));
    let written = write_each(recipe, listing, jobs, sink, &mut reporter);
    let exit = reporter.finish();
    recipe.fetching.finish()?;
    match written {
        Ok(sentence) => {
            sentence.iter().for_each(|sentence| print_message(sentence));
            Ok(if listing.inputs.is_empty() { Exit::SomePageFailed } else { exit })
        }
        // A broken pipe is a success: the reader of `dehusk … | head` has seen enough.
        Err(error) if is_broken_pipe(&error) => Ok(Exit::Success),
        Err(error) => Err(error),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes every page, and returns what to say at the end.
fn write_each(
    recipe: &Recipe,
    listing: &Listing,
    jobs: usize,
    mut sink: Sink<'_>,
    reporter: &mut Reporter,
) -> anyhow::Result<Option<String>> {
    worker::quiet_worker_panics();
    let fetching = &recipe.fetching;
    let turn = |input: &Input| match input {
        Input::Url { address, .. } if !fetching.has(address) => fetching.start(address).map(Some),
        _ => Ok(None),
    };
    let workers = jobs.max(fetching.connections.min(listing.addresses()));
    let start = || Worker::new(recipe);
    pipeline::in_order_with_turns(&listing.inputs, workers, turn, start, Worker::page, |page| {
        reporter.suspend(|| sink.page(&page))?;
        reporter.page(&page);
        anyhow::Ok(())
    })?;
    sink.finish()
}
