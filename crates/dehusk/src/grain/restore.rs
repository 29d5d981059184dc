//! Restores blocks that the cut removed from the middle of a text: code between kept blocks, and headings right before kept
//! blocks. In manuals, it restores all blocks between kept blocks except improbable ones.
//!
//! The gold texts of manuals include code, and the gold texts of articles include headings. The model rates each block separately
//! and is often unsure about short blocks.

use super::choice::Choice;
use super::outline::{Class, Kind, Outline, Piece, heading_around};

/// Minimum probability of a heading that is restored. A less probable heading may belong to other text. Restoring headings gains
/// .0003 F1 on wcxb-dev, and thresholds from .05 to .2 do equally well (docs/src/notebook/grain-cut.md). Code is restored at any
/// probability. Restoring code gains .0004 F1 on wcxb-dev, and .004 on manuals.
const MIN_HEADING: f32 = 0.1;
/// Maximum mass of a text that announces the list after it, such as "Search tips:". Chosen by hand.
const MAX_ANNOUNCEMENT: u32 = 80;
/// Maximum share of such a text that is in links. Chosen by hand.
const MAX_LINKED_ANNOUNCEMENT: f32 = 0.5;
/// Minimum probability of a quotation that is restored between kept blocks: a reader misses it more than other gaps. Chosen by
/// hand.
const MIN_QUOTE: f32 = 0.2;
/// Minimum probability of code that is restored right after the last kept block. Chosen by hand.
const MIN_CODE_AT_END: f32 = 0.05;
/// A manual is filled if at least this share of the mass between its first and its last kept block is kept already. Filling gains
/// .003 F1 on manuals (docs/src/notebook/grain-cut.md).
const MIN_KEPT_OF_MANUAL: f32 = 0.8;
/// Minimum probability of a block that is restored when a manual is filled (docs/src/notebook/grain-cut.md).
const MIN_INSIDE_MANUAL: f32 = 0.2;

/// Kinds of parts whose heading heads nothing outside of them.
const OWN_PARTS: [Kind; 4] = [Kind::Article, Kind::Aside, Kind::Item, Kind::Nav];

/// Restores code and quotations between kept blocks, headings right before kept blocks, and code right after the last one.
pub(super) fn near_kept(outline: &Outline, probabilities: &[f32], choices: &mut [Choice]) {
    let Some((first, last)) = ends(choices) else { return };
    headings(outline, probabilities, choices);
    for index in first..last {
        if choices[index] != Choice::Removed {
            continue;
        }
        let container = outline.container_of(&outline.pieces[index]);
        if container.is_in(Kind::Pre) {
            choices[index] = Choice::Code;
        } else if container.is_in(Kind::Quote) && probabilities[index] >= MIN_QUOTE {
            choices[index] = Choice::InsideGroup;
        }
    }
    for index in last + 1..choices.len() {
        if probabilities[index] < MIN_CODE_AT_END || !is_code_beside_previous(outline, index) {
            break;
        }
        choices[index] = Choice::Code;
    }
}

/// Restores the headings of kept blocks, up to the last kept block.
pub(super) fn headings(outline: &Outline, probabilities: &[f32], choices: &mut [Choice]) {
    let Some((first, last)) = ends(choices) else { return };
    for index in (first.saturating_sub(1)..last).rev() {
        let heads = choices[index] == Choice::Removed
            && choices[index + 1].is_kept()
            && probabilities[index] >= MIN_HEADING
            && (is_heading_of_next(outline, index) || announces_list(outline, index));
        if heads {
            choices[index] = Choice::Heading;
        }
    }
}

/// Whether a block is a short text that ends in a colon, right before a list that it is not in.
fn announces_list(outline: &Outline, index: usize) -> bool {
    let [piece, next] = [index, index + 1].map(|index| &outline.pieces[index]);
    let list = |piece: &Piece| outline.nearest(piece, Kind::List);
    piece.shape.last == Some(Class::Colon)
        && piece.shape.mass <= MAX_ANNOUNCEMENT
        && piece.link_share() <= MAX_LINKED_ANNOUNCEMENT
        && list(next).is_some_and(|of_next| list(piece) != Some(of_next))
        && is_in_part_of_next(outline, index)
}

