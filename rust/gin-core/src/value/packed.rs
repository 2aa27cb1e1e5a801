//! Networks as they ship: the rows of the first layer in eight bits a weight, each with a scale of
//! its own, everything behind it in half precision.
//!
//! The first layer is nine tenths of a network. A position adds up about 70 rows, so the rounding
//! of each, at most half of a 127th of its largest weight, stays far below what two trainings of
//! the same network differ by.

use super::belief::{self, Belief};
use super::network::{Network, WrongSize, from_half, to_half};
use super::plane::INPUTS;

const STEPS: f32 = 127.0;

/// Bytes of one packed network.
#[must_use]
pub const fn size<const H: usize>() -> usize {
    INPUTS * (2 + H) + 2 * (1 + Network::<H>::WEIGHTS - INPUTS * H)
}

/// Bytes of a packed belief.
pub const BELIEF_SIZE: usize =
    INPUTS * (2 + belief::WIDTH) + 2 * (Belief::WEIGHTS - INPUTS * belief::WIDTH);

/// Packs a network: the leak, the scale and the weights of each row, the rest.
#[must_use]
pub fn pack<const H: usize>(network: &Network<H>) -> Vec<u8> {
    let mut bytes = to_half(network.leak).to_le_bytes().to_vec();
    put_rows(&network.first, &mut bytes);
    put_halves(network.weights().skip(INPUTS * H), &mut bytes);
    bytes
}

/// Packs a belief: the scale and the weights of each row, the rest.
#[must_use]
pub fn pack_belief(belief: &Belief) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BELIEF_SIZE);
    put_rows(&belief.first, &mut bytes);
    put_halves(belief.weights().skip(INPUTS * belief::WIDTH), &mut bytes);
    bytes
}

/// Reads packed networks, one after the other.
///
/// # Errors
///
/// [`WrongSize`] where the bytes are not a whole number of networks of this shape.
pub fn unpack<const H: usize>(bytes: &[u8]) -> Result<Vec<Network<H>>, WrongSize> {
    let one = size::<H>();
    if bytes.is_empty() || !bytes.len().is_multiple_of(one) {
        return Err(WrongSize { expected: one, found: bytes.len() });
    }
    let unpack_one = |bytes: &[u8]| {
        let mut network = Network::zero();
        network.leak = half(bytes, 0);
        let at = read_rows(&mut network.first, bytes, 2);
        read_halves(network.weights_mut().skip(INPUTS * H), bytes, at);
        network
    };
    Ok(bytes.chunks_exact(one).map(unpack_one).collect())
}

/// Reads a packed belief.
///
/// # Errors
///
/// [`WrongSize`] where the bytes are not exactly one.
pub fn unpack_belief(bytes: &[u8]) -> Result<Belief, WrongSize> {
    if bytes.len() != BELIEF_SIZE {
        return Err(WrongSize { expected: BELIEF_SIZE, found: bytes.len() });
    }
    let mut belief = Belief::zero();
    let at = read_rows(&mut belief.first, bytes, 0);
    read_halves(belief.weights_mut().skip(INPUTS * belief::WIDTH), bytes, at);
    Ok(belief)
}

fn put_rows<const H: usize>(rows: &[[f32; H]], bytes: &mut Vec<u8>) {
    for row in rows {
        let largest = row.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let half = to_half(largest / STEPS);
        let scale = from_half(half);
        bytes.extend(half.to_le_bytes());
        bytes.extend(row.iter().map(|weight| {
            let steps = if scale > 0.0 { (weight / scale).round() } else { 0.0 };
            (steps.clamp(-STEPS, STEPS) as i8).to_le_bytes()[0]
        }));
    }
}

fn put_halves<'a>(weights: impl Iterator<Item = &'a f32>, bytes: &mut Vec<u8>) {
    bytes.extend(weights.flat_map(|&weight| to_half(weight).to_le_bytes()));
}

fn half(bytes: &[u8], at: usize) -> f32 {
    from_half(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

/// Reads rows from a place on; returns the place behind them.
fn read_rows<const H: usize>(rows: &mut [[f32; H]], bytes: &[u8], mut at: usize) -> usize {
    for row in rows {
        let scale = half(bytes, at);
        for (weight, &steps) in row.iter_mut().zip(&bytes[at + 2..]) {
            *weight = f32::from(i8::from_le_bytes([steps])) * scale;
        }
        at += 2 + H;
    }
    at
}

fn read_halves<'a>(weights: impl Iterator<Item = &'a mut f32>, bytes: &[u8], at: usize) {
    for (weight, number) in weights.zip(0..) {
        *weight = half(bytes, at + 2 * number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Generator;

    #[test]
    fn what_is_packed_comes_back_to_within_half_a_step() {
        let mut network = Network::<64>::zero();
        let mut chance = Generator::new(5);
        network.leak = 1.0 / 16.0;
        for weight in network.weights_mut() {
            *weight = (f32::from(chance.below(2001) as u16) - 1000.0) / 3000.0;
        }
        // A row that says nothing, as of an input that is never 1.
        network.first[7] = [0.0; 64];
        let bytes = pack(&network);
        assert_eq!(bytes.len(), size::<64>());
        let two = unpack::<64>(&[bytes.clone(), bytes.clone()].concat()).unwrap();
        assert_eq!(two.len(), 2);
        assert_eq!(two[0], two[1]);
        for (weight, found) in network.weights().zip(two[0].weights()) {
            assert!((weight - found).abs() <= 1.0 / 3.0 / 127.0 * 0.6, "{weight} {found}");
        }
        assert_eq!(pack(&two[0]), bytes, "packing again changes nothing");
        assert!(unpack::<64>(&bytes[1..]).is_err() && unpack::<64>(&[]).is_err());
        assert!(unpack::<128>(&bytes).is_err());
    }

    #[test]
    fn a_belief_comes_back_too() {
        let mut belief = Belief::zero();
        let mut chance = Generator::new(6);
        for weight in belief.weights_mut() {
            *weight = (f32::from(chance.below(2001) as u16) - 1000.0) / 3000.0;
        }
        let bytes = pack_belief(&belief);
        assert_eq!(bytes.len(), BELIEF_SIZE);
        let found = unpack_belief(&bytes).unwrap();
        for (weight, found) in belief.weights().zip(found.weights()) {
            assert!((weight - found).abs() <= 1.0 / 3.0 / 127.0 * 0.6, "{weight} {found}");
        }
        assert!(unpack_belief(&bytes[1..]).is_err());
    }
}
