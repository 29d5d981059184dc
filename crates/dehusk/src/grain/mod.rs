//! `grain`: dehusk's own method, learned from the signals of all the papers.
//!
//! A page goes through these stages, in this order (the function [`decide`](decide::decide) calls them in the same order):
//!
//! | stage | module | takes | gives |
//! |---|---|---|---|
//! | outline | [`outline`] | the tree | blocks of text, and the containers they are in |
//! | features | [`features`] | the outline | a row of numbers for each block ([`features::list`] names them) |
//! | forests | [`forests`] | the rows | a probability for each block: three forests of boosted trees, each of which also uses the probabilities of the previous one |
//! | page kind | [`page_kind`] | the probabilities | the kind of the page, its expected F1, and the layout of its content |
//! | cut | [`cut`] | the probabilities | the kept blocks: the choice with the largest expected F1 |
//! | mending | [`mend`] | the kept blocks | also code and headings between them; manuals are filled |
//! | repeats | [`repeats`] | the kept blocks | repeated text is kept only once |
//! | comments | [`comments`] | the kept blocks | readers' comments are removed unless they are the subject of the page |
//! | verdicts | [`verdicts`] | the choice for each block | a [`Selection`](crate::selection::Selection): byte ranges with score and reason |
//! | text | [`crate::render`] | the selection | text for people to read |
//!
//! A worked page: of `<nav><a href=/>Home</a></nav><h1>The mill</h1><p>It reopens on Monday, after ten years.</p>` the outline has three
//! blocks in the containers `body`, `nav`, `h1` and `p`. The forests find the menu improbable and the paragraph probable; the
//! heading is in between. The cut keeps the paragraph and, if that raises the expected F1, the heading; otherwise mending keeps it as the
//! heading of the next block. The verdicts are `beside_content`, `likely_heading` or `heads_content`, and `likely_prose`.
//! `dehusk extract --explain` shows all this for any page.
//!
//! If nothing is kept of a page that has nothing to choose from, the page is a fragment and is kept as a whole ([`fragment`]). For
//! explanations only, [`signals`] finds the features that decided about a block. [`Blocks`] is for training.

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
