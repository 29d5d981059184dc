//! The WebAssembly module of the npm package `dehusk`: the library behind functions that take and return
//! numbers only.
//!
//! A call has three steps. The host asks for a buffer ([`request_buffer`], [`page_buffer`]) and writes into it,
//! calls a function, and reads the answer ([`answer_address`], [`answer_length`]), which is JSON or text in
//! UTF-8. The module owns all buffers, so it needs no pointer from the host and no unsafe block. Requests are
//! JSON; `request` describes them. The only import is a clock.
//!
//! A panic is a trap. After a trap the host must not use the instance again, except to read [`panic_address`].
//!
//! This crate has no logic of its own: what a record contains is up to `dehusk-record`.
#![warn(missing_docs)]
// Exported names and the imported clock are the only unsafe items.
#![allow(unsafe_code)]

mod clock;
mod listing;
mod module;
mod panic_text;
mod request;

use module::with_module;

/// Makes room for a request of `length` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(length: usize) -> usize {
    with_module(|module| module.request.resized(length))
}

/// Makes room for a page of `length` bytes, and returns its address. What was written before stays, up to
/// `length`.
#[unsafe(no_mangle)]
pub extern "C" fn page_buffer(length: usize) -> usize {
    with_module(|module| module.page.resized(length))
}

/// Returns the address of the answer to the last call.
#[unsafe(no_mangle)]
pub extern "C" fn answer_address() -> usize {
    with_module(|module| module.answer.as_ptr() as usize)
}

/// Returns the length of the answer to the last call, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    with_module(|module| module.answer.len())
}

/// Makes an extractor from the options in the request buffer. Returns its number, or -1 if an option is wrong;
/// the answer then says which.
#[unsafe(no_mangle)]
pub extern "C" fn open_extractor() -> i32 {
    panic_text::install();
    with_module(module::Module::open_extractor)
}

/// Releases an extractor.
#[unsafe(no_mangle)]
pub extern "C" fn close_extractor(number: i32) {
    with_module(|module| module.close_extractor(number));
}

/// Does what the request buffer says with the page in the page buffer. Returns 0, or -1 if the request is
/// wrong; the answer then says why. The page buffer is empty afterwards.
#[unsafe(no_mangle)]
pub extern "C" fn extract(number: i32) -> i32 {
    with_module(|module| module.extract(number))
}

/// Answers with the versions and the list of methods, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn describe() {
    with_module(|module| module.answer = listing::describe());
}

/// Returns the address of the message of the panic that ended this instance, or 0 if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn panic_address() -> usize {
    panic_text::with(|text| text.map_or(0, |text| text.as_ptr() as usize))
}

/// Returns the length of that message, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn panic_length() -> usize {
    panic_text::with(|text| text.map_or(0, str::len))
}
