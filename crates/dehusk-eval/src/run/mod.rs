//! The page loop: every entrant answers every page, every answer is scored.
//!
//! Pages are read, answered, scored and let go one by one on each thread, so that memory does not grow with the corpus.

mod answering;
mod noise;
mod scoring;
mod tasks;

use std::num::NonZeroUsize;
use std::time::Duration;

use dehusk::budget::Limits;

use self::answering::{Answerer, Reply};
use self::noise::Noise;
use self::scoring::PageScorer;
pub use self::tasks::WORKER_NAME;
pub(crate) use self::tasks::in_parallel;
use crate::corpus::{Corpus, CorpusPage};
use crate::entrant::Entrant;
use crate::observer::{Observer, PageView};
use crate::results::{CorpusFacts, PageResult, Results};

/// How to run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Pages worked on at the same time. Results but for times do not depend on it.
    pub jobs: NonZeroUsize,
    /// Most pages of each corpus, from the top of its manifest.
    pub limit: Option<usize>,
    /// Limits of every extraction.
    pub limits: Limits,
    /// Whether texts that stand on several pages of a site are taken out of all answers of methods. The pages of a site are
    /// those of the corpus that name it; gold texts are not looked at.
    pub site_noise: bool,
}

impl Settings {
    /// How many pages of a corpus this takes.
    #[must_use]
    pub fn pages_of(&self, corpus: &Corpus) -> usize {
        self.limit.unwrap_or(usize::MAX).min(corpus.pages().len())
    }
}

/// Lets every entrant answer every page, shows each page with its texts to `observers`, and gives all scores.
///
/// An entrant that fails on a page, by a status, a panic or a missing answer, is scored there as an empty text. Panics
/// happen on threads named [`WORKER_NAME`], so that a caller can keep their messages off the screen.
#[must_use]
pub fn run(
    corpora: &[Corpus],
    entrants: &[Entrant],
    settings: &Settings,
    observers: &[&dyn Observer],
) -> Results {
    let tasks: Vec<Task<'_>> =
        corpora.iter().enumerate().flat_map(|(index, corpus)| tasks(index, corpus, settings)).collect();
    let noise = if settings.site_noise { noise::of_sites(&tasks, settings.jobs) } else { Noise::default() };
    let start = || Worker {
        answerer: Answerer::new(entrants, &settings.limits, &noise),
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

/// A page to be worked on.
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

/// What one thread uses again from page to page, and the times it took.
struct Worker<'e> {
    answerer: Answerer<'e>,
    scorer: PageScorer,
    times: Vec<Vec<Duration>>,
}

impl Worker<'_> {
    fn page(&mut self, task: &Task<'_>, observers: &[&dyn Observer]) -> PageResult {
        let Task { index, corpus, page } = *task;
        let files = corpus.read_page(page).and_then(|html| Ok((html, corpus.read_gold(page)?)));
        let (html, gold, replies) = match files {
            Ok((html, gold)) => {
                let replies = self.answerer.replies(corpus, page, &html);
                (html, gold, replies)
            }
            // The files were there when the corpus was loaded.
            Err(error) => (Vec::new(), String::new(), self.answerer.failures(&error.to_string())),
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
            bytes: html.len() as u64,
            outcomes: self.scorer.outcomes(page, &gold, &replies),
        };
        let texts: Vec<&str> = replies.iter().map(Reply::text).collect();
        let view = PageView { corpus, page, html: &html, gold: &gold, texts: &texts, result: &result };
        observers.iter().for_each(|observer| observer.page(&view));
        result
    }
}
