//! Eleven cards: what every discard leaves (R8, R9).

use crate::arrangement::{arrange, each_choice_of_sets};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deadwood::{deadwood, loose_points, loose_points_of_suit, points};
use crate::meld::{all_lanes, fold, run_cards, set_ranks, whole_ranks};

/// Cards in the hand of a player who has drawn.
pub const FULL_HAND: usize = 11;

/// A discard and the least deadwood of the cards it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discard {
    /// The card thrown.
    pub card: Card,
    /// Points left.
    pub points: u32,
}

/// Every legal discard of a hand of eleven, least deadwood first, then by card.
#[derive(Clone, Copy, Debug)]
pub struct Discards {
    list: [Discard; FULL_HAND],
    len: usize,
}

impl Discards {
    /// Puts a discard behind those that leave as little; cards come in their own order.
    fn insert(&mut self, discard: Discard) {
        let mut at = self.len;
        while at > 0 && self.list[at - 1].points > discard.points {
            self.list[at] = self.list[at - 1];
            at -= 1;
        }
        self.list[at] = discard;
        self.len += 1;
    }
}

impl std::ops::Deref for Discards {
    type Target = [Discard];

    fn deref(&self) -> &[Discard] {
        &self.list[..self.len]
    }
}

/// Every legal discard of a hand of at most eleven cards with the deadwood it leaves (R9), all but
/// the barred card (R8).
///
/// ```
/// use gin_core::discard::discards;
///
/// let hand = "AS 2S 3S 4H 4D 4C 9C 9D 9S KD QD".parse().unwrap();
/// let best = discards(hand, None)[0];
/// assert_eq!((best.card.to_string().as_str(), best.points), ("QD", 10));
/// ```
#[must_use]
pub fn discards(hand: CardSet, barred: Option<Card>) -> Discards {
    let h = hand.mask();
    let s = set_ranks(h);
    if run_cards(h) & s == 0 {
        return each_discard(hand, barred, without_conflict(h, s));
    }
    let base = deadwood(hand);
    let dead = arrange(hand).dead();
    // A card dead in a least arrangement: nothing it leaves could do better by more than its own
    // points, or the arrangement would not be least.
    each_discard(hand, barred, |card| {
        if dead.contains(card) {
            base - u32::from(card.points())
        } else {
            deadwood(hand.without(card))
        }
    })
}

#[inline]
fn each_discard(hand: CardSet, barred: Option<Card>, leaves: impl Fn(Card) -> u32) -> Discards {
    let filler = Discard { card: Card::from_bit(0), points: 0 };
    let mut found = Discards { list: [filler; FULL_HAND], len: 0 };
    for card in hand.iter().filter(|&card| Some(card) != barred).take(FULL_HAND) {
        found.insert(Discard { card, points: leaves(card) });
    }
    found
}

/// No card has two uses, so what a discard costs is read off its place: a dead card takes its
/// points along, one of four of a kind costs nothing, one of three leaves the other two dead, and
/// a run card changes its own suit only.
fn without_conflict(h: u64, s: u64) -> impl Fn(Card) -> u32 {
    let g = h & !s;
    let base = loose_points(g);
    let fours = whole_ranks(h);
    move |card| {
        let bit = card.bit();
        let price = u32::from(card.points());
        if fours & bit != 0 {
            base
        } else if s & bit != 0 {
            base + 2 * price
        } else {
            let suit = card.suit() as u32;
            base + loose_points_of_suit(g & !bit, suit) - loose_points_of_suit(g, suit)
        }
    }
}

/// The least deadwood of eleven cards after the best discard, no card barred, in one pass.
///
/// A discard and the least arrangement of what it leaves are an arrangement of the eleven with
/// that card dead; so the answer is the least of "points dead less the dearest dead card", or 0
/// where all eleven are melded (eleven cards cannot be three-card melds only, R11).
/// That measure never falls when a card is added to the dead, so every shortcut of the plain
/// search holds for it, but a maximum over suits cannot be taken suit by suit: the choices of
/// sets are walked through.
#[must_use]
pub fn best_discard_points(hand: CardSet) -> u32 {
    debug_assert!(
        hand.len() as usize == FULL_HAND,
        "only eleven cards always have a card to spare"
    );
    let h = hand.mask();
    let s = set_ranks(h);
    let c = run_cards(h);
    let g = h & !s;
    let dead = g & !run_cards(g);
    if dead == g & !c {
        return less_the_dearest(dead);
    }
    let ranks = fold(c & s);
    let rest = h & !(s & !all_lanes(ranks));
    let mut best = u32::MAX;
    each_choice_of_sets(rest, ranks, &mut |g| {
        best = best.min(less_the_dearest(g & !run_cards(g)));
    });
    best
}

#[inline]
fn less_the_dearest(dead: u64) -> u32 {
    let ranks = fold(dead);
    let dearest = if ranks == 0 { 0 } else { (64 - ranks.leading_zeros()).min(10) };
    points(dead) - dearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{clustered_hands, uniform_hands};

    #[test]
    fn every_discard_agrees_with_a_solve_of_its_own() {
        for hand in clustered_hands(11, 100_000, 11).chain(uniform_hands(11, 50_000, 12)) {
            let found = discards(hand, None);
            assert_eq!(found.len(), 11);
            assert!(
                found.windows(2).all(|pair| {
                    (pair[0].points, pair[0].card) < (pair[1].points, pair[1].card)
                })
            );
            for discard in &*found {
                assert_eq!(
                    discard.points,
                    deadwood(hand.without(discard.card)),
                    "{hand} {discard:?}"
                );
            }
            assert_eq!(best_discard_points(hand), found[0].points, "{hand}");
        }
    }

    #[test]
    fn the_barred_card_is_left_out() {
        for hand in clustered_hands(11, 500, 13) {
            for barred in hand {
                let found = discards(hand, Some(barred));
                assert_eq!(found.len(), 10);
                assert!(found.iter().all(|discard| discard.card != barred));
            }
        }
    }
}
