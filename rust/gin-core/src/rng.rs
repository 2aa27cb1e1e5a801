//! The only source of chance: a generator made from a seed.
//!
//! The shuffle and the choice of a number are our own fifteen lines, so that a seed means the same
//! deck for ever, whatever libraries do.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use crate::card::{Card, PACK};

/// A generator of random numbers; the same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Generator(Xoshiro256PlusPlus);

impl Generator {
    /// The generator of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, each as likely as the others; 0 for a bound of 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let bound = u64::from(bound);
        loop {
            // Multiply and keep the high half; of each 2^32 the low halves below 2^32 mod bound
            // are one too many for fairness and are drawn again.
            let wide = (self.0.next_u64() >> 32) * bound;
            if bound == 0 || wide & 0xffff_ffff >= (1 << 32) % bound {
                return (wide >> 32) as u32;
            }
        }
    }

    /// Puts the items in a random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last as u32 + 1) as usize;
            items.swap(last, chosen);
        }
    }

    /// A shuffled pack.
    #[must_use]
    pub fn deck(&mut self) -> [Card; PACK] {
        let mut deck =
            std::array::from_fn(|index| Card::from_bit((index / 13 * 16 + index % 13) as u32));
        self.shuffle(&mut deck);
        deck
    }
}

/// A seed made of a seed and a number: the finisher of `SplitMix64`, which changes about half of
/// the bits when one bit of either changes.
#[must_use]
pub const fn mix(seed: u64, number: u64) -> u64 {
    let mut z = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_is_as_likely() {
        let mut generator = Generator::new(1);
        let mut counts = [0_i32; 7];
        for _ in 0..70_000 {
            counts[generator.below(7) as usize] += 1;
        }
        // Five standard deviations of a share of a seventh.
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 465), "{counts:?}");
        assert_eq!((generator.below(1), generator.below(0)), (0, 0));
    }

    #[test]
    fn every_order_of_three_is_as_likely() {
        let mut generator = Generator::new(2);
        let mut counts = [0_i32; 27];
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            generator.shuffle(&mut items);
            counts[items[0] * 9 + items[1] * 3 + items[2]] += 1;
        }
        let orders: Vec<i32> = counts.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(orders.len(), 6);
        assert!(orders.iter().all(|count| (count - 10_000).abs() < 460), "{orders:?}");
    }

    #[test]
    fn a_seed_means_the_same_deck_for_ever() {
        let deck = Generator::new(0).deck();
        let mut sorted = deck;
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(at, card)| usize::from(card.index()) == at));
        let first: Vec<String> = deck[..5].iter().map(ToString::to_string).collect();
        assert_eq!(first, ["7D", "2D", "9C", "5D", "QC"]);
    }

    #[test]
    fn mixed_seeds_differ() {
        let mut seeds: Vec<u64> = (0..100).flat_map(|a| (0..100).map(move |b| mix(a, b))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 10_000);
    }
}
