//! Two computer players against each other on duplicate deals: each deck is played twice, with
//! the seats swapped, so that the luck of the cards falls out.

use std::ops::Range;

use crate::action::Action;
use crate::bot::Bot;
use crate::card::{Card, PACK};
use crate::course::Seat;
use crate::rng::{Generator, mix};
use crate::score::{Outcome, TARGET};
use crate::sim::{Deal, Ending};
use crate::view::{Score, View};

/// Actions after which a deal is given up without a score (R21); it is counted as capped.
pub const MOST_ACTIONS: u32 = 400;
/// Deals after which a match is given up as drawn: two players who never score.
pub const MOST_DEALS: u64 = 1_000;

/// Two players by seat.
pub type Bots<'a> = [&'a dyn Bot; 2];

/// A mean and the half width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval; infinite for fewer than two samples.
    pub half_width: f64,
}

/// Whole numbers added up: the sums are exact, so that they are the same in any order and from
/// any parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Sums {
    /// Adds `times` samples of one number.
    pub const fn add(&mut self, value: i64, times: u64) {
        self.count += times;
        self.sum += value * times.cast_signed();
        self.squares += value.unsigned_abs().pow(2) * times;
    }

    /// The mean of the numbers in units of `unit`, with its interval by Student's distribution.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the exact part is done in whole numbers")]
    pub fn estimate(self, unit: f64) -> Estimate {
        if self.count == 0 {
            return Estimate { mean: f64::NAN, half_width: f64::INFINITY };
        }
        let count = self.count as f64;
        let mean = self.sum as f64 / count / unit;
        if self.count == 1 {
            return Estimate { mean, half_width: f64::INFINITY };
        }
        // Whole until here: a small difference of large sums loses nothing.
        let spread = i128::from(self.count) * i128::from(self.squares)
            - i128::from(self.sum) * i128::from(self.sum);
        let variance = spread as f64 / count / (count - 1.0);
        let half_width = student(count - 1.0) * (variance / count).sqrt() / unit;
        Estimate { mean, half_width }
    }
}

/// The 97.5 % point of Student's distribution: exact for one and two degrees of freedom, and
/// within 0.2 % by the expansion around the normal one (Abramowitz and Stegun 26.7.5) from three.
fn student(freedom: f64) -> f64 {
    if freedom < 1.5 {
        return 12.706_204_736;
    }
    if freedom < 2.5 {
        return 4.302_652_730;
    }
    let z = 1.959_963_985_f64;
    let terms = [
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
        (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5)
            - 1920.0 * z.powi(3)
            - 945.0 * z)
            / 92_160.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom) + z
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
    /// By player, the dead deals whose last turn was its own.
    pub last_turns: [u64; 2],
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
            self.last_turns[deal.course().to_act ^ first] += 1;
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

/// What a part of a duel showed, in whole numbers, from the side of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Points of both deals of a pair together, those of the other counted against them.
    pub points: Sums,
    /// Pairs of matches by what they gave: 0 to 4, two for a match won and one for one given up.
    pub match_pairs: [u64; 5],
    /// The deals outside matches.
    pub deals: Counts,
    /// The deals of the matches.
    pub match_deals: Counts,
}

impl Tally {
    /// Points a deal.
    #[must_use]
    pub fn points(&self) -> Estimate {
        self.points.estimate(2.0)
    }

    /// The share of matches won, a match given up counting half.
    ///
    /// The interval is that of one pair more, half of it won and half lost: pairs that all ended
    /// alike do not prove that every pair would.
    #[must_use]
    pub fn match_wins(&self) -> Estimate {
        let mut sums = Sums::default();
        for (result, &times) in (0..).zip(&self.match_pairs) {
            sums.add(result, times);
        }
        let Estimate { mean, .. } = sums.estimate(4.0);
        // The squares of half a 0 and half a 4 are half of 16.
        sums = Sums { count: sums.count + 1, sum: sums.sum + 2, squares: sums.squares + 8 };
        Estimate { mean, half_width: sums.estimate(4.0).half_width }
    }
}

