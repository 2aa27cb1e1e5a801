//! Ways of laying a hand: one canonical least arrangement, or all of them (R5, R12).

use std::cmp::Ordering;
use std::fmt;

use crate::card_set::CardSet;
use crate::deadwood::{deadwood, loose_points};
use crate::meld::{Meld, all_lanes, fold, lowest_stretch, run_cards, set_ranks, whole_ranks};

/// Melds that fit into a hand of eleven.
pub const MOST_MELDS: usize = 3;

/// A hand laid out: disjoint melds, and the cards in none.
///
/// The melds stand in the order of their lowest card. Arrangements compare in the *canonical
/// order*: fewer melds first (a run of six before two runs of three), then card by card.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrangement {
    /// Padded with empty sets.
    melds: [CardSet; MOST_MELDS],
    dead: CardSet,
}

impl Arrangement {
    /// A hand with nothing melded.
    #[must_use]
    pub const fn unmelded(dead: CardSet) -> Self {
        Self { melds: [CardSet::EMPTY; MOST_MELDS], dead }
    }

    /// Melds and the cards in none, or `None` where there are more than three melds or a card is
    /// in two places.
    #[must_use]
    pub fn new(melds: &[Meld], dead: CardSet) -> Option<Self> {
        if melds.len() > MOST_MELDS {
            return None;
        }
        let mut arrangement = Self::unmelded(dead);
        for meld in melds {
            if !meld.cards().is_disjoint(arrangement.cards()) {
                return None;
            }
            arrangement.insert(meld.cards());
        }
        Some(arrangement)
    }

    /// Puts a meld in its place by lowest card.
    fn insert(&mut self, meld: CardSet) {
        let mut carried = meld;
        for slot in &mut self.melds {
            if slot.is_empty() || carried.mask().trailing_zeros() < slot.mask().trailing_zeros() {
                std::mem::swap(slot, &mut carried);
            }
        }
        debug_assert!(carried.is_empty(), "more melds than a hand of eleven can hold");
    }

    /// The hand `h` with the sets that `g` lacks, every run of `g` laid whole.
    ///
    /// No loop and no branch: how many melds a hand has cannot be foretold, and a wrong guess of
    /// the processor costs more than all of this. Runs fill the places from the front and sets
    /// from the back; at most three melds fit into eleven cards, so they never meet.
    #[inline]
    fn with_sets_taken(h: u64, g: u64) -> Self {
        let runs = run_cards(g);
        let first = lowest_stretch(runs);
        let second = lowest_stretch(runs & !first);
        let third = runs & !first & !second;
        let dead = CardSet::from_bits(g & !runs);
        let sets = h & !g;
        if sets == 0 {
            return Self { melds: [first, second, third].map(CardSet::from_bits), dead };
        }
        let ranks = fold(sets);
        let low = ranks & ranks.wrapping_neg();
        let above = ranks & !low;
        let middle = above & above.wrapping_neg();
        let high = above & !middle;
        let a = first | sets & all_lanes(high);
        let b = second | sets & all_lanes(middle);
        let c = third | sets & all_lanes(low);
        let (a, b) = in_order(a, b);
        let (b, c) = in_order(b, c);
        let (a, b) = in_order(a, b);
        Self { melds: [a, b, c].map(CardSet::from_bits), dead }
    }

    fn insert_sets(&mut self, sets: u64) {
        let mut ranks = fold(sets);
        while ranks != 0 {
            let rank = ranks & ranks.wrapping_neg();
            ranks &= !rank;
            self.insert(CardSet::from_bits(sets & all_lanes(rank)));
        }
    }

    /// How many melds.
    fn count(&self) -> usize {
        self.melds.iter().map(|meld| usize::from(!meld.is_empty())).sum()
    }

    /// The melds' cards, behind them empty places.
    #[inline]
    pub(crate) const fn places(&self) -> &[CardSet; MOST_MELDS] {
        &self.melds
    }

    /// The melds, in the order of their lowest card.
    #[must_use]
    pub fn melds(&self) -> impl ExactSizeIterator<Item = Meld> + '_ {
        self.melds[..self.count()].iter().map(|&cards| Meld::from_cards(cards))
    }

    /// The cards in no meld.
    pub const fn dead(&self) -> CardSet {
        self.dead
    }

    /// The points of the cards in no meld.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.dead.points()
    }

    /// All cards, melded or not.
    pub fn cards(&self) -> CardSet {
        self.melds.iter().fold(self.dead, |all, &meld| all | meld)
    }
}

/// Two melds by their lowest card, an empty one last.
#[inline]
const fn in_order(a: u64, b: u64) -> (u64, u64) {
    if below_lowest(b) < below_lowest(a) { (b, a) } else { (a, b) }
}

