//! Longest matching with only the user's list: the procedure SEGMENT of the specification (§6.9), on each run
//! of a script without spaces. Other runs are segmented by the Unicode rules and the listed words.

use super::Segmenter;
use crate::syllable::may_cut_at;
use crate::unicode::{is_phrase_spaced, is_unspaced};
use std::ops::Range;

impl Segmenter {
    /// Passes the segments of a line to `push`, with only the listed words in scripts without spaces.
    pub(super) fn segment_by_list(&self, line: &str, push: &mut impl FnMut(Range<usize>)) {
        for (run, unspaced) in runs(line) {
            if unspaced {
                self.match_longest(line, run, push);
            } else {
                self.segment_with_listed(line, run, push);
            }
        }
    }

    /// SEGMENT: takes the longest listed word at each offset. Text between two such words is one segment.
    fn match_longest(&self, line: &str, run: Range<usize>, push: &mut impl FnMut(Range<usize>)) {
        let mut unknown = run.start;
        let mut at = run.start;
        while at < run.end {
            match self.match_at(line, at, run.end) {
                Some(end) => {
                    if unknown < at {
                        push(unknown..at);
                    }
                    push(at..end);
                    (at, unknown) = (end, end);
                }
                None => at += line[at..].chars().next().map_or(1, char::len_utf8),
            }
        }
        if unknown < run.end {
            push(unknown..run.end);
        }
    }

    fn match_at(&self, line: &str, at: usize, run_end: usize) -> Option<usize> {
        if !may_cut_at(line, at) {
            return None;
        }
        self.lexicon.longest(line, at, |end| end <= run_end)
    }
}

/// Divides a line into maximal runs in scripts without spaces and the text between them. The flag is true for
/// runs in scripts without spaces.
fn runs(line: &str) -> impl Iterator<Item = (Range<usize>, bool)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let unspaced = in_run(line[start..].chars().next()?);
        let length = line[start..].find(|c| in_run(c) != unspaced).unwrap_or(line.len() - start);
        let run = start..start + length;
        start = run.end;
        Some((run, unspaced))
    })
}

fn in_run(c: char) -> bool {
    is_phrase_spaced(c) || is_unspaced(c)
}

#[cfg(test)]
mod tests {
    use crate::{Backend, Lexicon, Segmenter};

    fn segmented(list: &str, line: &str) -> Vec<String> {
        let lexicon = Lexicon::parse(&list.replace(' ', "\n")).unwrap();
        let segmenter = Segmenter::new(Backend::Longest, lexicon).unwrap();
        segmenter.texts(line).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn the_worked_examples_of_the_specification() {
        let thai_1 = segmented("วัน วันนี้ ฝน ฝนตก หนัก ใน กรุงเทพ", "วันนี้ฝนตกหนักในกรุงเทพ");
        assert_eq!(thai_1, ["วันนี้", "ฝนตก", "หนัก", "ใน", "กรุงเทพ"]);
        assert_eq!(segmented("ตา กลม ตาก ลม ฝน", "ตากลมXYZฝน"), ["ตาก", "ลม", "XYZ", "ฝน"]);
    }

    #[test]
    fn no_word_ends_before_a_combining_mark() {
        assert_eq!(segmented("วัน นี", "วันนี้"), ["วัน", "นี้"]);
        assert_eq!(segmented("กา", "กาก่กา"), ["กา", "ก่", "กา"]);
        assert_eq!(segmented("ก", "กิก"), ["กิ", "ก"]);
    }

    #[test]
    fn other_scripts_and_mixed_lines() {
        assert_eq!(
            segmented("中国 人民", "中国人民don't stop 3.5"),
            ["中国", "人民", "don't", "stop", "3.5"]
        );
    }
}
