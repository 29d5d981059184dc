//! Words and tags: the tokens that BTE, document slope curves and content code blurring divide a page into.
//!
//! The tags are the tags in the source, not the elements of the tree. The head, scripts, styles and comments are
//! left out. The methods decide which tokens are main content.

use crate::budget::{Deadline, TimedOut};
use crate::markup::{Tag, TokenKind};
use crate::page::{Mark, Page};
use crate::selection::{Reason, Selection, Verdict};
use crate::source::Span;
use std::ops::Range;

/// The tags and texts outside the head, scripts, styles and comments, in source order.
pub(super) fn body_marks<'p>(page: &'p Page<'_>) -> impl Iterator<Item = &'p Mark> {
    let head = page.head().map_or(Span::default(), |head| head.span());
    counted_marks(page).map(|(_, mark)| mark).filter(move |mark| {
        let token = matches!(mark.kind, TokenKind::Text(_) | TokenKind::StartTag | TokenKind::EndTag);
        token && !(head.start() <= mark.span.start() && mark.span.end() <= head.end())
    })
}

/// The words of a text that begins at `offset` in the source, with their spans. Words are separated by
/// whitespace. Character references are not decoded.
pub(super) fn words(text: &str, offset: usize) -> impl Iterator<Item = (&str, Span)> {
    text.split_whitespace().map(move |word| {
        let start = offset + (word.as_ptr() as usize - text.as_ptr() as usize);
        (word, Span::new(start, start + word.len()))
    })
}

/// The number of characters of a text. A line end counts as one character, even if it is CR LF.
pub(super) fn character_count(text: &str) -> usize {
    let bytes = text.as_bytes();
    let all = bytes.iter().filter(|byte| (**byte as i8) >= -0x40).count();
    let carriage_returns = memchr::memchr_iter(b'\r', bytes);
    all - carriage_returns.filter(|at| bytes.get(at + 1) == Some(&b'\n')).count()
}

/// The number of characters of a text that are not whitespace.
pub(super) fn non_whitespace_count(text: &str) -> usize {
    if text.is_ascii() {
        return text.bytes().filter(|byte| !matches!(byte, b'\t'..=b'\r' | b' ')).count();
    }
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// A word or a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The offset in the source, in bytes.
    pub(super) start: u32,
    /// The length in bytes, with the top bit set for tags.
    len: u32,
}

const TAG_BIT: u32 = 1 << 31;

impl Token {
    fn word(span: Span) -> Token {
        Token { start: span.start() as u32, len: span.len().min(TAG_BIT as usize - 1) as u32 }
    }

    fn tag(span: Span) -> Token {
        let Token { start, len } = Token::word(span);
        Token { start, len: len | TAG_BIT }
    }

    pub(super) fn is_tag(self) -> bool {
        self.len & TAG_BIT != 0
    }

    pub(super) fn end(self) -> usize {
        self.start as usize + (self.len & !TAG_BIT) as usize
    }
}

/// The words of a page and the tags for which `wanted` is true.
pub(super) fn tokens(
    page: &Page<'_>,
    wanted: impl Fn(&Mark) -> bool,
    deadline: &mut Deadline,
) -> Result<Vec<Token>, TimedOut> {
    let source = page.source();
    let mut tokens = Vec::new();
    for mark in body_marks(page) {
        deadline.tick()?;
        if let TokenKind::Text(_) = mark.kind {
            let words = words(source.slice(mark.span), mark.span.start());
            tokens.extend(words.map(|(_, span)| Token::word(span)));
        } else if wanted(mark) {
            tokens.push(Token::tag(mark.span));
        }
    }
    Ok(tokens)
}

/// Returns a selection that keeps some ranges of tokens and removes the rest. The ranges are sorted and do not
/// touch. `reasons` has the reason for kept tokens and then the reason for removed tokens. The score of a span is
/// the share of words among its tokens; spans without a word are not listed.
pub(super) fn selection(tokens: &[Token], kept: &[Range<usize>], reasons: (Reason, Reason)) -> Selection {
    let mut verdicts = Vec::new();
    let mut at = 0;
    for range in kept {
        verdicts.extend(verdict(&tokens[at..range.start], false, reasons.1));
        verdicts.extend(verdict(&tokens[range.clone()], true, reasons.0));
        at = range.end;
    }
    verdicts.extend(verdict(&tokens[at..], false, reasons.1));
    Selection::new(verdicts)
}