/// What a duel showed, from the side of the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    let bots = [a, b];
    let mut ask = |player: usize, view: &View<'_>, seed| Some(bots[player].choose(view, seed));
    let found = tally(&mut ask, 0..pairs, 0..match_pairs, seed).unwrap_or_default();
    Duel {
        points: found.points(),
        match_wins: found.match_wins(),
        matches: 2 * match_pairs,
        deals: found.deals,
        match_deals: found.match_deals,
    }
}

/// Asks player 0 or 1 for an action, with the seed of the deal; `None` breaks the duel off.
pub type Ask<'a> = dyn FnMut(usize, &View<'_>, u64) -> Option<Action> + 'a;

/// Plays the pairs of deals and the pairs of matches with these numbers, or breaks off where
/// `ask` does.
///
/// A pair is the same whichever others are played, so a duel can be cut into parts at will.
pub fn tally(
    ask: &mut Ask<'_>,
    pairs: Range<u64>,
    match_pairs: Range<u64>,
    seed: u64,
) -> Option<Tally> {
    let mut found = Tally::default();
    for pair in pairs {
        let points = deal_pair(ask, &Setting::of_pair(seed, pair), &mut found.deals)?;
        found.points.add(i64::from(points), 1);
    }
    for pair in match_pairs {
        let first = play_match(ask, 0, seed, pair, &mut found.match_deals)?;
        let second = play_match(ask, 1, seed, pair, &mut found.match_deals)?;
        found.match_pairs[first + second] += 1;
    }
    Some(found)
}

/// How a deal of a duel begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The seed of the deck, and of the players' chance in this deal.
    pub seed: u64,
    /// Who starts.
    pub starter: Seat,
}

impl Setting {
    /// The deal of a pair; each is played twice, the second time with the seats swapped.
    #[must_use]
    pub fn of_pair(seed: u64, pair: u64) -> Self {
        Self { seed: mix(mix(seed, 0), pair), starter: (pair % 2) as Seat }
    }

    /// Deal `number`, from 0, of a pair of matches.
    #[must_use]
    pub fn of_match(seed: u64, pair: u64, number: u64) -> Self {
        let seed = mix(mix(seed, 1), pair);
        let first_starter = Generator::new(seed).below(2) as Seat;
        // R20: the starter alternates every deal.
        let starter = (first_starter + number as usize) % 2;
        Self { seed: mix(seed, number), starter }
    }

    /// The shuffled pack.
    #[must_use]
    pub fn deck(&self) -> [Card; PACK] {
        Generator::new(self.seed).deck()
    }
}

/// The points of the first player in one deck played twice.
fn deal_pair(ask: &mut Ask<'_>, setting: &Setting, counts: &mut Counts) -> Option<i32> {
    let mut total = 0;
    for first in [0, 1] {
        let deal = play_setting(ask, setting, first, [Score::default(); 2])?;
        counts.add(&deal, first);
        total += deal.ending().map_or(0, |ending| ending.points(first));
    }
    Some(total)
}

/// Plays a deal with player 0 in seat `first`.
fn play_setting(
    ask: &mut Ask<'_>,
    setting: &Setting,
    first: Seat,
    scores: [Score; 2],
) -> Option<Deal> {
    let mut deal = Deal::new(&setting.deck(), setting.starter);
    let finished =
        drive(&mut deal, scores, &mut |seat, view| ask(seat ^ first, view, setting.seed));
    finished.then_some(deal)
}

