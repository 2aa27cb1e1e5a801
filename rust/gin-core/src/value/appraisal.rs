//! What every action of a decision is worth: points, doubt, and the chance to win the match.

use super::equity::UNIT;
use super::network::SCALE;
use super::shipped::{EQUITY, MATCH, POINTS};
use super::symmetry::{FOUR, averaged};
use crate::action::Action;
use crate::score::TARGET;
use crate::view::{Score, View};

/// The worth of one action to the player to act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appraisal {
    /// What to do.
    pub action: Action,
    /// Expected points of the deal, those of the opponent counted against them.
    pub points: f32,
    /// The standard deviation of the network's answers over four renamings of the suits, which
    /// should not matter: at least as far off the points may be.
    pub doubt: f32,
    /// The chance to win the match.
    pub match_chance: f32,
}

/// Appraises every legal action, in the order of the rules.
#[must_use]
pub fn appraise(view: &View<'_>) -> Vec<Appraisal> {
    let target = view.score.target.max(1);
    let hundredths = |points: u32| (points * TARGET / target).min(TARGET - 1);
    let (mine, theirs) = (hundredths(view.score.mine), hundredths(view.score.theirs));
    let before = EQUITY.chance(mine, theirs, view.course.starter == view.seat);
    let plain = averaged(&POINTS, &View { score: Score::default(), ..*view }, &FOUR);
    let by_match = averaged(&MATCH, view, &FOUR);
    plain
        .into_iter()
        .zip(by_match)
        .map(|((found, doubt), (gained, _))| Appraisal {
            action: found.action,
            points: found.points,
            doubt,
            match_chance: (before + gained.points / SCALE * UNIT).clamp(0.0, 1.0),
        })
        .collect()
}
