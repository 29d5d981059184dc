//! `dehusk cloud`: draws a tag cloud of the main content of pages. The crate `dehusk-words` finds and weights the words; the crate
//! `dehusk-draw` draws the cloud.

mod args;
mod plan;

use std::fs;
use std::io::{self, IsTerminal};

use anyhow::{Context, bail, ensure};
use dehusk_draw::cloud::{self, Cloud, Layout, Unplaced, Word};
use dehusk_words::{Counter, Reference, Terms, Weighting};

pub(super) use self::args::CloudArgs;
use dehusk_record::{PageOutcome, name_with_changes};

use self::args::Form;
use self::plan::Plan;
use crate::exit::Exit;
use crate::input::Input;
use crate::output;
use crate::pipeline;
use crate::report::{Reporter, print_message};
use crate::worker::{self, Worker};

pub(super) fn execute(args: CloudArgs) -> anyhow::Result<Exit> {
    let plan = Plan::new(args, io::stdin().is_terminal())?;
    worker::quiet_worker_panics();
    let reference = plan.reference.as_deref().map(|pages| learn_reference(&plan, pages)).transpose()?;
    let mut exit = Exit::Success;
    let mut clouds = Vec::new();
    for pages in &plan.clouds {
        let counted = count(&plan, &pages.inputs, plan.words.clone())?;
        exit = if exit == Exit::Success { counted.exit } else { exit };
        let title = counted.title.filter(|_| pages.inputs.len() == 1).unwrap_or_else(|| pages.title.clone());
        ensure!(counted.has_page, "{title}: no page could be read, so there is no cloud");
        clouds.push(WeightedWords::new(&plan, title, &counted.counter, reference.as_ref())?);
    }
    let layout = lay_out(&plan, &clouds)?;
    write(&plan, &picture(&plan, &layout)?)?;
    report_unplaced(layout.unplaced());
    Ok(exit)
}

/// The document frequencies of the reference pages.
fn learn_reference(plan: &Plan, pages: &[Input]) -> anyhow::Result<Reference> {
    let settings = dehusk_words::Settings { sentences: 0, phrases: 1, ..plan.words.clone() };
    let reference = Reference::of(&count(plan, pages, settings)?.counter);
    if reference.documents() == 0 {
        bail!("--reference: none of its {} pages has main content; give other pages", pages.len());
    }
    Ok(reference)
}

/// The words of pages.
struct Counted {
    counter: Counter,
    exit: Exit,
    /// Whether a page did not fail.
    has_page: bool,
    /// The title of the first page that has one.
    title: Option<String>,
}

/// Counts the words of the main content of pages.
fn count(plan: &Plan, pages: &[Input], settings: dehusk_words::Settings) -> anyhow::Result<Counted> {
    let (mut title, mut has_page) = (None, false);
    let mut counter = Counter::new(settings);
    let mut reporter = Reporter::new(pages.len(), plan.recipe.options.limits(), false);
    let add = |page: PageOutcome| -> io::Result<()> {
        reporter.page(&page);
        has_page |= !page.failed();
        title = title.take().or_else(|| page.metadata.and_then(|found| found.title).map(|title| title.value));
        if !page.text.is_empty() {
            counter.add(&page.text, plan.language.as_deref());
        }
        Ok(())
    };
    pipeline::in_order(pages, plan.jobs, || Worker::new(&plan.recipe), Worker::page, add)
        .context("cannot start a thread")?;
    Ok(Counted { counter, exit: reporter.finish(), has_page, title })
}

/// The weighted words of one cloud.
struct WeightedWords {
    title: String,
    language: Option<String>,
    words: Vec<Word>,
    sentences: Vec<String>,
    about: Vec<(String, String)>,
}

