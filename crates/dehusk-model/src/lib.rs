//! The weights of `grain`, dehusk's learned method: a file, no code. `README.md` says what it was trained on.
//!
//! Its format is described and read in `dehusk::grain`; `train/` makes it.
//!
//! ```
//! assert!(dehusk_model::GRAIN.starts_with(b"dehuskG1"));
//! ```

/// The model file.
pub static GRAIN: &[u8] = include_bytes!("../grain.bin");
