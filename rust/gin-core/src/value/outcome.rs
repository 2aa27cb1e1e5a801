//! How a deal may end: what a network expects, and what each end is worth.
//!
//! A network answers with the expected points and, for steps between points where a deal can end,
//! the share of the step that the end lies beyond: a distribution in so many numbers. Whatever is
//! worth something by the points of a deal is then a sum over the answers, so that one network
//! serves every score of a match.

use super::equity::{Equity, UNIT};
use crate::view::Score;

/// Points that one unit of a network's first answer stands for.
pub const SCALE: f32 = 20.0;

/// Points between which the steps lie, for the winner: a win by any points at all, knocks in
/// threes, gin and undercuts from 25 on, and the most that a deal can bring.
const NODES: [i32; HALF + 1] =
    [0, 1, 3, 6, 9, 12, 15, 18, 21, 24, 26, 29, 32, 36, 40, 45, 50, 56, 63, 72, 85, 123];
const HALF: usize = 21;
/// Steps from the most that can be lost to the most that can be won.
pub const STEPS: usize = 2 * HALF;
/// Answers of a network: the points in units of [`SCALE`], then the steps.
pub const ANSWERS: usize = 1 + STEPS;

/// Expected points in units of [`SCALE`], and how far beyond each step.
pub type Outcome = [f32; ANSWERS];

/// The points at which step `at` begins; the last step ends at node [`STEPS`].
const fn node(at: usize) -> i32 {
    if at < HALF { -NODES[HALF - at] } else { NODES[at - HALF] }
}

/// The outcome of a deal that has ended with these points.
#[must_use]
pub fn outcome(points: i32) -> Outcome {
    std::array::from_fn(|at| {
        if at == 0 {
            return points as f32 / SCALE;
        }
        let (from, to) = (node(at - 1), node(at));
        ((points - from) as f32 / (to - from) as f32).clamp(0.0, 1.0)
    })
}

/// What the points of a deal are worth, as a sum over the answers of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utility {
    /// What no answer at all is worth.
    pub offset: f32,
    /// What one unit of each answer is worth.
    pub weights: Outcome,
    /// The least and the most that a deal can be worth.
    pub range: (f32, f32),
}

impl Utility {
    /// A deal is worth its points.
    pub const POINTS: Self = {
        let mut weights = [0.0; ANSWERS];
        weights[0] = SCALE;
        let most = NODES[HALF] as f32;
        Self { offset: 0.0, weights, range: (-most, most) }
    };

    /// A deal is worth what it adds to the chance of winning the match, against a deal that nobody
    /// wins, in points as they count at 0 to 0; `starts` says whether the player starts the deal.
    ///
    /// The steps carry only what a straight line through the points leaves over, so that what
    /// they are wrong by matters no more than it must.
    #[must_use]
    pub fn of_match(equity: &Equity, score: Score, starts: bool) -> Self {
        // The starter alternates (R20).
        let chance = |points: i32| {
            let gained = points.unsigned_abs();
            let (mine, theirs) = if points > 0 { (gained, 0) } else { (0, gained) };
            let after = Score {
                mine: score.mine.saturating_add(mine),
                theirs: score.theirs.saturating_add(theirs),
                ..score
            };
            // Once it has been won, no deal changes that.
            equity.of(if score.is_won() { score } else { after }, !starts)
        };
        let dead = chance(0);
        let worth: [f32; STEPS + 1] =
            std::array::from_fn(|at| (chance(node(at)) - dead) as f32 / UNIT * SCALE);
        // The slope of the line, by least squares over the points that are common.
        let (mut count, mut sum, mut products, mut squares, mut line) = (0.0, 0.0, 0.0, 0.0, 0.0);
        let common = (0..=STEPS).filter(|&at| node(at).unsigned_abs() <= 50);
        for (points, gain) in common.map(|at| (node(at) as f32, worth[at])) {
            count += 1.0;
            sum += points;
            line += gain;
            products += points * gain;
            squares += points * points;
        }
        let slope = (products - sum * line / count) / (squares - sum * sum / count);
        let weights = std::array::from_fn(|at| {
            if at == 0 {
                return slope * SCALE;
            }
            worth[at] - worth[at - 1] - slope * (node(at) - node(at - 1)) as f32
        });
        let offset = worth[0] - slope * node(0) as f32;
        Self { offset, weights, range: (worth[0], worth[STEPS]) }
    }

    /// What one point is worth, over the points that are common.
    #[must_use]
    pub fn point(&self) -> f32 {
        self.weights[0] / SCALE
    }

    /// What an outcome is worth.
    #[must_use]
    pub fn of(&self, outcome: &Outcome) -> f32 {
        let sum = self.weights.iter().zip(outcome).map(|(weight, answer)| weight * answer);
        (self.offset + sum.sum::<f32>()).clamp(self.range.0, self.range.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::shipped::EQUITY;

    #[test]
    fn an_outcome_is_worth_its_points() {
        for points in -123..=123 {
            let found = Utility::POINTS.of(&outcome(points));
            assert!((found - points as f32).abs() < 1e-3, "{points} {found}");
        }
    }

    #[test]
    fn an_outcome_is_worth_what_it_adds_to_the_match() {
        for (mine, theirs, target) in [(0, 0, 100), (90, 20, 100), (10, 95, 100), (45, 150, 250)] {
            let score = Score { mine, theirs, target };
            let utility = Utility::of_match(&EQUITY, score, true);
            let other = Score { mine: theirs, theirs: mine, target };
            let mirrored = Utility::of_match(&EQUITY, other, false);
            for at in 0..=STEPS {
                let points = node(at);
                let won = points > 0 && mine + points.unsigned_abs() >= target;
                let found = utility.of(&outcome(points)) / SCALE * UNIT;
                let dead = EQUITY.of(score, false) as f32;
                if won {
                    assert!((dead + found - 1.0).abs() < 1e-3, "{score:?} {points} {found}");
                }
                let against = mirrored.of(&outcome(-points)) / SCALE * UNIT;
                assert!((found + against).abs() < 1e-3, "{score:?} {points} {found} {against}");
            }
        }
    }

    #[test]
    fn in_a_long_match_points_are_worth_what_they_are() {
        for target in [2_000, 1_000_000, u32::MAX] {
            let score = Score { mine: target / 3, theirs: target / 2, target };
            let utility = Utility::of_match(&EQUITY, score, true);
            let point = utility.point();
            assert!(point > 0.0, "{target} {point}");
            for points in [-80, -25, -3, 1, 10, 26, 60] {
                let gain = utility.of(&outcome(points)) - utility.of(&outcome(0));
                let found = gain / point;
                let apart = (found - points as f32).abs();
                assert!(apart < 0.5 + 0.15 * found.abs(), "{target} {points} {found}");
            }
        }
    }

    #[test]
    fn steps_lie_side_by_side() {
        assert!((0..STEPS).all(|at| node(at) < node(at + 1) && node(at) == -node(STEPS - at)));
        let (lost, won) = (outcome(-123), outcome(123));
        assert!(
            lost[1..].iter().all(|&step| step <= 0.0) && won[1..].iter().all(|&step| step >= 1.0)
        );
    }
}
