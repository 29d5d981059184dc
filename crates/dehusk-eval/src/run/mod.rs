//! The page loop: runs every entrant on every page and scores every answer.
//!
//! Each thread reads, extracts, scores and drops one page at a time, so memory does not grow with the corpus.

mod answering;
mod noise;
mod scoring;
mod tasks;

use std::num::NonZeroUsize;
use std::time::Duration;

use dehusk::Options;
use dehusk::budget::Limits;
use dehusk::site_noise::NoiseStep;
use dehusk::visibility::HiddenText;

use self::answering::{Answerer, PageReplies, Reply};
use self::noise::Noise;
use self::scoring::PageScorer;
pub use self::tasks::WORKER_NAME;
pub(crate) use self::tasks::in_parallel;
use crate::corpus::{Corpus, CorpusPage, PageGold};
use crate::entrant::Entrant;
use crate::observer::{Observer, PageView};
use crate::results::{CorpusFacts, PageResult, Results};

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Number of threads. Results other than times do not depend on it.
    pub jobs: NonZeroUsize,
    /// Maximum number of pages of each corpus, counted from the top of its manifest.
    pub limit: Option<usize>,
    /// Limits of every extraction.
    pub limits: Limits,
    /// Whether to remove texts that occur on several pages of a site, for all methods. The
    /// pages of a site are those whose manifest entries name it. Gold texts are not used.
    pub site_noise: bool,
    /// When the site noise is removed, for all methods; `None`: each method has its own step.
    pub noise_step: Option<NoiseStep>,
    /// What every method does with text that the page hides; `None`: what is its default.
    pub hidden: Option<HiddenText>,
}

impl Settings {
    /// The number of pages of a corpus that a run with these settings uses.
    #[must_use]
    pub fn pages_of(&self, corpus: &Corpus) -> usize {
        self.limit.unwrap_or(usize::MAX).min(corpus.pages().len())
    }

    /// The options of every extraction.
    fn options(&self) -> Options {
        let options = Options::new().with_limits(self.limits.clone());
        let options = self.noise_step.map_or(options.clone(), |step| options.with_noise_step(step));
        self.hidden.map_or(options.clone(), |hidden| options.with_hidden(hidden))
    }
}

/// Runs every entrant on every page, shows each page with its texts to `observers`, and returns all scores.
///
/// An entrant that fails on a page (by its status, a panic or a missing answer) is scored there as an empty
/// text. Panics happen on threads named [`WORKER_NAME`], so a caller can suppress their messages.
#[must_use]
pub fn run(
    corpora: &[Corpus],
    entrants: &[Entrant],
    settings: &Settings,
    observers: &[&dyn Observer],
) -> Results {
    let tasks: Vec<Task<'_>> =
        corpora.iter().enumerate().flat_map(|(index, corpus)| tasks(index, corpus, settings)).collect();
    let pages = tasks.iter().map(|task| (task.corpus, task.page));
    let noise = if settings.site_noise {
        noise::of_sites(pages, settings.jobs, &settings.options())
    } else {
        Noise::default()
    };
    let start = || Worker {
        answerer: Answerer::new(entrants, settings, &noise),
        scorer: PageScorer::default(),
        times: vec![vec![Duration::ZERO; entrants.len()]; corpora.len()],
    };
    let work = |worker: &mut Worker<'_>, task: &Task<'_>| worker.page(task, observers);
    let (pages, workers) = in_parallel(&tasks, settings.jobs, start, work);
    Results {
        corpora: corpora.iter().map(facts).collect(),
        entrants: entrants.iter().map(Entrant::facts).collect(),
        pages,
        times: sum(workers.into_iter().map(|worker| worker.times)),
    }
}

/// A page to process.
struct Task<'a> {
    index: usize,
    corpus: &'a Corpus,
    page: &'a CorpusPage,
}

fn tasks<'a>(index: usize, corpus: &'a Corpus, settings: &Settings) -> impl Iterator<Item = Task<'a>> {
    let pages = corpus.pages().iter().take(settings.pages_of(corpus));
    pages.map(move |page| Task { index, corpus, page })
}

fn facts(corpus: &Corpus) -> CorpusFacts {
    let (name, digest) = (corpus.name().to_owned(), corpus.digest().to_owned());
    CorpusFacts { name, digest, pages: corpus.pages().len() }
}

fn sum(tables: impl Iterator<Item = Vec<Vec<Duration>>>) -> Vec<Vec<Duration>> {
    let add =
        |sums: Vec<Duration>, times: Vec<Duration>| sums.iter().zip(times).map(|(a, b)| *a + b).collect();
    tables
        .reduce(|sums, table| sums.into_iter().zip(table).map(|(a, b)| add(a, b)).collect())
        .unwrap_or_default()
}

/// The state of one thread: what it reuses from page to page, and the times it measured.
struct Worker<'e> {
    answerer: Answerer<'e>,
    scorer: PageScorer,
    times: Vec<Vec<Duration>>,
}

impl Worker<'_> {
    fn page(&mut self, task: &Task<'_>, observers: &[&dyn Observer]) -> PageResult {
        let Task { index, corpus, page } = *task;
        let files = corpus.read_page(page).and_then(|html| Ok((html, PageGold::read(corpus, page)?)));
        let (html, gold, PageReplies { replies, generator }) = match files {
            Ok((html, gold)) => {
                let replies = self.answerer.replies(corpus, page, &html, gold.markdown.is_some());
                (html, gold, replies)
            }
            // Rare: the files were readable when the corpus was loaded.
            Err(error) => (Vec::new(), PageGold::default(), self.answerer.failures(&error.to_string())),
        };
        for (sum, reply) in self.times[index].iter_mut().zip(&replies) {
            *sum += reply.time;
        }
        let result = PageResult {
            corpus: index,
            id: page.id.clone(),
            site: page.site.clone(),
            language: page.language.clone(),
            page_type: page.page_type.clone(),
            generator,
            bytes: html.len() as u64,
            outcomes: self.scorer.outcomes(page, &gold, &replies),
        };
        let texts: Vec<&str> = replies.iter().map(Reply::text).collect();
        let view = PageView { corpus, page, html: &html, gold: &gold.text, texts: &texts, result: &result };
        observers.iter().for_each(|observer| observer.page(&view));
        result
    }
}
