//! Finds where a page contains its gold text.
//!
//! The words of page and gold text are aligned by a longest common subsequence (histogram diff). Isolated
//! words that agree by chance are dropped: only longer stretches of agreeing words count. This is for
//! pictures; evaluation compares texts, not positions.

use dehusk::markup::{Decode, TextKind};
use dehusk::page::Page;
use dehusk::source::Span;
use imara_diff::{Algorithm, Diff, Interner, Token};
use std::ops::Range;

/// Minimum characters of a stretch of agreeing words. Shorter ones are mostly chance ("the", "of a"), and a
/// menu line is seldom longer. Chosen by hand.
const MIN_STRETCH_CHARACTERS: usize = 20;
/// Two stretches are joined if at most this many characters of other words are between them in the page, such
/// as a footnote mark or a word that the gold text spells differently. Chosen by hand.
const MAX_GAP_CHARACTERS: usize = 24;
/// Two stretches are joined only if at most this many words are between them in the gold text. Such words may
/// be elsewhere in the page. Chosen by hand.
const MAX_GAP_WORDS: usize = 6;

/// Returns the stretches of the source whose text is in the gold text in the same order. They are in source
/// order.
///
/// ```
/// use dehusk::{page::Page, source::Source};
/// let page = Page::parse(Source::from_text("<li>Home<p>The old mill reopens <b>on Monday</b>.<p>Imprint"));
/// let spans = dehusk_draw::gold::spans(&page, "The old mill reopens on Monday.");
/// assert_eq!(page.source().slice(spans[0]), "The old mill reopens <b>on Monday");
/// ```
#[must_use]
pub fn spans(page: &Page<'_>, gold: &str) -> Vec<Span> {
    let page_words = page_words(page);
    let gold_words: Vec<String> = words(gold).map(|(_, word)| word.to_lowercase()).collect();
    let characters: usize = gold_words.iter().map(|word| word.chars().count()).sum();
    let stretches = join(&page_words, agreeing(&page_words, &gold_words));
    let long = stretches.iter().filter(|stretch| stretch.agreed >= characters.min(MIN_STRETCH_CHARACTERS));
    let span = |words: &[Word]| Some(Span::new(words.first()?.span.start(), words.last()?.span.end()));
    long.filter_map(|stretch| span(&page_words[stretch.page.clone()])).collect()
}

/// A word of the page in lowercase.
struct Word {
    text: String,
    span: Span,
}

/// A sequence of words of the page that is also in the gold text.
struct Stretch {
    page: Range<usize>,
    gold: Range<usize>,
    /// The number of characters of the words that agree.
    agreed: usize,
}

fn characters(words: &[Word]) -> usize {
    words.iter().map(|word| word.text.chars().count()).sum()
}

/// The words that a reader sees, in source order.
fn page_words(page: &Page<'_>) -> Vec<Word> {
    let mut found = Vec::new();
    for run in page.runs().filter(|run| run.is_visible() && !run.is_blank()) {
        let source = page.source().slice(run.span);
        for piece in source.split_ascii_whitespace() {
            let start = piece.as_ptr().addr() - source.as_ptr().addr() + run.span.start();
            found.extend(words_of_piece(piece, run.kind, start));
        }
    }
    found.sort_by_key(|word| word.span.start());
    found
}

/// Returns the words of a piece of the source that has no spaces. If the piece has character references, each
/// word spans the whole piece.
fn words_of_piece(piece: &str, kind: TextKind, start: usize) -> Vec<Word> {
    let decoded = Decode::text(piece, kind);
    let is_plain = decoded == piece;
    let word = |(at, text): (usize, &str)| {
        let (from, to) = if is_plain { (at, at + text.len()) } else { (0, piece.len()) };
        Word { text: text.to_lowercase(), span: Span::new(start + from, start + to) }
    };
    words(&decoded).map(word).collect()
}

/// The words of a text and their offsets: runs of letters and digits, or single characters in scripts that do
/// not put spaces between words.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let is_part = |c: char| c.is_alphanumeric();
        let start = rest + text[rest..].find(is_part)?;
        let first = text[start..].chars().next()?;
        let continues = |c: char| is_part(c) && !is_word_alone(c);
        let after = start + first.len_utf8();
        let end = if is_word_alone(first) {
            after
        } else {
            text[after..].find(|c| !continues(c)).map_or(text.len(), |length| after + length)
        };
        rest = end;
        Some((start, &text[start..end]))
    })
}

