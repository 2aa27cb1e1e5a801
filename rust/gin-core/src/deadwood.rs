//! The least deadwood of a hand (R5), exactly.
//!
//! Two masks of the whole hand say almost everything: the cards that stand in a run of three or
//! more, and the ranks held three or four times. With the sets chosen and removed, what is left
//! has one least answer, every maximal stretch laid whole, so that a suit needs one number: a
//! table of 8,192 entries. Only the choice of sets is a search, and for 97 in 100 random hands
//! there is none:
//!
//! 1. No card both in a set rank and in a run: a set's cards can be melded in no other way, so
//!    every set is taken.
//! 2. A card in no run and in no set rank is dead in every arrangement. If taking all sets
//!    orphans no card of a run, that bound is met.
//! 3. Otherwise only the *conflict ranks*, those with a card in both, are branched on; at most
//!    three in eleven cards. A rank held three times is taken whole or not at all; one held four
//!    times also as any three. A dropped card in no run would be dead, so only run cards are
//!    worth dropping, and leaving all four out is never needed with fewer than two run cards.
//! 4. The last undecided rank touches each suit on its own: with `A` a suit's points with its
//!    card of the rank and `B` without, "not taken" costs the sum of A, "whole" the sum of B,
//!    and "all but suit s" the sum of B plus `A - B` of s. Eight table reads, no branch.
//!
//! With AVX2 all choices for two ranks are worked out side by side (`lanes`), which answers any hand
//! of ten without a branch on what its conflicts are; the search remains for other processors and
//! for three conflict ranks among more cards.
//!
//! Measured by `make bench`; the tests compare every hand of a 24-card pack, and the slow ones
//! every class of ten cards of the whole pack, with an independent recursion.

use crate::card_set::CardSet;
use crate::meld::{all_lanes, fold, run_cards, set_ranks, whole_ranks};

/// Points of the cards of one suit, indexed by its 16-bit lane.
///
/// 65,536 entries though only the first 8,192 are ever read: indexing by the lane itself needs no
/// bounds check and no mask (0.2 ns a hand), and the rest is never touched.
type LaneTable = [u8; 65_536];

const fn plain_points(mut lane: u64) -> u8 {
    let mut points = 0;
    while lane != 0 {
        let rank = lane.trailing_zeros() as u8 + 1;
        points += if rank < 10 { rank } else { 10 };
        lane &= lane - 1;
    }
    points
}

// Evaluated by the compiler; nothing this large is ever on a stack.
#[allow(clippy::large_stack_arrays)]
const fn build(runs_laid: bool) -> LaneTable {
    let mut table = [0; 65_536];
    let mut lane = 0;
    while lane < 1 << 13 {
        let dead = if runs_laid { lane & !run_cards(lane) } else { lane };
        table[lane as usize] = plain_points(dead);
        lane += 1;
    }
    table
}

/// Points of a suit's cards.
static POINTS: LaneTable = build(false);
/// Points of a suit's cards that are in no run.
static LOOSE: LaneTable = build(true);

#[inline]
fn lane(h: u64, suit: u32) -> usize {
    usize::from((h >> (16 * suit)) as u16)
}

#[inline]
fn sum(table: &LaneTable, h: u64) -> u32 {
    u32::from(table[lane(h, 0)])
        + u32::from(table[lane(h, 1)])
        + u32::from(table[lane(h, 2)])
        + u32::from(table[lane(h, 3)])
}

/// Points of all cards of a mask.
#[inline]
pub(crate) fn points(h: u64) -> u32 {
    sum(&POINTS, h)
}

/// Points of the cards left when no set is laid and every run is.
#[inline]
pub(crate) fn loose_points(h: u64) -> u32 {
    sum(&LOOSE, h)
}

/// Points of one suit's cards that are in no run.
#[inline]
pub(crate) fn loose_points_of_suit(h: u64, suit: u32) -> u32 {
    u32::from(LOOSE[lane(h, suit)])
}

/// The least points of cards in no meld, over all ways of melding (R5).
///
/// Exact for any set of cards: hands of up to eleven by the search above, sets with more conflicts
/// than eleven cards can have by a sweep over the ranks, whose cost does not grow with them.
///
/// ```
/// use gin_core::{card_set::CardSet, deadwood::deadwood};
///
/// // 7♠ is wanted by the run and by the set; the set is worth more.
/// let hand: CardSet = "5S 6S 7S 7H 7D QC".parse().unwrap();
/// assert_eq!(deadwood(hand), 21);
/// ```
#[inline]
#[must_use]
pub fn deadwood(hand: CardSet) -> u32 {
    let h = hand.mask();
    let s = set_ranks(h);
    let c = run_cards(h);
    if c & s == 0 {
        return loose_points(h & !s);
    }
    with_conflict(h, s, c & s)
}

