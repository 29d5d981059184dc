//! `dehusk completions`: prints the script with which a shell completes the command line of the program.

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::CommandLine;
use crate::exit::Exit;
use crate::output;

/// Print a script that completes the options of dehusk in a shell
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

const AFTER_HELP: &str = "\
Examples:
  dehusk completions bash > ~/.local/share/bash-completion/completions/dehusk
  dehusk completions zsh > \"${fpath[1]}/_dehusk\"
  dehusk completions fish > ~/.config/fish/completions/dehusk.fish";

pub(super) fn execute(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut CommandLine::command(), "dehusk", &mut script);
    output::print(&script).context("cannot write the script")?;
    Ok(Exit::Success)
}
