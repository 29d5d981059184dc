//! Searches for recipes that make dehusk slow or take much memory: the most expensive recipes so far are changed again and again.

use crate::forms::{Form, main_forms, other_forms};
use crate::growth::{self, Curve, FIRST_SIZES, Finding};
use crate::mutate;
use crate::recipe::{Count, Recipe};
use fastrand::Rng;

/// Number of recipes that are kept to be changed. Chosen by hand.
const MAX_KEPT: usize = 400;
/// Of this many candidates, one is new and not a change of a kept recipe. Chosen by hand.
const NEW_ONE_IN: u8 = 3;
/// Maximum number of attempts to shorten a recipe. Chosen by hand.
const MAX_SHORTENINGS: usize = 120;

/// A recipe that is worth changing.
struct Kept {
    recipe: Recipe,
    score: f64,
}

/// A search. Its sequence of recipes depends on the seed, and on the times that were measured.
pub struct Search {
    rng: Rng,
    kept: Vec<Kept>,
    main: Vec<Form>,
    others: Vec<Form>,
    /// The number of recipes that were measured.
    pub tried: usize,
}

impl Search {
    /// Returns a search that begins with these recipes.
    #[must_use]
    pub fn new(seed: u64, recipes: Vec<Recipe>) -> Search {
        let kept = recipes.into_iter().map(|recipe| Kept { recipe, score: 0.0 }).collect();
        Search { rng: Rng::with_seed(seed), kept, main: main_forms(), others: other_forms(), tried: 0 }
    }

    /// Measures one more recipe. Returns it with what was found.
    pub fn step(&mut self) -> (Recipe, Vec<Finding>) {
        let recipe = self.candidate();
        let mut score = 0.0_f64;
        let mut findings = Vec::new();
        let other = self.rng.usize(0..self.others.len());
        for form in self.main.iter().chain(&self.others[other..=other]) {
            let (curve, finding) = growth::examine(&recipe, form);
            score = score.max(score_of(&curve));
            findings.extend(finding);
        }
        self.tried += 1;
        // What was found would be found over and over.
        if findings.is_empty() {
            self.keep(&recipe, score);
        }
        (recipe, findings)
    }

    fn candidate(&mut self) -> Recipe {
        let new = mutate::invent(&mut self.rng);
        if self.kept.is_empty() || self.rng.u8(0..NEW_ONE_IN) == 0 {
            return new;
        }
        let [one, other] = [(); 2].map(|()| self.rng.usize(0..self.kept.len()));
        mutate::change(&self.kept[one].recipe, &self.kept[other].recipe, &mut self.rng)
    }

    /// Keeps a recipe in the place of a random one that costs less.
    fn keep(&mut self, recipe: &Recipe, score: f64) {
        let kept = Kept { recipe: recipe.clone(), score };
        if self.kept.len() < MAX_KEPT {
            self.kept.push(kept);
            return;
        }
        let place = self.rng.usize(0..self.kept.len());
        if self.kept[place].score <= score {
            self.kept[place] = kept;
        }
    }
}

/// Returns how interesting a curve is: time and memory for each byte, and how they grow.
fn score_of(curve: &Curve) -> f64 {
    let growth = curve.time_exponent().max(curve.memory_exponent()).clamp(0.5, 3.0);
    growth * (curve.nanoseconds_per_byte() / 50.0 + curve.memory_per_byte() / 20.0)
}

/// Returns a shorter recipe with the same kind of fault in this form.
#[must_use]
pub fn shortened(recipe: &Recipe, form: &Form) -> Recipe {
    let mut best = recipe.clone();
    let is_fault = |recipe: &Recipe| {
        let curve = || Curve::measure(recipe, form, &FIRST_SIZES);
        let faulty = |curve: Curve| curve.fault().is_some();
        recipe.grows() && faulty(curve()) && faulty(curve())
    };
    if !is_fault(&best) {
        return best;
    }
    let mut attempts = 0;
    let mut candidates = shorter(&best);
    while let Some(candidate) = candidates.pop() {
        attempts += 1;
        if attempts > MAX_SHORTENINGS {
            break;
        }
        if is_fault(&candidate) {
            candidates = shorter(&candidate);
            best = candidate;
        }
    }
    best
}

/// Returns recipes that lack a little of this one. The last ones lack most.
fn shorter(recipe: &Recipe) -> Vec<Recipe> {
    let mut found = Vec::new();
    for (index, phase) in recipe.phases.iter().enumerate() {
        let with_text = |text: String| {
            let mut shorter = recipe.clone();
            shorter.phases[index].text = text;
            shorter
        };
        let starts: Vec<usize> = phase.text.match_indices('<').map(|(at, _)| at).collect();
        for (from, to) in starts.iter().zip(starts.iter().skip(1).chain([&phase.text.len()])) {
            found.push(with_text(format!("{}{}", &phase.text[..*from], &phase.text[*to..])));
        }
        if phase.count != Count::Fixed(1) {
            let mut once = recipe.clone();
            once.phases[index].count = Count::Fixed(1);
            found.push(once);
        }
    }
    for index in 0..recipe.phases.len() {
        let mut without = recipe.clone();
        without.phases.remove(index);
        found.push(without);
    }
    found
}
