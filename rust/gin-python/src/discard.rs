//! `gin.discards`.

use gin_core::discard as core;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::card::{Card, CardArgument};
use crate::card_set::HandArgument;
use crate::errors::parse_error;

/// Every legal discard of a hand of 11 with the points it leaves (R5, R8, R9).
///
/// Pairs of the card thrown and the least deadwood of the ten cards left, least first, then by
/// card. `barred` is the card just taken from the discard pile, which may not go back. Raises
/// `ParseError` for a hand that has not 11 cards and for a barred card that is not in it.
///
/// >>> import gin
/// >>> gin.discards(gin.Hand("AS 2S 3S 4H 4D 4C 9C 9D 9S KD QD"))[0]
/// (Card('QD'), 10)
#[pyfunction]
#[pyo3(signature = (hand, barred=None))]
pub fn discards(
    py: Python<'_>,
    hand: HandArgument,
    barred: Option<CardArgument>,
) -> PyResult<Bound<'_, PyTuple>> {
    let (hand, barred) = (hand.0, barred.map(|card| card.0));
    if hand.len() as usize != core::FULL_HAND {
        let reason = format!("A discard is made from 11 cards; this hand has {}.", hand.len());
        return Err(parse_error(hand.to_string(), reason));
    }
    if let Some(card) = barred.filter(|&card| !hand.contains(card)) {
        let reason = format!("{card} is not in the hand, so it cannot be the card just taken.");
        return Err(parse_error(card.to_string(), reason));
    }
    let found = core::discards(hand, barred);
    PyTuple::new(py, found.iter().map(|discard| (Card(discard.card), discard.points)))
}
