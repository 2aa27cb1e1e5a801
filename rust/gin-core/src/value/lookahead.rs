//! One draw ahead: what a judge says on average after each card that may come.
//!
//! It needs no guess of the opponent's hand, as the opponent's turn is left out; what it takes
//! away is the judge's own noise.

use super::candidate::{Candidate, Candidates, Judge};
use super::outcome::Utility;
use crate::action::{Action, Phase};
use crate::card_set::CardSet;
use crate::score::STOCK_FLOOR;
use crate::view::View;

/// A judge that looks one draw ahead where its first answers are close.
#[derive(Clone, Debug)]
pub struct Lookahead<J> {
    /// Who answers.
    pub judge: J,
    /// The weight of the look ahead in the worth of a discard.
    pub share: f32,
    /// Discards that cost more than this against the best, in points, are not looked at.
    pub within: f32,
    /// The most discards that are looked at.
    pub most: usize,
}

/// A draw is looked at where taking and leaving differ by less, in points.
const CLOSE_DRAW: f32 = 6.0;

impl<J: Judge> Judge for Lookahead<J> {
    fn judge(&self, view: &View<'_>, utility: &Utility) -> Candidates {
        let first = self.judge.judge(view, utility);
        match view.course.phase {
            Phase::Draw => self.draw(view, utility, &first).unwrap_or(first),
            Phase::Discard => self.discard(view, utility, &first).unwrap_or(first),
            _ => first,
        }
    }
}

impl<J: Judge> Lookahead<J> {
    fn draw(&self, view: &View<'_>, utility: &Utility, first: &Candidates) -> Option<Candidates> {
        let [one, other] = **first else { return None };
        if (one.points - other.points).abs() > CLOSE_DRAW {
            return None;
        }
        let mut course = *view.course;
        course.apply(Action::DrawStock);
        let points = self.mean(&View { course: &course, ..*view }, utility, view.unseen())?;
        let refined = |candidate: Candidate| match candidate.action {
            Action::DrawStock => Candidate { points, ..candidate },
            _ => candidate,
        };
        Some(first.iter().copied().map(refined).collect())
    }

    fn discard(
        &self,
        view: &View<'_>,
        utility: &Utility,
        first: &Candidates,
    ) -> Option<Candidates> {
        // The opponent draws, and then this player.
        if u32::from(view.course.stock) < STOCK_FLOOR + 2 {
            return None;
        }
        let best = first.best()?.points;
        let mut close: Vec<Candidate> = first
            .iter()
            .copied()
            .filter(|candidate| matches!(candidate.action, Action::Discard(_)))
            .filter(|candidate| candidate.points > best - self.within)
            .collect();
        close.sort_by(|a, b| b.points.total_cmp(&a.points));
        close.truncate(self.most);
        if close.len() < 2 {
            return None;
        }
        let looked: Vec<Candidate> = close
            .into_iter()
            .filter_map(|candidate| {
                let ahead = self.after(view, utility, candidate.action)?;
                let points = candidate.points + self.share * (ahead - candidate.points);
                Some(Candidate { points, ..candidate })
            })
            .collect();
        let refined = |candidate: Candidate| {
            looked.iter().copied().find(|one| one.action == candidate.action).unwrap_or(candidate)
        };
        Some(first.iter().copied().map(refined).collect())
    }

    /// What the discard is worth on average over the next own draw.
    fn after(&self, view: &View<'_>, utility: &Utility, action: Action) -> Option<f32> {
        let Action::Discard(card) = action else { return None };
        let mut course = *view.course;
        let mut holding = *view.holding;
        let unseen = view.unseen();
        course.apply(action);
        holding.throw(card);
        course.apply(Action::DrawStock);
        // The opponent's discard is left out, and the turn goes to this player's own draw.
        course.to_act = view.seat;
        course.stock -= 1;
        self.mean(&View { course: &course, holding: &holding, ..*view }, utility, unseen)
    }

    /// The mean, over the cards that may be drawn, of the best that can be done then.
    fn mean(&self, view: &View<'_>, utility: &Utility, cards: CardSet) -> Option<f32> {
        let mut sum = 0.0;
        for card in cards {
            let holding = view.holding.gaining(card);
            sum += self.judge.judge(&View { holding: &holding, ..*view }, utility).best()?.points;
        }
        (!cards.is_empty()).then(|| sum / cards.len() as f32)
    }
}
