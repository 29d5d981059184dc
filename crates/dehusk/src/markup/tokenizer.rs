//! The tokenizer: a cursor over the source that returns one token at a time.
//!
//! It follows the tokenization states of the HTML standard
//! (<https://html.spec.whatwg.org/multipage/parsing.html#tokenization>), written as searches over bytes
//! instead of one state per character. It copies no text: a token consists of spans. Whether an element holds
//! raw text depends on its tag and on whether it is in foreign content (SVG, MathML). Only a tree builder
//! knows about foreign content; it informs the tokenizer with [`Tokenizer::set_foreign`].

use super::decode::TextKind;
use super::tag::Tag;
use super::{declaration, raw};
use crate::source::{Span, is_space};
use memchr::memchr;

/// Kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Character data. The [`TextKind`] says how to decode it.
    Text(TextKind),
    /// A start tag.
    StartTag,
    /// An end tag.
    EndTag,
    /// A comment, or a declaration that the standard treats as one (`<?xml …>`).
    Comment,
    /// A DOCTYPE.
    Doctype,
}

/// One token. All text in it is given as spans of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The element name, if the token is a tag.
    pub tag: Tag,
    /// Whether a start tag ends in `/>`.
    pub self_closing: bool,
    /// The span of the whole token.
    pub span: Span,
    /// The span of the name of a tag, the data of a comment or the characters of a text.
    pub inner: Span,
    /// Index of the token's first attribute in the vector that was given to [`Tokenizer::next`].
    pub attrs_start: u32,
    /// Number of attributes, including those with a repeated name.
    pub attrs_len: u32,
}

/// One attribute, as spans of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attr {
    /// The name as written.
    pub name: Span,
    /// The value as written, without quotes; empty if there is none.
    pub value: Span,
}

/// The state of the tokenizer between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Data,
    Rcdata(Tag),
    Rawtext(Tag),
    Script(Tag),
    Plaintext,
    Cdata,
}

/// Splits a text of at most 4 GiB into tokens.
///
/// ```
/// use dehusk::markup::{Tag, TokenKind, Tokenizer};
/// let source = "<p class=a>x &lt; 1";
/// let mut attrs = Vec::new();
/// let mut tokens = Tokenizer::new(source);
/// let start = tokens.next(&mut attrs).unwrap();
/// assert_eq!((start.kind, start.tag), (TokenKind::StartTag, Tag::P));
/// assert_eq!(&source[attrs[0].value.range()], "a");
/// assert_eq!(&source[tokens.next(&mut attrs).unwrap().inner.range()], "x &lt; 1");
/// assert!(tokens.next(&mut attrs).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Tokenizer<'a> {
    source: &'a str,
    at: usize,
    state: State,
    foreign: bool,
    /// Whether the tokenizer switches to raw text at start tags without being told. False if a tree builder
    /// calls [`Tokenizer::switch_for`].
    switches: bool,
    /// Whether `</noscript` also ends the next raw text.
    in_noscript: bool,
    /// The last `</noscript` that was found, or the end of the source. The next is not before it.
    noscript_end: usize,
}

