//! Makes the labels: decides which words of a page are in its gold text, by a monotone alignment of the two.
//!
//! The alignment maximizes the number of matches minus a cost for each run of matches. The cost is low if the
//! run starts at the beginning of a block and of a line of the gold text, and high in the middle of both, so
//! that isolated words of menus are not matched. Two more passes over the unmatched words, with higher costs,
//! find text that is in a different order in the gold text. Time is proportional to the product of both
//! lengths. Memory is proportional to the length of the gold text times the square root of the length of the
//! page: only every √n-th row is kept, and the rows between are recomputed during the traceback.

/// A word of a text, represented by a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// The number that represents the word; equal words have equal numbers.
    pub(crate) number: u32,
    /// Whether the word begins a block of the page, or a line of the gold text.
    pub(crate) begins: bool,
}

/// The costs of starting a run of matches at three kinds of positions: where both a block and a line begin,
/// where only one of them begins, and everywhere else.
type Costs = [f32; 3];

/// Costs of the first pass. Chosen by hand.
const FIRST_COSTS: Costs = [0.5, 1.3, 2.5];
/// Costs of the later passes, so high that only long runs pay off. Chosen by hand.
const LATER_COSTS: Costs = [2.5, 4.5, 7.5];
/// Number of passes after the first. Chosen by hand.
const LATER_PASSES: usize = 2;
/// Minimum number of unmatched words of the gold text for another pass. Chosen by hand.
const MIN_UNMATCHED: usize = 4;
/// Maximum number of words of a page that are aligned; the rest of a longer page counts as unmatched. Chosen
/// by hand.
const MAX_WORDS: usize = 60_000;

/// Returns, for each word of the page, whether it is in the gold text.
#[must_use]
pub(crate) fn matched(page: &[Word], gold: &[Word]) -> Vec<bool> {
    let mut found = vec![false; page.len()];
    let mut page_left: Vec<usize> = (0..page.len().min(MAX_WORDS)).collect();
    let mut gold_left: Vec<usize> = (0..gold.len()).collect();
    for pass in 0..=LATER_PASSES {
        if pass > 0 && gold_left.len() < MIN_UNMATCHED {
            break;
        }
        let costs = if pass == 0 { FIRST_COSTS } else { LATER_COSTS };
        let a: Vec<Word> = page_left.iter().map(|at| page[*at]).collect();
        let b: Vec<Word> = gold_left.iter().map(|at| gold[*at]).collect();
        let pairs = align(&a, &b, costs);
        if pairs.is_empty() {
            break;
        }
        let mut used = vec![false; b.len()];
        for (i, j) in pairs {
            found[page_left[i]] = true;
            used[j] = true;
        }
        page_left.retain(|at| !found[*at]);
        let mut used = used.into_iter();
        gold_left.retain(|_| !used.next().unwrap_or(false));
    }
    found
}

/// One row of the dynamic program.
#[derive(Clone)]
struct Sums {
    /// The best sums (matches minus costs) of alignments that end with a match, for each prefix of `b`.
    run: Vec<f32>,
    /// The best sums of all alignments, for each prefix of `b`.
    any: Vec<f32>,
}

/// The sum (matches minus costs) that marks an alignment as impossible.
const IMPOSSIBLE: f32 = -1e9;
/// Bit of a cell: the best alignment skips a word of the gold text here.
const FROM_LEFT: u8 = 1;
/// Bit of a cell: the best alignment ends with a match here.
const BY_MATCH: u8 = 2;
/// Bit of a cell: a match here continues a run of matches.
const RUN_CONTINUES: u8 = 4;

