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
//! | mending | `mend` | what is kept | besides, code between kept blocks and headings before them; manuals are filled |
//! | repeats | `repeats` | what is kept | a text that is on the page twice is kept once |
//! | comments | `comments` | what is kept | reader comments are removed from pages about something else |
//! | verdicts | `verdicts` | what became of each block | a [`Selection`](crate::selection::Selection): byte ranges with score and reason |
//! | text | [`crate::render`] | the selection | text for people to read |
//!
//! A worked page. Of this source the outline has seven blocks, here with their probabilities after the third forest:
//!
//! ```text
//! <title>The mill reopens - Daily</title>
//! <nav><a href=/>Home</a> <a href=/news>News</a></nav>                     .01  "Home News"
//! <article><h1>The mill reopens</h1>                                       .89
//! <p>The old mill on the river reopens on Monday, after two winters of
//!    repairs. Visitors may watch the grinding.</p>                         .97
//! <h2>Hours</h2>                                                           .61
//! <ul><li>Monday: 9 to 5<li>Sunday: closed</ul></article>                  .77 and .83
//! <footer>Imprint</footer>                                                 .09
//! ```
//!
//! The page kind is `service`, so the cut is broad: the expected F1 is largest if everything down to .61 is kept. Mending, repeats and
//! comments have nothing to do. The verdicts are `beside_content` for menu and footer, `likely_heading`, `likely_prose` and
//! `likely_content` for the others. `dehusk extract --explain` shows this for any page.
//!
//! If nothing is kept and there is nothing to choose from, the source is a fragment without a page around it and kept whole (`fragment`).
//! `signals` finds what decided about a block; only explanations ask for it. [`Blocks`] is for training.

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