/// Plays a deal to its end, or until [`MOST_ACTIONS`]; whether every question was answered.
fn drive(
    deal: &mut Deal,
    scores: [Score; 2],
    ask: &mut dyn FnMut(Seat, &View<'_>) -> Option<Action>,
) -> bool {
    for _ in 0..MOST_ACTIONS {
        let Some(seat) = deal.course().actor() else { return true };
        let Some(action) = ask(seat, &deal.view(seat, scores[seat])) else { return false };
        if deal.play(action).is_err() {
            return true;
        }
    }
    true
}

/// Plays a deal to its end, or until [`MOST_ACTIONS`] have been told to `tell`.
pub fn play_deal(
    deal: &mut Deal,
    bots: Bots<'_>,
    scores: [Score; 2],
    seed: u64,
    mut tell: impl FnMut(Action),
) {
    drive(deal, scores, &mut |seat, view| {
        let action = bots[seat].choose(view, seed);
        tell(action);
        Some(action)
    });
}

/// 2 where player 0, who sits at `first`, wins the match to 100, 0 where the other does.
fn play_match(
    ask: &mut Ask<'_>,
    first: Seat,
    seed: u64,
    pair: u64,
    counts: &mut Counts,
) -> Option<usize> {
    let mut totals = [0_u32; 2];
    for number in 0..MOST_DEALS {
        let score =
            |seat: Seat| Score { mine: totals[seat], theirs: totals[1 - seat], target: TARGET };
        let setting = Setting::of_match(seed, pair, number);
        let deal = play_setting(ask, &setting, first, [score(0), score(1)])?;
        counts.add(&deal, first);
        if let Some(&Ending { knock: Some(knock), .. }) = deal.ending() {
            let winner = knock.winner();
            totals[winner] += knock.points;
            if totals[winner] >= TARGET {
                return Some(if winner == first { 2 } else { 0 });
            }
        }
    }
    Some(1)
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
        let pair = [by_name("random").unwrap(), by_name("careful").unwrap()];
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
        let mut sums = Sums::default();
        assert!(sums.estimate(1.0).mean.is_nan());
        sums.add(2, 1);
        assert_eq!(sums.estimate(2.0), Estimate { mean: 1.0, half_width: f64::INFINITY });
        sums.add(6, 1);
        let found = sums.estimate(2.0);
        // Standard deviation √2, so the standard error is 1.
        assert!((found.mean - 2.0).abs() < 1e-12 && (found.half_width - 12.706).abs() < 1e-3);
    }

    #[test]
    fn the_points_of_students_distribution_are_those_of_the_tables() {
        for (freedom, point) in [(3.0, 3.182), (4.0, 2.776), (10.0, 2.228), (100.0, 1.984)] {
            assert!((student(freedom) / point - 1.0).abs() < 0.002, "{freedom}");
        }
        assert!((student(1e9) - 1.96).abs() < 1e-4);
    }

    #[test]
    fn the_parts_of_a_duel_add_up_to_the_whole() {
        let bots = [by_name("simple").unwrap(), by_name("careful").unwrap()];
        let mut ask = |player: usize, view: &View<'_>, seed| Some(bots[player].choose(view, seed));
        let whole = tally(&mut ask, 0..20, 0..4, 9).unwrap();
        let mut sums = Sums::default();
        let mut results = [0; 5];
        for (pairs, match_pairs) in [(0..1, 0..3), (1..1, 3..3), (1..20, 3..4)] {
            let part = tally(&mut ask, pairs, match_pairs, 9).unwrap();
            sums.count += part.points.count;
            sums.sum += part.points.sum;
            sums.squares += part.points.squares;
            for (sum, count) in results.iter_mut().zip(part.match_pairs) {
                *sum += count;
            }
        }
        assert_eq!((sums, results), (whole.points, whole.match_pairs));
    }

    #[test]
    fn a_duel_is_broken_off_where_a_question_is_not_answered() {
        let simple = by_name("simple").unwrap();
        let mut left = 100;
        let mut ask = |_: usize, view: &View<'_>, seed| {
            left -= 1;
            (left > 0).then(|| simple.choose(view, seed))
        };
        assert_eq!(tally(&mut ask, 0..50, 0..0, 1), None);
        assert_eq!(left, 0);
    }

    #[test]
    fn matches_all_won_leave_a_doubt() {
        let won = Tally { match_pairs: [0, 0, 0, 0, 10], ..Tally::default() }.match_wins();
        assert!((won.mean - 1.0).abs() < 1e-12 && (0.1..0.3).contains(&won.half_width));
    }
}
