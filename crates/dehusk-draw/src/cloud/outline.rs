//! The outlines of shaped text as closed polygons.

use resvg::tiny_skia::{Path, PathSegment, Transform};
use std::fmt;

/// A set of closed polygons.
#[derive(Clone, Default)]
pub(super) struct Outline {
    contours: Vec<Vec<(f32, f32)>>,
}

impl fmt::Debug for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outline({} contours)", self.contours.len())
    }
}

impl Outline {
    #[cfg(test)]
    pub(super) fn from_contours(contours: Vec<Vec<(f32, f32)>>) -> Outline {
        Outline { contours }
    }

    /// Adds a path. Its curves are replaced by chords at most `tolerance` away from them.
    pub(super) fn push(&mut self, path: &Path, transform: Transform, tolerance: f32) {
        let Some(path) = path.clone().transform(transform) else { return };
        let mut contour: Vec<(f32, f32)> = Vec::new();
        for segment in path.segments() {
            let from = contour.last().copied().unwrap_or_default();
            match segment {
                PathSegment::MoveTo(to) => {
                    self.contours.push(std::mem::replace(&mut contour, vec![(to.x, to.y)]));
                }
                PathSegment::LineTo(to) => contour.push((to.x, to.y)),
                PathSegment::QuadTo(by, to) => {
                    let (by, to) = ((by.x, by.y), (to.x, to.y));
                    let count = chords(bend(from, by, to) / 4.0, tolerance);
                    contour.extend((1..=count).map(|k| quadratic(from, by, to, k as f32 / count as f32)));
                }
                PathSegment::CubicTo(a, b, to) => {
                    let (a, b, to) = ((a.x, a.y), (b.x, b.y), (to.x, to.y));
                    let count = chords(bend(from, a, b).max(bend(a, b, to)) * 0.75, tolerance);
                    contour.extend((1..=count).map(|k| cubic(from, a, b, to, k as f32 / count as f32)));
                }
                PathSegment::Close => {}
            }
        }
        self.contours.push(contour);
        self.contours.retain(|contour| contour.len() > 1);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.contours.is_empty()
    }

    /// All edges, including the closing ones.
    pub(super) fn edges(&self) -> impl Iterator<Item = [(f32, f32); 2]> + '_ {
        self.contours
            .iter()
            .flat_map(|contour| contour.iter().zip(contour.iter().cycle().skip(1)))
            .map(|(from, to)| [*from, *to])
    }

    /// The bounding box: left, top, right and bottom.
    pub(super) fn bounds(&self) -> Option<[f32; 4]> {
        let mut points = self.contours.iter().flatten();
        let (x, y) = *points.next()?;
        let grown = |[left, top, right, bottom]: [f32; 4], (x, y): &(f32, f32)| {
            [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
        };
        Some(points.fold([x, y, x, y], grown))
    }

    /// Scales the outline, then rotates it by an angle in degrees, clockwise as in SVG.
    pub(super) fn transformed(&self, scale: f32, angle: i32) -> Outline {
        let (sin, cos) = sin_cos(angle);
        let place = |(x, y): &(f32, f32)| {
            let (x, y) = (x * scale, y * scale);
            (x * cos - y * sin, x * sin + y * cos)
        };
        Outline { contours: self.contours.iter().map(|points| points.iter().map(place).collect()).collect() }
    }
}

/// Sine and cosine, exact for multiples of 90 degrees.
fn sin_cos(degrees: i32) -> (f32, f32) {
    match degrees.rem_euclid(360) {
        0 => (0.0, 1.0),
        90 => (1.0, 0.0),
        180 => (0.0, -1.0),
        270 => (-1.0, 0.0),
        other => (other as f32).to_radians().sin_cos(),
    }
}

/// The length of the second difference of three points.
fn bend(a: (f32, f32), b: (f32, f32), c: (f32, f32)) -> f32 {
    (a.0 - 2.0 * b.0 + c.0).hypot(a.1 - 2.0 * b.1 + c.1)
}

/// Returns how many chords are needed for an error of at most `tolerance`. `error` is the error of a single
/// chord. It falls with the square of the number of chords.
fn chords(error: f32, tolerance: f32) -> usize {
    /// Maximum chords per curve. Chosen by hand: no letter needs more.
    const MAX_CHORDS: usize = 64;
    ((error / tolerance).sqrt().ceil() as usize).clamp(1, MAX_CHORDS)
}

fn quadratic(a: (f32, f32), b: (f32, f32), c: (f32, f32), t: f32) -> (f32, f32) {
    let mix = |a: f32, b: f32, c: f32| (1.0 - t) * (1.0 - t) * a + 2.0 * (1.0 - t) * t * b + t * t * c;
    (mix(a.0, b.0, c.0), mix(a.1, b.1, c.1))
}

fn cubic(a: (f32, f32), b: (f32, f32), c: (f32, f32), d: (f32, f32), t: f32) -> (f32, f32) {
    let s = 1.0 - t;
    let mix = |a: f32, b: f32, c: f32, d: f32| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    (mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1))
}
