//! Prints how many of the names in `tests/names` a cloud of their page shows whole: for the list on which the
//! rules were chosen, and for the list on which nothing was tuned. With `-v`, the torn names of the first list
//! are printed.
//!
//! Usage: `cargo run --release -p dehusk-words --example names [-v]`.

#![allow(clippy::print_stdout)]

#[path = "../tests/it/names.rs"]
mod names;

fn main() {
    let verbose = std::env::args().nth(1).is_some_and(|option| option == "-v");
    for (list, text) in names::LISTS {
        let (whole, all, torn) = names::whole(text);
        println!("{list:<9} {whole:>3} of {all} names whole, {:.1} %", 100.0 * whole as f64 / all as f64);
        if verbose && list == "tuning" {
            torn.iter().for_each(|name| println!("  torn: {name}"));
        }
    }
}
