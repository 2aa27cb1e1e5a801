//! Many hands in one call, as masks (bit `16 * suit + rank - 1`) in and bytes out.
//!
//! Deadwood goes in blocks of 1,024 hands. A first pass answers every hand as if no card were
//! wanted by a run and a set at once, sixteen hands a step where the processor has AVX2, and writes
//! the places of the hands that have such a card into a queue, without a branch; a second pass
//! solves the queue four hands at a time, but for a few of eleven cards that the plain solver
//! takes. Which processor it is changes the time and nothing else.

use std::fmt;

use crate::arrangement::MOST_MELDS;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deadwood::{deadwood, searched};
use crate::discard::{FULL_HAND, discard_points};
#[cfg(target_arch = "x86_64")]
use crate::lanes;
use crate::layoff::{Spread, layoff_points};
use crate::meld::Meld;
use crate::threads;

/// Hands a block: masks, answers and queue stay in the innermost cache.
const BLOCK: usize = 1024;
#[cfg(target_arch = "x86_64")]
const _: () = assert!(BLOCK <= lanes::MOST);

/// What is wrong with an entry of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A bit that stands for no card.
    NoCard {
        /// The bit.
        bit: u32,
    },
    /// More cards than a hand holds.
    TooMany {
        /// The cards.
        cards: u32,
    },
    /// Not the eleven cards that a discard is made from.
    NotEleven {
        /// The cards.
        cards: u32,
    },
    /// Cards of the spread that are no meld.
    NoMeld {
        /// Which of the melds.
        meld: usize,
    },
    /// A card in two places: in two melds, or in the hand and a meld.
    Twice {
        /// The card.
        card: Card,
    },
}

/// The first entry that cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its place in the batch, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.index;
        match self.fault {
            Fault::NoCard { bit } => write!(
                out,
                "Entry {index} has bit {bit}, which stands for no card; only bits 16 * suit + \
                 rank - 1 may be set."
            ),
            Fault::TooMany { cards } => {
                write!(out, "Entry {index} has {cards} cards; a hand holds at most 11.")
            }
            Fault::NotEleven { cards } => {
                write!(out, "Entry {index} has {cards} cards; a discard is made from 11.")
            }
            Fault::NoMeld { meld } => write!(
                out,
                "Entry {index} of the spreads: its cards in place {meld} are no meld; a place holds \
                 the mask of one meld, or 0."
            ),
            Fault::Twice { card } => write!(
                out,
                "Entry {index} has {card} in two places; a card is in the hand or in one meld."
            ),
        }
    }
}

impl std::error::Error for Refusal {}

/// The least deadwood of every hand of at most eleven cards, one byte each (R5).
///
/// # Errors
///
/// The first hand that has a bit for no card or more than eleven cards. Answers before it, and some
/// after it, may have been written.
///
/// # Panics
///
/// If `masks` and `out` differ in length.
///
/// ```
/// use gin_core::batch::deadwood_many;
///
/// let mut out = [0; 2];
/// deadwood_many(&[0b111, 0b1011], &mut out).unwrap();
/// assert_eq!(out, [0, 7]); // A 2 3 of spades are a run, A 2 4 are not
/// assert_eq!(deadwood_many(&[0, 1 << 13], &mut out).unwrap_err().index, 1);
/// ```
pub fn deadwood_many(masks: &[u64], out: &mut [u8]) -> Result<(), Refusal> {
    assert_eq!(masks.len(), out.len(), "one answer a hand");
    let blocks = masks.chunks(BLOCK).zip(out.chunks_mut(BLOCK));
    for (at, (masks, out)) in blocks.enumerate() {
        deadwood_block(masks, out)
            .map_err(|refusal| Refusal { index: at * BLOCK + refusal.index, ..refusal })?;
    }
    Ok(())
}

#[cfg(target_arch = "x86_64")]
fn deadwood_block(masks: &[u64], out: &mut [u8]) -> Result<(), Refusal> {
    let even = masks.len() / lanes::STEP * lanes::STEP;
    let (masks, rest) = masks.split_at(even);
    let (out, rest_out) = out.split_at_mut(even);
    let mut queue = lanes::Queue::new();
    let Some(seen) = lanes::deadwood(masks, out, &mut queue) else {
        deadwood_portable(masks, out)?;
        return deadwood_portable(rest, rest_out).map_err(|refusal| refusal.behind(even));
    };
    if seen.bits & !CardSet::FULL.mask() != 0 || seen.most > FULL_HAND as u32 {
        each(masks, |_, hand| at_most_eleven(hand).map(drop))?;
    }
    for &at in queue.places() {
        out[usize::from(at)] = searched(masks[usize::from(at)]) as u8;
    }
    deadwood_portable(rest, rest_out).map_err(|refusal| refusal.behind(even))
}

#[cfg(not(target_arch = "x86_64"))]
fn deadwood_block(masks: &[u64], out: &mut [u8]) -> Result<(), Refusal> {
    deadwood_portable(masks, out)
}

