//! Memory of other owners, read and written in place: NumPy arrays, `array.array`, memoryviews,
//! Arrow buffers.
//!
//! The one place of the binding that may say `unsafe`: Python hands out an address, and only the
//! checks in this file make a slice of it. Each slice borrows the buffer it came from, and while
//! that is held the exporter may neither free nor resize the memory (PEP 3118).

#![allow(unsafe_code)]

use std::fmt::Display;
use std::marker::PhantomData;
use std::slice::{from_raw_parts, from_raw_parts_mut};

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::errors::{parse_error, shown};

/// A buffer that was given under a name, as messages say it.
pub struct Given {
    name: &'static str,
    /// Shown only where it is refused: the text of a long array takes longer than its answers.
    object: Py<PyAny>,
    buffer: PyUntypedBuffer,
}

const MASKS: &str = "unsigned 64-bit numbers, such as numpy.uint64 or array.array(\"Q\")";
const CODES: &str =
    "codes of actions, such as numpy.uint8, numpy.int32 or numpy.int64, or a bytearray";
const BYTES: &str = "unsigned bytes, such as numpy.uint8 or a bytearray";

/// Masks to be read.
pub struct Masks(Given);

/// Bytes to be written.
pub struct Answers(Given);

impl Given {
    fn get(name: &'static str, object: &Bound<'_, PyAny>, what: &str) -> PyResult<Self> {
        // Some owners leave out what follows from the rest, as the arrays of ctypes do with the
        // strides; a memoryview of them has it all.
        let filled = |_| PyUntypedBuffer::get(PyMemoryView::from(object)?.as_any());
        let buffer = PyUntypedBuffer::get(object).or_else(filled).map_err(|error| {
            let (py, kind) = (object.py(), object.get_type());
            let kind = kind.name().map_or_else(|_| "that".to_owned(), |name| name.to_string());
            let why = if error.is_instance_of::<PyTypeError>(py) {
                format!("a {kind} is none")
            } else {
                // It is one that cannot be had, as when a memoryview was released.
                format!("this {kind} gives none ({})", error.value(py))
            };
            parse_error(shown(object), format!("{name} must be a buffer of {what}; {why}."))
        })?;
        Ok(Self { name, object: object.clone().unbind(), buffer })
    }

    fn refuse(&self, reason: impl Display) -> PyErr {
        let given = Python::attach(|py| shown(self.object.bind(py)));
        parse_error(given, format!("{} {reason}.", self.name))
    }

    /// Refuses what is not one piece of memory in the order of its items.
    fn in_one_piece(&self) -> PyResult<()> {
        if self.buffer.is_c_contiguous() {
            return Ok(());
        }
        Err(self.refuse("is not contiguous; copy it first, as with numpy.ascontiguousarray"))
    }

    /// The byte order of the items, if it is not this machine's, and their kind.
    fn kind(&self) -> (bool, &[u8]) {
        let here = if cfg!(target_endian = "little") { b'<' } else { b'>' };
        match self.buffer.format().to_bytes() {
            [order @ (b'<' | b'>' | b'=' | b'!'), kind @ ..] => {
                let order = if *order == b'!' { b'>' } else { *order };
                (order != b'=' && order != here, kind)
            }
            [b'@', kind @ ..] | kind => (false, kind),
        }
    }

    fn wrong_kind(&self, what: &str) -> PyErr {
        let format = self.buffer.format().to_string_lossy();
        let size = self.buffer.item_size();
        self.refuse(format_args!(
            "has items of format '{format}' and {size} bytes; it must have {what}"
        ))
    }

    /// Refuses items of another kind and memory that is read-only.
    fn may_hold<T: Item>(&self, kinds: &[u8], what: &str) -> PyResult<()> {
        let (turned, kind) = self.kind();
        let right = matches!(kind, [kind] if kinds.contains(kind));
        if turned || !right || self.buffer.item_size() != size_of::<T>() {
            return Err(self.wrong_kind(what));
        }
        if self.buffer.readonly() {
            return Err(self.refuse("is read-only; give memory that may be written"));
        }
        Ok(())
    }

    /// Refuses another shape than this one, or the same items in one row, for so many of `these`.
    fn has_rows(&self, wanted: &[usize], these: &str) -> PyResult<()> {
        let shape = self.buffer.shape();
        if shape == wanted || shape == [wanted.iter().product::<usize>()] {
            return Ok(());
        }
        let (has, wanted) = (tuple_text(shape), tuple_text(wanted));
        Err(self.refuse(format_args!("has the shape {has}; for these {these} it is {wanted}")))
    }

