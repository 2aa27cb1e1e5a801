//! What the networks think, for `gin.evaluate`, `gin.appraise` and `gin.belief`.

use gin_core::value::appraisal;
use gin_core::value::shipped::BELIEF;
use pyo3::prelude::*;

use crate::bot::{OpeningArgument, replayed};
use crate::card_set::HandArgument;
use crate::number::Whole;

/// Code, expected points, doubt, points as they count at the score, chance to win the match.
type Worth = (u8, f32, f32, f32, f32);

/// What every legal action of the seat to act is worth, as (code, expected points, doubt, points as
/// they count at the score, chance to win the match), in the order of the rules; the parts of the
/// view are those of `choose`.
///
/// The doubt is the standard deviation of the points over networks and renamings. Raises
/// `PlayerError` where the seat is not to act, `ParseError` where the parts do not fit.
///
/// >>> from gin import Deal, _core
/// >>> view = Deal.new(range(52), starter=0).view(0)
/// >>> found = _core.appraise(0, 0, (0, "upcard", view.pile, 31, None), b"", view.hand, (0, 0, 100))
/// >>> [code for code, points, doubt, worth, chance in found]
/// [0, 1]
#[pyfunction]
#[pyo3(signature = (seat, starter, opening, events, hand, score, /))]
pub fn appraise(
    py: Python<'_>,
    seat: Whole,
    starter: Whole,
    opening: OpeningArgument,
    events: &[u8],
    hand: HandArgument,
    score: (Whole, Whole, Whole),
) -> PyResult<Vec<Worth>> {
    let replay = replayed(seat, starter, opening, events, hand, score)?;
    let found = py.detach(|| appraisal::appraise(&replay.view()));
    Ok(found
        .into_iter()
        .map(|found| {
            (found.action.code(), found.points, found.doubt, found.worth, found.match_chance)
        })
        .collect())
}

/// What the seat to act may believe of the opponent's hand: by card index the chance that the
/// opponent holds it, and the expected deadwood of that hand; the parts of the view are those of
/// `choose`.
///
/// Raises `PlayerError` where the seat is not to act, `ParseError` where the parts do not fit.
///
/// >>> from gin import Deal, _core
/// >>> view = Deal.new(range(52), starter=0).view(0)
/// >>> chances, deadwood = _core.belief(0, 0, (0, "upcard", view.pile, 31, None), b"", view.hand,
/// ...                                  (0, 0, 100))
/// >>> len(chances), round(sum(chances))
/// (52, 10)
#[pyfunction]
#[pyo3(signature = (seat, starter, opening, events, hand, score, /))]
pub fn belief(
    py: Python<'_>,
    seat: Whole,
    starter: Whole,
    opening: OpeningArgument,
    events: &[u8],
    hand: HandArgument,
    score: (Whole, Whole, Whole),
) -> PyResult<(Vec<f32>, f32)> {
    let replay = replayed(seat, starter, opening, events, hand, score)?;
    let found = py.detach(|| BELIEF.guess(&replay.view()));
    Ok((found.cards.to_vec(), found.deadwood))
}