impl<'a> Tokenizer<'a> {
    /// Returns a tokenizer at the beginning of `source`, in the data state. Only the first 4 GiB of `source`
    /// are read.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        let source = crate::source::addressable(source);
        Tokenizer {
            source,
            at: 0,
            state: State::Data,
            foreign: false,
            switches: true,
            in_noscript: false,
            noscript_end: 0,
        }
    }

    /// Returns a tokenizer that reads raw text only after a call of [`Tokenizer::switch_for`]; otherwise like
    /// [`Tokenizer::new`].
    pub(crate) fn for_tree_builder(source: &'a str) -> Self {
        Tokenizer { switches: false, ..Tokenizer::new(source) }
    }

    /// Sets whether the next token is in foreign content, where `<![CDATA[` opens a CDATA section and no
    /// element holds raw text.
    #[inline]
    pub fn set_foreign(&mut self, foreign: bool) {
        self.foreign = foreign;
    }

    /// Switches to the state that the standard calls `state` ("RCDATA state", …), as if `last_start` had been
    /// the last start tag. Used by conformance tests and to parse fragments. Returns false if no state has
    /// this name.
    #[must_use]
    pub fn start_in(&mut self, state: &str, last_start: Tag) -> bool {
        self.state = match state {
            "Data state" => State::Data,
            "RCDATA state" => State::Rcdata(last_start),
            "RAWTEXT state" => State::Rawtext(last_start),
            "Script data state" => State::Script(last_start),
            "PLAINTEXT state" => State::Plaintext,
            "CDATA section state" => State::Cdata,
            _ => return false,
        };
        true
    }

    /// Returns the next token and pushes its attributes to `attrs`. Returns `None` at the end of the source.
    ///
    /// Takes linear time: each byte is read a small constant number of times. The tokenizer is not an
    /// `Iterator`, because the attributes go into a vector of the caller.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self, attrs: &mut Vec<Attr>) -> Option<Token> {
        if self.state != State::Data
            && let Some(token) = self.read_raw_text()
        {
            return Some(token);
        }
        while self.at < self.source.len() {
            if let Some(token) = self.read_data(attrs) {
                return Some(token);
            }
        }
        None
    }

    /// Reads raw text up to the end of the element that holds it. `None` if the tokenizer is not in raw text
    /// or the raw text is empty.
    fn read_raw_text(&mut self) -> Option<Token> {
        let start = self.at;
        let bytes = &self.source.as_bytes()[..self.raw_limit(start)];
        let (kind, end, next) = match self.state {
            State::Data => return None,
            State::Rcdata(tag) => up_to(TextKind::Rcdata, raw::text_end(bytes, start, tag)),
            State::Rawtext(tag) => up_to(TextKind::Raw, raw::text_end(bytes, start, tag)),
            State::Script(tag) => up_to(TextKind::Raw, raw::script_end(bytes, start, tag)),
            State::Plaintext => up_to(TextKind::Raw, bytes.len()),
            State::Cdata => {
                let (end, next) = declaration::cdata_end(bytes, start);
                (TextKind::Cdata, end, next)
            }
        };
        self.state = State::Data;
        self.at = next;
        (end > start).then(|| text_token(start, next, start, end, kind))
    }

    /// Returns where raw text ends at the latest: at the next `</noscript` if it is inside a `noscript`, or else at the end of the
    /// source. No part of the source is searched twice for `</noscript`.
    fn raw_limit(&mut self, start: usize) -> usize {
        let bytes = self.source.as_bytes();
        if !std::mem::take(&mut self.in_noscript) {
            return bytes.len();
        }
        if self.noscript_end < start || start == 0 {
            self.noscript_end = raw::text_end(bytes, start, Tag::Noscript);
        }
        self.noscript_end
    }

    /// Takes one step in the data state. Returns `None` if the markup at the cursor produces no token.
    fn read_data(&mut self, attrs: &mut Vec<Attr>) -> Option<Token> {
        let bytes = self.source.as_bytes();
        let start = self.at;
        let mut search = start;
        loop {
            let Some(found) = memchr(b'<', &bytes[search..]) else {
                self.at = bytes.len();
                return Some(text_token(start, bytes.len(), start, bytes.len(), TextKind::Data));
            };
            let open = search + found;
            if !opens_markup(bytes, open) {
                search = open + 1;
                continue;
            }
            if open > start {
                self.at = open;
                return Some(text_token(start, open, start, open, TextKind::Data));
            }
            return self.read_markup(open, attrs);
        }
    }

    /// Reads the markup that begins with the `<` at `open`.
    fn read_markup(&mut self, open: usize, attrs: &mut Vec<Attr>) -> Option<Token> {
        let bytes = self.source.as_bytes();
        match bytes[open + 1] {
            b'!' => self.read_declaration(open),
            b'?' => Some(self.bogus_comment(open, open + 1)),
            b'/' => match bytes[open + 2] {
                byte if byte.is_ascii_alphabetic() => self.read_tag(open, open + 2, TokenKind::EndTag, attrs),
                b'>' => {
                    self.at = open + 3; // the standard drops `</>`
                    None
                }
                _ => Some(self.bogus_comment(open, open + 2)),
            },
            _ => self.read_tag(open, open + 1, TokenKind::StartTag, attrs),
        }
    }

    fn read_declaration(&mut self, open: usize) -> Option<Token> {
        let bytes = self.source.as_bytes();
        let rest = &bytes[open + 2..];
        if rest.starts_with(b"--") {
            let (data_end, end) = declaration::comment_end(bytes, open + 4);
            return Some(self.comment(open, open + 4, data_end, end));
        }
        if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            let (data_end, end) = declaration::declaration_end(bytes, open + 9);
            let token = self.comment(open, open + 9, data_end, end);
            return Some(Token { kind: TokenKind::Doctype, ..token });
        }
        if self.foreign && rest.starts_with(b"[CDATA[") {
            self.at = open + 9;
            self.state = State::Cdata;
            let section = self.read_raw_text()?;
            return Some(Token { span: Span::new(open, section.span.end()), ..section });
        }
        Some(self.bogus_comment(open, open + 2))
    }

    fn bogus_comment(&mut self, open: usize, data: usize) -> Token {
        let (data_end, end) = declaration::declaration_end(self.source.as_bytes(), data);
        self.comment(open, data, data_end, end)
    }

    fn comment(&mut self, open: usize, data: usize, data_end: usize, end: usize) -> Token {
        self.at = end;
        Token { kind: TokenKind::Comment, ..text_token(open, end, data, data_end, TextKind::Data) }
    }

    /// Reads a tag whose name begins at `name`. `None` if the source ends inside the tag.
    fn read_tag(
        &mut self,
        open: usize,
        name: usize,
        kind: TokenKind,
        attrs: &mut Vec<Attr>,
    ) -> Option<Token> {
        let bytes = self.source.as_bytes();
        let attrs_start = attrs.len();
        let (tag, name_end) = tag_name(bytes, name);
        let Some((self_closing, end)) = read_attributes(bytes, name_end, attrs) else {
            attrs.truncate(attrs_start);
            self.at = bytes.len();
            return None;
        };
        if kind == TokenKind::EndTag {
            attrs.truncate(attrs_start);
        }
        self.at = end;
        if kind == TokenKind::StartTag && self.switches && !self.foreign {
            self.state = content_state(tag);
        }
        Some(Token {
            kind,
            tag,
            self_closing,
            span: Span::new(open, end),
            inner: Span::new(name, name_end),
            attrs_start: attrs_start as u32,
            attrs_len: (attrs.len() - attrs_start) as u32,
        })
    }

    /// Whether the next token is raw text.
    #[inline]
    pub(crate) fn is_in_raw_text(&self) -> bool {
        self.state != State::Data
    }

    /// Switches to raw text if a start tag requires it. Inside a `noscript`, `</noscript` also ends this raw
    /// text.
    #[inline]
    pub(crate) fn switch_for(&mut self, tag: Tag, in_noscript: bool) {
        self.state = content_state(tag);
        self.in_noscript = in_noscript;
    }
}

