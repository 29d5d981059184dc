//! Finds sizes at which all words fit, by trial: the scale is reduced until they do. A single word is never
//! made smaller than the scale requires, because its size would then no longer reflect its weight.

use super::mask::Mask;
use super::outline::Outline;
use super::placement::{Placing, Waiting};
use super::region::Region;
use super::scale::Scale;
use super::shaping::REFERENCE;

/// A word to be fitted. Items are sorted heaviest first.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The outline of the word at the size [`REFERENCE`], already rotated.
    pub(super) outline: Outline,
    pub(super) angle: i32,
    pub(super) weight: f64,
    pub(super) region: usize,
    pub(super) random: [f64; 4],
}

/// The limits of sizes, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) scale: Scale,
    pub(super) min: f64,
    pub(super) max: f64,
    pub(super) padding: i32,
}

/// The reason why a word is not placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is larger than its region.
    TooLarge,
    /// No free space is large enough.
    NoRoom,
}

/// The position of a word: where its origin is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// The sizes and positions of all items.
#[derive(Debug)]
pub(super) struct Fitted {
    pub(super) sizes: Vec<f64>,
    pub(super) spots: Vec<Result<Spot, Refusal>>,
}

/// Maximum length of an ordinary word, in multiples of its font size. Longer words do not make the others
/// smaller: they are placed if the others leave room. The longest word of the Duden dictionary has 44
/// letters, about 22 font sizes in Noto Sans; anything longer is a URL or a text without spaces.
const MAX_ORDINARY_LENGTH: f32 = 22.0;

/// Minimum ratio of the largest to the smallest size when room is scarce. If all words had the same size, the
/// cloud would not show the weights. Chosen by hand.
const MIN_RANGE: f64 = 2.5;

/// Total area of the boxes of the words at the first attempt, as a share of the area of their region. It can
/// exceed 1, because words can overlap the boxes of others. There is rarely room for more. Chosen by hand.
const FIRST_FILL: f64 = 1.15;

/// Maximum width and height of a word, as a share of the width and height of its region, so that a single
/// word does not touch the border. Chosen by hand.
const MAX_SIDE_SHARE: f64 = 0.96;

/// Limits of the factor by which the scale shrinks from one attempt to the next. Chosen by hand.
const SMALL_STEP: f64 = 0.97;
const LARGE_STEP: f64 = 0.93;

/// Pixels to keep free before and after a word in its direction of writing, in addition to the padding. The
/// result has a horizontal and a vertical part. Without this gap, two adjacent words could read as one, above
/// all in scripts without spaces.
fn gap(size: f64, angle: i32) -> [f64; 2] {
    /// The gap as a share of the font size; a space is about a quarter of the font size. Chosen by hand.
    const SHARE: f64 = 0.2;
    /// Maximum gap in pixels. A gap of this size is clearly visible between large words. Chosen by hand.
    const MAX_GAP: f64 = 18.0;
    let gap = (size * SHARE).min(MAX_GAP);
    let (sin, cos) = f64::from(angle).to_radians().sin_cos();
    [gap * cos.abs(), gap * sin.abs()].map(|gap| (gap * 10.0).round() / 10.0)
}

struct Fitting<'a> {
    items: &'a [Item],
    /// Width and height of each item at [`REFERENCE`].
    boxes: Vec<(f64, f64)>,
    /// For each item, whether it is longer than an ordinary word and must therefore not make others smaller.
    /// False for all items of a region that has no ordinary words.
    long: Vec<bool>,
    regions: &'a [Region],
    bounds: Bounds,
    weights: Vec<f64>,
}

/// Finds sizes and positions for the items in their regions.
pub(super) fn fit(items: &[Item], regions: &[Region], bounds: Bounds) -> Fitted {
    let extent = |item: &Item| {
        let [left, top, right, bottom] = item.outline.bounds().unwrap_or_default();
        (f64::from(right - left), f64::from(bottom - top))
    };
    let boxes: Vec<(f64, f64)> = items.iter().map(extent).collect();
    let is_long =
        |index: usize| boxes[index].0.max(boxes[index].1) > f64::from(MAX_ORDINARY_LENGTH * REFERENCE);
    let has_ordinary = |region: usize| {
        items.iter().enumerate().any(|(index, item)| item.region == region && !is_long(index))
    };
    let with_ordinary: Vec<bool> = (0..regions.len()).map(has_ordinary).collect();
    let is_skipped = |(index, item): (usize, &Item)| is_long(index) && with_ordinary[item.region];
    let long = items.iter().enumerate().map(is_skipped).collect();
    let weights: Vec<f64> = items.iter().map(|item| item.weight).collect();
    let fitting = Fitting { items, boxes, long, regions, bounds, weights };
    let mut placing = Placing::new(regions, bounds.padding);
    let mut max = fitting.first_max();
    let lower_bound = fitting.min_max().min(max);
    loop {
        let is_last = max <= lower_bound;
        match fitting.attempt(max, &mut placing, is_last) {
            Ok(fitted) => return fitted,
            Err(share) => max = (max * share.sqrt().clamp(LARGE_STEP, SMALL_STEP)).max(lower_bound),
        }
    }
}

