//! What the network thinks, for `gin.evaluate`.

use gin_core::value::candidate::candidates;
use gin_core::value::shipped::POINTS;
use gin_core::view::{Score, View};
use pyo3::prelude::*;

use crate::bot::{OpeningArgument, replayed};
use crate::card_set::HandArgument;
use crate::number::Whole;

/// The expected points of every legal action of the seat to act, as (code, points), in the order
/// of the rules; the parts of the view are those of `choose`.
///
/// Raises `PlayerError` where the seat is not to act, `ParseError` where the parts do not fit.
///
/// >>> from gin import Deal, _core
/// >>> view = Deal.new(range(52), starter=0).view(0)
/// >>> found = _core.evaluate(0, 0, (0, "upcard", view.pile, 31, None), b"", view.hand, (0, 0, 100))
/// >>> [code for code, points in found]
/// [0, 1]
#[pyfunction]
#[pyo3(signature = (seat, starter, opening, events, hand, score, /))]
pub fn evaluate(
    py: Python<'_>,
    seat: Whole,
    starter: Whole,
    opening: OpeningArgument,
    events: &[u8],
    hand: HandArgument,
    score: (Whole, Whole, Whole),
) -> PyResult<Vec<(u8, f32)>> {
    let replay = replayed(seat, starter, opening, events, hand, score)?;
    Ok(py.detach(|| {
        let view = View { score: Score::default(), ..replay.view() };
        candidates(&POINTS, &view).iter().map(|found| (found.action.code(), found.points)).collect()
    }))
}
