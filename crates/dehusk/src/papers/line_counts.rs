//! The lines of a source with their numbers of letters and of code characters, and the seed of R2L and DANA.
//!
//! The papers count every character outside ASCII as a letter of the language. On pages of today such characters are also in
//! `og:` tags, JSON-LD, titles and attributes, and the longest column is often there: the answer is then empty, or it is the head
//! of the page. [`SeedRule::Text`] looks for the longest column in the text only. It is not the default, because it is not in the
//! papers. This module does not choose the region around the seed; `region.rs` does.

use super::region::{self, SplitRule};
use crate::markup::{TextKind, TokenKind, Tokenizer};
use crate::method::Density;
use crate::method::density::{Bar, Unit};
use crate::method::params::{ParamSpec, choice};
use crate::source::span::intersection;
use crate::source::{Line, Lines, Span, Split};

choice! {
    /// Where in the source the longest column is looked for.
    SeedRule {
        /// Everywhere, as in the papers.
        Source "source",
        /// Only in text. For the seed, letters in tags, comments, scripts, styles and titles are code.
        Text "text",
    }
}

// The description of the parameter that R2L and DANA share.
pub(super) const SEED: ParamSpec = ParamSpec {
    name: "seed",
    default: "source",
    values: "source or text",
    doc: "where the longest column is looked for: everywhere, or not in tags, scripts, styles and titles",
};

/// Returns the letters and the code characters of a stretch of a line.
pub(super) type Recount<'r> = &'r dyn Fn(&str) -> (u32, u32);

/// How lines are cut and counted.
pub(super) struct LineRules<'r> {
    pub(super) split: SplitRule,
    pub(super) split_ratio: f64,
    pub(super) seed: SeedRule,
    /// Counts a stretch of a line anew; `None`: letters are the characters outside ASCII.
    pub(super) recount: Option<Recount<'r>>,
}

/// Lines with their counts.
pub(super) struct CountedLines {
    pub(super) lines: Lines,
    /// The counts of each line, if they are not those of [`Line`].
    counts: Option<Vec<(u32, u32)>>,
    /// The longest column above the axis; `None` if no column is.
    pub(super) seed: Option<usize>,
}

impl CountedLines {
    /// The number of letters and of code characters in the line at an index.
    pub(super) fn counts(&self, index: usize) -> (u32, u32) {
        match &self.counts {
            Some(counts) => counts[index],
            None => uncounted(&self.lines[index]),
        }
    }
}

/// The counts of a line that is not counted anew.
fn uncounted(line: &Line) -> (u32, u32) {
    (line.non_ascii, line.ascii)
}

impl LineRules<'_> {
    /// Returns the lines of a text with their counts and their seed. Takes linear time.
    pub(super) fn count(&self, text: &str) -> CountedLines {
        let texts = (self.seed == SeedRule::Text).then(|| text_spans(text));
        let first =
            self.counted(text, Lines::count(text, self.split.with_ratio(self.split_ratio)), texts.as_deref());
        if self.split != SplitRule::Retry || first.lines.is_split() || first.seed.is_some() {
            return first;
        }
        self.counted(text, Lines::count(text, Split::Always), texts.as_deref())
    }

    /// Counts lines and finds their seed, in these texts or, if there are none, everywhere.
    fn counted(&self, text: &str, lines: Lines, texts: Option<&[Span]>) -> CountedLines {
        let counts = self.recounted(text, &lines);
        let mut counted = CountedLines { lines, counts, seed: None };
        let in_texts = texts.map(|texts| self.letters_in(text, &counted.lines, texts));
        let difference = |index: usize| {
            let (letters, code) = counted.counts(index);
            let (letters, code) = (i64::from(letters), i64::from(code));
            match &in_texts {
                None => letters - code,
                // Letters outside of the texts are code.
                Some(in_texts) => 2 * i64::from(in_texts[index]) - letters - code,
            }
        };
        counted.seed = region::longest_column(region::smoothed(counted.lines.len(), difference));
        counted
    }

    /// Returns the counts of each line; `None` if they are those of [`Line`].
    fn recounted(&self, text: &str, lines: &[Line]) -> Option<Vec<(u32, u32)>> {
        let recount = self.recount?;
        Some(lines.iter().map(|line| recount(&text[line.span.range()])).collect())
    }

    /// Returns the counts of each of these lines.
    pub(super) fn counts_of(&self, text: &str, lines: &[Line]) -> Vec<(u32, u32)> {
        self.recounted(text, lines).unwrap_or_else(|| lines.iter().map(uncounted).collect())
    }

    /// Returns the number of letters of each line that are in `texts`, which are in the order of the source.
    fn letters_in(&self, text: &str, lines: &[Line], texts: &[Span]) -> Vec<u32> {
        let mut next = 0;
        let in_line = |line: &Line| {
            next += texts[next..].iter().take_while(|span| span.end() <= line.span.start()).count();
            let inside = texts[next..].iter().take_while(|span| span.start() < line.span.end());
            inside.map(|span| self.letters(&text[intersection(*span, line.span).range()])).sum()
        };
        lines.iter().map(in_line).collect()
    }

    fn letters(&self, text: &str) -> u32 {
        match self.recount {
            Some(recount) => recount(text).0,
            None => text.chars().filter(|c| !c.is_ascii()).count() as u32,
        }
    }
}

