//! Fragments: a piece of text that has hardly any page around it, such as `<p>…</p>` or a plain text.
//!
//! The model was trained on pages and expects so much content of one; where it finds none in a text that has nothing to be told
//! apart from, the text is what was meant. Pages never get here: they have menus, forms or links.

use super::outline::{Kind, Outline, Piece};
use crate::markup::Tag;
use crate::page::Page;

/// What a page has around its content, and a fragment has not.
const PARTS_OF_PAGES: [Kind; 7] =
    [Kind::Nav, Kind::Header, Kind::Footer, Kind::Aside, Kind::Dialog, Kind::Form, Kind::Button];
/// Elements for input, in or out of a form.
const CONTROLS: [Tag; 3] = [Tag::Label, Tag::Select, Tag::Button];
/// A block with more of its text in links may be a menu.
const MOST_LINKS: f32 = 0.5;
/// Beside a script there has to be a sentence of so many letters: the text of an application that is still to be loaded is a
/// word or two.
const LEAST_BESIDE_SCRIPTS: u32 = 20;

/// Whether there is nothing to choose from: all blocks are text and no more.
pub(super) fn is_fragment(outline: &Outline, page: &Page<'_>) -> bool {
    let has_scripts = page.marks().iter().any(|mark| mark.tag == Tag::Script);
    let is_text = |piece: &Piece| {
        let container = outline.container_of(piece);
        !piece.hidden
            && piece.link_share() <= MOST_LINKS
            && !PARTS_OF_PAGES.into_iter().any(|kind| container.is_in(kind))
    };
    let is_said = |piece: &Piece| piece.sentence_mass() > 0.0 && piece.shape.mass >= LEAST_BESIDE_SCRIPTS;
    let has_controls = outline.containers.iter().any(|container| CONTROLS.contains(&container.tag));
    !outline.unscripted
        && !has_controls
        && !outline.pieces.is_empty()
        && outline.pieces.iter().all(is_text)
        && (!has_scripts || outline.pieces.iter().any(is_said))
}
