//! `dehusk extract`: writes the main content of pages. `args` is the command line as typed, `plan` is its interpretation.

mod args;
mod plan;

use std::io::{self, IsTerminal};

pub(super) use self::args::ExtractArgs;
use dehusk_record::{RunFacts, SCHEMA};

use self::plan::Plan;
use crate::commands::pages::write_pages;
use crate::exit::Exit;
use crate::output::{RunFormat, print};

pub(super) fn execute(args: ExtractArgs) -> anyhow::Result<Exit> {
    if args.schema {
        print(SCHEMA.as_bytes())?;
        return Ok(Exit::Success);
    }
    let extras = args.with.clone();
    let Plan { recipe, listing, format, explain, output, jobs } = Plan::new(args, io::stdin().is_terminal())?;
    let facts = RunFacts::new(&recipe.options, &extras).explaining(explain);
    write_pages(&recipe, &listing, jobs, output.as_deref(), &RunFormat { format, facts })
}
