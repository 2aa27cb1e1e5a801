//! The player that does what the value network thinks best.

use super::Bot;
use crate::action::Action;
use crate::card::Card;
use crate::rng::Generator;
use crate::value::candidate::candidates;
use crate::value::network::Network;
use crate::view::View;

/// A player with a network, no search and no chance.
#[derive(Clone, Debug)]
pub struct Greedy<const H: usize>(pub Network<H>);

impl<const H: usize> Greedy<H> {
    fn best(&self, view: &View<'_>) -> Action {
        candidates(&self.0, view).best().map_or(Action::DrawStock, |best| best.action)
    }
}

impl<const H: usize> Bot for Greedy<H> {
    fn takes(&self, view: &View<'_>, _: Card, _: &mut Generator) -> bool {
        matches!(self.best(view), Action::Take | Action::DrawPile)
    }

    fn ends_turn(&self, view: &View<'_>, _: &mut Generator) -> Action {
        self.best(view)
    }
}