/// Whether a block is code, and the container around the block before it, or around the table, list or code that this is in, is
/// around it too.
fn is_code_beside_previous(outline: &Outline, index: usize) -> bool {
    let [previous, piece] = [index - 1, index].map(|index| &outline.pieces[index]);
    let before = outline.container_of(previous);
    let groups = [Kind::Table, Kind::List, Kind::Pre].map(|kind| before.depth_of(kind));
    let groups = groups.into_iter().filter(|near| *near > 0).map(|near| near - 1);
    let depth = groups.fold(before.depth, u16::min);
    outline.container_of(piece).is_in(Kind::Pre) && piece.shared_depth + 1 >= depth
}

/// Whether a block is a heading of the next block, that is, the next block is not a heading of the same or a higher rank, and is in
/// the same article, item or other part.
fn is_heading_of_next(outline: &Outline, index: usize) -> bool {
    let [own, next] = [index, index + 1].map(|index| heading_around(outline, index));
    let is_same_heading = outline.pieces[index].container == outline.pieces[index + 1].container;
    own > 0 && (next == 0 || next > own || is_same_heading) && is_in_part_of_next(outline, index)
}

/// Whether the next block is in the article, item or other part that a block is in.
fn is_in_part_of_next(outline: &Outline, index: usize) -> bool {
    let container = outline.container_of(&outline.pieces[index]);
    let shared_depth = outline.pieces[index + 1].shared_depth;
    !OWN_PARTS.iter().any(|part| container.depth_of(*part) > shared_depth + 1)
}

/// Fills a manual: restores the blocks between its first and its last kept block, if most of their text is kept already.
pub(super) fn in_manual(outline: &Outline, probabilities: &[f32], choices: &mut [Choice]) {
    let Some((first, last)) = ends(choices) else { return };
    let mass = |counts: &dyn Fn(usize) -> bool| {
        let blocks = (first..=last).filter(|index| counts(*index));
        blocks.map(|index| outline.pieces[index].shape.mass as f32).sum::<f32>()
    };
    if mass(&|index| choices[index].is_kept()) < MIN_KEPT_OF_MANUAL * mass(&|_| true) {
        return;
    }
    for index in first..last {
        if choices[index] == Choice::Removed && probabilities[index] >= MIN_INSIDE_MANUAL {
            choices[index] = Choice::InsideManual;
        }
    }
}

