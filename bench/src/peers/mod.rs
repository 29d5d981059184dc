//! Peers: other libraries as cases, with one file per library.
//!
//! Libraries that need UTF-8 get decoded text, so their time does not include decoding. Handlers and sinks do
//! only the minimum that proves that the library did its work.

mod dom_smoothie;
mod html5ever;
mod html5ever_tree;
mod html5gum;
mod kernels;
mod lol_html;
mod pagesift;
mod rs_trafilatura;
mod tl;

use crate::case::Case;

/// The cases of all peers: first kernels, then tokenizers and trees, then whole extractors.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = kernels::cases();
    cases.extend(html5ever::cases());
    cases.extend(html5gum::cases());
    cases.extend(lol_html::cases());
    cases.extend(pagesift::cases());
    cases.extend(tl::cases());
    cases.extend(dom_smoothie::cases());
    cases.extend(rs_trafilatura::cases());
    cases
}
