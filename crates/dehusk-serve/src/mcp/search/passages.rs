//! Passages: the blocks of a page as a reader takes them in. A heading is read with the block after it, a row
//! of a table as a whole and with the header of its table, a term with its definition. Which passages answer a
//! query is decided elsewhere.

use std::ops::Range;

use dehusk::parts::{Block, BlockKind};
use dehusk::selection::Hiding;
use dehusk::source::Span;

/// One or more blocks that follow each other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Passage {
    /// Its blocks, as indices of the list that the passages were made of.
    pub(super) blocks: Range<usize>,
    /// Its text, one line for each block; the cells of a row are on one line.
    pub(super) text: String,
    /// The kind of its last block.
    pub(super) kind: BlockKind,
    /// From the first to the last byte in the source.
    pub(super) source: Span,
    /// The last heading before it.
    pub(super) heading: Option<String>,
    /// The header of the table of which it is a row.
    pub(super) columns: Option<String>,
    /// How the page hides it or a part of it.
    pub(super) hidden: Option<Hiding>,
}

/// Returns the passages of blocks, which must be in the order of the text. `text_of` returns the text of a
/// block.
pub(super) fn passages<'t>(blocks: &[&Block], text_of: impl Fn(&Block) -> &'t str) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut heading: Option<String> = None;
    // The header of the last table, and where the table is.
    let mut header: Option<(&str, String)> = None;
    let mut start = 0;
    while start < blocks.len() {
        let end = end_of_passage(blocks, start);
        let mut passage = passage(blocks, start..end, &text_of);
        passage.heading.clone_from(&heading);
        if blocks[start].kind == BlockKind::TableCell {
            let columns = header.as_ref().filter(|(table, _)| table_of(blocks[start]) == Some(table));
            passage.columns = columns.map(|(_, columns)| columns.clone());
        }
        if blocks[start].kind == BlockKind::Heading {
            heading = Some(text_of(blocks[start]).to_owned());
        }
        let first_cell = (start..end).find(|&at| is_header(blocks[at]));
        if let Some((at, table)) = first_cell.and_then(|at| Some((at, table_of(blocks[at])?))) {
            let cells = blocks[at..end].iter().take_while(|block| is_header(block));
            header = Some((table, cells.map(|block| text_of(block)).collect::<Vec<_>>().join(CELLS)));
        }
        passages.push(passage);
        start = end;
    }
    passages
}

/// What stands between the cells of a row.
const CELLS: &str = " | ";

/// Returns where the passage ends that begins with this block.
fn end_of_passage(blocks: &[&Block], start: usize) -> usize {
    let first = blocks[start];
    let follows = |kind: BlockKind| blocks.get(start + 1).is_some_and(|next| next.kind == kind);
    match first.kind {
        BlockKind::Heading if start + 1 < blocks.len() && !follows(BlockKind::Heading) => {
            end_of_passage(blocks, start + 1)
        }
        BlockKind::Term if follows(BlockKind::Definition) => start + 2,
        BlockKind::TableCell => {
            let end = row_end(blocks, start);
            let next = blocks.get(end).filter(|next| next.kind == BlockKind::TableCell && !is_header(next));
            let heads =
                next.is_some_and(|next| table_of(next).is_some() && table_of(next) == table_of(first));
            if heads && blocks[start..end].iter().all(|block| is_header(block)) {
                row_end(blocks, end)
            } else {
                end
            }
        }
        _ => start + 1,
    }
}

/// Returns where the row ends that begins with this cell.
fn row_end(blocks: &[&Block], start: usize) -> usize {
    let row = row_of(blocks[start]);
    let same = blocks[start..]
        .iter()
        .take_while(|block| block.kind == BlockKind::TableCell && row.is_some() && row_of(block) == row);
    start + same.count().max(1)
}

/// Whether a block is a cell of a header (`th`).
fn is_header(block: &Block) -> bool {
    let cell = block.xpath.rsplit('/').find(|step| step.starts_with("th") || step.starts_with("td"));
    block.kind == BlockKind::TableCell && cell.is_some_and(|step| step == "th" || step.starts_with("th["))
}

/// The table that a cell is in, as the beginning of its XPath.
fn table_of(block: &Block) -> Option<&str> {
    let path = block.xpath.as_str();
    let table = path.rfind("/table[").or_else(|| path.rfind("/table/"))?;
    let end = path[table + 1..].find('/').map_or(path.len(), |end| table + 1 + end);
    Some(&path[..end])
}

/// The row that a cell is in, as the beginning of its XPath.
fn row_of(block: &Block) -> Option<&str> {
    let path = block.xpath.as_str();
    let row = path.rfind("/tr[").or_else(|| path.rfind("/tr/"))?;
    let end = path[row + 1..].find('/').map_or(path.len(), |end| row + 1 + end);
    Some(&path[..end])
}

fn passage<'t>(blocks: &[&Block], range: Range<usize>, text_of: &impl Fn(&Block) -> &'t str) -> Passage {
    let (first, last) = (blocks[range.start], blocks[range.end - 1]);
    let mut text = String::new();
    for (index, block) in blocks[range.clone()].iter().enumerate() {
        if index > 0 {
            let before = blocks[range.start + index - 1].kind;
            let is_row = before == BlockKind::TableCell && block.kind == BlockKind::TableCell;
            let is_same = row_of(blocks[range.start + index - 1]) == row_of(block);
            text.push_str(if is_row && is_same { CELLS } else { "\n" });
        }
        text.push_str(text_of(block));
    }
    let start = first.source.start().min(last.source.start());
    Passage {
        text,
        kind: last.kind,
        source: Span::new(start, last.source.end().max(first.source.end())),
        heading: None,
        columns: None,
        hidden: blocks[range.clone()].iter().find_map(|block| block.hidden),
        blocks: range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::methods::Plain;
    use dehusk::parts::Parts;
    use dehusk::{Extractor, Options};

    #[test]
    fn what_is_read_together_is_one_passage() {
        let page = "<h1>The mill</h1><h2>Hours</h2><p>Nine to five.</p><p>Not on Monday.</p>
            <table><tr><th>Day<th>Price<tr><td>Sunday<td>9 euros<tr><td>Friday<td>7 euros</table><dl><dt>Miller<dd>Ann</dl><h2>End</h2>";
        let mut parts = Parts::NONE;
        parts.blocks = true;
        let extraction =
            Extractor::new(Options::new().with(Plain).with_parts(parts)).extract(page.as_bytes(), None);
        let blocks: Vec<&Block> = extraction.blocks().iter().collect();
        let text_of = |block: &Block| block.text.map_or("", |text| &extraction.text()[text.range()]);
        let found = passages(&blocks, text_of);
        let texts: Vec<_> =
            found.iter().map(|passage| (passage.text.as_str(), passage.heading.as_deref())).collect();
        assert_eq!(
            texts,
            [
                ("The mill", None),
                ("Hours\nNine to five.", Some("The mill")),
                ("Not on Monday.", Some("Hours")),
                ("Day | Price\nSunday | 9 euros", Some("Hours")),
                ("Friday | 7 euros", Some("Hours")),
                ("Miller\nAnn", Some("Hours")),
                ("End", Some("Hours")),
            ]
        );
        assert_eq!(&page[found[4].source.range()], "Friday<td>7 euros");
        assert_eq!(found[4].columns.as_deref(), Some("Day | Price"));
    }
}
