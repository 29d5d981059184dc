//! Mending: what the cut tore out of the middle of a text is put back. Code between kept blocks, a heading or a question right before one, the rest
//! of a list of which most is kept; of manuals all but the most improbable.
//!
//! Gold texts of manuals have their code and articles their headings and whole lists; the model, which judges block by block, is often unsure of the
//! short ones.

use super::choice::Choice;
use super::outline::{Container, Kind, Outline, heading_around};

/// A heading that is less probable may be that of something else: anything from .05 to .2 does as well (`train/REPORT.md`).
const LEAST_HEADING: f32 = 0.1;
/// Shorter sentences on buttons are calls, in letters.
const LEAST_QUESTION: u32 = 15;
/// A list of which this share is kept, by mass, is kept whole.
const MOST_OF_LIST: f32 = 0.5;
/// A manual of which this share is kept between the first and the last kept block, by mass, is kept whole there,
const MOST_OF_MANUAL: f32 = 0.8;
/// but for what is less probable.
const LEAST_OF_MANUAL: f32 = 0.2;

/// Keeps these too.
pub(super) fn mend(outline: &Outline, probabilities: &[f32], choices: &mut [Choice]) {
    code_and_headings(outline, probabilities, choices);
    lists(outline, choices);
}

fn code_and_headings(outline: &Outline, probabilities: &[f32], choices: &mut [Choice]) {
    let Some((first, last)) = ends(choices) else { return };
    for index in first..last {
        let container = outline.container_of(&outline.pieces[index]);
        let heads = || probabilities[index] >= LEAST_HEADING && heads_next(outline, index);
        let leads = || choices[index + 1].is_kept() && (heads() || is_question(outline, index));
        match choices[index] {
            Choice::Left if container.is_in(Kind::Pre) => choices[index] = Choice::Code,
            Choice::Left if leads() => choices[index] = Choice::Heads,
            _ => {}
        }
    }
}

/// Whether a block is a heading of what the next one is: that is no heading of the same or a higher rank.
fn heads_next(outline: &Outline, index: usize) -> bool {
    let [own, next] = [index, index + 1].map(|index| heading_around(outline, index));
    let is_one = outline.pieces[index].container == outline.pieces[index + 1].container;
    own > 0 && (next == 0 || next > own || is_one)
}

/// Whether a block is a sentence on a button, as the questions of an accordion are, right before a block that is none.
fn is_question(outline: &Outline, index: usize) -> bool {
    let [own, next] = [index, index + 1].map(|index| &outline.pieces[index]);
    let is_button = |piece| outline.container_of(piece).is_in(Kind::Button);
    is_button(own) && own.shape.mass >= LEAST_QUESTION && own.sentence_mass() > 0.0 && !is_button(next)
}

fn lists(outline: &Outline, choices: &mut [Choice]) {
    let lists: Vec<Option<usize>> =
        outline.pieces.iter().map(|piece| list_of(outline.container_of(piece))).collect();
    // By container: all of a list, and what of it is kept.
    let mut masses = vec![(0.0, 0.0); outline.containers.len()];
    for ((piece, list), choice) in outline.pieces.iter().zip(&lists).zip(&*choices) {
        let Some((all, taken)) = list.map(|list| &mut masses[list]) else { continue };
        let mass = piece.shape.mass as f32;
        *all += mass;
        *taken += if choice.is_kept() { mass } else { 0.0 };
    }
    for (choice, list) in choices.iter_mut().zip(lists) {
        let masses = list.map(|list| masses[list]);
        let is_most = masses.is_some_and(|(all, taken)| taken > 0.0 && taken >= MOST_OF_LIST * all);
        if *choice == Choice::Left && is_most {
            *choice = Choice::RestOfList;
        }
    }
}

