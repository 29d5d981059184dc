//! Runs: read sources, extract their pages on several threads, write parts, and resume after an interruption.
//!
//! Each source is read in order. Its batches are extracted by whichever thread is free and written in order, so the contents of a
//! part do not depend on the number of threads. A part of a folder ends after [`Plan::part_bytes`] bytes of pages. It gets its
//! final name when it is complete and on disk, and is then recorded in the manifest.
//!
//! A run with a manifest also outlives a page that ends the process: see `trial`.
//!
//! The modules depend on each other in one direction: `scheduler` → `lane`, `trial` → `part_writer`, `begun` → `journal`,
//! `destination` → `manifest`, `error_file` → `lock`, `checks`, `changed_option` → `plan`, `tally`, `names` → `error`, `page_at`.

mod begun;
mod changed_option;
mod checks;
mod destination;
mod error;
mod error_file;
mod journal;
mod lane;
mod lock;
mod manifest;
mod names;
mod page_at;
mod part_writer;
mod plan;
mod scheduler;
mod source_digest;
mod tally;
mod trial;

use std::{panic, thread};

pub use error::RunError;
pub use page_at::{PageAt, Trial};
pub use plan::{DEFAULT_PART_BYTES, Output, Plan, Shard};
pub use tally::{FailedPage, Summary, Tally};
pub use trial::try_page;

use begun::Begun;
use checks::is_same_path;
use destination::Destination;
use journal::Journal;
use lane::Lane;
use manifest::Part;
use scheduler::Scheduler;
use source_digest::SourceIdentity;
use trial::Trials;

use crate::kernel::BatchExtractor;
use crate::read::{Cursor, Source};

/// The name of each worker thread.
pub const WORKER_NAME: &str = "dehusk-batch-worker";

/// Carries out a plan. `on_batch` is called with the counts of each extracted batch, in no particular order.
///
/// # Errors
/// [`RunError`] if the run cannot start or continue. A page that fails is a row of the output, not an error.
pub fn run(plan: &Plan, on_batch: &(dyn Fn(&Tally) + Sync)) -> Result<Summary, RunError> {
    checks::check_files(plan)?;
    let schema = plan.output_schema()?;
    let sources = plan.shard_sources();
    let destination = Destination::open(plan, schema, &sources)?;
    let (journal, done) = Journal::open(plan)?;
    let mut skipped = Tally::default();
    let lanes = remaining_lanes(plan, &destination, &sources, &done, &mut skipped)?;
    let begun = plan.manifest.as_ref().map(|manifest| Begun::open(manifest, plan.jobs.max(1))).transpose()?;
    let trials = begun.map(|(begun, suspects)| Trials::new(begun, suspects, plan.trial));
    let scheduler = Scheduler::new(plan, &destination, journal, trials, lanes, on_batch);
    thread::scope(|scope| {
        for number in 0..plan.jobs.max(1) {
            let builder = thread::Builder::new().name(WORKER_NAME.to_owned());
            let scheduler = &scheduler;
            let work = move || scheduler.work(number, &mut BatchExtractor::new(plan.batch.clone()));
            match builder.spawn_scoped(scope, work) {
                // The run needs at least one thread. Further ones are optional.
                Err(error) if number == 0 => return Err(RunError::Thread(error)),
                _ => {}
            }
        }
        Ok(())
    })?;
    scheduler.finish(skipped)
}

/// Hides the standard panic message of worker threads: a panic is reported in the row of its page.
pub fn quiet_worker_panics() {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().name() != Some(WORKER_NAME) {
            standard(info);
        }
    }));
}

/// The lanes that remain to be read. If the output is a folder, each source has its own lane; if it is a file, one lane has all
/// sources. The pages of finished parts are added to `skipped`.
fn remaining_lanes<'p>(
    plan: &Plan,
    destination: &Destination,
    sources: &[(usize, &'p Source)],
    done: &[Part],
    skipped: &mut Tally,
) -> Result<Vec<Lane<'p>>, RunError> {
    if matches!(plan.output, Output::File(_)) {
        let sources = sources.iter().map(|(_, source)| *source).collect();
        return Ok(vec![Lane::new(0, sources, SourceIdentity::unknown(), 0, Cursor::default())]);
    }
    let mut lanes = Vec::new();
    for (index, source) in sources {
        let failed = |error| RunError::Source(source.name(), error);
        let identity = match &plan.manifest {
            Some(_) => SourceIdentity::of(source).map_err(failed)?,
            None => SourceIdentity::unknown(),
        };
        let parts: Vec<&Part> = done.iter().filter(|part| part.source_index == *index).collect();
        check_source(*index, &identity, &parts)?;
        parts.iter().enumerate().try_for_each(|(number, part)| destination.check(part, number))?;
        parts.iter().for_each(|part| skipped.join(&part.tally()));
        if !parts.last().is_some_and(|part| part.last) {
            let from = parts.last().map_or(Cursor::default(), |part| part.to);
            lanes.push(Lane::new(*index, vec![*source], identity, parts.len(), from));
        }
    }
    Ok(lanes)
}

/// Checks that finished parts were made from the source as it is now.
fn check_source(index: usize, now: &SourceIdentity, parts: &[&Part]) -> Result<(), RunError> {
    for part in parts {
        if !is_same_path(&part.source, &now.name) {
            let (number, was, is) = (index + 1, part.source.clone(), now.name.clone());
            return Err(RunError::OtherSource { number, was, is });
        }
        if part.source_digest != now.digest {
            return Err(RunError::SourceChanged(now.name.clone()));
        }
        if part.source_modified != now.modified {
            return Err(RunError::SourceModified(now.name.clone()));
        }
    }
    Ok(())
}
