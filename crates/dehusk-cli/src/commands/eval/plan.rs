//! The plan of a run of `dehusk eval`. All errors in the command line, in the corpora and in the named files are found here,
//! before any page is processed.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use dehusk::Options;
use dehusk::budget::Limits;
use dehusk_eval::answers::Answers;
use dehusk_eval::gate::Gate;
use dehusk_eval::report::html;
use dehusk_eval::{Corpus, Entrant, Settings};

use super::args::{By, EvalArgs};
use crate::commands::shared::jobs_or_cores;
use crate::report::print_message;

pub(super) struct Plan {
    pub(super) corpora: Vec<Corpus>,
    pub(super) entrants: Vec<Entrant>,
    /// The index of the entrant with which the others are compared.
    pub(super) against: Option<usize>,
    pub(super) by: Vec<By>,
    pub(super) settings: Settings,
    pub(super) pages: Option<(PathBuf, PagesForm)>,
    pub(super) gate: Option<Gate>,
    /// The file to which floors are written, and the floors that it contains now.
    pub(super) write_gate: Option<(PathBuf, Option<Gate>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PagesForm {
    Csv,
    Parquet,
}

impl Plan {
    pub(super) fn new(args: &EvalArgs) -> anyhow::Result<Plan> {
        // Cheap checks come first.
        let pages = args.pages.as_deref().map(pages_file).transpose()?;
        let files = [&args.pages, &args.summary, &args.write_gate];
        files.into_iter().flatten().try_for_each(|file| check_output_file(file))?;
        check_distinct(files.into_iter().flatten())?;
        args.report.as_deref().map_or(Ok(()), html::check)?;
        let mut typed =
            args.methods.iter().map(|typed| Entrant::methods(typed)).collect::<Result<Vec<_>, _>>()?;
        let gate = args.gate.as_deref().map(Gate::read).transpose()?;
        let earlier = args.write_gate.as_deref().filter(|file| file.exists()).map(Gate::read).transpose()?;
        let corpora = load_corpora(&args.corpora)?;
        if let Some(gate) = &gate {
            gate.check_corpora(&corpora)?;
        }
        let answers = answers(&args.outputs, &corpora)?;
        if typed.is_empty() {
            typed = default_methods(gate.as_ref(), &corpora, &answers)?;
        }
        let entrants = distinct(typed.into_iter().flatten().chain(answers).collect())?;
        Ok(Plan {
            against: args.against.as_deref().map(|name| index_of(name, &entrants)).transpose()?,
            by: distinct_by(&args.by),
            settings: settings(args),
            write_gate: args.write_gate.clone().map(|file| (file, earlier)),
            corpora,
            entrants,
            pages,
            gate,
        })
    }
}

fn settings(args: &EvalArgs) -> Settings {
    Settings {
        jobs: jobs_or_cores(args.jobs),
        limit: args.limit.map(NonZeroUsize::get),
        limits: Limits::default(),
        site_noise: args.site_noise,
        noise_step: args.noise_step.map(Into::into),
        hidden: args.hidden.map(Into::into),
    }
}

fn pages_file(file: &Path) -> anyhow::Result<(PathBuf, PagesForm)> {
    let form = match file.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => PagesForm::Csv,
        Some("parquet") => PagesForm::Parquet,
        _ => bail!("--pages {}: the extension must be .csv or .parquet", file.display()),
    };
    Ok((file.to_owned(), form))
}

/// Returns an error if two outputs are the same file, because the second would overwrite the first.
pub(crate) fn check_distinct<'a>(files: impl Iterator<Item = &'a PathBuf>) -> anyhow::Result<()> {
    let mut seen = HashSet::new();
    for file in files {
        ensure!(seen.insert(file), "two outputs use the file {}; give each its own file", file.display());
    }
    Ok(())
}

/// Checks that the folder of an output file exists, and that the file is not a folder.
pub(crate) fn check_output_file(file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    ensure!(
        folder.is_dir(),
        "cannot write {}: the folder {} does not exist",
        file.display(),
        folder.display()
    );
    ensure!(!file.is_dir(), "cannot write {}: it is a folder; name a file", file.display());
    Ok(())
}

pub(crate) fn load_corpora(folders: &[PathBuf]) -> anyhow::Result<Vec<Corpus>> {
    let corpora = folders.iter().map(|folder| Corpus::load(folder)).collect::<Result<Vec<_>, _>>()?;
    let mut names = HashSet::new();
    for corpus in &corpora {
        ensure!(
            names.insert(corpus.name()),
            "two corpora are named {}; give one of them only, or rename a folder",
            corpus.name()
        );
    }
    Ok(corpora)
}

fn answers(outputs: &[(String, PathBuf)], corpora: &[Corpus]) -> anyhow::Result<Vec<Entrant>> {
    let read = |(name, file): &(String, PathBuf)| {
        let answers = Answers::read(file, corpora)?;
        if let (count, Some(first)) = answers.unmatched(corpora) {
            print_message(&format!(
                "{name}: number of answers for pages that are not in these corpora: {count}; the first is for {first:?}"
            ));
        }
        Ok(Entrant::Answers { label: name.clone(), answers })
    };
    outputs.iter().map(read).collect()
}

/// The methods for which the gate has floors or, if there are none, the library's default method.
fn default_methods(
    gate: Option<&Gate>,
    corpora: &[Corpus],
    answers: &[Entrant],
) -> anyhow::Result<Vec<Vec<Entrant>>> {
    let Some(gate) = gate else { return Ok(vec![Entrant::methods(Options::new().method())?]) };
    let labels = gate.methods(corpora).into_iter();
    let labels = labels.filter(|label| answers.iter().all(|entrant| entrant.label() != *label));
    Ok(labels.map(Entrant::methods).collect::<Result<_, _>>()?)
}

/// Removes methods that were given twice. Returns an error if a tool has the same name as another entrant.
fn distinct(entrants: Vec<Entrant>) -> anyhow::Result<Vec<Entrant>> {
    let mut labels = HashSet::new();
    let mut kept = Vec::new();
    for entrant in entrants {
        let is_new = labels.insert(entrant.label().to_owned());
        ensure!(
            is_new || matches!(entrant, Entrant::Method { .. }),
            "--outputs {}: this name is already used; choose another name",
            entrant.label()
        );
        if is_new {
            kept.push(entrant);
        }
    }
    Ok(kept)
}

fn distinct_by(by: &[By]) -> Vec<By> {
    let is_first = |(index, it): &(usize, &By)| !by[..*index].contains(it);
    by.iter().enumerate().filter(is_first).map(|(_, it)| *it).collect()
}

fn index_of(name: &str, entrants: &[Entrant]) -> anyhow::Result<usize> {
    let position = |label: &str| entrants.iter().position(|entrant| entrant.label() == label);
    // The name may list the parameters in another order than the label.
    let as_method = || Entrant::methods(name).ok().and_then(|typed| position(typed.first()?.label()));
    if let Some(index) = position(name).or_else(as_method) {
        return Ok(index);
    }
    let labels: Vec<&str> = entrants.iter().map(Entrant::label).collect();
    bail!("--against {name}: not one of the measured methods: {}", labels.join(", "))
}
