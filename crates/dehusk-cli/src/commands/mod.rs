//! The subcommands, one file each: its arguments as typed, and `execute`.

mod batch;
mod cloud;
mod eval;
mod extract;
mod metadata;
mod methods;
mod pages;
mod plot;
mod tune;

use std::num::NonZeroUsize;
use std::thread;

use clap::{Subcommand, ValueEnum};
use dehusk::Options;

use crate::exit::Exit;

#[derive(Subcommand)]
pub(crate) enum Command {
    Extract(extract::ExtractArgs),
    Metadata(metadata::MetadataArgs),
    Batch(Box<batch::BatchArgs>),
    Eval(eval::EvalArgs),
    Tune(tune::TuneArgs),
    Methods(methods::MethodsArgs),
    Plot(plot::PlotArgs),
    Cloud(Box<cloud::CloudArgs>),
}

/// The number of jobs asked for, else of cores.
fn or_cores(jobs: Option<NonZeroUsize>) -> NonZeroUsize {
    jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// What matters more where the default method is not sure: its parameter `focus` under a name of its own.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Focus {
    /// Little that is not main content, at the cost of some that is
    Precision,
    /// Both alike
    Balanced,
    /// All of the main content, at the cost of some other text, such as comments of readers
    Recall,
}

/// The options with a focus, if one is asked for.
fn with_focus(options: Options, focus: Option<Focus>) -> anyhow::Result<Options> {
    let word = focus.and_then(|focus| focus.to_possible_value());
    Ok(word.iter().try_fold(options, |options, word| options.with_param("focus", word.get_name()))?)
}

/// The options of a method with parameters as typed.
fn method_options(method: &str, params: &[(String, String)]) -> anyhow::Result<Options> {
    let options = Options::new().with_method(method)?;
    Ok(params.iter().try_fold(options, |options, (name, value)| options.with_param(name, value))?)
}

impl Command {
    pub(crate) fn execute(self) -> anyhow::Result<Exit> {
        match self {
            Command::Extract(args) => extract::execute(args),
            Command::Metadata(args) => metadata::execute(args),
            Command::Batch(args) => batch::execute(&args),
            Command::Eval(args) => eval::execute(&args),
            Command::Tune(args) => tune::execute(&args),
            Command::Methods(args) => methods::execute(&args),
            Command::Plot(args) => plot::execute(args),
            Command::Cloud(args) => cloud::execute(*args),
        }
    }
}
