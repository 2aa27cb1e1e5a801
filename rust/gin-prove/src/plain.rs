//! Melds and deadwood by trying everything, straight from the rules (R4, R5): the third method,
//! for packs of few cards and for hands here and there.
//!
//! It is the method of the reference solver in Python, which shares no line with it.

use gin_core::card::{Card, Suit};
use gin_core::card_set::CardSet;

/// Whether these are three or four cards of one rank, or three or more in a row of one suit.
pub fn is_meld(cards: CardSet) -> bool {
    let cards: Vec<Card> = cards.iter().collect();
    let pairs = || cards.iter().zip(cards.iter().skip(1));
    let set = pairs().all(|(a, b)| a.rank() == b.rank());
    let run = pairs().all(|(a, b)| a.suit() == b.suit() && a.rank() + 1 == b.rank());
    cards.len() >= 3 && (set || run)
}

/// The lowest ranks of the first suits.
pub fn pack(suits: usize, ranks: u8) -> Vec<Card> {
    let suits = Suit::ALL.into_iter().take(suits);
    suits.flat_map(|suit| (1..=ranks).filter_map(move |rank| Card::new(suit, rank))).collect()
}

/// Every meld of the cards of a pack.
pub fn melds(pack: &[Card]) -> Vec<CardSet> {
    let mut found = Vec::new();
    for (at, &first) in pack.iter().enumerate() {
        let later = &pack[at + 1..];
        let mut run = CardSet::of(first);
        for &card in later.iter().filter(|card| card.suit() == first.suit()) {
            run = run.with(card);
            found.push(run);
        }
        let mates: Vec<Card> =
            later.iter().copied().filter(|card| card.rank() == first.rank()).collect();
        for chosen in 1..1_u32 << mates.len() {
            let with = mates.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            found.push(with.fold(CardSet::of(first), |set, (_, &card)| set.with(card)));
        }
    }
    found.retain(|&meld| is_meld(meld));
    found
}

/// The least points left over of `left`, whichever of the melds are laid.
pub fn least_left(left: CardSet, melds: &[CardSet]) -> u32 {
    let mut best = left.points();
    for (at, &meld) in melds.iter().enumerate() {
        if meld.is_subset(left) {
            best = best.min(least_left(left - meld, &melds[at + 1..]));
        }
    }
    best
}

/// The melds that can be made of a hand.
pub fn within(hand: CardSet, melds: &[CardSet]) -> Vec<CardSet> {
    melds.iter().copied().filter(|meld| meld.is_subset(hand)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_melds_as_a_pencil_counts() {
        // 13 ranks: four threes and one four each; 4 suits: 11 + 10 + … + 1 runs each.
        assert_eq!(melds(&pack(4, 13)).len(), 13 * 5 + 4 * 66);
        assert_eq!(melds(&pack(4, 4)).len(), 4 * 5 + 4 * 3);
        assert_eq!(melds(&pack(2, 9)).len(), 2 * 28);
    }

    #[test]
    fn what_is_no_meld() {
        for text in ["", "AS", "AS 2S", "AS AH", "QS KS AS", "AS 2S 4S", "3S 4H 5S", "AS AH 2S"] {
            assert!(!is_meld(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn a_meld_may_have_to_stay_unlaid() {
        let hand: CardSet = "5S 6S 7S 7H 7D QC".parse().unwrap();
        assert_eq!(least_left(hand, &melds(&pack(4, 13))), 21);
    }
}
