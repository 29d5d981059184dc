//! Leaves characters that readers do not see out of an answer, if the caller wants that. The last step: it changes no decision,
//! and the spans of the lists follow the text.

use crate::invisible::{Cleaner, without_invisible};
use crate::metadata::Metadata;
use crate::parts::{Block, Lists};
use crate::render::Rendered;
use crate::source::Span;

/// Removes invisible characters from all forms of output and all lists except for JSON-LD, which stays as written.
pub(super) fn strip(rendered: &mut Rendered, lists: &mut Lists) {
    let kept = KeptText::of(&rendered.text);
    rendered.text = kept.text(&rendered.text);
    for form in [&mut rendered.markdown, &mut rendered.html] {
        clean_all(form.iter_mut());
    }
    for Block { text, .. } in &mut lists.blocks {
        *text = text.and_then(|span| kept.span(span));
    }
    for link in &mut lists.links {
        link.text_span = link.text_span.and_then(|span| kept.span(span));
        clean(&mut link.text);
    }
    for table in &mut lists.tables {
        table.text_span = table.text_span.and_then(|span| kept.span(span));
        clean_all(table.rows.iter_mut().flatten().chain(table.caption.as_mut()));
    }
    for image in &mut lists.images {
        clean_all([&mut image.alt, &mut image.title, &mut image.caption].into_iter().flatten());
    }
    for item in &mut lists.items {
        clean_all(item.fields.iter_mut().map(|field| &mut field.value).chain([&mut item.text]));
    }
    for comment in &mut lists.comments {
        clean_all(comment.author.as_mut().into_iter().chain([&mut comment.text]));
    }
}

/// Removes invisible characters from metadata.
pub(super) fn strip_metadata(metadata: &mut Metadata) {
    let Metadata { title, authors, description, site_name, categories, tags, license, .. } = metadata;
    let texts = [title, description, site_name, license].into_iter().flatten();
    clean_all(texts.map(|field| &mut field.value));
    let lists = [authors, categories, tags].into_iter().flatten();
    clean_all(lists.flat_map(|field| &mut field.value));
}

fn clean_all<'t>(texts: impl Iterator<Item = &'t mut String>) {
    texts.for_each(clean);
}

fn clean(text: &mut String) {
    let (clean, removed) = without_invisible(text);
    if !removed.is_empty() {
        *text = clean;
    }
}

/// The ranges of a text that stay.
#[derive(Debug, Default)]
struct KeptText {
    /// Their first bytes, in the text and in what stays of it, and their lengths.
    ranges: Vec<Range>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Range {
    start: usize,
    new_start: usize,
    len: usize,
}

impl KeptText {
    /// Finds what stays of a text: lines that are not empty, without space at their ends and without two spaces around a removed
    /// character.
    fn of(text: &str) -> KeptText {
        let mut kept = KeptText::default();
        let mut cleaner = Cleaner::default();
        let mut start = 0;
        for line in text.split('\n') {
            let before = kept.len;
            if before > 0 {
                kept.push(start - 1, 1);
            }
            let line_start = kept.len;
            kept.add_line(line, start, &mut cleaner);
            if kept.len == line_start {
                kept.truncate(before);
            }
            start += line.len() + 1;
        }
        kept
    }

    fn add_line(&mut self, line: &str, start: usize, cleaner: &mut Cleaner) {
        let line_start = self.len;
        let mut last_kept = None;
        let mut was_removed = false;
        let mut has_removed = false;
        let mut chars = line.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let is_second_space = was_removed && c == ' ' && last_kept.is_none_or(|last| last == ' ');
            let is_kept = cleaner.keeps(c, chars.peek().map(|(_, next)| *next));
            has_removed |= !is_kept;
            if is_kept && !is_second_space {
                self.push(start + at, c.len_utf8());
                (last_kept, was_removed) = (Some(c), false);
            } else {
                was_removed |= !is_kept;
            }
        }
        if has_removed && last_kept == Some(' ') && self.len > line_start {
            self.truncate(self.len - 1);
        }
    }

    fn push(&mut self, start: usize, len: usize) {
        match self.ranges.last_mut() {
            Some(last) if last.start + last.len == start => last.len += len,
            _ => self.ranges.push(Range { start, new_start: self.len, len }),
        }
        self.len += len;
    }

    /// Takes back what is beyond a length.
    fn truncate(&mut self, len: usize) {
        while let Some(last) = self.ranges.last_mut()
            && last.new_start + last.len > len
        {
            last.len = len.saturating_sub(last.new_start);
            if last.len == 0 {
                self.ranges.pop();
            }
        }
        self.len = len;
    }

    fn text(&self, text: &str) -> String {
        self.ranges.iter().map(|range| &text[range.start..range.start + range.len]).collect()
    }

    /// Where a byte of the text is in what stays of it; where the next one that stays is, if it does not.
    fn offset(&self, offset: usize) -> usize {
        let next = self.ranges.partition_point(|range| range.start <= offset);
        let Some(range) = next.checked_sub(1).map(|last| self.ranges[last]) else { return 0 };
        range.new_start + (offset - range.start).min(range.len)
    }

    /// Where a span is; `None` if nothing of it stays.
    fn span(&self, span: Span) -> Option<Span> {
        let (start, end) = (self.offset(span.start()), self.offset(span.end()));
        (start < end).then(|| Span::new(start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_follow_the_text() {
        for (text, clean, span, new) in [
            ("a\u{200B}b c", "ab c", (4, 5), Some((1, 2))),
            ("a \u{200B} b", "a b", (6, 7), Some((2, 3))),
            ("a \u{200B}\nb", "a\nb", (6, 7), Some((2, 3))),
            ("\u{200B}\nb", "b", (0, 3), None),
            ("a\n\u{200B}\nb", "a\nb", (6, 7), Some((2, 3))),
            ("a\n\u{200B}", "a", (0, 1), Some((0, 1))),
            ("\u{202E}a\u{202C}", "a", (0, 7), Some((0, 1))),
            ("می\u{200C}خ", "می\u{200C}خ", (7, 9), Some((7, 9))),
            ("", "", (0, 0), None),
        ] {
            let kept = KeptText::of(text);
            assert_eq!(kept.text(text), clean, "{text:?}");
            let found = kept.span(Span::new(span.0, span.1));
            assert_eq!(found.map(|span| (span.start(), span.end())), new, "{text:?}");
        }
    }
}
