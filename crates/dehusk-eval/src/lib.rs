//! Evaluates main content extraction: scores methods, and the answers of other tools, on corpora with gold
//! texts.
//!
//! A [`Corpus`] is a folder of pages with their gold texts. [`run()`] runs every [`Entrant`] on every page
//! and returns [`Results`]: one [`PageResult`] per page with one [`Outcome`] per entrant. [`summary`]
//! computes means and intervals, [`report`] writes tables and files, and [`gate`] compares means with pinned
//! floors.
//!
//! Scores depend only on the pages and the entrants. Times, which vary between runs, are kept separate.
//! This crate does not decide what main content is, and it prints nothing.

pub mod answers;
pub mod corpus;
mod entrant;
mod error;
pub mod gate;
pub mod generator;
mod jsonl;
pub mod metrics;
mod observer;
pub mod report;
pub mod results;
pub mod run;
pub mod summary;
pub mod text;
pub mod tune;

pub use corpus::{Corpus, CorpusPage};
pub use entrant::Entrant;
pub use error::Error;
pub use metrics::{Measure, Prf, Scores};
pub use observer::{Observer, PageView};
pub use results::{CorpusFacts, EntrantFacts, Outcome, PageResult, Results};
pub use run::{Settings, WORKER_NAME, run};