/// The indices of the first and the last kept block.
fn ends(choices: &[Choice]) -> Option<(usize, usize)> {
    let first = choices.iter().position(|choice| choice.is_kept())?;
    let last = choices.iter().rposition(|choice| choice.is_kept())?;
    Some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Deadline;
    use crate::grain::choice::marks;
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn code_and_headings_amid_kept_text_are_kept() {
        let page = "<pre>a</pre><p>b<pre>c</pre><h2>d</h2><h2>e</h2><p>f<h2>g</h2><p>h<h2>i</h2><pre>j</pre>";
        let page = Page::parse(Source::from_text(page));
        let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
        let kept = |probabilities: [f32; 10]| {
            let mut choices = probabilities.map(|probability| Choice::of_cut(probability > 0.5));
            near_kept(&outline, &probabilities, &mut choices);
            choices.map(|choice| u8::from(choice.is_kept()))
        };
        let [sure, likely, unlikely] = [0.9, 0.2, 0.01];
        let page = [unlikely, sure, unlikely, likely, likely, sure, unlikely, sure, likely, likely];
        assert_eq!(kept(page), [0, 1, 1, 0, 1, 1, 0, 1, 0, 0]);
        assert_eq!(kept([unlikely; 10]), [0; 10]);
    }

    #[test]
    fn code_at_the_end_and_quotations_between_kept_blocks_are_kept() {
        for (page, probabilities, expected) in [
            ("<p>a<pre>b</pre><pre>c</pre><p>d", vec![0.9, 0.1, 0.1, 0.1], "+++-"),
            ("<p>a<pre>b</pre>", vec![0.9, 0.01], "+-"),
            ("<p>a</p><table><tr><td>b</table><pre>c</pre>", vec![0.9, 0.9, 0.1], "+++"),
            ("<p>a<pre><div>b</div></pre><pre>c</pre>", vec![0.9, 0.9, 0.1], "+++"),
            ("<div><p>a<ul><li>b</ul></div><div><pre>c</pre></div>", vec![0.9, 0.9, 0.1], "++-"),
            ("<div><div><p>a</div></div><div><pre>b</pre></div>", vec![0.9, 0.1], "+-"),
            (
                "<p>a<blockquote>b</blockquote><p>c<blockquote>d</blockquote>",
                vec![0.9, 0.3, 0.9, 0.3],
                "+++-",
            ),
            ("<p>a<blockquote>b</blockquote><p>c", vec![0.9, 0.1, 0.9], "+-+"),
        ] {
            let page = Page::parse(Source::from_text(page));
            let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
            let mut choices: Vec<Choice> = probabilities.iter().map(|p| Choice::of_cut(*p > 0.5)).collect();
            near_kept(&outline, &probabilities, &mut choices);
            assert_eq!(marks(&choices), expected, "{}", page.source().text());
        }
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
            ("<article><h2>a</h2></article><p>b", false),
            ("<article><h2>a</h2><p>b</article>", true),
            ("<ul><li><h2>a</h2></ul><p>b", false),
        ] {
            let page = format!("<p>first{page}");
            let page = Page::parse(Source::from_text(&page));
            let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
            let mut choices = [Choice::Kept, Choice::Removed, Choice::Kept];
            near_kept(&outline, &[0.9, 0.2, 0.9], &mut choices);
            assert_eq!(choices[1].is_kept(), expected, "{}", page.source().text());
        }
    }

    #[test]
    fn texts_with_a_colon_before_lists_are_put_back() {
        for (page, expected) in [
            ("<p>Search tips:</p><ul><li>b</ul>", "++"),
            ("<p>Search tips</p><ul><li>b</ul>", "-+"),
            ("<p>Search tips:</p><p>b", "-+"),
            ("<p><a href=a>Search tips:</a></p><ul><li>b</ul>", "-+"),
            ("<ul><li>Search tips:<li>b</ul>", "-+"),
        ] {
            let page = Page::parse(Source::from_text(page));
            let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
            let mut choices = [Choice::Removed, Choice::Kept];
            headings(&outline, &[0.1, 0.9], &mut choices);
            assert_eq!(marks(&choices), expected, "{}", page.source().text());
        }
    }

    #[test]
    fn the_heading_before_the_first_kept_block_is_put_back() {
        for (page, probability, expected) in [
            ("<p>a<h2>b</h2><p>c", 0.2, "-++"),
            ("<p>a<h2>b</h2><p>c", 0.05, "--+"),
            ("<p>a<p>b<p>c", 0.2, "--+"),
            ("<p>a<pre>b</pre><p>c", 0.2, "--+"),
        ] {
            let page = Page::parse(Source::from_text(page));
            let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
            let mut choices = [Choice::Removed, Choice::Removed, Choice::Kept];
            near_kept(&outline, &[0.2, probability, 0.9], &mut choices);
            assert_eq!(marks(&choices), expected, "{}", page.source().text());
        }
    }

    #[test]
    fn manuals_are_filled_if_most_of_them_is_kept() {
        let page =
            "<p>Before</p><p>Long enough to be most of it.</p><p>Maybe.</p><p>No.</p><p>Kept</p><p>After</p>";
        let page = Page::parse(Source::from_text(page));
        let outline = Outline::of(&page, &mut Deadline::after(None)).unwrap();
        let filled = |kept: [bool; 6]| {
            let mut choices = kept.map(Choice::of_cut);
            in_manual(&outline, &[0.3, 0.9, 0.3, 0.1, 0.9, 0.3], &mut choices);
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
