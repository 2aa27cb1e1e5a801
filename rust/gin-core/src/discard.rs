//! Eleven cards: what every discard leaves (R8, R9).

use crate::arrangement::each_useful_choice;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deadwood::{deadwood, loose_points, loose_points_of_suit, points};
#[cfg(target_arch = "x86_64")]
use crate::lanes;
use crate::meld::{all_lanes, fold, run_cards, set_ranks, whole_ranks};

pub use crate::card::FULL_HAND;

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
    list: [Discard; PLACES],
    len: usize,
}

/// Places for eleven discards, and for the vector unit a whole number of eights.
const PLACES: usize = 16;
/// A key beyond those of all discards.
const NO_DISCARD: i16 = i16::MAX;

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
    let leaves = discard_points(hand);
    let barred = barred.map_or(0, Card::bit);
    // One number a card: what it leaves, then its place; beyond all others for what is no discard.
    let mut keys = [NO_DISCARD; PLACES];
    let mut cards = [Card::from_bit(0); PLACES];
    let mut len = 0;
    for ((at, card), place) in hand.iter().take(FULL_HAND).enumerate().zip(0_i16..) {
        let key = i16::from(leaves[at]) << 4 | place;
        cards[at] = card;
        keys[at] = if card.bit() == barred { NO_DISCARD } else { key };
        len += usize::from(card.bit() != barred);
    }
    // A card's place in the order is the number of smaller ones, counted for all cards at once.
    let mut places = [0_u16; PLACES];
    for key in &keys[..FULL_HAND] {
        for (place, other) in places.iter_mut().zip(&keys) {
            *place += u16::from(key < other);
        }
    }
    let mut list = [Discard { card: Card::from_bit(0), points: 0 }; PLACES];
    for at in 0..FULL_HAND {
        let place = usize::from(places[at]) % PLACES;
        list[place] = Discard { card: cards[at], points: u32::from(leaves[at]) };
    }
    Discards { list, len }
}

/// The least deadwood that each discard of a hand of at most eleven leaves, in the order of the
/// cards (`hand.iter()`); places beyond the hand's cards hold 0.
///
/// The core of [`discards`], for those who need no order: sorting takes as long as solving.
///
/// ```
/// use gin_core::discard::discard_points;
///
/// let leaves = discard_points("AS 2S 3S 4H 9H KH 4D 9D 4C 9C QC".parse().unwrap());
/// assert_eq!(leaves, [25, 24, 23, 28, 38, 10, 28, 38, 28, 38, 10]);
/// ```
#[inline]
#[must_use]
pub fn discard_points(hand: CardSet) -> [u8; FULL_HAND] {
    let h = hand.mask();
    #[cfg(target_arch = "x86_64")]
    let (s, c) = (set_ranks(h), run_cards(h));
    #[cfg(target_arch = "x86_64")]
    return if c & s == 0 {
        lanes::leaves(h, s, c, loose_points(h & !s), portable)
    } else {
        lanes::conflict_leaves(h, portable)
    };
    #[cfg(not(target_arch = "x86_64"))]
    portable(h)
}

/// [`discard_points`] on any processor.
fn portable(h: u64) -> [u8; FULL_HAND] {
    let s = set_ranks(h);
    let c = run_cards(h);
    if c & s == 0 { leaves_of(h, h & !s) } else { with_conflict(h, s, c) }
}

/// What each discard leaves if the sets `h & !g` are laid: one of three of a kind leaves the other
/// two dead, one of four nothing, and any other card changes its own suit only.
#[inline]
fn leaves_of(h: u64, g: u64) -> [u8; FULL_HAND] {
    // What the other suits leave, for a card of each suit.
    let suits = [0, 1, 2, 3].map(|suit| loose_points_of_suit(g, suit));
    let base: u32 = suits.iter().sum();
    let others = suits.map(|points| base - points);
    let mut leaves = [0; FULL_HAND];
    let mut left = h;
    for leaf in &mut leaves {
        if left == 0 {
            break;
        }
        let bit = left & left.wrapping_neg();
        left ^= bit;
        let suit = bit.trailing_zeros() / 16;
        *leaf = (others[suit as usize % 4] + loose_points_of_suit(g & !bit, suit)) as u8;
    }
    let sets = h & !g;
    let threes = sets & !whole_ranks(sets);
    if threes != 0 {
        for (leaf, card) in leaves.iter_mut().zip(CardSet::from_bits(h)) {
            *leaf += if threes & card.bit() == 0 { 0 } else { 2 * card.points() };
        }
    }
    leaves
}

/// A card is wanted by a run and by a set.
///
/// With one such rank, held three times, every card's answer is the better of laying that set and
/// not. Otherwise a card dead in a least arrangement takes its points along, for nothing that its
/// discard leaves could do better by more, or the arrangement would not be least; and the others
/// are solved singly.
#[inline(never)]
fn with_conflict(h: u64, s: u64, c: u64) -> [u8; FULL_HAND] {
    let ranks = fold(c & s & h);
    if ranks.is_power_of_two() && ranks & whole_ranks(h) == 0 {
        let laid = h & !s;
        let mut leaves = leaves_of(h, laid);
        for (leaf, other) in leaves.iter_mut().zip(leaves_of(h, laid | h & all_lanes(ranks))) {
            *leaf = other.min(*leaf);
        }
        return leaves;
    }
    let mut base = u32::MAX;
    let mut dead = 0;
    each_useful_choice(h, s, c, &mut |g| {
        let loose = loose_points(g);
        if loose < base {
            (base, dead) = (loose, g & !run_cards(g));
        }
    });
    let mut leaves = [0; FULL_HAND];
    for (leaf, card) in leaves.iter_mut().zip(CardSet::from_bits(h)) {
        *leaf = if dead & card.bit() != 0 {
            base - u32::from(card.points())
        } else {
            deadwood(CardSet::from_bits(h).without(card))
        } as u8;
    }
    leaves
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
    if c & s == 0 {
        return less_the_dearest(h & !s & !c);
    }
    best_of_conflict(h, s, c)
}

#[inline(never)]
fn best_of_conflict(h: u64, s: u64, c: u64) -> u32 {
    let g = h & !s;
    let dead = g & !run_cards(g);
    if dead == g & !c {
        return less_the_dearest(dead);
    }
    let mut best = u32::MAX;
    each_useful_choice(h, s, c, &mut |g| {
        best = best.min(less_the_dearest(g & !run_cards(g)));
    });
    best
}

#[inline]
fn less_the_dearest(dead: u64) -> u32 {
    // The bit below the ace stands for "none dead".
    let ranks = fold(dead) << 1 | 1;
    points(dead) - ranks.ilog2().min(10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{clustered_hands, subdeck_hands, uniform_hands};

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
    fn with_vectors_and_without_every_discard_leaves_the_same() {
        let few = (0..=11).flat_map(|size| {
            uniform_hands(size, 1_000, 14).chain(clustered_hands(size, 1_000, 15))
        });
        for hand in few.chain(subdeck_hands(6, 11..=11)) {
            assert_eq!(discard_points(hand), portable(hand.mask()), "{hand}");
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
