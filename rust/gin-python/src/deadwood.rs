//! `gin.deadwood`.

use gin_core::deadwood as core;
use pyo3::prelude::*;

use crate::card_set::HandArgument;

/// The least points of cards in no meld, over all ways of melding the hand (R5).
///
/// `hand` is a `Hand` or what one can be made from, of any size up to the whole pack. Exact.
/// Raises `ParseError` for what is no hand.
///
/// >>> import gin
/// >>> gin.deadwood(gin.Hand("AS 2S 3S 4H 4D 4C 9C 9D KH KD"))
/// 38
#[pyfunction]
#[pyo3(signature = (hand))]
pub fn deadwood(hand: HandArgument) -> u32 {
    core::deadwood(hand.0)
}
