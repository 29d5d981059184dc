//! `dehusk extract`: pages in, main content out. `args` is what the user typed, `plan` what that means.

mod args;
mod plan;

use std::io::{self, IsTerminal};

use anyhow::Context;

pub(super) use self::args::{ExtractArgs, name_and_value};
use self::plan::Plan;
use crate::exit::Exit;
use crate::input;
use crate::output::{RunFacts, Sink};
use crate::pipeline;
use crate::report::Reporter;
use crate::worker::{self, Worker};

pub(super) fn execute(args: ExtractArgs) -> anyhow::Result<Exit> {
    let plan = Plan::new(args, io::stdin().is_terminal())?;
    let sink = match &plan.output {
        Some(path) => Sink::file(path, &plan.listing.inputs)?,
        None => Sink::stdout(),
    };
    let mut reporter =
        Reporter::new(plan.listing.inputs.len(), plan.recipe.options.limits(), sink.is_terminal());
    let outcome = extract_all(&plan, sink, &mut reporter);
    let exit = reporter.finish();
    match outcome {
        Ok(()) => Ok(exit),
        // Whoever read our output has seen enough: `dehusk … | head` is a success.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Fine),
        Err(error) => Err(error).context("cannot write the output; check the space on its disk"),
    }
}

fn extract_all(plan: &Plan, mut sink: Sink, reporter: &mut Reporter) -> io::Result<()> {
    worker::quiet_worker_panics();
    let facts = RunFacts::new(&plan.recipe.options);
    let mut writer = plan.format.writer(plan.listing.several, sink.is_terminal(), facts);
    let agent = input::agent();
    pipeline::in_order(
        &plan.listing.inputs,
        plan.jobs,
        || Worker::new(&plan.recipe, &agent),
        Worker::page,
        |page| {
            sink.page(writer.as_mut(), &page)?;
            reporter.page(&page);
            Ok(())
        },
    )?;
    sink.finish(writer.as_mut())
}
