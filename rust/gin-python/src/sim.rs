//! The engine's model of a deal, laid open step by step for the test that compares it with the
//! rules in Python.

use gin_core::action::Action;
use gin_core::arena;
use gin_core::card::{Card, PACK};
use gin_core::card_set::CardSet;
use gin_core::course::Seat;
use gin_core::score::Outcome;
use gin_core::sim::{Deal, Ending};
use gin_core::view::Score;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::bot::{Name, named, phase_text};
use crate::card::CardArgument;
use crate::errors::parse_error;
use crate::number::Whole;

fn deck_of(cards: &[CardArgument]) -> PyResult<[Card; PACK]> {
    let deck: Option<[Card; PACK]> =
        cards.iter().map(|card| card.0).collect::<Vec<_>>().try_into().ok();
    deck.filter(|deck| deck.iter().copied().collect::<CardSet>() == CardSet::FULL).ok_or_else(
        || {
            let reason = "The deck is not the 52 cards, each once.";
            parse_error(format!("{} cards", cards.len()), reason)
        },
    )
}

fn new_deal(deck: &[CardArgument], starter: &Whole) -> PyResult<Deal> {
    let starter: Seat = starter.small()?;
    let deck = deck_of(deck)?;
    if starter > 1 {
        let reason = format!("The starter is seat 0 or seat 1, not {starter}.");
        return Err(parse_error(starter.to_string(), reason));
    }
    Ok(Deal::new(&deck, starter))
}

/// The codes of all actions of a deal between two computer players.
///
/// `names` is by seat. The codes are those of `choose`. At most 400 actions. Raises
/// `PlayerError` for an unknown name and `ParseError` for what is no deck.
///
/// >>> from gin import _core
/// >>> list(_core.play_deal(range(52), 0, ("simple", "simple"), 0)[:4])
/// [1, 1, 2, 16]
#[pyfunction]
#[pyo3(signature = (deck, starter, names, seed, /))]
pub fn play_deal(
    py: Python<'_>,
    deck: Vec<CardArgument>,
    starter: Whole,
    names: (Name, Name),
    seed: Whole,
) -> PyResult<Bound<'_, PyBytes>> {
    let mut deal = new_deal(&deck, &starter)?;
    let bots = [named(&names.0.0)?, named(&names.1.0)?];
    let mut codes = Vec::new();
    py.detach(|| {
        arena::play_deal(&mut deal, bots, [Score::default(); 2], seed.0, |action| {
            codes.push(action.code());
        });
    });
    Ok(PyBytes::new(py, &codes))
}

/// Everything the engine knows of a deal before each of these actions and after the last.
///
/// A pair of the steps and the result. A step is (phase, seat to act or None, index of the
/// barred card or -1, pile as card indices bottom first, cards in the stock, legal actions as
/// codes, what seat 0 sees, what seat 1 sees), and what a seat sees is (mask of the hand, index
/// of the card drawn or -1, masks of the known, possible and unseen cards, events as codes). The
/// result is (kind, winner, points, knocker, masks of the spread's melds, deadwood by seat) or
/// None. Raises `ParseError` for what is no deck and at the first action that is not legal.
///
/// >>> from gin import _core
/// >>> steps, result = _core.trace_deal(range(52), 0, bytes([1]))
/// >>> [step[:2] for step in steps], result
/// ([('upcard', 0), ('upcard', 1)], None)
#[pyfunction]
#[pyo3(signature = (deck, starter, codes, /))]
pub fn trace_deal<'py>(
    py: Python<'py>,
    deck: Vec<CardArgument>,
    starter: Whole,
    codes: &[u8],
) -> PyResult<Bound<'py, PyTuple>> {
    let mut deal = new_deal(&deck, &starter)?;
    let mut seen: [Vec<u8>; 2] = [Vec::new(), Vec::new()];
    let mut steps = vec![step(py, &deal, &seen)?];
    for (at, &code) in codes.iter().enumerate() {
        let actor = deal.course().to_act;
        let next = deal.stock().first().copied();
        let played = Action::from_code(code).is_some_and(|action| deal.play(action).is_ok());
        if !played {
            let reason = format!("Action {at}, code {code}, is not legal there.");
            return Err(parse_error(code.to_string(), reason));
        }
        for (seat, events) in seen.iter_mut().enumerate() {
            let drawn = next.filter(|_| seat == actor && code == Action::DrawStock.code());
            events.push(drawn.map_or(code, Action::own_draw_code));
        }
        steps.push(step(py, &deal, &seen)?);
    }
    let result = deal.ending().map(|ending| result(py, ending)).transpose()?;
    (PyTuple::new(py, steps)?, result).into_pyobject(py)
}

fn index_of(card: Option<Card>) -> i16 {
    card.map_or(-1, |card| i16::from(card.index()))
}

fn step<'py>(py: Python<'py>, deal: &Deal, seen: &[Vec<u8>; 2]) -> PyResult<Bound<'py, PyTuple>> {
    let course = deal.course();
    let pile: Vec<u8> = course.pile.iter().map(|card| card.index()).collect();
    let legal: Vec<u8> = deal.legal().iter().map(Action::code).collect();
    (
        phase_text(course.phase),
        course.actor(),
        index_of(course.barred),
        PyBytes::new(py, &pile),
        course.stock,
        PyBytes::new(py, &legal),
        sight(py, deal, 0, &seen[0])?,
        sight(py, deal, 1, &seen[1])?,
    )
        .into_pyobject(py)
}

fn sight<'py>(
    py: Python<'py>,
    deal: &Deal,
    seat: Seat,
    events: &[u8],
) -> PyResult<Bound<'py, PyTuple>> {
    let view = deal.view(seat, Score::default());
    (
        view.hand().mask(),
        index_of(view.holding.drawn),
        view.known().mask(),
        view.possible().mask(),
        view.unseen().mask(),
        PyBytes::new(py, events),
    )
        .into_pyobject(py)
}

fn result<'py>(py: Python<'py>, ending: &Ending) -> PyResult<Bound<'py, PyTuple>> {
    let deadwood = (ending.deadwood[0], ending.deadwood[1]);
    let Some(knock) = ending.knock else {
        return ("dead", py.None(), 0, py.None(), py.None(), deadwood).into_pyobject(py);
    };
    let kind = match knock.outcome {
        Outcome::Gin => "gin",
        Outcome::Knock => "knock",
        Outcome::Undercut => "undercut",
    };
    let melds = PyTuple::new(py, knock.spread.melds().map(|meld| meld.cards().mask()))?;
    (kind, knock.winner(), knock.points, knock.knocker, melds, deadwood).into_pyobject(py)
}