fn verdict(tokens: &[Token], kept: bool, reason: Reason) -> Option<Verdict> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    let words = tokens.iter().filter(|token| !token.is_tag()).count();
    let score = words as f32 / tokens.len() as f32;
    (words > 0).then(|| Verdict { span: Span::new(first.start as usize, last.end()), kept, score, reason })
}

/// The marks that count as content or code, each with its index. Comments, scripts and styles do not count, nor
/// does the raw text of `iframe`, `noembed` and `noframes`, which is fallback content that no current browser
/// displays.
pub(super) fn counted_marks<'p>(page: &'p Page<'_>) -> impl Iterator<Item = (usize, &'p Mark)> {
    let source = page.source().text();
    let mut skipping = Skipping::Nothing;
    page.marks().iter().enumerate().filter(move |(_, mark)| {
        let (counts, next) = skipping.step(mark, source);
        skipping = next;
        counts
    })
}

/// The part of the page that is being left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skipping {
    Nothing,
    /// The raw text that follows is left out, but not the end tag after it.
    Raw,
    /// Everything up to and including the end tag of the element is left out.
    Element(Tag),
    /// The text of a script or style in SVG is left out up to the next tag. In SVG, such text is not raw text.
    Text(Tag),
}

impl Skipping {
    /// Whether a mark counts, and what to leave out after it.
    fn step(self, mark: &Mark, source: &str) -> (bool, Skipping) {
        let text = matches!(mark.kind, TokenKind::Text(_));
        let ends = |tag: Tag| mark.kind == TokenKind::EndTag && mark.tag == tag;
        match self {
            Skipping::Element(tag) if ends(tag) => (false, Skipping::Nothing),
            Skipping::Element(_) => (false, self),
            Skipping::Text(_) | Skipping::Raw if text => (false, self),
            Skipping::Text(tag) if ends(tag) => (false, Skipping::Nothing),
            _ => match (mark.kind, mark.tag) {
                (TokenKind::StartTag, Tag::Script | Tag::Style) if mark.holds_raw => {
                    (false, Skipping::Element(mark.tag))
                }
                (TokenKind::StartTag, Tag::Script | Tag::Style) => (false, Skipping::Text(mark.tag)),
                (TokenKind::StartTag, Tag::Iframe | Tag::Noembed | Tag::Noframes) if mark.holds_raw => {
                    (true, Skipping::Raw)
                }
                (TokenKind::Comment, _) => (!source[mark.span.range()].starts_with("<!--"), self),
                _ => (true, Skipping::Nothing),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn tokens_are_words_and_tags_outside_head_scripts_and_comments() {
        let text = "<html><head><title>t</title></head><body><p a=b>x &amp;\u{A0}y<!-- c --><script>s</script><br></p>";
        let page = Page::parse(Source::from_text(text));
        let found = tokens(&page, |_| true, &mut Deadline::after(None)).unwrap();
        let texts: Vec<_> = found.iter().map(|token| &text[token.start as usize..token.end()]).collect();
        assert_eq!(texts, ["<html>", "<body>", "<p a=b>", "x", "&amp;", "y", "<br>", "</p>"]);
        let tags: Vec<_> = found.iter().map(|token| u8::from(token.is_tag())).collect();
        assert_eq!(tags, [1, 1, 1, 0, 0, 0, 1, 1]);
    }

    #[test]
    fn an_unclosed_head_ends_where_the_body_begins() {
        let page = Page::parse(Source::from_text("<head><title>t</title><p>x"));
        assert_eq!(tokens(&page, |_| true, &mut Deadline::after(None)).unwrap().len(), 2);
    }

    #[test]
    fn a_line_end_is_one_character() {
        assert_eq!(character_count("a\r\nä\r\r\n\n"), 6);
        assert_eq!((non_whitespace_count(" a\tb\u{B}"), non_whitespace_count("ä\u{A0}b\u{3000}")), (2, 2));
    }
}
