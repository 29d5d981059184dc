//! `dehusk sites`: site rules of other programs. `ftr` reads their files, `import` is the command.

mod ftr;
mod import;

use clap::{Args, Subcommand};

use crate::exit::Exit;

/// Convert site rules of other programs for --sites
#[derive(Args)]
pub(crate) struct SitesArgs {
    #[command(subcommand)]
    command: SitesCommand,
}

#[derive(Subcommand)]
enum SitesCommand {
    Import(import::ImportArgs),
}

pub(super) fn execute(args: &SitesArgs) -> anyhow::Result<Exit> {
    match &args.command {
        SitesCommand::Import(args) => import::execute(args),
    }
}
