//! `gin.deadwood_many`, `gin.discards_many`, `gin.lay_off_many`.

use gin_core::arrangement::MOST_MELDS;
use gin_core::batch as core;
use gin_core::batch::Refusal;
use gin_core::discard::FULL_HAND;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyMemoryView, PySlice, PyTuple};

use crate::buffer::{Answers, Masks};
use crate::errors::parse_error;
use crate::number::Integer;

/// Hands between two looks at the interpreter: some tens of milliseconds of the slowest hands, so
/// that Ctrl-C is answered at once and another Python thread seldom waited for.
const DEADWOOD_STRIDE: usize = 1 << 21;
const LAYOFF_STRIDE: usize = 1 << 20;
const DISCARDS_STRIDE: usize = 1 << 18;

/// More threads than this are as many as this.
const MOST_THREADS: u64 = 256;

/// Masks of one dimension.
fn row(name: &'static str, given: &Bound<'_, PyAny>) -> PyResult<Masks> {
    let masks = Masks::get(name, given)?;
    if masks.shape().len() == 1 { Ok(masks) } else { Err(masks.wrong_shape("a row, (n,)")) }
}

/// What was given for the answers, or new memory of that shape.
fn answers<'py>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(out) = out {
        return Ok(out);
    }
    // A memoryview takes no 0 into a shape, so one row at least, of which a slice leaves none.
    let rows = shape[0];
    let shape = &[&[rows.max(1)], &shape[1..]].concat();
    let bytes = PyByteArray::new_with(py, shape.iter().product(), |_| Ok(()))?;
    let view = PyMemoryView::from(bytes.as_any())?;
    let view = view.call_method1("cast", ("B", PyTuple::new(py, shape)?))?;
    if rows > 0 { Ok(view) } else { view.get_item(PySlice::new(py, 0, 0, 1)) }
}

/// How many threads an argument means.
pub fn count_of(threads: &Integer) -> PyResult<usize> {
    match threads {
        Integer::Below(_) | Integer::Of(0) => {
            let reason = format!("threads is {threads}; it must be 1 or more.");
            Err(parse_error(threads.to_string(), reason))
        }
        Integer::Of(count) => Ok((*count).min(MOST_THREADS) as usize),
        Integer::Above(_) => Ok(MOST_THREADS as usize),
    }
}

/// Answers stride by stride, off the interpreter lock, looking for signals in between.
fn in_strides<T: Sync>(
    py: Python<'_>,
    (entries, out, width): (&[T], &mut [u8], usize),
    (stride, threads): (usize, usize),
    answer: impl Fn(usize, &[T], &mut [u8]) -> Result<(), Refusal> + Sync,
) -> PyResult<()> {
    let answer = &answer;
    let strides = entries.chunks(stride).zip(out.chunks_mut(stride * width));
    for (number, (entries, out)) in strides.enumerate() {
        let start = number * stride;
        py.detach(|| {
            core::in_threads(entries, out, width, threads, |first, entries, out| {
                answer(start + first, entries, out)
            })
        })
        .map_err(|refusal| {
            let index = start + refusal.index;
            parse_error(index.to_string(), Refusal { index, ..refusal }.to_string())
        })?;
        py.check_signals()?;
    }
    Ok(())
}

/// The least deadwood of many hands in one call (R5).
///
/// `masks` is a buffer of n unsigned 64-bit numbers, `Hand.mask` of hands of at most 11 cards: a
/// NumPy array, an `array.array`, a memoryview, an Arrow buffer. The answers are n unsigned bytes,
/// in `out` where it is given, else in a new memoryview; what is returned is where they are. Both
/// are used in place, without a copy and off the interpreter lock; `threads` share the work and
/// change no answer. Ctrl-C ends it within a moment.
///
/// Raises `ParseError` for buffers of another type, shape, byte order or stride, and for the first
/// mask that is no hand, by its index. `out` then holds answers for some of the hands only.
///
/// >>> from array import array
/// >>> import gin
/// >>> hands = [gin.Hand("5S 6S 7S 8S 7H 7D QC"), gin.Hand("AS 2S 3S KD")]
/// >>> gin.deadwood_many(array("Q", [hand.mask for hand in hands])).tolist()
/// [24, 10]
#[pyfunction]
#[pyo3(signature = (masks, out=None, *, threads=Integer::Of(1)),
    text_signature = "(masks, out=None, *, threads=1)")]
