//! `dehusk man`: writes the manual pages of the program and of its subcommands.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use crate::CommandLine;
use crate::exit::Exit;

/// Write the manual pages into a folder
#[derive(Args)]
#[command(after_help = "Example:\n  dehusk man ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The folder; it is made if it does not exist
    folder: PathBuf,
}

pub(super) fn execute(args: &ManArgs) -> anyhow::Result<Exit> {
    let cannot_write = || format!("cannot write the manual pages to {}", args.folder.display());
    fs::create_dir_all(&args.folder).with_context(cannot_write)?;
    clap_mangen::generate_to(CommandLine::command(), &args.folder).with_context(cannot_write)?;
    Ok(Exit::Success)
}
