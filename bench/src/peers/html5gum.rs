//! html5gum: a conforming tokenizer without a tree builder. Two cases measure it: one with callbacks that
//! borrow strings, one with owned tokens.

use crate::case::Case;
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{DefaultEmitter, Span, Token, Tokenizer};
use std::convert::Infallible;
use std::hint::black_box;

pub(crate) fn cases() -> Vec<Case> {
    vec![
        Case::new("html5gum callbacks", "start tags", |page| Ok(callbacks(&page.text))),
        Case::new("html5gum tokens", "start tags", |page| Ok(tokens(&page.text))),
    ]
}

fn callbacks(text: &str) -> u64 {
    let mut start_tags = 0;
    let count = |event: CallbackEvent<'_>, _span: Span<()>| -> Option<Infallible> {
        start_tags += u64::from(matches!(black_box(event), CallbackEvent::OpenStartTag { .. }));
        None
    };
    let mut emitter = CallbackEmitter::new(count);
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(text, emitter).finish();
    start_tags
}

fn tokens(text: &str) -> u64 {
    let mut emitter = DefaultEmitter::<()>::default();
    emitter.naively_switch_states(true);
    let mut start_tags = 0;
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        start_tags += u64::from(matches!(black_box(token), Token::StartTag(_)));
    }
    start_tags
}
