//! Errors out: the types live in `gin.errors`, their one home.

use pyo3::prelude::*;

mod imported {
    #![allow(missing_docs)]
    pyo3::import_exception!(gin.errors, GinError);
    pyo3::import_exception!(gin.errors, IllegalAction);
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

/// A `gin.GinError` of no kind of its own.
pub fn gin_error(reason: impl Into<String>) -> PyErr {
    imported::GinError::new_err((reason.into(),))
}

/// A `gin.IllegalAction`: the code of what was tried, and why it is refused.
pub fn illegal_action(py: Python<'_>, code: u8, reason: impl Into<String>) -> PyErr {
    let action = py
        .import("gin.action")
        .and_then(|module| module.getattr("Action")?.call_method1("from_code", (code,)));
    match action {
        Ok(action) => imported::IllegalAction::new_err((action.unbind(), reason.into())),
        Err(error) => error,
    }
}

/// What was given, on one line and short enough for a message.
pub fn shown(given: &Bound<'_, PyAny>) -> String {
    let text = given.repr().map_or_else(|_| "that".to_owned(), |text| text.to_string());
    shortened(&text)
}

/// A text on one line and short enough for a message.
pub fn shortened(text: &str) -> String {
    let line = |char: char| if char.is_control() { '�' } else { char };
    let mut chars = text.chars().map(line);
    let start: String = chars.by_ref().take(39).collect();
    let rest: String = chars.by_ref().take(2).collect();
    if rest.chars().count() == 2 { start + "…" } else { start + &rest }
}
