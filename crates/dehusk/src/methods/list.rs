//! The list of all methods: a new method gets a line here.

#[cfg(feature = "grain")]
use crate::grain::Grain;
use crate::method::Method;
use crate::papers::{
    Addanag, Boilerpipe, Bte, Ccb, Cetd, Cetr, Crunch, Dana, Danag, DensityMethod, Dsc, FeatureExtraction,
    Lqf, Plain, R2l, Thai,
};

/// All methods: the methods of the R2L authors, the methods that they compare with, two modern baselines, the
/// Thai method, and dehusk's own method (with the feature `grain`).
#[must_use]
pub fn all() -> &'static [&'static dyn Method] {
    static ALL: &[&dyn Method] = &[
        &Plain,
        &R2l::DEFAULT,
        &Dana::DEFAULT,
        &Danag::DEFAULT,
        &Addanag::DEFAULT,
        &Bte,
        &Dsc::DEFAULT,
        &Ccb::CCB,
        &Ccb::ACCB,
        &Ccb::TCCB,
        &DensityMethod::DEFAULT,
        &Lqf::DEFAULT,
        &Crunch::DEFAULT,
        &FeatureExtraction::FE,
        &FeatureExtraction::KFE,
        &Cetr::DEFAULT,
        &Cetd,
        &Boilerpipe::DEFAULT,
        &Thai::DEFAULT,
        #[cfg(feature = "grain")]
        &Grain::DEFAULT,
    ];
    ALL
}
