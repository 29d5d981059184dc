//! `dehusk feeds` and `dehusk sitemap`: list the pages that sites announce. The crate `dehusk-lists` reads the
//! formats.

mod feeds;
mod list_run;
mod sitemap;
mod written;

pub(super) use feeds::{FeedsArgs, execute as execute_feeds};
pub(super) use sitemap::{SitemapArgs, execute as execute_sitemap};