pub fn deadwood_many<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyAny>>,
    threads: Integer,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = count_of(&threads)?;
    let masks = row("masks", masks)?;
    let shape = [masks.slice().len()];
    let out = answers(py, out, &shape)?;
    let mut bytes = Answers::get(&out, &shape, &[&masks])?;
    let job = (masks.slice(), bytes.slice(), 1);
    in_strides(py, job, (DEADWOOD_STRIDE, threads), |_, masks, out| {
        core::deadwood_many(masks, out)
    })?;
    Ok(out)
}

/// What each discard leaves, of many hands of 11 in one call (R8, R9).
///
/// `masks` as for `deadwood_many`, of n hands of 11 cards. The answers have the shape (n, 11): row
/// i holds the least deadwood left by each card of hand i, in the order of the card index, as the
/// hand iterates; `out` may be as many bytes in one row. `out`, `threads` and errors as for
/// `deadwood_many`.
///
/// >>> from array import array
/// >>> import gin
/// >>> hand = gin.Hand("AS 2S 3S 4H 4D 4C 9C 9D 9S KD QD")
/// >>> left = gin.discards_many(array("Q", [hand.mask])).tolist()[0]
/// >>> [(str(card), points) for card, points in zip(hand, left)][-4:]
/// [('QD', 10), ('KD', 10), ('4C', 28), ('9C', 38)]
#[pyfunction]
#[pyo3(signature = (masks, out=None, *, threads=Integer::Of(1)),
    text_signature = "(masks, out=None, *, threads=1)")]
pub fn discards_many<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyAny>>,
    threads: Integer,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = count_of(&threads)?;
    let masks = row("masks", masks)?;
    let shape = [masks.slice().len(), FULL_HAND];
    let out = answers(py, out, &shape)?;
    let mut bytes = Answers::get(&out, &shape, &[&masks])?;
    let job = (masks.slice(), bytes.slice(), FULL_HAND);
    in_strides(py, job, (DISCARDS_STRIDE, threads), |_, masks, out| {
        core::discards_many(masks, out)
    })?;
    Ok(out)
}

/// The least points many defenders can be left with, own melds and layoffs together (R13).
///
/// `defenders` as the masks of `deadwood_many`. `spreads` is a buffer of the same type and of shape
/// (n, 3): the masks of up to three melds a defender, 0 for none; or of shape (3,): one spread for
/// all. A spread of no melds is gin (R14). `out`, `threads` and errors as for `deadwood_many`; a
/// mask that is no meld and a card in two places are refused too.
///
/// >>> from array import array
/// >>> import gin
/// >>> defenders = array("Q", [gin.Hand("8S 9S KD").mask, gin.Hand("8S TS KD").mask])
/// >>> spread = array("Q", [gin.Hand("5S 6S 7S").mask, 0, 0])
/// >>> gin.lay_off_many(defenders, spread).tolist()
/// [10, 20]
#[pyfunction]
#[pyo3(signature = (defenders, spreads, out=None, *, threads=Integer::Of(1)),
    text_signature = "(defenders, spreads, out=None, *, threads=1)")]
pub fn lay_off_many<'py>(
    py: Python<'py>,
    defenders: &Bound<'py, PyAny>,
    spreads: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyAny>>,
    threads: Integer,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = count_of(&threads)?;
    let defenders = row("defenders", defenders)?;
    let spreads = Masks::get("spreads", spreads)?;
    let shape = [defenders.slice().len()];
    let one = spreads.shape() == [MOST_MELDS];
    if !one && spreads.shape() != [shape[0], MOST_MELDS] {
        return Err(spreads.wrong_shape(format_args!("({}, 3), or (3,) for all", shape[0])));
    }
    let out = answers(py, out, &shape)?;
    let mut bytes = Answers::get(&out, &shape, &[&defenders, &spreads])?;
    let melds = spreads.slice().as_chunks::<MOST_MELDS>().0;
    let job = (defenders.slice(), bytes.slice(), 1);
    in_strides(py, job, (LAYOFF_STRIDE, threads), |first, defenders, out| {
        let melds = if one { melds } else { &melds[first..first + defenders.len()] };
        core::lay_off_many(defenders, melds, out)
    })?;
    Ok(out)
}
