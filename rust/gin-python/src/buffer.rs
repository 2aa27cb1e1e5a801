//! Memory of other owners, read and written in place: NumPy arrays, `array.array`, memoryviews,
//! Arrow buffers.
//!
//! The one place of the binding that may say `unsafe`: Python hands out an address, and only the
//! checks in this file make a slice of it. Each slice borrows the buffer it came from, and while
//! that is held the exporter may neither free nor resize the memory (PEP 3118).

#![allow(unsafe_code)]

use std::fmt::Display;
use std::slice::{from_raw_parts, from_raw_parts_mut};

use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;

use crate::errors::{parse_error, shown};

/// A buffer that was given under a name, as messages say it.
pub struct Given {
    name: &'static str,
    shown: String,
    buffer: PyUntypedBuffer,
}

const MASKS: &str = "unsigned 64-bit numbers, such as numpy.uint64 or array.array(\"Q\")";
const BYTES: &str = "unsigned bytes, such as numpy.uint8 or a bytearray";

/// Masks to be read.
pub struct Masks(Given);

/// Bytes to be written.
pub struct Answers(Given);

impl Given {
    fn get(name: &'static str, object: &Bound<'_, PyAny>, what: &str) -> PyResult<Self> {
        let shown = shown(object);
        let Ok(buffer) = PyUntypedBuffer::get(object) else {
            let kind = object.get_type().name()?;
            let reason = format!("{name} must be a buffer of {what}; a {kind} is none.");
            return Err(parse_error(shown, reason));
        };
        Ok(Self { name, shown, buffer })
    }

    fn refuse(&self, reason: impl Display) -> PyErr {
        parse_error(self.shown.clone(), format!("{} {reason}.", self.name))
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

    fn overlaps(&self, other: &Self) -> bool {
        let span = |buffer: &PyUntypedBuffer| {
            let first = buffer.buf_ptr() as usize;
            first..first + buffer.len_bytes()
        };
        let (mine, theirs) = (span(&self.buffer), span(&other.buffer));
        mine.start < theirs.end && theirs.start < mine.end
    }
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
        if !(given.buffer.buf_ptr() as usize).is_multiple_of(align_of::<u64>()) {
            return Err(given.refuse("is not aligned to 8 bytes; copy it first"));
        }
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
        let len = self.0.buffer.len_bytes() / 8;
        if len == 0 {
            return &[];
        }
        // SAFETY: `get` saw a contiguous buffer of 8-byte items (or of raw bytes in eights), aligned
        // for u64, any bits of which are one. The exporter keeps the memory while `self` lives.
        unsafe { from_raw_parts(self.0.buffer.buf_ptr().cast::<u64>(), len) }
    }
}

impl Answers {
    pub fn get(object: &Bound<'_, PyAny>, shape: &[usize], inputs: &[&Masks]) -> PyResult<Self> {
        let given = Given::get("out", object, BYTES)?;
        if given.kind().1 != b"B" || given.buffer.item_size() != 1 {
            return Err(given.wrong_kind(BYTES));
        }
        if given.buffer.readonly() {
            return Err(given.refuse("is read-only; give memory that may be written"));
        }
        if given.buffer.shape() != shape {
            let (has, wanted) = (tuple_text(given.buffer.shape()), tuple_text(shape));
            return Err(
                given.refuse(format_args!("has the shape {has}; for these masks it is {wanted}"))
            );
        }
        given.in_one_piece()?;
        if inputs.iter().any(|masks| masks.0.overlaps(&given)) {
            return Err(given.refuse("shares memory with the masks; give it memory of its own"));
        }
        Ok(Self(given))
    }

    /// All bytes, to be written.
    pub fn slice(&mut self) -> &mut [u8] {
        let len = self.0.buffer.len_bytes();
        if len == 0 {
            return &mut [];
        }
        // SAFETY: `get` saw a contiguous writable buffer of bytes that shares nothing with the
        // masks. The exporter keeps the memory while `self` lives, and `&mut self` makes this the
        // only slice of it here.
        unsafe { from_raw_parts_mut(self.0.buffer.buf_ptr().cast::<u8>(), len) }
    }
}
