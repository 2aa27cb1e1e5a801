//! The network's weights and its file.

use super::kernel::{Head, Kernel, NARROW, active, dot};
use super::outcome::{ANSWERS, Outcome, Utility};
use super::plane::INPUTS;

/// A network with one sparse layer of `H` units, one of 32, and the answers of an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Network<const H: usize> {
    /// A row of `H` for each input.
    pub first: Vec<[f32; H]>,
    /// The first layer's bias.
    pub first_bias: [f32; H],
    /// A row of 32 for each unit of the first layer.
    pub second: Box<[[f32; NARROW]; H]>,
    /// The second layer's bias.
    pub second_bias: [f32; NARROW],
    /// A row of 32 for each answer.
    pub last: Box<[[f32; NARROW]; ANSWERS]>,
    /// The answers' bias.
    pub last_bias: Outcome,
    /// The share of a negative sum that a unit passes on; not trained.
    pub leak: f32,
    kernel: Kernel,
}

/// A file that is no network of this shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongSize {
    /// Bytes that a network of this shape has.
    pub expected: usize,
    /// Bytes given.
    pub found: usize,
}

impl std::fmt::Display for WrongSize {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "the weights are {} bytes, not the {} of this shape", self.found, self.expected)
    }
}

impl std::error::Error for WrongSize {}

impl<const H: usize> Network<H> {
    /// How many weights there are.
    pub const WEIGHTS: usize = INPUTS * H + H + H * NARROW + NARROW + ANSWERS * (NARROW + 1);

    /// A network of nothing but zeros.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            first: vec![[0.0; H]; INPUTS],
            first_bias: [0.0; H],
            second: Box::new([[0.0; NARROW]; H]),
            second_bias: [0.0; NARROW],
            last: Box::new([[0.0; NARROW]; ANSWERS]),
            last_bias: [0.0; ANSWERS],
            leak: 0.0,
            kernel: Kernel::detect(),
        }
    }

    /// This network on the loops that every machine has.
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.kernel = Kernel::Portable;
        self
    }

    /// Every weight, in the order of the file.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.first
            .iter_mut()
            .flatten()
            .chain(&mut self.first_bias)
            .chain(self.second.iter_mut().flatten())
            .chain(&mut self.second_bias)
            .chain(self.last.iter_mut().flatten())
            .chain(&mut self.last_bias)
    }

    /// Every weight, in the order of the file.
    pub fn weights(&self) -> impl Iterator<Item = &f32> {
        self.first
            .iter()
            .flatten()
            .chain(&self.first_bias)
            .chain(self.second.iter().flatten())
            .chain(&self.second_bias)
            .chain(self.last.iter().flatten())
            .chain(&self.last_bias)
    }

    /// Reads the leak and the weights as half precision, two bytes each, the low byte first.
    ///
    /// # Errors
    ///
    /// [`WrongSize`] where there are not exactly as many as the shape has.
    pub fn from_halves(bytes: &[u8]) -> Result<Self, WrongSize> {
        let expected = 2 * (1 + Self::WEIGHTS);
        if bytes.len() != expected {
            return Err(WrongSize { expected, found: bytes.len() });
        }
        let mut numbers =
            bytes.chunks_exact(2).map(|half| from_half(u16::from_le_bytes([half[0], half[1]])));
        let mut network = Self { leak: numbers.next().unwrap_or(0.0), ..Self::zero() };
        network.weights_mut().zip(numbers).for_each(|(weight, number)| *weight = number);
        Ok(network)
    }

    /// The leak and the weights as half precision, two bytes each, the low byte first.
    #[must_use]
    pub fn to_halves(&self) -> Vec<u8> {
        std::iter::once(&self.leak)
            .chain(self.weights())
            .flat_map(|&weight| to_half(weight).to_le_bytes())
            .collect()
    }

    /// Adds the inputs to the sums of the first layer.
    pub fn add(&self, sums: &mut [f32; H], inputs: &[u16]) {
        self.kernel.add(sums, &self.first, inputs);
    }

    /// Takes the inputs off the sums of the first layer.
    pub fn subtract(&self, sums: &mut [f32; H], inputs: &[u16]) {
        self.kernel.subtract(sums, &self.first, inputs);
    }

    /// What positions are worth, from the sums of the first layer of each.
    ///
    /// Answers are sums over the units before them, and worth is a sum over the answers: the last
    /// layer is made one row of it first.
    pub fn worth(&self, sums: &[[f32; H]], utility: &Utility, worth: &mut Vec<f32>) {
        let mut last = [0.0; NARROW];
        let mut last_bias = utility.offset;
        for ((weight, row), bias) in
            utility.weights.iter().zip(self.last.iter()).zip(&self.last_bias)
        {
            last_bias += weight * bias;
            for (sum, answer) in last.iter_mut().zip(row) {
                *sum += weight * answer;
            }
        }
        let head = Head {
            second: &self.second,
            second_bias: &self.second_bias,
            last: &last,
            last_bias,
            leak: self.leak,
        };
        self.kernel.heads(sums, &head, worth);
        // Positions that nobody plays into can be far from anything the network has seen.
        for one in worth {
            *one = one.clamp(utility.range.0, utility.range.1);
        }
    }

    /// What a position given by all of its inputs is worth.
    #[must_use]
    pub fn evaluate(&self, inputs: &[u16], utility: &Utility) -> f32 {
        let mut sums = self.first_bias;
        self.add(&mut sums, inputs);
        let mut worth = Vec::with_capacity(1);
        self.worth(&[sums], utility, &mut worth);
        worth[0]
    }

    /// All answers for a position given by all of its inputs.
    #[must_use]
    pub fn outcome(&self, inputs: &[u16]) -> Outcome {
        let mut sums = self.first_bias;
        self.add(&mut sums, inputs);
        let mut narrow = self.second_bias;
        for (sum, row) in sums.iter().zip(self.second.iter()) {
            let unit = active(*sum, self.leak);
            for (sum, weight) in narrow.iter_mut().zip(row) {
                *sum += unit * weight;
            }
        }
        let units = narrow.map(|sum| active(sum, self.leak));
        std::array::from_fn(|at| self.last_bias[at] + dot(&self.last[at], &units))
    }
}

