//! Addresses that sites list in feeds, sitemaps and robots.txt, by the crate `dehusk-lists`.

use dehusk_lists::robots::Robots;
use dehusk_lists::{feed, sitemap};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

/// The addresses of a sitemap: those of pages and those of other sitemaps.
type SitemapAddresses = (Vec<String>, Vec<String>);

/// Returns the addresses of the entries of a feed; `None` if the file is no feed. `address` is that of the feed.
#[pyfunction]
pub(crate) fn feed_addresses(py: Python<'_>, file: PyBackedBytes, address: String) -> Option<Vec<String>> {
    py.detach(|| {
        let feed = feed::read(&file, Some(&address)).ok()?;
        Some(feed.entries.into_iter().filter_map(|entry| entry.url).collect())
    })
}

/// Returns the addresses of a sitemap; `None` if the file is none. `address` is that of the sitemap.
#[pyfunction]
pub(crate) fn sitemap_addresses(
    py: Python<'_>,
    file: PyBackedBytes,
    address: String,
) -> Option<SitemapAddresses> {
    py.detach(|| {
        let map = sitemap::read(&file, Some(&address)).ok()?;
        let urls = |links: Vec<sitemap::Link>| links.into_iter().map(|link| link.url).collect();
        Some((urls(map.pages), urls(map.sitemaps)))
    })
}

/// Returns the addresses of the sitemaps that a robots.txt names.
#[pyfunction]
pub(crate) fn robots_sitemaps(file: PyBackedBytes) -> Vec<String> {
    Robots::parse(&file, "dehusk").sitemaps().to_vec()
}
