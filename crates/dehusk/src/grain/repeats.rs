//! Repeats: a text that is on the page twice, once for phones and once for desktops, or in a carousel and its clones, is kept
//! once.
//!
//! Five kinds of repeats are not removed: short texts, since a label may occur many times; repeats next to each other, such as
//! the chorus of a song; table cells, which are often equal; code, which manuals repeat on purpose; and texts under several
//! different headings, such as an event on three days. Removing repeats gains
//! .003 F1 on wcxb-dev (docs/src/notebook/grain-cut.md).
//!
//! If most of a quotation is a repeat, the rest of it is removed too: who is quoted, and a button that shows all of it. Otherwise
//! the quotation is kept whole.

use std::collections::{HashMap, HashSet};

use super::choice::Choice;
use super::outline::{Kind, Outline, heading_around};
use super::page_kind::Layout;

/// Minimum mass of a repeat that is removed. Values from 80 to 300 do equally well (docs/src/notebook/grain-cut.md).
const MIN_MASS: u32 = 120;

/// Minimum number of different headings right above equal texts that are not repeats. With two, forums lose .0010 F1 and products
/// .0007, because copies for other screens and quotations follow other headings too.
const MIN_SECTIONS: usize = 3;

/// A quotation is removed whole if at least this share of its kept mass is a repeat. Chosen by hand.
const MIN_REPEATED: f32 = 0.5;

/// Removes the second of any two equal stretches of kept blocks, or the first if readers see only the second, and what is left of
/// quotations that are repeats.
pub(super) fn remove(outline: &Outline, layout: Layout, choices: &mut [Choice]) {
    remove_stretches(outline, layout, choices);
    decide_quotations(outline, choices);
}

/// If most of a quotation repeats other text, removes the rest of it too; otherwise restores its repeats. Takes linear time.
fn decide_quotations(outline: &Outline, choices: &mut [Choice]) {
    // For each quotation, the mass of its kept blocks and that of its repeats.
    let mut masses: HashMap<u32, [f32; 2]> = HashMap::new();
    for (piece, choice) in outline.pieces.iter().zip(choices.iter()) {
        let is_repeat = *choice == Choice::Repeat;
        if (is_repeat || choice.is_kept())
            && let Some(quotation) = outline.nearest(piece, Kind::Quote)
        {
            masses.entry(quotation).or_default()[usize::from(is_repeat)] += piece.shape.mass as f32;
        }
    }
    for (piece, choice) in outline.pieces.iter().zip(choices) {
        let masses = outline.nearest(piece, Kind::Quote).and_then(|quotation| masses.get(&quotation));
        let Some([kept, repeated]) = masses.filter(|[_, repeated]| *repeated > 0.0) else { continue };
        let is_repeat = *repeated >= MIN_REPEATED * (kept + repeated);
        match choice {
            Choice::Repeat if !is_repeat => *choice = Choice::InsideGroup,
            choice if choice.is_kept() && is_repeat => *choice = Choice::Repeat,
            _ => {}
        }
    }
}

fn remove_stretches(outline: &Outline, layout: Layout, choices: &mut [Choice]) {
    let kept: Vec<usize> = (0..choices.len()).filter(|index| choices[*index].is_kept()).collect();
    let hash = |place: usize| outline.pieces[kept[place]].shape.hash;
    // In discussions, the headings are the names of those who quote the text.
    let is_discussion = layout == Layout::Discussion;
    let sections = if is_discussion { HashSet::new() } else { texts_of_sections(outline, &kept) };
    // For the hash of each text, the position in `kept` of the first block with this text that is not removed.
    let mut places: HashMap<u64, usize> = HashMap::with_capacity(kept.len());
    let mut start = 0;
    while start < kept.len() {
        let earlier = places.get(&hash(start)).copied();
        let length = earlier.map_or(0, |earlier| equal(earlier, start, kept.len(), hash));
        let repeat = earlier.filter(|earlier| {
            mass(outline, &kept[start..start + length]) >= MIN_MASS
                && are_apart(outline, kept[*earlier], kept[start])
                && !is_cell(outline, kept[start])
                && !sections.contains(&hash(start))
        });
        let left = match repeat {
            Some(earlier) if is_worse(outline, kept[earlier], kept[start]) => {
                places.extend((start..start + length).map(|place| (hash(place), place)));
                earlier..earlier + length
            }
            Some(_) => start..start + length,
            None => 0..0,
        };
        kept[left].iter().for_each(|index| choices[*index] = Choice::Repeat);
        // Equal stretches that are too short to be repeats are skipped too. So each block is visited once, in linear time.
        for place in start..start + length.max(1) {
            places.entry(hash(place)).or_insert(place);
        }
        start += length.max(1);
    }
}

/// The number of blocks in the equal stretches that begin at `earlier` and at `start`. The two stretches do not overlap.
fn equal(earlier: usize, start: usize, end: usize, hash: impl Fn(usize) -> u64) -> usize {
    let most = (start - earlier).min(end - start);
    (0..most).take_while(|step| hash(earlier + step) == hash(start + step)).count()
}

