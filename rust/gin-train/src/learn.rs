//! Gradients and Adam, with sparse rows.

use gin_core::rng::Generator;
use gin_core::value::kernel::{NARROW, active, dot};
use gin_core::value::network::Network;
use gin_core::value::outcome::ANSWERS;
use gin_core::value::plane::INPUTS;

use crate::game::Sample;
use crate::gradient::{adam, pull_through};

/// How much an error of a step pulls against one of the points, in units of the answer each: all
/// steps together then pull about as hard as the points.
const STEP_PULL: f32 = 0.25;

/// A network in training: weights, gradients and the two moments of each.
pub struct Learner<const H: usize> {
    /// The weights.
    pub network: Network<H>,
    gradient: Network<H>,
    first_moment: Network<H>,
    second_moment: Network<H>,
    touched: Vec<u16>,
    is_touched: Vec<bool>,
    /// Batches learned.
    pub steps: u64,
}

impl<const H: usize> Learner<H> {
    /// A network of small random weights.
    pub fn new(seed: u64) -> Self {
        let mut chance = Generator::new(seed);
        let mut uniform =
            |size: f32| (chance.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * size;
        let mut network = Network::zero();
        network.leak = 1.0 / 16.0;
        // About 70 inputs are 1, half of the units positive.
        network.first.iter_mut().flatten().for_each(|weight| *weight = uniform(0.15));
        let size = (6.0 / H as f32).sqrt();
        network.second.iter_mut().flatten().for_each(|weight| *weight = uniform(size));
        network.last.iter_mut().flatten().for_each(|weight| *weight = uniform(0.3));
        Self::around(network)
    }

    /// A learner that starts from these weights.
    pub fn around(network: Network<H>) -> Self {
        Self {
            network,
            gradient: Network::zero(),
            first_moment: Network::zero(),
            second_moment: Network::zero(),
            touched: Vec::new(),
            is_touched: vec![false; INPUTS],
            steps: 0,
        }
    }

    /// Learns one batch; returns the mean squared error of the points before it, in units of the
    /// answer.
    pub fn learn(&mut self, batch: &[Sample], rate: f32) -> f32 {
        let mut loss = 0.0;
        for sample in batch {
            loss += self.backward(sample, 1.0 / batch.len() as f32);
        }
        self.step(rate);
        loss / batch.len() as f32
    }

    fn backward(&mut self, sample: &Sample, share: f32) -> f32 {
        let network = &self.network;
        let gradient = &mut self.gradient;
        let mut sums = network.first_bias;
        network.add(&mut sums, &sample.inputs);
        let mut wide = [0.0_f32; H];
        for (unit, sum) in wide.iter_mut().zip(&sums) {
            *unit = active(*sum, network.leak);
        }
        let mut narrow = network.second_bias;
        for (unit, row) in wide.iter().zip(network.second.iter()) {
            for (sum, weight) in narrow.iter_mut().zip(row) {
                *sum += unit * weight;
            }
        }
        let units = narrow.map(|sum| active(sum, network.leak));
        let mut narrow_pull = [0.0_f32; NARROW];
        let mut loss = 0.0;
        for at in 0..ANSWERS {
            let row = &network.last[at];
            let error = network.last_bias[at] + dot(row, &units) - sample.target[at];
            if at == 0 {
                loss = error * error;
            }
            let pull = error * share * if at == 0 { 1.0 } else { STEP_PULL };
            gradient.last_bias[at] += pull;
            let rows =
                gradient.last[at].iter_mut().zip(&mut narrow_pull).zip(row.iter().zip(&units));
            for ((sum, narrow), (weight, unit)) in rows {
                *sum += pull * unit;
                *narrow += pull * weight;
            }
        }
        for at in 0..NARROW {
            narrow_pull[at] *= if narrow[at] > 0.0 { 1.0 } else { network.leak };
            gradient.second_bias[at] += narrow_pull[at];
        }
        let mut wide_pull = [0.0_f32; H];
        for at in 0..H {
            let pull =
                pull_through(&narrow_pull, &network.second[at], &mut gradient.second[at], wide[at]);
            let on = if sums[at] > 0.0 { 1.0 } else { network.leak };
            wide_pull[at] = on * pull;
        }
        for (sum, pull) in gradient.first_bias.iter_mut().zip(&wide_pull) {
            *sum += pull;
        }
        for &input in &sample.inputs {
            let at = usize::from(input);
            if !self.is_touched[at] {
                self.is_touched[at] = true;
                self.touched.push(input);
            }
            for (sum, pull) in gradient.first[at].iter_mut().zip(&wide_pull) {
                *sum += pull;
            }
        }
        loss
    }

    fn step(&mut self, rate: f32) {
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let Self { network, gradient, first_moment, second_moment, touched, is_touched, .. } = self;
        for input in touched.drain(..) {
            let at = usize::from(input);
            is_touched[at] = false;
            adam(
                &mut network.first[at],
                &mut gradient.first[at],
                &mut first_moment.first[at],
                &mut second_moment.first[at],
                rate,
                steps,
            );
        }
        adam(
            &mut network.first_bias,
            &mut gradient.first_bias,
            &mut first_moment.first_bias,
            &mut second_moment.first_bias,
            rate,
            steps,
        );
        adam(
            network.second.as_flattened_mut(),
            gradient.second.as_flattened_mut(),
            first_moment.second.as_flattened_mut(),
            second_moment.second.as_flattened_mut(),
            rate,
            steps,
        );
        adam(
            &mut network.second_bias,
            &mut gradient.second_bias,
            &mut first_moment.second_bias,
            &mut second_moment.second_bias,
            rate,
            steps,
        );
        adam(
            network.last.as_flattened_mut(),
            gradient.last.as_flattened_mut(),
            first_moment.last.as_flattened_mut(),
            second_moment.last.as_flattened_mut(),
            rate,
            steps,
        );
        adam(
            &mut network.last_bias,
            &mut gradient.last_bias,
            &mut first_moment.last_bias,
            &mut second_moment.last_bias,
            rate,
            steps,
        );
    }

    /// Everything a run needs to go on: weights and moments, four bytes each.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parts = [&self.network, &self.first_moment, &self.second_moment];
        let mut bytes = self.steps.to_le_bytes().to_vec();
        bytes.extend(self.network.leak.to_le_bytes());
        for part in parts {
            bytes.extend(part.weights().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes
    }

    /// The learner of [`Learner::to_bytes`], or `None` for a file of another shape.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (steps, rest) = bytes.split_first_chunk::<8>()?;
        let (leak, rest) = rest.split_first_chunk::<4>()?;
        if rest.len() != 3 * 4 * Network::<H>::WEIGHTS {
            return None;
        }
        let leak = f32::from_le_bytes(*leak);
        let mut network = Network::zero();
        network.leak = leak;
        let mut learner = Self::around(network);
        learner.steps = u64::from_le_bytes(*steps);
        let mut numbers = rest.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four));
        for part in [&mut learner.network, &mut learner.first_moment, &mut learner.second_moment] {
            for weight in part.weights_mut() {
                *weight = numbers.next()?;
            }
        }
        Some(learner)
    }
}
