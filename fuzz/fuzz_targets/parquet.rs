//! A Parquet file.
#![no_main]

use dehusk_fuzz::invariants::{assert_holds, table};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| assert_holds(table::check(bytes, &std::env::temp_dir())));
