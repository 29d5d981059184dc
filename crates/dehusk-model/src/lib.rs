//! The weights of `grain`, dehusk's learned method: files, no code. `README.md` says what it was trained on.
//!
//! Its format is described and read in `dehusk::grain`; `train/` makes it.
//!
//! ```
//! assert!(dehusk_model::GRAIN.starts_with(b"dehuskG3"));
//! ```

/// The model of blocks.
pub static GRAIN: &[u8] = include_bytes!("../grain.bin");

/// The models of whole pages: their kind, and the quality of their extraction.
pub static PAGES: &[u8] = include_bytes!("../pages.bin");
