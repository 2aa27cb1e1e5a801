//! `gin.Arrangement`, `gin.arrange`, `gin.arrangements`.

use gin_core::arrangement as core;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::card_set::{Hand, HandArgument, at_most_eleven};
use crate::errors::parse_error;
use crate::meld::{Meld, MeldsArgument, tuple_repr, wrap};

/// A hand laid out: disjoint melds in the order of their lowest card, and the cards in none.
///
/// Immutable and hashable. Raises `ParseError` where a card is in two places or there are more
/// than three melds.
///
/// >>> from gin import Arrangement, Hand, Meld
/// >>> laid = Arrangement([Meld("5S 6S 7S")], Hand("KD 2H"))
/// >>> laid.melds, laid.deadwood, laid.points
/// ((Meld('5S 6S 7S'),), Hand('2H KD'), 12)
#[pyclass(frozen, eq, hash, module = "gin")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrangement(pub core::Arrangement);

#[pymethods]
impl Arrangement {
    #[new]
    fn new(melds: MeldsArgument, deadwood: HandArgument) -> PyResult<Self> {
        let melds = melds.0;
        core::Arrangement::new(&melds, deadwood.0).map(Self).ok_or_else(|| {
            let given: Vec<String> = melds.iter().map(ToString::to_string).collect();
            parse_error(
                given.join(" / "),
                "An arrangement is at most three melds and the cards left, each card in one place.",
            )
        })
    }

    /// The melds, in the order of their lowest card.
    #[getter]
    fn melds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, wrap(self.0.melds()))
    }

    /// The cards in no meld.
    #[getter]
    fn deadwood(&self) -> Hand {
        Hand(self.0.dead())
    }

    /// The points of the cards in no meld.
    #[getter]
    fn points(&self) -> u32 {
        self.0.points()
    }

    fn __repr__(&self) -> String {
        let melds: Vec<String> = self.0.melds().map(|meld| format!("Meld('{meld}')")).collect();
        let dead = self.0.dead();
        let dead = if dead.is_empty() { String::new() } else { format!("'{dead}'") };
        format!("Arrangement({}, Hand({dead}))", tuple_repr(&melds))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Vec<Meld>, Hand)) {
        let laid = slf.get().0;
        (slf.get_type().into_any(), (wrap(laid.melds()), Hand(laid.dead())))
    }
}

/// The canonical least arrangement of a hand of at most 11 cards (R5).
///
/// Among the arrangements with the least deadwood it has the fewest melds (a run of six rather
/// than two of three) and then comes first card by card. Raises `ParseError` for what is no hand
/// and for more than 11 cards.
///
/// >>> import gin
/// >>> gin.arrange(gin.Hand("AS 2S 3S 4S 4H 5D KC"))
/// Arrangement((Meld('AS 2S 3S 4S'),), Hand('4H 5D KC'))
#[pyfunction]
#[pyo3(signature = (hand))]
pub fn arrange(hand: HandArgument) -> PyResult<Arrangement> {
    Ok(Arrangement(core::arrange(at_most_eleven(hand.0)?)))
}

/// Every distinct arrangement of a hand of at most 11 cards with the least deadwood.
///
/// The canonical one first. A run of six laid whole and laid as two runs of three are two
/// arrangements. Raises `ParseError` for what is no hand and for more than 11 cards.
///
/// >>> import gin
/// >>> len(gin.arrangements(gin.Hand("9H TH JH 9D TD JD 9C TC JC KC")))
/// 2
#[pyfunction]
#[pyo3(signature = (hand))]
pub fn arrangements(py: Python<'_>, hand: HandArgument) -> PyResult<Bound<'_, PyTuple>> {
    let found = core::arrangements(at_most_eleven(hand.0)?);
    PyTuple::new(py, found.into_iter().map(Arrangement))
}
