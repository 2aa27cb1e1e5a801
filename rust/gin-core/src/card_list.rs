//! Cards in an order, each at most once, without allocation.

use std::fmt;
use std::ops::Deref;

use crate::card::{Card, PACK};
use crate::card_set::CardSet;

/// A pile, or cards in the order in which something happened to them.
#[derive(Clone, Copy)]
pub struct CardList {
    cards: [Card; PACK],
    len: u8,
    /// The same cards: most are pushed for the first time, and this knows it without a search.
    set: CardSet,
}

impl CardList {
    /// No card.
    pub const EMPTY: Self = Self { cards: [Card::from_bit(0); PACK], len: 0, set: CardSet::EMPTY };

    /// Puts a card at the end; if it is further down it moves.
    pub fn push(&mut self, card: Card) {
        if self.set.contains(card) {
            let from = self.iter().position(|&held| held == card).unwrap_or(0);
            self.cards[from..usize::from(self.len)].rotate_left(1);
        } else {
            // Room for the whole pack, and each card is there once.
            self.cards[self.len()] = card;
            self.len += 1;
            self.set = self.set.with(card);
        }
    }

    /// Takes the card at the end.
    pub fn pop(&mut self) -> Option<Card> {
        let card = *self.last()?;
        self.len -= 1;
        self.set = self.set.without(card);
        Some(card)
    }

    /// The cards without their order.
    pub const fn set(&self) -> CardSet {
        self.set
    }
}

impl Deref for CardList {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

impl FromIterator<Card> for CardList {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut list = Self::EMPTY;
        cards.into_iter().for_each(|card| list.push(card));
        list
    }
}

impl PartialEq for CardList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for CardList {}

impl fmt::Debug for CardList {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_pushed_again_moves_to_the_end() {
        let cards: Vec<Card> = CardSet::FULL.iter().collect();
        let mut list: CardList = cards.iter().copied().collect();
        list.push(cards[3]);
        assert_eq!(list.len(), 52);
        assert_eq!(list[3], cards[4]);
        assert_eq!(list.set(), CardSet::FULL);
        assert_eq!(list.pop(), Some(cards[3]));
        assert_eq!(list.set(), CardSet::FULL.without(cards[3]));
        assert_eq!(list.last(), Some(&cards[51]));
        assert_eq!(CardList::EMPTY.last(), None);
    }
}
