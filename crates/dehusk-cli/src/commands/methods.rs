//! `dehusk methods`: which methods and presets there are, where they come from and what can be set.

use anyhow::Context;
use clap::{Args, ValueEnum};
use dehusk::methods::{self, Method, ParamSpec, Preset};
use serde::Serialize;

use crate::exit::Exit;
use crate::output;

/// Fits the smallest usual terminal.
const WIDTH: usize = 80;
/// Where everything about a method starts, below its name.
const INDENT: usize = 4;
/// Where the explanation of a parameter starts.
const DEEP_INDENT: usize = 8;

/// List the methods of finding main content, and their parameters
#[derive(Args)]
pub(crate) struct MethodsArgs {
    /// The form of the output
    #[arg(long, value_enum, default_value_t = Format::Txt)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For reading, at most 80 columns wide
    Txt,
    /// An array with one object per method
    Json,
}

pub(super) fn execute(args: &MethodsArgs) -> anyhow::Result<Exit> {
    let listing = match args.format {
        Format::Txt => {
            let methods = methods::all().iter().map(|method| in_words(*method));
            methods.chain([presets_in_words()]).collect::<Vec<_>>().join("\n")
        }
        Format::Json => in_json()?,
    };
    output::print(listing.as_bytes()).context("cannot write the list")?;
    Ok(Exit::Fine)
}

fn in_words(method: &dyn Method) -> String {
    let mut words = format!("{}\n", method.name());
    words += &filled(method.summary(), INDENT);
    words += &filled(&format!("Paper: {}", method.paper()), INDENT);
    for param in method.params() {
        words += &filled(&format!("--param {}={} ({})", param.name, param.default, param.values), INDENT);
        words += &filled(param.doc, DEEP_INDENT);
    }
    words
}

fn presets_in_words() -> String {
    let mut words = filled("Presets: names for methods with parameters, used like methods", 0);
    for preset in methods::presets() {
        words += &format!("{}\n", preset.name);
        words += &filled(preset.doc, INDENT);
        let params = preset.params.iter().map(|(name, value)| format!(" --param {name}={value}"));
        words += &filled(&format!("--method {}{}", preset.method, params.collect::<String>()), INDENT);
    }
    words
}

/// `text` in lines of at most `WIDTH` columns, each indented. A longer word has a line of its own.
fn filled(text: &str, indent: usize) -> String {
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

fn in_json() -> anyhow::Result<String> {
    let methods = methods::all().iter().map(|method| MethodRecord::new(*method, None));
    let presets = methods::presets().iter().map(|preset| MethodRecord::new(&*preset.build(), Some(preset)));
    let methods: Vec<MethodRecord> = methods.chain(presets).collect();
    Ok(serde_json::to_string_pretty(&methods)? + "\n")
}

#[derive(Serialize)]
struct MethodRecord {
    name: &'static str,
    /// The method that a preset is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    preset_of: Option<&'static str>,
    paper: &'static str,
    summary: &'static str,
    params: Vec<ParamRecord>,
}

#[derive(Serialize)]
struct ParamRecord {
    name: &'static str,
    default: String,
    values: &'static str,
    doc: &'static str,
}

impl MethodRecord {
    /// Of a method, or of a preset of it; the defaults of a preset are what it sets.
    fn new(method: &dyn Method, preset: Option<&Preset>) -> MethodRecord {
        MethodRecord {
            name: preset.map_or(method.name(), |preset| preset.name),
            preset_of: preset.map(|_| method.name()),
            paper: method.paper(),
            summary: preset.map_or(method.summary(), |preset| preset.doc),
            params: method.params().iter().map(|spec| ParamRecord::new(method, spec)).collect(),
        }
    }
}

impl ParamRecord {
    fn new(method: &dyn Method, spec: &ParamSpec) -> ParamRecord {
        let default = method.get(spec.name).unwrap_or_default();
        ParamRecord { name: spec.name, default, values: spec.values, doc: spec.doc }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_never_too_wide() {
        let lines = filled(&"word ".repeat(40), INDENT);
        assert!(lines.lines().all(|line| line.starts_with("    word") && line.len() <= WIDTH), "{lines}");
        assert_eq!(lines.split_whitespace().count(), 40);
    }

    #[test]
    fn a_word_wider_than_the_line_stays_whole() {
        let word = "w".repeat(WIDTH);
        assert_eq!(filled(&format!("a {word} b"), 2), format!("  a\n  {word}\n  b\n"));
    }
}
