//! `dehusk methods`: lists the methods and presets, their papers and their parameters.

use anyhow::Context;
use clap::{Args, ValueEnum};
use dehusk::methods::{self, Method};
use dehusk_record::MethodRecord;

use crate::exit::Exit;
use crate::output;

/// The maximum width of a line in columns: the width of the smallest common terminal.
const WIDTH: usize = 80;
/// The indentation, in columns, of the lines about a method.
const INDENT: usize = 4;
/// The indentation, in columns, of the description of a parameter.
const DEEP_INDENT: usize = 8;

/// List the extraction methods and their parameters
#[derive(Args)]
pub(crate) struct MethodsArgs {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Txt)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Text with at most 80 columns
    Txt,
    /// JSON: an array with one object per method
    Json,
}

pub(super) fn execute(args: &MethodsArgs) -> anyhow::Result<Exit> {
    let listing = match args.format {
        Format::Txt => {
            let methods = methods::all().iter().map(|method| method_text(*method));
            methods.chain([presets_text()]).collect::<Vec<_>>().join("\n")
        }
        Format::Json => serde_json::to_string_pretty(&MethodRecord::all())? + "\n",
    };
    output::print(listing.as_bytes()).context("cannot write the list")?;
    Ok(Exit::Success)
}

fn method_text(method: &dyn Method) -> String {
    let mut text = format!("{}\n", method.name());
    text += &wrap(method.summary(), INDENT);
    text += &wrap(&format!("Paper: {}", method.paper()), INDENT);
    for param in method.params() {
        text += &wrap(&format!("--param {}={} ({})", param.name, param.default, param.values), INDENT);
        text += &wrap(param.doc, DEEP_INDENT);
    }
    text
}

fn presets_text() -> String {
    let mut text = wrap("Presets: named combinations of a method and parameters, used like methods", 0);
    for preset in methods::presets() {
        text += &format!("{}\n", preset.name);
        text += &wrap(preset.doc, INDENT);
        let params = preset.params.iter().map(|(name, value)| format!(" --param {name}={value}"));
        text += &wrap(&format!("--method {}{}", preset.method, params.collect::<String>()), INDENT);
    }
    text
}

/// Wraps text into indented lines of at most `WIDTH` columns. A word that is too long gets its own line.
fn wrap(text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let mut lines = String::new();
    let mut line = margin.clone();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let is_first = line.len() == indent;
        if !is_first && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &line;
            lines.push('\n');
            line.clone_from(&margin);
        } else if !is_first {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_within_the_width() {
        let lines = wrap(&"word ".repeat(40), INDENT);
        assert!(lines.lines().all(|line| line.starts_with("    word") && line.len() <= WIDTH), "{lines}");
        assert_eq!(lines.split_whitespace().count(), 40);
    }

    #[test]
    fn a_word_wider_than_a_line_is_not_split() {
        let word = "w".repeat(WIDTH);
        assert_eq!(wrap(&format!("a {word} b"), 2), format!("  a\n  {word}\n  b\n"));
    }
}
