//! Hostile input for dehusk, and what must hold whatever the input is.
//!
//! [`invariants`] has the checks that the fuzz targets (`fuzz_targets/`) and the tests on stable Rust share. [`recipe`] describes
//! pages of any size, [`mutate`] invents recipes, and [`growth`] measures how time and memory of each of the [`forms`] of output
//! grow with the size. Nothing here is part of the library or the program that users get.

pub mod forms;
pub mod growth;
pub mod invariants;
pub mod measure;
pub mod mutate;
pub mod pieces;
pub mod recipe;
pub mod search;
pub mod seeds;
