//! What every action of a decision is worth: points, doubt, and the chance to win the match.

use super::equity::UNIT;
use super::outcome::{SCALE, Utility};
use super::shipped::{EQUITY, POINTS};
use super::symmetry::{FOUR, averaged};
use crate::action::Action;
use crate::view::{Score, View};

/// The worth of one action to the player to act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appraisal {
    /// What to do.
    pub action: Action,
    /// Expected points of the deal, those of the opponent counted against them.
    pub points: f32,
    /// The standard deviation of the answers of all networks over four renamings of the suits,
    /// which should not matter: at least as far off the points may be.
    pub doubt: f32,
    /// What it adds to the chance to win the match, against a deal that nobody wins, in points as
    /// they count at the score; 0 where no points count, because the match has been won.
    pub worth: f32,
    /// The chance to win the match.
    pub match_chance: f32,
}

/// Appraises every legal action, in the order of the rules.
#[must_use]
pub fn appraise(view: &View<'_>) -> Vec<Appraisal> {
    let starts = view.course.starter == view.seat;
    let dead = EQUITY.of(view.score, !starts) as f32;
    let by_match = Utility::of_match(&EQUITY, view.score, starts);
    // Points as they are where each counts alike: at the beginning of a match.
    let plain = View { score: Score::default(), ..*view };
    let plain = averaged(&POINTS, &plain, &Utility::POINTS, &FOUR);
    let found = averaged(&POINTS, view, &by_match, &FOUR);
    plain
        .into_iter()
        .zip(found)
        .map(|((found, doubt), (gained, _))| {
            // Nothing is worth more than the match, though a mean may be, by its last bit.
            let gained = gained.points.min(by_match.range.1);
            let worth = gained / by_match.point();
            Appraisal {
                action: found.action,
                points: found.points,
                doubt,
                worth: if worth.is_finite() { worth } else { 0.0 },
                match_chance: (dead + gained / SCALE * UNIT).clamp(0.0, 1.0),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Generator;
    use crate::sim::Deal;

    #[test]
    fn every_score_has_numbers() {
        let deal = Deal::new(&Generator::new(5).deck(), 0);
        let sizes = [0, 1, 50, 99, 100, 101, 1_000_000, u32::MAX - 1, u32::MAX];
        for mine in sizes {
            for theirs in sizes {
                for target in sizes {
                    let score = Score { mine, theirs, target };
                    for found in appraise(&deal.view(0, score)) {
                        let numbers = [found.points, found.doubt, found.worth, found.match_chance];
                        assert!(numbers.iter().all(|number| number.is_finite()), "{found:?}");
                        let won = [0.0, 1.0].contains(&found.match_chance) && found.worth == 0.0;
                        assert!(won || !score.is_won(), "{score:?} {found:?}");
                    }
                }
            }
        }
    }
}
