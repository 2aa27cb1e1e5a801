//! Any legal action, each as likely as the others.

use super::Bot;
use crate::action::Action;
use crate::card::Card;
use crate::discard::Discards;
use crate::rng::Generator;
use crate::view::View;

/// Plays at random, knocks and gins included.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Bot for Random {
    fn takes(&self, _: &View<'_>, _: Card, chance: &mut Generator) -> bool {
        chance.below(2) == 0
    }

    fn ends_turn(&self, view: &View<'_>, _: &Discards, chance: &mut Generator) -> Action {
        let legal = view.legal();
        legal.nth(chance.below(legal.len())).unwrap_or(Action::Pass)
    }

    fn always_gins(&self) -> bool {
        false
    }
}
