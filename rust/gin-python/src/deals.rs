//! `gin.Deals`: many deals in one object.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, TryLockError};

use gin_core::action::{self, Action};
use gin_core::card::{Card, PACK};
use gin_core::course::Seat;
use gin_core::deals::{self as core, ENDINGS, MOST_PLACES, Out, Refused, Terms};
use gin_core::observation::{CELLS, FACTS, PLANES};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::batch::count_of;
use crate::bot::{Name, named};
use crate::buffer::{Codes, Column, Columns};
use crate::clock::Clock;
use crate::errors::{gin_error, illegal_action, parse_error};
use crate::number::{Integer, Switch, Whole};

/// Deals between two looks at the interpreter, for each thread: ten milliseconds or less.
const STRIDE: usize = 1 << 16;
/// The same where a player thinks: at first, and at most. In between it is fitted to these
/// nanoseconds, for players differ a thousandfold.
const FIRST_STRIDE: usize = 16;
const MOST_STRIDE: usize = 1 << 10;
const SHORT: u64 = 4_000_000;
const LONG: u64 = 40_000_000;

type Format = (&'static [u8], &'static str);
const BYTES: Format = (b"B", "unsigned bytes, such as numpy.uint8 or a bytearray");
const FLAGS: Format = (b"B?b", "bytes, such as numpy.uint8, numpy.int8, bool or a bytearray");
const POINTS: Format = (b"h", "signed 16-bit numbers, such as numpy.int16 or array.array(\"h\")");

/// Many deals in one object, gone on together by one action each.
///
/// `count` is 1 to 1,048,576, about 0.7 kB each. Every deal is made from `seed` (0 to 2**64 - 1),
/// its place and its number alone, whatever `threads` a call has. The starter alternates from deal
/// to deal. `opponent` is the name of a player for one seat; `seat` is then the other, which the
/// actions are for (0 unless given). With `auto_reset` the next deal begins in the step in which
/// one ends. After `cap` actions of both seats a deal is cut off without a score (R21).
///
/// An action is one code: 0 take, 1 pass, 2 stock, 3 pile, 4 + card index discard, 56 + card index
/// knock with the default spread (R12), as `gin.Action.from_code` reads them.
///
/// Calls write into buffers of the caller, in place and off the interpreter lock: NumPy arrays,
/// `array.array`, bytearrays, memoryviews. The docs have the layout; `shapes` has the shapes, for
/// which as many items in one row will do. Raises `ParseError` for buffers of another type, shape,
/// byte order or stride, `PlayerError` for an unknown opponent. `copy.copy` gives the same deals, as
/// far as they are, to go on apart from these.
///
/// >>> import gin
/// >>> deals = gin.Deals(3, seed=7)
/// >>> actions, to_act, legal = bytearray(3), bytearray(3), bytearray(3 * gin.Deals.ACTIONS)
/// >>> deals.observe(to_act=to_act, legal=legal)
/// >>> list(to_act), [list(legal[i * 108:][:4]) for i in range(3)]
/// ([0, 1, 0], [[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]])
/// >>> actions[:] = bytes([1, 0, 1])
/// >>> deals.step(actions, to_act=to_act)
/// >>> list(to_act)
/// [1, 1, 1]
/// >>> gin.Deals.PLANES[:3], gin.Deals.FACTS[:3], gin.Deals.ENDINGS[1:3], gin.Deals.NOBODY
/// (('hand', 'drawn', 'barred'), ('upcard', 'must_draw', 'draw'), ('gin', 'knock'), 255)
#[pyclass(frozen, module = "gin")]
pub struct Deals {
    count: usize,
    opponent: Option<String>,
    held: Mutex<Held>,
}

struct Held {
    deals: core::Deals,
    /// Places a stride and thread where a player thinks, as the last calls have shown to be good.
    stride: usize,
    /// Some places have gone on and some have not.
    torn: bool,
}

