//! html5ever: the reference implementation of the standard in Rust. Two cases measure it: the tokenizer alone,
//! and the tokenizer with the tree builder.

use super::html5ever_tree::Tree;
use crate::case::Case;
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use html5ever::{local_name, parse_document};
use std::cell::Cell;
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    vec![
        Case::new("html5ever tokenizer", "start tags", |page| Ok(tokenize(&page.text))),
        Case::new("html5ever tree", "elements", |page| {
            let parser = parse_document(Tree::new(), html5ever::ParseOpts::default());
            let tree = black_box(parser.one(StrTendril::from_slice(&page.text)));
            Ok(tree.element_count())
        }),
    ]
}

fn tokenize(text: &str) -> u64 {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(text));
    let tokenizer = Tokenizer::new(Counter::default(), Default::default());
    while !matches!(tokenizer.feed(&input), html5ever::TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.start_tags.get()
}

/// Counts start tags and switches to raw text where a tree builder would.
#[derive(Default)]
struct Counter {
    start_tags: Cell<u64>,
}

impl TokenSink for Counter {
    type Handle = ();

    fn process_token(&self, token: Token, _line_number: u64) -> TokenSinkResult<()> {
        match black_box(token) {
            TagToken(tag) if tag.kind == StartTag => {
                self.start_tags.set(self.start_tags.get() + 1);
                state_after(&tag)
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

/// The state of the tokenizer after a start tag.
fn state_after(tag: &Tag) -> TokenSinkResult<()> {
    match tag.name {
        local_name!("script") => TokenSinkResult::RawData(ScriptData),
        local_name!("title") | local_name!("textarea") => TokenSinkResult::RawData(Rcdata),
        local_name!("style")
        | local_name!("xmp")
        | local_name!("iframe")
        | local_name!("noembed")
        | local_name!("noframes") => TokenSinkResult::RawData(Rawtext),
        local_name!("plaintext") => TokenSinkResult::Plaintext,
        _ => TokenSinkResult::Continue,
    }
}
