//! Groups: if most of a list, a data table, a row of a data table or a quotation is kept, the rest of it is kept too, except for
//! improbable blocks. If hardly anything of a menu is kept, nothing of it is kept. A heading whose section is not kept is removed, at
//! the end of the kept text and within it.
//!
//! On pages of many texts and in discussions, groups are not completed: there, lists are often not content, and headings are content
//! without text.
//!
//! The model rates each block separately and is unsure about short ones, but a reader of a table wants its header, and a reader
//! of a list its last item.

use super::choice::Choice;
use std::ops::Range;

use super::outline::{Class, Container, Kind, Outline, Piece, Shape, Total, heading_around};
use crate::markup::Tag;

/// A group is completed if at least this share of its mass is kept already. Chosen by hand: most of it.
const MIN_KEPT: f32 = 0.5;
/// Minimum probability of a block that is restored. Less probable blocks are buttons and advertisements in a list. Chosen by hand.
const MIN_PROBABILITY: f32 = 0.1;
/// Minimum probability of a table cell that is restored: headers of tables are short, and the model expects little of them.
/// Chosen by hand.
const MIN_PROBABILITY_OF_CELL: f32 = 0.03;
/// Maximum mass of the largest block of a table that is completed. A table with longer blocks may lay out the page. Chosen by hand.
const MAX_CELL: f32 = 100.0;
/// Minimum number of kept rows of a table whose header is restored. Chosen by hand.
const MIN_ROWS_UNDER_HEADER: u32 = 2;
/// Minimum number of header cells that make the header of a table. Chosen by hand.
const MIN_HEADERS: u32 = 2;
/// Maximum share of a group's text that is in links. Lists of links are menus more often than not; chosen by hand.
const MAX_LINK_SHARE: f32 = 0.5;

/// A list of links of which at most this share of the mass is kept is a menu of which nothing is kept. Chosen by hand.
const MAX_KEPT_OF_MENU: f32 = 0.15;
/// Minimum number of blocks of such a list. Chosen by hand: in a shorter one, a few links may be meant.
const MIN_BLOCKS_OF_MENU: u32 = 10;

/// Maximum mass of a number that is kept with the text beside it: `1 1/2` or `10-12`. Chosen by hand.
const MAX_AMOUNT: u32 = 5;
/// Maximum number of blocks of a fact or an ingredient: amount, unit, name and a remark. Chosen by hand.
const MAX_BLOCKS_OF_ITEM: usize = 4;

/// Maximum number of headings at the end of the kept text that are removed. More headings are a list of titles. Chosen by hand.
const MAX_ORPHANS: usize = 2;

/// Minimum mass of the removed text between two headings of which the first is removed. Chosen by hand: more than a name and a
/// date.
const MIN_REMOVED_SECTION: u32 = 60;

/// The groups of containers that are in no group.
const NO_GROUP: u32 = 0;

/// Completes the rows of data tables, and then lists, tables and quotations: if most of one is kept, keeps the rest of it too.
/// Takes linear time.
pub(super) fn complete(outline: &Outline, groups: &[u32], probabilities: &[f32], choices: &mut [Choice]) {
    complete_rows(outline, groups, choices);
    complete_amounts(outline, choices);
    let kept = kept_masses(outline, choices, groups);
    for (index, piece) in outline.pieces.iter().enumerate() {
        let group = groups[piece.container as usize];
        let is_cell = outline.containers[group as usize].tag == Tag::Table;
        let minimum = if is_cell { MIN_PROBABILITY_OF_CELL } else { MIN_PROBABILITY };
        let is_link = piece.link_share() > MAX_LINK_SHARE;
        if group == NO_GROUP || choices[index] != Choice::Removed || probabilities[index] < minimum || is_link
        {
            continue;
        }
        if is_mostly_kept(kept[group as usize], outline.containers[group as usize].total) {
            choices[index] = Choice::InsideGroup;
        }
    }
}

