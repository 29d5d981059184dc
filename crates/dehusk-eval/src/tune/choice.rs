//! Chooses the best setting for each site, or for all pages.
//!
//! In a tie, the default parameters win (ALGORITHMS §2.5: four of the paper's ten sites keep the default). If
//! the default parameters are not among the settings, the first of the tied settings wins.

use std::collections::BTreeMap;

use super::{Grid, PageScores, Surface};
use crate::metrics::Prf;
use crate::summary::mean_prf;

/// Sums that differ by less than this count as equal, because such differences are rounding errors. Chosen by
/// hand.
const TIE: f64 = 1e-12;
/// Number of folds for the held-out estimate. All pages of a site are in the same fold. Chosen by hand: the
/// customary five.
const FOLDS: u64 = 5;

/// The best setting for one site.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteFit {
    /// Index of the corpus.
    pub corpus: usize,
    /// The site.
    pub site: String,
    /// Number of pages of the site.
    pub pages: usize,
    /// Index of the best setting.
    pub best: usize,
    /// Mean F1 of the best setting on the pages that were used to choose it.
    pub fitted: f64,
    /// Leave-one-out estimate of the mean F1: each page is scored with the setting that is best on the other
    /// pages of the site. `None` if the site has one page.
    pub left_out: Option<f64>,
    /// Mean F1 with the default parameters; `None` if they are not among the settings.
    pub default: Option<f64>,
}

impl SiteFit {
    /// Whether tuning improves F1 on pages that were not used to choose the setting: the leave-one-out
    /// estimate exceeds the F1 of the default parameters. If these are not among the settings, any
    /// leave-one-out estimate counts as a gain.
    #[must_use]
    pub fn gains(&self) -> bool {
        self.left_out.is_some_and(|left_out| self.default.is_none_or(|default| left_out > default))
    }
}

/// The best setting for every site that the manifests name, sorted by corpus and site.
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

/// The sum of F1 over the pages, for each setting.
fn sums(pages: &[&PageScores], settings: usize) -> Vec<f64> {
    (0..settings).map(|setting| pages.iter().map(|page| page.score(setting).f1).sum()).collect()
}

fn best(values: &[f64], default: Option<usize>) -> usize {
    let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let is_best = |index: &usize| max - values[*index] < TIE;
    default.filter(is_best).or_else(|| (0..values.len()).find(is_best)).unwrap_or(0)
}

/// The sum of F1 over the pages, where each page is scored with the setting that is best on the other pages.
fn left_out(pages: &[&PageScores], sums: &[f64], default: Option<usize>) -> f64 {
    let left_out_f1 = |page: &&PageScores| {
        let others: Vec<f64> =
            sums.iter().enumerate().map(|(setting, sum)| sum - page.score(setting).f1).collect();
        page.score(best(&others, default)).f1
    };
    pages.iter().map(left_out_f1).sum()
}

/// The best setting for all pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Overall {
    /// Index of the setting with the highest mean F1, averaged over corpora.
    pub best: usize,
    /// For each fold, the index of the setting chosen on the other folds.
    pub folds: Vec<usize>,
    /// The means of each corpus.
    pub corpora: Vec<PerCorpus>,
}

/// The means of one corpus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerCorpus {
    /// Number of pages.
    pub pages: usize,
    /// Means with the best setting for all pages. These pages were used to choose it.
    pub fitted: Prf,
    /// Means with settings chosen without the page: on the folds that do not contain its site.
    pub held_out: Prf,
    /// Means with the default parameters; `None` if they are not among the settings.
    pub default: Option<Prf>,
}

/// The best setting for all pages, with an estimate of its means on unseen sites by cross-validation.
#[must_use]
pub fn over_all(surface: &Surface, grid: &Grid) -> Overall {
    let choose =
        |is_used: &dyn Fn(&PageScores) -> bool| best(&means_over_corpora(surface, is_used), grid.default());
    let best_on_all = choose(&|_| true);
    let folds: Vec<usize> = (0..FOLDS).map(|fold| choose(&|page| fold_of(page) != fold)).collect();
    let per_corpus = |corpus: usize| {
        let pages: Vec<&PageScores> = surface.pages.iter().filter(|page| page.corpus == corpus).collect();
        PerCorpus {
            pages: pages.len(),
            fitted: mean_prf(pages.iter().map(|page| page.score(best_on_all))),
            held_out: mean_prf(pages.iter().map(|page| page.score(folds[fold_of(page) as usize]))),
            default: grid.default().map(|default| mean_prf(pages.iter().map(|page| page.score(default)))),
        }
    };
    Overall { best: best_on_all, corpora: (0..surface.corpora.len()).map(per_corpus).collect(), folds }
}

/// For each setting, the sum over corpora of the mean F1 of the pages for which `is_used` is true. The sums
/// rank settings in the same order as means over corpora would.
fn means_over_corpora(surface: &Surface, is_used: &dyn Fn(&PageScores) -> bool) -> Vec<f64> {
    let mut totals = vec![0.0; surface.settings];
    for corpus in 0..surface.corpora.len() {
        let pages: Vec<&PageScores> =
            surface.pages.iter().filter(|page| page.corpus == corpus && is_used(page)).collect();
        for (total, sum) in totals.iter_mut().zip(sums(&pages, surface.settings)) {
            *total += sum / pages.len().max(1) as f64;
        }
    }
    totals
}

/// The fold of a page, determined by its site or, if the site is unknown, by its id.
fn fold_of(page: &PageScores) -> u64 {
    // 64-bit FNV-1a, like the core's options hash: the same on every platform and in every version.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    page.site.as_ref().unwrap_or(&page.id).bytes().fold(0xCBF2_9CE4_8422_2325, step) % FOLDS
}
