//! Gradients through one dense row, and Adam (Kingma and Ba, 2015), a row at a time.

/// Adds what the pulls on a row's outputs say of its weights to their gradient; returns their pull
/// on the unit that feeds the row.
///
/// Eight sums side by side: one after the other would forbid the compiler to use its lanes.
pub fn pull_through(pulls: &[f32], weights: &[f32], gradient: &mut [f32], unit: f32) -> f32 {
    let mut lanes = [0.0_f32; 8];
    let blocks =
        pulls.chunks_exact(8).zip(weights.chunks_exact(8)).zip(gradient.chunks_exact_mut(8));
    for ((pulls, weights), gradient) in blocks {
        for (((lane, pull), weight), gradient) in
            lanes.iter_mut().zip(pulls).zip(weights).zip(gradient)
        {
            *lane += pull * weight;
            *gradient += pull * unit;
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

const BETA: (f32, f32) = (0.9, 0.999);
const EPSILON: f32 = 1e-8;

/// One step on a row; `steps` counts the batches so far, this one included. The gradient is used
/// up.
pub fn adam(
    weights: &mut [f32],
    gradient: &mut [f32],
    first: &mut [f32],
    second: &mut [f32],
    rate: f32,
    steps: i32,
) {
    let rate = rate * (1.0 - BETA.1.powi(steps)).sqrt() / (1.0 - BETA.0.powi(steps));
    let rows = weights.iter_mut().zip(gradient).zip(first.iter_mut().zip(second));
    for ((weight, gradient), (first, second)) in rows {
        *first += (1.0 - BETA.0) * (*gradient - *first);
        *second += (1.0 - BETA.1) * (*gradient * *gradient - *second);
        *weight -= rate * *first / (second.sqrt() + EPSILON);
        *gradient = 0.0;
    }
}