/// A half-precision number as single precision (IEEE 754); weights are finite.
pub(crate) fn from_half(half: u16) -> f32 {
    let sign = u32::from(half >> 15) << 31;
    let exponent = u32::from(half >> 10 & 0x1f);
    let fraction = u32::from(half & 0x3ff);
    if exponent == 0 {
        // Subnormal: fraction * 2^-24.
        let size = fraction as f32 / 16_777_216.0;
        return f32::from_bits(size.to_bits() | sign);
    }
    f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13)
}

/// The nearest half-precision number; beyond its range, the largest.
pub(crate) fn to_half(single: f32) -> u16 {
    let sign = if single.is_sign_negative() { 0x8000 } else { 0 };
    let size = single.abs();
    if size >= 65_504.0 {
        return sign | 0x7bff;
    }
    if size < 1.0 / 16_384.0 {
        return sign | (size * 16_777_216.0).round_ties_even() as u16;
    }
    // Round the 13 lowest bits away, ties to even; a carry moves into the exponent by itself.
    let bits = size.to_bits();
    let rounded = bits + 0xfff + (bits >> 13 & 1);
    sign | ((rounded >> 13) - (112 << 10)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_come_back() {
        for half in (0..0x7c00).chain(0x8000..0xfc00) {
            assert_eq!(to_half(from_half(half)), half, "{half:#x}");
        }
        assert_eq!(
            (from_half(0x3c00), from_half(0xc000), from_half(1)),
            (1.0, -2.0, 2.0_f32.powi(-24))
        );
        assert_eq!(to_half(1e9), 0x7bff);
        assert_eq!(to_half(1.0 + 1.0 / 4096.0), 0x3c00);
    }
}
