//! Decoding: from probabilities to what is kept.

/// Which blocks are kept: those most probable, as many as give the largest expected F1
/// `2·Σ_kept p·m / (Σ_kept m + Σ p·m)` over masses m.
pub(super) fn keep(probabilities: &[f32], masses: &[f32]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*b].total_cmp(&probabilities[*a]));
    let gain = |index: usize| f64::from(probabilities[index]) * f64::from(masses[index]);
    let expected: f64 = (0..probabilities.len()).map(gain).sum();
    let (mut found, mut kept, mut best) = (0.0, 0.0, (0.0, f32::INFINITY));
    for index in order {
        found += gain(index);
        kept += f64::from(masses[index]);
        let f1 = 2.0 * found / (kept + expected);
        if f1 > best.0 {
            best = (f1, probabilities[index]);
        }
    }
    probabilities.iter().map(|probability| *probability >= best.1).collect()
}
