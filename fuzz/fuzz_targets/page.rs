//! The bytes of a page, with everything on.
#![no_main]

use dehusk_fuzz::invariants::assert_holds;
use dehusk_fuzz::invariants::page::Checker;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

thread_local! {
    static CHECKER: RefCell<Checker> = RefCell::default();
}

fuzz_target!(|bytes: &[u8]| CHECKER.with_borrow_mut(|checker| assert_holds(checker.check(bytes))));
