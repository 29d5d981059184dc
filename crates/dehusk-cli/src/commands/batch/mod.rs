//! `dehusk batch`: very many pages. The work is that of `dehusk_batch::run`; this is what a person types and sees.

mod args;
mod plan;

use dehusk::Status;
use dehusk_batch::run::{self, Plan, Summary};

pub(super) use self::args::BatchArgs;
use crate::exit::Exit;
use crate::report::{self, BatchProgress};

pub(super) fn execute(args: &BatchArgs) -> anyhow::Result<Exit> {
    let plan = plan::plan(args)?;
    run::quiet_worker_panics();
    let progress = BatchProgress::new(&plan.sources);
    let outcome = run::run(&plan, &|tally| progress.add(tally));
    progress.finish();
    let summary = outcome?;
    for (source, error) in &summary.unread {
        report::say(&format!("{source}: cannot read it to its end: {error}"));
    }
    progress.say_summary(&summary);
    let is_empty = has_inputs(&plan) && summary.done.pages + summary.skipped.pages == 0;
    if is_empty {
        report::say("no input has a page; check that these are the right ones");
    }
    Ok(if is_empty || has_failures(&summary) { Exit::SomePageFailed } else { Exit::Fine })
}

/// Shards may outnumber inputs, and then some have none.
fn has_inputs(plan: &Plan) -> bool {
    plan.sources.len() >= plan.shard.number
}

fn has_failures(summary: &Summary) -> bool {
    let failures = [Status::Timeout, Status::TooLarge, Status::NotHtml, Status::Error];
    // Those of earlier runs too: the answer is about the output, however often its making was ended.
    let [done, before] = [&summary.done, &summary.skipped].map(|tally| &tally.statuses);
    let failed = |status: &Status| done.contains_key(status.as_str()) || before.contains_key(status.as_str());
    !summary.unread.is_empty() || failures.iter().any(failed)
}
