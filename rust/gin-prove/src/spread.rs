//! Layoffs card by card (R13), beside the engine, which searches no layoffs at all.

use gin_core::card::Card;
use gin_core::card_set::CardSet;
use gin_core::layoff::{Layoff, Spread, lay_off, layoff_points};
use gin_core::meld::Meld;
use gin_core::rng::Generator;

use crate::plain::{is_meld, least_left, melds, pack, within};

/// Cards in a hand between turns.
const HAND: u32 = 10;

/// What was compared, and the first answers that differ.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Defenders' hands against a spread.
    pub compared: u64,
    /// Those of them in which something was laid off.
    pub laid_off: u64,
    /// Answers that differ.
    pub wrong: u64,
    /// The first of them.
    pub told: Vec<String>,
}

impl Found {
    /// Asks the engine, and holds its answer against `least`.
    fn compare(&mut self, defender: CardSet, spread: &[Meld], least: u32) {
        let points = layoff_points(defender, Spread::new(spread.iter().copied()));
        let layoff = lay_off(defender, spread);
        self.compared += 1;
        self.laid_off += u64::from(!layoff.laid_off.is_empty());
        if points != least || layoff.own.points() != least || !adds_up(defender, spread, &layoff) {
            self.wrong += 1;
            if self.told.len() < 10 {
                self.told.push(format!("{defender} on {spread:?}: {least}, not {layoff:?}"));
            }
        }
    }
}

/// Whether the layoff can be played card by card and accounts for every card of the hand.
fn adds_up(defender: CardSet, spread: &[Meld], layoff: &Layoff) -> bool {
    let mut table: Vec<CardSet> = spread.iter().map(|meld| meld.cards()).collect();
    let mut left = defender;
    for &(card, at) in &layoff.laid_off {
        table[at] = table[at].with(card);
        if !left.contains(card) || !is_meld(table[at]) {
            return false;
        }
        left = left.without(card);
    }
    for meld in layoff.own.melds() {
        if !meld.cards().is_subset(left) || !is_meld(meld.cards()) {
            return false;
        }
        left -= meld.cards();
    }
    left == layoff.own.dead()
}

/// The least points: any one card is laid off where it fits, or none is and the rest is melded.
fn card_by_card(
    hand: CardSet,
    spread: &mut [CardSet],
    own: &mut impl FnMut(CardSet) -> u32,
) -> u32 {
    let mut best = own(hand);
    for card in hand {
        for at in 0..spread.len() {
            let before = spread[at];
            if is_meld(before.with(card)) {
                spread[at] = before.with(card);
                best = best.min(card_by_card(hand.without(card), spread, own));
                spread[at] = before;
            }
        }
    }
    best
}

/// Every spread of one to three melds of a small pack, against every hand of at most ten cards of
/// the rest.
pub fn every(suits: usize, ranks: u8) -> Found {
    let cards = pack(suits, ranks);
    let melds = melds(&cards);
    let own = Own::new(&cards, &melds);
    let mut found = Found::default();
    each_spread(&melds, &mut Vec::new(), &mut |spread| {
        let laid: Vec<Meld> = spread.iter().filter_map(|&cards| Meld::new(cards)).collect();
        let whole = spread.iter().fold(CardSet::EMPTY, |all, &meld| all | meld);
        let rest: Vec<Card> = cards.iter().copied().filter(|&card| !whole.contains(card)).collect();
        for part in (0..1_u32 << rest.len()).filter(|part| part.count_ones() <= HAND) {
            let chosen = rest.iter().enumerate().filter(|(at, _)| part >> at & 1 == 1);
            let hand = chosen.fold(CardSet::EMPTY, |hand, (_, &card)| hand.with(card));
            let mut table = spread.to_vec();
            let least = card_by_card(hand, &mut table, &mut |left| own.of(left));
            found.compare(hand, &laid, least);
        }
    });
    found
}

/// Tells of every choice of one to three disjoint melds of ten cards at most.
fn each_spread(melds: &[CardSet], laid: &mut Vec<CardSet>, tell: &mut impl FnMut(&[CardSet])) {
    let all = laid.iter().fold(CardSet::EMPTY, |all, &meld| all | meld);
    for (at, &meld) in melds.iter().enumerate() {
        if meld.is_disjoint(all) && (all | meld).len() <= HAND {
            laid.push(meld);
            tell(laid);
            each_spread(&melds[at + 1..], laid, tell);
            laid.pop();
        }
    }
}

/// The least deadwood of every part of a small pack, each from smaller parts: its lowest card is
/// dead, or in one of the melds.
struct Own {
    pack: Vec<Card>,
    least: Vec<u8>,
}

impl Own {
    fn new(pack: &[Card], melds: &[CardSet]) -> Self {
        let mut own = Self { pack: pack.to_vec(), least: Vec::new() };
        let melds: Vec<usize> = melds.iter().map(|&meld| own.place(meld)).collect();
        for part in 0..1_usize << pack.len() {
            let lowest = part & part.wrapping_neg();
            let dead = pack.get(lowest.trailing_zeros() as usize);
            let alone = dead.map_or(0, |card| card.points() + own.least[part - lowest]);
            let laid = melds.iter().filter(|&&meld| meld & part == meld && meld & lowest != 0);
            let least = laid.map(|meld| own.least[part - meld]).fold(alone, u8::min);
            own.least.push(least);
        }
        own
    }

    fn place(&self, cards: CardSet) -> usize {
        let held = self.pack.iter().enumerate().filter(|&(_, &card)| cards.contains(card));
        held.fold(0, |place, (at, _)| place | 1 << at)
    }

    fn of(&self, cards: CardSet) -> u32 {
        u32::from(self.least[self.place(cards)])
    }
}

/// So many random spreads of the whole pack against hands of ten, most from the ranks around.
pub fn random(count: u64, seed: u64) -> Found {
    let mut chance = Generator::new(seed);
    let cards = pack(4, 13);
    let melds = melds(&cards);
    let mut found = Found::default();
    while found.compared < count {
        let mut spread = Vec::new();
        let mut taken = CardSet::EMPTY;
        for _ in 0..=chance.below(3) {
            let meld = melds[chance.below(melds.len() as u32) as usize];
            if meld.is_disjoint(taken) && (taken | meld).len() <= HAND {
                taken |= meld;
                spread.push(meld);
            }
        }
        let near = chance.below(4) > 0;
        let reach = |card: &Card| {
            let around =
                |meld: &CardSet| meld.iter().any(|laid| laid.rank().abs_diff(card.rank()) <= 2);
            !taken.contains(*card) && (!near || spread.iter().any(around))
        };
        let mut from: Vec<Card> = cards.iter().copied().filter(reach).collect();
        chance.shuffle(&mut from);
        let hand = from.into_iter().take(HAND as usize).fold(CardSet::EMPTY, CardSet::with);
        let laid: Vec<Meld> = spread.iter().filter_map(|&cards| Meld::new(cards)).collect();
        let least =
            card_by_card(hand, &mut spread, &mut |left| least_left(left, &within(left, &melds)));
        found.compare(hand, &laid, least);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layoffs_on_small_packs_are_those_found_card_by_card() {
        for (suits, ranks, hands) in [(2, 6, 8_880), (3, 4, 8_048)] {
            let found = every(suits, ranks);
            assert_eq!((found.compared, found.told), (hands, Vec::new()));
        }
    }

    #[test]
    fn random_layoffs_are_those_found_card_by_card() {
        let found = random(4_000, 1);
        assert_eq!((found.compared, found.told), (4_000, Vec::new()));
        assert!(found.laid_off > 1_000, "{}", found.laid_off);
    }
}