/// The mass of blocks that are not code; code is not counted because manuals and blogs repeat it on purpose.
fn mass(outline: &Outline, blocks: &[usize]) -> u32 {
    let pieces = blocks.iter().map(|index| &outline.pieces[*index]);
    pieces.filter(|piece| !outline.container_of(piece).is_in(Kind::Pre)).map(|piece| piece.shape.mass).sum()
}

/// Whether two blocks are far apart in the tree: the two innermost containers of one block are both different from the two
/// innermost containers of the other block.
fn are_apart(outline: &Outline, one: usize, other: usize) -> bool {
    let around = |block: usize| {
        let container = outline.pieces[block].container;
        [container, outline.containers[container as usize].parent]
    };
    let others = around(other);
    around(one).into_iter().all(|container| !others.contains(&container))
}

/// The hashes of the texts that follow at least [`MIN_SECTIONS`] different headings right away: then the same text belongs to several
/// sections, such as the same event to several days. Clones of slides and copies for other screens are equal with their headings.
fn texts_of_sections(outline: &Outline, kept: &[usize]) -> HashSet<u64> {
    let hash = |block: usize| outline.pieces[block].shape.hash;
    // For the hash of each text, the hashes of the headings before it.
    let mut headings: HashMap<u64, Vec<u64>> = HashMap::new();
    for (before, block) in kept.iter().zip(kept.iter().skip(1)).map(|(before, block)| (*before, *block)) {
        if heading_around(outline, before) == 0 {
            continue;
        }
        let known = headings.entry(hash(block)).or_default();
        if known.len() < MIN_SECTIONS && !known.contains(&hash(before)) {
            known.push(hash(before));
        }
    }
    headings.into_iter().filter(|(_, known)| known.len() >= MIN_SECTIONS).map(|(text, _)| text).collect()
}

fn is_cell(outline: &Outline, block: usize) -> bool {
    outline.container_of(&outline.pieces[block]).is_in(Kind::Table)
}

fn is_worse(outline: &Outline, one: usize, other: usize) -> bool {
    is_unseen(outline, one) && !is_unseen(outline, other)
}

/// Whether a block is hidden, or only for browsers that cannot show a player.
fn is_unseen(outline: &Outline, block: usize) -> bool {
    let piece = &outline.pieces[block];
    piece.hidden || piece.in_player
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Deadline;
    use crate::grain::choice::marks;
    use crate::page::Page;
    use crate::source::Source;

    const LONG: &str = "The mill on the river reopens on Monday after two winters of repairs, and the council thanks all who \
        gave timber, stone and time to it, more than once.";

    fn kept(page: &str) -> String {
        let page = Page::parse(Source::from_text(page));
        let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
        let mut choices = vec![Choice::Kept; outline.pieces.len()];
        remove(&outline, Layout::OneText, &mut choices);
        marks(&choices)
    }

    #[test]
    fn the_second_of_two_equal_stretches_is_left_out() {
        let half = &LONG[..90];
        for (page, expected) in [
            (format!("<div><p>{LONG}</div><div><p>{LONG}</div>"), "+-"),
            (format!("<div><p>{LONG}</div><div><p>{LONG}</div><div><p>{LONG}</div>"), "+--"),
            (format!("<div><p>{half}<p>b {half}</div><p>c<div><p>{half}<p>b {half}</div>"), "+++--"),
            (format!("<div hidden><p>{LONG}</div><div><p>{LONG}</div><div><p>{LONG}</div>"), "-+-"),
            (format!("<div><video src=a.mp4><p>{LONG}</video></div><div><p>{LONG}</div>"), "-+"),
            (format!("<div><p>{LONG}</div><div hidden><p>{LONG}</div>"), "+-"),
            (format!("<div><h2>a</h2><p>{LONG}</div><div><h2>a</h2><p>{LONG}</div>"), "++--"),
            (format!("<h2>a</h2><div><p>{LONG}</div><h2>b</h2><div><p>{LONG}</div>"), "+++-"),
            (format!("<div><p>{LONG}</div><blockquote><p>A. wrote:<div><p>{LONG}</div></blockquote>"), "+--"),
            (format!("<div><p>{LONG}</div><blockquote><p>{LONG} B<div><p>{LONG}</div></blockquote>"), "+++"),
        ] {
            assert_eq!(kept(&page), expected, "{page}");
        }
    }

    #[test]
    fn labels_choruses_and_different_texts_stay() {
        let half = &LONG[..90];
        for page in [
            format!("<div><p>{half}</div><div><p>{half}</div>"),
            format!("<div><p>{half}</div><div><p>a</div><div><p>{half}</div><div><p>b</div>"),
            ["Monday", "Friday", "Sunday"].map(|day| format!("<h2>{day}</h2><div><p>{LONG}</div>")).concat(),
            format!("<div>{LONG}<br><br>Verse<br><br>{LONG}</div>"),
            format!("<div><p>{LONG}<p>Verse<p>{LONG}</div>"),
            format!("<div><p>{LONG}</div><div><p>{LONG} And more.</div>"),
            format!("<div><pre>{LONG}</pre></div><div><pre>{LONG}</pre></div>"),
            format!("<table>{}</table>", "<tr><td>a<td>0".repeat(400)),
        ] {
            assert!(!kept(&page).contains('-'), "{page}");
        }
    }
}
