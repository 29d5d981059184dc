//! Peers: the code of others, one file each, as cases.
//!
//! Who wants UTF-8 gets the page decoded; nobody pays for decoding but whoever takes bytes. Handlers and sinks do as
//! little as proves that the work was done.

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

/// All of them, from the bare kernels over trees to whole extractors.
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
