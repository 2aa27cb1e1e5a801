//! The inner loops of the network, compiled twice: for any machine, and for AVX2. A build for one
//! machine alone may take AVX-512 instead, which the trainer does.
//!
//! All do the same additions and multiplications in the same order, eight lanes at a time, and
//! never fuse them, so that they give the same bits and a player makes the same moves everywhere.

// Each loop has to be compiled inside the function that turns the machine's features on.
#![allow(clippy::inline_always)]

/// Hidden units of the second layer.
pub const NARROW: usize = 32;

/// Sums of the first layer that are kept at hand at once; its width is a multiple.
const BLOCK: usize = 64;

/// What a unit passes on: the sum, or the leak's share of it where it is negative.
#[inline(always)]
#[must_use]
pub fn active(sum: f32, leak: f32) -> f32 {
    sum.max(sum * leak)
}

#[inline(always)]
fn add_rows<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
    let (blocks, _) = acc.as_chunks_mut::<BLOCK>();
    for (at, block) in blocks.iter_mut().enumerate() {
        // A copy stays in the registers from one input to the next.
        let mut sums = *block;
        for &input in inputs {
            let row = &weights[usize::from(input)].as_chunks::<BLOCK>().0[at];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        *block = sums;
    }
}

#[inline(always)]
fn subtract_rows<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
    let (blocks, _) = acc.as_chunks_mut::<BLOCK>();
    for (at, block) in blocks.iter_mut().enumerate() {
        // A copy stays in the registers from one input to the next.
        let mut sums = *block;
        for &input in inputs {
            let row = &weights[usize::from(input)].as_chunks::<BLOCK>().0[at];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum -= weight;
            }
        }
        *block = sums;
    }
}

/// Adds a product to a sum: rounded twice, or once where the build is for one machine alone.
#[inline(always)]
fn add_product<const FUSED: bool>(sum: f32, a: f32, b: f32) -> f32 {
    if FUSED { a.mul_add(b, sum) } else { sum + a * b }
}

#[inline(always)]
fn activated<const N: usize>(sums: &[f32; N], leak: f32) -> [f32; N] {
    // No branch on "is it positive": half of them are, in no order.
    sums.map(|sum| active(sum, leak))
}

/// The sum of the products, eight sums side by side.
#[inline(always)]
#[must_use]
pub fn dot(weights: &[f32; NARROW], units: &[f32; NARROW]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    for (units, weights) in units.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for ((lane, unit), weight) in lanes.iter_mut().zip(units).zip(weights) {
            *lane += unit * weight;
        }
    }
    ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6]))
        + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}

/// The answer from the sums of the second layer.
#[inline(always)]
fn answer<const H: usize>(narrow: &[f32; NARROW], head: &Head<'_, H>) -> f32 {
    head.last_bias + dot(head.last, &activated(narrow, head.leak))
}

#[inline(always)]
fn one_head<const H: usize, const FUSED: bool>(acc: &[f32; H], head: &Head<'_, H>) -> f32 {
    let mut narrow = *head.second_bias;
    for (unit, row) in activated(acc, head.leak).iter().zip(head.second) {
        for (sum, weight) in narrow.iter_mut().zip(row) {
            *sum = add_product::<FUSED>(*sum, *unit, *weight);
        }
    }
    answer(&narrow, head)
}

/// Two positions side by side: each is summed in the same order as it would be alone, and the
/// machine need not wait for one sum to begin the next.
#[inline(always)]
fn two_heads<const H: usize, const FUSED: bool>(
    [a, b]: &[[f32; H]; 2],
    head: &Head<'_, H>,
) -> [f32; 2] {
    let (mut narrow_a, mut narrow_b) = (*head.second_bias, *head.second_bias);
    let (a, b) = (activated(a, head.leak), activated(b, head.leak));
    for (at, row) in head.second.iter().enumerate() {
        let (a, b) = (a[at], b[at]);
        for ((a_sum, b_sum), weight) in narrow_a.iter_mut().zip(&mut narrow_b).zip(row) {
            *a_sum = add_product::<FUSED>(*a_sum, a, *weight);
            *b_sum = add_product::<FUSED>(*b_sum, b, *weight);
        }
    }
    [answer(&narrow_a, head), answer(&narrow_b, head)]
}

/// Four positions side by side.
#[cfg(target_feature = "avx512f")]
#[inline(always)]
fn four_heads<const H: usize>([a, b, c, d]: &[[f32; H]; 4], head: &Head<'_, H>) -> [f32; 4] {
    let bias = *head.second_bias;
    let (mut narrow_a, mut narrow_b, mut narrow_c, mut narrow_d) = (bias, bias, bias, bias);
    let [a, b, c, d] = [a, b, c, d].map(|acc| activated(acc, head.leak));
    for (at, row) in head.second.iter().enumerate() {
        let (a, b, c, d) = (a[at], b[at], c[at], d[at]);
        for lane in 0..NARROW {
            narrow_a[lane] = add_product::<true>(narrow_a[lane], a, row[lane]);
            narrow_b[lane] = add_product::<true>(narrow_b[lane], b, row[lane]);
            narrow_c[lane] = add_product::<true>(narrow_c[lane], c, row[lane]);
            narrow_d[lane] = add_product::<true>(narrow_d[lane], d, row[lane]);
        }
    }
    [narrow_a, narrow_b, narrow_c, narrow_d].map(|narrow| answer(&narrow, head))
}

