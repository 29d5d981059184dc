//! A page of pieces that mean something to dehusk: each two bytes choose one.
#![no_main]

use dehusk_fuzz::invariants::assert_holds;
use dehusk_fuzz::invariants::page::Checker;
use dehusk_fuzz::pieces;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

thread_local! {
    static CHECKER: RefCell<Checker> = RefCell::default();
}

fuzz_target!(|bytes: &[u8]| {
    let page = pieces::soup(bytes);
    CHECKER.with_borrow_mut(|checker| assert_holds(checker.check(page.as_bytes())));
});
