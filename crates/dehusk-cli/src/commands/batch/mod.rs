//! `dehusk batch`: extracts many pages. `dehusk_batch::run` does the work; this module handles the command line and the messages.

mod args;
mod output;
mod plan;
mod sources;

use dehusk_batch::run::{self, Plan, Shard, Summary};

pub(super) use self::args::BatchArgs;
use crate::exit::Exit;
use crate::report::{self, BatchProgress};

pub(super) fn execute(args: &BatchArgs) -> anyhow::Result<Exit> {
    let plan = plan::plan(args)?;
    if let Some(page) = &args.try_page {
        run::try_page(&plan, page)?;
        return Ok(Exit::Success);
    }
    run::quiet_worker_panics();
    let progress = BatchProgress::new(&plan.sources);
    let outcome = run::run(&plan, &|tally| progress.add(tally));
    progress.finish();
    let summary = outcome?;
    for (source, error) in &summary.unread {
        report::print_message(&format!("cannot read {source} completely: {error}"));
    }
    progress.print_summary(&summary);
    BatchProgress::print_failures(&summary, args.errors.as_deref());
    let is_empty = has_inputs(&plan) && summary.done.pages + summary.skipped.pages == 0;
    if !has_inputs(&plan) {
        let inputs = report::counted(plan.sources.len(), "input", "inputs");
        let Shard { number, of } = plan.shard;
        report::print_message(&format!(
            "shard {number} of {of} has nothing to read, because the run has only {inputs}; make no more shards than inputs"
        ));
    }
    if is_empty {
        report::print_message("no input contains a page; check the inputs");
    }
    Ok(if is_empty || has_failures(&summary) { Exit::SomePageFailed } else { Exit::Success })
}

/// Whether the shard has inputs. Some shards have none if there are more shards than inputs.
fn has_inputs(plan: &Plan) -> bool {
    plan.sources.len() >= plan.shard.number
}

/// Failures of earlier runs count too: the exit code is about the complete output.
fn has_failures(summary: &Summary) -> bool {
    !summary.unread.is_empty() || summary.failed() > 0
}
