//! Sizes at which all words find room, by trying: the whole scale shrinks until they do. One word is never made smaller for
//! itself, for then its size would no longer tell its weight.

use super::mask::Mask;
use super::outline::Outline;
use super::placement::{Placing, Waiting};
use super::region::Region;
use super::scale::Scale;
use super::shaping::REFERENCE;

/// A word to be fitted; they come heaviest first.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// At [`REFERENCE`], turned already.
    pub(super) outline: Outline,
    pub(super) angle: i32,
    pub(super) weight: f64,
    pub(super) region: usize,
    pub(super) chance: [f64; 4],
}

/// What the sizes may be, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) scale: Scale,
    pub(super) min: f64,
    pub(super) max: f64,
    pub(super) padding: i32,
}

/// Why a word has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is larger than its region.
    TooLarge,
    /// Nothing free is large enough.
    NoRoom,
}

/// Where a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Of its origin, in pixels.
    pub(super) x: i32,
    pub(super) y: i32,
}

/// Sizes of all items and their places.
#[derive(Debug)]
pub(super) struct Fitted {
    pub(super) sizes: Vec<f64>,
    pub(super) spots: Vec<Result<Spot, Refusal>>,
}

/// Longer words, in sizes of the font, do not make the others small: they get a place if the others leave one. Ordinary words are
/// shorter: the longest of Duden's dictionary has 44 letters, about 22 sizes in Noto Sans; what is longer is an address or
/// a text without blanks.
const LONG: f32 = 22.0;

/// How much larger than the lightest the heaviest word stays if room is scarce. Clouds of one size tell nothing.
const LEAST_RANGE: f64 = 2.5;

/// The share of a region that the boxes of words fill at the first attempt. It can be more than 1, for words nest in each
/// other; rarely is there room for more.
const FIRST_FILL: f64 = 1.15;

/// Of each side of the region, so that a word alone does not touch the border.
const WIDEST: f64 = 0.96;

/// Factors of the scale from one attempt to the next.
const SMALL_STEP: f64 = 0.97;
const LARGE_STEP: f64 = 0.93;

/// What stays free before and after a word besides the padding, to the sides and above and below, in pixels: side by side
/// two words must not read as one, as they would in scripts without blanks. A blank is a quarter of the size.
fn gap(size: f64, angle: i32) -> [f64; 2] {
    const SHARE: f64 = 0.2;
    /// In pixels; between large words that is seen well enough.
    const WIDEST: f64 = 18.0;
    let gap = (size * SHARE).min(WIDEST);
    let (sin, cos) = f64::from(angle).to_radians().sin_cos();
    [gap * cos.abs(), gap * sin.abs()].map(|gap| (gap * 10.0).round() / 10.0)
}

struct Fitting<'a> {
    items: &'a [Item],
    /// Width and height of each item at [`REFERENCE`].
    boxes: Vec<(f64, f64)>,
    /// Which items make no others small; none of a region that has no other items.
    long: Vec<bool>,
    regions: &'a [Region],
    bounds: Bounds,
    weights: Vec<f64>,
}

/// Fits the items into their regions.
pub(super) fn fit(items: &[Item], regions: &[Region], bounds: Bounds) -> Fitted {
    let extent = |item: &Item| {
        let [left, top, right, bottom] = item.outline.bounds().unwrap_or_default();
        (f64::from(right - left), f64::from(bottom - top))
    };
    let boxes: Vec<(f64, f64)> = items.iter().map(extent).collect();
    let is_long = |index: usize| boxes[index].0.max(boxes[index].1) > f64::from(LONG * REFERENCE);
    let has_ordinary = |region: usize| {
        items.iter().enumerate().any(|(index, item)| item.region == region && !is_long(index))
    };
    let some: Vec<bool> = (0..regions.len()).map(has_ordinary).collect();
    let long = items.iter().enumerate().map(|(index, item)| is_long(index) && some[item.region]).collect();
    let weights: Vec<f64> = items.iter().map(|item| item.weight).collect();
    let fitting = Fitting { items, boxes, long, regions, bounds, weights };
    let mut placing = Placing::new(regions, bounds.padding);
    let mut max = fitting.first_max();
    let least = fitting.least_max().min(max);
    loop {
        let is_last = max <= least;
        match fitting.attempt(max, &mut placing, is_last) {
            Ok(fitted) => return fitted,
            Err(share) => max = (max * share.sqrt().clamp(LARGE_STEP, SMALL_STEP)).max(least),
        }
    }
}

