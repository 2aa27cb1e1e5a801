//! Match equity: the chance to win the match from a score, between deals.

use crate::score::TARGET;
use crate::view::Score;

/// The share of a match that one unit of a network's answer stands for where the network plays for
/// the match: what 20 points are worth at 0 to 0, so that what is worth something to the
/// match can be said in points.
pub const UNIT: f32 = 0.09;

const SIDE: usize = TARGET as usize;

/// The chance that the starter of the next deal wins the match, by both scores.
///
/// Scores are points of a match to 100; other targets are scaled to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Equity {
    starter: Vec<f32>,
}

/// How often a deal ended with these points for its starter, those of the other negative.
pub type Histogram = Vec<(i32, f64)>;

impl Equity {
    /// The table that belongs to deals that end as `results` says for the points of their starter
    /// and of the other before them; the shares of a histogram add up to 1.
    ///
    /// From a score a deal leads to higher scores, or by no score to the same score with the
    /// other player starting (R20), so the table is filled from high scores to low and the same
    /// score is solved by sweeping until nothing moves.
    #[must_use]
    pub fn from_results(results: impl Fn(u32, u32) -> Histogram) -> Self {
        let mut table = Self { starter: vec![0.5; SIDE * SIDE] };
        loop {
            let mut moved = 0.0_f32;
            for total in (0..2 * SIDE - 1).rev() {
                for mine in total.saturating_sub(SIDE - 1)..=total.min(SIDE - 1) {
                    let theirs = total - mine;
                    let chance: f64 = results(mine as u32, theirs as u32)
                        .iter()
                        .map(|&(points, share)| {
                            share * f64::from(table.after(mine, theirs, points))
                        })
                        .sum();
                    let place = &mut table.starter[mine * SIDE + theirs];
                    moved = moved.max((*place - chance as f32).abs());
                    *place = chance as f32;
                }
            }
            if moved < 1e-7 {
                return table;
            }
        }
    }

    /// The starter's chance after a deal that it began at this score.
    fn after(&self, mine: usize, theirs: usize, points: i32) -> f32 {
        let scored = points.unsigned_abs() as usize;
        match points {
            1.. if mine + scored >= SIDE => 1.0,
            1.. => 1.0 - self.starter[theirs * SIDE + mine + scored],
            0 => 1.0 - self.starter[theirs * SIDE + mine],
            _ if theirs + scored >= SIDE => 0.0,
            _ => 1.0 - self.starter[(theirs + scored) * SIDE + mine],
        }
    }

    /// The chance of a player with `mine` points against `theirs` before a deal; `starts` says
    /// who starts it. A score that has won is 1 or 0.
    #[must_use]
    pub fn chance(&self, mine: u32, theirs: u32, starts: bool) -> f32 {
        if mine >= TARGET {
            return 1.0;
        }
        if theirs >= TARGET {
            return 0.0;
        }
        let at = |a: u32, b: u32| self.starter[a as usize * SIDE + b as usize];
        if starts { at(mine, theirs) } else { 1.0 - at(theirs, mine) }
    }

    /// The chance of the player of a score before a deal, in a match of any target.
    #[must_use]
    pub fn of(&self, score: Score, starts: bool) -> f64 {
        let target = score.target.max(1);
        if score.mine >= target {
            return 1.0;
        }
        if score.theirs >= target {
            return 0.0;
        }
        // Between the scores of the table a straight line: in a long match a deal is less than one.
        let place = |points: u32| {
            let hundredths = f64::from(points) * f64::from(TARGET) / f64::from(target);
            let hundredths = hundredths.min(f64::from(TARGET - 1));
            (hundredths as u32, hundredths.fract())
        };
        let ((mine, more), (theirs, theirs_more)) = (place(score.mine), place(score.theirs));
        let at =
            |a: u32, b: u32| f64::from(self.chance(a.min(TARGET - 1), b.min(TARGET - 1), starts));
        let along = |b: u32| at(mine, b) * (1.0 - more) + at(mine + 1, b) * more;
        along(theirs) * (1.0 - theirs_more) + along(theirs + 1) * theirs_more
    }

    /// The table as a file: 10,000 numbers of two bytes, in units of 1/65535, low byte first.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.starter
            .iter()
            .flat_map(|chance| ((chance * 65_535.0).round() as u16).to_le_bytes())
            .collect()
    }

    /// The table of a file, or `None` where it has another size.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        (bytes.len() == 2 * SIDE * SIDE).then(|| Self {
            starter: bytes
                .chunks_exact(2)
                .map(|two| f32::from(u16::from_le_bytes([two[0], two[1]])) / 65_535.0)
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_deal_of_one_size_is_a_walk_that_can_be_counted() {
        // Fifty points a deal, either side: first to two.
        let table = Equity::from_results(|_, _| vec![(50, 0.5), (-50, 0.5)]);
        assert!((table.chance(0, 0, true) - 0.5).abs() < 1e-5);
        assert!((table.chance(50, 0, false) - 0.75).abs() < 1e-5);
        assert!((table.chance(0, 50, true) - 0.25).abs() < 1e-5);
        assert_eq!((table.chance(100, 3, true), table.chance(3, 101, false)), (1.0, 0.0));
    }

    #[test]
    fn a_deal_that_ends_otherwise_at_a_score_counts_there() {
        // At 50 to 50 the starter wins everything, and nowhere else.
        let table = Equity::from_results(|mine, theirs| {
            let share = if (mine, theirs) == (50, 50) { 1.0 } else { 0.5 };
            vec![(50, share), (-50, 1.0 - share)]
        });
        assert!((table.chance(50, 50, true) - 1.0).abs() < 1e-5);
        assert!((table.chance(50, 0, true) - 0.5).abs() < 1e-5);
        assert!((table.chance(50, 0, false) - 1.0).abs() < 1e-5);
    }

    #[test]
    fn more_points_are_never_worse_and_files_come_back() {
        let results = vec![(-45, 0.2), (-20, 0.25), (0, 0.1), (12, 0.2), (30, 0.25)];
        let table = Equity::from_results(|_, _| results.clone());
        for mine in 0..99 {
            for theirs in 0..100 {
                for starts in [true, false] {
                    let here = table.chance(mine, theirs, starts);
                    assert!(table.chance(mine + 1, theirs, starts) >= here - 1e-6);
                    assert!((here + table.chance(theirs, mine, !starts) - 1.0).abs() < 1e-6);
                }
            }
        }
        let again = Equity::from_bytes(&table.to_bytes()).unwrap();
        assert!((again.chance(31, 64, true) - table.chance(31, 64, true)).abs() < 1e-4);
        assert_eq!(Equity::from_bytes(&[0; 3]), None);
    }
}
