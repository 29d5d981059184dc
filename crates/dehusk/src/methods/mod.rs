//! Methods: each looks at a page and makes a [`Selection`].
//!
//! One file per published method, and [`all`], the one list that registers them. A method is its parameters: a value
//! such as `R2l { gap: 3, ..R2l::default() }`. Methods do not render and do not measure.

pub mod addanag;
mod blur;
pub mod boilerpipe;
pub mod bte;
pub mod ccb;
pub mod cetd;
pub mod cetr;
pub mod crunch;
pub mod dana;
pub mod danag;
pub mod density;
pub mod dsc;
pub mod fe;
pub mod grain;
mod judged;
mod kmeans;
pub mod licea;
pub mod lqf;
pub mod own;
pub mod params;
pub mod plain;
mod presets;
pub mod r2l;
pub mod region;
pub mod segments;
pub mod thai;
mod tokens;

pub use addanag::Addanag;
pub use boilerpipe::Boilerpipe;
pub use bte::Bte;
pub use ccb::Ccb;
pub use cetd::Cetd;
pub use cetr::Cetr;
pub use crunch::Crunch;
pub use dana::Dana;
pub use danag::Danag;
pub use density::Density;
pub use dsc::Dsc;
pub use fe::FeatureExtraction;
pub use grain::Grain;
pub use licea::Licea;
pub use lqf::Lqf;
pub use params::{ParamSpec, Slot};
pub use plain::Plain;
pub use presets::{Preset, presets};
pub use r2l::R2l;
pub use thai::Thai;

use crate::budget::{Deadline, TimedOut};
use crate::error::Error;
use crate::explain::Signal;
use crate::page::Page;
use crate::selection::Selection;
use crate::source::Span;

/// A main content extraction method with its parameters.
///
/// ```
/// let r2l = dehusk::methods::by_name("r2l").unwrap();
/// assert_eq!(r2l.get("P").as_deref(), Some("8"));
/// ```
pub trait Method: std::fmt::Debug + Send + Sync + Boxed {
    /// Its name on the command line and in records.
    fn name(&self) -> &'static str;

    /// What it does, in one sentence.
    fn summary(&self) -> &'static str;

    /// Where it was published.
    fn paper(&self) -> &'static str;

    /// Its parameters, with their defaults: the paper's, or the documented reading where the paper is silent.
    fn params(&self) -> &'static [ParamSpec] {
        &[]
    }

    /// The place of a parameter; `None` if it has none of that name.
    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        let _ = name;
        None
    }

    /// Whether it was trained on the open corpora: measured on them it answers pages that it has seen.
    fn is_trained(&self) -> bool {
        false
    }

    /// Whether the article that a page has in its data alone takes the place of what the method keeps; the published ones know
    /// nothing of it.
    fn reads_data(&self) -> bool {
        false
    }

    /// Whether it looks at more of a page than its source.
    fn needs_tree(&self) -> bool {
        true
    }

    /// What it takes for main content. Linear in the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut>;

    /// What it counts along the source, for pictures. Methods that count neither lines nor segments have no density of
    /// their own: theirs is that of DANAg's segments with its default parameters, without a seed. Needs a parsed page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn density(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Density, TimedOut> {
        Ok(Density { seed: None, ..Danag::DEFAULT.density(page, deadline)? })
    }

    /// What spoke for and against each block, by its first stretch of text, for methods that can tell more than their verdicts do.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn signals(
        &self,
        page: &Page<'_>,
        deadline: &mut Deadline,
    ) -> Result<Vec<(Span, Vec<Signal>)>, TimedOut> {
        let _ = (page, deadline);
        Ok(Vec::new())
    }

    /// The value of a parameter.
    fn get(&self, name: &str) -> Option<String> {
        self.boxed().slot(name).map(|slot| slot.value())
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// Names what the method has or what the parameter takes.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let (method, specs) = (self.name(), self.params());
        let Some(mut slot) = self.slot(name) else { return Err(params::unknown(method, name, specs)) };
        if slot.set(value) {
            return Ok(());
        }
        Err(params::unfit(method, name, value, specs))
    }
}

/// Copies of methods whose type is not known; every method that is [`Clone`] has it.
pub trait Boxed {
    /// A copy.
    fn boxed(&self) -> Box<dyn Method>;
}

impl<M: Method + Clone + 'static> Boxed for M {
    fn boxed(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

/// Every method: those of the R2L authors, those they compare with, two modern baselines, the Thai method, and our own.
#[must_use]
pub fn all() -> &'static [&'static dyn Method] {
    static PLAIN: Plain = Plain;
    static R2L: R2l = R2l::DEFAULT;
    static DANA: Dana = Dana::DEFAULT;
    static DANAG: Danag = Danag::DEFAULT;
    static ADDANAG: Addanag = Addanag::DEFAULT;
    static BTE: Bte = Bte;
    static DSC: Dsc = Dsc::DEFAULT;
    static CCB: Ccb = Ccb::CCB;
    static ACCB: Ccb = Ccb::ACCB;
    static TCCB: Ccb = Ccb::TCCB;
    static DENSITY: Licea = Licea::DEFAULT;
    static LQF: Lqf = Lqf::DEFAULT;
    static CRUNCH: Crunch = Crunch::DEFAULT;
    static FE: FeatureExtraction = FeatureExtraction::FE;
    static KFE: FeatureExtraction = FeatureExtraction::KFE;
    static CETR: Cetr = Cetr::DEFAULT;
    static CETD: Cetd = Cetd;
    static BOILERPIPE: Boilerpipe = Boilerpipe::DEFAULT;
    static THAI: Thai = Thai::DEFAULT;
    static GRAIN: Grain = Grain::DEFAULT;
    static ALL: [&dyn Method; 20] = [
        &PLAIN,
        &R2L,
        &DANA,
        &DANAG,
        &ADDANAG,
        &BTE,
        &DSC,
        &CCB,
        &ACCB,
        &TCCB,
        &DENSITY,
        &LQF,
        &CRUNCH,
        &FE,
        &KFE,
        &CETR,
        &CETD,
        &BOILERPIPE,
        &THAI,
        &GRAIN,
    ];
    &ALL
}

/// The method of a name with its defaults, or of a [`Preset`] with its parameters.
#[must_use]
pub fn by_name(name: &str) -> Option<Box<dyn Method>> {
    let listed = all().iter().find(|method| method.name() == name).map(|method| method.boxed());
    listed.or_else(|| presets().iter().find(|preset| preset.name == name).map(Preset::build))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listed_parameters_are_the_ones_there_are() {
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
