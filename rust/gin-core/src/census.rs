//! How many hands there are for each least deadwood, every hand counted.
//!
//! Suits are all alike, so of the hands that differ only in which suit is which, one is solved and
//! counted as often as there are such: 24 times if its four suits hold different ranks, 12 if two
//! are alike, 6 for two pairs, 4 for three, once for four. Ten cards are 671,225,412 solves
//! instead of 15,820,024,220 hands, eleven 2,546,958,349 instead of 60,403,728,840.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::card::RANKS;
use crate::card_set::CardSet;
use crate::deadwood::deadwood;
use crate::discard::{FULL_HAND, best_discard_points};
use crate::threads;

/// Places for the points of any hand of at most eleven cards.
pub const POINTS: usize = 128;

/// How many hands leave each number of points.
pub type Histogram = [u64; POINTS];

/// The ways to hold some number of cards of one suit, as masks of its lane.
type Holdings = Vec<u64>;

/// Two suits chosen, the shorter ones, and the lengths of the others: what is counted at a stretch.
#[derive(Clone, Copy)]
struct Part {
    lengths: [usize; 4],
    first: usize,
    second: usize,
}

/// All hands of some number of cards of the lowest ranks, up to the order of the suits.
pub struct Census {
    cards: usize,
    holdings: Vec<Holdings>,
    parts: Vec<Part>,
}

impl Census {
    /// Hands of `cards` cards (at most eleven) of the `ranks` lowest ranks (thirteen is the pack),
    /// or `None` for other numbers.
    #[must_use]
    pub fn new(cards: usize, ranks: u8) -> Option<Self> {
        if cards > FULL_HAND || ranks > RANKS {
            return None;
        }
        let mut holdings = vec![Holdings::new(); usize::from(RANKS) + 1];
        for mask in 0..1_u64 << ranks {
            holdings[mask.count_ones() as usize].push(mask);
        }
        let mut parts = Vec::new();
        for lengths in ascending_lengths(cards, usize::from(ranks)) {
            for first in 0..holdings[lengths[0]].len() {
                let from = if lengths[1] == lengths[0] { first } else { 0 };
                for second in from..holdings[lengths[1]].len() {
                    parts.push(Part { lengths, first, second });
                }
            }
        }
        Some(Self { cards, holdings, parts })
    }

    /// Solves every hand: of eleven cards the least deadwood after the best discard, of fewer the
    /// least deadwood. `go_on` is asked again and again on the calling thread; `None` where it said
    /// no. The threads change no number.
    #[must_use]
    pub fn count(&self, threads: usize, mut go_on: impl FnMut() -> bool) -> Option<Histogram> {
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let work = |go_on: &mut dyn FnMut() -> bool| {
            let mut tally = Tally::new();
            while let Some(part) = self.parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                if !go_on() {
                    stop.store(true, Ordering::Relaxed);
                    return None;
                }
                if self.cards == FULL_HAND {
                    self.count_part(part, &mut tally, best_discard_points);
                } else {
                    self.count_part(part, &mut tally, deadwood);
                }
            }
            Some(tally.sum())
        };
        let theirs = || work(&mut || !stop.load(Ordering::Relaxed));
        let counted = threads::beside(threads.saturating_sub(1), theirs, || work(&mut go_on));
        counted.into_iter().try_fold([0; POINTS], |sum, counts| Some(add(sum, &counts?)))
    }

    /// The third suit in every way, and the fourth in the innermost loop.
    fn count_part(&self, part: &Part, tally: &mut Tally, solve: impl Fn(CardSet) -> u32) {
        let Part { lengths, first, second } = *part;
        let [a, b, c, d] = lengths.map(|length| self.holdings[length].as_slice());
        let same_ab = lengths[0] == lengths[1] && first == second;
        let from = if lengths[2] == lengths[1] { second } else { 0 };
        for third in from..c.len() {
            let same_bc = lengths[1] == lengths[2] && second == third;
            let three = a[first] | b[second] << 16 | c[third] << 32;
            let mut longest = d;
            if lengths[3] == lengths[2] {
                let whole = CardSet::from_bits(three | c[third] << 48);
                tally.add(weight(same_ab, same_bc, true), 0, solve(whole));
                longest = &d[third + 1..];
            }
            let weight = weight(same_ab, same_bc, false);
            for (at, fourth) in longest.iter().enumerate() {
                tally.add(weight, at, solve(CardSet::from_bits(three | fourth << 48)));
            }
        }
    }
}