fn up_to(kind: TextKind, end: usize) -> (TextKind, usize, usize) {
    (kind, end, end)
}

fn text_token(start: usize, end: usize, inner_start: usize, inner_end: usize, kind: TextKind) -> Token {
    Token {
        kind: TokenKind::Text(kind),
        tag: Tag::Unknown,
        self_closing: false,
        span: Span::new(start, end),
        inner: Span::new(inner_start, inner_end),
        attrs_start: 0,
        attrs_len: 0,
    }
}

/// Whether the `<` at `open` begins markup.
#[inline]
fn opens_markup(bytes: &[u8], open: usize) -> bool {
    match bytes.get(open + 1) {
        Some(b'!' | b'?') => true,
        Some(b'/') => open + 2 < bytes.len(),
        Some(byte) => byte.is_ascii_alphabetic(),
        None => false,
    }
}

/// Returns the state after a start tag. Scripting is off, so the contents of `noscript` are markup.
fn content_state(tag: Tag) -> State {
    match tag {
        Tag::Title | Tag::Textarea => State::Rcdata(tag),
        Tag::Style | Tag::Xmp | Tag::Iframe | Tag::Noembed | Tag::Noframes => State::Rawtext(tag),
        Tag::Script => State::Script(tag),
        Tag::Plaintext => State::Plaintext,
        _ => State::Data,
    }
}

