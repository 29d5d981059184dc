//! `dehusk-bench`: how fast dehusk is beside its peers, how its time grows on hostile pages, how much memory it takes.
//!
//! Three subcommands, one module each: [`speed`], [`growth`], [`memory`]. What they share: pages come from
//! [`corpus`], code under measure from [`ours`] and [`peers`] as [`case::Case`]s, time from [`clock`], and what is
//! printed is [`report`]ed in the same form as it is recorded.

mod case;
mod clock;
mod corpus;
mod growth;
mod hostile;
mod machine;
mod memory;
mod ours;
mod peers;
mod report;
mod speed;

use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Everything in this program allocates through here; counting is off but for `memory`.
#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// Speed, growth and memory of dehusk beside its peers.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Core to stay on; without it the last one that is allowed
    #[arg(long, global = true)]
    core: Option<usize>,
    /// Write the report to this file too, as Markdown
    #[arg(long, global = true, value_name = "FILE")]
    record: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// MB of HTML per CPU second of every case, in alternating rounds
    Speed(speed::Arguments),
    /// Time on hostile input at sizes ×1, ×10, ×100, and the exponent it grows with
    Growth(growth::Arguments),
    /// Peak heap per page byte
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