/// Keeps all of a manual from its first to its last kept block, if most of that is kept.
pub(super) fn fill(outline: &Outline, probabilities: &[f32], choices: &mut [Choice]) {
    let Some((first, last)) = ends(choices) else { return };
    let mass = |counts: &dyn Fn(usize) -> bool| {
        let blocks = (first..=last).filter(|index| counts(*index));
        blocks.map(|index| outline.pieces[index].shape.mass as f32).sum::<f32>()
    };
    if mass(&|index| choices[index].is_kept()) < MOST_OF_MANUAL * mass(&|_| true) {
        return;
    }
    for index in first..last {
        if choices[index] == Choice::Left && probabilities[index] >= LEAST_OF_MANUAL {
            choices[index] = Choice::Amid;
        }
    }
}

/// The first and the last kept block.
fn ends(choices: &[Choice]) -> Option<(usize, usize)> {
    let first = choices.iter().position(|choice| choice.is_kept())?;
    let last = choices.iter().rposition(|choice| choice.is_kept())?;
    Some((first, last))
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
            let mut choices = probabilities.map(|probability| Choice::of(probability > 0.5));
            mend(&outline, &probabilities, &mut choices);
            choices.map(|choice| u8::from(choice.is_kept()))
        };
        let [sure, likely, unlikely] = [0.9, 0.2, 0.01];
        let page = [unlikely, sure, unlikely, likely, likely, sure, unlikely, sure, likely, likely];
        assert_eq!(kept(page), [0, 1, 1, 0, 1, 1, 0, 1, 0, 0]);
        assert_eq!(kept([unlikely; 10]), [0; 10]);
    }

    #[test]
    fn headings_are_put_back_before_what_they_head_alone() {
        for (page, expected) in [
            ("<h2>a</h2><p>b", true),
            ("<h2>a</h2><h3>b</h3>", true),
            ("<h2><span>a</span></h2><div><p>b</div>", true),
            ("<h3>a</h3><h3>b</h3>", false),
            ("<h3><div>a</div></h3><div><h2>b</h2></div>", false),
            ("<h2>a<br><br>b</h2>", true),
            ("<div role=heading>a</div><div>b</div>", true),
            ("<div role=heading>a</div><h2>b</h2>", false),
            ("<div><button>Does the mill open on Mondays?</button></div><div>b</div>", true),
            ("<div><button>Does the mill open on Mondays?</button></div><button>b</button>", false),
            ("<div><button>Show the opening hours</button></div><div>b</div>", false),
            ("<div><button>Buy now!</button></div><div>b</div>", false),
        ] {
            let page = format!("<p>first{page}");
            let page = Page::parse(Source::from_text(&page));
            let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
            let mut choices = [Choice::Kept, Choice::Left, Choice::Kept];
            mend(&outline, &[0.9, 0.2, 0.9], &mut choices);
            assert_eq!(choices[1].is_kept(), expected, "{}", page.source().text());
        }
    }

    #[test]
    fn lists_are_kept_whole_if_most_of_them_is() {
        let page = "<p>a<ul><li>bbbb<li>cc<li>d</ul><ul><li>ee<li>ffff</ul>";
        let page = Page::parse(Source::from_text(page));
        let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
        let mut choices = [true, true, false, false, true, false].map(Choice::of);
        mend(&outline, &[0.0; 6], &mut choices);
        assert_eq!(choices.map(Choice::is_kept), [true, true, true, true, true, false]);
        assert_eq!(choices[2], Choice::RestOfList);
    }

    #[test]
    fn manuals_are_filled_if_most_of_them_is_kept() {
        let page =
            "<p>Before</p><p>Long enough to be most of it.</p><p>Maybe.</p><p>No.</p><p>Kept</p><p>After</p>";
        let page = Page::parse(Source::from_text(page));
        let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
        let filled = |kept: [bool; 6]| {
            let mut choices = kept.map(Choice::of);
            fill(&outline, &[0.3, 0.9, 0.3, 0.1, 0.9, 0.3], &mut choices);
            choices.map(Choice::is_kept)
        };
        assert_eq!(
            filled([false, true, false, false, true, false]),
            [false, true, false, false, true, false],
            "too little of it is kept"
        );
        assert_eq!(filled([false, true, false, true, true, false]), [false, true, true, true, true, false],);
        assert_eq!(filled([false; 6]), [false; 6]);
    }
}
