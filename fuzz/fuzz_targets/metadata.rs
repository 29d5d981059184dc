//! The metadata of a page.
#![no_main]

use dehusk_fuzz::invariants::{assert_holds, metadata};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| assert_holds(metadata::check(bytes)));
