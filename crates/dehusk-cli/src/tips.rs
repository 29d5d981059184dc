//! Tips for options that other programs have under names that are not ours. Where a name can mean one thing only, it is a hidden alias
//! of the option instead.

use clap::ValueEnum;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use dehusk_record::Extra;

/// Commands, words that people type after them, and what to write instead.
const TIPS: [(&[&str], &[&str], &str); 9] = [
    (&["extract"], &["--markdown", "--md"], "write --format md"),
    (&["extract"], &["--html"], "write --format html"),
    (&["extract", "metadata"], &["--json"], "write --format json, or --format jsonl for JSON lines"),
    (&["extract", "metadata"], &["--output-dir", "--outdir"], "write -o DIR/ for one file per page"),
    (
        &["extract"],
        &["--url"],
        "an address to fetch needs no option, and --base is the address of a page in a file",
    ),
    (&["metadata", "feeds", "sitemap"], &["--url"], "an address needs no option"),
    (&["extract", "metadata", "batch"], &["--timeout"], "--timeout-ms takes milliseconds: --timeout-ms 5000"),
    (
        &["extract", "metadata", "batch", "feeds", "sitemap"],
        &["--quiet", "-q"],
        "messages are on standard error; 2>/dev/null drops them",
    ),
    (&["extract"], &["--verbose", "-v"], "--explain says why each block was kept or removed"),
];

/// Replaces what clap proposes for an unknown option by what was meant. `command` is the subcommand as typed.
pub(crate) fn improve(error: &mut clap::Error, command: &str) {
    if error.kind() != ErrorKind::UnknownArgument {
        return;
    }
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else { return };
    let tip = tip(command, typed).map(str::to_owned).or_else(|| tip_for_field(command, typed));
    // That an option is to be passed as the name of a page is never meant.
    error.remove(ContextKind::Suggested);
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
}

/// The tip for an option that has the name of a field of records.
fn tip_for_field(command: &str, typed: &str) -> Option<String> {
    let field = typed.strip_prefix("--").filter(|_| command == "extract")?;
    let is_field = Extra::value_variants()
        .iter()
        .filter_map(Extra::to_possible_value)
        .any(|it| it.matches(field, false));
    is_field.then(|| format!("write --format jsonl --with {field}"))
}

fn tip(command: &str, typed: &str) -> Option<&'static str> {
    let found =
        TIPS.iter().find(|(commands, words, _)| commands.contains(&command) && words.contains(&typed));
    found.map(|(_, _, tip)| *tip)
}
