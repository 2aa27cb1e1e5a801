//! `gin.Layoff`, `gin.lay_off`, `gin.spreads`.

use gin_core::card::{Card as CoreCard, PACK};
use gin_core::card_set::CardSet;
use gin_core::layoff as core;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrangement::Arrangement;
use crate::card::{Card, CardArgument};
use crate::card_set::{Hand, HandArgument, at_most_eleven};
use crate::errors::{parse_error, shown};
use crate::meld::{Meld, MeldsArgument, tuple_repr, wrap};
use crate::number::Whole;

/// A defender's hand laid out against a spread: own melds, layoffs and the cards left (R13).
///
/// Immutable and hashable.
///
/// >>> from gin import Card, Hand, Layoff, Meld
/// >>> laid = Layoff([Meld("JH JD JC")], [(Card("8S"), 0)], Hand("KD"))
/// >>> laid.melds, laid.laid_off
/// ((Meld('JH JD JC'),), ((Card('8S'), 0),))
/// >>> laid.deadwood, laid.points
/// (Hand('KD'), 10)
#[pyclass(frozen, eq, hash, module = "gin")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Layoff(pub core::Layoff);

#[pymethods]
impl Layoff {
    #[new]
    fn new(
        melds: MeldsArgument,
        laid_off: LaidOffArgument,
        deadwood: HandArgument,
    ) -> PyResult<Self> {
        let laid_off = laid_off.0;
        let own = gin_core::arrangement::Arrangement::new(&melds.0, deadwood.0);
        let gone: CardSet = laid_off.iter().map(|&(card, _)| card).collect();
        match own {
            Some(own) if own.cards().is_disjoint(gone) && gone.len() as usize == laid_off.len() => {
                Ok(Self(core::Layoff { own, laid_off }))
            }
            _ => Err(parse_error(
                deadwood.0.to_string(),
                "A layoff is at most three melds, cards laid off and cards left, each card in one \
                 place.",
            )),
        }
    }

    /// The defender's own melds, in the order of their lowest card.
    #[getter]
    fn melds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, wrap(self.0.own.melds()))
    }

    /// Pairs of a card laid off and the number (from 0) of the spread's meld it goes on, in an
    /// order in which they can be played.
    #[getter]
    fn laid_off<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.laid_off.iter().map(|&(card, at)| (Card(card), at)))
    }

    /// The cards left.
    #[getter]
    fn deadwood(&self) -> Hand {
        Hand(self.0.own.dead())
    }

    /// The points of the cards left.
    #[getter]
    fn points(&self) -> u32 {
        self.0.own.points()
    }

    fn __repr__(&self) -> String {
        let melds: Vec<String> = self.0.own.melds().map(|meld| format!("Meld('{meld}')")).collect();
        let laid: Vec<String> =
            self.0.laid_off.iter().map(|(card, at)| format!("(Card('{card}'), {at})")).collect();
        let dead = self.0.own.dead();
        let dead = if dead.is_empty() { String::new() } else { format!("'{dead}'") };
        format!("Layoff({}, {}, Hand({dead}))", tuple_repr(&melds), tuple_repr(&laid))
    }

    #[expect(clippy::type_complexity, reason = "the constructor's arguments, once")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyAny>, (Vec<Meld>, Vec<(Card, usize)>, Hand)) {
        let layoff = &slf.get().0;
        let laid_off = layoff.laid_off.iter().map(|&(card, at)| (Card(card), at)).collect();
        (slf.get_type().into_any(), (wrap(layoff.own.melds()), laid_off, Hand(layoff.own.dead())))
    }
}

/// Pairs of a card and the number of the spread's meld that it goes on.
struct LaidOffArgument(Vec<(CoreCard, usize)>);

impl<'py> FromPyObject<'_, 'py> for LaidOffArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong = || {
            let given = shown(&given);
            let reason = format!(
                "{given} is no list of cards laid off; give pairs of a card and the number of \
                 the meld that it goes on, such as [(\"8S\", 0)]."
            );
            parse_error(given, reason)
        };
        let mut pairs = Vec::new();
        for pair in given.try_iter().map_err(|_| wrong())? {
            let pair = pair?;
            let pair = pair.cast::<PyTuple>().map_err(|_| wrong())?;
            if pair.len() != 2 || pairs.len() == PACK {
                return Err(wrong());
            }
            let card: CardArgument = pair.get_item(0)?.extract()?;
            let at: Whole = pair.get_item(1)?.extract()?;
            pairs.push((card.0, at.small()?));
        }
        Ok(Self(pairs))
    }
}

/// The defender's best layoff against a knocker's spread: exact, own melds and layoffs together.
///
/// The least points that can remain (R13); among equals the fewest cards laid off, then the
/// canonical order of the own melds. Layoffs chain, go on both ends of a run, make the fourth of
/// a set; an own meld is broken where that leaves less. `spread` is the knocker's melds; against
/// gin pass none (R14). Raises `ParseError` for a hand of more than 11 cards, and where a card is
/// in two places.
///
/// >>> import gin
/// >>> gin.lay_off(gin.Hand("8S 9S KD"), [gin.Meld("5S 6S 7S")])
/// Layoff((), ((Card('8S'), 0), (Card('9S'), 0)), Hand('KD'))
#[pyfunction]
#[pyo3(signature = (defender, spread))]
pub fn lay_off(defender: HandArgument, spread: MeldsArgument) -> PyResult<Layoff> {
    let defender = at_most_eleven(defender.0)?;
    let spread = spread.0;
    let mut table = CardSet::EMPTY;
    for meld in &spread {
        if let Some(card) = (meld.cards() & table).first() {
            let reason = format!("{card} is in two melds of the spread; a card is in one at most.");
            return Err(parse_error(card.to_string(), reason));
        }
        table |= meld.cards();
    }
    if let Some(card) = (table & defender).first() {
        let reason =
            format!("{card} is in the defender's hand and in the spread; it can be in one only.");
        return Err(parse_error(card.to_string(), reason));
    }
    Ok(Layoff(core::lay_off(defender, &spread)))
}

/// The knocker's choices of a spread, the default of R12 first.
///
/// `hand` is the ten cards left after the discard; `possible` the cards the defender may hold as
/// far as the knocker can know: all that are neither in the knocker's eleven nor in the discard
/// pile. The default leaves the fewest of them able to be laid off (through each other where they
/// chain), then the fewest points of such cards, then comes first in the canonical order. Raises
/// `ParseError` for a hand of more than 11 cards.
///
/// >>> import gin
/// >>> hand = gin.Hand("9H TH JH 9D TD JD 9C TC JC KC")
/// >>> gin.spreads(hand, gin.Hand("8H QH QC"))[0].melds
/// (Meld('9H 9D 9C'), Meld('TH TD TC'), Meld('JH JD JC'))
#[pyfunction]
#[pyo3(signature = (hand, possible))]
pub fn spreads(
    py: Python<'_>,
    hand: HandArgument,
    possible: HandArgument,
) -> PyResult<Bound<'_, PyTuple>> {
    let found = core::spreads(at_most_eleven(hand.0)?, possible.0);
    PyTuple::new(py, found.into_iter().map(Arrangement))
}