/// Counts by weight and points. Four of each, used in turn: neighbouring hands often have the same
/// points, and a counter that was just written is slow to read again.
struct Tally(Vec<[Histogram; 4]>);

/// In how many ways the suits of a hand can be named.
const WEIGHTS: [u64; 5] = [1, 4, 6, 12, 24];

impl Tally {
    fn new() -> Self {
        Self(vec![[[0; POINTS]; 4]; WEIGHTS.len()])
    }

    #[inline]
    fn add(&mut self, weight: usize, turn: usize, points: u32) {
        self.0[weight][turn % 4][points as usize % POINTS] += 1;
    }

    fn sum(&self) -> Histogram {
        let mut sum = [0; POINTS];
        for (counts, weight) in self.0.iter().zip(WEIGHTS) {
            for histogram in counts {
                sum = add(sum, &histogram.map(|count| count * weight));
            }
        }
        sum
    }
}

fn add(mut sum: Histogram, other: &Histogram) -> Histogram {
    sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += other);
    sum
}

/// The place in [`WEIGHTS`] for suits in order, each equal to the one before or not.
const fn weight(same_ab: bool, same_bc: bool, same_cd: bool) -> usize {
    match (same_ab, same_bc, same_cd) {
        (true, true, true) => 0,
        (true, true, false) | (false, true, true) => 1,
        (true, false, true) => 2,
        (true, false, false) | (false, true, false) | (false, false, true) => 3,
        (false, false, false) => 4,
    }
}

/// Every way to share cards out to four suits, the shorter ones first.
fn ascending_lengths(cards: usize, most: usize) -> Vec<[usize; 4]> {
    let mut all = Vec::new();
    for a in 0..=cards {
        for b in a..=cards {
            for c in b..=cards {
                if let Some(d) = cards.checked_sub(a + b + c)
                    && (c..=most).contains(&d)
                {
                    all.push([a, b, c, d]);
                }
            }
        }
    }
    all
}

/// How many hands of `cards` cards a pack of `pack` cards has.
#[must_use]
pub fn hands(pack: u64, cards: u64) -> u64 {
    (0..cards).fold(1, |ways, at| ways * (pack - at) / (at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::subdeck_hands;

    fn counted(cards: usize, ranks: u8, threads: usize) -> Histogram {
        Census::new(cards, ranks).unwrap().count(threads, || true).unwrap()
    }

    #[test]
    fn small_packs_agree_with_plain_enumeration() {
        for (ranks, sizes) in [(4, 0..=11_u32), (6, 9..=11)] {
            for cards in sizes {
                let mut plain = [0; POINTS];
                for hand in subdeck_hands(ranks, cards..=cards) {
                    let eleven = cards as usize == FULL_HAND;
                    let points = if eleven { best_discard_points(hand) } else { deadwood(hand) };
                    plain[points as usize] += 1;
                }
                assert_eq!(plain.iter().sum::<u64>(), hands(4 * u64::from(ranks), cards.into()));
                assert!(counted(cards as usize, ranks, 1) == plain, "{cards} cards, {ranks} ranks");
            }
        }
    }

    #[test]
    fn every_hand_of_the_pack_is_counted_once() {
        for cards in 0..=6 {
            let histogram = counted(cards, 13, 2);
            assert_eq!(histogram.iter().sum::<u64>(), hands(52, cards as u64));
        }
        assert_eq!(hands(52, 10), 15_820_024_220);
        assert_eq!(hands(52, 11), 60_403_728_840);
    }

    #[test]
    fn hands_wholly_melded_are_those_that_can_be_counted_by_hand() {
        // Three cards: 13 × 4 sets and 4 × 11 runs; four: 13 and 40; five: 36 runs.
        assert_eq!([3, 4, 5].map(|cards| counted(cards, 13, 1)[0]), [52 + 44, 13 + 40, 36]);
    }

    #[test]
    fn threads_change_no_number_and_a_census_can_be_stopped() {
        assert!(counted(9, 6, 3) == counted(9, 6, 1));
        let census = Census::new(9, 6).unwrap();
        assert!(census.count(2, || false).is_none());
        assert!(Census::new(12, 13).is_none() && Census::new(10, 14).is_none());
    }
}