impl Held {
    /// Goes through all places stride by stride, off the interpreter lock, looking for signals in
    /// between. `changes` says that a call broken off leaves the deals torn.
    fn run(
        &mut self,
        py: Python<'_>,
        threads: usize,
        changes: bool,
        mut out: Out<'_>,
        work: impl Fn(&mut core::Deals, Range<usize>, Out<'_>) + Sync,
    ) -> PyResult<()> {
        let (count, width) = (self.deals.len(), self.deals.width());
        self.torn |= changes;
        let thinks = changes && self.deals.terms().opponent.is_some();
        let mut start = 0;
        while start < count {
            let stride = if thinks { self.stride } else { STRIDE };
            let end = count.min(start + stride * threads);
            let rows = out.take(end - start, width);
            let deals = &mut self.deals;
            let clock = Clock::started();
            py.detach(|| work(deals, start..end, rows));
            if thinks {
                self.stride = match clock.nanoseconds() {
                    ..SHORT => MOST_STRIDE.min(stride * 2),
                    LONG.. => 1.max(stride / 2),
                    _ => stride,
                };
            }
            start = end;
            if start < count {
                py.check_signals()?;
            }
        }
        self.torn &= !changes;
        Ok(())
    }
}

fn column<T: crate::buffer::Item>(
    name: &'static str,
    given: Option<Bound<'_, PyAny>>,
    shape: &[usize],
    format: Format,
) -> PyResult<Option<Column<T>>> {
    given.map(|given| Column::get(name, &given, shape, format)).transpose()
}

/// Writes with the columns as the core takes them.
fn out<'a>(columns: &'a mut Columns, read: Option<&Codes>) -> PyResult<Out<'a>> {
    let slices = columns.slices(read)?;
    Ok(Out {
        planes: slices.planes.map(|bytes| bytes.as_chunks_mut::<CELLS>().0),
        legal: slices.legal.map(|bytes| bytes.as_chunks_mut::<{ action::ACTIONS }>().0),
        to_act: slices.to_act,
        reward: slices.reward,
        done: slices.done,
    })
}

impl Deals {
    fn lock(&self) -> PyResult<MutexGuard<'_, Held>> {
        match self.held.try_lock() {
            Ok(held) => Ok(held),
            Err(TryLockError::Poisoned(held)) => Ok(held.into_inner()),
            Err(TryLockError::WouldBlock) => Err(gin_error(
                "These deals are in another thread's call; wait for it, or make an object for \
                 each thread.",
            )),
        }
    }

    fn whole(&self) -> PyResult<MutexGuard<'_, Held>> {
        let held = self.lock()?;
        if held.torn {
            return Err(gin_error(
                "A call was broken off, so some of these deals went on and some did not; call \
                 reset() to begin the next ones.",
            ));
        }
        Ok(held)
    }

    fn shape(&self, name: &str) -> Vec<usize> {
        let tail: &[usize] = match name {
            "planes" => &[PLANES.len(), PACK],
            "legal" => &[action::ACTIONS],
            "reward" if self.opponent.is_none() => &[2],
            _ => &[],
        };
        [&[self.count], tail].concat()
    }

    fn place(&self, place: &Integer) -> PyResult<usize> {
        let last = self.count - 1;
        place.within(&(0..=last as u64)).map(|place| place as usize).ok_or_else(|| {
            let reason = format!("There is no deal {place}; the deals are 0 to {last}.");
            parse_error(place.to_string(), reason)
        })
    }
}

fn no_memory(count: usize) -> PyErr {
    gin_error(format!("There is no memory for {count} deals; make fewer."))
}

fn seat_of(seat: &Integer) -> PyResult<Seat> {
    seat.within(&(0..=1))
        .map(|seat| seat as Seat)
        .ok_or_else(|| parse_error(seat.to_string(), format!("A seat is 0 or 1, not {seat}.")))
}

