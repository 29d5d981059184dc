//! The program `dehusk`: reads the command line, runs one subcommand and turns its outcome into an exit code.
//!
//! It only moves pages in and text out. What main content is, is decided in the library crate `dehusk`; what a
//! subcommand does is in its own file under `commands`.

mod commands;
mod exit;
mod host;
mod input;
mod output;
mod page;
mod pipeline;
mod report;
mod sanitize;
mod site_noise;
mod worker;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::exit::Exit;

/// The memory of a long run stays flat with it; the C library's own allocator keeps ever more of what was freed (`bench/record`).
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Takes the main content out of web pages and leaves the husk: menus, adverts, footers.
///
/// Data goes to standard output, everything else to standard error.
/// Exit code: 0 all fine, 1 some page failed or a mean is below its floor, 2 the command line could not be carried out.
#[derive(Parser)]
#[command(name = "dehusk", version, max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let exit = CommandLine::parse().command.execute().unwrap_or_else(|error| refuse(&error));
    exit.into()
}

fn refuse(error: &anyhow::Error) -> Exit {
    report::say(&format!("{error:#}"));
    Exit::NotCarriedOut
}
