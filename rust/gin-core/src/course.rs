//! The public course of a deal: all that both players have seen, kept up action by action.
//!
//! The model of a deal and the replay of somebody else's deal keep it with the same code, so a
//! player is handed the same view either way.

use crate::action::{Action, Phase};
use crate::card::Card;
use crate::card_list::CardList;
use crate::card_set::CardSet;
use crate::score::STOCK_FLOOR;

/// Seat 0 or seat 1.
pub type Seat = usize;

/// What everybody knows of a deal so far.
///
/// Lists by seat hold each card once, in the order of the latest time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Who is asked first (R6).
    pub starter: Seat,
    /// Who is to act; once the deal is over, who acted last.
    pub to_act: Seat,
    /// What is to be done.
    pub phase: Phase,
    /// The card just taken from the pile, until the discard (R8).
    pub barred: Option<Card>,
    /// The discard pile, bottom first.
    pub pile: CardList,
    /// Cards left in the stock.
    pub stock: u8,
    /// By seat, the cards that it took from the pile and still holds.
    pub known: [CardSet; 2],
    /// By seat, the cards that it threw, knocks included.
    pub thrown: [CardList; 2],
    /// By seat, the cards on top of the pile that it left lying for the stock or with a pass.
    pub declined: [CardList; 2],
    /// By seat, its finished turns.
    pub turns: [u8; 2],
    /// Cards taken from the pile by both since the last draw from the stock (R21).
    pub takes: u8,
}

impl Course {
    /// A course that begins with this pile, bottom first, and this many cards in the stock.
    #[must_use]
    pub fn new(starter: Seat, to_act: Seat, phase: Phase, pile: &[Card], stock: u8) -> Self {
        let mut course = Self {
            starter,
            to_act,
            phase,
            barred: None,
            pile: pile.iter().copied().collect(),
            stock,
            known: [CardSet::EMPTY; 2],
            thrown: [CardList::EMPTY; 2],
            declined: [CardList::EMPTY; 2],
            turns: [0; 2],
            takes: 0,
        };
        // Passes before the beginning: the upcard was left lying by whoever has been asked.
        if phase == Phase::MustDraw || (phase == Phase::Upcard && to_act != starter) {
            course.decline(starter);
        }
        if phase == Phase::MustDraw {
            course.decline(1 - starter);
        }
        course
    }

    /// Who is to act, or `None` once the deal is over.
    #[must_use]
    pub fn actor(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then_some(self.to_act)
    }

    /// Whether the action can be, as far as everybody can see: it fits the phase and the piles,
    /// and the card thrown is neither barred nor on the pile.
    #[must_use]
    pub fn admits(&self, action: Action) -> bool {
        match (self.phase, action) {
            (Phase::Upcard, Action::Pass) => true,
            (Phase::Upcard, Action::Take) | (Phase::Draw, Action::DrawPile) => {
                !self.pile.is_empty()
            }
            (Phase::MustDraw | Phase::Draw, Action::DrawStock) => self.stock > 0,
            (Phase::Discard, Action::Discard(card) | Action::Knock(card)) => {
                self.barred != Some(card) && !self.pile.set().contains(card)
            }
            _ => false,
        }
    }

    /// Goes on by an action that is admitted; returns the card that came from the pile.
    pub fn apply(&mut self, action: Action) -> Option<Card> {
        debug_assert!(self.admits(action), "{action:?} in {:?}", self.phase);
        match action {
            Action::Pass => {
                self.decline(self.to_act);
                // R6: after the starter's pass the other decides; after both, the starter draws.
                let first = self.to_act == self.starter;
                self.phase = if first { Phase::Upcard } else { Phase::MustDraw };
                self.to_act = 1 - self.to_act;
                None
            }
            Action::DrawStock => {
                if self.phase == Phase::Draw {
                    self.decline(self.to_act);
                }
                self.stock -= 1;
                self.takes = 0;
                self.phase = Phase::Discard;
                None
            }
            Action::Take | Action::DrawPile => self.take(),
            Action::Discard(card) => {
                self.throw(card);
                // R18: the turn has ended without a knock.
                let dead = u32::from(self.stock) <= STOCK_FLOOR;
                self.phase = if dead { Phase::Over } else { Phase::Draw };
                if !dead {
                    self.to_act = 1 - self.to_act;
                }
                None
            }
            Action::Knock(card) => {
                self.throw(card);
                self.phase = Phase::Over;
                None
            }
        }
    }

    fn take(&mut self) -> Option<Card> {
        let card = self.pile.pop()?;
        self.known[self.to_act] = self.known[self.to_act].with(card);
        self.barred = Some(card);
        self.takes = self.takes.saturating_add(1);
        self.phase = Phase::Discard;
        Some(card)
    }

    fn throw(&mut self, card: Card) {
        let seat = self.to_act;
        self.pile.push(card);
        self.known[seat] = self.known[seat].without(card);
        self.thrown[seat].push(card);
        self.turns[seat] = self.turns[seat].saturating_add(1);
        self.barred = None;
    }

    fn decline(&mut self, seat: Seat) {
        if let Some(&top) = self.pile.last() {
            self.declined[seat].push(top);
        }
    }
}
