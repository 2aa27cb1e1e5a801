//! Parts of duels between computer players on duplicate deals.

use gin_core::action::{Action, Phase};
use gin_core::arena as core;
use gin_core::bot::Bot;
use gin_core::card::Card;
use gin_core::view::View;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::bot::{Name, named};
use crate::clock::{Clock, LOOK};
use crate::number::Whole;

/// Two players, the time they took, and whether somebody wants to stop them.
struct Timed {
    bots: [&'static dyn Bot; 2],
    clock: Clock,
    looked: u64,
    moves: [u64; 2],
    nanoseconds: [u64; 2],
    stopped: Option<PyErr>,
}

impl Timed {
    fn choose(&mut self, player: usize, view: &View<'_>, seed: u64) -> Option<Action> {
        let before = self.clock.nanoseconds();
        if before - self.looked > LOOK {
            self.looked = before;
            #[expect(
                clippy::redundant_closure_for_method_calls,
                reason = "the method alone is not general enough over lifetimes"
            )]
            let looked = Python::attach(|py| py.check_signals());
            self.stopped = looked.err();
            if self.stopped.is_some() {
                return None;
            }
        }
        let action = self.bots[player].choose(view, seed);
        // The forced draw of R6 is no decision.
        if view.course.phase != Phase::MustDraw {
            self.moves[player] += 1;
            self.nanoseconds[player] += self.clock.nanoseconds() - before;
        }
        Some(action)
    }
}

const fn pair(counts: [u64; 2]) -> (u64, u64) {
    (counts[0], counts[1])
}

fn counts<'py>(py: Python<'py>, of: &core::Counts) -> PyResult<Bound<'py, PyTuple>> {
    (of.deals, pair(of.gins), pair(of.knocks), pair(of.undercuts), pair(of.last_turns), of.capped)
        .into_pyobject(py)
}

/// What pairs of deals and pairs of matches between two computer players give, in whole numbers.
///
/// `pairs` and `match_pairs` are (first, one past the last); a pair is the same whichever others
/// are played. A tuple of: (pairs, sum, sum of squares) of the first player's points in both
/// deals of a pair; the pairs of matches by result, 0 to 4; the deals outside matches and those
/// of matches, each (begun, gins, knocks, undercuts, dead by the last turn, capped) by player;
/// the decisions by player; their nanoseconds by player. Only the last depends on more than the
/// arguments. Signals of the interpreter are looked after, so an interrupt breaks it off. Raises
/// `PlayerError` for an unknown name.
///
/// >>> from gin import _core
/// >>> _core.duel("simple", "simple", (0, 5), (0, 0), 0)[0][:2]
/// (5, 0)
#[pyfunction]
#[pyo3(signature = (a, b, pairs, match_pairs, seed, /))]
pub fn duel(
    py: Python<'_>,
    a: Name,
    b: Name,
    pairs: (Whole, Whole),
    match_pairs: (Whole, Whole),
    seed: Whole,
) -> PyResult<Bound<'_, PyTuple>> {
    let mut players = Timed {
        bots: [named(&a.0)?, named(&b.0)?],
        clock: Clock::started(),
        looked: 0,
        moves: [0; 2],
        nanoseconds: [0; 2],
        stopped: None,
    };
    let found = py.detach(|| {
        let ask = &mut |player: usize, view: &View<'_>, seed| players.choose(player, view, seed);
        let span = |(first, last): (Whole, Whole)| first.0..last.0;
        core::tally(ask, span(pairs), span(match_pairs), seed.0)
    });
    if let Some(error) = players.stopped {
        return Err(error);
    }
    let found = found.unwrap_or_default();
    (
        (found.points.count, found.points.sum, found.points.squares),
        PyTuple::new(py, found.match_pairs)?,
        counts(py, &found.deals)?,
        counts(py, &found.match_deals)?,
        pair(players.moves),
        pair(players.nanoseconds),
    )
        .into_pyobject(py)
}

/// How a deal of a duel begins: (seed of the players' chance, starter, deck as card indices).
///
/// Without a `number`, the deal that pair `pair` plays twice; with one, deal `number`, from 0, of
/// pair `pair` of matches.
///
/// >>> from gin import _core
/// >>> _core.duel_deal(7, 3)[1], _core.duel_deal(7, 3, 0)[1] != _core.duel_deal(7, 3, 1)[1]
/// (1, True)
#[pyfunction]
#[pyo3(signature = (seed, pair, number=None, /))]
pub fn duel_deal(
    py: Python<'_>,
    seed: Whole,
    pair: Whole,
    number: Option<Whole>,
) -> (u64, usize, Bound<'_, PyBytes>) {
    let setting = number.map_or_else(
        || core::Setting::of_pair(seed.0, pair.0),
        |number| core::Setting::of_match(seed.0, pair.0, number.0),
    );
    let deck = setting.deck().map(Card::index);
    (setting.seed, setting.starter, PyBytes::new(py, &deck))
}

const fn estimate(of: core::Estimate) -> (f64, f64) {
    (of.mean, of.half_width)
}

/// The mean of points a deal and half the width of its 95 % interval, from the sums of pairs.
///
/// The mean of nothing is NaN; the interval of fewer than two pairs is infinite.
///
/// >>> from gin import _core
/// >>> _core.points_estimate(2, 8, 40)[0]
/// 2.0
#[pyfunction]
#[pyo3(signature = (count, total, squares, /))]
pub fn points_estimate(count: u64, total: i64, squares: u64) -> (f64, f64) {
    let points = core::Sums { count, sum: total, squares };
    estimate(core::Tally { points, ..core::Tally::default() }.points())
}

/// The share of matches won and half the width of its 95 % interval, from pairs by result.
///
/// >>> from gin import _core
/// >>> _core.wins_estimate((1, 0, 2, 0, 1))[0]
/// 0.5
#[pyfunction]
#[pyo3(signature = (match_pairs, /))]
pub fn wins_estimate(match_pairs: [u64; 5]) -> (f64, f64) {
    estimate(core::Tally { match_pairs, ..core::Tally::default() }.match_wins())
}
