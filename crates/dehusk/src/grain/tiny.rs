//! Tiny pages: a page with one line of text, or with one video, has content too.
//!
//! The cut keeps nothing if it expects less content than a few words. But an article of one line has no more, and a page is
//! empty only if something says so. This module looks for what the page itself marks as its content: a single article, or the
//! heading of a page with a video.

use super::choice::Choice;
use super::outline::{Kind, Outline, Piece};
use crate::markup::Tag;
use crate::page::Page;

/// Kinds of containers that are not content, unless they are outside the article.
const BESIDE: [Kind; 6] = [Kind::Nav, Kind::Footer, Kind::Aside, Kind::Dialog, Kind::Form, Kind::Button];
/// Maximum mass of a tiny article. A larger one that the model does not keep is a list or a menu. Chosen by hand.
const MAX_MASS: f32 = 300.0;
/// Minimum mass of a tiny article without a video. Less is a label such as "Loading". Chosen by hand.
const MIN_MASS: f32 = 12.0;
/// A block with a larger share of its text in links may be a menu. Chosen by hand.
const MAX_LINK_SHARE: f32 = 0.5;
/// Minimum share of the words of a heading that are in the title of the page, if the heading is that of a video. Chosen by hand.
const MIN_IN_TITLE: f32 = 0.6;

/// Returns the choices for a page that otherwise keeps nothing: the blocks of its tiny article, or the heading above its video.
/// Returns `None` if it has neither.
pub(super) fn choices(page: &Page<'_>, outline: &Outline) -> Option<Vec<Choice>> {
    if outline.unscripted {
        return None;
    }
    let has_video = has_video(page);
    let in_only = |kind: Kind| {
        let only = only_container(outline, kind)?;
        choose(outline, |piece| is_of(outline, piece, only, kind), has_video)
    };
    // The main part of a shop may be its filters, which are no sentences.
    let has_sentence =
        || outline.pieces.iter().any(|piece| piece.sentence_mass() > 0.0 && is_in_main(outline, piece));
    let in_main = || in_only(Kind::Main).filter(|_| has_video || has_sentence());
    in_only(Kind::Article).or_else(in_main).or_else(|| {
        let of_video = |piece: &Piece| {
            let is_heading = outline.container_of(piece).is_in(Kind::Heading);
            is_heading && piece.in_title >= MIN_IN_TITLE && is_text(outline, piece)
        };
        if has_video { choose(outline, of_video, true) } else { None }
    })
}

/// Returns the only container of a kind. A page with several articles is a list.
fn only_container(outline: &Outline, kind: Kind) -> Option<usize> {
    let is_one = |index: &usize| outline.containers[*index].levels_to(kind as usize) == 1;
    let mut found = (0..outline.containers.len()).filter(is_one);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Whether a block is text of the container `only`, and not in a part of it that is beside its text.
fn is_of(outline: &Outline, piece: &Piece, only: usize, kind: Kind) -> bool {
    let container = outline.container_of(piece);
    let own = outline.containers[only].depth_of(kind);
    let is_inside = container.depth_of(kind) == own && own > 0;
    let is_beside = BESIDE.iter().any(|beside| container.depth_of(*beside) >= own);
    is_inside && !is_beside && is_visible_text(piece)
}

fn is_in_main(outline: &Outline, piece: &Piece) -> bool {
    outline.container_of(piece).is_in(Kind::Main) && is_text(outline, piece)
}

fn is_text(outline: &Outline, piece: &Piece) -> bool {
    let container = outline.container_of(piece);
    is_visible_text(piece) && !BESIDE.iter().any(|kind| container.is_in(*kind))
}

fn is_visible_text(piece: &Piece) -> bool {
    !piece.hidden && !piece.undisplayed && piece.link_share() <= MAX_LINK_SHARE
}

/// Returns the choices that keep the blocks for which `is_kept` is true. They need a heading, and text below it unless the
/// page has a video; together they must be neither too little nor too much.
fn choose(outline: &Outline, is_kept: impl Fn(&Piece) -> bool, has_video: bool) -> Option<Vec<Choice>> {
    let kept: Vec<bool> = outline.pieces.iter().map(is_kept).collect();
    let pieces = || outline.pieces.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(piece, _)| piece);
    let is_heading = |piece: &Piece| outline.container_of(piece).is_in(Kind::Heading);
    let mass: f32 = pieces().map(|piece| piece.shape.mass as f32).sum();
    let has_text = has_video || (mass >= MIN_MASS && pieces().any(|piece| !is_heading(piece)));
    let is_page = pieces().any(is_heading) && has_text && mass <= MAX_MASS;
    is_page.then(|| kept.into_iter().map(Choice::of_cut).collect())
}

/// Whether the page has a video, or a frame that is one by its address.
fn has_video(page: &Page<'_>) -> bool {
    /// Parts of the addresses of players. Chosen by hand.
    const PLAYERS: [&str; 8] =
        ["youtube", "vimeo", "dailymotion", "player", "/embed/", "video", "twitch.tv", "rutube"];
    page.elements().any(|element| match element.tag() {
        Tag::Video | Tag::Audio => true,
        Tag::Iframe => {
            element.attribute("src").is_some_and(|src| PLAYERS.iter().any(|player| src.contains(player)))
        }
        _ => false,
    })
}