impl Fitting<'_> {
    /// The font sizes of all items if the largest is `max`, rounded down to tenths of a pixel, as in the SVG.
    fn sizes(&self, max: f64) -> Vec<f64> {
        let Bounds { scale, min, .. } = self.bounds;
        // Words of equal weight are as large as possible, even if the scale would make them small.
        let min = if self.is_flat() { max } else { min.min(max) };
        let sizes = scale.sizes(&self.weights, min, max);
        sizes.into_iter().map(|size| ((size * 10.0).floor() / 10.0).max(0.1)).collect()
    }

    fn is_flat(&self) -> bool {
        self.weights.iter().all(|weight| *weight == self.weights[0])
    }

    /// The maximum font size of the first attempt. It is the largest at which every ordinary word is smaller
    /// than its region and the boxes of these words do not overfill it. It is not below `min_max`, except to
    /// keep words inside their region.
    fn first_max(&self) -> f64 {
        let widest = self.largest(|max| self.fits_each(max));
        self.largest(|max| self.fits_area(max)).max(self.min_max()).min(widest)
    }

    /// The largest maximum font size for which `holds` is true, found by bisection. `holds` must be true for
    /// all smaller sizes too.
    fn largest(&self, holds: impl Fn(f64) -> bool) -> f64 {
        /// Number of halvings, which leaves an error far below a tenth of a pixel.
        const ROUNDS: usize = 24;
        if holds(self.bounds.max) {
            return self.bounds.max;
        }
        let (mut low, mut high) = (self.bounds.min.min(self.bounds.max), self.bounds.max);
        for _ in 0..ROUNDS {
            let middle = f64::midpoint(low, high);
            if holds(middle) { low = middle } else { high = middle }
        }
        low
    }

    /// The smallest maximum font size that is tried.
    fn min_max(&self) -> f64 {
        if self.is_flat() { self.bounds.min } else { self.bounds.min * MIN_RANGE }
    }

    fn fits_each(&self, max: f64) -> bool {
        self.sizes(max).into_iter().enumerate().all(|(index, size)| {
            let (width, height) = self.extent(index, size);
            let (wide, high) = self.regions[self.items[index].region].sides();
            self.long[index] || width <= wide * MAX_SIDE_SHARE && height <= high * MAX_SIDE_SHARE
        })
    }

    fn fits_area(&self, max: f64) -> bool {
        let mut filled = vec![0.0; self.regions.len()];
        let padding = f64::from(self.bounds.padding);
        for (index, size) in self.sizes(max).into_iter().enumerate().filter(|(index, _)| !self.long[*index]) {
            let (width, height) = self.extent(index, size);
            filled[self.items[index].region] += (width + padding) * (height + padding);
        }
        filled.iter().zip(self.regions).all(|(filled, region)| *filled <= region.area() * FIRST_FILL)
    }

    /// Width and height of the box of an item at a font size, in pixels.
    fn extent(&self, index: usize, size: f64) -> (f64, f64) {
        let scale = size / f64::from(REFERENCE);
        (self.boxes[index].0 * scale, self.boxes[index].1 * scale)
    }

    /// Places all words, the long ones last.
    ///
    /// # Errors
    /// If an ordinary word does not fit and this is not the last attempt. The value is the area of the
    /// ordinary words placed before it, as a share of the area of all ordinary words.
    fn attempt(&self, max: f64, placing: &mut Placing, is_last: bool) -> Result<Fitted, f64> {
        placing.reset(self.regions);
        let sizes = self.sizes(max);
        let mut spots = vec![Err(Refusal::NoRoom); sizes.len()];
        let (long, ordinary): (Vec<usize>, Vec<usize>) =
            (0..sizes.len()).partition(|index| self.long[*index]);
        for (rank, &index) in ordinary.iter().enumerate() {
            spots[index] = self.place(index, sizes[index], placing);
            if spots[index] == Err(Refusal::NoRoom) && !is_last {
                return Err(self.area(&ordinary[..rank], &sizes) / self.area(&ordinary, &sizes));
            }
        }
        for index in long {
            spots[index] = self.place(index, sizes[index], placing);
        }
        Ok(Fitted { sizes, spots })
    }

    fn place(&self, index: usize, size: f64, placing: &mut Placing) -> Result<Spot, Refusal> {
        let item = &self.items[index];
        let region = &self.regions[item.region];
        let (width, height) = self.extent(index, size);
        let (wide, high) = region.sides();
        if width > wide || height > high {
            return Err(Refusal::TooLarge);
        }
        let scale = (size / f64::from(REFERENCE)) as f32 / region.cell as f32;
        let mask = Mask::of(&item.outline.transformed(scale, 0));
        let gap = gap(size, item.angle).map(|gap| (gap / f64::from(region.cell)).ceil() as i32);
        let word = Waiting { mask: &mask, gap, region: item.region, random: item.random };
        let (x, y) = placing.place(&word).ok_or(Refusal::NoRoom)?;
        Ok(Spot { x: region.left + x * region.cell, y: region.top + y * region.cell })
    }

    /// The total area of the boxes of some words, in square pixels.
    fn area(&self, indices: &[usize], sizes: &[f64]) -> f64 {
        let area = |index: &usize| {
            let (width, height) = self.extent(*index, sizes[*index]);
            width * height
        };
        indices.iter().map(area).sum()
    }
}
