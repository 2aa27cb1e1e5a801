//! The exponential, and the chance of a logit, with the same bits on every machine.

/// The chance of a logit.
#[must_use]
pub fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + exp(-logit))
}

/// The exponential by additions and products alone: the same bits on every machine, where the
/// standard library asks the system's.
#[must_use]
pub fn exp(x: f32) -> f32 {
    // 2^n · e^r with r at most half of ln 2; the high part of ln 2 has zeros behind, so that its
    // product with n is exact.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 88.0);
    let n = (x * std::f32::consts::LOG2_E).round();
    let r = x - n * LN_2_HIGH - n * LN_2_LOW;
    // Taylor's; the rest behind the seventh power is below the last bit.
    let sum = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0]
        .into_iter()
        .fold(0.0, |sum: f32, factor| sum * r + factor);
    sum * f32::from_bits(((n as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_the_exponential() {
        for step in -8_000..=8_000 {
            let x = step as f32 / 100.0;
            let (found, truth) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((found / truth - 1.0).abs() < 1e-6, "{x} {found} {truth}");
        }
        assert!(exp(-1e9) < 1e-37 && exp(1e9).is_finite());
    }
}