/// Removes what is kept of a list if that is hardly anything, and nothing but links. Takes linear time.
pub(super) fn empty_menus(outline: &Outline, groups: &[u32], choices: &mut [Choice]) {
    let group_of = |piece: &Piece| groups[piece.container as usize] as usize;
    let kept = kept_masses(outline, choices, groups);
    let mut are_menus: Vec<bool> =
        outline.containers.iter().zip(kept).map(|(list, kept)| may_be_menu(list, kept)).collect();
    are_menus[NO_GROUP as usize] = false;
    for (piece, choice) in outline.pieces.iter().zip(&*choices) {
        are_menus[group_of(piece)] &= !choice.is_kept() || piece.link_share() > MAX_LINK_SHARE;
    }
    for (piece, choice) in outline.pieces.iter().zip(choices) {
        if are_menus[group_of(piece)] && choice.is_kept() {
            *choice = Choice::Removed;
        }
    }
}

/// Whether a group is a long list of which hardly anything is kept.
fn may_be_menu(group: &Container, kept: f32) -> bool {
    matches!(group.tag, Tag::Ul | Tag::Ol)
        && group.total.blocks >= MIN_BLOCKS_OF_MENU
        && kept <= MAX_KEPT_OF_MENU * group.total.mass
}

/// For each group, the mass of its kept blocks. `group_of` has the group of each container.
fn kept_masses(outline: &Outline, choices: &[Choice], group_of: &[u32]) -> Vec<f32> {
    let mut masses = vec![0.0; outline.containers.len()];
    for (piece, choice) in outline.pieces.iter().zip(choices) {
        if choice.is_kept() {
            masses[group_of[piece.container as usize] as usize] += piece.shape.mass as f32;
        }
    }
    masses
}

/// Whether most of a group is kept, and it is no list of links.
fn is_mostly_kept(kept: f32, total: Total) -> bool {
    kept >= MIN_KEPT * total.mass && total.link <= MAX_LINK_SHARE * total.mass
}

/// If most of a row is kept, keeps the rest of it too, whatever the probabilities: a name without its numbers says nothing. Above
/// some such rows, keeps the headers in the first row of the table.
fn complete_rows(outline: &Outline, groups: &[u32], choices: &mut [Choice]) {
    let containers = &outline.containers;
    let rows = rows(outline, groups);
    let kept = kept_masses(outline, choices, &rows);
    let is_kept =
        |row: u32| row != NO_GROUP && is_mostly_kept(kept[row as usize], containers[row as usize].total);
    let have_holes = tables_with_holes(outline, groups, &rows, &kept, choices);
    let mut kept_rows = vec![0u32; containers.len()];
    for (index, row) in rows.iter().enumerate() {
        if *row as usize == index && is_kept(*row) {
            kept_rows[groups[index] as usize] += 1;
        }
    }
    let mut first_rows = vec![NO_GROUP; containers.len()];
    for (piece, choice) in outline.pieces.iter().zip(choices) {
        let [table, row] = [groups, &rows].map(|of| of[piece.container as usize]);
        let first = &mut first_rows[table as usize];
        if *first == NO_GROUP {
            *first = row;
        }
        let is_header = row != NO_GROUP
            && *first == row
            && is_header_cell(outline, piece)
            && kept_rows[table as usize] >= MIN_ROWS_UNDER_HEADER;
        let is_in_hole = row != NO_GROUP && have_holes[table as usize] && kept[row as usize] > 0.0;
        if *choice == Choice::Removed && (is_header || is_kept(row) || is_in_hole) {
            *choice = Choice::InsideGroup;
        }
    }
}

/// For each container, whether it is a data table with holes: its whole header is kept, and cells of most of its rows. `rows` has
/// the row of each container, and `kept` the kept mass of each row.
fn tables_with_holes(
    outline: &Outline,
    groups: &[u32],
    rows: &[u32],
    kept: &[f32],
    choices: &[Choice],
) -> Vec<bool> {
    let containers = &outline.containers;
    let mut counts = vec![[0u32; 2]; containers.len()];
    for (index, row) in rows.iter().enumerate().filter(|(index, row)| **row as usize == *index) {
        let [all, some] = &mut counts[groups[index] as usize];
        *all += 1;
        *some += u32::from(kept[*row as usize] > 0.0);
    }
    let mut headers = vec![[0u32; 2]; containers.len()];
    for (piece, choice) in outline.pieces.iter().zip(choices) {
        if is_header_cell(outline, piece) {
            let [all, kept] = &mut headers[groups[piece.container as usize] as usize];
            *all += 1;
            *kept += u32::from(choice.is_kept());
        }
    }
    let has_holes = |([rows, some], [headers, kept]): ([u32; 2], [u32; 2])| {
        headers >= MIN_HEADERS && headers == kept && some > MIN_ROWS_UNDER_HEADER && 2 * some >= rows
    };
    counts.into_iter().zip(headers).map(has_holes).collect()
}

