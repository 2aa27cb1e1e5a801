//! What a player can do, and which of it is legal (R6 to R9).

use crate::card::{Card, PACK};
use crate::card_set::CardSet;
use crate::discard::{FULL_HAND, best_discard_points, discard_points};
use crate::score::KNOCK_LIMIT;

/// One thing that a player does. A knock lays down the default spread (R12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes the upcard on the first turn (R6).
    Take,
    /// Leaves the upcard on the first turn (R6).
    Pass,
    /// Draws the top of the stock (R7).
    DrawStock,
    /// Draws the top of the discard pile (R7).
    DrawPile,
    /// Discards a card and goes on (R7).
    Discard(Card),
    /// Discards a card and ends the deal (R9); with no deadwood left it is gin (R10).
    Knock(Card),
}

/// How many actions there are, each with a code below this.
pub const ACTIONS: usize = 4 + 2 * PACK;

const DISCARD: u8 = 4;
const KNOCK: u8 = 56;
/// Codes from here to [`CODES`] name a card drawn from the stock by the player who sees it.
pub(crate) const OWN_DRAW: u8 = 108;
/// One more than the last code of an event.
pub(crate) const CODES: u8 = 160;

impl Action {
    /// The action as one byte: 0 take, 1 pass, 2 stock, 3 pile, 4 + card index for a discard,
    /// 56 + card index for a knock.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Take => 0,
            Self::Pass => 1,
            Self::DrawStock => 2,
            Self::DrawPile => 3,
            Self::Discard(card) => DISCARD + card.index(),
            Self::Knock(card) => KNOCK + card.index(),
        }
    }

    /// The code of a draw from the stock for the player who sees the card: 108 + card index.
    #[must_use]
    pub const fn own_draw_code(card: Card) -> u8 {
        OWN_DRAW + card.index()
    }

    /// The action of a code, or `None` where it stands for none.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Take),
            1 => Some(Self::Pass),
            2 => Some(Self::DrawStock),
            3 => Some(Self::DrawPile),
            DISCARD..KNOCK => Card::from_index(code - DISCARD).map(Self::Discard),
            KNOCK..OWN_DRAW => Card::from_index(code - KNOCK).map(Self::Knock),
            _ => None,
        }
    }
}

/// Where a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Take the upcard or pass (R6).
    Upcard,
    /// The starter's draw from the stock after two passes (R6).
    MustDraw,
    /// Stock or pile (R7).
    Draw,
    /// Eleven cards in hand.
    Discard,
    /// The deal is over.
    Over,
}

/// The legal actions of a player, as sets: nothing is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legal {
    /// Bit `code` for each of the four actions without a card.
    plain: u8,
    discards: CardSet,
    knocks: CardSet,
}

impl Legal {
    /// Nothing: the deal is over.
    pub const NONE: Self = Self { plain: 0, discards: CardSet::EMPTY, knocks: CardSet::EMPTY };

    /// What the player to act may do with this hand; `barred` has just been taken (R8).
    #[must_use]
    pub fn new(phase: Phase, hand: CardSet, barred: Option<Card>) -> Self {
        let none = Self::NONE;
        match phase {
            Phase::Upcard => Self { plain: 0b0011, ..none },
            Phase::MustDraw => Self { plain: 0b0100, ..none },
            Phase::Draw => Self { plain: 0b1100, ..none },
            Phase::Over => none,
            Phase::Discard => {
                let free = barred.map_or(hand, |card| hand.without(card));
                Self { plain: 0, discards: free, knocks: knocks(hand) & free }
            }
        }
    }

    /// Whether the action is one of them.
    #[must_use]
    pub const fn contains(&self, action: Action) -> bool {
        match action {
            Action::Discard(card) => self.discards.contains(card),
            Action::Knock(card) => self.knocks.contains(card),
            _ => self.plain >> action.code() & 1 == 1,
        }
    }

