//! Which setting is best: for each site, or for all pages.
//!
//! A tie leaves the parameters as they are; where that is not among the settings, the first one of a tie is taken
//! (§2.5 of the algorithms: four of the paper's ten sites keep the default).

use std::collections::BTreeMap;

use super::{Grid, PageScores, Surface};
use crate::metrics::Prf;
use crate::summary::mean_prf;

/// Means closer than this are equal: they differ by rounding.
const EQUAL: f64 = 1e-12;
/// Parts that pages are cut into, by site, for the held-out estimate.
const FOLDS: u64 = 5;

/// The best setting for one site.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteFit {
    /// Index of its corpus.
    pub corpus: usize,
    /// The site.
    pub site: String,
    /// Pages of it.
    pub pages: usize,
    /// The best setting.
    pub best: usize,
    /// Mean F1 of that setting on the same pages that chose it.
    pub fitted: f64,
    /// Mean F1 of each page under the setting that the other pages choose; `None` of a single page.
    pub left_out: Option<f64>,
    /// Mean F1 with every parameter as it is; `None` if that is not among the settings.
    pub default: Option<f64>,
}

impl SiteFit {
    /// Whether tuning gains on pages that had no say: more than the defaults, where those are among the settings.
    #[must_use]
    pub fn gains(&self) -> bool {
        self.left_out.is_some_and(|left_out| self.default.is_none_or(|default| left_out > default))
    }
}

/// The best setting for every site that the manifests name, in the order of corpora and sites.
#[must_use]
pub fn per_site(surface: &Surface, grid: &Grid) -> Vec<SiteFit> {
    let mut sites: BTreeMap<(usize, &str), Vec<&PageScores>> = BTreeMap::new();
    for page in &surface.pages {
        if let Some(site) = &page.site {
            sites.entry((page.corpus, site)).or_default().push(page);
        }
    }
    let fit = |((corpus, site), pages): ((usize, &str), Vec<&PageScores>)| {
        let sums = sums(&pages, surface.settings);
        let count = pages.len() as f64;
        let best = best(&sums, grid.default());
        SiteFit {
            corpus,
            site: site.to_owned(),
            pages: pages.len(),
            best,
            fitted: sums[best] / count,
            left_out: (pages.len() > 1).then(|| left_out(&pages, &sums, grid.default()) / count),
            default: grid.default().map(|default| sums[default] / count),
        }
    };
    sites.into_iter().map(fit).collect()
}

/// Sum of F1 of each setting.
fn sums(pages: &[&PageScores], settings: usize) -> Vec<f64> {
    (0..settings).map(|setting| pages.iter().map(|page| page.score(setting).f1).sum()).collect()
}

fn best(values: &[f64], default: Option<usize>) -> usize {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let is_best = |index: &usize| most - values[*index] < EQUAL;
    default.filter(is_best).or_else(|| (0..values.len()).find(is_best)).unwrap_or(0)
}

/// Sum of F1 of each page under the setting that is best on the others.
fn left_out(pages: &[&PageScores], sums: &[f64], default: Option<usize>) -> f64 {
    let of_page = |page: &&PageScores| {
        let others: Vec<f64> =
            sums.iter().enumerate().map(|(setting, sum)| sum - page.score(setting).f1).collect();
        page.score(best(&others, default)).f1
    };
    pages.iter().map(of_page).sum()
}

/// The best setting for all pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Overall {
    /// The setting with the largest mean over corpora of their mean F1.
    pub best: usize,
    /// What each part of the pages, cut by site, would have chosen without itself.
    pub folds: Vec<usize>,
    /// The means of each corpus.
    pub corpora: Vec<PerCorpus>,
}

/// Means of one corpus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerCorpus {
    /// Pages of it.
    pub pages: usize,
    /// With the best setting for all pages, which these pages helped to choose.
    pub fitted: Prf,
    /// With the setting chosen without the page's site and the others of its part.
    pub held_out: Prf,
    /// With every parameter as it is; `None` if that is not among the settings.
    pub default: Option<Prf>,
}

/// The best setting for all pages, and what the same way of choosing reaches on sites it has not seen.
#[must_use]
pub fn over_all(surface: &Surface, grid: &Grid) -> Overall {
    let choose =
        |wanted: &dyn Fn(&PageScores) -> bool| best(&means_over_corpora(surface, wanted), grid.default());
    let whole = choose(&|_| true);
    let folds: Vec<usize> = (0..FOLDS).map(|fold| choose(&|page| fold_of(page) != fold)).collect();
    let per_corpus = |corpus: usize| {
        let pages: Vec<&PageScores> = surface.pages.iter().filter(|page| page.corpus == corpus).collect();
        PerCorpus {
            pages: pages.len(),
            fitted: mean_prf(pages.iter().map(|page| page.score(whole))),
            held_out: mean_prf(pages.iter().map(|page| page.score(folds[fold_of(page) as usize]))),
            default: grid.default().map(|default| mean_prf(pages.iter().map(|page| page.score(default)))),
        }
    };
    Overall { best: whole, corpora: (0..surface.corpora.len()).map(per_corpus).collect(), folds }
}

/// Of each setting, the mean over corpora of the mean F1 of their wanted pages.
fn means_over_corpora(surface: &Surface, wanted: &dyn Fn(&PageScores) -> bool) -> Vec<f64> {
    let mut totals = vec![0.0; surface.settings];
    for corpus in 0..surface.corpora.len() {
        let pages: Vec<&PageScores> =
            surface.pages.iter().filter(|page| page.corpus == corpus && wanted(page)).collect();
        for (total, sum) in totals.iter_mut().zip(sums(&pages, surface.settings)) {
            *total += sum / pages.len().max(1) as f64;
        }
    }
    totals
}

/// The part that a page belongs to, by its site; pages without one go by their id.
fn fold_of(page: &PageScores) -> u64 {
    // FNV-1a, 64 bits, as in the core's options hash: the same everywhere and always.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    page.site.as_ref().unwrap_or(&page.id).bytes().fold(0xCBF2_9CE4_8422_2325, step) % FOLDS
}
