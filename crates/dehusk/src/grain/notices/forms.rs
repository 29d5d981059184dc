//! Pages that are a form for signing in or signing up: most of their text is in a form with a field for a password.

use super::{Kept, Outline};
use crate::grain::outline::{Kind, Piece};
use crate::markup::Tag;
use crate::page::{Element, Page};
use crate::source::Span;

/// Minimum share of the kept text in forms with a field for a password. Chosen by hand: docs/src/notebook/notices.md.
const MIN_SHARE: f32 = 0.6;
/// Maximum mass of the kept text: rules that a new member accepts are long, and a form around a whole page is longer. Chosen by
/// hand.
const MAX_MASS: f32 = 3_000.0;
/// Maximum share of the text of these forms in links. A form around a whole page has its menus. Chosen by hand.
const MAX_LINK_SHARE: f32 = 0.2;

/// Whether the kept text of a page is that of a form for signing in or signing up. Takes time linear in the page.
pub(super) fn are_page(page: &Page<'_>, outline: &Outline, kept: &Kept) -> bool {
    if kept.is_empty || kept.mass > MAX_MASS {
        return false;
    }
    let is_kept_in_form =
        |(piece, is_kept): (&Piece, &bool)| *is_kept && outline.container_of(piece).is_in(Kind::Form);
    if !outline.pieces.iter().zip(&kept.is_in).any(is_kept_in_form) {
        return false;
    }
    let forms = with_password(page);
    let mut is_in_form = vec![false; outline.pieces.len()];
    for (span, block) in &outline.runs {
        let next = forms.partition_point(|form| form.end() <= span.start());
        is_in_form[*block as usize] |= forms.get(next).is_some_and(|form| form.start() <= span.start());
    }
    let (mut mass, mut link, mut kept_mass) = (0.0, 0.0, 0.0);
    for (index, piece) in outline.pieces.iter().enumerate().filter(|(index, _)| is_in_form[*index]) {
        mass += piece.shape.mass as f32;
        link += piece.shape.link as f32;
        kept_mass += if kept.is_in[index] { piece.shape.mass as f32 } else { 0.0 };
    }
    kept_mass >= MIN_SHARE * kept.mass && kept_mass > 0.0 && link <= MAX_LINK_SHARE * mass
}

/// The spans of the forms with a field for a password, in the order of the source.
fn with_password(page: &Page<'_>) -> Vec<Span> {
    let mut forms: Vec<Span> = Vec::new();
    let mut form = None;
    for element in page.elements() {
        match element.tag() {
            Tag::Form => form = Some(element.span()),
            Tag::Input if is_password(&element) => {
                let around = form.filter(|form: &Span| element.span().start() < form.end());
                forms.extend(around.filter(|around| forms.last() != Some(around)));
            }
            _ => {}
        }
    }
    forms
}

/// Whether an input is a field for a password.
pub(super) fn is_password(input: &Element<'_>) -> bool {
    input.attribute("type").is_some_and(|value| value.trim().eq_ignore_ascii_case("password"))
}