// Classes of bytes inside tags, as bits.
const SPACE: u8 = 1;
const SLASH_OR_CLOSE: u8 = 2;
const EQUALS: u8 = 4;
const CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'/' | b'>' => SLASH_OR_CLOSE,
            b'=' => EQUALS,
            other if is_space(other) => SPACE,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

/// Returns the offset of the first byte at or after `at` that belongs to one of the classes, or the length of
/// `bytes` if there is no such byte.
#[inline]
fn skip_to(bytes: &[u8], at: usize, wanted: u8) -> usize {
    let rest = &bytes[at..];
    at + rest.iter().position(|byte| CLASS[usize::from(*byte)] & wanted != 0).unwrap_or(rest.len())
}

#[inline]
fn skip_spaces(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    at + rest.iter().position(|byte| CLASS[usize::from(*byte)] != SPACE).unwrap_or(rest.len())
}

/// Returns the tag whose name begins at `start`, and the offset at which the name ends.
#[inline]
fn tag_name(bytes: &[u8], start: usize) -> (Tag, usize) {
    let mut first_eight = 0u64;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        if CLASS[usize::from(byte)] & (SPACE | SLASH_OR_CLOSE) != 0 {
            break;
        }
        if at - start < 8 {
            first_eight |= u64::from(byte.to_ascii_lowercase()) << (8 * (at - start));
        }
        at += 1;
    }
    (Tag::from_hash(first_eight, &bytes[start..at]), at)
}

/// Reads the attributes of a tag whose name ends at `from`. Returns whether the tag is self-closing, and the
/// offset after its `>`. `None` if the source ends first.
fn read_attributes(bytes: &[u8], from: usize, attrs: &mut Vec<Attr>) -> Option<(bool, usize)> {
    let mut at = from;
    loop {
        at = skip_spaces(bytes, at);
        match bytes.get(at)? {
            b'>' => return Some((false, at + 1)),
            b'/' if bytes.get(at + 1) == Some(&b'>') => return Some((true, at + 2)),
            b'/' => at += 1,
            _ => at = read_attribute(bytes, at, attrs)?,
        }
    }
}

/// Reads the attribute whose name begins at `start`. Returns the offset at which the next attribute may
/// begin.
fn read_attribute(bytes: &[u8], start: usize, attrs: &mut Vec<Attr>) -> Option<usize> {
    // The first byte belongs to the name even if it is `=`.
    let name_end = skip_to(bytes, start + 1, SPACE | SLASH_OR_CLOSE | EQUALS);
    let name = Span::new(start, name_end);
    let equals = skip_spaces(bytes, name_end);
    if bytes.get(equals) != Some(&b'=') {
        attrs.push(Attr { name, value: Span::new(name_end, name_end) });
        return Some(name_end);
    }
    let value = skip_spaces(bytes, equals + 1);
    let (value, next) = match *bytes.get(value)? {
        quote @ (b'"' | b'\'') => {
            let end = value + 1 + memchr(quote, &bytes[value + 1..])?;
            (Span::new(value + 1, end), end + 1)
        }
        _ => {
            let end = unquoted_end(bytes, value);
            (Span::new(value, end), end)
        }
    };
    attrs.push(Attr { name, value });
    Some(next)
}

fn unquoted_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    at + rest.iter().position(|byte| *byte == b'>' || is_space(*byte)).unwrap_or(rest.len())
}