/// A hand with cards `wanted` by a run and by a set.
#[inline(never)]
fn with_conflict(h: u64, s: u64, wanted: u64) -> u32 {
    #[cfg(target_arch = "x86_64")]
    return crate::lanes::conflict_deadwood(h, s, wanted, searched);
    #[cfg(not(target_arch = "x86_64"))]
    searched(h)
}

/// [`deadwood`] of a hand known to have such cards, by the search, on any processor.
pub(crate) fn searched(h: u64) -> u32 {
    hard(Plain, h, set_ranks(h), run_cards(h))
}

/// What the chosen sets leave behind, and what it costs: the one thing in which plain deadwood and
/// a defender's layoffs differ.
pub(crate) trait Leftover: Copy {
    /// The run cards of a mask.
    fn covered(self, h: u64) -> u64;
    /// Points of one suit's cards in no run.
    fn of_suit(self, h: u64, suit: u32) -> u32;
    /// Points of these cards when none of them is in a run.
    fn of_dead(self, dead: u64) -> u32;
    /// The answer for `h` by a way whose cost does not grow with the conflicts, if there is one.
    fn of_many(self, h: u64) -> Option<u32> {
        let _ = h;
        None
    }
}

/// No spread on the table: every card in no meld counts.
#[derive(Clone, Copy)]
struct Plain;

impl Leftover for Plain {
    #[inline]
    fn covered(self, h: u64) -> u64 {
        run_cards(h)
    }

    #[inline]
    fn of_suit(self, h: u64, suit: u32) -> u32 {
        loose_points_of_suit(h, suit)
    }

    #[inline]
    fn of_dead(self, dead: u64) -> u32 {
        points(dead)
    }

    fn of_many(self, h: u64) -> Option<u32> {
        Some(sweep(h))
    }
}

/// Hands in which a card is wanted by a run and by a set: kept out of line, so that the common
/// path stays small. `s` are the set ranks of `h`, `c` its run cards.
#[inline(never)]
pub(crate) fn hard<L: Leftover>(left: L, h: u64, s: u64, c: u64) -> u32 {
    let g = h & !s;
    let dead_anyway = g & !c;
    if g & !left.covered(g) == dead_anyway {
        return left.of_dead(dead_anyway);
    }
    let ranks = fold(c & s & h);
    // Sets that cost nothing are laid at once.
    let rest = h & !(s & !all_lanes(ranks));
    let fours = ranks & whole_ranks(h);
    // The leaf takes all choices of its rank at once, so it gets one held four times.
    let from = if fours != 0 { fours } else { ranks };
    let last = from & from.wrapping_neg();
    let others = ranks & !last;
    let whole = fours & last != 0;
    if others == 0 {
        return leaf(left, rest, last, whole);
    }
    // Two ranks, one of them held three times: the common case of the rest, without recursion.
    if others.is_power_of_two() && others & fours == 0 {
        let taken = rest & !all_lanes(others);
        return leaf(left, rest, last, whole).min(leaf(left, taken, last, whole));
    }
    if ranks.count_ones() > MOST_CONFLICTS
        && let Some(points) = left.of_many(rest)
    {
        return points;
    }
    branch(left, rest, others, last, fours)
}

/// Conflict ranks in eleven cards; with more the search gives way to the sweep.
const MOST_CONFLICTS: u32 = 3;

/// The best of all choices for the last undecided rank, suit by suit.
#[inline]
fn leaf<L: Leftover>(left: L, h: u64, rank: u64, whole: bool) -> u32 {
    let without = h & !all_lanes(rank);
    let mut not_taken = 0;
    let mut taken = 0;
    let mut best_kept = 0;
    for suit in 0..4 {
        let a = left.of_suit(h, suit).cast_signed();
        let b = left.of_suit(without, suit).cast_signed();
        not_taken += a;
        taken += b;
        best_kept = best_kept.min(a - b);
    }
    let kept = if whole { best_kept } else { 0 };
    not_taken.min(taken + kept).cast_unsigned()
}

/// Every choice for the ranks in `ranks`, then the leaf for `last`.
fn branch<L: Leftover>(left: L, h: u64, ranks: u64, last: u64, fours: u64) -> u32 {
    if ranks == 0 {
        return leaf(left, h, last, fours & last != 0);
    }
    let rank = ranks & ranks.wrapping_neg();
    let others = ranks & !rank;
    let cards = all_lanes(rank) & h;
    let mut best =
        branch(left, h, others, last, fours).min(branch(left, h & !cards, others, last, fours));
    if fours & rank != 0 {
        let mut droppable = cards & left.covered(h);
        while droppable != 0 {
            let dropped = droppable & droppable.wrapping_neg();
            droppable &= !dropped;
            best = best.min(branch(left, h & !cards | dropped, others, last, fours));
        }
    }
    best
}

