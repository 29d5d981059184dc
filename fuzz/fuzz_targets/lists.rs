//! A feed, a sitemap or a robots.txt.
#![no_main]

use dehusk_fuzz::invariants::{assert_holds, lists};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| assert_holds(lists::check(bytes)));