impl Fitting<'_> {
    /// Sizes in tenths of a pixel, as the SVG has them.
    fn sizes(&self, max: f64) -> Vec<f64> {
        let Bounds { scale, min, .. } = self.bounds;
        // Words of one weight are as large as there is room for, also where the scale would have them small.
        let min = if self.is_flat() { max } else { min.min(max) };
        let sizes = scale.sizes(&self.weights, min, max);
        sizes.into_iter().map(|size| ((size * 10.0).floor() / 10.0).max(0.1)).collect()
    }

    fn is_flat(&self) -> bool {
        self.weights.iter().all(|weight| *weight == self.weights[0])
    }

    /// The largest scale at which every ordinary word is smaller than its region and, but for scales that are small already,
    /// the boxes of all words fill no more of it than can be.
    fn first_max(&self) -> f64 {
        let widest = self.largest(|max| self.is_each_inside(max));
        self.largest(|max| self.is_room(max)).max(self.least_max()).min(widest)
    }

    /// The largest scale with a property that all smaller ones have too.
    fn largest(&self, holds: impl Fn(f64) -> bool) -> f64 {
        /// Halvings: far below a tenth of a pixel.
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

    fn least_max(&self) -> f64 {
        if self.is_flat() { self.bounds.min } else { self.bounds.min * LEAST_RANGE }
    }

    fn is_each_inside(&self, max: f64) -> bool {
        self.sizes(max).into_iter().enumerate().all(|(index, size)| {
            let (width, height) = self.extent(index, size);
            let (wide, high) = self.regions[self.items[index].region].sides();
            self.long[index] || width <= wide * WIDEST && height <= high * WIDEST
        })
    }

    fn is_room(&self, max: f64) -> bool {
        let mut filled = vec![0.0; self.regions.len()];
        let padding = f64::from(self.bounds.padding);
        for (index, size) in self.sizes(max).into_iter().enumerate().filter(|(index, _)| !self.long[*index]) {
            let (width, height) = self.extent(index, size);
            filled[self.items[index].region] += (width + padding) * (height + padding);
        }
        filled.iter().zip(self.regions).all(|(filled, region)| *filled <= region.area() * FIRST_FILL)
    }

    /// Width and height in pixels.
    fn extent(&self, index: usize, size: f64) -> (f64, f64) {
        let scale = size / f64::from(REFERENCE);
        (self.boxes[index].0 * scale, self.boxes[index].1 * scale)
    }

    /// Places all words, the long ones after all others. If an ordinary one finds no room and this is not the last attempt: the share of the area that was
    /// placed before it.
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
        let mask = Mask::of(&item.outline.placed(scale, 0));
        let gap = gap(size, item.angle).map(|gap| (gap / f64::from(region.cell)).ceil() as i32);
        let word = Waiting { mask: &mask, gap, region: item.region, chance: item.chance };
        let (x, y) = placing.place(&word).ok_or(Refusal::NoRoom)?;
        Ok(Spot { x: region.left + x * region.cell, y: region.top + y * region.cell })
    }

    /// Of the boxes of some words, in square pixels.
    fn area(&self, indices: &[usize], sizes: &[f64]) -> f64 {
        let area = |index: &usize| {
            let (width, height) = self.extent(*index, sizes[*index]);
            width * height
        };
        indices.iter().map(area).sum()
    }
}