/// Any set of cards, by one pass over the ranks from ace to king.
///
/// The state is, for each suit, how many cards of an unfinished run end at the rank before
/// (0, 1, 2, or 3 for "three or more"): 256 states. At each rank the set is chosen (none, any
/// three, all four), and each other held card is left dead or put on its suit's run; a run of
/// one or two that is not continued was no run, so that way is dropped.
fn sweep(h: u64) -> u32 {
    const NONE: u32 = u32::MAX;
    let mut least = [NONE; 256];
    least[0] = 0;
    for rank in 0..13_u32 {
        let held = (0..4).fold(0, |held, suit| held | (h >> (16 * suit + rank) & 1) << suit);
        let price = (rank + 1).min(10);
        let mut next = [NONE; 256];
        for (state, &so_far) in least.iter().enumerate().filter(|&(_, &least)| least != NONE) {
            // `melded` ranges over the cards of this rank laid as a set, `run` over those on runs.
            for melded in (0..16_u64).filter(|&m| m & !held == 0 && (m == 0 || m.count_ones() >= 3))
            {
                for run in (0..16_u64).filter(|&r| r & !(held & !melded) == 0) {
                    if let Some(to) = advance(state, run) {
                        let dead = (held & !melded & !run).count_ones() * price;
                        next[to] = next[to].min(so_far + dead);
                    }
                }
            }
        }
        least = next;
    }
    // A run cut short by the king is no run either.
    (0..256)
        .filter(|&state| advance(state, 0).is_some())
        .map(|state| least[state])
        .min()
        .unwrap_or(0)
}

/// The state after one more rank with a card on the runs of these suits, or `None` where a run of
/// one or two cards would stop.
fn advance(state: usize, run: u64) -> Option<usize> {
    (0..4).try_fold(0, |to, suit| {
        let length = state >> (2 * suit) & 3;
        let longer = match (run >> suit & 1, length) {
            (0, 1 | 2) => return None,
            (0, _) => 0,
            (_, length) => (length + 1).min(3),
        };
        Some(to | longer << (2 * suit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{clustered_hands, naive_deadwood, subdeck_hands, uniform_hands};

    #[test]
    fn every_hand_of_a_24_card_pack_agrees_with_a_card_by_card_recursion() {
        // Ranks A to 6: 2 704 156 hands of 12 cards and fewer are too many for one test; every
        // hand of 0 to 11 cards of ranks A to 4 (65 535) and every 10-card hand of A to 6.
        let mut compared = 0;
        for hand in subdeck_hands(4, 0..=11).chain(subdeck_hands(6, 10..=10)) {
            let expected = naive_deadwood(hand);
            assert_eq!(deadwood(hand), expected, "{hand}");
            assert_eq!(searched(hand.mask()), expected, "searched: {hand}");
            compared += 1;
        }
        assert_eq!(compared, 65_536 - 1820 - 560 - 120 - 16 - 1 + 1_961_256);
    }

    #[test]
    fn random_hands_of_every_size_agree_with_the_recursion_and_the_sweep() {
        for size in 0..=11 {
            for h in uniform_hands(size, 2_000, 1).chain(clustered_hands(size, 6_000, 2)) {
                let expected = naive_deadwood(h);
                assert_eq!(deadwood(h), expected, "{h}");
                assert_eq!(searched(h.mask()), expected, "searched: {h}");
                assert_eq!(sweep(h.mask()), expected, "sweep {h}");
            }
        }
    }

    #[test]
    fn with_vectors_and_without_the_answers_are_the_same() {
        // Of eleven, so that three conflict ranks leave one or two cards over; and high ranks.
        let rich = (8..=13).flat_map(|size| clustered_hands(size, 100_000, 5));
        for h in subdeck_hands(6, 11..=11).chain(rich) {
            assert_eq!(deadwood(h), searched(h.mask()), "{h}");
        }
    }

    #[test]
    fn more_cards_than_a_hand_holds_are_exact_too() {
        assert_eq!(deadwood(CardSet::FULL), 0);
        for h in clustered_hands(14, 60, 3).chain(uniform_hands(16, 60, 4)) {
            assert_eq!(deadwood(h), naive_deadwood(h), "{h}");
        }
    }

    #[test]
    fn a_four_of_a_kind_with_one_run_card_may_still_be_laid_whole() {
        // The trap of "drop the one card that is in a run": another set breaks that run.
        let hand: CardSet = "5S 6S 7S 5H 5D 6H 6D 6C 7H 7D".parse().unwrap();
        assert_eq!(deadwood(hand), naive_deadwood(hand));
    }
}
