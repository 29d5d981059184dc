//! Learns the site noise of every site of every corpus, before the first page is processed.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use dehusk::site_noise::SiteNoise;
use dehusk::{Extractor, Options, guarded};

use super::tasks::in_parallel;
use crate::corpus::{Corpus, CorpusPage};

/// Site noise, by corpus name and then by site.
pub(super) type Noise = HashMap<String, HashMap<String, SiteNoise>>;

/// The noise of the page's site; `None` if the manifest names no site.
pub(super) fn of_page<'n>(noise: &'n Noise, corpus: &Corpus, page: &CorpusPage) -> Option<&'n SiteNoise> {
    noise.get(corpus.name())?.get(page.site.as_deref()?)
}

/// Learns the noise of every site from all its pages, within the limits of the options. Pages that cannot be read or
/// parsed are skipped here; they fail later, in the run itself.
pub(super) fn of_sites<'c>(
    pages: impl Iterator<Item = (&'c Corpus, &'c CorpusPage)>,
    jobs: NonZeroUsize,
    options: &Options,
) -> Noise {
    let mut sites: HashMap<(&str, &str), Vec<(&Corpus, &CorpusPage)>> = HashMap::new();
    for (corpus, page) in pages {
        if let Some(site) = &page.site {
            sites.entry((corpus.name(), site)).or_default().push((corpus, page));
        }
    }
    let sites: Vec<_> = sites.into_iter().collect();
    let (learned, _) = in_parallel(&sites, jobs, || (), |(), (site, pages)| (*site, learn(pages, options)));
    let mut noise = Noise::new();
    for ((corpus, site), learned) in learned {
        noise.entry(corpus.to_owned()).or_default().insert(site.to_owned(), learned);
    }
    noise
}

fn learn(pages: &[(&Corpus, &CorpusPage)], options: &Options) -> SiteNoise {
    let (mut noise, mut extractor) = (SiteNoise::default(), Extractor::new(options.clone()));
    for html in pages.iter().filter_map(|(corpus, page)| corpus.read_page(page).ok()) {
        let added = guarded(|| extractor.open(&html, None).page().map(|page| noise.add(page)));
        if added.is_err() {
            extractor = Extractor::new(options.clone());
        }
    }
    noise
}
