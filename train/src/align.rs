//! Labels: which words of a page are in its gold text, by a monotone alignment of both.
//!
//! Maximised are the matches less a cost for each run of matches, cheap where the run begins with a block and with a line of
//! the gold text, dear in the middle of both, so that stray words of menus match nothing. Two more passes over what is left, with
//! higher costs, find text that the gold text has in another order. Time is the product of both lengths, memory their sum
//! times a square root: rows are kept at every √n-th word only, and those between are made again for the way back.

/// A word of a text as a number, and whether it begins a block (of a page) or a line (of a gold text).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// Equal words have equal numbers.
    pub(crate) number: u32,
    /// Whether it begins something.
    pub(crate) begins: bool,
}

/// What it costs to open a run of matches: at the beginning of both, of one, of none.
type Costs = [f32; 3];

const FIRST: Costs = [0.5, 1.3, 2.5];
/// Of what the first pass left, only long runs are worth anything.
const LATER: Costs = [2.5, 4.5, 7.5];
const LATER_PASSES: usize = 2;
/// Fewer words of the gold text than this are not looked for again.
const LEAST_LEFT: usize = 4;
/// Longer pages are labelled up to here.
const MOST_WORDS: usize = 60_000;

/// Whether each word of the page is in the gold text.
#[must_use]
pub(crate) fn matched(page: &[Word], gold: &[Word]) -> Vec<bool> {
    let mut found = vec![false; page.len()];
    let mut left: Vec<usize> = (0..page.len().min(MOST_WORDS)).collect();
    let mut wanted: Vec<usize> = (0..gold.len()).collect();
    for pass in 0..=LATER_PASSES {
        if pass > 0 && wanted.len() < LEAST_LEFT {
            break;
        }
        let costs = if pass == 0 { FIRST } else { LATER };
        let a: Vec<Word> = left.iter().map(|at| page[*at]).collect();
        let b: Vec<Word> = wanted.iter().map(|at| gold[*at]).collect();
        let pairs = align(&a, &b, costs);
        if pairs.is_empty() {
            break;
        }
        let mut used = vec![false; b.len()];
        for (i, j) in pairs {
            found[left[i]] = true;
            used[j] = true;
        }
        left.retain(|at| !found[*at]);
        let mut used = used.into_iter();
        wanted.retain(|_| !used.next().unwrap_or(false));
    }
    found
}

/// The best sums that end with a match, and any.
#[derive(Clone)]
struct Sums {
    run: Vec<f32>,
    any: Vec<f32>,
}

const NEVER: f32 = -1e9;
/// Ways to come to a sum: bits of a cell.
const FROM_LEFT: u8 = 1;
const BY_MATCH: u8 = 2;
const RUN_GOES_ON: u8 = 4;

fn align(a: &[Word], b: &[Word], costs: Costs) -> Vec<(usize, usize)> {
    let strip = (a.len() as f64).sqrt().ceil().max(1.0) as usize;
    let mut sums = Sums { run: vec![NEVER; b.len() + 1], any: vec![0.0; b.len() + 1] };
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
                in_run = cell & RUN_GOES_ON != 0;
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

/// The cells of a strip of rows.
fn cells(mut sums: Sums, words: &[Word], b: &[Word], costs: Costs) -> Vec<u8> {
    let width = b.len() + 1;
    let mut cells = vec![0; words.len() * width];
    for (word, row) in words.iter().zip(cells.chunks_exact_mut(width)) {
        step(&mut sums, *word, b, costs, row);
    }
    cells
}

/// Goes on by one word of the page; `row` gets the ways, if it is wanted.
fn step(sums: &mut Sums, word: Word, b: &[Word], costs: Costs, row: &mut [u8]) {
    let (mut run_before, mut any_before) = (sums.run[0], sums.any[0]);
    for j in 1..=b.len() {
        let other = b[j - 1];
        let (mut run, mut way) = (NEVER, 0);
        if other.number == word.number {
            let cost = costs[usize::from(!word.begins) + usize::from(!other.begins)];
            let (opened, gone_on) = (any_before - cost, run_before);
            run = opened.max(gone_on) + 1.0;
            way = if gone_on >= opened { RUN_GOES_ON } else { 0 };
        }
        (run_before, any_before) = (sums.run[j], sums.any[j]);
        let mut any = sums.any[j];
        if sums.any[j - 1] > any {
            any = sums.any[j - 1];
            way |= FROM_LEFT;
        }
        if run > any {
            any = run;
            way = (way & RUN_GOES_ON) | BY_MATCH;
        }
        (sums.run[j], sums.any[j]) = (run, any);
        if let Some(cell) = row.get_mut(j) {
            *cell = way;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of a text; `|` begins a block or a line.
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
