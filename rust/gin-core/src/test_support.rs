//! Hands for tests, and a second solver that shares nothing with the first.

use std::ops::RangeInclusive;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use crate::card::Card;
use crate::card_set::CardSet;

/// The lowest card is dead, or in a set, or starts a run: a recursion over cards that knows
/// nothing of masks, tables or conflicts.
pub fn naive_deadwood(hand: CardSet) -> u32 {
    let Some(card) = hand.first() else { return 0 };
    let rest = hand.without(card);
    let mut best = u32::from(card.points()) + naive_deadwood(rest);
    let mates: Vec<Card> = rest.iter().filter(|mate| mate.rank() == card.rank()).collect();
    for chosen in 1..1_u32 << mates.len() {
        if chosen.count_ones() >= 2 {
            let set: CardSet =
                (0..mates.len()).filter(|&at| chosen >> at & 1 == 1).map(|at| mates[at]).collect();
            best = best.min(naive_deadwood(rest - set));
        }
    }
    let mut left = rest;
    for rank in card.rank() + 1..=13 {
        match Card::new(card.suit(), rank) {
            Some(next) if left.contains(next) => left = left.without(next),
            _ => break,
        }
        if rank >= card.rank() + 2 {
            best = best.min(naive_deadwood(left));
        }
    }
    best
}

/// Every hand of these sizes from the lowest `ranks` ranks.
pub fn subdeck_hands(ranks: u8, sizes: RangeInclusive<u32>) -> impl Iterator<Item = CardSet> {
    let pack: Vec<Card> = CardSet::FULL.iter().filter(|card| card.rank() <= ranks).collect();
    (0..1_u32 << pack.len()).filter(move |subset| sizes.contains(&subset.count_ones())).map(
        move |subset| {
            (0..pack.len()).filter(|&at| subset >> at & 1 == 1).map(|at| pack[at]).collect()
        },
    )
}

fn sample(pack: &[Card], size: usize, generator: &mut Xoshiro256PlusPlus) -> CardSet {
    let mut set = CardSet::EMPTY;
    while (set.len() as usize) < size {
        set = set.with(pack[(generator.next_u64() % pack.len() as u64) as usize]);
    }
    set
}

/// Hands from the whole pack.
pub fn uniform_hands(size: usize, count: usize, seed: u64) -> impl Iterator<Item = CardSet> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let pack: Vec<Card> = CardSet::FULL.iter().collect();
    (0..count).map(move |_| sample(&pack, size, &mut generator))
}

/// Hands from four to six neighbouring ranks, where sets and runs fight over the same cards.
pub fn clustered_hands(size: usize, count: usize, seed: u64) -> impl Iterator<Item = CardSet> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(move |_| {
        let span = 4 + (generator.next_u64() % 3) as u8;
        let low = 1 + (generator.next_u64() % u64::from(14 - span)) as u8;
        let pack: Vec<Card> =
            CardSet::FULL.iter().filter(|card| (low..low + span).contains(&card.rank())).collect();
        sample(&pack, size, &mut generator)
    })
}
