//! `grain`: dehusk's own method, learned from the signals of all the papers.
//!
//! A page goes through these stages, in this order (the function `decide` calls them in the same order):
//!
//! | stage | module | takes | gives |
//! |---|---|---|---|
//! | outline | `outline` | the tree | blocks of text, and the containers they are in |
//! | features | `features` | the outline | a row of numbers for each block (`features::list` names them) |
//! | forests | `forests` | the rows | a probability for each block: three forests of boosted trees; the second and the third also use the probabilities of the previous forest |
//! | page kind | `page_kind` | the probabilities | the kind of the page, its expected F1, and the layout of its content |
//! | slots | `slots` | the probabilities | at least the mean of the blocks at the same place in the items of its group, for each block |
//! | cut | `cut` | the probabilities | the kept blocks: the choice with the largest expected F1 |
//! | restore | `restore` | the kept blocks | code and headings between kept blocks are kept too; manuals are filled |
//! | groups | `groups` | the kept blocks | menus of which hardly anything is kept are emptied; lists, tables and quotations that are mostly kept are kept whole; headings whose section is not kept are removed |
//! | repeats | `repeats` | the kept blocks | repeated text is kept only once |
//! | comments | `comments` | the kept blocks | readers' comments are removed unless they are the subject of the page |
//! | stories | `stories` | the kept blocks | beside a page's own story, whole stories of other pages and dialogs are removed |
//! | labels | `labels` | the kept blocks | labels of adverts and messages of PHP are removed |
//! | lead | `lead` | the kept blocks | what the page declares as its description is kept between title and text |
//! | key facts | `key_facts` | the kept blocks | the price and other facts that the page declares of its only product or recipe are kept |
//! | notices | `notices` | the kept blocks | a page that only says why it has no content (an error, a login) keeps nothing |
//! | tiny pages | `tiny` | the removed blocks | a page with one line of text in its article, or one video, is kept |
//! | verdicts | `verdicts` | the choice for each block | a [`Selection`](crate::selection::Selection): byte ranges with score and reason |
//! | text | [`crate::render`] | the selection | text for people to read |
//!
//! An example: the outline of this source has seven blocks, shown here with their probabilities after the third forest:
//!
//! ```text
//! <title>The mill reopens - Daily</title>
//! <nav><a href=/>Home</a> <a href=/news>News</a></nav>                     .01  "Home News"
//! <article><h1>The mill reopens</h1>                                       .79
//! <p>The old mill on the river reopens on Monday, after two winters of
//!    repairs. Visitors may watch the grinding.</p>                         .95
//! <h2>Hours</h2>                                                           .37
//! <ul><li>Monday: 9 to 5<li>Sunday: closed</ul></article>                  .55 and .62
//! <footer>Imprint</footer>                                                 .01
//! ```
//!
//! The page kind is `service`, so the cut is broad: the expected F1 is largest if all blocks with at least .55 are kept. Restore
//! keeps the heading "Hours" too (`heads_content`); the stages after it change nothing. The verdicts are `beside_content` for menu
//! and footer, `likely_heading`, `likely_prose` and `likely_content` for the others. `dehusk extract --explain` shows this for any
//! page.
//!
//! If nothing is kept and the source is a fragment, that is, text without a page around it, the whole source is kept
//! (`fragment`). `signals` finds the features that decided about a block; only explanations use it. [`Blocks`] is for training.

mod choice;
mod comments;
mod cut;
mod decide;
mod features;
mod focus;
mod forests;
mod fragment;
mod groups;
mod key_facts;
mod labels;
mod lead;
mod method;
mod notices;
mod outline;
mod page_kind;
mod repeats;
mod restore;
mod signals;
mod slots;
mod stories;
mod texts;
mod tiny;
mod training;
mod verdicts;

pub use features::list::{ANSWERS, COUNT, Feature, FeatureInfo, features};
pub use focus::Focus;
pub use forests::{FORESTS, Model, fingerprint};
pub use method::Grain;
pub use outline::WordTable;
pub use page_kind::{Layout, fingerprint as whole_page_fingerprint};
pub use training::{Blocks, STRUCTURE};