    /// How many.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.plain.count_ones() + self.discards.len() + self.knocks.len()
    }

    /// The one at a place of the fixed order of [`Legal::iter`].
    #[must_use]
    pub fn nth(&self, place: u32) -> Option<Action> {
        self.iter().nth(place as usize)
    }

    /// One byte an action, by code: 1 for a legal one, 0 for another.
    #[must_use]
    pub fn flags(&self) -> [u8; ACTIONS] {
        let mut flags = [0; ACTIONS];
        let (plain, cards) = flags.split_at_mut(usize::from(DISCARD));
        for (code, flag) in plain.iter_mut().enumerate() {
            *flag = self.plain >> code & 1;
        }
        let (discards, knocks) = cards.split_at_mut(PACK);
        discards.copy_from_slice(&self.discards.flags());
        knocks.copy_from_slice(&self.knocks.flags());
        flags
    }

    /// Whether there is none: the deal is over.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them in the fixed order: take, pass; stock, pile; the discards by card; the knocks.
    pub fn iter(&self) -> impl Iterator<Item = Action> + use<> {
        let plain = self.plain;
        (0..DISCARD)
            .filter(move |code| plain >> code & 1 == 1)
            .filter_map(Action::from_code)
            .chain(self.discards.iter().map(Action::Discard))
            .chain(self.knocks.iter().map(Action::Knock))
    }
}

/// The cards that a hand may be knocked with, the bar aside (R9).
fn knocks(hand: CardSet) -> CardSet {
    // Most hands are far from a knock, and the best discard alone takes a seventh of all eleven.
    if hand.len() as usize == FULL_HAND && best_discard_points(hand) > KNOCK_LIMIT {
        return CardSet::EMPTY;
    }
    let leaves = discard_points(hand);
    let low = hand.iter().zip(leaves).filter(|&(_, points)| u32::from(points) <= KNOCK_LIMIT);
    low.map(|(card, _)| card).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discard::discards;
    use crate::test_support::{clustered_hands, uniform_hands};

    #[test]
    fn every_code_comes_back() {
        for code in 0..=255 {
            let action = Action::from_code(code);
            assert_eq!(action.is_some(), code < OWN_DRAW);
            assert!(action.is_none_or(|action| action.code() == code));
        }
    }

    #[test]
    fn the_card_just_taken_is_neither_discarded_nor_knocked_with() {
        let hand = "AS 2S 3S 4H 4D 4C 9C 9D 9S KD QD".parse().unwrap();
        let free = Legal::new(Phase::Discard, hand, None);
        assert_eq!((free.len(), free.iter().count()), (13, 13));
        let king = "KD".parse().unwrap();
        let barred = Legal::new(Phase::Discard, hand, Some(king));
        assert_eq!(barred.len(), 11);
        assert!(!barred.contains(Action::Discard(king)) && !barred.contains(Action::Knock(king)));
        assert!(barred.iter().all(|action| barred.contains(action)));
    }

    #[test]
    fn knocks_are_the_discards_that_leave_ten_or_less() {
        for hand in clustered_hands(11, 20_000, 17).chain(uniform_hands(11, 2_000, 18)) {
            let barred = hand.first();
            let legal = Legal::new(Phase::Discard, hand, barred);
            let found = discards(hand, barred);
            let low = found.iter().filter(|discard| discard.points <= KNOCK_LIMIT);
            assert_eq!(legal.knocks, low.map(|discard| discard.card).collect());
            assert_eq!(legal.discards, found.iter().map(|discard| discard.card).collect());
        }
    }

    #[test]
    fn a_flag_is_one_for_each_legal_action() {
        let hand = "AS 2S 3S 4H 4D 4C 9C 9D 9S KD QD".parse().unwrap();
        for phase in [Phase::Upcard, Phase::MustDraw, Phase::Draw, Phase::Discard, Phase::Over] {
            let legal = Legal::new(phase, hand, "9S".parse().ok());
            let flags = (0..).zip(legal.flags()).filter(|&(_, flag)| flag == 1);
            let actions: Vec<_> = legal.iter().collect();
            assert_eq!(
                flags.filter_map(|(code, _)| Action::from_code(code)).collect::<Vec<_>>(),
                actions
            );
            let places = 0..legal.len();
            assert!(places.map(|place| legal.nth(place).unwrap()).eq(actions));
            assert_eq!(legal.nth(legal.len()), None);
        }
    }

    #[test]
    fn a_draw_is_chosen_as_the_phase_allows() {
        let list = |phase| Legal::new(phase, CardSet::EMPTY, None).iter().collect::<Vec<_>>();
        assert_eq!(list(Phase::Upcard), [Action::Take, Action::Pass]);
        assert_eq!(list(Phase::MustDraw), [Action::DrawStock]);
        assert_eq!(list(Phase::Draw), [Action::DrawStock, Action::DrawPile]);
        assert_eq!(list(Phase::Over), []);
    }
}
