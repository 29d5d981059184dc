//! A place for each word of given sizes: the first free one on a spiral from the middle, heaviest word first, as in Wordle
//! (J. Feinberg in Steele and Iliinsky, Beautiful Visualization, 2010, chapter 3). Sizes are the business of `fit`.
//!
//! At most [`MOST_TRIES`] places are tried for all words together, so that any number of words ends.

use super::mask::Mask;
use super::region::Region;
use std::collections::BTreeMap;

/// Places tried in one attempt, for all words: about a second.
pub(super) const MOST_TRIES: u64 = 200_000_000;

/// A word that waits for a place.
#[derive(Clone, Debug)]
pub(super) struct Waiting<'a> {
    /// At its size, in cells.
    pub(super) mask: &'a Mask,
    /// Cells to the sides, and above and below, that it wants to keep free besides the padding.
    pub(super) gap: [i32; 2],
    /// The number of its region.
    pub(super) region: usize,
    /// Four numbers in 0..1 from the seed: where near the middle it starts, and which way the spiral winds.
    pub(super) chance: [f64; 4],
}

/// The cells of the regions while words are placed.
#[derive(Debug)]
pub(super) struct Placing {
    regions: Vec<Region>,
    /// Cells around a word that stay free.
    padding: Vec<i32>,
    /// Of each region and step.
    spirals: BTreeMap<(usize, i32), Vec<(i32, i32)>>,
    /// By region.
    reached: Vec<Vec<Reached>>,
    tries: u64,
}

/// How far along its spiral a word had to go.
#[derive(Clone, Copy, Debug)]
struct Reached {
    width: i32,
    height: i32,
    step: i32,
    /// `None`: beyond the end.
    at: Option<usize>,
}

impl Placing {
    /// `padding` in pixels.
    pub(super) fn new(regions: &[Region], padding: i32) -> Placing {
        let cells = |region: &Region| padding.div_euclid(region.cell) + i32::from(padding % region.cell > 0);
        Placing {
            regions: regions.to_vec(),
            padding: regions.iter().map(cells).collect(),
            spirals: BTreeMap::new(),
            reached: vec![Vec::new(); regions.len()],
            tries: 0,
        }
    }

    /// Forgets all words that were placed.
    pub(super) fn reset(&mut self, regions: &[Region]) {
        self.regions.clone_from_slice(regions);
        self.reached.iter_mut().for_each(Vec::clear);
        self.tries = 0;
    }

    /// Places a word and takes its cells: the cell of its origin, or `None` if there is no room.
    pub(super) fn place(&mut self, word: &Waiting<'_>) -> Option<(i32, i32)> {
        let step = step(word.mask);
        let first = self.first(word, step)?;
        let wanted = word.mask.grown(word.gap);
        let found = self.find(word, &wanted, step, first);
        let (width, height) = (word.mask.width, word.mask.height);
        let at = found.map(|(at, _)| at);
        self.reached[word.region].push(Reached { width, height, step, at });
        let (x, y) = found?.1;
        let grown = word.mask.grown([self.padding[word.region]; 2]);
        self.regions[word.region].grid.take(&grown, x, y);
        Some((x, y))
    }

    /// Where on its spiral a word starts: as far out as the farthest that is no larger to either side, for what that one found
    /// taken is hardly ever free for this one. Without it ten times as many places are tried. `None` if none is left.
    fn first(&self, word: &Waiting<'_>, step: i32) -> Option<usize> {
        let smaller = self.reached[word.region]
            .iter()
            .filter(|reached| reached.width <= word.mask.width && reached.height <= word.mask.height);
        let mut first = 0;
        for reached in smaller {
            match reached.at {
                None => return None,
                Some(at) if reached.step == step => first = first.max(at),
                Some(_) => {}
            }
        }
        Some(first)
    }

