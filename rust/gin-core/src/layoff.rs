//! Layoffs: the defender's own melds and the cards laid off on the knocker's spread, together,
//! with the least points that can remain (R13).
//!
//! No search over layoffs is needed. Let `Q` be the run cards of the spread and `F` the fourth
//! cards of its three-card sets. With the defender's own sets chosen and removed from the hand,
//! leaving `g`, the dead cards are `g & !run_cards(g | Q) & !F`:
//!
//! * A stretch of hand and `Q` together that holds a spread run is laid off whole, outward card by
//!   card; a stretch without one needs three cards of its own. Run cards of the union say both,
//!   and in a suit laying off the whole stretch is never worse than a run of one's own inside it.
//! * A fourth card may be a link in a stretch; where it would be dead it goes on its set.
//! * A rank of `F` cannot be a set of one's own: three of it are on the table.

use crate::arrangement::{Arrangement, arrangements, each_choice_of_sets};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deadwood::{Leftover, hard, points};
use crate::meld::{Meld, MeldKind, all_lanes, fold, lowest_stretch, run_cards, set_ranks};

/// A spread as the defender's search sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The cards of its runs.
    runs: u64,
    /// The fourth cards of its three-card sets.
    fourths: u64,
}

impl Spread {
    /// The spread of these melds; of none, nothing can be laid off (gin, R14).
    #[must_use]
    pub fn new(melds: impl IntoIterator<Item = Meld>) -> Self {
        melds.into_iter().fold(Self::default(), Self::with)
    }

    /// This spread with one more meld.
    #[inline]
    #[must_use]
    pub const fn with(self, meld: Meld) -> Self {
        self.with_cards(meld.cards().mask())
    }

    /// This spread with the cards of a meld, or with none. No branch: whether a meld is a set or a
    /// run cannot be foretold.
    #[inline]
    const fn with_cards(self, cards: u64) -> Self {
        let neighbours = cards & cards >> 1;
        let run = ((neighbours != 0) as u64).wrapping_neg();
        let rank = all_lanes(fold(cards & !run));
        Self { runs: self.runs | cards & run, fourths: self.fourths | rank & !cards }
    }

    /// Those of `cards` that could be laid off, through each other where they chain.
    pub fn accepts(self, cards: CardSet) -> CardSet {
        let free = cards.mask();
        let mut reached = self.runs;
        loop {
            let wider = reached | (reached << 1 | reached >> 1) & free;
            if wider == reached {
                return CardSet::from_bits((reached & !self.runs | self.fourths) & free);
            }
            reached = wider;
        }
    }
}

/// The melds that a knocker lays down.
impl From<&Arrangement> for Spread {
    #[inline]
    fn from(laid: &Arrangement) -> Self {
        laid.places().iter().fold(Self::default(), |spread, meld| spread.with_cards(meld.mask()))
    }
}

impl Leftover for Spread {
    #[inline]
    fn covered(self, h: u64) -> u64 {
        run_cards(h | self.runs)
    }

    #[inline]
    fn of_suit(self, h: u64, suit: u32) -> u32 {
        let dead = h & !self.covered(h) & !self.fourths;
        points(dead & 0xffff << (16 * suit))
    }

    #[inline]
    fn of_dead(self, dead: u64) -> u32 {
        points(dead & !self.fourths)
    }
}

/// The least points a defender can be left with against a spread (R13).
#[inline]
#[must_use]
pub fn layoff_points(defender: CardSet, spread: Spread) -> u32 {
    let h = defender.mask();
    let s = set_ranks(h);
    let c = spread.covered(h);
    // `& h`: the set ranks cover the lane of the missing suit, where the spread may have a card.
    if c & s & h == 0 {
        return spread.of_dead(h & !s & !c);
    }
    with_conflict(h, s, c, spread)
}