/// All places below the lowest card, as a mask; the greatest number for no card.
#[inline]
const fn below_lowest(cards: u64) -> u64 {
    (cards & cards.wrapping_neg()).wrapping_sub(1)
}

/// Ascending lists of cards, compared card by card; a list that ends first is the smaller.
fn compare_cards(a: CardSet, b: CardSet) -> Ordering {
    let (a, b) = (a.mask(), b.mask());
    if a == b {
        return Ordering::Equal;
    }
    let first_difference = (a ^ b) & (a ^ b).wrapping_neg();
    let above = !(first_difference | (first_difference - 1));
    // The list without that card goes on with a later one, or has ended.
    let (holder_is_a, other) =
        (a & first_difference != 0, if a & first_difference != 0 { b } else { a });
    if (other & above != 0) == holder_is_a { Ordering::Less } else { Ordering::Greater }
}

impl Ord for Arrangement {
    fn cmp(&self, other: &Self) -> Ordering {
        let melds = self.melds.iter().zip(&other.melds);
        self.count()
            .cmp(&other.count())
            .then_with(|| {
                melds
                    .map(|(&a, &b)| compare_cards(a, b))
                    .find(|order| order.is_ne())
                    .unwrap_or(Ordering::Equal)
            })
            .then_with(|| compare_cards(self.dead, other.dead))
    }
}

impl PartialOrd for Arrangement {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Arrangement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for meld in self.melds() {
            write!(out, "{meld} / ")?;
        }
        write!(out, "{}", self.dead)
    }
}

/// The canonical least arrangement of a hand of at most eleven cards.
///
/// ```
/// use gin_core::arrangement::arrange;
///
/// let laid = arrange("2C AS 3S 2S 4S 5S 6S".parse().unwrap());
/// assert_eq!(format!("{laid:?}"), "AS 2S 3S 4S 5S 6S / 2C");
/// ```
#[inline]
#[must_use]
pub fn arrange(hand: CardSet) -> Arrangement {
    let h = hand.mask();
    let s = set_ranks(h);
    let c = run_cards(h);
    if c & s == 0 {
        // No card has two uses, so the least arrangement is unique up to splitting a run, and
        // the unsplit one has the fewest melds.
        return Arrangement::with_sets_taken(h, h & !s);
    }
    arrange_conflict(h, s, c)
}

/// The canonical least arrangement where a card is wanted by a run and by a set.
#[inline(never)]
fn arrange_conflict(h: u64, s: u64, c: u64) -> Arrangement {
    let mut least = u32::MAX;
    let mut best = h;
    each_useful_choice(h, s, c, &mut |g| {
        let points = loose_points(g);
        if points < least
            || points == least
                && Arrangement::with_sets_taken(h, g) < Arrangement::with_sets_taken(h, best)
        {
            (least, best) = (points, g);
        }
    });
    Arrangement::with_sets_taken(h, best)
}

/// Calls `visit` with what is left of `h` by every choice of sets that can be least.
///
/// Every card has points, so an arrangement that leaves a card dead which a set could take is
/// not least: sets in no conflict are laid whole, a card of four in no run stays with the three
/// others, and of four with one run card or none at least three are laid.
#[inline]
pub(crate) fn each_useful_choice(h: u64, s: u64, c: u64, visit: &mut impl FnMut(u64)) {
    let ranks = fold(c & s & h);
    useful_choices(h & !(s & !all_lanes(ranks)), ranks, whole_ranks(h), c, visit);
}

fn useful_choices(h: u64, ranks: u64, fours: u64, c: u64, visit: &mut impl FnMut(u64)) {
    let rank = ranks & ranks.wrapping_neg();
    let others = ranks & !rank;
    let cards = h & all_lanes(rank);
    let mut go_on = |g: u64| {
        if others == 0 { visit(g) } else { useful_choices(g, others, fours, c, visit) }
    };
    go_on(h & !cards);
    let mut droppable = cards & c;
    if fours & rank == 0 {
        return go_on(h);
    }
    if droppable & (droppable - 1) != 0 {
        go_on(h);
    }
    while droppable != 0 {
        let dropped = droppable & droppable.wrapping_neg();
        droppable &= !dropped;
        go_on(h & !cards | dropped);
    }
}

/// Every distinct arrangement of a hand of at most eleven cards with the least deadwood, in the
/// canonical order. A run of six laid whole and as two runs of three are two arrangements.
#[must_use]
pub fn arrangements(hand: CardSet) -> Vec<Arrangement> {
    let h = hand.mask();
    let least = deadwood(hand);
    let mut found = Vec::new();
    each_choice_of_sets(h, fold(set_ranks(h) & h), &mut |g| {
        // A run card left dead would cost points, so with these sets the runs are laid whole,
        // though perhaps in parts.
        if loose_points(g) == least {
            let runs = run_cards(g);
            let mut start = Arrangement::unmelded(CardSet::from_bits(g & !runs));
            start.insert_sets(h & !g);
            each_split(start, runs, &mut |arrangement| found.push(arrangement));
        }
    });
    found.sort_unstable();
    found
}

