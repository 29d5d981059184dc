//! The lines of a source, with the counts of non-ASCII and ASCII characters that R2L and DANA need (C7 and
//! R2L step 3 of the methods' specification).
//!
//! One pass reads the text in blocks of 64 bytes and turns each block into a few bit masks; the counts of a
//! line are population counts of these masks. Markup is not parsed. If a file is split at its tags (R2L step
//! 2), the scan only finds where tags begin.

use super::Span;
use super::block::{BLOCK, Block};

/// One line: the text between two line feeds, or from tag to tag in a file that is split at its tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Line {
    /// The byte range of the line, without the line end.
    pub span: Span,
    /// Number of characters outside ASCII (S₁ in the byte rule of R2L).
    pub non_ascii: u32,
    /// Number of ASCII characters (S₂ of R2L), including whitespace.
    pub ascii: u32,
}

/// Whether a file is split at its tags before its lines are counted (R2L step 2, ambiguities A4 and A5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Split {
    /// The file is never split.
    Never,
    /// The file is always split.
    Always,
    /// The file is split if it has a single line or, on average, more tags per line than this number.
    Auto(f64),
}

/// The lines of a text.
///
/// ```
/// use dehusk::source::{Lines, Split};
/// let lines = Lines::count("<p>سلام</p>\r\nok", Split::Never);
/// let counts: Vec<_> = lines.iter().map(|line| (line.non_ascii, line.ascii)).collect();
/// assert_eq!(counts, [(4, 7), (0, 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lines {
    lines: Vec<Line>,
    split: bool,
}

impl Lines {
    /// Finds and counts the lines of `text` (at most 4 GiB). Takes linear time, and 16 bytes of memory for
    /// each line.
    #[must_use]
    pub fn count(text: &str, split: Split) -> Lines {
        match split {
            Split::Always => Lines { lines: scan::<true, false>(text).lines, split: true },
            Split::Never => Lines { lines: scan::<false, false>(text).lines, split: false },
            Split::Auto(tags_per_line) => {
                let whole = scan::<false, true>(text);
                if !whole.has_long_lines(text, tags_per_line) {
                    return Lines { lines: whole.lines, split: false };
                }
                Lines::count(text, Split::Always)
            }
        }
    }

    /// Whether the text was split at its tags.
    #[must_use]
    pub fn is_split(&self) -> bool {
        self.split
    }
}

impl std::ops::Deref for Lines {
    type Target = [Line];

    fn deref(&self) -> &[Line] {
        &self.lines
    }
}

struct Scan {
    lines: Vec<Line>,
    /// Number of `<` characters, whether or not they begin a tag.
    angles: usize,
}

impl Scan {
    fn has_long_lines(&self, text: &str, tags_per_line: f64) -> bool {
        if self.lines.len() <= 1 {
            return !self.lines.is_empty();
        }
        let max_tags = tags_per_line * self.lines.len() as f64;
        // Counting tags takes a second pass. Pages with few `<` skip it.
        self.angles as f64 > max_tags && count_tags(text.as_bytes()) as f64 > max_tags
    }
}

fn count_tags(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'<', bytes)
        .filter(|at| bytes.get(at + 1).is_some_and(|next| next.is_ascii_alphabetic() || *next == b'/'))
        .count()
}

/// The line that is being read: its start, and its counts from the blocks before the current one.
#[derive(Default)]
struct OpenLine {
    start: usize,
    /// Number of bytes outside ASCII.
    high: u32,
    /// Number of lead bytes of multi-byte UTF-8 sequences: one for each character outside ASCII.
    lead: u32,
}

/// Finds and counts lines. With `SPLIT`, each tag also begins a line. With `ANGLES`, the `<` are counted too.
fn scan<const SPLIT: bool, const ANGLES: bool>(text: &str) -> Scan {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut open = OpenLine::default();
    let mut angles = 0;
    let (blocks, tail) = bytes.as_chunks::<BLOCK>();
    for index in 0..=blocks.len() {
        let block = blocks.get(index).map_or_else(|| Block::starting(tail), Block::new);
        reserve_lines(&mut lines, index * BLOCK, bytes.len());
        if ANGLES {
            angles += block.equal(b'<').count_ones() as usize;
        }
        block_lines::<SPLIT>(bytes, index * BLOCK, &block, &mut open, &mut lines);
    }
    if open.start < bytes.len() {
        lines.push(close_line(bytes, &open, bytes.len(), 0, 0));
    }
    Scan { lines, angles }
}

/// Makes room for the lines of one more block. If there is no room, reserves the number of lines that the
/// rest of the text would have if its lines are as long as those so far. So the vector is rarely moved and is
/// never much too long.
#[inline]
fn reserve_lines(lines: &mut Vec<Line>, read: usize, total: usize) {
    /// Length of a line that is assumed before any line is read; chosen by hand.
    const BYTES_PER_LINE: usize = 64;
    if lines.capacity() - lines.len() < BLOCK + 1 {
        let per_byte = if read == 0 { 1.0 / BYTES_PER_LINE as f64 } else { lines.len() as f64 / read as f64 };
        lines.reserve_exact(((total - read) as f64 * per_byte) as usize + 2 * BLOCK);
    }
}

