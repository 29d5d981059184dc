//! `dehusk-bench`: compares the speed of dehusk with that of other libraries, and measures how its time grows
//! on hostile pages and how much memory it needs.
//!
//! Each of the three subcommands has a module: [`speed`], [`growth`] and [`memory`]. They share the other
//! modules: [`corpus`] reads pages, [`cases`] lists the operations to measure, [`clock`] measures time, and
//! [`report`] prints and records the results.

mod case;
mod cases;
mod clock;
mod corpus;
mod growth;
mod hostile;
mod machine;
mod memory;
mod ours;
mod page;
mod peers;
mod report;
mod speed;

use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// All allocations of this program go through this allocator. It counts only for `memory`.
#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// Measures speed, growth and memory of dehusk and its peers.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Core to run on; default: the last one that is allowed
    #[arg(long, global = true)]
    core: Option<usize>,
    /// Also write the report to this file, as Markdown
    #[arg(long, global = true, value_name = "FILE")]
    record: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// MB of HTML per CPU second for every case, measured in alternating rounds
    Speed(speed::Arguments),
    /// Time on hostile pages at scales ×1, ×10 and ×100, and the exponent with which it grows
    Growth(growth::Arguments),
    /// Peak heap size per byte of the page
    Memory(memory::Arguments),
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let core = clock::pin(arguments.core)?;
    let mut report = report::Report::new(&machine::facts(core));
    match &arguments.command {
        Command::Speed(options) => speed::run(options, &mut report)?,
        Command::Growth(options) => growth::run(options, &mut report)?,
        Command::Memory(options) => memory::run(options, &mut report)?,
    }
    report.finish(arguments.record.as_deref())
}
