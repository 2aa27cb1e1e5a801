//! The networks and the equity table that ship, in `rust/gin-core/weights/`.
//!
//! How they were trained, with seeds and settings, stands beside them in `weights/README.md`.

use std::sync::LazyLock;

use super::equity::Equity;
use super::network::Network;

/// Units of the first layer of the networks that ship.
pub const WIDTH: usize = 64;

fn network(bytes: &[u8]) -> Network<WIDTH> {
    // A file of another size would be a broken build; a test reads it.
    Network::from_halves(bytes).unwrap_or_else(|_| Network::zero())
}

/// Expected points of a deal.
pub static POINTS: LazyLock<Network<WIDTH>> =
    LazyLock::new(|| network(include_bytes!("../../weights/points.f16")));

/// What a deal is worth for the match, by the score; in points as they count at 0 to 0.
pub static MATCH: LazyLock<Network<WIDTH>> =
    LazyLock::new(|| network(include_bytes!("../../weights/match.f16")));

/// The chance to win a match from a score.
pub static EQUITY: LazyLock<Equity> = LazyLock::new(|| {
    Equity::from_bytes(include_bytes!("../../weights/equity.bin"))
        .unwrap_or_else(|| Equity::from_histogram(&[(25, 0.5), (-25, 0.5)]))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_what_they_should_be() {
        assert!(POINTS.last.iter().any(|&weight| weight != 0.0));
        assert!(MATCH.last.iter().any(|&weight| weight != 0.0));
        assert!((EQUITY.chance(0, 0, true) - 0.5).abs() < 0.02);
        assert!(EQUITY.chance(80, 20, true) > 0.8);
    }
}
