//! What a knock is worth (R15 to R17), and the numbers of the game: their one home.

/// Cards dealt to each player (R2).
pub const HAND_SIZE: u32 = 10;
/// The most deadwood a knocker may keep (R9).
pub const KNOCK_LIMIT: u32 = 10;
/// Added to the defender's deadwood for gin (R15).
pub const GIN_BONUS: u32 = 25;
/// Added to the difference for an undercut (R17).
pub const UNDERCUT_BONUS: u32 = 25;
/// A turn that ends with this many cards in the stock, and no knock, ends the deal (R18).
pub const STOCK_FLOOR: u32 = 2;
/// Points that win a match (R19).
pub const TARGET: u32 = 100;

/// How a deal can end with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The knocker had no deadwood (R10, R15).
    Gin,
    /// The knocker had less than the defender (R16).
    Knock,
    /// The defender had as little or less (R17).
    Undercut,
}

impl Outcome {
    /// Whether the points go to the knocker.
    #[must_use]
    pub const fn to_knocker(self) -> bool {
        !matches!(self, Self::Undercut)
    }
}

/// The outcome of a knock and its points.
///
/// `defender` is the defender's deadwood: after layoffs against a knock, without against gin.
#[must_use]
pub const fn settle(knocker: u32, defender: u32) -> (Outcome, u32) {
    if knocker == 0 {
        (Outcome::Gin, GIN_BONUS + defender)
    } else if knocker < defender {
        (Outcome::Knock, defender - knocker)
    } else {
        (Outcome::Undercut, UNDERCUT_BONUS + knocker - defender)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_rules() {
        assert_eq!(settle(8, 5), (Outcome::Undercut, 28)); // the worked example of R17
        assert_eq!(settle(7, 7), (Outcome::Undercut, 25)); // equal is exactly 25
        assert_eq!(settle(3, 0), (Outcome::Undercut, 28)); // a defender at 0 is no gin
        assert_eq!(settle(0, 0), (Outcome::Gin, 25));
        assert_eq!(settle(0, 31), (Outcome::Gin, 56));
        assert_eq!(settle(1, 22), (Outcome::Knock, 21));
    }
}
