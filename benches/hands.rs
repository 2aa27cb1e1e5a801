//! The hands that every benchmark solves, from stated seeds.

use gin_core::card::Card;
use gin_core::card_set::CardSet;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// The seed of every benchmark.
pub const SEED: u64 = 20_261_129;

fn sample(pack: &[Card], size: u32, generator: &mut Xoshiro256PlusPlus) -> CardSet {
    let mut hand = CardSet::EMPTY;
    while hand.len() < size {
        hand = hand.with(pack[(generator.next_u64() % pack.len() as u64) as usize]);
    }
    hand
}

/// Hands from the whole pack.
#[must_use]
pub fn uniform(count: usize, size: u32) -> Vec<CardSet> {
    let pack: Vec<Card> = CardSet::FULL.iter().collect();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(SEED);
    (0..count).map(|_| sample(&pack, size, &mut generator)).collect()
}

/// Meld-rich hands: from three to six neighbouring ranks.
#[must_use]
pub fn clustered(count: usize, size: u32) -> Vec<CardSet> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(SEED + 1);
    (0..count)
        .map(|_| {
            let span = 3 + (generator.next_u64() % 4) as u8;
            let low = 1 + (generator.next_u64() % u64::from(14 - span)) as u8;
            let ranks = low..low + span;
            let pack: Vec<Card> =
                CardSet::FULL.iter().filter(|card| ranks.contains(&card.rank())).collect();
            sample(&pack, size, &mut generator)
        })
        .collect()
}

/// The peer's hands: clubs in the lowest lane, ranks from bit 1.
#[must_use]
pub fn peer_hand(hand: CardSet) -> gin_rummy::Hand {
    let lane = |suit: u32| (hand.mask() >> (16 * suit)) as u16;
    let holding = |suit| gin_rummy::Holding::from_bits_retain(lane(suit) << 1);
    gin_rummy::Hand::new(holding(3), holding(2), holding(1), holding(0))
}
