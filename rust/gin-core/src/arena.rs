//! Two computer players against each other on duplicate deals: each deck is played twice, with
//! the seats swapped, so that the luck of the cards falls out.

use crate::action::Action;
use crate::bot::Bot;
use crate::course::Seat;
use crate::rng::{Generator, mix};
use crate::score::{Outcome, TARGET};
use crate::sim::{Deal, Ending};
use crate::view::Score;

/// Actions after which a deal is given up without a score (R21); it is counted as capped.
pub const MOST_ACTIONS: u32 = 400;
/// Deals after which a match is given up as drawn: two players who never score.
const MOST_DEALS: u64 = 1_000;

/// Two players by seat.
pub type Bots<'a> = [&'a dyn Bot; 2];

/// A mean and the half width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval; 0 for fewer than two samples.
    pub half_width: f64,
}

/// Adds up samples for an [`Estimate`].
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn estimate(&self) -> Estimate {
        if self.count < 1.0 {
            return Estimate::default();
        }
        let mean = self.sum / self.count;
        let half_width = if self.count < 2.0 {
            0.0
        } else {
            let variance = (self.squares - self.sum * mean).max(0.0) / (self.count - 1.0);
            1.96 * (variance / self.count).sqrt()
        };
        Estimate { mean, half_width }
    }
}

/// How deals ended, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Deals begun.
    pub deals: u64,
    /// By player, its gins.
    pub gins: [u64; 2],
    /// By player, its knocks that scored.
    pub knocks: [u64; 2],
    /// By player, its undercuts of the other.
    pub undercuts: [u64; 2],
    /// Deals that died with the stock (R18).
    pub dead: u64,
    /// Deals given up after [`MOST_ACTIONS`].
    pub capped: u64,
    /// Discards of both, knocks included.
    pub discards: u64,
    /// Deadwood of all knockers that had any.
    pub knock_deadwood: u64,
}

impl Counts {
    fn add(&mut self, deal: &Deal, first: Seat) {
        self.deals += 1;
        self.discards += deal.course().turns.iter().map(|&turns| u64::from(turns)).sum::<u64>();
        let Some(ending) = deal.ending() else {
            self.capped += 1;
            return;
        };
        let Some(knock) = ending.knock else {
            self.dead += 1;
            return;
        };
        let player = knock.winner() ^ first;
        match knock.outcome {
            Outcome::Gin => self.gins[player] += 1,
            Outcome::Knock => self.knocks[player] += 1,
            Outcome::Undercut => self.undercuts[player] += 1,
        }
        self.knock_deadwood += u64::from(ending.deadwood[knock.knocker]);
    }
}

/// What a duel showed, from the side of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Duel {
    /// Points a deal, those of the other counted against it; from pairs of deals.
    pub points: Estimate,
    /// Share of matches won, a match given up counting half; from pairs of matches.
    pub match_wins: Estimate,
    /// Matches played.
    pub matches: u64,
    /// The deals outside matches.
    pub deals: Counts,
    /// The deals of the matches.
    pub match_deals: Counts,
}

/// Plays `pairs` deals twice and `match_pairs` matches to 100 twice, all made from the seed.
#[must_use]
pub fn duel(a: &dyn Bot, b: &dyn Bot, pairs: u64, match_pairs: u64, seed: u64) -> Duel {
    let mut found = Duel::default();
    let mut points = Sample::default();
    for pair in 0..pairs {
        points.add(deal_pair(a, b, mix(mix(seed, 0), pair), pair as usize % 2, &mut found.deals));
    }
    let mut wins = Sample::default();
    for pair in 0..match_pairs {
        let seed = mix(mix(seed, 1), pair);
        let first = play_match([a, b], 0, seed, &mut found.match_deals);
        let second = play_match([b, a], 1, seed, &mut found.match_deals);
        wins.add(f64::midpoint(first, second));
    }
    found.points = points.estimate();
    found.match_wins = wins.estimate();
    found.matches = 2 * match_pairs;
    found
}

