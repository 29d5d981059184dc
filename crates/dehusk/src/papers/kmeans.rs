//! Deterministic k-means on points in the plane.
//!
//! The caller gives the initial centroids, a tie goes to the first cluster, and the number of rounds is bounded.

use crate::budget::{Deadline, TimedOut};

/// A point. In one dimension, the second coordinate is 0.
pub(super) type Point = [f64; 2];

/// The maximum number of rounds; the same bound as in the CETR implementation of nwc-toolkit.
const MAX_ROUNDS: usize = 100;

/// The square of the Euclidean distance.
fn squared_distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}

/// The index of the nearest centroid; the first one in a tie.
fn nearest(point: Point, centroids: &[Point]) -> usize {
    let mut best = (0, f64::INFINITY);
    for (index, centroid) in centroids.iter().enumerate() {
        let distance = squared_distance(point, *centroid);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best.0
}

/// Moves all but the first `fixed` centroids until no point changes its cluster. Returns the cluster of each point.
pub(super) fn clusters(
    points: &[Point],
    centroids: &mut [Point],
    fixed: usize,
    deadline: &mut Deadline,
) -> Result<Vec<usize>, TimedOut> {
    let mut clusters = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let next: Vec<usize> = points.iter().map(|point| nearest(*point, centroids)).collect();
        deadline.check()?;
        if next == clusters {
            break;
        }
        clusters = next;
        for (index, mean) in means(points, &clusters, centroids.len()).into_iter().enumerate().skip(fixed) {
            centroids[index] = mean.unwrap_or(centroids[index]);
        }
    }
    Ok(clusters)
}

/// The mean of each cluster; `None` for an empty cluster.
fn means(points: &[Point], clusters: &[usize], count: usize) -> Vec<Option<Point>> {
    let mut sums = vec![([0.0, 0.0], 0u32); count];
    for (point, cluster) in points.iter().zip(clusters) {
        let (sum, members) = &mut sums[*cluster];
        *sum = [sum[0] + point[0], sum[1] + point[1]];
        *members += 1;
    }
    let mean = |(sum, members): ([f64; 2], u32)| sum.map(|sum| sum / f64::from(members));
    sums.into_iter().map(|sum| (sum.1 > 0).then(|| mean(sum))).collect()
}

/// Returns up to `count` centroids: `first`, then repeatedly the point that is farthest from all previous
/// centroids. Returns fewer if every point coincides with a centroid.
pub(super) fn farthest_first(points: &[Point], first: Point, count: usize) -> Vec<Point> {
    let mut centroids = vec![first];
    let mut distances: Vec<f64> = points.iter().map(|point| squared_distance(*point, first)).collect();
    while centroids.len() < count {
        let Some(farthest) = distances.iter().copied().reduce(f64::max).filter(|farthest| *farthest > 0.0)
        else {
            break;
        };
        let Some(index) = distances.iter().position(|distance| *distance == farthest) else { break };
        centroids.push(points[index]);
        for (known, point) in distances.iter_mut().zip(points) {
            *known = known.min(squared_distance(*point, points[index]));
        }
    }
    centroids
}