/// Returns the pairs of positions in `a` and `b` that an optimal alignment matches, from last to first.
fn align(a: &[Word], b: &[Word], costs: Costs) -> Vec<(usize, usize)> {
    let strip = (a.len() as f64).sqrt().ceil().max(1.0) as usize;
    let mut sums = Sums { run: vec![IMPOSSIBLE; b.len() + 1], any: vec![0.0; b.len() + 1] };
    let mut kept = Vec::new();
    for (i, word) in a.iter().enumerate() {
        if i % strip == 0 {
            kept.push(sums.clone());
        }
        step(&mut sums, *word, b, costs, &mut []);
    }
    let mut pairs = Vec::new();
    let (mut j, mut in_run) = (b.len(), false);
    for (number, start) in kept.into_iter().enumerate().rev() {
        let from = number * strip;
        let words = &a[from..(from + strip).min(a.len())];
        let cells = cells(start, words, b, costs);
        let mut i = words.len();
        while i > 0 && j > 0 {
            let cell = cells[(i - 1) * (b.len() + 1) + j];
            if in_run {
                pairs.push((from + i - 1, j - 1));
                in_run = cell & RUN_CONTINUES != 0;
                (i, j) = (i - 1, j - 1);
            } else if cell & BY_MATCH != 0 {
                in_run = true;
            } else if cell & FROM_LEFT != 0 {
                j -= 1;
            } else {
                i -= 1;
            }
        }
    }
    pairs
}

/// Recomputes the cells of consecutive rows, one for each of `words`, starting from the sums `sums`.
fn cells(mut sums: Sums, words: &[Word], b: &[Word], costs: Costs) -> Vec<u8> {
    let width = b.len() + 1;
    let mut cells = vec![0; words.len() * width];
    for (word, row) in words.iter().zip(cells.chunks_exact_mut(width)) {
        step(&mut sums, *word, b, costs, row);
    }
    cells
}

/// Updates the sums for the next word of the page and writes the cells of this word's row to `row`. `row` may
/// be empty if the cells are not needed.
fn step(sums: &mut Sums, word: Word, b: &[Word], costs: Costs, row: &mut [u8]) {
    let (mut previous_run, mut previous_any) = (sums.run[0], sums.any[0]);
    for j in 1..=b.len() {
        let other = b[j - 1];
        let (mut run, mut bits) = (IMPOSSIBLE, 0);
        if other.number == word.number {
            let cost = costs[usize::from(!word.begins) + usize::from(!other.begins)];
            let (opened, continued) = (previous_any - cost, previous_run);
            run = opened.max(continued) + 1.0;
            bits = if continued >= opened { RUN_CONTINUES } else { 0 };
        }
        (previous_run, previous_any) = (sums.run[j], sums.any[j]);
        let mut any = sums.any[j];
        if sums.any[j - 1] > any {
            any = sums.any[j - 1];
            bits |= FROM_LEFT;
        }
        if run > any {
            any = run;
            bits = (bits & RUN_CONTINUES) | BY_MATCH;
        }
        (sums.run[j], sums.any[j]) = (run, any);
        if let Some(cell) = row.get_mut(j) {
            *cell = bits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text; `|` separates blocks or lines.
    fn words(text: &str) -> Vec<Word> {
        let number = |word: &str| word.bytes().fold(7u32, |n, b| n.wrapping_mul(31) + u32::from(b));
        let blocks = text.split('|').map(|block| block.split_whitespace().enumerate());
        blocks.flatten().map(|(at, word)| Word { number: number(word), begins: at == 0 }).collect()
    }

    fn marks(page: &str, gold: &str) -> String {
        matched(&words(page), &words(gold)).into_iter().map(|found| if found { '+' } else { '-' }).collect()
    }

    #[test]
    fn runs_match_and_stray_words_do_not() {
        for (page, gold, expected) in [
            ("home news | the mill reopens on monday | home", "the mill reopens on monday", "--+++++-"),
            ("the | on | the mill reopens on monday", "the mill reopens on monday", "--+++++"),
            ("a b c d e f g h | i j k l m n o p", "i j k l m n o p | a b c d e f g h", "++++++++++++++++"),
            ("", "x", ""),
            ("x", "", "-"),
        ] {
            assert_eq!(marks(page, gold), expected, "{page}");
        }
    }
}
