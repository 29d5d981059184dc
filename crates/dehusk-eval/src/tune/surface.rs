//! Scores every setting on every page. Settings that select the same parts of a page are rendered and scored
//! once.

use std::collections::HashMap;

use dehusk::budget::{Deadline, Limits};
use dehusk::page::Page;
use dehusk::selection::Emission;
use dehusk::source::Span;
use dehusk::{Extractor, Options, render};

use super::Grid;
use crate::corpus::{Corpus, CorpusPage};
use crate::error::Error;
use crate::metrics::{Gold, Measure, Prf, Scorer};
use crate::run::{Settings, in_parallel};

/// The scores of every setting on every page.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Names of the corpora.
    pub corpora: Vec<String>,
    /// Every page, corpus by corpus in the order of the manifests.
    pub pages: Vec<PageScores>,
    /// Number of settings.
    pub settings: usize,
}

/// The scores of every setting on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageScores {
    /// Index into `Surface::corpora`.
    pub corpus: usize,
    /// The id of the page.
    pub id: String,
    /// The site that the page belongs to, if the manifest names one.
    pub site: Option<String>,
    /// The reason if the page failed under every setting. Such a page is scored as an empty text.
    pub failure: Option<String>,
    /// The scores of the distinct answers. Settings that select the same parts of the page share a score.
    scores: Vec<Prf>,
    /// For each setting, the index into `scores`.
    score_of_setting: Vec<u16>,
}

impl PageScores {
    /// Precision, recall and F1 of a setting.
    #[must_use]
    pub fn score(&self, setting: usize) -> Prf {
        self.scores[self.score_of_setting[setting] as usize]
    }

    /// The number of distinct answers that the settings gave.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.scores.len()
    }
}

/// Scores every setting of `grid` on every page of `corpora` by one measure. Calls `on_page` with the length
/// of each page in bytes, for progress reports.
///
/// # Errors
/// When a page or gold text can no longer be read.
pub fn fit(
    corpora: &[Corpus],
    grid: &Grid,
    measure: Measure,
    settings: &Settings,
    on_page: &(dyn Fn(u64) + Sync),
) -> Result<Surface, Error> {
    let pages_of =
        |(index, corpus): (usize, &'_ Corpus)| (0..settings.pages_of(corpus)).map(move |page| (index, page));
    let tasks: Vec<(usize, usize)> = corpora.iter().enumerate().flat_map(pages_of).collect();
    let start = || Fitter::new(grid, measure, &settings.limits);
    let work = |fitter: &mut Fitter<'_>, task: &(usize, usize)| {
        let corpus = &corpora[task.0];
        fitter.page(task.0, corpus, &corpus.pages()[task.1], on_page)
    };
    let (pages, _) = in_parallel(&tasks, settings.jobs, start, work);
    Ok(Surface {
        corpora: corpora.iter().map(|corpus| corpus.name().to_owned()).collect(),
        pages: pages.into_iter().collect::<Result<_, _>>()?,
        settings: grid.len(),
    })
}

/// The state of one thread, which it reuses from page to page.
struct Fitter<'g> {
    grid: &'g Grid,
    measure: Measure,
    limits: Limits,
    extractor: Extractor,
    scorer: Scorer,
}

/// The parts of a selection that determine its text.
type Answer = (Vec<Span>, Emission);

impl<'g> Fitter<'g> {
    fn new(grid: &'g Grid, measure: Measure, limits: &Limits) -> Fitter<'g> {
        let extractor = Extractor::new(Options::new().with_limits(limits.clone()));
        Fitter { grid, measure, limits: limits.clone(), extractor, scorer: Scorer::default() }
    }

    fn page(
        &mut self,
        corpus_index: usize,
        corpus: &Corpus,
        page: &CorpusPage,
        on_page: &(dyn Fn(u64) + Sync),
    ) -> Result<PageScores, Error> {
        let html = corpus.read_page(page)?;
        let gold = Gold::new(&corpus.read_gold(page)?, page);
        let Fitter { grid, measure, limits, extractor, scorer } = self;
        let mut open = extractor.open(&html, None);
        let parsed = open.page();
        let failure = parsed.is_none().then(|| "the page was rejected or took too long to parse".to_owned());
        let mut scored = Scored { limits, scores: Vec::new(), known: HashMap::new() };
        let mut score = |text: &str| scorer.score(&gold, text).get(*measure);
        let score_of_setting =
            (0..grid.len()).map(|setting| scored.setting(parsed, grid, setting, &mut score)).collect();
        on_page(html.len() as u64);
        let (id, site) = (page.id.clone(), page.site.clone());
        Ok(PageScores { corpus: corpus_index, id, site, failure, scores: scored.scores, score_of_setting })
    }
}

/// The answers for one page that have been scored so far.
struct Scored<'l> {
    limits: &'l Limits,
    scores: Vec<Prf>,
    /// The index into `scores` of each answer; the key `None` stands for a failure.
    known: HashMap<Option<Answer>, u16>,
}

impl Scored<'_> {
    /// Returns the index into `scores` for the answer of a setting, which is scored if it is new.
    fn setting(
        &mut self,
        page: Option<&Page<'_>>,
        grid: &Grid,
        setting: usize,
        score: &mut impl FnMut(&str) -> Prf,
    ) -> u16 {
        let mut deadline = Deadline::after(self.limits.timeout);
        let selection = page.and_then(|page| grid.setting(setting).select(page, &mut deadline).ok());
        let answer = selection.as_ref().map(|selection| (selection.kept().collect(), selection.emission));
        if let Some(known) = self.known.get(&answer) {
            return *known;
        }
        let rendered = page.zip(selection).and_then(|(page, selection)| {
            render::text(page, &selection, self.limits.max_output, &mut deadline).ok()
        });
        let index = self.scores.len() as u16;
        self.scores.push(score(&rendered.unwrap_or_default().text));
        self.known.insert(answer, index);
        index
    }
}
