//! `gin._core.census`.

use gin_core::census as core;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::batch::count_of;
use crate::clock::{Clock, LOOK};
use crate::errors::parse_error;
use crate::number::{Integer, Whole};

/// How many hands leave each number of points, every hand of the pack counted.
///
/// `cards` is 0 to 11; of eleven cards it is the least deadwood after the best discard, of fewer
/// the least deadwood. `ranks` takes the lowest ranks only. Returns the counts for 0, 1, 2 … points
/// up to the most that occur. Ten cards of the whole pack take seconds; Ctrl-C ends it. Raises
/// `ParseError` for other numbers.
///
/// >>> from gin import _core
/// >>> counts = _core.census(3)
/// >>> counts[0], sum(counts)  # the sets and runs of three, and all hands of three
/// (96, 22100)
#[pyfunction]
#[pyo3(signature = (cards, /, *, ranks=Whole(13), threads=Integer::Of(1)),
    text_signature = "(cards, /, *, ranks=13, threads=1)")]
pub fn census(
    py: Python<'_>,
    cards: Whole,
    ranks: Whole,
    threads: Integer,
) -> PyResult<Bound<'_, PyTuple>> {
    let threads = count_of(&threads)?;
    let census = core::Census::new(cards.small()?, ranks.small()?).ok_or_else(|| {
        let given = format!("{} cards of {} ranks", cards.0, ranks.0);
        let reason =
            format!("A census is of at most 11 cards of at most 13 ranks, and this is {given}.");
        parse_error(given, reason)
    })?;
    let mut interrupt = Ok(());
    let mut looked = Clock::started();
    let counted = py.detach(|| {
        census.count(threads, || {
            if looked.nanoseconds() > LOOK {
                looked = Clock::started();
                Python::attach(|py| interrupt = py.check_signals());
            }
            interrupt.is_ok()
        })
    });
    interrupt?;
    let counts = counted.unwrap_or([0; core::POINTS]);
    let len = counts.iter().rposition(|&count| count != 0).map_or(0, |last| last + 1);
    PyTuple::new(py, &counts[..len])
}
