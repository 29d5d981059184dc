//! The way of all pages of a run: each is read and worked on by the recipe, written in order, and reported.

use std::io;
use std::path::Path;

use anyhow::Context;

use crate::exit::Exit;
use crate::input::{self, Listing};
use crate::output::{PageWriter, Sink};
use crate::pipeline;
use crate::report::Reporter;
use crate::worker::{self, Recipe, Worker};

/// Writes all pages to a file, or to standard output.
pub(super) fn write_pages(
    recipe: &Recipe,
    listing: &Listing,
    jobs: usize,
    output: Option<&Path>,
    writer: impl FnOnce(&Sink) -> Box<dyn PageWriter>,
) -> anyhow::Result<Exit> {
    let sink = match output {
        Some(path) => Sink::file(path, &listing.inputs)?,
        None => Sink::stdout(),
    };
    let mut reporter = Reporter::new(listing.inputs.len(), recipe.options.limits(), sink.is_terminal());
    let mut writer = writer(&sink);
    let outcome = write_each(recipe, listing, jobs, sink, writer.as_mut(), &mut reporter);
    let exit = reporter.finish();
    match outcome {
        Ok(()) => Ok(exit),
        // Whoever read our output has seen enough: `dehusk … | head` is a success.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Fine),
        Err(error) => Err(error).context("cannot write the output; check the space on its disk"),
    }
}

fn write_each(
    recipe: &Recipe,
    listing: &Listing,
    jobs: usize,
    mut sink: Sink,
    writer: &mut dyn PageWriter,
    reporter: &mut Reporter,
) -> io::Result<()> {
    worker::quiet_worker_panics();
    let agent = input::agent();
    let start = || Worker::new(recipe, &agent);
    pipeline::in_order(&listing.inputs, jobs, start, Worker::page, |page| {
        sink.page(&mut *writer, &page)?;
        reporter.page(&page);
        Ok(())
    })?;
    sink.finish(writer)
}
