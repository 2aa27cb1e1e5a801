//! Whole numbers as arguments.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};

use crate::errors::{parse_error, shown};

/// A seed, a seat or a count: an int from 0 to 2**64 - 1; `ParseError` for anything else.
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
        let int = given.is_instance_of::<PyInt>() && !given.is_instance_of::<PyBool>();
        let number = if int { given.extract::<u64>().ok() } else { None };
        number.map(Self).ok_or_else(|| {
            let given = shown(&given);
            let reason = format!("{given} is no whole number from 0 to 2**64 - 1.");
            parse_error(given, reason)
        })
    }
}