/// Whether a block is a header cell of a table: a `th`, or another cell in `thead`.
fn is_header_cell(outline: &Outline, piece: &Piece) -> bool {
    let cell = outline.container_of(piece);
    let parent = |of: &Container| &outline.containers[of.parent as usize];
    cell.tag == Tag::Th || (cell.tag == Tag::Td && parent(parent(cell)).tag == Tag::Thead)
}

/// Keeps the numbers of kept facts and ingredients, such as the 6 of `<p>Servings</p><p>6</p>`: the model judges a number by
/// itself.
fn complete_amounts(outline: &Outline, choices: &mut [Choice]) {
    let are_amounts: Vec<bool> = outline.pieces.iter().map(|piece| is_amount(&piece.shape)).collect();
    for index in 0..outline.pieces.len() {
        if choices[index] != Choice::Removed || !are_amounts[index] {
            continue;
        }
        let item = item_around(outline, index);
        let is_small = item.len() <= MAX_BLOCKS_OF_ITEM;
        let mut texts = item.filter(|other| !are_amounts[*other]).peekable();
        if is_small && texts.peek().is_some() && texts.all(|text| choices[text].is_kept()) {
            choices[index] = Choice::InsideGroup;
        }
    }
}

/// Whether a block is a number and no more than a number.
fn is_amount(shape: &Shape) -> bool {
    shape.first == Some(Class::Digit)
        && shape.letters == 0
        && shape.currency == 0
        && shape.link == 0
        && shape.mass <= MAX_AMOUNT
}

/// The blocks of the smallest container around a block that holds other blocks too.
pub(super) fn item_around(outline: &Outline, index: usize) -> Range<usize> {
    let containers = &outline.containers;
    let own = outline.pieces[index].container as usize;
    let blocks = |of: usize| containers[of].first as usize..containers[of].last as usize + 1;
    if blocks(own).len() > 1 { blocks(own) } else { blocks(outline.outer[own] as usize) }
}

/// For each container, the index of the row of a data table around it, or [`NO_GROUP`].
fn rows(outline: &Outline, groups: &[u32]) -> Vec<u32> {
    let containers = &outline.containers;
    let mut rows = vec![NO_GROUP; containers.len()];
    for (index, container) in containers.iter().enumerate().skip(1) {
        if containers[groups[index] as usize].tag == Tag::Table {
            let is_row = container.tag == Tag::Tr;
            rows[index] = if is_row { index as u32 } else { rows[container.parent as usize] };
        }
    }
    rows
}

/// For each container, the index of the group that it is in.
pub(super) fn groups(outline: &Outline) -> Vec<u32> {
    let containers = &outline.containers;
    let mut holds_table = vec![false; containers.len()];
    for (index, container) in containers.iter().enumerate().skip(1).rev() {
        let parent = container.parent as usize;
        holds_table[parent] |= holds_table[index] || container.tag == Tag::Table;
    }
    let mut groups = vec![NO_GROUP; containers.len()];
    for (index, container) in containers.iter().enumerate().skip(1) {
        let around = groups[container.parent as usize];
        let begins = match container.tag {
            Tag::Table => true,
            Tag::Ul | Tag::Ol | Tag::Dl | Tag::Blockquote => around == NO_GROUP,
            _ => false,
        };
        let is_one = !holds_table[index] && (container.tag != Tag::Table || is_data(container));
        groups[index] = match (begins, is_one) {
            (true, true) => index as u32,
            (true, false) => NO_GROUP,
            (false, _) => around,
        };
    }
    groups
}

/// Whether a table without tables in it holds data.
fn is_data(table: &Container) -> bool {
    table.total.largest <= MAX_CELL && table.total.headings == 0
}

