//! The value network: expected points of a position after an action, from what one seat may know.

pub mod plane;
pub mod exponential;
pub mod kernel;
pub mod network;
pub mod candidate;
pub mod symmetry;
pub mod lookahead;
pub mod belief;
pub mod imagine;
pub mod outcome;
pub mod packed;
pub mod equity;
pub mod shipped;
pub mod appraisal;