impl WeightedWords {
    fn new(
        plan: &Plan,
        title: String,
        counter: &Counter,
        reference: Option<&Reference>,
    ) -> anyhow::Result<WeightedWords> {
        let language = plan.language.clone().or_else(|| counter.language().map(str::to_owned));
        let built_in = if plan.uses_rarity && reference.is_none() {
            Some(Reference::built_in(language.as_deref().unwrap_or_default())?)
        } else {
            None
        };
        let reference = reference.or(built_in.as_ref());
        let weighting = reference.map_or(Weighting::Frequency, Weighting::TfIdf);
        let terms = counter.terms(weighting, Some(plan.max_words));
        if terms.terms.is_empty() {
            bail!("{title}: {}", why_no_words(plan, &terms));
        }
        let about = about(plan, &terms, reference);
        let sentences = terms.sentences.into_iter().map(|sentence| sentence.text).collect();
        let word = |term: dehusk_words::Term| Word {
            text: term.text,
            count: u64::from(term.count),
            weight: term.weight,
            sentences: term.sentences,
        };
        let words = terms.terms.into_iter().map(word).collect();
        Ok(WeightedWords { title, language, words, sentences, about })
    }

    fn cloud(&self) -> Cloud<'_> {
        let WeightedWords { title, language, words, sentences, about } = self;
        Cloud { words, sentences, title, language: language.as_deref(), about }
    }
}

/// Facts that are stored with a cloud.
fn about(plan: &Plan, terms: &Terms, reference: Option<&Reference>) -> Vec<(String, String)> {
    let noise = if plan.recipe.noise.is_empty() { "" } else { ", without site noise" };
    let method = format!("{}{noise}", name_with_changes(plan.recipe.options.method_value()));
    let program = format!("dehusk {}", env!("CARGO_PKG_VERSION"));
    let facts = [("program", program), ("method", method)].into_iter();
    facts.chain(terms.facts(&plan.words, reference)).map(|(name, value)| (name.to_owned(), value)).collect()
}

fn why_no_words(plan: &Plan, terms: &Terms) -> String {
    let totals = &terms.totals;
    if totals.documents == 0 && !plan.recipe.noise.is_empty() {
        return "--site-noise removes all of the main content; remove this option".to_owned();
    }
    if totals.documents == 0 {
        return "no main content was found, so there are no words; try another --method such as plain"
            .to_owned();
    }
    format!(
        "the main content has {} words, but all are excluded: {} stop words, {} too short, {} numbers; besides, {} too long and {} \
         addresses; see --stop-words, --min-length and --numbers",
        totals.words, totals.stopped, totals.short, totals.numbers, totals.overlong, totals.addresses
    )
}

/// Lays out the cloud or clouds. Installed fonts are loaded only if a word needs them.
fn lay_out(plan: &Plan, clouds: &[WeightedWords]) -> anyhow::Result<Layout> {
    let clouds: Vec<Cloud<'_>> = clouds.iter().map(WeightedWords::cloud).collect();
    let needs_system_fonts = clouds.iter().any(|cloud| cloud.needs_more_than(&plan.fonts));
    let fonts = if needs_system_fonts { plan.fonts.clone().with_system() } else { plan.fonts.clone() };
    let layout = match &clouds[..] {
        [left, right] => cloud::compare(left, right, &plan.picture, &fonts),
        [one, ..] => one.lay_out(&plan.picture, &fonts),
        [] => bail!("there is nothing to draw"),
    };
    Ok(layout?)
}

fn picture(plan: &Plan, layout: &Layout) -> anyhow::Result<Vec<u8>> {
    Ok(match plan.form {
        Form::Svg => layout.to_svg(plan.theme).into_bytes(),
        Form::Png => layout.to_png(plan.theme)?,
        Form::Html => layout.to_html(plan.theme).into_bytes(),
        Form::Json => layout.to_json()?.into_bytes(),
    })
}

fn write(plan: &Plan, picture: &[u8]) -> anyhow::Result<()> {
    match &plan.output {
        Some(path) => fs::write(path, picture).with_context(|| {
            format!("cannot write the cloud {}; check the folder and the free disk space", path.display())
        }),
        None => output::print(picture).context("cannot write the cloud"),
    }
}

/// Prints one line for each reason, with all words that have this reason.
fn report_unplaced(unplaced: &[Unplaced]) {
    let mut by_reason: Vec<(String, Vec<&str>)> = Vec::new();
    for word in unplaced {
        let reason = word.reason.to_string();
        match by_reason.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, words)) => words.push(&word.text),
            None => by_reason.push((reason, vec![&word.text])),
        }
    }
    for (reason, words) in by_reason {
        let count = match words.len() {
            1 => "1 word is".to_owned(),
            count => format!("{count} words are"),
        };
        print_message(&format!("{count} not in the picture: {reason}: {}", words.join(", ")));
    }
}
