//! What the engine says of a hand beside what the sweep says.

use gin_core::arrangement::arrange;
use gin_core::batch::deadwood_many;
use gin_core::card_set::CardSet;
use gin_core::census::{Histogram, POINTS};
use gin_core::deadwood::deadwood;
use gin_core::discard::{FULL_HAND, best_discard_points, discard_points, discards};

use crate::plain::{least_left, melds, pack, within};
use crate::sweep::Least;
use crate::walk::Look;

/// Hands that go through the engine's batches at a time.
const BATCH: usize = 4_096;
/// Disagreements that are shown.
const SHOWN: usize = 10;

/// Counts of what was compared, and the first hands that the two do not agree on.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Classes of hands, or hands where each is looked at.
    pub classes: u64,
    /// Hands that those stand for.
    pub hands: u64,
    /// Hands by points, as the census counts them.
    pub points: Histogram,
    /// Answers that differ.
    pub wrong: u64,
    /// What differs, in words.
    pub told: Vec<String>,
    waiting: Vec<u64>,
    expected: Vec<u8>,
}

impl Comparison {
    /// Before the first hand.
    pub fn new() -> Self {
        Self {
            classes: 0,
            hands: 0,
            points: [0; POINTS],
            wrong: 0,
            told: Vec::new(),
            waiting: Vec::with_capacity(BATCH),
            expected: Vec::with_capacity(BATCH),
        }
    }

    /// The counts of all threads together.
    pub fn sum(parts: Vec<Self>) -> Self {
        parts.into_iter().fold(Self::new(), |mut sum, mut part| {
            part.ask_batch();
            sum.classes += part.classes;
            sum.hands += part.hands;
            sum.points.iter_mut().zip(part.points).for_each(|(sum, count)| *sum += count);
            sum.wrong += part.wrong;
            sum.told.extend(part.told);
            sum.told.truncate(SHOWN);
            sum
        })
    }

    fn hold(&mut self, what: &str, hand: CardSet, found: u32, expected: u16) {
        if found != u32::from(expected) {
            self.tell(format!("{what} of {hand} is {found}, and should be {expected}"));
        }
    }

    #[cold]
    fn tell(&mut self, text: String) {
        self.wrong += 1;
        if self.told.len() < SHOWN {
            self.told.push(text);
        }
    }

    fn ask_batch(&mut self) {
        let mut found = vec![0; self.waiting.len()];
        if let Err(refusal) = deadwood_many(&self.waiting, &mut found) {
            self.tell(refusal.to_string());
        }
        let mut wrong = Vec::new();
        for ((&hand, &expected), &found) in self.waiting.iter().zip(&self.expected).zip(&found) {
            if found != expected {
                wrong.push((hand, found, expected));
            }
        }
        for (hand, found, expected) in wrong {
            let hand = CardSet::from_mask(hand).unwrap_or_default();
            self.hold("deadwood in a batch", hand, found.into(), expected.into());
        }
        self.waiting.clear();
        self.expected.clear();
    }
}

impl Look for Comparison {
    #[inline]
    fn see(&mut self, hand: u64, weight: u64, least: Least) {
        // Another order of the suits for every hand: no suit may be better than another.
        let turned = hand.rotate_left(16 * (self.classes % 4) as u32);
        let Some(hand) = CardSet::from_mask(turned) else {
            return self.tell(format!("{turned:x} is no hand"));
        };
        self.classes += 1;
        self.hands += weight;
        self.hold("deadwood", hand, deadwood(hand), least.kept);
        let mut points = least.kept;
        if hand.len() as usize == FULL_HAND {
            points = least.thrown;
            self.hold("the best discard", hand, best_discard_points(hand), least.thrown);
            let leaves = discard_points(hand).into_iter().min().unwrap_or_default();
            self.hold("the least of all discards", hand, leaves.into(), least.thrown);
        } else {
            let laid = arrange(hand);
            self.hold("the arrangement", hand, laid.points(), least.kept);
            if laid.cards() != hand {
                self.tell(format!("the arrangement of {hand} is {laid:?}"));
            }
        }
        self.points[usize::from(points) % POINTS] += weight;
        self.waiting.push(turned);
        self.expected.push(least.kept as u8);
        if self.waiting.len() == BATCH {
            self.ask_batch();
        }
    }
}

/// The same for a small pack, with every discard, and with the third method beside the sweep.
#[derive(Clone, Debug)]
pub struct Thorough {
    /// The comparison that every hand goes through.
    pub comparison: Comparison,
    melds: Vec<CardSet>,
}

impl Thorough {
    /// Before the first hand of a pack of so many ranks.
    pub fn new(ranks: u8) -> Self {
        Self { comparison: Comparison::new(), melds: melds(&pack(4, ranks)) }
    }
}

impl Look for Thorough {
    fn see(&mut self, hand: u64, weight: u64, least: Least) {
        self.comparison.see(hand, weight, least);
        let Some(hand) = CardSet::from_mask(hand) else { return };
        let melds = within(hand, &self.melds);
        self.comparison.hold("the sweep", hand, least_left(hand, &melds), least.kept);
        if hand.len() as usize == FULL_HAND {
            for discard in &*discards(hand, None) {
                let left = least_left(hand.without(discard.card), &within(hand, &melds));
                self.comparison.hold("a discard", hand, discard.points, left as u16);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::Walk;

    #[test]
    fn every_hand_of_a_24_card_pack_has_one_answer_by_three_methods() {
        let mut hands = 0;
        for cards in 0..=FULL_HAND as u32 {
            let walk = Walk { cards, ranks: 6, classes: true };
            let looks = walk.run(1, || Thorough::new(6));
            let found = Comparison::sum(looks.into_iter().map(|look| look.comparison).collect());
            assert_eq!(found.told, Vec::<String>::new());
            hands += found.hands;
        }
        // Half of all sets of 24 cards but those of twelve.
        assert_eq!(hands, (16_777_216 - 2_704_156) / 2);
    }

    #[test]
    fn a_wrong_answer_is_told() {
        let mut comparison = Comparison::new();
        comparison.see(0b111, 4, Least { kept: 6, thrown: 3 });
        comparison.see(0b1011, 4, Least { kept: 7, thrown: 3 });
        let sum = Comparison::sum(vec![comparison]);
        assert_eq!((sum.classes, sum.hands, sum.wrong), (2, 8, 3));
        assert_eq!(sum.told[0], "deadwood of AS 2S 3S is 0, and should be 6");
    }
}
