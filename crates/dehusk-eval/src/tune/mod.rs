//! Tuning: which parameters suit a site, or all pages, and how much of that is only fitted.
//!
//! The heuristic fitness function of the R2L paper (ICSOFT 2011, §4.4) tries every value on the pages of a site and takes
//! the best; here for any method and any number of parameters. [`Grid`] is what is tried, [`fit`] scores it on every
//! page, [`per_site`] and [`over_all`] choose. Beside each fitted mean stands what the same choice reaches on pages
//! that had no say in it. Nothing here changes a method.

mod choice;
mod grid;
mod report;
mod sites;
mod surface;

pub use choice::{Overall, PerCorpus, SiteFit, over_all, per_site};
pub use grid::{Axis, Grid};
pub use report::{site_table, surface_csv};
pub use sites::{OneOrMore, Rule, SiteEntry, Sites};
pub use surface::{PageScores, Surface, fit};
