//! The published methods, one file each, implemented as their papers describe them, and the code that several
//! of them share.
//!
//! Each module names its paper. Comments that cite "the specification" mean the project's written restatement
//! of the papers as numbered steps; the step numbers, the common definitions C1 to C10, the ambiguities of
//! the papers (A1, B2, G1, …) and the names of worked examples (BP-1, CCB-1, …) are from there. Where a paper
//! leaves a choice open, the chosen interpretation is the default of a parameter.
//! docs/src/decisions/departures.md lists the deliberate differences from the specification.

pub mod addanag;
pub mod auto_params;
pub mod boilerpipe;
pub mod bte;
pub mod ccb;
pub mod cetd;
pub mod cetr;
pub mod crunch;
pub mod dana;
pub mod danag;
mod density;
pub mod dsc;
pub mod fe;
mod gaussian_blur;
mod kmeans;
pub mod line_counts;
pub mod lqf;
pub mod plain;
pub mod r2l;
pub mod region;
mod run_verdicts;
pub mod segments;
pub mod thai;
mod thai_blocks;
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
pub use density::DensityMethod;
pub use dsc::Dsc;
pub use fe::FeatureExtraction;
pub use lqf::Lqf;
pub use plain::Plain;
pub use r2l::R2l;
pub use thai::Thai;
