//! Every hand of some number of cards, once each, with what the sweep says of it.
//!
//! Hands are made rank by rank, so that those that begin alike share the sweep. Suits are all
//! alike: of two suits that have held the same ranks so far the one before never has less, which
//! leaves one hand of each class of hands that differ only in which suit is which. A class counts
//! as many hands as its suits can be ordered: 24 divided by the orders of those that are equal.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::sweep::{Front, Least, Suits};

/// Ranks after which the work is handed to threads in parts.
const SHARED: u8 = 2;

/// All hands of a number of cards of the lowest ranks.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// Cards in each hand.
    pub cards: u32,
    /// Ranks in the pack, from the ace.
    pub ranks: u8,
    /// Whether one hand stands for all that differ only in the names of their suits.
    pub classes: bool,
}

/// Whoever looks at hands.
pub trait Look: Send {
    /// A hand by its mask, how many hands it stands for, and the least points by the sweep.
    fn see(&mut self, hand: u64, weight: u64, least: Least);
}

/// Suits that have held the same ranks so far: bit n says it of suits n and n + 1.
type Ties = u8;

/// A hand that is being made.
#[derive(Clone, Copy, Debug)]
struct Start {
    hand: u64,
    ties: Ties,
    /// Suits held of each rank so far.
    held: [Suits; SHARED as usize],
    missing: u32,
}

impl Start {
    /// With these suits of the next rank.
    fn with(self, held: Suits, rank: u8) -> Self {
        Self {
            hand: self.hand | cards(held, rank),
            ties: self.ties & same(held),
            missing: self.missing - held.count_ones(),
            ..self
        }
    }
}

impl Walk {
    /// Shows every hand to one of as many lookers as there are threads, and returns them.
    pub fn run<L: Look>(self, threads: usize, looker: impl Fn() -> L + Sync) -> Vec<L> {
        let starts = self.starts();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut look = looker();
            let mut fronts = vec![Front::new(); usize::from(self.ranks.max(SHARED)) + 1];
            while let Some(start) = starts.get(next.fetch_add(1, Ordering::Relaxed)) {
                for (rank, &held) in (0..).zip(&start.held) {
                    advance(&mut fronts, rank, held);
                }
                self.go_on(SHARED, *start, &mut fronts, &mut look);
            }
            look
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let looks = threads.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            looks.collect()
        })
    }

    /// Every way to hold the lowest ranks.
    fn starts(self) -> Vec<Start> {
        let ties = if self.classes { 0b111 } else { 0 };
        let missing = self.cards;
        let mut starts = vec![Start { hand: 0, ties, held: [0; SHARED as usize], missing }];
        for rank in 0..SHARED {
            let longer = |start: Start| {
                choices(start.ties, start.missing).map(move |held| {
                    let mut longer = start.with(held, rank);
                    longer.held[usize::from(rank)] = held;
                    longer
                })
            };
            starts = starts.into_iter().flat_map(longer).collect();
        }
        starts
    }

    /// Every hand that begins like this, `rank` being the next.
    fn go_on(self, rank: u8, start: Start, fronts: &mut [Front], look: &mut impl Look) {
        let front = &fronts[usize::from(rank)];
        if start.missing == 0 {
            return look.see(start.hand, self.weight(start.ties), front.end());
        }
        if start.missing > 4 * u32::from(self.ranks.saturating_sub(rank)) {
            return;
        }
        for held in choices(start.ties, start.missing) {
            let longer = start.with(held, rank);
            if longer.missing == 0 {
                let least = fronts[usize::from(rank)].end_with(held, price(rank));
                look.see(longer.hand, self.weight(longer.ties), least);
            } else {
                advance(fronts, rank, held);
                self.go_on(rank + 1, longer, fronts, look);
            }
        }
    }

    fn weight(self, ties: Ties) -> u64 {
        if !self.classes {
            return 1;
        }
        match ties {
            0 => 24,
            0b001 | 0b010 | 0b100 => 12,
            0b101 => 6,
            0b011 | 0b110 => 4,
            _ => 1,
        }
    }
}

/// The front after `rank`, from the one before it.
fn advance(fronts: &mut [Front], rank: u8, held: Suits) {
    let (behind, ahead) = fronts.split_at_mut(usize::from(rank) + 1);
    behind[usize::from(rank)].advance(held, price(rank), &mut ahead[0]);
}

fn price(rank: u8) -> u16 {
    u16::from(rank + 1).min(10)
}

/// The suits that may be held of a rank: at most so many, and of tied suits the first ones.
fn choices(ties: Ties, missing: u32) -> impl Iterator<Item = Suits> {
    (0..16_u8).filter(move |&held| {
        let later_without_earlier = held >> 1 & !held & ties;
        held.count_ones() <= missing && later_without_earlier == 0
    })
}

/// Whether each suit and the next are both held, or both not.
fn same(held: Suits) -> Ties {
    !(held ^ held >> 1) & 0b111
}

/// The mask of a rank's cards: bit `16 * suit + rank`, ranks from 0 here.
fn cards(held: Suits, rank: u8) -> u64 {
    (0..4).filter(|suit| held >> suit & 1 == 1).fold(0, |mask, suit| mask | 1 << (16 * suit + rank))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[derive(Default)]
    struct Hands {
        seen: BTreeSet<u64>,
        weight: u64,
    }

    impl Look for Hands {
        fn see(&mut self, hand: u64, weight: u64, _: Least) {
            assert!(self.seen.insert(hand), "{hand:x} comes twice");
            self.weight += weight;
        }
    }

    fn hands(cards: u32, ranks: u8, classes: bool) -> (usize, u64) {
        let found = Walk { cards, ranks, classes }.run(1, Hands::default);
        (found[0].seen.len(), found[0].weight)
    }

    #[test]
    fn every_hand_comes_once_and_a_class_counts_all_of_its_hands() {
        for (cards, all) in [(0, 1), (1, 16), (2, 120), (8, 12_870), (11, 4_368), (16, 1)] {
            assert_eq!(hands(cards, 4, false), (all, all as u64));
            assert_eq!(hands(cards, 4, true).1, all as u64);
        }
        assert_eq!(hands(17, 4, true), (0, 0));
        // One card: a rank each. Two: of one rank or not, of one suit or not.
        assert_eq!(hands(1, 13, true), (13, 52));
        assert_eq!(hands(2, 13, true), (13 + 2 * 78, 1_326));
    }
}
