//! Measures main content extraction: corpora with gold texts, methods and other tools' answers, scores, means.
//!
//! A [`Corpus`] is a folder of pages with their gold texts. [`run()`] lets every [`Entrant`] answer every page and gives
//! [`Results`]: one [`PageResult`] per page with one [`Outcome`] per entrant. [`summary`] makes means and intervals of
//! them, [`report`] makes tables and files, [`gate`] compares means with pinned floors.
//!
//! Scores depend on the pages and the entrants alone; times, which do not repeat, are kept apart from them.
//! Nothing here decides what main content is, and nothing prints.

pub mod answers;
pub mod corpus;
mod entrant;
mod error;
pub mod gate;
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
