//! A CSS selector in the first line, and a page.
#![no_main]

use dehusk_fuzz::invariants::{assert_holds, selectors};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| assert_holds(selectors::check(bytes)));
