//! Errors out: the types live in `gin.errors`, their one home.

use pyo3::prelude::*;

mod imported {
    #![allow(missing_docs)]
    pyo3::import_exception!(gin.errors, ParseError);
    pyo3::import_exception!(gin.errors, PlayerError);
}

/// A `gin.ParseError`: what was given, and the sentence that says what would be right.
pub fn parse_error(given: impl Into<String>, reason: impl Into<String>) -> PyErr {
    imported::ParseError::new_err((given.into(), reason.into()))
}

/// A `gin.PlayerError`: the sentence that says what would be right.
pub fn player_error(reason: impl Into<String>) -> PyErr {
    imported::PlayerError::new_err((reason.into(),))
}

/// What was given, short enough for a message.
pub fn shown(given: &Bound<'_, PyAny>) -> String {
    let text = given.repr().map_or_else(|_| "that".to_owned(), |text| text.to_string());
    if text.chars().count() <= 40 { text } else { text.chars().take(39).chain(['…']).collect() }
}
