//! A set of cards as one word.
//!
//! Four lanes of sixteen bits, one a suit; bits 13 to 15 of a lane are always 0, so that a shift
//! by one or two never carries a card into the next suit:
//!
//! ```text
//!  63        48 47        32 31        16 15 13 12          0
//! | 000 K....A | 000 K....A | 000 K....A | 000  K Q J T ... A |
//!     clubs       diamonds      hearts            spades
//! ```

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::str::FromStr;

use crate::card::{Card, PACK, ParseCardError};

const LANE: u64 = 0x1fff;

/// A set of cards: a hand, a pile, a meld.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// The whole pack.
    pub const FULL: Self = Self(LANE | LANE << 16 | LANE << 32 | LANE << 48);

    /// The set of a mask, or `None` where a bit stands for no card.
    #[must_use]
    pub const fn from_mask(mask: u64) -> Option<Self> {
        if mask & !Self::FULL.0 == 0 { Some(Self(mask)) } else { None }
    }

    /// A set from bits that are cards by construction.
    pub(crate) const fn from_bits(bits: u64) -> Self {
        debug_assert!(bits & !Self::FULL.0 == 0);
        Self(bits)
    }

    /// The mask: bit `16 * suit + rank - 1`.
    #[must_use]
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// The set of one card.
    pub const fn of(card: Card) -> Self {
        Self(card.bit())
    }

    /// This set with a card.
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | card.bit())
    }

    /// This set without a card.
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !card.bit())
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & card.bit() != 0
    }

    /// How many cards.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether no card is in both.
    #[must_use]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether every card is in the other set too.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The card with the lowest index.
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_bit(self.0.trailing_zeros())) }
    }

    /// The points of all its cards, melded or not.
    #[must_use]
    pub fn points(self) -> u32 {
        self.iter().map(|card| u32::from(card.points())).sum()
    }

    /// One byte a card, by index: 1 for a card of the set, 0 for another.
    #[must_use]
    pub fn flags(self) -> [u8; PACK] {
        // The four lanes of sixteen bits pushed together to 52.
        let lane = |suit: u32| (self.0 >> (16 * suit) & LANE) << (13 * suit);
        let bits = lane(0) | lane(1) | lane(2) | lane(3);
        let mut flags = [0; PACK];
        let (eights, last) = flags.as_chunks_mut::<8>();
        for (at, eight) in (0..).zip(eights) {
            *eight = eight_flags(bits >> (8 * at));
        }
        last.copy_from_slice(&eight_flags(bits >> 48)[..4]);
        flags
    }

    /// The cards in index order.
    #[must_use]
    pub const fn iter(self) -> Cards {
        Cards(self.0)
    }
}

/// The lowest eight bits, one in each byte.
const fn eight_flags(bits: u64) -> [u8; 8] {
    // Every byte gets all eight and keeps its own; what is then not 0 carries into the top bit.
    let own = ((bits & 0xff) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101).to_le_bytes()
}

/// The cards of a set in index order.
#[derive(Clone, Debug)]
pub struct Cards(u64);

impl Iterator for Cards {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card::from_bit(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cards {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CardSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Sub for CardSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

/// The rest of the pack.
impl Not for CardSet {
    type Output = Self;
    fn not(self) -> Self {
        Self::FULL - self
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, card) in self.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            write!(out, "{space}{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{{{self}}}")
    }
}

/// Text that names no set of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseHandError {
    /// A word that is no card.
    Card(ParseCardError),
    /// A card named twice.
    Twice(Card),
}

impl fmt::Display for ParseHandError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(error) => error.fmt(out),
            Self::Twice(card) => {
                write!(out, "{card} is there twice; each card can be in a hand once.")
            }
        }
    }
}

impl std::error::Error for ParseHandError {}

impl From<ParseCardError> for ParseHandError {
    fn from(error: ParseCardError) -> Self {
        Self::Card(error)
    }
}

/// Cards between spaces or commas, in any order.
impl FromStr for CardSet {
    type Err = ParseHandError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut set = Self::EMPTY;
        let words = text.split(|sign: char| sign.is_whitespace() || sign == ',');
        for word in words.filter(|word| !word.is_empty()) {
            let card: Card = word.parse()?;
            if set.contains(card) {
                return Err(ParseHandError::Twice(card));
            }
            set = set.with(card);
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::mix;

    #[test]
    fn the_pack_has_52_cards_in_index_order() {
        let indices: Vec<u8> = CardSet::FULL.iter().map(Card::index).collect();
        assert_eq!(indices, (0..52).collect::<Vec<u8>>());
        assert_eq!(CardSet::FULL.points(), 340);
        assert!((!CardSet::FULL).is_empty());
    }

    #[test]
    fn a_mask_with_a_bit_that_is_no_card_is_refused() {
        for bit in [13, 14, 15, 29, 63] {
            assert_eq!(CardSet::from_mask(1 << bit), None);
        }
        assert_eq!(CardSet::from_mask(1), Some(CardSet::of(Card::from_index(0).unwrap())));
    }

    #[test]
    fn a_flag_is_one_for_each_card_of_the_set() {
        for seed in 0..500 {
            let set = CardSet::from_bits(mix(seed, 0) & CardSet::FULL.mask());
            let one_by_one = CardSet::FULL.iter().map(|card| u8::from(set.contains(card)));
            assert!(set.flags().into_iter().eq(one_by_one));
        }
        assert_eq!(CardSet::FULL.flags(), [1; PACK]);
    }

    #[test]
    fn text_comes_back_sorted() {
        let set: CardSet = " 10h, AS kd\t2c ".parse().unwrap();
        assert_eq!(set.to_string(), "AS TH KD 2C");
        assert_eq!(
            "AS 3H as".parse::<CardSet>().unwrap_err().to_string().split(';').next(),
            Some("AS is there twice")
        );
        assert_eq!("".parse(), Ok(CardSet::EMPTY));
    }
}
