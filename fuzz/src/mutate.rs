//! Invents recipes and changes them.

use crate::pieces::{ATTRIBUTES, DATA, ELEMENTS, STRUCTURES, TEXTS};
use crate::recipe::{Count, Phase, Recipe};
use fastrand::Rng;

/// Maximum number of phases of an invented recipe. Chosen by hand.
const MAX_PHASES: usize = 5;
/// Maximum number of pieces of a phase. Chosen by hand.
const MAX_PIECES: usize = 5;
/// Fixed counts: some are just above limits of dehusk (32 levels of lists, 512 of depth, 4096 bytes of an address).
const FIXED: [usize; 7] = [1, 2, 9, 33, 300, 600, 2100];
/// Maximum bytes of the fixed phases of a recipe, so that the growing phases matter. Chosen by hand.
const MAX_FIXED_BYTES: usize = 12_000;

/// Returns a new recipe.
pub fn invent(rng: &mut Rng) -> Recipe {
    let phases = (0..rng.usize(1..=MAX_PHASES)).map(|_| phase(rng)).collect();
    repaired(Recipe { phases }, rng)
}

/// Returns a recipe that differs from `one` in a few places; some parts may come from `other`.
pub fn change(one: &Recipe, other: &Recipe, rng: &mut Rng) -> Recipe {
    let mut recipe = one.clone();
    for _ in 0..rng.usize(1..=3) {
        change_once(&mut recipe.phases, other, rng);
    }
    recipe.phases.truncate(2 * MAX_PHASES);
    repaired(recipe, rng)
}

fn change_once(phases: &mut Vec<Phase>, other: &Recipe, rng: &mut Rng) {
    let at = rng.usize(0..=phases.len());
    match (rng.u8(0..8), phases.get_mut(at)) {
        (0, _) => phases.insert(at, phase(rng)),
        (1, _) => phases.extend(rng.choice(&other.phases).cloned()),
        (2, Some(_)) => drop(phases.remove(at)),
        (3, Some(phase)) => phase.count = count(rng),
        (4, Some(phase)) => insert(&mut phase.text, &piece(rng), rng),
        (5, Some(phase)) => cut(&mut phase.text, rng),
        (6, Some(phase)) => phase.text.extend(rng.choice(&other.phases).map(|phase| phase.text.as_str())),
        (7, Some(_)) => {
            let with = rng.usize(0..phases.len());
            phases.swap(at, with);
        }
        _ => phases.push(phase(rng)),
    }
}

/// Returns a recipe that grows and whose fixed part is not too large.
fn repaired(mut recipe: Recipe, rng: &mut Rng) -> Recipe {
    for phase in &mut recipe.phases {
        if let Count::Fixed(count) = &mut phase.count {
            *count = (*count).min(MAX_FIXED_BYTES / phase.text.len().max(1)).max(1);
        }
    }
    if !recipe.grows() {
        recipe.phases.push(Phase { count: Count::Growing, text: piece(rng) });
    }
    recipe
}

fn phase(rng: &mut Rng) -> Phase {
    Phase { count: count(rng), text: (0..rng.usize(1..=MAX_PIECES)).map(|_| piece(rng)).collect() }
}

fn count(rng: &mut Rng) -> Count {
    if rng.bool() { Count::Growing } else { Count::Fixed(chosen(&FIXED, rng)) }
}

/// Returns a random piece of a page.
pub fn piece(rng: &mut Rng) -> String {
    match rng.u8(0..10) {
        0..=3 => start_tag(rng),
        4 => format!("</{}>", chosen(ELEMENTS, rng)),
        5 | 6 => chosen(TEXTS, rng).to_owned(),
        7 => chosen(DATA, rng).to_owned(),
        _ => chosen(STRUCTURES, rng).to_owned(),
    }
}

fn start_tag(rng: &mut Rng) -> String {
    let mut tag = format!("<{}", chosen(ELEMENTS, rng));
    for _ in 0..rng.usize(0..3) {
        tag.push(' ');
        tag.push_str(chosen(ATTRIBUTES, rng));
    }
    // Sometimes a tag is left open, so that attributes grow.
    tag + if rng.u8(0..16) == 0 { " " } else { ">" }
}

/// Returns one of a list that is not empty.
fn chosen<T: Copy>(list: &[T], rng: &mut Rng) -> T {
    list[rng.usize(0..list.len())]
}

fn insert(text: &mut String, piece: &str, rng: &mut Rng) {
    let at = text.floor_char_boundary(rng.usize(0..=text.len()));
    text.insert_str(at, piece);
}

fn cut(text: &mut String, rng: &mut Rng) {
    let (one, other) = (rng.usize(0..=text.len()), rng.usize(0..=text.len()));
    let (start, end) = (one.min(other), one.max(other));
    let (start, end) = (text.floor_char_boundary(start), text.floor_char_boundary(end));
    text.replace_range(start..end, "");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_grow_and_can_be_written() {
        let mut rng = Rng::with_seed(7);
        let mut one = invent(&mut rng);
        for _ in 0..2000 {
            let other = invent(&mut rng);
            one = change(&one, &other, &mut rng);
            assert!(one.grows() && other.grows());
            assert_eq!(one.to_string().parse::<Recipe>().as_ref(), Ok(&one));
            let (small, large) = (one.page(20_000).len(), one.page(80_000).len());
            assert!(large > small, "{one}");
        }
    }
}