/// Whether the character's script puts no spaces between words: Thai, Lao, Burmese, Khmer, Chinese, Japanese.
fn is_word_alone(c: char) -> bool {
    matches!(c as u32, 0xE00..=0xEFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x2E80..=0xA4CF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// Returns the maximal stretches of consecutive words of the page that are also consecutive in the gold text.
fn agreeing(words: &[Word], gold_words: &[String]) -> Vec<Stretch> {
    let mut interner: Interner<&str> = Interner::new(words.len());
    let page: Vec<Token> = words.iter().map(|word| interner.intern(&word.text)).collect();
    let gold: Vec<Token> = gold_words.iter().map(|word| interner.intern(word)).collect();
    let mut diff = Diff::default();
    diff.compute_with(Algorithm::Histogram, &page, &gold, interner.num_tokens());
    let mut found: Vec<Stretch> = Vec::new();
    let mut start = 0;
    let ends = diff.hunks().map(|hunk| (hunk.before, hunk.after.start));
    let (page_end, gold_end) = (page.len() as u32, gold.len() as u32);
    for (hunk, gold_end) in ends.chain([(page_end..page_end, gold_end)]) {
        let taken = found.last().map_or(0, |stretch| stretch.page.end);
        let agreed = taken.max(start)..hunk.start as usize;
        if !agreed.is_empty() {
            let (page, gold) = extend((&page, &gold), agreed, gold_end as usize, taken);
            found.push(Stretch { agreed: characters(&words[page.clone()]), page, gold });
        }
        start = hunk.end as usize;
    }
    found
}

/// Extends both ends of a stretch as long as the adjacent words agree, but never to words before `min_start`
/// of the page. `gold_end` is the end of the stretch in the gold text. Without this step, a longest common
/// subsequence may match the first word of a sentence in the menu before it, and its last word in the text
/// after it.
fn extend(
    (page, gold): (&[Token], &[Token]),
    stretch: Range<usize>,
    gold_end: usize,
    min_start: usize,
) -> (Range<usize>, Range<usize>) {
    let agree = |pair: &(&Token, &Token)| pair.0 == pair.1;
    let gold_start = gold_end - stretch.len();
    let before = page[min_start..stretch.start].iter().rev().zip(gold[..gold_start].iter().rev());
    let before = before.take_while(agree).count();
    let after = page[stretch.end..].iter().zip(&gold[gold_end..]).take_while(agree).count();
    (stretch.start - before..stretch.end + after, gold_start - before..gold_end + after)
}

/// Joins stretches that have few words between them in both the page and the gold text.
fn join(words: &[Word], stretches: Vec<Stretch>) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for stretch in stretches {
        let is_near = |last: &Stretch| {
            characters(&words[last.page.end..stretch.page.start]) <= MAX_GAP_CHARACTERS
                && (last.gold.end..=last.gold.end + MAX_GAP_WORDS).contains(&stretch.gold.start)
        };
        match found.last_mut().filter(|last| is_near(last)) {
            Some(last) => {
                last.page.end = stretch.page.end;
                last.gold.end = stretch.gold.end;
                last.agreed += stretch.agreed;
            }
            None => found.push(stretch),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::source::Source;

    fn found(page: &str, gold: &str) -> Vec<String> {
        let page = Page::parse(Source::from_text(page));
        spans(&page, gold).into_iter().map(|span| page.source().slice(span).to_owned()).collect()
    }

    const STORY: &str = "The old mill reopens on Monday, after ten years of repair.";

    #[test]
    fn words_are_runs_of_letters_or_single_thai_and_chinese_characters() {
        let of = |text| words(text).map(|(_, word)| word.to_owned()).collect::<Vec<_>>();
        assert_eq!(of(" a-b, c1 é"), ["a", "b", "c1", "é"]);
        assert_eq!(of("ab磨坊c"), ["ab", "磨", "坊", "c"]);
        assert_eq!(of("…"), [""; 0]);
    }

    #[test]
    fn the_story_is_found_between_menus_that_share_words_with_it() {
        let page = format!("<li>The mill<li>Monday<p>{STORY}<li>Repair of the old");
        assert_eq!(found(&page, STORY), ["The old mill reopens on Monday, after ten years of repair"]);
    }

    #[test]
    fn references_and_small_differences_are_tolerated() {
        let page = "<p>The old&nbsp;mill reopens [1] on <b>Monday</b>, after ten years of r&eacute;pair";
        let gold = "The old mill reopens on Monday, after ten years of répair.";
        assert_eq!(
            found(page, gold),
            ["The old&nbsp;mill reopens [1] on <b>Monday</b>, after ten years of r&eacute;pair"]
        );
    }

    #[test]
    fn distant_stretches_are_not_joined() {
        let advert = "An advert stands here, and it says nothing of that subject at all.";
        let page = format!("<p>{STORY}<p>{advert}<p>What was broken has been made again by hand.");
        let gold = format!("{STORY}\nWhat was broken has been made again by hand.");
        assert_eq!(found(&page, &gold).len(), 2);
    }

    #[test]
    fn thai_is_found() {
        let story = "ภาษาไทยไม่มีช่องว่างระหว่างคำ และหน้านี้เป็นภาษาไทย";
        assert_eq!(found(&format!("<li>หน้าแรก<p>{story}<li>ติดต่อเรา"), story), [story]);
    }

    #[test]
    fn short_gold_is_found_and_foreign_or_empty_gold_is_not() {
        assert_eq!(found("<p>Hello", "Hello!"), ["Hello"]);
        for (page, gold) in
            [("<p>Hello", ""), ("", "Hello"), (STORY, "Nothing of this stands on that page here")]
        {
            assert_eq!(found(page, gold), [""; 0]);
        }
    }
}
