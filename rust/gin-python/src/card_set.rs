//! `gin.Hand`.

use std::sync::atomic::{AtomicU64, Ordering};

use gin_core::card_set::{CardSet, ParseHandError};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::card::{Card, CardArgument, formatted};
use crate::errors::{parse_error, shown};
use crate::number::is_whole;

/// A set of cards.
///
/// Made from text ("AS 2S 10h", spaces or commas), from cards or their texts, or from nothing.
/// Immutable and hashable; iterates in the order of the card index; `|`, `&`, `-`, `^` with a hand
/// or a card; `<=` is "all in", as for Python's sets. Raises `ParseError` for a word that is no
/// card and for a card named twice.
///
/// >>> from gin import Card, Hand
/// >>> hand = Hand("4H AS 2S")
/// >>> hand, len(hand), Card("AS") in hand, hand - Card("AS")
/// (Hand('AS 2S 4H'), 3, True, Hand('2S 4H'))
/// >>> hand.points, bin(hand.mask)
/// (7, '0b10000000000000000011')
#[pyclass(frozen, module = "gin")]
#[derive(Clone, Copy)]
pub struct Hand(pub CardSet);

#[pymethods]
impl Hand {
    #[new]
    #[pyo3(signature = (cards=HandArgument(CardSet::EMPTY), /), text_signature = "(cards=(), /)")]
    fn new(cards: HandArgument) -> Self {
        Self(cards.0)
    }

    /// The hand of a mask: bit `16 * suit + rank - 1`, suits in the order S H D C.
    ///
    /// Raises `ParseError` where the mask is no int or a bit of it stands for no card.
    ///
    /// >>> from gin import Hand
    /// >>> Hand.from_mask(0b111)
    /// Hand('AS 2S 3S')
    #[classmethod]
    #[pyo3(signature = (mask, /))]
    fn from_mask(_cls: &Bound<'_, PyType>, mask: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bits = if is_whole(mask) { mask.extract::<u64>().ok() } else { None };
        bits.and_then(CardSet::from_mask).map(Self).ok_or_else(|| {
            let given = shown(mask);
            let reason = format!(
                "{given} is no hand's mask; bit 16 * suit + rank - 1 stands for a card, the other \
                 bits of the 64 are 0."
            );
            parse_error(given, reason)
        })
    }

    /// Four lanes of sixteen bits: bit `16 * suit + rank - 1` is set for a card in the hand.
    #[getter]
    fn mask(&self) -> u64 {
        self.0.mask()
    }

    /// The points of all its cards, melded or not.
    #[getter]
    fn points(&self) -> u32 {
        self.0.points()
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    fn __contains__(&self, card: CardArgument) -> bool {
        self.0.contains(card.0)
    }

    fn __iter__(&self) -> HandIterator {
        HandIterator(AtomicU64::new(self.0.mask()))
    }

    fn __or__(&self, other: Operand) -> Self {
        Self(self.0 | other.0)
    }

    fn __ror__(&self, other: Operand) -> Self {
        Self(other.0 | self.0)
    }

    fn __and__(&self, other: Operand) -> Self {
        Self(self.0 & other.0)
    }

    fn __rand__(&self, other: Operand) -> Self {
        Self(other.0 & self.0)
    }

    fn __sub__(&self, other: Operand) -> Self {
        Self(self.0 - other.0)
    }

    fn __rsub__(&self, other: Operand) -> Self {
        Self(other.0 - self.0)
    }

    fn __xor__(&self, other: Operand) -> Self {
        Self((self.0 - other.0) | (other.0 - self.0))
    }

    fn __rxor__(&self, other: Operand) -> Self {
        self.__xor__(other)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let (mine, theirs) = (self.0, other.get().0);
        let holds = match op {
            CompareOp::Eq => mine == theirs,
            CompareOp::Ne => mine != theirs,
            CompareOp::Le => mine.is_subset(theirs),
            CompareOp::Lt => mine != theirs && mine.is_subset(theirs),
            CompareOp::Ge => theirs.is_subset(mine),
            CompareOp::Gt => mine != theirs && theirs.is_subset(mine),
        };
        holds.into_py_any(py)
    }

    fn __hash__(&self) -> u64 {
        self.0.mask()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        formatted(py, &self.0, spec)
    }

    fn __repr__(&self) -> String {
        if self.0.is_empty() { "Hand()".to_owned() } else { format!("Hand('{}')", self.0) }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (u64,))> {
        Ok((slf.get_type().getattr("from_mask")?, (slf.get().0.mask(),)))
    }
}

/// The cards of a hand, one by one.
#[pyclass(frozen, module = "gin")]
pub struct HandIterator(AtomicU64);

#[pymethods]
impl HandIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Card> {
        let mask = self.0.load(Ordering::Relaxed);
        let card = CardSet::from_mask(mask)?.first()?;
        self.0.store(mask & !card.bit(), Ordering::Relaxed);
        Some(Card(card))
    }
}

/// A hand or a card beside an operator; anything else is `TypeError`, as for Python's sets.
struct Operand(CardSet);

impl<'py> FromPyObject<'_, 'py> for Operand {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(hand) = given.cast::<Hand>() {
            return Ok(Self(hand.get().0));
        }
        Ok(Self(CardSet::of(given.cast::<Card>()?.get().0)))
    }
}

/// A hand, or what a hand can be made from.
pub struct HandArgument(pub CardSet);

impl<'py> FromPyObject<'_, 'py> for HandArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(hand) = given.cast::<Hand>() {
            return Ok(Self(hand.get().0));
        }
        if let Ok(text) = given.cast::<PyString>() {
            let text = text.to_string_lossy();
            return text
                .parse()
                .map(Self)
                .map_err(|error: ParseHandError| parse_error(text, error.to_string()));
        }
        let Ok(items) = given.try_iter() else {
            let given = shown(&given);
            let reason =
                format!("{given} is no hand; give its cards, such as \"AS 2S 3S\" or a list.");
            return Err(parse_error(given, reason));
        };
        let mut hand = CardSet::EMPTY;
        for item in items {
            let card = item?.extract::<CardArgument>()?.0;
            if hand.contains(card) {
                return Err(parse_error(card.to_string(), ParseHandError::Twice(card).to_string()));
            }
            hand = hand.with(card);
        }
        Ok(Self(hand))
    }
}

/// Refuses a hand with more cards than a player ever holds.
pub fn at_most_eleven(hand: CardSet) -> PyResult<CardSet> {
    if hand.len() as usize <= gin_core::discard::FULL_HAND {
        return Ok(hand);
    }
    let reason =
        format!("A hand holds at most 11 cards, so one of {} cannot be laid out.", hand.len());
    Err(parse_error(hand.to_string(), reason))
}