/// Returns the spans of the text between tags, without titles, scripts and styles. No tree is needed for this.
fn text_spans(text: &str) -> Vec<Span> {
    let (mut tokens, mut attrs, mut spans) = (Tokenizer::new(text), Vec::new(), Vec::new());
    while let Some(token) = tokens.next(&mut attrs) {
        attrs.clear();
        if token.kind == TokenKind::Text(TextKind::Data) {
            spans.push(token.span);
        }
    }
    spans
}

/// Makes a [`Density`] of lines with their seed.
pub(super) fn line_density(counted_by: &'static str, lines: &CountedLines) -> Density {
    let bar = |(index, line): (usize, &Line)| {
        let (content, code) = lines.counts(index);
        Bar { content, code, span: line.span }
    };
    let unit = if lines.lines.is_split() { Unit::SplitLine } else { Unit::Line };
    let density = region::density(counted_by, unit, lines.lines.iter().enumerate().map(bar).collect());
    Density { seed: lines.seed.map(|column| (column, column)), ..density }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(split: SplitRule, seed: SeedRule, text: &str) -> CountedLines {
        LineRules { split, split_ratio: 10.0, seed, recount: None }.count(text)
    }

    #[test]
    fn a_seed_in_text_is_not_in_the_head_or_in_code() {
        let long = "خبر ".repeat(20);
        let text = "<p>خبر خبر خبر</p>";
        for code in
            ["<title>N</title>", "<meta content='N'>", "<!--N-->", "<script>'N'</script>", "<img alt='N'>"]
        {
            let page = format!("{}\n<hr>\n<hr>\n<hr>\n{text}\nخبر خبر خبر\n", code.replace('N', &long));
            let seeds =
                [SeedRule::Source, SeedRule::Text].map(|rule| count(SplitRule::Never, rule, &page).seed);
            assert_eq!(seeds, [Some(0), Some(5)], "{code}");
            // Only the seed changes.
            let counts =
                [SeedRule::Source, SeedRule::Text].map(|rule| count(SplitRule::Never, rule, &page).counts(0));
            assert_eq!(counts[0], counts[1]);
        }
    }

    #[test]
    fn a_page_without_a_column_above_the_axis_is_split_if_the_rule_says_so() {
        let cell = "<td class=a>خبر خبر خبر خبر خبر خبر</td>";
        let page = format!("<table>\n{}\n</table>\n", cell.repeat(3));
        for seed in [SeedRule::Source, SeedRule::Text] {
            let lines = |split| count(split, seed, &page).lines.len();
            assert_eq!((lines(SplitRule::Auto), lines(SplitRule::Retry)), (3, 8));
            let prose = count(SplitRule::Retry, seed, "<hr>\nخبر خبر خبر خبر\n<hr>");
            assert!(!prose.lines.is_split() && prose.seed.is_some());
        }
    }
}
