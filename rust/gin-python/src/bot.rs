//! The computer players, for `gin.players`.

use gin_core::action::Phase;
use gin_core::bot::{self as core, Bot};
use gin_core::card::Card;
use gin_core::replay::{Opening, Replay};
use gin_core::view::Score;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::card::CardArgument;
use crate::card_set::HandArgument;
use crate::errors::{parse_error, player_error, shortened, shown};
use crate::number::Whole;

/// How a deal began: `to_act`, `phase`, `pile`, `stock`, `barred`, as in `gin.Opening`.
pub type OpeningArgument = (Whole, String, Vec<CardArgument>, Whole, Option<CardArgument>);

/// The name of a player; what is no text is no name.
pub struct Name(pub String);

impl<'py> FromPyObject<'_, 'py> for Name {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match given.cast::<PyString>() {
            Ok(name) => Ok(Self(name.to_string_lossy().into_owned())),
            Err(_) => Err(unknown(&shown(&given))),
        }
    }
}

fn unknown(name: &str) -> PyErr {
    let names = core::NAMES.join(", ");
    player_error(format!("There is no player {name}; the players are {names}."))
}

/// The player of a name.
pub fn named(name: &str) -> PyResult<&'static dyn Bot> {
    core::by_name(name).ok_or_else(|| unknown(&format!("{:?}", shortened(name))))
}

/// Phases as `gin.View` writes them.
pub const fn phase_text(phase: Phase) -> &'static str {
    match phase {
        Phase::Upcard => "upcard",
        Phase::MustDraw => "must_draw",
        Phase::Draw => "draw",
        Phase::Discard => "discard",
        Phase::Over => "over",
    }
}

fn phase_of(text: &str) -> PyResult<Phase> {
    [Phase::Upcard, Phase::MustDraw, Phase::Draw, Phase::Discard]
        .into_iter()
        .find(|&phase| phase_text(phase) == text)
        .ok_or_else(|| {
            let reason = format!(
                "{text:?} is no phase that a deal begins in; those are upcard, must_draw, draw \
                 and discard."
            );
            parse_error(text, reason)
        })
}

/// The names of the computer players.
///
/// >>> from gin import _core
/// >>> _core.bots()
/// ('random', 'learner', 'simple', 'steady', 'sharp', 'expert')
#[pyfunction]
pub fn bots(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, core::NAMES)
}

/// The code of the action that a player chooses: a pure function of its arguments.
///
/// The view comes as its parts: `seat` and `starter`; `opening` as (to act, phase, pile, stock,
/// barred); `events` as `View.encoded()` writes them; the hand; `score` as (mine, the
/// opponent's, target). Codes: 0 take, 1 pass, 2 stock, 3 pile, 4 + card index discard, 56 +
/// card index knock. Raises `PlayerError` for an unknown name and where the seat is not to act,
/// `ParseError` where the parts do not fit together.
///
/// >>> from gin import Deal, _core
/// >>> view = Deal.new(range(52), starter=0).view(0)
/// >>> _core.choose("simple", 0, 0, 0, (0, "upcard", view.pile, 31, None), b"", view.hand,
/// ...              (0, 0, 100))
/// 1
#[pyfunction]
#[pyo3(signature = (name, seed, seat, starter, opening, events, hand, score, /))]
#[expect(clippy::too_many_arguments, reason = "the parts of a view, one crossing a decision")]
pub fn choose(
    py: Python<'_>,
    name: &str,
    seed: Whole,
    seat: Whole,
    starter: Whole,
    opening: OpeningArgument,
    events: &[u8],
    hand: HandArgument,
    score: (Whole, Whole, Whole),
) -> PyResult<u8> {
    let bot = named(name)?;
    let replay = replayed(seat, starter, opening, events, hand, score)?;
    Ok(py.detach(|| bot.choose(&replay.view(), seed.0)).code())
}

/// The view of the seat to act, from its parts.
pub fn replayed(
    seat: Whole,
    starter: Whole,
    opening: OpeningArgument,
    events: &[u8],
    hand: HandArgument,
    score: (Whole, Whole, Whole),
) -> PyResult<Replay> {
    let (to_act, phase, pile, stock, barred) = opening;
    let pile: Vec<Card> = pile.into_iter().map(|card| card.0).collect();
    let phase = phase_of(&phase)?;
    let barred = barred.map(|card| card.0);
    let (seat, starter) = (seat.small()?, starter.small()?);
    let (to_act, stock) = (to_act.small()?, stock.small()?);
    let opening = Opening { starter, to_act, phase, pile: &pile, stock, barred };
    let (mine, theirs, target) = (score.0.small()?, score.1.small()?, score.2.small()?);
    let replay = Replay::new(seat, &opening, events, hand.0, Score { mine, theirs, target })
        .map_err(|error| parse_error("view", format!("This is no view: {error}.")))?;
    if replay.view().my_turn() {
        Ok(replay)
    } else {
        let reason = format!("Seat {seat} is not to act; ask the player whose turn it is.");
        Err(player_error(reason))
    }
}