    /// The first place on the spiral where all wanted cells are free, and how far along it is.
    fn find(
        &mut self,
        word: &Waiting<'_>,
        wanted: &Mask,
        step: i32,
        first: usize,
    ) -> Option<(usize, (i32, i32))> {
        let region = &self.regions[word.region];
        let spiral = self.spirals.entry((word.region, step)).or_insert_with(|| spiral(region, step));
        let (x, y) = start(region, word);
        let side = |chance: f64| if chance < 0.5 { -1 } else { 1 };
        let (side_x, side_y) = (side(word.chance[2]), side(word.chance[3]));
        let left = usize::try_from(MOST_TRIES.saturating_sub(self.tries)).unwrap_or(usize::MAX);
        for (at, (dx, dy)) in spiral.iter().enumerate().skip(first).take(left) {
            self.tries += 1;
            let place = (x + dx * side_x, y + dy * side_y);
            if region.grid.is_free(wanted, place.0, place.1) {
                return Some((at, place));
            }
        }
        None
    }
}

/// Cells between neighbouring places of a spiral: small words find small gaps, large ones need not be as exact. One of few
/// values, so that there are few spirals.
fn step(mask: &Mask) -> i32 {
    const STEPS: [i32; 3] = [12, 6, 3];
    /// Of the smaller side of the word.
    const SHARE: i32 = 6;
    let wanted = mask.width.min(mask.height) / SHARE;
    STEPS.into_iter().find(|step| *step <= wanted).unwrap_or(STEPS[2])
}

/// Where the middle of a word wants to be: the middle of the region, but for a little chance, without which all seeds would
/// give nearly the same cloud. The answer is where its origin goes.
fn start(region: &Region, word: &Waiting<'_>) -> (i32, i32) {
    /// Of the region, to each side.
    const SPREAD: f64 = 0.05;
    let shift = |side: i32, chance: f64| (f64::from(side) * SPREAD * (2.0 * chance - 1.0)) as i32;
    let x = region.centre.0 + shift(region.grid.width, word.chance[0]);
    let y = region.centre.1 + shift(region.grid.height, word.chance[1]);
    (x - word.mask.left - word.mask.width / 2, y - word.mask.top - word.mask.height / 2)
}

/// Offsets on an Archimedean spiral with the proportions of the region, from the middle to beyond every corner.
///
/// The angle grows by rational rotations instead of sines, which differ between machines.
fn spiral(region: &Region, step: i32) -> Vec<(i32, i32)> {
    let (width, height) = (f64::from(region.grid.width), f64::from(region.grid.height));
    let stretch = (width / height).sqrt();
    let reach =
        |centre: i32, side: f64| f64::from(centre).max(side - f64::from(centre)) * 1.1 + f64::from(step);
    let (far_x, far_y) = (reach(region.centre.0, width) / stretch, reach(region.centre.1, height) * stretch);
    let end = far_x.hypot(far_y);
    let step = f64::from(step);
    let mut offsets = vec![(0, 0)];
    let (mut radius, mut x, mut y) = (step / 2.0, 1.0f64, 0.0f64);
    while radius < end {
        let half = (step / radius / 2.0).min(0.5);
        let (cos, sin) = ((1.0 - half * half) / (1.0 + half * half), 2.0 * half / (1.0 + half * half));
        (x, y) = (x * cos - y * sin, x * sin + y * cos);
        let length = (x * x + y * y).sqrt();
        (x, y) = (x / length, y / length);
        radius += step * half / std::f64::consts::PI;
        offsets.push(((radius * x * stretch).round() as i32, (radius * y / stretch).round() as i32));
    }
    offsets
}

#[cfg(test)]
mod tests {
    use super::super::picture::Shape;
    use super::*;

    #[test]
    fn a_spiral_comes_near_every_cell() {
        let region = Region::new([0, 0, 120, 50], 0, &Shape::Rectangle);
        let spiral = spiral(&region, 4);
        for (x, y) in [(0, 0), (119, 0), (0, 49), (119, 49), (60, 25), (30, 40)] {
            let near = |(dx, dy): &&(i32, i32)| {
                (region.centre.0 + dx - x).abs() <= 5 && (region.centre.1 + dy - y).abs() <= 5
            };
            assert!(spiral.iter().any(|offset| near(&offset)), "{x} {y}");
        }
        assert!(spiral.len() < 120 * 50);
    }
}