#[inline(never)]
fn with_conflict(h: u64, s: u64, c: u64, spread: Spread) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if let Some(points) =
        crate::lanes::conflict_layoff(h, s, c & s & h, spread.runs, spread.fourths)
    {
        return points;
    }
    hard(spread, h, s, c)
}

/// A defender's hand laid out against a spread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layoff {
    /// The defender's own melds and the cards left.
    pub own: Arrangement,
    /// Each card laid off and the number of the spread's meld it goes on, in an order in which
    /// they can be played.
    pub laid_off: Vec<(Card, usize)>,
}

impl Layoff {
    /// The least points, then as few layoffs as will do, then the canonical order.
    fn rank(&self) -> (u32, usize, Arrangement) {
        (self.own.points(), self.laid_off.len(), self.own)
    }
}

/// A best layoff of a defender's hand of at most eleven cards: the least points; among equals the
/// fewest cards laid off, then the canonical order of the defender's own melds.
///
/// The melds of the spread must be disjoint from each other and from the hand.
///
/// ```
/// use gin_core::{layoff::lay_off, meld::Meld};
///
/// let run = Meld::new("5S 6S 7S".parse().unwrap()).unwrap();
/// let layoff = lay_off("9S 8S KD KH".parse().unwrap(), &[run]);
/// let order: Vec<String> = layoff.laid_off.iter().map(|(card, _)| card.to_string()).collect();
/// assert_eq!(order, ["8S", "9S"]); // the nine needs the eight first
/// ```
#[must_use]
pub fn lay_off(defender: CardSet, spread: &[Meld]) -> Layoff {
    let h = defender.mask();
    let masks = Spread::new(spread.iter().copied());
    let least = layoff_points(defender, masks);
    let mut best: Option<Layoff> = None;
    each_choice_of_sets(h, fold(set_ranks(h) & h), &mut |g| {
        if masks.of_dead(g & !masks.covered(g)) == least {
            let found = name_layoffs(h, g, masks, spread);
            if best.as_ref().is_none_or(|best| found.rank() < best.rank()) {
                best = Some(found);
            }
        }
    });
    best.unwrap_or(Layoff { own: Arrangement::unmelded(defender), laid_off: Vec::new() })
}

/// Says where every card of `g` goes, the sets `h & !g` being laid.
fn name_layoffs(h: u64, g: u64, masks: Spread, spread: &[Meld]) -> Layoff {
    let covered = masks.covered(g) & g;
    let mut own = Vec::new();
    let mut laid_off = Vec::new();
    let mut ranks = fold(h & !g);
    while ranks != 0 {
        let rank = ranks & ranks.wrapping_neg();
        ranks &= !rank;
        own.push(CardSet::from_bits(h & !g & all_lanes(rank)));
    }
    let mut left = covered;
    while left != 0 {
        // A stretch of the defender's cards, with spread cards at one end or both, or none.
        let stretch = lowest_stretch(left);
        left &= !stretch;
        if stretch.count_ones() >= 3 {
            own.push(CardSet::from_bits(stretch));
        } else {
            lay_stretch(stretch, masks, spread, &mut laid_off);
        }
    }
    let mut dead = CardSet::from_bits(g & !covered);
    for card in dead {
        if masks.fourths & card.bit() != 0 {
            dead = dead.without(card);
            laid_off.extend(
                holder(spread, |meld| {
                    meld.kind() == MeldKind::Set
                        && meld.cards().first().is_some_and(|c| c.rank() == card.rank())
                })
                .map(|at| (card, at)),
            );
        }
    }
    laid_off.sort_by_key(|&(_, at)| at); // stable: the order within a meld stays playable
    let melds: Vec<Meld> = own.into_iter().map(Meld::from_cards).collect();
    let own = Arrangement::new(&melds, dead).unwrap_or(Arrangement::unmelded(dead));
    Layoff { own, laid_off }
}

