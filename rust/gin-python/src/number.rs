//! Whole numbers as arguments, and what is on or off.

use std::fmt::{Display, Formatter, Result as Written};
use std::ops::RangeInclusive;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};

use crate::errors::{parse_error, shown};

/// Whether it is a whole number: an int, or what says that it is one, as NumPy's integers do. True
/// is an int to Python, but no number to anybody.
pub fn is_whole(given: &Bound<'_, PyAny>) -> bool {
    if given.is_instance_of::<PyInt>() {
        return !given.is_instance_of::<PyBool>();
    }
    given.hasattr("__index__").unwrap_or(false) && given.extract::<i128>().is_ok()
}

/// A seed, or a part of a view: a whole number from 0 to 2**64 - 1; `ParseError` for anything else.
pub struct Whole(pub u64);

impl Whole {
    /// The number as a seat, a count of cards or a score; what is too large for one is no valid
    /// one either.
    pub fn small<T: TryFrom<u64>>(&self) -> PyResult<T> {
        T::try_from(self.0).map_err(|_| {
            let reason =
                format!("{} is more than a seat, a count of cards or a score can be.", self.0);
            parse_error(self.0.to_string(), reason)
        })
    }
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let number = if is_whole(&given) { given.extract::<u64>().ok() } else { None };
        number.map(Self).ok_or_else(|| {
            let given = shown(&given);
            let reason = format!("{given} is no whole number from 0 to 2**64 - 1.");
            parse_error(given, reason)
        })
    }
}

/// A whole number of any size, for what has a range of its own, which the sentence that refuses it
/// tells; `ParseError` for what is no whole number.
pub enum Integer {
    /// Less than 0, as it is written.
    Below(String),
    /// From 0 to 2**64 - 1.
    Of(u64),
    /// More than that, as it is written.
    Above(String),
}

impl Integer {
    /// The number where it lies in the range.
    pub fn within(&self, range: &RangeInclusive<u64>) -> Option<u64> {
        match self {
            Self::Of(number) if range.contains(number) => Some(*number),
            _ => None,
        }
    }
}

impl Display for Integer {
    fn fmt(&self, to: &mut Formatter<'_>) -> Written {
        match self {
            Self::Of(number) => number.fmt(to),
            Self::Below(text) | Self::Above(text) => text.fmt(to),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Integer {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if !is_whole(&given) {
            let given = shown(&given);
            let reason = format!("{given} is no whole number.");
            return Err(parse_error(given, reason));
        }
        if let Ok(number) = given.extract() {
            return Ok(Self::Of(number));
        }
        let text = shown(&given);
        Ok(if given.lt(0)? { Self::Below(text) } else { Self::Above(text) })
    }
}

/// Whether the next deal begins by itself: True or False; `ParseError` for anything else.
pub struct Switch(pub bool);

impl<'py> FromPyObject<'_, 'py> for Switch {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        given.extract().map(Self).map_err(|_| {
            let given = shown(&given);
            let reason = format!("auto_reset is True or False, not {given}.");
            parse_error(given, reason)
        })
    }
}
