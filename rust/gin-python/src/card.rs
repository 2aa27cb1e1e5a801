//! `gin.Card`.

use std::fmt::Display;

use gin_core::card::Card as Core;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{parse_error, shown};
use crate::number::is_whole;

/// One of the 52 cards.
///
/// Made from text (rank then suit, read liberally: "AS", "10h", "a♠", "Th") or from its index,
/// `suit * 13 + rank - 1` with the suits in the order S H D C and the ace first. Immutable,
/// hashable, ordered by index. Raises `ParseError` for anything else.
///
/// >>> from gin import Card
/// >>> Card("10h"), Card(0), Card("KS").points
/// (Card('TH'), Card('AS'), 10)
/// >>> card = Card("TH")
/// >>> card.rank, card.suit, card.index
/// (10, 'H', 22)
#[pyclass(frozen, eq, ord, hash, module = "gin")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub Core);

#[pymethods]
impl Card {
    #[new]
    #[pyo3(signature = (card, /))]
    fn new(card: CardArgument) -> Self {
        Self(card.0)
    }

    /// 0 to 51: `suit * 13 + rank - 1`, suits in the order S H D C.
    #[getter]
    fn index(&self) -> u8 {
        self.0.index()
    }

    /// 1 (ace) to 13 (king).
    #[getter]
    fn rank(&self) -> u8 {
        self.0.rank()
    }

    /// "S", "H", "D" or "C".
    #[getter]
    fn suit(&self) -> char {
        self.0.suit().letter()
    }

    /// Deadwood points (R3): ace 1, picture cards 10, others their number.
    #[getter]
    fn points(&self) -> u8 {
        self.0.points()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        formatted(py, &self.0, spec)
    }

    fn __repr__(&self) -> String {
        format!("Card('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (u8,)) {
        (slf.get_type().into_any(), (slf.get().0.index(),))
    }
}

/// A value in a format string: its text, laid out as Python lays out texts.
pub fn formatted<'py>(
    py: Python<'py>,
    value: &impl Display,
    spec: &str,
) -> PyResult<Bound<'py, PyAny>> {
    PyString::new(py, &value.to_string()).call_method1("__format__", (spec,))
}

/// A card, or what a card can be made from.
pub struct CardArgument(pub Core);

impl<'py> FromPyObject<'_, 'py> for CardArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(card) = given.cast::<Card>() {
            return Ok(Self(card.get().0));
        }
        if let Ok(text) = given.cast::<PyString>() {
            let text = text.to_string_lossy();
            return text.parse().map(Self).map_err(|error: gin_core::card::ParseCardError| {
                parse_error(text, error.to_string())
            });
        }
        if is_whole(&given) {
            let index = given.extract::<u8>().ok().and_then(Core::from_index);
            return index.map(Self).ok_or_else(|| {
                let given = shown(&given);
                let reason = format!("{given} is no card's index; the 52 cards are 0 to 51.");
                parse_error(given, reason)
            });
        }
        let given = shown(&given);
        let reason = format!("{given} is no card; write a rank and a suit, such as AS or 10H.");
        Err(parse_error(given, reason))
    }
}
