//! The inner loops of the network, compiled twice: for any machine, and for AVX2.
//!
//! Both do the same additions and multiplications in the same order, eight lanes at a time, and
//! never fuse them, so that both give the same bits and a player makes the same moves everywhere.

// Each loop has to be compiled inside the function that turns the machine's features on.
#![allow(clippy::inline_always)]

/// Hidden units of the second layer.
pub const NARROW: usize = 32;

/// What a unit passes on: the sum, or the leak's share of it where it is negative.
#[inline(always)]
#[must_use]
pub fn active(sum: f32, leak: f32) -> f32 {
    sum.max(sum * leak)
}

#[inline(always)]
fn add_rows<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
    for &input in inputs {
        let row = &weights[usize::from(input)];
        for (sum, weight) in acc.iter_mut().zip(row) {
            *sum += weight;
        }
    }
}

#[inline(always)]
fn subtract_rows<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
    for &input in inputs {
        let row = &weights[usize::from(input)];
        for (sum, weight) in acc.iter_mut().zip(row) {
            *sum -= weight;
        }
    }
}

#[inline(always)]
fn head<const H: usize>(
    acc: &[f32; H],
    second: &[[f32; NARROW]; H],
    bias: &[f32; NARROW],
    last: &[f32; NARROW],
    last_bias: f32,
    leak: f32,
) -> f32 {
    let mut narrow = *bias;
    for (unit, row) in acc.iter().zip(second) {
        // No branch on "is it positive": half of them are, in no order.
        let unit = active(*unit, leak);
        for (sum, weight) in narrow.iter_mut().zip(row) {
            *sum += unit * weight;
        }
    }
    let mut lanes = [0.0_f32; 8];
    for (units, weights) in narrow.chunks_exact(8).zip(last.chunks_exact(8)) {
        for ((lane, unit), weight) in lanes.iter_mut().zip(units).zip(weights) {
            *lane += active(*unit, leak) * weight;
        }
    }
    last_bias
        + ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6]))
        + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}

/// The three loops, as this machine runs them best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// What every machine can.
    Portable,
    /// Eight lanes of a 256-bit register.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Kernel {
    /// The best that this machine can.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Self::Avx2;
        }
        Self::Portable
    }

    /// Adds the rows of these inputs.
    pub fn add<const H: usize>(self, acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        match self {
            Self::Portable => add_rows(acc, weights, inputs),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::add(acc, weights, inputs),
        }
    }

    /// Takes the rows of these inputs away.
    pub fn subtract<const H: usize>(
        self,
        acc: &mut [f32; H],
        weights: &[[f32; H]],
        inputs: &[u16],
    ) {
        match self {
            Self::Portable => subtract_rows(acc, weights, inputs),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::subtract(acc, weights, inputs),
        }
    }

    /// The network's answer from the sums of its first layer.
    #[must_use]
    pub fn head<const H: usize>(
        self,
        acc: &[f32; H],
        second: &[[f32; NARROW]; H],
        bias: &[f32; NARROW],
        last: &[f32; NARROW],
        last_bias: f32,
        leak: f32,
    ) -> f32 {
        match self {
            Self::Portable => head(acc, second, bias, last, last_bias, leak),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::head(acc, second, bias, last, last_bias, leak),
        }
    }
}

/// The one place that needs `unsafe`: a call into code that is compiled for AVX2.
///
/// Each call is sound because [`Kernel::Avx2`] is made by [`Kernel::detect`] alone, after the
/// machine has said that it has AVX2. The code itself is the safe code above.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    #![allow(unsafe_code)]

    use super::NARROW;

    #[target_feature(enable = "avx2")]
    fn add_rows<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        super::add_rows(acc, weights, inputs);
    }

    #[target_feature(enable = "avx2")]
    fn subtract_rows<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        super::subtract_rows(acc, weights, inputs);
    }

    #[target_feature(enable = "avx2")]
    fn whole_head<const H: usize>(
        acc: &[f32; H],
        second: &[[f32; NARROW]; H],
        bias: &[f32; NARROW],
        last: &[f32; NARROW],
        last_bias: f32,
        leak: f32,
    ) -> f32 {
        super::head(acc, second, bias, last, last_bias, leak)
    }

    pub fn add<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        // SAFETY: the machine has AVX2, see above.
        unsafe { add_rows(acc, weights, inputs) }
    }

    pub fn subtract<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        // SAFETY: the machine has AVX2, see above.
        unsafe { subtract_rows(acc, weights, inputs) }
    }

    pub fn head<const H: usize>(
        acc: &[f32; H],
        second: &[[f32; NARROW]; H],
        bias: &[f32; NARROW],
        last: &[f32; NARROW],
        last_bias: f32,
        leak: f32,
    ) -> f32 {
        // SAFETY: the machine has AVX2, see above.
        unsafe { whole_head(acc, second, bias, last, last_bias, leak) }
    }
}
