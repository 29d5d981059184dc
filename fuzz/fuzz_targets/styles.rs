//! A style sheet.
#![no_main]

use dehusk_fuzz::invariants::{assert_holds, styles};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| assert_holds(styles::check(bytes)));
