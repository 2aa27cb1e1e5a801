//! Duels of computer players on duplicate deals.

use gin_core::arena as core;
use pyo3::prelude::*;

use crate::bot::named;
use crate::number::Whole;

/// How the deals of a duel ended; pairs are (first player, second player).
///
/// >>> from gin import _core
/// >>> _core.duel("simple", "simple", 5, 0, 0).deals.begun
/// 10
#[pyclass(frozen, eq, module = "gin._core")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DealCounts(core::Counts);

const fn pair(counts: [u64; 2]) -> (u64, u64) {
    (counts[0], counts[1])
}

#[pymethods]
impl DealCounts {
    /// Deals begun.
    #[getter]
    fn begun(&self) -> u64 {
        self.0.deals
    }

    /// Gins by player.
    #[getter]
    fn gins(&self) -> (u64, u64) {
        pair(self.0.gins)
    }

    /// Knocks that scored, by player.
    #[getter]
    fn knocks(&self) -> (u64, u64) {
        pair(self.0.knocks)
    }

    /// Undercuts by the player who scored.
    #[getter]
    fn undercuts(&self) -> (u64, u64) {
        pair(self.0.undercuts)
    }

    /// Deals that ended with two cards in the stock (R18).
    #[getter]
    fn dead(&self) -> u64 {
        self.0.dead
    }

    /// Deals given up after 400 actions (R21).
    #[getter]
    fn capped(&self) -> u64 {
        self.0.capped
    }
}

/// What a duel showed, from the side of the first player.
///
/// >>> from gin import _core
/// >>> _core.duel("steady", "random", 0, 2, 0).match_wins
/// 1.0
#[pyclass(frozen, eq, module = "gin._core")]
#[derive(Clone, Copy, PartialEq)]
pub struct Duel(core::Duel);

#[pymethods]
impl Duel {
    /// Mean points a deal, those of the other counted against it.
    #[getter]
    fn points(&self) -> f64 {
        self.0.points.mean
    }

    /// Half the width of the 95 % interval of `points`, from pairs of deals.
    #[getter]
    fn points_ci(&self) -> f64 {
        self.0.points.half_width
    }

    /// The deals outside matches.
    #[getter]
    fn deals(&self) -> DealCounts {
        DealCounts(self.0.deals)
    }

    /// Matches played.
    #[getter]
    fn matches(&self) -> u64 {
        self.0.matches
    }

    /// Share of matches won.
    #[getter]
    fn match_wins(&self) -> f64 {
        self.0.match_wins.mean
    }

    /// Half the width of the 95 % interval of `match_wins`, from pairs of matches.
    #[getter]
    fn match_wins_ci(&self) -> f64 {
        self.0.match_wins.half_width
    }

    /// The deals of the matches.
    #[getter]
    fn match_deals(&self) -> DealCounts {
        DealCounts(self.0.match_deals)
    }
}

/// Lets two computer players play `pairs` decks and `match_pairs` matches to 100, each twice with
/// the seats swapped.
///
/// Deterministic in its arguments. Raises `PlayerError` for an unknown name.
///
/// >>> from gin import _core
/// >>> _core.duel("simple", "simple", 10, 0, 0).points
/// 0.0
#[pyfunction]
#[pyo3(signature = (a, b, pairs, match_pairs, seed, /))]
pub fn duel(
    py: Python<'_>,
    a: &str,
    b: &str,
    pairs: Whole,
    match_pairs: Whole,
    seed: Whole,
) -> PyResult<Duel> {
    let (a, b) = (named(a)?, named(b)?);
    Ok(Duel(py.detach(|| core::duel(a, b, pairs.0, match_pairs.0, seed.0))))
}
