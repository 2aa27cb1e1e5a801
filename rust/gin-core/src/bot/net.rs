//! The players that think with the value network.

use super::Bot;
use crate::action::Action;
use crate::card::Card;
use crate::card_list::CardList;
use crate::card_set::CardSet;
use crate::discard::Discards;
use crate::rng::Generator;
use crate::value::candidate::{Candidates, Judge};
use crate::value::exponential::exp;
use crate::value::outcome::Utility;
use crate::value::shipped::EQUITY;
use crate::view::{Score, View};

/// The score that a player knows of, and what a deal is worth to it.
fn stakes(view: &View<'_>, by_match: bool) -> (Score, Utility) {
    if by_match {
        let starts = view.course.starter == view.seat;
        (view.score, Utility::of_match(&EQUITY, view.score, starts))
    } else {
        (Score::default(), Utility::POINTS)
    }
}

/// A player that does what a judge thinks best; `by_match` says whether it plays for the match.
#[derive(Clone, Debug)]
pub struct Greedy<J> {
    /// Who says what is best.
    pub judge: J,
    /// Whether points count as they do for the match, or each alike.
    pub by_match: bool,
}

impl<J: Judge> Greedy<J> {
    fn best(&self, view: &View<'_>) -> Action {
        let (score, utility) = stakes(view, self.by_match);
        self.judge
            .judge(&View { score, ..*view }, &utility)
            .best()
            .map_or(Action::DrawStock, |best| best.action)
    }
}

impl<J: Judge> Bot for Greedy<J> {
    fn takes(&self, view: &View<'_>, _: Card, _: &mut Generator) -> bool {
        matches!(self.best(view), Action::Take | Action::DrawPile)
    }

    fn ends_turn(&self, view: &View<'_>, _: &Discards, _: &mut Generator) -> Action {
        self.best(view)
    }
}

/// A person of some strength: a network's judgement, blurred.
///
/// It chooses among the actions that cost no more than a budget against the best, the better the
/// likelier, so that its mistakes are those of somebody who weighs the right things a little
/// wrongly, and no two matches are alike.
#[derive(Clone, Copy, Debug)]
pub struct Blur {
    /// Points by which two actions may differ and still be confused.
    pub confusion: f32,
    /// The most points given away in one decision.
    pub budget: f32,
}

impl Blur {
    /// The same where a point counts so much.
    #[must_use]
    pub fn times(self, point: f32) -> Self {
        Self { confusion: self.confusion * point, budget: self.budget * point }
    }

    /// One of the candidates; the best where they are clear enough.
    #[must_use]
    pub fn choose(self, found: &Candidates, chance: &mut Generator) -> Option<Action> {
        let best = found.best()?;
        let weight = |points: f32| {
            let cost = best.points - points;
            if cost > self.budget { 0.0 } else { exp(-cost / self.confusion) }
        };
        let total: f32 = found.iter().map(|candidate| weight(candidate.points)).sum();
        let mut left = chance.below(1 << 24) as f32 / (1 << 24) as f32 * total;
        for candidate in &**found {
            left -= weight(candidate.points);
            if left < 0.0 {
                return Some(candidate.action);
            }
        }
        Some(best.action)
    }
}

/// A level for people.
pub struct Person<J> {
    /// What it thinks with.
    pub judge: J,
    /// How clearly.
    pub blur: Blur,
    /// Whether the score of the match counts for it.
    pub by_match: bool,
    /// Whether it remembers what the other player took, threw and left lying.
    pub watches: bool,
}

impl<J: Judge> Person<J> {
    fn choose(&self, view: &View<'_>, chance: &mut Generator) -> Action {
        let (score, utility) = stakes(view, self.by_match);
        let mut course = *view.course;
        if !self.watches {
            let other = 1 - view.seat;
            course.known[other] = CardSet::EMPTY;
            course.thrown[other] = CardList::EMPTY;
            course.declined[other] = CardList::EMPTY;
        }
        let found = self.judge.judge(&View { score, course: &course, ..*view }, &utility);
        // A point is as easily lost sight of at any score.
        self.blur.times(utility.point()).choose(&found, chance).unwrap_or(Action::DrawStock)
    }
}

impl<J: Judge> Bot for Person<J> {
    fn takes(&self, view: &View<'_>, _: Card, chance: &mut Generator) -> bool {
        matches!(self.choose(view, chance), Action::Take | Action::DrawPile)
    }

    fn ends_turn(&self, view: &View<'_>, _: &Discards, chance: &mut Generator) -> Action {
        self.choose(view, chance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::duel;
    use crate::bot::by_name;
    use crate::sim::Deal;
    use crate::value::candidate::candidates;
    use crate::value::shipped::POINTS;

    #[test]
    fn a_blurred_choice_costs_no_more_than_the_budget_and_is_not_always_the_same() {
        let blur = Blur { confusion: 1.5, budget: 3.0 };
        let clear = Blur { confusion: 1e-6, budget: 3.0 };
        let mut chance = Generator::new(4);
        let mut others = 0;
        for number in 0..40 {
            let mut deal = Deal::new(&Generator::new(number).deck(), 0);
            while let Some(seat) = deal.course().actor() {
                let found =
                    candidates(&POINTS[0], &deal.view(seat, Score::default()), &Utility::POINTS);
                let best = found.best().unwrap();
                let cost = |action: Action| {
                    let chosen = found.iter().find(|candidate| candidate.action == action);
                    best.points - chosen.unwrap().points
                };
                // Of equals, as are the last discards of a stock (R18), it may be any.
                assert!(cost(clear.choose(&found, &mut chance).unwrap()) <= 0.0, "{found:?}");
                let action = blur.choose(&found, &mut chance).unwrap();
                assert!(cost(action) <= blur.budget);
                others += usize::from(action != best.action);
                deal.advance(action);
            }
        }
        assert!(others > 50, "{others}");
    }

    #[test]
    fn the_network_that_ships_beats_the_yardstick() {
        let greedy = Greedy { judge: &POINTS[0], by_match: false };
        let found = duel(&greedy, by_name("simple").unwrap(), 300, 150, 1);
        assert!(found.points.mean > 3.0 && found.match_wins.mean > 0.6, "{found:?}");
    }
}
