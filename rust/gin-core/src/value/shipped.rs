//! The networks and the equity table that ship, in `rust/gin-core/weights/`.
//!
//! How they were trained, with seeds and settings, stands beside them in `weights/README.md`.

use std::sync::LazyLock;

use super::belief::Belief;
use super::equity::Equity;
use super::network::Network;
use super::packed::{unpack, unpack_belief};

/// Units of the first layer of the networks that ship.
pub const WIDTH: usize = 128;

fn networks(bytes: &[u8]) -> Vec<Network<WIDTH>> {
    // A file of another size would be a broken build; a test reads it.
    unpack(bytes).unwrap_or_else(|_| vec![Network::zero()])
}

/// How a deal is expected to end, by networks of different seeds.
pub static POINTS: LazyLock<Vec<Network<WIDTH>>> =
    LazyLock::new(|| networks(include_bytes!("../../weights/points.q8")));

/// What the opponent holds.
pub static BELIEF: LazyLock<Belief> = LazyLock::new(|| {
    unpack_belief(include_bytes!("../../weights/belief.q8")).unwrap_or_else(|_| Belief::zero())
});

/// The chance to win a match from a score.
pub static EQUITY: LazyLock<Equity> = LazyLock::new(|| {
    Equity::from_bytes(include_bytes!("../../weights/equity.bin"))
        .unwrap_or_else(|| Equity::from_results(|_, _| vec![(25, 0.5), (-25, 0.5)]))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_what_they_should_be() {
        assert!(POINTS.iter().all(|one| one.last.as_flattened().iter().any(|&w| w != 0.0)));
        assert!(BELIEF.first_bias.iter().any(|&weight| weight != 0.0));
        assert!((EQUITY.chance(0, 0, true) - 0.5).abs() < 0.02);
        assert!(EQUITY.chance(80, 20, true) > 0.8);
    }
}