/// Ends the lines whose end is in this block.
#[inline(always)]
fn block_lines<const SPLIT: bool>(
    bytes: &[u8],
    base: usize,
    block: &Block,
    open: &mut OpenLine,
    lines: &mut Vec<Line>,
) {
    let mut high = block.high();
    let mut lead = if high == 0 { 0 } else { block.lead() };
    let mut ends = block.equal(b'\n');
    if SPLIT {
        ends |= block.equal(b'<');
    }
    while ends != 0 {
        let bit = ends.trailing_zeros();
        ends &= ends - 1;
        let at = base + bit as usize;
        let is_feed = !SPLIT || bytes[at] == b'\n';
        if SPLIT && !is_feed && !splits_before(bytes, at) {
            continue;
        }
        let before = (1u64 << bit) - 1;
        let (line_high, line_lead) =
            if high == 0 { (0, 0) } else { ((high & before).count_ones(), (lead & before).count_ones()) };
        lines.push(close_line(bytes, open, at, line_high, line_lead));
        high &= !before;
        lead &= !before;
        *open = OpenLine { start: at + usize::from(is_feed), high: 0, lead: 0 };
    }
    if high != 0 {
        open.high += high.count_ones();
        open.lead += lead.count_ones();
    }
}

/// Whether to split the line before `at`: a tag, comment or declaration begins there, and `at` is not already
/// the start of a line.
fn splits_before(bytes: &[u8], at: usize) -> bool {
    let begins = bytes
        .get(at + 1)
        .is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'));
    begins && at > 0 && bytes[at - 1] != b'\n'
}

/// Returns the line from `open.start` to `end`; a carriage return at the end is dropped. `high` and `lead`
/// are the counts of the line from the current block.
#[inline]
fn close_line(bytes: &[u8], open: &OpenLine, end: usize, high: u32, lead: u32) -> Line {
    let ends_in_return =
        end > open.start && bytes[end - 1] == b'\r' && bytes.get(end).is_none_or(|b| *b == b'\n');
    let end = end - usize::from(ends_in_return);
    let span = Span::new(open.start, end);
    Line { span, non_ascii: open.lead + lead, ascii: span.len() as u32 - (open.high + high) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A slow implementation that follows C7 and R2L A5 of the methods' specification literally.
    fn naive_lines(text: &str, split: bool) -> Vec<(String, u32, u32)> {
        let mut marked = String::new();
        for (at, c) in text.char_indices() {
            if split && c == '<' && splits_before(text.as_bytes(), at) {
                marked.push('\n');
            }
            marked.push(c);
        }
        let mut lines: Vec<&str> = marked.split('\n').collect();
        if lines.last() == Some(&"") {
            lines.pop();
        }
        let count = |line: &str| {
            let non_ascii = line.chars().filter(|c| !c.is_ascii()).count() as u32;
            (line.to_owned(), non_ascii, line.chars().count() as u32 - non_ascii)
        };
        lines.iter().map(|line| count(line.strip_suffix('\r').unwrap_or(line))).collect()
    }

    fn counted(text: &str, split: Split) -> Vec<(String, u32, u32)> {
        let lines = Lines::count(text, split);
        lines.iter().map(|line| (text[line.span.range()].to_owned(), line.non_ascii, line.ascii)).collect()
    }

    proptest! {
        #[test]
        fn lines_and_counts_equal_those_of_a_naive_loop(
            pieces in prop::collection::vec(
                prop_oneof!["<", "\n", "\r\n", "</p>", "<!-- ", "ب", "ไทย", "𐤀", "x{1,70}", "a\rb", "\u{85}", "<?"], 0..60)
        ) {
            let text: String = pieces.concat();
            prop_assert_eq!(counted(&text, Split::Never), naive_lines(&text, false));
            prop_assert_eq!(counted(&text, Split::Always), naive_lines(&text, true));
        }
    }

    #[test]
    fn a_file_is_split_when_it_has_one_line_or_too_many_tags_per_line() {
        assert!(!Lines::count("", Split::Auto(10.0)).is_split());
        assert!(Lines::count("<p>a<p>b", Split::Auto(10.0)).is_split());
        assert!(!Lines::count("<p>a\n<p>b", Split::Auto(10.0)).is_split());
        assert!(Lines::count(&"<p>a".repeat(21).replacen("<p>a", "<p>a\n", 1), Split::Auto(10.0)).is_split());
        assert!(!Lines::count(&"< a".repeat(40).replacen('a', "\n", 1), Split::Auto(10.0)).is_split());
    }
}
