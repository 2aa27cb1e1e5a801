//! All that one seat may know of a deal: what a computer player decides with.

use std::fmt;

use crate::action::{Legal, Phase};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::course::{Course, Seat};
use crate::rng::mix;
use crate::score::TARGET;

/// What a seat has drawn and thrown in its own turns, as (drawn, thrown).
///
/// The latest 32: more than a deal has unless both players take discards back and forth.
#[derive(Clone, Copy)]
pub struct Turns {
    pairs: [(Card, Card); Self::KEPT],
    count: usize,
}

impl Turns {
    const KEPT: usize = 32;
    const NONE: Self =
        Self { pairs: [(Card::from_bit(0), Card::from_bit(0)); Self::KEPT], count: 0 };

    fn push(&mut self, drawn: Card, thrown: Card) {
        self.pairs[self.count % Self::KEPT] = (drawn, thrown);
        self.count += 1;
    }

    /// The pairs, in no particular order.
    #[must_use]
    pub fn pairs(&self) -> &[(Card, Card)] {
        &self.pairs[..self.count.min(Self::KEPT)]
    }

    /// Whether one of the two cards was drawn and the other thrown in one turn.
    #[must_use]
    pub fn contains(&self, a: Card, b: Card) -> bool {
        self.pairs().iter().any(|&pair| pair == (a, b) || pair == (b, a))
    }
}

impl PartialEq for Turns {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.pairs() == other.pairs()
    }
}

impl Eq for Turns {}

impl fmt::Debug for Turns {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pairs().fmt(out)
    }
}

/// What one seat holds and nobody else sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Ten cards, or eleven before the discard.
    pub hand: CardSet,
    /// The card drawn or taken this turn, until the discard.
    pub drawn: Option<Card>,
    /// The seat's finished turns.
    pub turns: Turns,
}

impl Holding {
    /// A hand at the beginning.
    #[must_use]
    pub const fn new(hand: CardSet) -> Self {
        Self { hand, drawn: None, turns: Turns::NONE }
    }

    /// This holding after a draw.
    #[must_use]
    pub const fn gaining(self, card: Card) -> Self {
        Self { hand: self.hand.with(card), drawn: Some(card), ..self }
    }

    /// Ends the turn with the discard of a card.
    pub fn throw(&mut self, card: Card) {
        if let Some(drawn) = self.drawn.take() {
            self.turns.push(drawn, card);
        }
        self.hand = self.hand.without(card);
    }
}

/// The score of the match as one seat sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// This seat's points before the deal.
    pub mine: u32,
    /// The other seat's.
    pub theirs: u32,
    /// The points that win the match (R19).
    pub target: u32,
}

impl Score {
    /// The same as the other seat sees it.
    #[must_use]
    pub const fn of_the_other(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine, target: self.target }
    }

    /// Whether one of the two has won the match.
    #[must_use]
    pub fn is_won(self) -> bool {
        self.mine.max(self.theirs) >= self.target.max(1)
    }
}

impl Default for Score {
    fn default() -> Self {
        Self { mine: 0, theirs: 0, target: TARGET }
    }
}

/// What one seat may know. It borrows, so making one costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View<'deal> {
    /// Whose view.
    pub seat: Seat,
    /// What everybody has seen.
    pub course: &'deal Course,
    /// What only this seat has.
    pub holding: &'deal Holding,
    /// The score of the match.
    pub score: Score,
}

impl View<'_> {
    /// The own cards.
    pub const fn hand(&self) -> CardSet {
        self.holding.hand
    }

    /// Whether this seat is to act.
    #[must_use]
    pub fn my_turn(&self) -> bool {
        self.course.actor() == Some(self.seat)
    }

    /// The card that may not be discarded this turn (R8).
    #[must_use]
    pub const fn barred(&self) -> Option<Card> {
        self.course.barred
    }

    /// The top of the discard pile.
    #[must_use]
    pub fn top(&self) -> Option<Card> {
        self.course.pile.last().copied()
    }

    /// The opponent's cards that everybody has seen.
    pub const fn known(&self) -> CardSet {
        self.course.known[1 - self.seat]
    }

    /// Every card that the opponent may hold: those in neither the own hand nor the pile.
    pub fn possible(&self) -> CardSet {
        !(self.hand() | self.course.pile.set())
    }

    /// Every card of which this seat does not know where it is.
    pub fn unseen(&self) -> CardSet {
        self.possible() - self.known()
    }

    /// The legal actions; none when this seat is not to act.
    #[must_use]
    pub fn legal(&self) -> Legal {
        let phase = if self.my_turn() { self.course.phase } else { Phase::Over };
        Legal::new(phase, self.hand(), self.barred())
    }

    /// The number of the own turn, from 1. Where the deal began in the middle, the cards gone
    /// from the stock say how many turns there have been.
    #[must_use]
    pub fn turn(&self) -> u32 {
        let drawn = 31_u32.saturating_sub(u32::from(self.course.stock));
        (u32::from(self.course.turns[self.seat]) + 1).max(drawn.div_ceil(2))
    }

    /// A number that stands for what the seat knows, for chance that depends on nothing else.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let course = self.course;
        let counts = [course.stock, course.turns[0], course.turns[1], course.pile.len() as u8];
        let words = [
            self.hand().mask(),
            course.pile.set().mask(),
            self.known().mask(),
            u64::from(u32::from_le_bytes(counts)),
        ];
        words.into_iter().fold(course.phase as u64, mix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_turns_are_forgotten_last_of_all() {
        let mut turns = Turns::NONE;
        let pack: Vec<Card> = CardSet::FULL.iter().collect();
        for at in 0..40 {
            turns.push(pack[at], pack[at + 1]);
        }
        assert_eq!(turns.pairs().len(), 32);
        assert!(turns.contains(pack[40], pack[39]) && !turns.contains(pack[0], pack[1]));
    }

    #[test]
    fn a_match_is_won_at_the_target_and_not_a_point_before() {
        for (mine, theirs, target, won) in [
            (99, 0, 100, false),
            (100, 0, 100, true),
            (0, 99, 100, false),
            (0, 100, 100, true),
            (0, 0, 0, false),
            (1, 0, 0, true),
        ] {
            assert_eq!(Score { mine, theirs, target }.is_won(), won, "{mine} {theirs} {target}");
        }
    }
}
