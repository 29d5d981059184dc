//! The published methods, one file each, exactly as their papers describe them, and the parts that several of them share.
//!
//! Each module names its paper and the section of each step. Where a paper is silent, the documented reading is a parameter.

pub mod addanag;
pub mod auto_params;
mod blur;
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
mod judged;
mod kmeans;
pub mod lqf;
pub mod plain;
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
pub use density::DensityMethod;
pub use dsc::Dsc;
pub use fe::FeatureExtraction;
pub use lqf::Lqf;
pub use plain::Plain;
pub use r2l::R2l;
pub use thai::Thai;
