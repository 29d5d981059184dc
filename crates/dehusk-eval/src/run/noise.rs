//! The noise of every site of every corpus, learned before the first answer.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use dehusk::page::Page;
use dehusk::site_noise::SiteNoise;
use dehusk::source::Source;

use super::{Task, in_parallel};
use crate::corpus::{Corpus, CorpusPage};

/// Noise by corpus and, in it, by site.
pub(super) type Noise = HashMap<String, HashMap<String, SiteNoise>>;

/// The noise of one page's site; `None` where the manifest names no site.
pub(super) fn of_page<'n>(noise: &'n Noise, corpus: &Corpus, page: &CorpusPage) -> Option<&'n SiteNoise> {
    noise.get(corpus.name())?.get(page.site.as_deref()?)
}

/// Reads all pages that name their site. What cannot be read will be a failure when its turn comes.
pub(super) fn of_sites(tasks: &[Task<'_>], jobs: NonZeroUsize) -> Noise {
    let mut sites: HashMap<(&str, &str), Vec<&Task<'_>>> = HashMap::new();
    for task in tasks {
        if let Some(site) = &task.page.site {
            sites.entry((task.corpus.name(), site)).or_default().push(task);
        }
    }
    let sites: Vec<_> = sites.into_iter().collect();
    let (learned, _) = in_parallel(&sites, jobs, || (), |(), (site, tasks)| (*site, learn(tasks)));
    let mut noise = Noise::new();
    for ((corpus, site), learned) in learned {
        noise.entry(corpus.to_owned()).or_default().insert(site.to_owned(), learned);
    }
    noise
}

fn learn(tasks: &[&Task<'_>]) -> SiteNoise {
    let mut noise = SiteNoise::default();
    for html in tasks.iter().filter_map(|task| task.corpus.read_page(task.page).ok()) {
        noise.add(&Page::parse(Source::decode(&html, None)));
    }
    noise
}
