//! Finds positions for words of given sizes, heaviest word first. Each word gets the first free position on a
//! spiral from the middle, as in Wordle (J. Feinberg in Steele and Iliinsky, Beautiful Visualization, 2010,
//! chapter 3). `fit` chooses the sizes.
//!
//! At most [`MAX_TRIES`] positions are tried for all words together in one attempt of `fit`, whatever the number of words.
//! `fit` reduces the sizes in each attempt, so their range bounds the number of attempts.

use super::mask::Mask;
use super::region::Region;
use std::collections::BTreeMap;

/// Maximum number of positions tried for all words together in one attempt. Trying them takes about a second.
/// Chosen by hand.
const MAX_TRIES: u64 = 200_000_000;

/// A word to be placed.
#[derive(Clone, Debug)]
pub(super) struct Waiting<'a> {
    /// The shape of the word at its size, in cells.
    pub(super) mask: &'a Mask,
    /// The number of cells to keep free in addition to the padding: on the left and right, and above and
    /// below.
    pub(super) gap: [i32; 2],
    /// The index of its region.
    pub(super) region: usize,
    /// Four random numbers in 0..1: two for the start of the search near the middle, two for the direction in
    /// which the spiral winds.
    pub(super) random: [f64; 4],
}

/// The cells of the regions while words are placed.
#[derive(Debug)]
pub(super) struct Placing {
    regions: Vec<Region>,
    /// For each region, the number of cells to keep free around a word.
    padding: Vec<i32>,
    /// Spirals by region and step.
    spirals: BTreeMap<(usize, i32), Vec<(i32, i32)>>,
    /// For each region, how far the earlier searches went.
    reached: Vec<Vec<Reached>>,
    tries: u64,
}

/// How far along its spiral the search for a word went.
#[derive(Clone, Copy, Debug)]
struct Reached {
    width: i32,
    height: i32,
    step: i32,
    /// The index on the spiral at which the word was placed; `None` if no position was free.
    at: Option<usize>,
}

impl Placing {
    /// Starts with empty regions. `padding` is in pixels.
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

    /// Removes all placed words.
    pub(super) fn reset(&mut self, regions: &[Region]) {
        self.regions.clone_from_slice(regions);
        self.reached.iter_mut().for_each(Vec::clear);
        self.tries = 0;
    }

    /// Places a word and takes its cells. Returns the cell of its origin, or `None` if there is no room.
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

    /// Returns the index on the spiral at which the search for a word starts: the largest index at which an
    /// earlier word was placed that is at most as wide and as high. A position that was taken for a smaller
    /// word is hardly ever free for a larger one. If all searches started at index 0, ten times as many
    /// positions would be tried. Returns `None` if an earlier word that is at most as wide and as high found
    /// no position.
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

    /// Returns the first position on the spiral at which all cells of `wanted` are free, with its index on
    /// the spiral.
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
        let side = |random: f64| if random < 0.5 { -1 } else { 1 };
        let (side_x, side_y) = (side(word.random[2]), side(word.random[3]));
        let left = usize::try_from(MAX_TRIES.saturating_sub(self.tries)).unwrap_or(usize::MAX);
        for (at, (dx, dy)) in spiral.iter().enumerate().skip(first).take(left) {
            self.tries += 1;
            let position = (x + dx * side_x, y + dy * side_y);
            if region.grid.is_free(wanted, position.0, position.1) {
                return Some((at, position));
            }
        }
        None
    }
}

/// The number of cells between adjacent positions of a spiral: small words need small steps to find small
/// gaps. There are few possible values, so that there are few spirals.
fn step(mask: &Mask) -> i32 {
    /// The possible numbers of cells. Chosen by hand.
    const STEPS: [i32; 3] = [12, 6, 3];
    /// A step is at most the smaller side of the word divided by this number. Chosen by hand.
    const FRACTION: i32 = 6;
    let wanted = mask.width.min(mask.height) / FRACTION;
    STEPS.into_iter().find(|step| *step <= wanted).unwrap_or(STEPS[2])
}

/// Returns the cell of a word's origin at the start of its search. The middle of the word is then near the
/// middle of the region. Without the random offset, all seeds would give nearly the same cloud.
fn start(region: &Region, word: &Waiting<'_>) -> (i32, i32) {
    /// Maximum offset in each direction, as a share of the region. Chosen by hand.
    const MAX_OFFSET: f64 = 0.05;
    let shift = |side: i32, random: f64| (f64::from(side) * MAX_OFFSET * (2.0 * random - 1.0)) as i32;
    let x = region.center.0 + shift(region.grid.width, word.random[0]);
    let y = region.center.1 + shift(region.grid.height, word.random[1]);
    (x - word.mask.left - word.mask.width / 2, y - word.mask.top - word.mask.height / 2)
}

/// Offsets on an Archimedean spiral with the proportions of the region, from the middle to beyond every
/// corner.
///
/// The angle grows by rational rotations, because sines differ between platforms.
fn spiral(region: &Region, step: i32) -> Vec<(i32, i32)> {
    /// How far beyond the farthest side the spiral goes, as a multiple of the distance to it. Chosen by hand.
    const REACH: f64 = 1.1;
    let (width, height) = (f64::from(region.grid.width), f64::from(region.grid.height));
    let stretch = (width / height).sqrt();
    let reach =
        |center: i32, side: f64| f64::from(center).max(side - f64::from(center)) * REACH + f64::from(step);
    let (far_x, far_y) = (reach(region.center.0, width) / stretch, reach(region.center.1, height) * stretch);
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
    fn a_spiral_passes_near_every_cell() {
        let region = Region::new([0, 0, 120, 50], 0, &Shape::Rectangle);
        let spiral = spiral(&region, 4);
        for (x, y) in [(0, 0), (119, 0), (0, 49), (119, 49), (60, 25), (30, 40)] {
            let near = |(dx, dy): &&(i32, i32)| {
                (region.center.0 + dx - x).abs() <= 5 && (region.center.1 + dy - y).abs() <= 5
            };
            assert!(spiral.iter().any(|offset| near(&offset)), "{x} {y}");
        }
        assert!(spiral.len() < 120 * 50);
    }
}