/// The same without vectors.
fn deadwood_portable(masks: &[u64], out: &mut [u8]) -> Result<(), Refusal> {
    each(masks, |at, hand| {
        out[at] = deadwood(at_most_eleven(hand)?) as u8;
        Ok(())
    })
}

impl Refusal {
    /// The refusal of an entry of a later part.
    const fn behind(self, earlier: usize) -> Self {
        Self { index: self.index + earlier, ..self }
    }
}

/// The deadwood that each discard of each hand of eleven leaves, eleven bytes a hand in the order
/// of its cards (R8, R9).
///
/// # Errors
///
/// The first hand that has a bit for no card or not eleven cards; those before it are answered.
///
/// # Panics
///
/// If `out` has not eleven bytes a hand.
pub fn discards_many(masks: &[u64], out: &mut [u8]) -> Result<(), Refusal> {
    let (answers, rest) = out.as_chunks_mut::<FULL_HAND>();
    assert!(answers.len() == masks.len() && rest.is_empty(), "eleven answers a hand");
    each(masks, |at, hand| {
        if hand.len() as usize != FULL_HAND {
            return Err(Fault::NotEleven { cards: hand.len() });
        }
        answers[at] = discard_points(hand);
        Ok(())
    })
}

/// The least points each defender of at most eleven cards can be left with against a spread (R13),
/// one byte each. `spreads` are three melds a defender, or three for all; an empty place is 0, and
/// a spread of none is gin, on which nothing is laid off (R14).
///
/// # Errors
///
/// The first defender with a bit for no card or too many cards, with a spread that holds what is
/// no meld, or with a card in two places; those before it are answered.
///
/// # Panics
///
/// If the lengths do not fit.
pub fn lay_off_many(
    defenders: &[u64],
    spreads: &[[u64; MOST_MELDS]],
    out: &mut [u8],
) -> Result<(), Refusal> {
    assert_eq!(defenders.len(), out.len(), "one answer a defender");
    assert!(spreads.len() == defenders.len() || spreads.len() == 1, "one spread a defender");
    let one = spreads.len() == 1;
    each(defenders, |at, hand| {
        let hand = at_most_eleven(hand)?;
        let melds = &spreads[if one { 0 } else { at }];
        let mut table = hand;
        let mut spread = Spread::default();
        for (place, &mask) in melds.iter().enumerate().filter(|&(_, &mask)| mask != 0) {
            let cards = card_set(mask)?;
            let meld = Meld::new(cards).ok_or(Fault::NoMeld { meld: place })?;
            if let Some(card) = (table & cards).first() {
                return Err(Fault::Twice { card });
            }
            table |= cards;
            spread = spread.with(meld);
        }
        out[at] = layoff_points(hand, spread) as u8;
        Ok(())
    })
}

/// Calls `answer` with every hand and its place, up to the first that is refused.
#[inline]
fn each(
    masks: &[u64],
    mut answer: impl FnMut(usize, CardSet) -> Result<(), Fault>,
) -> Result<(), Refusal> {
    for (index, &mask) in masks.iter().enumerate() {
        card_set(mask)
            .and_then(|hand| answer(index, hand))
            .map_err(|fault| Refusal { index, fault })?;
    }
    Ok(())
}

#[inline]
fn card_set(mask: u64) -> Result<CardSet, Fault> {
    CardSet::from_mask(mask)
        .ok_or_else(|| Fault::NoCard { bit: (mask & !CardSet::FULL.mask()).trailing_zeros() })
}

#[inline]
fn at_most_eleven(hand: CardSet) -> Result<CardSet, Fault> {
    let cards = hand.len();
    if cards as usize <= FULL_HAND { Ok(hand) } else { Err(Fault::TooMany { cards }) }
}

