//! The scores of every setting on every page. What a setting selects decides: equal selections are rendered and scored
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

/// What every setting reaches on every page.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Names of the corpora.
    pub corpora: Vec<String>,
    /// Every page, corpus by corpus in the order of the manifests.
    pub pages: Vec<PageScores>,
    /// Number of settings.
    pub settings: usize,
}

/// What every setting reaches on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageScores {
    /// Index into `Surface::corpora`.
    pub corpus: usize,
    /// The page's id.
    pub id: String,
    /// The site it belongs to, where the manifest knows it.
    pub site: Option<String>,
    /// Why no setting could answer it; it is scored as an empty text then.
    pub failure: Option<String>,
    /// The distinct scores; settings that select the same share one.
    scores: Vec<Prf>,
    /// The score of each setting.
    of_setting: Vec<u16>,
}

impl PageScores {
    /// Precision, recall and F1 of a setting.
    #[must_use]
    pub fn score(&self, setting: usize) -> Prf {
        self.scores[self.of_setting[setting] as usize]
    }

    /// How many different answers the settings gave.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.scores.len()
    }
}

/// Scores every setting of `grid` on every page of `corpora` by one measure; `seen` is told the bytes of each page.
///
/// # Errors
/// A page or gold text that could be read when its corpus was loaded and cannot be read now.
pub fn fit(
    corpora: &[Corpus],
    grid: &Grid,
    measure: Measure,
    settings: &Settings,
    seen: &(dyn Fn(u64) + Sync),
) -> Result<Surface, Error> {
    let pages_of =
        |(index, corpus): (usize, &'_ Corpus)| (0..settings.pages_of(corpus)).map(move |page| (index, page));
    let tasks: Vec<(usize, usize)> = corpora.iter().enumerate().flat_map(pages_of).collect();
    let start = || Fitter::new(grid, measure, &settings.limits);
    let work = |fitter: &mut Fitter<'_>, task: &(usize, usize)| {
        let corpus = &corpora[task.0];
        fitter.page(task.0, corpus, &corpus.pages()[task.1], seen)
    };
    let (pages, _) = in_parallel(&tasks, settings.jobs, start, work);
    Ok(Surface {
        corpora: corpora.iter().map(|corpus| corpus.name().to_owned()).collect(),
        pages: pages.into_iter().collect::<Result<_, _>>()?,
        settings: grid.len(),
    })
}

/// What one thread uses again from page to page.
struct Fitter<'g> {
    grid: &'g Grid,
    measure: Measure,
    limits: Limits,
    extractor: Extractor,
    scorer: Scorer,
}

/// What decides the text of a selection.
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
        seen: &(dyn Fn(u64) + Sync),
    ) -> Result<PageScores, Error> {
        let html = corpus.read_page(page)?;
        let gold = Gold::new(&corpus.read_gold(page)?, page);
        let Fitter { grid, measure, limits, extractor, scorer } = self;
        let mut open = extractor.open(&html, None);
        let parsed = open.page();
        let failure = parsed.is_none().then(|| "the page was refused or took too long to parse".to_owned());
        let mut scored = Scored { limits, scores: Vec::new(), known: HashMap::new() };
        let mut score = |text: &str| scorer.score(&gold, text).get(*measure);
        let of_setting =
            (0..grid.len()).map(|setting| scored.setting(parsed, grid, setting, &mut score)).collect();
        seen(html.len() as u64);
        let (id, site) = (page.id.clone(), page.site.clone());
        Ok(PageScores { corpus: corpus_index, id, site, failure, scores: scored.scores, of_setting })
    }
}

/// The answers to one page so far.
struct Scored<'l> {
    limits: &'l Limits,
    scores: Vec<Prf>,
    /// The score of each answer; `None` is that of a failure.
    known: HashMap<Option<Answer>, u16>,
}

impl Scored<'_> {
    /// Index of the score of a setting.
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
