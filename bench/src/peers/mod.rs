//! Peers: the code of others, one file each, as cases.
//!
//! Who wants UTF-8 gets the page decoded; nobody pays for decoding but whoever takes bytes. Handlers and sinks do as
//! little as proves that the work was done.

mod html5ever;
mod html5ever_tree;
mod html5gum;
mod kernels;
mod lol_html;
mod pagesift;
mod tl;

use crate::case::Case;

/// All of them, from the bare kernels to whole trees.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = kernels::cases();
    cases.extend(html5ever::cases());
    cases.extend(html5gum::cases());
    cases.extend(lol_html::cases());
    cases.extend(pagesift::cases());
    cases.extend(tl::cases());
    cases
}
