//! `grain`: dehusk's own method, learned from the signals of all the papers.
//!
//! A page goes through these stages, in this order (`decide` is the function that reads like the table):
//!
//! | stage | module | takes | gives |
//! |---|---|---|---|
//! | outline | `outline` | the tree | blocks of text, and the containers they are in |
//! | features | `features` | the outline | a row of numbers for each block (`features::list` names them) |
//! | forests | `forests` | the rows | a probability for each block: three forests of boosted trees, each of which sees what the previous one made of the page |
//! | page kind | `page_kind` | the probabilities | the kind of the page, its expected F1, and how it lays its content out |
//! | cut | `cut` | the probabilities | what is kept: as much as gives the largest expected F1 |
//! | mending | `mend` | what is kept | code and headings amid it, too; manuals are filled |
//! | repeats | `repeats` | what is kept | what stands twice is kept once |
//! | comments | `comments` | what is kept | reader comments are left out of pages about something else |
//! | verdicts | `verdicts` | what became of each block | a [`Selection`](crate::selection::Selection): byte ranges with score and reason |
//! | text | [`crate::render`] | the selection | text for people to read |
//!
//! A worked page: of `<nav><a href=/>Home</a></nav><h1>The mill</h1><p>It reopens on Monday, after ten years.</p>` the outline has three
//! blocks in the containers `body`, `nav`, `h1` and `p`. The forests find the menu improbable and the paragraph probable; the
//! heading is in between. The cut keeps the paragraph and, if that raises the expected F1, the heading; else mending keeps it as the
//! heading of what follows. The verdicts are `beside_content`, `likely_heading` or `heads_content`, and `likely_prose`.
//! `dehusk extract --explain` shows all this for any page.
//!
//! A page on which nothing is kept and that has nothing to choose from is a fragment and kept whole (`fragment`). What decided about a
//! block is told by `signals`, which only explanations ask for. [`Blocks`] is for training.

mod choice;
mod comments;
mod cut;
mod decide;
mod features;
mod focus;
mod forests;
mod fragment;
mod mend;
mod method;
mod outline;
mod page_kind;
mod repeats;
mod signals;
mod training;
mod verdicts;

pub use features::list::{ANSWERS, COUNT, Feature, FeatureInfo, features};
pub use focus::Focus;
pub use forests::{FORESTS, Model, fingerprint};
pub use method::Grain;
pub use outline::WordTable;
pub use page_kind::{Layout, fingerprint as whole_page_fingerprint};
pub use training::{Blocks, STRUCTURE};
