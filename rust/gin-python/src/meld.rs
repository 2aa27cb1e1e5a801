//! `gin.Meld`.

use gin_core::meld::{Meld as Core, MeldKind};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::card::formatted;
use crate::card_set::{Hand, HandArgument};
use crate::errors::{parse_error, shown};

/// A set (three or four cards of a rank) or a run (three or more in a suit, ace low) (R4).
///
/// Made from text, a hand or cards. Immutable and hashable. Raises `ParseError` for cards that
/// are no meld.
///
/// >>> from gin import Meld
/// >>> Meld("7S 5S 6S"), Meld("JH JD JC").kind
/// (Meld('5S 6S 7S'), 'set')
/// >>> Meld("7S 5S 6S").cards
/// Hand('5S 6S 7S')
#[pyclass(frozen, eq, hash, module = "gin")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meld(pub Core);

#[pymethods]
impl Meld {
    #[new]
    #[pyo3(signature = (cards, /))]
    fn new(cards: MeldArgument) -> Self {
        Self(cards.0)
    }

    /// Its cards.
    #[getter]
    fn cards(&self) -> Hand {
        Hand(self.0.cards())
    }

    /// "set" or "run".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind() {
            MeldKind::Set => "set",
            MeldKind::Run => "run",
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        formatted(py, &self.0, spec)
    }

    fn __repr__(&self) -> String {
        format!("Meld('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}

/// A meld, or what a meld can be made from.
pub struct MeldArgument(pub Core);

impl<'py> FromPyObject<'_, 'py> for MeldArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(meld) = given.cast::<Meld>() {
            return Ok(Self(meld.get().0));
        }
        let cards = given.extract::<HandArgument>()?.0;
        Core::new(cards).map(Self).ok_or_else(|| {
            let named =
                if cards.is_empty() { "No card at all".to_owned() } else { cards.to_string() };
            let reason = format!(
                "{named} is no meld; a meld is three or four cards of one rank, or three or more \
                 in a row of one suit with the ace low."
            );
            parse_error(cards.to_string(), reason)
        })
    }
}

/// Several melds: a list or another iterable of what melds can be made from.
pub struct MeldsArgument(pub Vec<Core>);

/// As many as the pack has room for; an iterable without an end is not followed further.
const MOST: usize = 52 / 3;

impl<'py> FromPyObject<'_, 'py> for MeldsArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // A text, a hand and a meld are cards one by one, and none of them is a meld.
        let single = given.is_instance_of::<PyString>()
            || given.is_instance_of::<Hand>()
            || given.is_instance_of::<Meld>();
        let items = if single { None } else { given.try_iter().ok() };
        let Some(items) = items else {
            let given = shown(&given);
            let reason = format!(
                "{given} is no list of melds; give them one by one, such as [\"5S 6S 7S\", \
                 \"JH JD JC\"]."
            );
            return Err(parse_error(given, reason));
        };
        let mut melds = Vec::new();
        for item in items {
            melds.push(item?.extract::<MeldArgument>()?.0);
            if melds.len() > MOST {
                let reason = format!("There are more than {MOST} melds, which no pack has.");
                return Err(parse_error(shown(&given), reason));
            }
        }
        Ok(Self(melds))
    }
}

/// Melds out, in the order given.
pub fn wrap(melds: impl IntoIterator<Item = Core>) -> Vec<Meld> {
    melds.into_iter().map(Meld).collect()
}

/// As many as there are, said as Python says a tuple.
pub fn tuple_repr(items: &[String]) -> String {
    match items {
        [one] => format!("({one},)"),
        _ => format!("({})", items.join(", ")),
    }
}