    fn is_aligned<T>(&self) -> PyResult<()> {
        let bytes = align_of::<T>();
        // Memory of no items may begin anywhere; that of an empty `array.array` is odd.
        if self.buffer.len_bytes() == 0 || (self.buffer.buf_ptr() as usize).is_multiple_of(bytes) {
            return Ok(());
        }
        Err(self.refuse(format_args!("is not aligned to {bytes} bytes; copy it first")))
    }

    /// All items of a buffer.
    ///
    /// # Safety
    ///
    /// The buffer is one piece of items of the size of `T`, aligned for it.
    unsafe fn items<T: Item>(&self) -> &[T] {
        let len = self.buffer.len_bytes() / size_of::<T>();
        if len == 0 {
            return &[];
        }
        // SAFETY: as the caller says; the exporter keeps the memory while `self` lives.
        unsafe { from_raw_parts(self.buffer.buf_ptr().cast::<T>(), len) }
    }

    /// All items of a buffer, to be written.
    ///
    /// # Safety
    ///
    /// As for `items`; the buffer is not read-only, and there is no other slice of its memory.
    unsafe fn items_mut<T: Item>(&mut self) -> &mut [T] {
        let len = self.buffer.len_bytes() / size_of::<T>();
        if len == 0 {
            return &mut [];
        }
        // SAFETY: as the caller says; the exporter keeps the memory while `self` lives.
        unsafe { from_raw_parts_mut(self.buffer.buf_ptr().cast::<T>(), len) }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let span = |buffer: &PyUntypedBuffer| {
            let first = buffer.buf_ptr() as usize;
            first..first + buffer.len_bytes()
        };
        let (mine, theirs) = (span(&self.buffer), span(&other.buffer));
        mine.start < theirs.end && theirs.start < mine.end
    }
}

/// Refuses memory that belongs to two of them, the later by name.
fn apart<'a>(given: impl IntoIterator<Item = &'a Given>) -> PyResult<()> {
    let mut seen: Vec<&Given> = Vec::new();
    for one in given {
        if let Some(other) = seen.iter().find(|other| one.overlaps(other)) {
            let other = other.name;
            return Err(
                one.refuse(format_args!("shares memory with {other}; give it memory of its own"))
            );
        }
        seen.push(one);
    }
    Ok(())
}

/// A shape as Python writes it.
pub fn tuple_text(shape: &[usize]) -> String {
    let lengths: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    format!("({}{comma})", lengths.join(", "))
}

impl Masks {
    pub fn get(name: &'static str, object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let given = Given::get(name, object, MASKS)?;
        // Arrow's own buffers are memory without a type of item.
        let arrow = given.buffer.item_size() == 1
            && object.get_type().module()?.to_string_lossy().starts_with("pyarrow");
        let (turned, kind) = given.kind();
        let numbers = matches!(kind, b"Q" | b"L" | b"N") && given.buffer.item_size() == 8;
        let memory = arrow && given.buffer.len_bytes().is_multiple_of(8);
        if !(numbers || memory) {
            return Err(given.wrong_kind(MASKS));
        }
        if turned {
            return Err(
                given.refuse("has the other byte order; convert it, as with .astype(numpy.uint64)")
            );
        }
        given.in_one_piece()?;
        given.is_aligned::<u64>()?;
        Ok(Self(given))
    }

    /// The lengths of its dimensions, in masks.
    pub fn shape(&self) -> Vec<usize> {
        let per_mask = 8 / self.0.buffer.item_size();
        let mut shape = self.0.buffer.shape().to_vec();
        if let Some(last) = shape.last_mut() {
            *last /= per_mask;
        }
        shape
    }

    /// A refusal of its shape.
    pub fn wrong_shape(&self, wanted: impl Display) -> PyErr {
        let shape = tuple_text(&self.shape());
        self.0.refuse(format_args!("has the shape {shape}; it must be {wanted}"))
    }

    /// All masks, in the order of memory. Another thread that writes to them meanwhile gets
    /// answers for a mixture of old and new masks, as with NumPy's own functions.
    pub fn slice(&self) -> &[u64] {
        // SAFETY: `get` saw a contiguous buffer of 8-byte items (or of raw bytes in eights), aligned
        // for u64, any bits of which are one.
        unsafe { self.0.items() }
    }
}

impl Answers {
    pub fn get(object: &Bound<'_, PyAny>, shape: &[usize], inputs: &[&Masks]) -> PyResult<Self> {
        let given = Given::get("out", object, BYTES)?;
        given.may_hold::<u8>(b"B", BYTES)?;
        given.has_rows(shape, "masks")?;
        given.in_one_piece()?;
        if inputs.iter().any(|masks| masks.0.overlaps(&given)) {
            return Err(given.refuse("shares memory with the masks; give it memory of its own"));
        }
        Ok(Self(given))
    }

