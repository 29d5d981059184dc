//! Tuning: finds the parameters that suit a site, or all pages, and estimates how much of the gain is
//! overfitting.
//!
//! The heuristic fitness function of the R2L paper (ICSOFT 2011, §4.4) tries every value on the pages of a
//! site and takes the best. This module does the same for any method and any number of parameters. [`Grid`]
//! holds the settings to try, [`fit`] scores them on every page, and [`per_site`] and [`over_all`] choose.
//! Each fitted mean comes with an estimate on pages that were not used for the choice. Nothing here changes a
//! method.

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
