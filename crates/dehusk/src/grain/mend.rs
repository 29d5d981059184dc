//! Mending: what the cut tore out of the middle of a text is put back. Code between kept blocks, a heading right before one, the rest of a list
//! of which most is kept.
//!
//! Gold texts of manuals have their code and articles their headings and whole lists; the model, which judges block by block, is often unsure of the
//! short ones.

use super::outline::{Container, Kind, Outline};

/// A heading that is less probable may be that of something else: anything from .05 to .2 does as well (`train/REPORT.md`).
const LEAST_HEADING: f32 = 0.1;
/// A list of which this share is kept, by mass, is kept whole.
const MOST_OF_LIST: f32 = 0.5;

/// Keeps these too.
pub(super) fn mend(outline: &Outline, probabilities: &[f32], kept: &mut [bool]) {
    amid(outline, probabilities, kept);
    lists(outline, kept);
}

fn amid(outline: &Outline, probabilities: &[f32], kept: &mut [bool]) {
    let first = kept.iter().position(|kept| *kept);
    let (Some(first), Some(last)) = (first, kept.iter().rposition(|kept| *kept)) else { return };
    for index in first..last {
        let container = outline.container_of(&outline.pieces[index]);
        let heads =
            kept[index + 1] && probabilities[index] >= LEAST_HEADING && container.is_in(Kind::Heading);
        kept[index] |= heads || container.is_in(Kind::Pre);
    }
}

fn lists(outline: &Outline, kept: &mut [bool]) {
    let lists: Vec<Option<usize>> =
        outline.pieces.iter().map(|piece| list_of(outline.container_of(piece))).collect();
    // By container: all of a list, and what of it is kept.
    let mut masses = vec![(0.0, 0.0); outline.containers.len()];
    for ((piece, list), kept) in outline.pieces.iter().zip(&lists).zip(&*kept) {
        let Some((all, taken)) = list.map(|list| &mut masses[list]) else { continue };
        let mass = piece.shape.mass as f32;
        *all += mass;
        *taken += if *kept { mass } else { 0.0 };
    }
    for (kept, list) in kept.iter_mut().zip(lists) {
        let masses = list.map(|list| masses[list]);
        *kept |= masses.is_some_and(|(all, taken)| taken > 0.0 && taken >= MOST_OF_LIST * all);
    }
}

/// The container of the list that a block is an item of; blocks further inside an item have containers of their own.
fn list_of(container: &Container) -> Option<usize> {
    (container.levels_to(Kind::Item as usize) == 1).then_some(container.parent as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Deadline;
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn code_and_headings_amid_kept_text_are_kept() {
        let page = "<pre>a</pre><p>b<pre>c</pre><h2>d</h2><h2>e</h2><p>f<h2>g</h2><p>h<h2>i</h2><pre>j</pre>";
        let page = Page::parse(Source::from_text(page));
        let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
        let kept = |probabilities: [f32; 10]| {
            let mut kept = probabilities.map(|probability| probability > 0.5);
            mend(&outline, &probabilities, &mut kept);
            kept.map(u8::from)
        };
        let [sure, likely, unlikely] = [0.9, 0.2, 0.01];
        let page = [unlikely, sure, unlikely, likely, likely, sure, unlikely, sure, likely, likely];
        assert_eq!(kept(page), [0, 1, 1, 0, 1, 1, 0, 1, 0, 0]);
        assert_eq!(kept([unlikely; 10]), [0; 10]);
    }

    #[test]
    fn lists_are_kept_whole_if_most_of_them_is() {
        let page = "<p>a<ul><li>bbbb<li>cc<li>d</ul><ul><li>ee<li>ffff</ul>";
        let page = Page::parse(Source::from_text(page));
        let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
        let mut kept = [true, true, false, false, true, false];
        mend(&outline, &[0.0; 6], &mut kept);
        assert_eq!(kept, [true, true, true, true, true, false]);
    }
}
