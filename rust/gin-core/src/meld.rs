//! Sets and runs (R4), and the two masks that find them all at once.

use std::fmt;

use crate::card_set::CardSet;

/// Cards of `h` that stand in three or more consecutive of their suit.
///
/// ```text
/// h        . . 3 4 5 6 . 8 9
/// t        . . 3 4 5 . . 8 .     h & h >> 1: the next card is held too
/// r        . . 3 4 . . . . .     t & t >> 1: the lowest card of each three
/// result   . . 3 4 5 6 . . .     r spread over the two places above it
/// ```
#[inline]
pub(crate) const fn run_cards(h: u64) -> u64 {
    let t = h & h >> 1;
    let r = t & t >> 1;
    let u = r | r << 1;
    u | u << 1
}

/// Every rank held three or four times, in all four lanes (held there or not).
///
/// Of lanes a b c d: a, c and one of the others, or b, d and one of the others. A word turned by
/// two lanes repeats after two, so that one turn by one more lane exchanges the halves.
#[inline]
pub(crate) const fn set_ranks(h: u64) -> u64 {
    let other = h.rotate_left(32);
    let threes = h & other & (h | other).rotate_left(16);
    threes | threes.rotate_left(16)
}

/// Every rank held four times, in all four lanes.
#[inline]
pub(crate) const fn whole_ranks(h: u64) -> u64 {
    let both = h & h.rotate_left(32);
    both & both.rotate_left(16)
}

/// The ranks of a mask, folded into the lowest lane.
#[inline]
pub(crate) const fn fold(h: u64) -> u64 {
    let half = h | h >> 32;
    (half | half >> 16) & 0x1fff
}

/// A rank of the lowest lane, copied to all four.
#[inline]
pub(crate) const fn all_lanes(rank: u64) -> u64 {
    rank * 0x0001_0001_0001_0001
}

/// What kind of meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MeldKind {
    /// Three or four cards of one rank.
    Set,
    /// Three or more consecutive cards of one suit, ace low.
    Run,
}

/// A set or a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meld(CardSet);

impl Meld {
    /// The meld of these cards, or `None` where they are no meld.
    ///
    /// ```
    /// use gin_core::{card_set::CardSet, meld::Meld};
    ///
    /// let cards = |text: &str| text.parse::<CardSet>().unwrap();
    /// assert!(Meld::new(cards("AS 2S 3S")).is_some());
    /// assert!(Meld::new(cards("QS KS AS")).is_none()); // the ace is low (R3)
    /// ```
    #[must_use]
    pub const fn new(cards: CardSet) -> Option<Self> {
        let h = cards.mask();
        let is_set = cards.len() >= 3 && h & !all_lanes(fold(h) & fold(h).wrapping_neg()) == 0;
        if is_set || is_run(h) { Some(Self(cards)) } else { None }
    }

    /// A meld from cards that are one by construction.
    pub(crate) const fn from_cards(cards: CardSet) -> Self {
        debug_assert!(Self::new(cards).is_some());
        Self(cards)
    }

    /// Its cards.
    pub const fn cards(self) -> CardSet {
        self.0
    }

    /// Set or run.
    #[must_use]
    pub const fn kind(self) -> MeldKind {
        if is_run(self.0.mask()) { MeldKind::Run } else { MeldKind::Set }
    }
}

/// Whether a mask is one run of three or more.
const fn is_run(h: u64) -> bool {
    if h.count_ones() < 3 {
        return false;
    }
    // One stretch: adding its lowest bit carries through it to a single bit above.
    // The zero bits 13 to 15 of a lane stop the carry inside the suit.
    let carried = h.wrapping_add(h & h.wrapping_neg());
    h & carried == 0 && carried.count_ones() <= 1 && run_cards(h) == h
}

impl fmt::Display for Meld {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, out)
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, out)
    }
}

/// The lowest stretch of neighbouring cards of a mask of run cards.
#[inline]
pub(crate) const fn lowest_stretch(c: u64) -> u64 {
    let lowest = c & c.wrapping_neg();
    c & !c.wrapping_add(lowest)
}

/// Cards that stand with two of these in a set or a run.
pub fn completing(cards: CardSet) -> CardSet {
    let h = cards.mask();
    let pairs = h & (h.rotate_left(16) | h.rotate_left(32));
    let ranks = pairs | pairs.rotate_left(16) | pairs.rotate_left(32) | pairs.rotate_left(48);
    let runs = (h << 1 & h << 2) | (h >> 1 & h >> 2) | (h << 1 & h >> 1);
    CardSet::from_bits((ranks | runs) & CardSet::FULL.mask())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;

    fn naive_is_meld(cards: CardSet) -> bool {
        let list: Vec<Card> = cards.iter().collect();
        if list.len() < 3 {
            return false;
        }
        let one_rank = list.iter().all(|card| card.rank() == list[0].rank());
        let consecutive = list
            .windows(2)
            .all(|pair| pair[0].suit() == pair[1].suit() && pair[0].rank() + 1 == pair[1].rank());
        one_rank || consecutive
    }

    #[test]
    fn a_meld_is_what_the_rules_say() {
        // Every set of up to four cards of the pack: 294 203 of them.
        let pack: Vec<Card> = CardSet::FULL.iter().collect();
        let mut melds = 0;
        for a in 0..52 {
            for b in a..52 {
                for c in b..52 {
                    for d in c..52 {
                        let cards: CardSet =
                            [pack[a], pack[b], pack[c], pack[d]].into_iter().collect();
                        let meld = Meld::new(cards);
                        assert_eq!(meld.is_some(), naive_is_meld(cards), "{cards}");
                        melds += usize::from(meld.is_some() && cards.len() == 4 && a < b && b < c);
                    }
                }
            }
        }
        assert_eq!(melds, 13 + 40);
    }

    #[test]
    fn long_runs_are_melds_and_gaps_are_not() {
        for suit in 0..4 {
            for low in 0..13_u64 {
                for high in low + 4..13 {
                    let run = ((1 << (high + 1)) - (1 << low)) << (16 * suit);
                    let meld = Meld::new(CardSet::from_bits(run));
                    assert_eq!(meld.map(Meld::kind), Some(MeldKind::Run));
                    let gap = run & !(1 << (low + 2 + 16 * suit));
                    assert_eq!(Meld::new(CardSet::from_bits(gap)), None);
                }
            }
        }
    }

    #[test]
    fn a_run_that_leaves_the_suit_is_none() {
        for text in ["QS KS AH", "KS AH 2H", "JS QS KS AH", "QS KS AS", "AS 2S KS"] {
            assert_eq!(Meld::new(text.parse().unwrap()), None, "{text}");
        }
    }
}
