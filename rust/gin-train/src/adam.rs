//! Adam (Kingma and Ba, 2015), a row at a time.

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
