//! The program `dehusk`: reads the command line, runs one subcommand and turns its outcome into an exit code.
//!
//! It only reads pages and writes text. The library crate `dehusk` decides what is main content. Each subcommand is in its own
//! file under `commands`.
//!
//! It is a library so that the Python package can bring the program: [`run`] is all of it. `main.rs` adds the allocator.

mod commands;
mod exit;
mod fetching;
mod host;
mod input;
mod output;
mod pipeline;
mod report;
mod sanitize;
mod site_noise;
mod tips;
mod worker;
mod xpath;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use crate::commands::Command;
use crate::exit::Exit;

/// Extracts the main content of web pages, without menus, adverts and footers.
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

/// Runs the program with the arguments of its command line, of which the first is its own name. Returns the exit code.
///
/// It writes to standard output and standard error. If it cannot understand the arguments, or `--help` or `--version`
/// is one of them, it prints what there is to say and returns as well.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let command = arguments.get(1).map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    let code = match CommandLine::try_parse_from(arguments) {
        Ok(line) => line.command.execute().unwrap_or_else(|error| report_error(&error)).code(),
        Err(mut message) => {
            tips::improve(&mut message, &command);
            print_usage(&message)
        }
    };
    // Only an executable in Rust would do this at its end. What can be wrong with standard output was reported.
    let _ = io::stdout().flush();
    code
}

/// Prints the message of clap, which is an error, the help or the version, and returns its exit code.
fn print_usage(message: &clap::Error) -> u8 {
    // A reader that has closed the pipe wants no more help.
    let _ = message.print();
    if let Some(ContextValue::String(typed)) = message.get(ContextKind::InvalidSubcommand) {
        match typed.as_str() {
            "explain" => report::print_message("to explain a page, write: dehusk extract --explain PAGE"),
            page if page.contains(['.', '/']) => {
                report::print_message(&format!("to extract a page, write: dehusk extract {page}"));
            }
            _ => {}
        }
    }
    u8::try_from(message.exit_code()).unwrap_or(u8::MAX)
}

fn report_error(error: &anyhow::Error) -> Exit {
    report::print_message(&format!("{error:#}"));
    Exit::Failure
}
