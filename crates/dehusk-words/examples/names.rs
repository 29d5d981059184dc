//! Prints how many of the names in `tests/names/thai.txt` a cloud of their page shows whole, for the half of
//! the pages that is for tuning and for the half that is for reporting. With `-v`, the torn names of the half
//! for tuning are printed.
//!
//! Usage: `cargo run --release -p dehusk-words --example names [-v]`.

#![allow(clippy::print_stdout)]

#[path = "../tests/it/names.rs"]
mod names;

fn main() {
    let verbose = std::env::args().nth(1).is_some_and(|option| option == "-v");
    for (first, half) in ["tuning", "reporting"].into_iter().enumerate() {
        let (whole, all, torn) = names::half(first);
        println!("{half:<9} {whole:>3} of {all} names whole, {:.1} %", 100.0 * whole as f64 / all as f64);
        if verbose && half == "tuning" {
            torn.iter().for_each(|name| println!("  torn: {name}"));
        }
    }
}
