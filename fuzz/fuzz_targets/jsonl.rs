//! JSON lines.
#![no_main]

use dehusk_fuzz::invariants::{archive, assert_holds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| assert_holds(archive::check_jsonl(bytes)));
