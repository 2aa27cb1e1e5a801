//! The usual yardstick among programs: it melds its own hand and knocks as soon as it can.

use super::Bot;
use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::discard::{Discard, Discards};
use crate::meld::{run_cards, set_ranks};
use crate::rng::Generator;
use crate::score::KNOCK_LIMIT;
use crate::view::View;

/// The baseline player of the EAAI gin rummy challenge, from its description.
///
/// It takes a card only into a meld, discards at random among the cards that leave the least
/// deadwood, knocks at once, and looks at neither the opponent nor the score.
#[derive(Clone, Copy, Debug)]
pub struct Simple {
    /// The most deadwood it knocks with.
    knocks_with: u32,
}

impl Simple {
    /// Knocks as soon as the rules allow it.
    pub const KNOCKING: Self = Self { knocks_with: KNOCK_LIMIT };
    /// Waits for gin: it never gives an undercut away, and takes many.
    pub const GIN_ONLY: Self = Self { knocks_with: 0 };
}

/// Whether the card is in some set or run of the hand.
pub(super) const fn is_melded(hand: CardSet, card: Card) -> bool {
    (run_cards(hand.mask()) | set_ranks(hand.mask())) & card.bit() != 0
}

impl Bot for Simple {
    fn takes(&self, view: &View<'_>, top: Card, _: &mut Generator) -> bool {
        is_melded(view.hand().with(top), top)
    }

    fn ends_turn(&self, view: &View<'_>, all: &Discards, chance: &mut Generator) -> Action {
        // A discard that would undo or repeat an earlier turn is left out, unless all would.
        let fresh = |discard: &&Discard| {
            let turns = &view.holding.turns;
            view.holding.drawn.is_none_or(|drawn| !turns.contains(drawn, discard.card))
        };
        let least = all.iter().find(fresh).or(all.first()).map_or(0, |discard| discard.points);
        let equal = |discard: &&Discard| discard.points == least;
        let fresh_equals = all.iter().filter(fresh).filter(equal).count();
        let chosen = if fresh_equals > 0 {
            all.iter().filter(fresh).filter(equal).nth(chance.below(fresh_equals as u32) as usize)
        } else {
            all.first()
        };
        match chosen {
            Some(&Discard { card, points }) if points <= self.knocks_with => Action::Knock(card),
            Some(&Discard { card, .. }) => Action::Discard(card),
            None => Action::Pass,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::duel;
    use crate::bot::by_name;

    /// The shares by which others know this player (at 2,000 pairs of deals their standard
    /// deviations are 0.1 to 0.4 %).
    #[test]
    fn it_plays_like_the_player_described() {
        let simple = by_name("simple").unwrap();
        let deals = duel(simple, simple, 4_000, 0, 1).deals;
        let ratio = |a: u64, b: u64| f64::from(a as u32) / f64::from(b as u32);
        let share = |count: u64| ratio(count, deals.deals);
        let gins: u64 = deals.gins.iter().sum();
        let undercuts: u64 = deals.undercuts.iter().sum();
        assert!((share(gins) - 0.02).abs() < 0.008, "{deals:?}");
        assert!((share(undercuts) - 0.045).abs() < 0.01, "{deals:?}");
        assert!((share(deals.dead) - 0.002).abs() < 0.002, "{deals:?}");
        assert!((share(deals.discards) - 12.5).abs() < 0.3, "{deals:?}");
        let knocks = deals.deals - deals.dead - gins;
        let mean = ratio(deals.knock_deadwood, knocks);
        assert!((mean - 7.1).abs() < 0.15, "{mean}");
    }

    #[test]
    fn waiting_for_gin_beats_knocking_at_once() {
        let (gin_only, simple) = (by_name("gin-only").unwrap(), by_name("simple").unwrap());
        let wins = duel(gin_only, simple, 0, 1_500, 1).match_wins;
        assert!((wins.mean - 0.683).abs() < 0.03, "{wins:?}");
    }
}