/// The mean points of the first player in one deck played twice.
fn deal_pair(a: &dyn Bot, b: &dyn Bot, seed: u64, starter: Seat, counts: &mut Counts) -> f64 {
    let deck = Generator::new(seed).deck();
    let mut total = 0;
    for (bots, first) in [([a, b], 0), ([b, a], 1)] {
        let mut deal = Deal::new(&deck, starter);
        play_deal(&mut deal, bots, [Score::default(); 2], seed, |_| ());
        counts.add(&deal, first);
        total += deal.ending().map_or(0, |ending| ending.points(first));
    }
    f64::from(total) / 2.0
}

/// Plays a deal to its end, or until [`MOST_ACTIONS`] have been told to `tell`.
pub fn play_deal(
    deal: &mut Deal,
    bots: Bots<'_>,
    scores: [Score; 2],
    seed: u64,
    mut tell: impl FnMut(Action),
) {
    for _ in 0..MOST_ACTIONS {
        let Some(seat) = deal.course().actor() else { return };
        let action = bots[seat].choose(&deal.view(seat, scores[seat]), seed);
        tell(action);
        if deal.play(action).is_err() {
            return;
        }
    }
}

/// 1 where the player who sits at `first` wins the match to 100, 0 where the other does.
fn play_match(bots: Bots<'_>, first: Seat, seed: u64, counts: &mut Counts) -> f64 {
    let mut totals = [0_u32; 2];
    let first_starter = Generator::new(seed).below(2) as Seat;
    for number in 0..MOST_DEALS {
        // R20: the starter alternates every deal.
        let starter = (first_starter + number as usize) % 2;
        let seed = mix(seed, number);
        let mut deal = Deal::new(&Generator::new(seed).deck(), starter);
        let score =
            |seat: Seat| Score { mine: totals[seat], theirs: totals[1 - seat], target: TARGET };
        play_deal(&mut deal, bots, [score(0), score(1)], seed, |_| ());
        counts.add(&deal, first);
        if let Some(&Ending { knock: Some(knock), .. }) = deal.ending() {
            let winner = knock.winner();
            totals[winner] += knock.points;
            if totals[winner] >= TARGET {
                return if winner == first { 1.0 } else { 0.0 };
            }
        }
    }
    0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::by_name;

    #[test]
    fn a_player_is_its_own_equal_to_the_point() {
        let simple = by_name("simple").unwrap();
        let found = duel(simple, simple, 50, 10, 3);
        assert_eq!((found.points, found.match_wins.mean), (Estimate::default(), 0.5));
        assert_eq!((found.matches, found.deals.deals), (20, 100));
        assert_eq!(found, duel(simple, simple, 50, 10, 3));
        assert_ne!(found.deals, duel(simple, simple, 50, 10, 4).deals);
    }

    #[test]
    fn every_deal_is_counted_once() {
        let pair = [by_name("random").unwrap(), by_name("steady").unwrap()];
        let found = duel(pair[0], pair[1], 100, 3, 5);
        for counts in [found.deals, found.match_deals] {
            let by_player = [counts.gins, counts.knocks, counts.undercuts];
            let scored: u64 = by_player.iter().flatten().sum();
            assert_eq!(scored + counts.dead + counts.capped, counts.deals);
        }
        assert!(found.points.mean < -20.0 && found.points.half_width > 0.0);
        assert!(found.match_wins.mean < 0.05, "{:?}", found.match_wins);
        let other = duel(pair[1], pair[0], 100, 3, 5);
        assert!((other.points.mean + found.points.mean).abs() < 1e-9);
    }

    #[test]
    fn an_estimate_is_the_mean_and_its_interval() {
        let mut sample = Sample::default();
        assert_eq!(sample.estimate(), Estimate::default());
        sample.add(1.0);
        sample.add(3.0);
        // Standard deviation √2, so the standard error is 1.
        assert_eq!(sample.estimate(), Estimate { mean: 2.0, half_width: 1.96 });
    }
}