    /// All bytes, to be written.
    pub fn slice(&mut self) -> &mut [u8] {
        // SAFETY: `get` saw a contiguous writable buffer of bytes that shares nothing with the
        // masks. The exporter keeps the memory while `self` lives, and `&mut self` makes this the
        // only slice of it here.
        unsafe { self.0.items_mut() }
    }
}

/// Items that a buffer may hold: plain numbers, for which any bits will do.
pub trait Item: Copy {}

impl Item for u8 {}
impl Item for i16 {}
impl Item for i32 {}
impl Item for i64 {}
impl Item for u64 {}

/// One column of many deals, to be written: a row of items for each.
pub struct Column<T>(Given, PhantomData<T>);

impl<T: Item> Column<T> {
    /// `kinds` are the formats of its items, `what` says them in words. The shape is the one given,
    /// or as many items in one row.
    pub fn get(
        name: &'static str,
        object: &Bound<'_, PyAny>,
        shape: &[usize],
        (kinds, what): (&[u8], &str),
    ) -> PyResult<Self> {
        let given = Given::get(name, object, what)?;
        given.may_hold::<T>(kinds, what)?;
        given.has_rows(shape, "deals")?;
        given.in_one_piece()?;
        given.is_aligned::<T>()?;
        Ok(Self(given, PhantomData))
    }
}

/// Codes of actions to be read, one a deal.
pub struct Codes(Given);

impl Codes {
    pub fn get(name: &'static str, object: &Bound<'_, PyAny>, count: usize) -> PyResult<Self> {
        let given = Given::get(name, object, CODES)?;
        let (turned, kind) = given.kind();
        let size = given.buffer.item_size();
        let known = match kind {
            b"B" => size == 1,
            b"i" | b"l" | b"q" => size == 4 || size == 8,
            _ => false,
        };
        if turned || !known {
            return Err(given.wrong_kind(CODES));
        }
        given.has_rows(&[count], "deals")?;
        given.in_one_piece()?;
        match size {
            4 => given.is_aligned::<i32>()?,
            8 => given.is_aligned::<i64>()?,
            _ => {}
        }
        Ok(Self(given))
    }

    /// The codes in order, each read once.
    pub fn iter(&self) -> Box<dyn Iterator<Item = i64> + Send + '_> {
        // SAFETY: `get` saw a contiguous buffer of items of this size, aligned for them, any bits
        // of which are a number. The exporter keeps the memory while `self` lives.
        unsafe {
            match self.0.buffer.item_size() {
                4 => Box::new(self.0.items::<i32>().iter().map(|&code| code.into())),
                8 => Box::new(self.0.items::<i64>().iter().copied()),
                _ => Box::new(self.0.items::<u8>().iter().map(|&code| code.into())),
            }
        }
    }
}

/// The columns that one call writes, apart from each other and from the codes it reads.
#[derive(Default)]
pub struct Columns {
    pub planes: Option<Column<u8>>,
    pub legal: Option<Column<u8>>,
    pub to_act: Option<Column<u8>>,
    pub reward: Option<Column<i16>>,
    pub done: Option<Column<u8>>,
}

/// The same as slices.
pub struct Slices<'a> {
    pub planes: Option<&'a mut [u8]>,
    pub legal: Option<&'a mut [u8]>,
    pub to_act: Option<&'a mut [u8]>,
    pub reward: Option<&'a mut [i16]>,
    pub done: Option<&'a mut [u8]>,
}

impl Columns {
    /// All items, to be written.
    pub fn slices(&mut self, read: Option<&Codes>) -> PyResult<Slices<'_>> {
        fn all<T: Item>(column: &mut Option<Column<T>>) -> Option<&mut [T]> {
            // SAFETY: `Column::get` saw a contiguous writable buffer of items of this size, aligned
            // for them; no two share memory, as was just seen. The exporter keeps the memory while
            // the column lives, and `&mut` makes this the only slice of it here.
            column.as_mut().map(|column| unsafe { column.0.items_mut() })
        }
        fn of<T>(column: Option<&Column<T>>) -> Option<&Given> {
            column.map(|column| &column.0)
        }
        let bytes = [&self.planes, &self.legal, &self.to_act, &self.done];
        let given = bytes.into_iter().filter_map(|column| of(column.as_ref()));
        apart(read.map(|codes| &codes.0).into_iter().chain(given).chain(of(self.reward.as_ref())))?;
        Ok(Slices {
            planes: all(&mut self.planes),
            legal: all(&mut self.legal),
            to_act: all(&mut self.to_act),
            reward: all(&mut self.reward),
            done: all(&mut self.done),
        })
    }
}
