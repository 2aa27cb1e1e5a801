//! The gin rummy engine: exact melds, deadwood and layoffs, a fast model of a deal, and the
//! computer players.
//!
//! The crate is a pure function of its arguments: no files, no clock, no environment, no hash
//! order. Randomness comes in as a seed.
//!
//! The modules stand in dependency order; each may use only those above it.
//!
//! ```
//! use gin_core::{card_set::CardSet, deadwood::deadwood};
//!
//! let hand: CardSet = "AS 2S 3S 4H 4D 4C 9C 9D KH KD".parse().unwrap();
//! assert_eq!(deadwood(hand), 38);
//! ```

pub mod card;
pub mod card_set;
pub mod meld;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub mod deadwood;
pub mod arrangement;
pub mod discard;
pub mod layoff;
mod threads;
pub mod batch;
pub mod census;
pub mod score;
pub mod rng;
pub mod action;
pub mod card_list;
pub mod course;
pub mod view;
pub mod observation;
pub mod replay;
pub mod sim;
pub mod value;
pub mod bot;
pub mod arena;
pub mod deals;

#[cfg(test)]
mod test_support;
