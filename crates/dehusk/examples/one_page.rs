//! Prints the main content of a file as text: `cargo run -p dehusk --example one_page page.html`.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: one_page FILE");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("cannot read {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    };
    let extraction = dehusk::extract(&bytes);
    println!("{}", extraction.text());
    if let Some(reason) = extraction.reason() {
        eprintln!("{}: {reason}", extraction.status().as_str());
    }
    ExitCode::SUCCESS
}
