//! Fragments: a piece of text without a page around it, such as `<p>…</p>` or plain text.
//!
//! The model was trained on whole pages and expects a minimum of content. If it finds none in a text without any boilerplate, the
//! whole text is the content. Whole pages are never fragments, because they have menus, forms or links.

use super::outline::{Kind, Outline, Piece};
use crate::markup::Tag;
use crate::page::Page;

/// Kinds of containers that occur in whole pages but not in fragments.
const PARTS_OF_PAGES: [Kind; 7] =
    [Kind::Nav, Kind::Header, Kind::Footer, Kind::Aside, Kind::Dialog, Kind::Form, Kind::Button];
/// Elements for input, inside or outside a form.
const CONTROLS: [Tag; 3] = [Tag::Label, Tag::Select, Tag::Button];
/// A block with a larger share of its text in links than this may be a menu. Chosen by hand.
const MAX_LINK_SHARE: f32 = 0.5;
/// A source with scripts is a fragment only if it has a block with a sentence and at least this mass. An application that is not
/// loaded yet shows only a word or two ("Loading …"). Chosen by hand.
const MIN_SENTENCE_WITH_SCRIPTS: u32 = 20;

/// Whether the source is a fragment: every block is visible text, not mostly links and outside [`PARTS_OF_PAGES`], and there are
/// no controls.
pub(super) fn is_fragment(outline: &Outline, page: &Page<'_>) -> bool {
    let has_scripts = page.marks().iter().any(|mark| mark.tag == Tag::Script);
    let is_text = |piece: &Piece| {
        let container = outline.container_of(piece);
        !piece.hidden
            && piece.link_share() <= MAX_LINK_SHARE
            && !PARTS_OF_PAGES.into_iter().any(|kind| container.is_in(kind))
    };
    let is_sentence =
        |piece: &Piece| piece.sentence_mass() > 0.0 && piece.shape.mass >= MIN_SENTENCE_WITH_SCRIPTS;
    let has_controls = outline.containers.iter().any(|container| CONTROLS.contains(&container.tag));
    !outline.unscripted
        && !has_controls
        && !outline.pieces.is_empty()
        && outline.pieces.iter().all(is_text)
        && (!has_scripts || outline.pieces.iter().any(is_sentence))
}
