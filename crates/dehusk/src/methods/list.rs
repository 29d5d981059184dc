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
    static DENSITY: DensityMethod = DensityMethod::DEFAULT;
    static LQF: Lqf = Lqf::DEFAULT;
    static CRUNCH: Crunch = Crunch::DEFAULT;
    static FE: FeatureExtraction = FeatureExtraction::FE;
    static KFE: FeatureExtraction = FeatureExtraction::KFE;
    static CETR: Cetr = Cetr::DEFAULT;
    static CETD: Cetd = Cetd;
    static BOILERPIPE: Boilerpipe = Boilerpipe::DEFAULT;
    static THAI: Thai = Thai::DEFAULT;
    #[cfg(feature = "grain")]
    static GRAIN: Grain = Grain::DEFAULT;
    static ALL: &[&dyn Method] = &[
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
        #[cfg(feature = "grain")]
        &GRAIN,
    ];
    ALL
}
