//! The program `dehusk`: reads the command line, runs one subcommand and turns its outcome into an exit code.
//!
//! It only reads pages and writes text. The library crate `dehusk` decides what is main content. Each subcommand is in its own
//! file under `commands`.

mod commands;
mod exit;
mod fetching;
mod host;
mod input;
mod output;
mod page;
mod pipeline;
mod report;
mod sanitize;
mod site_noise;
mod worker;
mod xpath;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::exit::Exit;

/// With jemalloc, the memory of a long run stays constant. The allocator of the C library keeps more and more freed memory
/// (measured in `bench/record`).
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Extracts the main content of web pages and leaves the husk: menus, ads, footers.
///
/// Data is written to standard output, messages are written to standard error.
///
/// Exit codes: 0 if everything succeeded, 1 if a page failed or a mean score is below its minimum (`dehusk eval --gate`), 2 if the command could not be run.
#[derive(Parser)]
#[command(name = "dehusk", version, max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let exit = CommandLine::parse().command.execute().unwrap_or_else(|error| report_error(&error));
    exit.into()
}

fn report_error(error: &anyhow::Error) -> Exit {
    report::print_message(&format!("{error:#}"));
    Exit::Failure
}