#[pymethods]
impl Deals {
    /// The rows of an observation, in order.
    #[classattr]
    #[pyo3(name = "PLANES")]
    fn planes(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, PLANES)
    }

    /// What the first columns of its last row hold.
    #[classattr]
    #[pyo3(name = "FACTS")]
    fn facts(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, FACTS)
    }

    /// What the numbers of `done` say.
    #[classattr]
    #[pyo3(name = "ENDINGS")]
    fn endings(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, ENDINGS)
    }

    /// How many codes of actions there are.
    #[classattr]
    const ACTIONS: usize = action::ACTIONS;

    /// In `to_act`, for a deal that is over.
    #[classattr]
    const NOBODY: u8 = core::NOBODY;

    #[new]
    #[pyo3(signature = (count, seed=Whole(0), *, opponent=None, seat=None, auto_reset=Switch(true),
        cap=Integer::Of(u64::from(core::CAP))),
        text_signature = "(count, seed=0, *, opponent=None, seat=None, auto_reset=True, cap=400)")]
    fn new(
        py: Python<'_>,
        count: Integer,
        seed: Whole,
        opponent: Option<Name>,
        seat: Option<Integer>,
        auto_reset: Switch,
        cap: Integer,
    ) -> PyResult<Self> {
        let Some(count) = count.within(&(1..=MOST_PLACES as u64)).map(|count| count as usize)
        else {
            let reason = format!("{count} is no number of deals; it is 1 to {MOST_PLACES}.");
            return Err(parse_error(count.to_string(), reason));
        };
        if seat.is_some() && opponent.is_none() {
            let reason =
                "Without an opponent both seats are played by the actions; leave seat out.";
            return Err(parse_error("seat", reason));
        }
        let Some(cap) = cap.within(&(1..=u64::from(u32::MAX))).map(|cap| cap as u32) else {
            let reason = format!("{cap} is no number of actions; it is 1 to 2**32 - 1.");
            return Err(parse_error(cap.to_string(), reason));
        };
        let opponent = opponent.map(|name| name.0);
        let terms = Terms {
            seed: seed.0,
            opponent: opponent.as_deref().map(named).transpose()?,
            seat: seat.as_ref().map_or(Ok(0), seat_of)?,
            auto_reset: auto_reset.0,
            cap,
        };
        let deals = core::Deals::new(terms, count).map_err(|_| no_memory(count))?;
        let mut held = Held { deals, stride: FIRST_STRIDE, torn: false };
        held.run(py, 1, true, Out::default(), |deals, range, _| deals.begin(range, 1))?;
        Ok(Self { count, opponent, held: Mutex::new(held) })
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __copy__(&self) -> PyResult<Self> {
        let held = self.lock()?;
        let deals = held.deals.copied().map_err(|_| no_memory(self.count))?;
        let held = Mutex::new(Held { deals, ..*held });
        Ok(Self { count: self.count, opponent: self.opponent.clone(), held })
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let _ = memo; // nothing in it refers to another object
        self.__copy__()
    }

    // Python's own refusal would not say what to do instead.
    #[expect(clippy::unused_self, reason = "Python calls it as a method")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "Deals are not pickled; make them again from their seed and play the same actions, or \
             copy them in one process with copy.copy.",
        ))
    }

    /// The seed, as given when they were made or to `reset`.
    ///
    /// >>> import gin
    /// >>> gin.Deals(2, seed=7).seed
    /// 7
    #[getter]
    fn seed(&self) -> PyResult<u64> {
        Ok(self.lock()?.deals.terms().seed)
    }

    /// The name of the player of the other seat, if there is one.
    ///
    /// >>> import gin
    /// >>> gin.Deals(2, opponent="steady").opponent
    /// 'steady'
    #[getter]
    fn opponent(&self) -> Option<&str> {
        self.opponent.as_deref()
    }

    /// The seat that actions are for, where there is an opponent.
    ///
    /// >>> import gin
    /// >>> gin.Deals(2, opponent="steady", seat=1).seat
    /// 1
    #[getter]
    fn seat(&self) -> PyResult<Option<Seat>> {
        let held = self.lock()?;
        Ok(self.opponent.as_ref().map(|_| held.deals.terms().seat))
    }

    /// The shape of each buffer, by its name.
    ///
    /// >>> import gin
    /// >>> gin.Deals(2).shapes.get('planes')
    /// (2, 12, 52)
    #[getter]
    fn shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let shapes = PyDict::new(py);
        for name in ["actions", "planes", "legal", "to_act", "reward", "done"] {
            shapes.set_item(name, PyTuple::new(py, self.shape(name))?)?;
        }
        Ok(shapes)
    }

    /// Deals that the opponent ended before the seat could act, and the seat's points in them.
    ///
    /// There is nothing to decide in such a deal, and the next one is dealt at once; who measures
    /// points a deal adds these. (0, 0) without an opponent.
    ///
    /// >>> import gin
    /// >>> number, points = gin.Deals(2_000, opponent="simple").skipped
    /// >>> number < 50, points <= 0
    /// (True, True)
    #[getter]
    fn skipped(&self) -> PyResult<(u64, i64)> {
        Ok(self.lock()?.deals.skipped())
    }

    /// How the present deal of a place began: (number, seed, starter, deck).
    ///
    /// `gin.Deal.new(deck, starter)` is the same deal; the opponent is `gin.player(name, seed)`
    /// with this seed, at a score of 0 to 0.
    ///
    /// >>> import gin
    /// >>> number, seed, starter, deck = gin.Deals(2).dealt(1)
    /// >>> number, starter, gin.Deal.new(deck, starter).to_act
    /// (0, 1, 1)
    #[pyo3(signature = (place, /))]
    fn dealt<'py>(
        &self,
        py: Python<'py>,
        place: Integer,
    ) -> PyResult<(u64, u64, Seat, Bound<'py, PyBytes>)> {
        let dealt = self.lock()?.deals.dealt(self.place(&place)?);
        let (number, seed, starter, deck) =
            dealt.ok_or_else(|| gin_error("There is no such deal; count them from 0."))?;
        Ok((number, seed, starter, PyBytes::new(py, &deck.map(Card::index))))
    }

    /// Begin the next deal everywhere or, with a `seed`, the first of that seed.
    ///
    /// >>> import gin
    /// >>> deals = gin.Deals(2)
    /// >>> deals.reset()
    /// >>> deals.dealt(0)[0]
    /// 1
    #[pyo3(signature = (seed=None, *, threads=Integer::Of(1)),
        text_signature = "($self, seed=None, *, threads=1)")]
    fn reset(&self, py: Python<'_>, seed: Option<Whole>, threads: Integer) -> PyResult<()> {
        let threads = count_of(&threads)?;
        let mut held = self.lock()?;
        if let Some(seed) = seed {
            held.deals.reseed(seed.0);
            return held.run(py, threads, true, Out::default(), |deals, range, _| {
                deals.begin(range, threads);
            });
        }
        held.run(py, threads, true, Out::default(), |deals, range, _| deals.next(range, threads))
    }

    /// Write the present of all deals, as `viewer` sees it or else who is to act.
    ///
    /// >>> import gin
    /// >>> planes = memoryview(bytearray(12 * 52)).cast("B", (1, 12, 52))
    /// >>> gin.Deals(1).observe(planes=planes)
    /// >>> sum(planes.tolist()[0][gin.Deals.PLANES.index("hand")])
    /// 10
    #[pyo3(signature = (*, planes=None, legal=None, to_act=None, done=None, viewer=None,
        threads=Integer::Of(1)), text_signature = "($self, *, planes=None, legal=None, to_act=None, \
        done=None, viewer=None, threads=1)")]
    #[expect(clippy::too_many_arguments, reason = "one buffer a name")]
    fn observe(
        &self,
        py: Python<'_>,
        planes: Option<Bound<'_, PyAny>>,
        legal: Option<Bound<'_, PyAny>>,
        to_act: Option<Bound<'_, PyAny>>,
        done: Option<Bound<'_, PyAny>>,
        viewer: Option<Integer>,
        threads: Integer,
    ) -> PyResult<()> {
        let threads = count_of(&threads)?;
        let viewer = viewer.as_ref().map(seat_of).transpose()?;
        let mut columns = self.columns(planes, legal, to_act, None, done)?;
        let out = out(&mut columns, None)?;
        self.whole()?.run(py, threads, false, out, |deals, range, out| {
            deals.observe(range, viewer, out, threads);
        })
    }

    /// Play one action in every deal, and write what came of it and the new present.
    ///
    /// `actions` are unsigned bytes or signed numbers of 32 or 64 bits. All are looked at before
    /// any is played: for the first that is not legal `IllegalAction` is raised, for what is no
    /// code `ParseError`, and nothing has happened. `reward` are the points of deals that ended in
    /// this step, 0 elsewhere: by seat, or those of `seat` where there is an opponent. `done` says
    /// how they ended. Deals that are over stay as they are. Ctrl-C ends a long call within a
    /// moment; the deals are then to be `reset`.
    ///
    /// >>> import gin
    /// >>> deals, to_act = gin.Deals(2), bytearray(2)
    /// >>> deals.step(bytes([gin.Action.PASS.code] * 2), to_act=to_act)
    /// >>> list(to_act)
    /// [1, 0]
    #[pyo3(signature = (actions, /, *, planes=None, legal=None, to_act=None, reward=None,
        done=None, threads=Integer::Of(1)), text_signature = "($self, actions, /, *, planes=None, \
        legal=None, to_act=None, reward=None, done=None, threads=1)")]
    #[expect(clippy::too_many_arguments, reason = "one buffer a name")]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        planes: Option<Bound<'_, PyAny>>,
        legal: Option<Bound<'_, PyAny>>,
        to_act: Option<Bound<'_, PyAny>>,
        reward: Option<Bound<'_, PyAny>>,
        done: Option<Bound<'_, PyAny>>,
        threads: Integer,
    ) -> PyResult<()> {
        let threads = count_of(&threads)?;
        let codes = Codes::get("actions", actions, self.count)?;
        let mut columns = self.columns(planes, legal, to_act, reward, done)?;
        let out = out(&mut columns, Some(&codes))?;
        let mut held = self.whole()?;
        let deals = &mut held.deals;
        py.detach(|| deals.choose(codes.iter())).map_err(|refused| refusal(py, refused))?;
        held.run(py, threads, true, out, |deals, range, out| deals.step(range, out, threads))
    }

    /// Write a random legal action for every deal, each as likely as the others.
    ///
    /// `actions` are unsigned bytes. The choice is made from the seed and how far the deal is: it
    /// is the same until the deal goes on. Deals that are over get 0.
    ///
    /// >>> import gin
    /// >>> deals, actions = gin.Deals(2), bytearray(2)
    /// >>> for _ in range(1000):
    /// ...     deals.sample(actions)
    /// ...     deals.step(actions)
    /// >>> deals.dealt(0)[0] > 3
    /// True
    #[pyo3(signature = (actions, /))]
    fn sample(&self, py: Python<'_>, actions: Bound<'_, PyAny>) -> PyResult<()> {
        let to_act = column("actions", Some(actions), &[self.count], BYTES)?;
        let mut columns = Columns { to_act, ..Columns::default() };
        let out = Out { to_act: columns.slices(None)?.to_act, ..Out::default() };
        self.whole()?.run(py, 1, false, out, |deals, range, out| {
            if let Some(codes) = out.to_act {
                deals.sample(range, codes);
            }
        })
    }
}

impl Deals {
    fn columns(
        &self,
        planes: Option<Bound<'_, PyAny>>,
        legal: Option<Bound<'_, PyAny>>,
        to_act: Option<Bound<'_, PyAny>>,
        reward: Option<Bound<'_, PyAny>>,
        done: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Columns> {
        Ok(Columns {
            planes: column("planes", planes, &self.shape("planes"), BYTES)?,
            legal: column("legal", legal, &self.shape("legal"), FLAGS)?,
            to_act: column("to_act", to_act, &self.shape("to_act"), BYTES)?,
            reward: column("reward", reward, &self.shape("reward"), POINTS)?,
            done: column("done", done, &self.shape("done"), BYTES)?,
        })
    }
}

fn refusal(py: Python<'_>, Refused { place, code }: Refused) -> PyErr {
    let known = u8::try_from(code).ok().filter(|&code| Action::from_code(code).is_some());
    let Some(known) = known else {
        let last = action::ACTIONS - 1;
        let reason = format!("Deal {place} was given action {code}; actions are 0 to {last}.");
        return parse_error(code.to_string(), reason);
    };
    let reason = format!(
        "Deal {place} does not allow action {code} now; its row of the legal actions says what it \
         allows."
    );
    illegal_action(py, known, reason)
}