/// Removes headings whose sections are not kept.
pub(super) fn remove_orphans(outline: &Outline, choices: &mut [Choice]) {
    remove_orphans_within(outline, choices);
    remove_orphans_at_end(outline, choices);
}

/// Removes headings within the kept text: the text before such a heading is kept, its section is not, and the next kept block is a
/// heading of the same or a higher rank. Headings that follow each other stay; they are a list of titles.
fn remove_orphans_within(outline: &Outline, choices: &mut [Choice]) {
    let kept: Vec<usize> = (0..choices.len()).filter(|index| choices[*index].is_kept()).collect();
    let rank = |index: usize| heading_around(outline, index);
    for around in kept.windows(3) {
        let [before, heading, after] = [around[0], around[1], around[2]];
        if rank(heading) < 2 || rank(before) > 0 || !(1..=rank(heading)).contains(&rank(after)) {
            continue;
        }
        let section = outline.pieces[heading + 1..after].iter().filter(|piece| !piece.hidden);
        let mass: u32 = section.map(|piece| piece.shape.mass).sum();
        let is_entry = outline.container_of(&outline.pieces[heading]).is_in(Kind::Item);
        if mass >= MIN_REMOVED_SECTION && !is_entry {
            choices[heading] = Choice::Orphan;
        }
    }
}

