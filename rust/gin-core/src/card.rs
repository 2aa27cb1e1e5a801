//! A card, and its text.

use std::fmt;
use std::str::FromStr;

/// Cards in the pack (R1).
pub const PACK: usize = 52;
/// Cards in the hand of a player who has drawn.
pub const FULL_HAND: usize = 11;
/// Ranks in a suit, ace low (R3).
pub const RANKS: u8 = 13;

const RANK_LETTERS: &[u8; 13] = b"A23456789TJQK";
const SUIT_LETTERS: &[u8; 4] = b"SHDC";

/// The four suits in the order of the card index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// All four, in index order.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];

    /// The suit's letter: S, H, D or C.
    #[must_use]
    pub const fn letter(self) -> char {
        SUIT_LETTERS[self as usize] as char
    }
}

/// One of the 52 cards, as the number `suit * 13 + rank - 1` (suits S H D C, ace first).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card with this index, or `None` from 52 on.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < PACK as u8 { Some(Self(index)) } else { None }
    }

    /// The card of a suit and a rank of 1 (ace) to 13 (king); `None` for another rank.
    #[must_use]
    pub const fn new(suit: Suit, rank: u8) -> Option<Self> {
        if rank >= 1 && rank <= RANKS { Some(Self(suit as u8 * RANKS + rank - 1)) } else { None }
    }

    /// The card of one set bit of a hand's mask.
    pub(crate) const fn from_bit(position: u32) -> Self {
        Self((position - 3 * (position / 16)) as u8) // sixteen places a suit, thirteen cards
    }

    /// 0 to 51.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// 1 (ace) to 13 (king).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % RANKS + 1
    }

    /// The card's suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / RANKS) as usize]
    }

    /// Deadwood points: ace 1, picture cards 10, others their number (R3).
    #[must_use]
    pub const fn points(self) -> u8 {
        POINTS[self.0 as usize % 64]
    }

    /// The card's bit in a hand's mask: `16 * suit + rank - 1`.
    #[must_use]
    pub const fn bit(self) -> u64 {
        BITS[self.0 as usize % 64]
    }
}

/// Bits and points by card index, read instead of dividing by 13: a third off listing the discards
/// of eleven. 64 places, so that no index needs a check.
const BITS: [u64; 64] = {
    let mut bits = [0; 64];
    let mut index = 0;
    while index < PACK {
        bits[index] = 1 << (index / RANKS as usize * 16 + index % RANKS as usize);
        index += 1;
    }
    bits
};

const POINTS: [u8; 64] = {
    let mut points = [0; 64];
    let mut index = 0;
    while index < PACK {
        let rank = index as u8 % RANKS + 1;
        points[index] = if rank < 10 { rank } else { 10 };
        index += 1;
    }
    points
};

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = RANK_LETTERS[usize::from(self.rank() - 1)] as char;
        write!(out, "{rank}{}", self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// Text that names no card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCardError {
    /// What was given.
    pub text: String,
}

impl fmt::Display for ParseCardError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.text.trim().is_empty() {
            return write!(out, "A card is missing; write its rank and suit, such as AS or 10H.");
        }
        // Long garbage must not flood a terminal with itself.
        let shown: String = self.text.chars().take(20).collect();
        let dots = if self.text.chars().count() > 20 { "…" } else { "" };
        write!(
            out,
            "{:?} is no card; write a rank (A 2 3 4 5 6 7 8 9 T J Q K, or 10) and a suit \
             (S H D C), such as AS or 10H.",
            shown + dots
        )
    }
}

impl std::error::Error for ParseCardError {}

fn suit_of(sign: char) -> Option<Suit> {
    match sign.to_ascii_uppercase() {
        'S' | '♠' | '♤' => Some(Suit::Spades),
        'H' | '♥' | '♡' => Some(Suit::Hearts),
        'D' | '♦' | '♢' => Some(Suit::Diamonds),
        'C' | '♣' | '♧' => Some(Suit::Clubs),
        _ => None,
    }
}

fn rank_of(text: &str) -> Option<u8> {
    if text == "10" {
        return Some(10);
    }
    let mut signs = text.chars();
    let sign = signs.next()?.to_ascii_uppercase();
    if signs.next().is_some() || !sign.is_ascii() {
        return None;
    }
    RANK_LETTERS.iter().position(|&letter| letter as char == sign).map(|at| at as u8 + 1)
}

/// Reads liberally: `AS`, `as`, `10h`, `Th`, `hT`, `a♠`, with or without the emoji selector.
impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseCardError { text: text.to_owned() };
        let word = text.trim().trim_end_matches('\u{fe0f}');
        let (first, last) = match (word.chars().next(), word.chars().next_back()) {
            (Some(first), Some(last)) if word.chars().count() >= 2 => (first, last),
            _ => return Err(error()),
        };
        let (suit, rank) = if let Some(suit) = suit_of(last) {
            (suit, &word[..word.len() - last.len_utf8()])
        } else if let Some(suit) = suit_of(first) {
            (suit, word[first.len_utf8()..].trim_start_matches('\u{fe0f}'))
        } else {
            return Err(error());
        };
        rank_of(rank).and_then(|rank| Self::new(suit, rank)).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_comes_back_from_its_text_and_its_bit() {
        for index in 0..52 {
            let card = Card::from_index(index).unwrap();
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::from_bit(card.bit().trailing_zeros()), card);
            assert_eq!(Card::new(card.suit(), card.rank()), Some(card));
        }
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn reading_is_liberal_and_printing_is_not() {
        for text in
            ["TH", "th", "10h", "10♥", " Th ", "hT", "H10", "t♡", "10♥\u{fe0f}", "♥\u{fe0f}10"]
        {
            assert_eq!(text.parse::<Card>().unwrap().to_string(), "TH", "{text}");
        }
    }

    #[test]
    fn what_is_no_card_is_refused_in_one_sentence() {
        for text in
            ["", " ", "Z", "ZZ", "1H", "11H", "0S", "10", "S", "AS2", "♠", "ASS", "é", "TTH"]
        {
            let message = text.parse::<Card>().unwrap_err().to_string();
            assert!(message.contains("such as AS or 10H") && !message.contains('\n'), "{message}");
        }
    }

    #[test]
    fn points_are_those_of_the_rules() {
        let points: Vec<u8> =
            (1..=13).map(|rank| Card::new(Suit::Clubs, rank).unwrap().points()).collect();
        assert_eq!(points, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]);
    }
}
