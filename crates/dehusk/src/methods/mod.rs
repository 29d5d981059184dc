//! The registry of methods: [`all`], [`presets()`], [`by_name`].
//!
//! The published methods are in `crate::papers`, one file each; dehusk's own method is [`crate::grain`].
//! The interface of a method is in [`crate::method`]. A new method is added to [`all`].

mod list;
mod presets;

pub use crate::facts::PageFacts;
pub use crate::grain::{Focus, Grain};
pub use crate::method::counts::{self, BlockCounts};
pub use crate::method::density::{self, Density};
pub use crate::method::params::{self, ParamSpec, Slot};
pub use crate::method::{Boxed, LineMethod, Method};
pub use crate::papers::{
    Addanag, Boilerpipe, Bte, Ccb, Cetd, Cetr, Crunch, Dana, Danag, DensityMethod, Dsc, FeatureExtraction,
    Lqf, Plain, R2l, Thai,
};
pub use crate::papers::{
    addanag, auto_params, boilerpipe, bte, ccb, cetd, cetr, crunch, dana, danag, dsc, fe, interval,
    line_counts, lqf, plain, r2l, region, segments, thai,
};
pub use list::all;
pub use presets::{Preset, presets};

use crate::budget::{Deadline, TimedOut};
use crate::page::Page;

/// Returns the method with this name and its default parameters, or the method that the [`Preset`] with this name builds.
#[must_use]
pub fn by_name(name: &str) -> Option<Box<dyn Method>> {
    let listed = all().iter().find(|method| method.name() == name).map(|method| method.boxed());
    listed.or_else(|| presets().iter().find(|preset| preset.name == name).map(Preset::build))
}

/// The method of those who choose none: `grain`, or, without that feature, the published method with the largest mean on today's
/// pages of all kinds (EVALUATION.md).
pub(crate) fn default_method() -> Box<dyn Method> {
    #[cfg(feature = "grain")]
    return Grain::DEFAULT.boxed();
    #[cfg(not(feature = "grain"))]
    return Cetd.boxed();
}

/// Returns the counts of a method along the source, for density plots. If the method counts neither lines nor
/// segments, returns the segment counts of DANAg with its default parameters, without a seed.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub fn density_of(
    method: &dyn Method,
    page: &Page<'_>,
    deadline: &mut Deadline,
) -> Result<Density, TimedOut> {
    match method.density(page, deadline)? {
        Some(density) => Ok(density),
        None => Ok(Density { seed: None, ..Danag::DEFAULT.segment_density(page, deadline)? }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listed_parameters_exist_with_the_listed_defaults() {
        for method in all() {
            for spec in method.params() {
                assert_eq!(
                    method.get(spec.name).as_deref(),
                    Some(spec.default),
                    "{} {}",
                    method.name(),
                    spec.name
                );
                assert!(method.boxed().set(spec.name, spec.default).is_ok());
                let takes_any = matches!(method.boxed().slot(spec.name), Some(Slot::List(_)));
                assert!(takes_any || method.boxed().set(spec.name, "no such value").is_err());
            }
            assert!(method.get("nonsense").is_none());
            let error = method.boxed().set("nonsense", "1").unwrap_err().to_string();
            assert!(error.contains("nonsense") && error.contains(method.name()), "{error}");
        }
    }
}
