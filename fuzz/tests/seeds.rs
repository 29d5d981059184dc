//! The invariants hold for all seeds, on stable Rust and without libFuzzer.

use dehusk_fuzz::invariants::page::Checker;
use dehusk_fuzz::invariants::{archive, assert_holds, lists, metadata, selectors, styles, table};
use dehusk_fuzz::mutate;
use dehusk_fuzz::pieces;
use dehusk_fuzz::seeds::{self, Seed};
use fastrand::Rng;

/// Number of invented inputs for each target.
const INVENTED: usize = 100;

fn seeds_of(target: &str) -> Vec<Seed> {
    let seeds: Vec<Seed> = seeds::all().unwrap().into_iter().filter(|seed| seed.target == target).collect();
    assert!(!seeds.is_empty(), "no seeds for {target}");
    seeds
}

/// Returns seeds, and copies of them in which a few bytes are changed.
fn damaged(target: &str) -> Vec<Vec<u8>> {
    let seeds = seeds_of(target);
    let mut rng = Rng::with_seed(5);
    let mut inputs: Vec<Vec<u8>> = seeds.iter().map(|seed| seed.bytes.clone()).collect();
    for _ in 0..INVENTED {
        let mut bytes = seeds[rng.usize(0..seeds.len())].bytes.clone();
        for _ in 0..rng.usize(1..5) {
            let at = rng.usize(0..=bytes.len());
            match rng.u8(0..3) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes.insert(at, rng.u8(..)),
                _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = rng.u8(..)),
            }
        }
        inputs.push(bytes);
    }
    inputs
}

#[test]
fn pages_with_every_method() {
    let mut checker = Checker::default();
    for seed in seeds_of("page") {
        checker.check_all(&seed.bytes).unwrap_or_else(|broken| panic!("{}: {broken}", seed.name));
    }
}

#[test]
fn invented_pages() {
    let mut checker = Checker::default();
    let mut rng = Rng::with_seed(3);
    for _ in 0..INVENTED {
        assert_holds(checker.check(mutate::invent(&mut rng).page(300).as_bytes()));
        let choices: Vec<u8> = (0..rng.usize(2..60)).map(|_| rng.u8(..)).collect();
        assert_holds(checker.check(pieces::soup(&choices).as_bytes()));
    }
}

#[test]
fn damaged_input() {
    let mut checker = Checker::default();
    damaged("page").iter().for_each(|input| assert_holds(checker.check(input)));
    damaged("metadata").iter().for_each(|input| assert_holds(metadata::check(input)));
    damaged("selectors").iter().for_each(|input| assert_holds(selectors::check(input)));
    damaged("styles").iter().for_each(|input| assert_holds(styles::check(input)));
    damaged("warc").iter().for_each(|input| assert_holds(archive::check_warc(input)));
    damaged("response").iter().for_each(|input| assert_holds(archive::check_response(input)));
    damaged("jsonl").iter().for_each(|input| assert_holds(archive::check_jsonl(input)));
    damaged("lists").iter().for_each(|input| assert_holds(lists::check(input)));
    damaged("mhtml").iter().for_each(|input| assert_holds(lists::check_mhtml(input)));
}

#[test]
fn tables() {
    let folder = tempfile::tempdir().unwrap();
    for seed in seeds_of("parquet") {
        assert_holds(table::check(&seed.bytes, folder.path()));
    }
}
