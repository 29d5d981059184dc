//! The weights of `grain`, dehusk's learned method: data without code. `README.md` names the training
//! corpora.
//!
//! `dehusk::grain` describes and reads the formats; `train/` makes the files.
//!
//! ```
//! assert!(dehusk_model::GRAIN.starts_with(b"dehuskG3"));
//! ```

/// The model that gives each block its probability of being main content.
pub static GRAIN: &[u8] = include_bytes!("../grain.bin");

/// The models of whole pages: the kind of page, and the quality of its extraction.
pub static PAGES: &[u8] = include_bytes!("../pages.bin");