/// Shares entries out to threads, each with its own part of `out`; `width` bytes an entry. The
/// answers do not depend on how many there are, and neither does which refusal is the first.
///
/// # Errors
///
/// The first refusal by place.
pub fn in_threads<T: Sync>(
    entries: &[T],
    out: &mut [u8],
    width: usize,
    threads: usize,
    answer: impl Fn(usize, &[T], &mut [u8]) -> Result<(), Refusal> + Sync,
) -> Result<(), Refusal> {
    let share = entries.len().div_ceil(threads.max(1)).next_multiple_of(BLOCK);
    if share >= entries.len() {
        return answer(0, entries, out);
    }
    let parts = entries.chunks(share).zip(out.chunks_mut(share * width)).enumerate();
    let answered = threads::share(threads, parts, |(part, (entries, out))| {
        let first = part * share;
        answer(first, entries, out).map_err(|refusal| refusal.behind(first))
    });
    let refusals = answered.into_iter().filter_map(Result::err);
    refusals.min_by_key(|refusal| refusal.index).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrangement::arrange;
    use crate::test_support::{clustered_hands, subdeck_hands, uniform_hands};

    fn masks(hands: impl Iterator<Item = CardSet>) -> Vec<u64> {
        hands.map(CardSet::mask).collect()
    }

    #[test]
    fn millions_of_hands_agree_with_the_solver_hand_by_hand() {
        for size in 0..=11 {
            let count = if size >= 9 { 700_000 } else { 20_000 };
            let mut hands = masks(clustered_hands(size, count, 40 + size as u64));
            hands.extend(masks(uniform_hands(size, count + 7, 60 + size as u64)));
            let mut out = vec![255; hands.len()];
            let mut portable = out.clone();
            deadwood_many(&hands, &mut out).unwrap();
            deadwood_portable(&hands, &mut portable).unwrap();
            assert!(out == portable, "{size} cards");
        }
    }

    #[test]
    fn every_hand_of_a_24_card_pack_agrees_with_the_solver_hand_by_hand() {
        for size in [10, 11] {
            let hands = masks(subdeck_hands(6, size..=size));
            let mut out = vec![255; hands.len()];
            deadwood_many(&hands, &mut out).unwrap();
            for (&mask, &points) in hands.iter().zip(&out) {
                let hand = CardSet::from_bits(mask);
                assert_eq!(u32::from(points), deadwood(hand), "{hand}");
            }
        }
    }

    #[test]
    fn a_batch_of_any_length_is_answered_whole() {
        let hands = masks(clustered_hands(10, 2_100, 31));
        let expected: Vec<u8> =
            hands.iter().map(|&mask| deadwood(CardSet::from_bits(mask)) as u8).collect();
        for len in (0..70).chain(1_000..1_060).chain([2_048, 2_049, 2_100]) {
            for first in [0, 1, 5] {
                let part = first..len.max(first);
                let mut out = vec![255; part.len()];
                deadwood_many(&hands[part.clone()], &mut out).unwrap();
                assert_eq!(out, expected[part]);
            }
        }
    }

    #[test]
    fn the_first_wrong_mask_is_named_wherever_it_stands() {
        let good = masks(uniform_hands(10, 3_000, 32));
        let twelve = masks(uniform_hands(12, 1, 33))[0];
        let mut out = vec![0; good.len()];
        for index in (0..40).chain(1_010..1_050).chain([2_047, 2_048, 2_999]) {
            for (mask, fault) in [
                (1 << 13, Fault::NoCard { bit: 13 }),
                (good[0] | 1 << 63, Fault::NoCard { bit: 63 }),
                (twelve, Fault::TooMany { cards: 12 }),
                (CardSet::FULL.mask(), Fault::TooMany { cards: 52 }),
            ] {
                let mut hands = good.clone();
                hands[index] = mask;
                *hands.last_mut().unwrap() = mask;
                assert_eq!(deadwood_many(&hands, &mut out), Err(Refusal { index, fault }));
                let shared =
                    in_threads(&hands, &mut out, 1, 3, |_, hands, out| deadwood_many(hands, out));
                assert_eq!(shared, Err(Refusal { index, fault }));
            }
        }
    }

    #[test]
    fn threads_change_no_answer() {
        let hands = masks(clustered_hands(11, 5_003, 34));
        let mut alone = vec![0; hands.len() * FULL_HAND];
        discards_many(&hands, &mut alone).unwrap();
        for threads in [0, 1, 2, 3, 7, 100] {
            let mut out = vec![0; alone.len()];
            in_threads(&hands, &mut out, FULL_HAND, threads, |_, hands, out| {
                discards_many(hands, out)
            })
            .unwrap();
            assert_eq!(out, alone);
        }
        for (&mask, answers) in hands.iter().zip(alone.as_chunks::<FULL_HAND>().0) {
            let hand = CardSet::from_bits(mask);
            for (card, &points) in hand.iter().zip(answers) {
                assert_eq!(u32::from(points), deadwood(hand.without(card)), "{hand} {card}");
            }
        }
    }

    #[test]
    fn layoffs_agree_one_by_one_and_bad_spreads_are_named() {
        let knockers: Vec<CardSet> = clustered_hands(10, 4_000, 35).collect();
        let hands: Vec<u64> = clustered_hands(10, 4_000, 36)
            .zip(&knockers)
            .map(|(defender, &knocker)| (defender - knocker).mask())
            .collect();
        let mut spreads = Vec::new();
        let mut expected = Vec::new();
        for (&mask, &knocker) in hands.iter().zip(&knockers) {
            let laid = arrange(knocker);
            let mut places = [0; MOST_MELDS];
            for (place, meld) in places.iter_mut().zip(laid.melds()) {
                *place = meld.cards().mask();
            }
            spreads.push(places);
            let spread = Spread::new(laid.melds());
            expected.push(layoff_points(CardSet::from_bits(mask), spread) as u8);
        }
        let mut out = vec![0; hands.len()];
        lay_off_many(&hands, &spreads, &mut out).unwrap();
        assert_eq!(out, expected);
        let refused = |spread| lay_off_many(&[0b1000], &[spread], &mut [0]).unwrap_err().fault;
        assert_eq!(refused([0, 0b11, 0]), Fault::NoMeld { meld: 1 });
        assert_eq!(refused([1 << 14, 0, 0]), Fault::NoCard { bit: 14 });
        let four = Card::from_index(3).unwrap();
        assert_eq!(refused([0b11_1000, 0, 0]), Fault::Twice { card: four });
    }
}
