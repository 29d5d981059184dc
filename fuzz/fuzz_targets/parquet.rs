//! A Parquet file.
#![no_main]

use dehusk_fuzz::invariants::{assert_holds, table};
use libfuzzer_sys::fuzz_target;
use std::panic;

/// A panic in the crates that read Parquet is an error of the file for dehusk, so it does not end the search here either.
fn pass_panics_of_parquet() {
    let end = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_theirs = |location: &panic::Location<'_>| location.file().contains("/parquet-");
        if !info.location().is_some_and(is_theirs) {
            end(info);
        }
    }));
}

fuzz_target!(init: pass_panics_of_parquet(), |bytes: &[u8]| {
    assert_holds(table::check(bytes, &std::env::temp_dir()));
});