/// Removes headings at the end of the kept text: their sections are not kept. The text before them stays, and so does a page of
/// which nothing but headings is kept.
fn remove_orphans_at_end(outline: &Outline, choices: &mut [Choice]) {
    let is_heading = |index: usize| heading_around(outline, index) > 0;
    let Some(last) = (0..choices.len()).rev().find(|index| choices[*index].is_kept() && !is_heading(*index))
    else {
        return;
    };
    let followed = |index: usize| index + 1 < choices.len();
    let orphans: Vec<usize> =
        (last + 1..choices.len()).filter(|index| choices[*index].is_kept() && followed(*index)).collect();
    if orphans.len() > MAX_ORPHANS {
        return;
    }
    for index in orphans {
        // A heading inside a link or an item is an entry, and its text may be elsewhere.
        if !outline.container_of(&outline.pieces[index]).is_in(Kind::Item) {
            choices[index] = Choice::Orphan;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Deadline;
    use crate::grain::choice::marks;
    use crate::page::Page;
    use crate::source::Source;

    fn outline(page: &str) -> Outline {
        let page = Page::parse(Source::from_text(page));
        Outline::of(&page, &mut Deadline::after(None)).unwrap()
    }

    #[test]
    fn groups_of_which_most_is_kept_are_completed() {
        let long =
            "<table><tr><th>a<th>b<tr><td>c<td>dddddddd<tr><td>e<td>ffffffff<tr><td>g<td>hhhhhhhh</table>";
        for (page, kept, expected) in [
            (long, "+++-+-+-", "++++++++"),
            (long, "+++-----", "+++-----"),
            (long, "--+-+-+-", "--+-+-+-"),
            ("<ul><li>one<li>two<li>three</ul><p>four", "++--", "+++-"),
            ("<ul><li>one<li>two<li>three</ul>", "+--", "+--"),
            ("<ul><li>one<ul><li>two<li>three</ul></ul>", "-++", "+++"),
            ("<table><tr><th>a<th>b<tr><td>cc<td>dd</table>", "--++", "++++"),
            ("<table><tr><td><h2>a</h2><td>bb</table>", "-+", "-+"),
            ("<table><tr><th>a<th>b<tr><td>cccc<td>d<tr><td>eeee<td>f</table>", "--+-+-", "++++++"),
            (
                "<table><thead><tr><td>a<td>b<tbody><tr><td>cccc<td>d<tr><td>eeee<td>f</table>",
                "--+-+-",
                "++++++",
            ),
            ("<table><tr><td>cccc<td>d<tr><td>eeee<td>f<tr><td>gggg<td>h</table>", "+-----", "++----"),
            ("<table><tr><td>a<td><ul><li>bbb<li>c</ul></table>", "-+-", "+++"),
            ("<table><tr><td>a<td><table><tr><td>bbb<td>c</table></table>", "-+-", "-++"),
            ("<ul><li><a href=a>one</a><li><a href=b>two</a><li>x</ul>", "++-", "++-"),
            ("<blockquote><p>one<p>three</blockquote>", "-+", "++"),
        ] {
            let outline = outline(page);
            let mut choices: Vec<Choice> = kept.chars().map(|mark| Choice::of_cut(mark == '+')).collect();
            complete(&outline, &groups(&outline), &vec![0.2; choices.len()], &mut choices);
            assert_eq!(marks(&choices), expected, "{page}");
        }
        let outline = outline("<ul><li>one<li>two<li>x</ul>");
        let mut choices = [Choice::Kept, Choice::Kept, Choice::Removed];
        complete(&outline, &groups(&outline), &[0.9, 0.9, 0.05], &mut choices);
        assert_eq!(marks(&choices), "++-", "an improbable block");
    }

    #[test]
    fn menus_of_which_hardly_anything_is_kept_are_emptied() {
        let links = |count: usize| "<li><a href=a>mill</a>".repeat(count);
        for (page, kept, expected) in [
            (format!("<ul>{}</ul><p>dam", links(10)), "+---------+", "----------+"),
            (format!("<ul><li>a<ul>{}</ul></ul>", links(9)), "----+-----", "----------"),
            (format!("<ul>{}</ul>", links(10)), "++--------", "++--------"),
            (format!("<ul>{}</ul>", links(9)), "+--------", "+--------"),
            (format!("<ul>{}<li>mill</ul>", links(9)), "---------+", "---------+"),
            (format!("<div>{}</div>", links(10).replace("li", "p")), "+---------", "+---------"),
        ] {
            let outline = outline(&page);
            let mut choices: Vec<Choice> = kept.chars().map(|mark| Choice::of_cut(mark == '+')).collect();
            empty_menus(&outline, &groups(&outline), &mut choices);
            assert_eq!(marks(&choices), expected, "{page}");
        }
    }

    #[test]
    fn headings_after_the_last_text_are_removed() {
        for (page, kept, expected) in [
            ("<p>a<h2>b</h2><h3>c</h3><p>d", "+++-", "+---"),
            ("<p>a<h2>b</h2><p>c<p>d", "+++-", "+++-"),
            ("<p>a<h2>b</h2><h2>c</h2><h2>d</h2><p>e", "++++-", "++++-"),
            ("<h1>a</h1><p>b", "+-", "+-"),
            ("<p>a<h2>b</h2>", "++", "++"),
            ("<p>a<ul><li><h2>b</h2><li>c</ul>", "++-", "++-"),
        ] {
            let outline = outline(page);
            let mut choices: Vec<Choice> = kept.chars().map(|mark| Choice::of_cut(mark == '+')).collect();
            remove_orphans(&outline, &mut choices);
            assert_eq!(marks(&choices), expected, "{page}");
        }
    }

    #[test]
    fn headings_of_removed_sections_within_the_text_are_removed() {
        let section = "The section of which nothing is kept is longer than a name and a date would be.";
        for (page, kept, expected) in [
            (format!("<p>a<h2>b</h2><p>{section}<h2>c</h2><p>d"), "++-++", "+--++"),
            (format!("<p>a<h3>b</h3><p>{section}<h2>c</h2><p>d"), "++-++", "+--++"),
            (format!("<p>a<h2>b</h2><p>{section}<h3>c</h3><p>d"), "++-++", "++-++"),
            (format!("<p>a<h1>b</h1><p>{section}<h1>c</h1><p>d"), "++-++", "++-++"),
            (format!("<p>a<h2>b</h2><p hidden>{section}<h2>c</h2><p>d"), "++-++", "++-++"),
            (format!("<ul><li>a<li><h2>b</h2><p>{section}<li><h2>c</h2><p>d</ul>"), "++-++", "++-++"),
            (format!("<h2>a</h2><h2>b</h2><p>{section}<h2>c</h2><p>d"), "++-++", "++-++"),
            ("<p>a<h2>b</h2><p>A. Miller<h2>c</h2><p>d".to_owned(), "++-++", "++-++"),
        ] {
            let outline = outline(&page);
            let mut choices: Vec<Choice> = kept.chars().map(|mark| Choice::of_cut(mark == '+')).collect();
            remove_orphans(&outline, &mut choices);
            assert_eq!(marks(&choices), expected, "{page}");
        }
    }
}
