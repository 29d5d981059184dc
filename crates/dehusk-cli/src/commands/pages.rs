//! Processes all pages of a run: reads and extracts them, writes them in order, and reports problems.

use std::io;
use std::path::Path;

use anyhow::Context;

use crate::exit::Exit;
use crate::input::{Input, Listing};
use crate::output::{Destination, PageWriter};
use crate::pipeline;
use crate::report::{Reporter, print_message};
use crate::worker::{self, Recipe, Worker};

/// Processes all pages and writes them to a file or to standard output.
pub(super) fn write_pages(
    recipe: &Recipe,
    listing: &Listing,
    jobs: usize,
    output: Option<&Path>,
    writer: impl FnOnce(&Destination) -> Box<dyn PageWriter>,
) -> anyhow::Result<Exit> {
    let mut destination = match output {
        Some(path) => Destination::file(path, &listing.inputs)?,
        None => Destination::stdout(),
    };
    let limits = recipe.options.limits();
    let mut reporter = Reporter::new(listing.inputs.len(), limits, destination.is_terminal());
    if listing.addresses() > 0 {
        reporter = reporter.fetching(&recipe.fetching.pending);
    }
    if listing.inputs.is_empty() {
        reporter.note("there is no page to read: the list of --input-file is empty");
    }
    listing.skipped.iter().for_each(|sentence| reporter.note(sentence));
    let mut writer = writer(&destination);
    let outcome = write_each(recipe, listing, jobs, &mut destination, writer.as_mut(), &mut reporter);
    let exit = reporter.finish();
    recipe.fetching.finish()?;
    match outcome {
        Ok(()) => {
            destination.complete()?.iter().for_each(|sentence| print_message(sentence));
            Ok(exit)
        }
        // A broken pipe is a success: the reader of `dehusk … | head` has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Success),
        Err(error) => Err(error).context("cannot write the output; check the free disk space"),
    }
}

fn write_each(
    recipe: &Recipe,
    listing: &Listing,
    jobs: usize,
    destination: &mut Destination,
    writer: &mut dyn PageWriter,
    reporter: &mut Reporter,
) -> io::Result<()> {
    worker::quiet_worker_panics();
    let fetching = &recipe.fetching;
    let turn = |input: &Input| match input {
        Input::Url { address, .. } => fetching.start(address).map(Some),
        _ => Ok(None),
    };
    let workers = jobs.max(fetching.connections.min(listing.addresses()));
    let start = || Worker::new(recipe);
    pipeline::in_order_with_turns(&listing.inputs, workers, turn, start, Worker::page, |page| {
        if !page.is_left_out() {
            reporter.suspend(|| destination.page(&mut *writer, &page))?;
        }
        reporter.page(&page);
        Ok(())
    })?;
    destination.finish(writer)
}
