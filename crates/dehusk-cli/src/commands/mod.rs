//! The subcommands, one file each: its arguments as typed, and `execute`.

mod eval;
mod extract;
mod methods;
mod plot;
mod tune;

use std::num::NonZeroUsize;
use std::thread;

use clap::Subcommand;

use crate::exit::Exit;

#[derive(Subcommand)]
pub(crate) enum Command {
    Extract(extract::ExtractArgs),
    Eval(eval::EvalArgs),
    Tune(tune::TuneArgs),
    Methods(methods::MethodsArgs),
    Plot(plot::PlotArgs),
}

/// The number of jobs asked for, else of cores.
fn or_cores(jobs: Option<NonZeroUsize>) -> NonZeroUsize {
    jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

impl Command {
    pub(crate) fn execute(self) -> anyhow::Result<Exit> {
        match self {
            Command::Extract(args) => extract::execute(args),
            Command::Eval(args) => eval::execute(&args),
            Command::Tune(args) => tune::execute(&args),
            Command::Methods(args) => methods::execute(&args),
            Command::Plot(args) => plot::execute(args),
        }
    }
}
