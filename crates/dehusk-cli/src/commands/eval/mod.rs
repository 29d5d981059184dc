//! `dehusk eval`: measures methods on corpora. `args` is the command line as typed, `plan` is its interpretation; the crate
//! `dehusk-eval` does the measuring.

mod args;
mod plan;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use dehusk_eval::gate::Gate;
use dehusk_eval::report::html::HtmlReport;
use dehusk_eval::report::{self, Report};
use dehusk_eval::{Observer, PageView, Results};

use self::args::Form;
pub(super) use self::args::{EvalArgs, Metric};
use self::plan::{PagesForm, Plan};
pub(super) use self::plan::{check_distinct, check_output_file, load_corpora};
use crate::exit::Exit;
use crate::output;
use crate::report::{Progress, print_message};
use crate::sanitize;
use crate::worker;

pub(super) fn execute(args: &EvalArgs) -> anyhow::Result<Exit> {
    let plan = Plan::new(args)?;
    let pages = begin_pages(args, &plan)?;
    let results = run(&plan, pages.as_ref());
    let by: Vec<_> = plan.by.iter().map(|by| (*by).into()).collect();
    let report = Report::new(&results, args.metric.into(), &by, plan.against, command_line());
    write_files(args, &plan, &report)?;
    if let Some(pages) = pages {
        pages.finish(&report)?;
    }
    write_report(&report, args.format)?;
    let would_lower = write_gate(args, &plan, &report)?;
    let failed = plan.gate.as_ref().is_some_and(|gate| !passes(gate, &report));
    Ok(if would_lower || failed { Exit::BelowFloor } else { Exit::Success })
}

fn begin_pages(args: &EvalArgs, plan: &Plan) -> anyhow::Result<Option<HtmlReport>> {
    let Some(folder) = &args.report else { return Ok(None) };
    let (cases, measure) = (args.cases.into(), args.metric.into());
    Ok(Some(HtmlReport::begin(folder, cases, &plan.corpora, &plan.entrants, measure)?))
}

fn run(plan: &Plan, pages: Option<&HtmlReport>) -> Results {
    worker::quiet_worker_panics();
    let count = plan.corpora.iter().map(|corpus| plan.settings.pages_of(corpus)).sum();
    let progress = Progress::new(count, io::stderr().is_terminal());
    let mut observers: Vec<&dyn Observer> = vec![&progress];
    observers.extend(pages.map(|pages| -> &dyn Observer { pages }));
    let results = dehusk_eval::run(&plan.corpora, &plan.entrants, &plan.settings, &observers);
    progress.finish();
    results
}

impl Observer for Progress {
    fn page(&self, view: &PageView<'_>) {
        Progress::page(self, view.result.bytes);
    }
}

fn write_files(args: &EvalArgs, plan: &Plan, report: &Report<'_>) -> anyhow::Result<()> {
    if let Some((file, form)) = &plan.pages {
        write_file(file, |out| match form {
            PagesForm::Csv => report::pages_csv(report.results, out),
            PagesForm::Parquet => report::pages_parquet(report.results, out),
        })?;
    }
    match &args.summary {
        Some(file) => write_file(file, |out| report::summary_csv(report, out)),
        None => Ok(()),
    }
}

fn write_file(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> anyhow::Result<()> {
    let written = File::create(path).map(BufWriter::new).and_then(|mut out| {
        write(&mut out)?;
        out.flush()
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn write_report(report: &Report<'_>, form: Form) -> anyhow::Result<()> {
    let mut text = Vec::new();
    match form {
        Form::Table => text = sanitize::for_stdout(&report::table(report)).into_owned().into_bytes(),
        Form::Json => serde_json::to_writer_pretty(&mut text, &report::json(report))?,
        Form::Csv => report::summary_csv(report, &mut text)?,
    }
    if matches!(form, Form::Json) {
        text.push(b'\n');
    }
    output::print(&text).context("cannot write the report")
}

/// Writes the gate file. Returns true, and writes nothing, if a floor would be lowered.
fn write_gate(args: &EvalArgs, plan: &Plan, report: &Report<'_>) -> anyhow::Result<bool> {
    let Some((file, earlier)) = &plan.write_gate else { return Ok(false) };
    match Gate::pinned(earlier.as_ref(), report, args.lower) {
        Ok(gate) => {
            let text = gate.text()?;
            write_file(file, |out| out.write_all(text.as_bytes()))?;
            Ok(false)
        }
        Err(error) => {
            print_message(&format!("{} is unchanged: {error}", file.display()));
            Ok(true)
        }
    }
}

/// Prints the verdict of the gate. Returns whether all means reach their floors.
fn passes(gate: &Gate, report: &Report<'_>) -> bool {
    let verdict = gate.judge(report);
    verdict.skipped.iter().for_each(|line| print_message(&format!("gate: not checked: {line}")));
    verdict.failures.iter().for_each(|line| print_message(&format!("gate: {line}")));
    let (failed, checked) = (verdict.failures.len(), verdict.checked);
    if checked == 0 {
        print_message(
            "gate: nothing was compared, so the gate fails; give corpora and methods that the gate file has floors for",
        );
        return false;
    }
    print_message(&format!("gate: {failed} of {checked} means are below their floors"));
    failed == 0
}

/// The command line, quoted for a POSIX shell.
pub(super) fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("dehusk".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_special_characters_are_quoted() {
        for (word, expected) in [
            ("r2l:P=3,split=always", "r2l:P=3,split=always"),
            ("gap<P", "'gap<P'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
