//! TeX in text: `\(…\)`, `\[…\]` and `$$…$$`, which scripts such as MathJax and KaTeX replace by formulas in a browser.

use std::ops::Range;

use crate::render::document::math::{self, Formula};

/// The delimiters, and whether the formula is displayed on its own line.
const DELIMITERS: [(&str, &str, bool); 3] = [(r"\(", r"\)", false), (r"\[", r"\]", true), ("$$", "$$", true)];

/// A formula between dollar signs has at least one of these characters. Text between dollar signs may also be prices.
const MARKS_OF_TEX: [char; 5] = ['\\', '^', '_', '=', '+'];

/// Returns the formulas of a text with their ranges, delimiters included. Runs in linear time.
pub(super) fn formulas(text: &str) -> Vec<(Range<usize>, Formula)> {
    let mut found = Vec::new();
    if memchr::memchr2(b'\\', b'$', text.as_bytes()).is_none() {
        return found;
    }
    // A delimiter without an end is searched for once.
    let mut has_end = [true; DELIMITERS.len()];
    let mut at = 0;
    while let Some(next) = memchr::memchr2(b'\\', b'$', &text.as_bytes()[at..]) {
        at += next;
        let kind = DELIMITERS.iter().position(|(start, ..)| text[at..].starts_with(start));
        let Some(kind) = kind.filter(|kind| has_end[*kind]) else {
            at += 1;
            continue;
        };
        let (start, end, display) = DELIMITERS[kind];
        let from = at + start.len();
        let Some(length) = text[from..].find(end) else {
            has_end[kind] = false;
            at = from;
            continue;
        };
        let tex = &text[from..from + length];
        at = from + length + end.len();
        let is_tex = start != "$$" || tex.contains(MARKS_OF_TEX);
        let formula = math::formula(tex, display).filter(|_| is_tex);
        found.extend(formula.map(|formula| (from - start.len()..at, formula)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_delimiters_are_formulas() {
        for (text, expected) in [
            (r"so \(a^2\) and \[b\] and $$c_1$$.", vec!["a^2", "b", "c_1"]),
            (r"from $$ to $$ is no formula", vec![]),
            (r"\(a and \[b\]", vec!["b"]),
            (r"\( \( \( \[ $$ $", vec![]),
            (r"\(\href{javascript:a}{b}\) \()", vec![]),
        ] {
            let found: Vec<String> = formulas(text).into_iter().map(|(_, formula)| formula.tex).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn ranges_include_the_delimiters() {
        let text = r"é \(x\) é";
        assert_eq!(&text[formulas(text)[0].0.clone()], r"\(x\)");
    }
}
