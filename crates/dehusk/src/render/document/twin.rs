//! Formulas that a page hides because it shows them in another form beside them: as an image (MediaWiki), or as HTML (KaTeX, MathJax).

use super::math;
use crate::markup::Tag;
use crate::page::{Element, Event, Page};
use crate::selection::{Kept, Reason, Selection};

/// The number of elements looked at, from the `<math>` outwards: MediaWiki, KaTeX and MathJax hide an element around it, which is its
/// parent or the parent of that.
const MAX_LEVELS: usize = 3;
/// Maximum bytes of the tags around a hidden formula. Chosen by hand; those of MediaWiki have about 200.
const MAX_WRAPPER_BYTES: usize = 512;
/// The element that MathJax 3 shows, and the one in it that it hides from readers with the MathML for screen readers. What is shown has
/// no text: its characters are in shapes or in a style sheet.
const MATHJAX: [&str; 2] = ["mjx-container", "mjx-assistive-mml"];

/// A page and the decision about its text.
#[derive(Clone, Copy)]
pub(super) struct Twins<'t> {
    pub(super) page: &'t Page<'t>,
    pub(super) selection: &'t Selection,
    pub(super) kept: &'t Kept,
}

impl Twins<'_> {
    /// Whether readers see a hidden `<math>` in another form, so that it is a formula for them.
    pub(super) fn show(self, math: &Element<'_>) -> bool {
        let around = std::iter::successors(Some(*math), Element::parent).take(MAX_LEVELS);
        around.take_while(|hidden| is_alone_in(math, hidden)).any(|hidden| {
            let twin = hidden.next();
            is_for_mathjax(&hidden)
                || twin.is_some_and(|twin| self.is_image(&twin, math) || self.is_html(&twin, math))
        })
    }

    /// Whether an element is an image of the formula that is not hidden: it has the TeX of the formula as its text.
    fn is_image(self, twin: &Element<'_>, math: &Element<'_>) -> bool {
        let found = self.selection.media.binary_search_by_key(&twin.span(), |media| media.span);
        let Some(image) = found.ok().map(|found| &self.selection.media[found]) else { return false };
        let annotation = math::annotation(self.page, math);
        let declared = math.attribute("alttext").unwrap_or_default();
        let is_same =
            |tex: &str| !image.title.is_empty() && tex.split_whitespace().eq(image.title.split_whitespace());
        twin.tag() == Tag::Img
            && image.reason != Reason::Hidden
            && (is_same(&annotation) || is_same(&declared))
    }

    /// Whether an element is the HTML of a formula by KaTeX, it stays, and it has all letters and digits of the formula.
    fn is_html(self, twin: &Element<'_>, math: &Element<'_>) -> bool {
        if !math::is_katex_html(twin) || self.kept.within(twin.span()).next().is_none() {
            return false;
        }
        let (shown, hidden) = (self.letters(twin), self.letters(math));
        hidden.iter().zip(shown).all(|(hidden, shown)| *hidden <= shown)
    }

    /// How often each ASCII letter and digit is in the text of an element, without annotations.
    fn letters(self, element: &Element<'_>) -> [u32; 128] {
        let mut counts = [0; 128];
        let mut annotations = 0_usize;
        for event in element.walk() {
            match event {
                Event::Enter(inner) => annotations += usize::from(is_annotation(&inner)),
                Event::Leave(inner) => annotations -= usize::from(is_annotation(&inner)),
                Event::Text(run) if annotations == 0 => {
                    let text = self.page.text_of(&run);
                    text.bytes()
                        .filter(u8::is_ascii_alphanumeric)
                        .for_each(|byte| counts[byte as usize] += 1);
                }
                Event::Text(_) => {}
            }
        }
        counts
    }
}

fn is_annotation(element: &Element<'_>) -> bool {
    element.tag() == Tag::Unknown && element.name() == "annotation"
}

/// Whether an element has a formula and hardly more: many formulas are not compared with the same HTML.
fn is_alone_in(math: &Element<'_>, around: &Element<'_>) -> bool {
    around.span().len() <= math.span().len() + MAX_WRAPPER_BYTES
}

/// Whether an element has the MathML that MathJax 3 writes for screen readers.
fn is_for_mathjax(element: &Element<'_>) -> bool {
    let [container, assistive] = MATHJAX;
    element.name() == assistive && element.parent().is_some_and(|around| around.name() == container)
}
