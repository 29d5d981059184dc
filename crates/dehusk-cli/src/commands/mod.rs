//! The subcommands, one file each: its arguments as typed, and `execute`.

mod extract;
mod methods;

use clap::Subcommand;

use crate::exit::Exit;

#[derive(Subcommand)]
pub(crate) enum Command {
    Extract(extract::ExtractArgs),
    Methods(methods::MethodsArgs),
}

impl Command {
    pub(crate) fn execute(self) -> anyhow::Result<Exit> {
        match self {
            Command::Extract(args) => extract::execute(args),
            Command::Methods(args) => methods::execute(&args),
        }
    }
}
