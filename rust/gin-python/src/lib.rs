//! The Python module `gin._core`: conversions, docstrings and errors over `gin-core`.
//!
//! One file per core file, under the same name. Nothing is decided here: every function converts
//! its arguments, calls one core function and converts the answer back.

// `#[pyfunction]` and `#[pymethods]` want owned arguments and `&self`, and their errors and uses are
// Python's, documented there; docstrings name programs such as NumPy.
#![allow(
    clippy::doc_markdown,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref
)]

mod arena;
mod arrangement;
mod batch;
mod bot;
mod buffer;
mod card;
mod card_set;
mod census;
mod clock;
mod deadwood;
mod deals;
mod discard;
mod errors;
mod layoff;
mod meld;
mod number;
mod sim;
mod value;

use pyo3::prelude::*;

/// The engine: cards, hands, melds, exact deadwood and layoffs.
#[pymodule]
mod _core {
    use gin_core::{arena, score};
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::arena::{duel, duel_deal, points_estimate, wins_estimate};
    #[pymodule_export]
    use crate::arrangement::{Arrangement, arrange, arrangements};
    #[pymodule_export]
    use crate::batch::{deadwood_many, discards_many, lay_off_many};
    #[pymodule_export]
    use crate::bot::{bots, choose};
    #[pymodule_export]
    use crate::card::Card;
    #[pymodule_export]
    use crate::card_set::{Hand, HandIterator};
    #[pymodule_export]
    use crate::census::census;
    #[pymodule_export]
    use crate::deadwood::deadwood;
    #[pymodule_export]
    use crate::deals::Deals;
    #[pymodule_export]
    use crate::discard::discards;
    #[pymodule_export]
    use crate::layoff::{Layoff, lay_off, spreads};
    #[pymodule_export]
    use crate::meld::Meld;
    #[pymodule_export]
    use crate::sim::{play_deal, trace_deal};
    #[pymodule_export]
    use crate::value::{appraise, belief};

    #[pymodule_init]
    fn constants(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MOST_ACTIONS", arena::MOST_ACTIONS)?;
        module.add("MOST_DEALS", arena::MOST_DEALS)?;
        module.add("HAND_SIZE", score::HAND_SIZE)?;
        module.add("KNOCK_LIMIT", score::KNOCK_LIMIT)?;
        module.add("GIN_BONUS", score::GIN_BONUS)?;
        module.add("UNDERCUT_BONUS", score::UNDERCUT_BONUS)?;
        module.add("STOCK_FLOOR", score::STOCK_FLOOR)?;
        module.add("TARGET", score::TARGET)
    }
}