/// One or two neighbouring cards beside a run of the spread: onto the lower run upward, or, where
/// there is none below, onto the upper run downward.
fn lay_stretch(stretch: u64, masks: Spread, spread: &[Meld], laid_off: &mut Vec<(Card, usize)>) {
    let below = (stretch & stretch.wrapping_neg()) >> 1 & masks.runs;
    let above = (stretch << 1) & !stretch & masks.runs;
    let neighbour = if below != 0 { below } else { above };
    let at =
        holder(spread, |meld| meld.kind() == MeldKind::Run && meld.cards().mask() & neighbour != 0);
    let cards = CardSet::from_bits(stretch).iter();
    let Some(at) = at else { return };
    if below != 0 {
        laid_off.extend(cards.map(|card| (card, at)));
    } else {
        let upward: Vec<Card> = cards.collect();
        laid_off.extend(upward.into_iter().rev().map(|card| (card, at)));
    }
}

fn holder(spread: &[Meld], holds: impl Fn(Meld) -> bool) -> Option<usize> {
    spread.iter().position(|&meld| holds(meld))
}

/// The knocker's choices: every least arrangement of the ten cards, the default first (R12).
///
/// The default leaves the fewest of the `possible` cards able to be laid off, chains among them
/// included; among equals the fewest points of such cards, then the canonical order. `possible`
/// are the cards that the defender may hold as far as the knocker can know.
#[must_use]
pub fn spreads(hand: CardSet, possible: CardSet) -> Vec<Arrangement> {
    let mut choices = arrangements(hand);
    if choices.len() > 1 {
        // Stable: equal ones stay in the canonical order.
        choices.sort_by_cached_key(|choice| {
            let open = Spread::new(choice.melds()).accepts(possible);
            (open.len(), open.points())
        });
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{clustered_hands, naive_deadwood, uniform_hands};

    fn meld(text: &str) -> Meld {
        Meld::new(text.parse().unwrap()).unwrap()
    }

    /// Card by card: lay any one card off that fits now, or stop and meld what is left.
    fn naive_layoff_points(hand: CardSet, spread: &[CardSet]) -> u32 {
        let mut best = naive_deadwood(hand);
        for card in hand {
            for at in 0..spread.len() {
                let longer = spread[at].with(card);
                if Meld::new(longer).is_some() {
                    let mut next = spread.to_vec();
                    next[at] = longer;
                    best = best.min(naive_layoff_points(hand.without(card), &next));
                }
            }
        }
        best
    }

    fn playable(layoff: &Layoff, spread: &[Meld]) -> bool {
        let mut table: Vec<CardSet> = spread.iter().map(|meld| meld.cards()).collect();
        layoff.laid_off.iter().all(|&(card, at)| {
            table[at] = table[at].with(card);
            Meld::new(table[at]).is_some()
        })
    }

    /// Knocker's hands with melds, and defenders from the cards left.
    fn tables() -> impl Iterator<Item = (CardSet, Vec<Meld>)> {
        let twenties = clustered_hands(16, 6_000, 21).chain(uniform_hands(20, 4_000, 22));
        twenties.filter_map(|both| {
            let cards: Vec<Card> = both.iter().collect();
            let pick = both.mask() % 7 + 1;
            let knocker: CardSet = cards
                .iter()
                .enumerate()
                .filter(|(at, _)| (*at as u64 * pick) % 16 < 8)
                .map(|(_, c)| *c)
                .take(10)
                .collect();
            let spread: Vec<Meld> = arrangements(knocker).last()?.melds().collect();
            let defender: CardSet = (both - knocker).iter().take(10).collect();
            (!spread.is_empty()).then_some((defender, spread))
        })
    }

    #[test]
    fn a_set_of_three_accepts_its_fourth_card_and_nothing_beside_it() {
        let sets = ["7H 7D 7C", "KS KH KD KC"].map(meld);
        let accepted = Spread::new(sets).accepts("7S 8S 9S 6H AD".parse().unwrap());
        assert_eq!(accepted.to_string(), "7S");
        assert!(Spread::new(sets).accepts("8S 6H".parse().unwrap()).is_empty());
    }

    #[test]
    fn among_equals_as_few_cards_are_laid_off_as_will_do() {
        // The eights fit on three runs as well as together.
        let runs = ["5S 6S 7S", "9H TH JH", "5D 6D 7D"].map(meld);
        let layoff = lay_off("8S 8H 8D KC".parse().unwrap(), &runs);
        assert_eq!(format!("{:?}", layoff.own), "8S 8H 8D / KC");
        assert!(layoff.laid_off.is_empty());
    }

    #[test]
    fn layoffs_agree_with_a_card_by_card_search_and_can_be_played() {
        let mut with_layoffs = 0;
        for (defender, spread) in tables() {
            let masks: Vec<CardSet> = spread.iter().map(|meld| meld.cards()).collect();
            let expected = naive_layoff_points(defender, &masks);
            let layoff = lay_off(defender, &spread);
            assert_eq!(
                layoff_points(defender, Spread::new(spread.iter().copied())),
                expected,
                "{defender} on {spread:?}"
            );
            let (h, table) = (
                defender.mask(),
                Spread::from(&Arrangement::new(&spread, CardSet::EMPTY).unwrap()),
            );
            let searched = hard(table, h, set_ranks(h), table.covered(h));
            assert_eq!(searched, expected, "searched: {defender} on {spread:?}");
            assert_eq!(layoff.own.points(), expected, "{defender} on {spread:?}: {layoff:?}");
            assert!(playable(&layoff, &spread), "{defender} on {spread:?}: {layoff:?}");
            let laid: CardSet = layoff.laid_off.iter().map(|&(card, _)| card).collect();
            assert_eq!(laid.len() as usize, layoff.laid_off.len());
            assert!(laid.is_disjoint(layoff.own.cards()));
            assert_eq!(layoff.own.cards() | laid, defender);
            with_layoffs += usize::from(!laid.is_empty());
        }
        assert!(with_layoffs > 1_000, "{with_layoffs}");
    }

    #[test]
    fn without_a_spread_a_layoff_is_the_plain_arrangement() {
        for hand in clustered_hands(10, 2_000, 23) {
            let layoff = lay_off(hand, &[]);
            assert_eq!(layoff.own, crate::arrangement::arrange(hand));
            assert!(layoff.laid_off.is_empty());
        }
    }

    #[test]
    fn the_default_spread_leaves_the_fewest_cards_able_to_be_laid_off() {
        // Three sets or three runs: on the sets three cards can go, on the runs many more.
        let hand: CardSet = "9H TH JH 9D TD JD 9C TC JC KC".parse().unwrap();
        let choices = spreads(hand, !hand);
        assert_eq!(choices.len(), 2);
        assert_eq!(format!("{:?}", choices[0]), "9H 9D 9C / TH TD TC / JH JD JC / KC");
        // With the fourth cards gone and no run card left the runs are as safe, and canonical.
        let gone: CardSet = "8H QH 8D QD 8C QC".parse().unwrap();
        let choices = spreads(hand, !hand - gone);
        assert_eq!(format!("{:?}", choices[0]), "9H TH JH / 9D TD JD / 9C TC JC / KC");
    }

    #[test]
    fn cards_chain_through_cards_the_defender_may_hold() {
        let spread = Spread::new(Meld::new("5S 6S 7S".parse().unwrap()));
        let accepts = |text: &str| spread.accepts(text.parse().unwrap()).to_string();
        assert_eq!(accepts("8S 9S JS 5H"), "8S 9S");
        assert_eq!(accepts("9S 3S"), "");
        assert_eq!(accepts("AS 2S 3S 4S KS QS JS TS 9S 8S"), "AS 2S 3S 4S 8S 9S TS JS QS KS");
    }
}