/// Calls `visit` with what every choice of sets leaves of `h`: for each rank of `ranks` no set,
/// the whole rank, or any three of four.
pub(crate) fn each_choice_of_sets(h: u64, ranks: u64, visit: &mut impl FnMut(u64)) {
    if ranks == 0 {
        return visit(h);
    }
    let rank = ranks & ranks.wrapping_neg();
    let others = ranks & !rank;
    let cards = h & all_lanes(rank);
    each_choice_of_sets(h, others, visit);
    each_choice_of_sets(h & !cards, others, visit);
    if whole_ranks(h) & rank != 0 {
        for suit in 0..4 {
            each_choice_of_sets(h & !cards | rank << (16 * suit), others, visit);
        }
    }
}

/// Calls `visit` with every way of cutting the stretches of `runs` into runs of three or more.
fn each_split(laid: Arrangement, runs: u64, visit: &mut impl FnMut(Arrangement)) {
    if runs == 0 {
        return visit(laid);
    }
    let stretch = lowest_stretch(runs);
    let length = stretch.count_ones();
    let lowest = stretch & stretch.wrapping_neg();
    for part in 3..=length {
        let remainder = length - part;
        if remainder == 0 || remainder >= 3 {
            let run = (lowest << part) - lowest;
            let mut longer = laid;
            longer.insert(CardSet::from_bits(run));
            each_split(longer, runs & !run, visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{clustered_hands, naive_deadwood, uniform_hands};

    /// All disjoint choices of melds, found by listing every meld of the hand.
    fn naive_arrangements(hand: CardSet) -> Vec<Arrangement> {
        fn all_melds(hand: CardSet) -> Vec<Meld> {
            let cards: Vec<_> = hand.iter().collect();
            (0..1_u32 << cards.len())
                .filter(|chosen| chosen.count_ones() >= 3)
                .map(|chosen| {
                    (0..cards.len())
                        .filter(|&at| chosen >> at & 1 == 1)
                        .map(|at| cards[at])
                        .collect()
                })
                .filter_map(Meld::new)
                .collect()
        }
        fn extend(
            melds: &[Meld],
            chosen: &mut Vec<Meld>,
            dead: CardSet,
            out: &mut Vec<Arrangement>,
        ) {
            out.push(Arrangement::new(chosen, dead).unwrap());
            for (at, meld) in melds.iter().enumerate() {
                if meld.cards().is_subset(dead) {
                    chosen.push(*meld);
                    extend(&melds[at + 1..], chosen, dead - meld.cards(), out);
                    chosen.pop();
                }
            }
        }
        let mut all = Vec::new();
        extend(&all_melds(hand), &mut Vec::new(), hand, &mut all);
        let least = all.iter().map(Arrangement::points).min().unwrap();
        all.retain(|arrangement| arrangement.points() == least);
        all.sort_unstable();
        all
    }

    #[test]
    fn every_least_arrangement_is_found_once_and_the_first_is_the_canonical_one() {
        let hands = (0..=11).flat_map(|size| {
            clustered_hands(size, 400, size as u64).chain(uniform_hands(size, 100, size as u64))
        });
        for hand in hands {
            let found = arrangements(hand);
            assert_eq!(found, naive_arrangements(hand), "{hand}");
            assert_eq!(arrange(hand), found[0], "{hand}");
        }
    }

    #[test]
    fn the_arrangement_is_legal_and_its_points_are_the_least() {
        for hand in clustered_hands(11, 20_000, 7).chain(uniform_hands(10, 20_000, 8)) {
            let laid = arrange(hand);
            assert_eq!(laid.points(), naive_deadwood(hand), "{hand}");
            assert_eq!(laid.cards(), hand);
            let cards: u32 = laid.melds().map(|meld| meld.cards().len()).sum();
            assert_eq!(cards + laid.dead().len(), hand.len());
            assert!(laid.melds().all(|meld| Meld::new(meld.cards()).is_some()));
        }
    }

    #[test]
    fn card_lists_compare_like_lists() {
        let list = |set: CardSet| set.iter().collect::<Vec<_>>();
        let hands: Vec<CardSet> =
            clustered_hands(4, 60, 1).chain(clustered_hands(2, 60, 2)).collect();
        for &a in &hands {
            for &b in &hands {
                assert_eq!(compare_cards(a, b), list(a).cmp(&list(b)), "{a} {b}");
            }
        }
    }
}