#[inline(always)]
fn all_heads<const H: usize>(acc: &[[f32; H]], head: &Head<'_, H>, answers: &mut Vec<f32>) {
    let (pairs, rest) = acc.as_chunks::<2>();
    for pair in pairs {
        answers.extend(two_heads::<H, false>(pair, head));
    }
    answers.extend(rest.iter().map(|one| one_head::<H, false>(one, head)));
}

#[cfg(target_feature = "avx512f")]
fn all_heads_fused<const H: usize>(acc: &[[f32; H]], head: &Head<'_, H>, answers: &mut Vec<f32>) {
    let (fours, rest) = acc.as_chunks::<4>();
    for four in fours {
        answers.extend(four_heads::<H>(four, head));
    }
    let (pairs, rest) = rest.as_chunks::<2>();
    for pair in pairs {
        answers.extend(two_heads::<H, true>(pair, head));
    }
    answers.extend(rest.iter().map(|one| one_head::<H, true>(one, head)));
}

/// The weights behind the first layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<'a, const H: usize> {
    /// A row for each unit of the first layer.
    pub second: &'a [[f32; NARROW]; H],
    /// The second layer's bias.
    pub second_bias: &'a [f32; NARROW],
    /// The weights of the answer.
    pub last: &'a [f32; NARROW],
    /// The answer's bias.
    pub last_bias: f32,
    /// The share of a negative sum that a unit passes on.
    pub leak: f32,
}

/// The three loops, as this machine runs them best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// What every machine can.
    Portable,
    /// Eight lanes of a 256-bit register.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Fused and as wide as the build allows: for a build that is for one machine alone, as the
    /// trainer's, where the same bits elsewhere do not matter.
    #[cfg(target_feature = "avx512f")]
    Alone,
}

impl Kernel {
    /// The best that this machine can.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_feature = "avx512f")]
        return Self::Alone;
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx512f")))]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Self::Avx2;
        }
        #[cfg(not(target_feature = "avx512f"))]
        Self::Portable
    }

    /// Adds the rows of these inputs.
    pub fn add<const H: usize>(self, acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        match self {
            Self::Portable => add_rows(acc, weights, inputs),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::add(acc, weights, inputs),
            #[cfg(target_feature = "avx512f")]
            Self::Alone => add_rows(acc, weights, inputs),
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
            #[cfg(target_feature = "avx512f")]
            Self::Alone => subtract_rows(acc, weights, inputs),
        }
    }

    /// The network's answers from the sums of its first layer, added to `answers`.
    pub fn heads<const H: usize>(
        self,
        acc: &[[f32; H]],
        head: &Head<'_, H>,
        answers: &mut Vec<f32>,
    ) {
        match self {
            Self::Portable => all_heads(acc, head, answers),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::heads(acc, head, answers),
            #[cfg(target_feature = "avx512f")]
            Self::Alone => all_heads_fused(acc, head, answers),
        }
    }
}

/// The one place here that needs `unsafe`: a call into code that is compiled for AVX2.
///
/// Each call is sound because [`Kernel::Avx2`] is made by [`Kernel::detect`] alone, in no other
/// crate either, after the machine has said that it has AVX2. The code itself is the safe code above.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    #![allow(unsafe_code)]

    use super::Head;

    #[target_feature(enable = "avx2")]
    fn add_rows<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        super::add_rows(acc, weights, inputs);
    }

    #[target_feature(enable = "avx2")]
    fn subtract_rows<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        super::subtract_rows(acc, weights, inputs);
    }

    #[target_feature(enable = "avx2")]
    fn all_heads<const H: usize>(acc: &[[f32; H]], head: &Head<'_, H>, answers: &mut Vec<f32>) {
        super::all_heads(acc, head, answers);
    }

    pub fn add<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        // SAFETY: the machine has AVX2, see above.
        unsafe { add_rows(acc, weights, inputs) }
    }

    pub fn subtract<const H: usize>(acc: &mut [f32; H], weights: &[[f32; H]], inputs: &[u16]) {
        // SAFETY: the machine has AVX2, see above.
        unsafe { subtract_rows(acc, weights, inputs) }
    }

    pub fn heads<const H: usize>(acc: &[[f32; H]], head: &Head<'_, H>, answers: &mut Vec<f32>) {
        // SAFETY: the machine has AVX2, see above.
        unsafe { all_heads(acc, head, answers) }
    }
}
