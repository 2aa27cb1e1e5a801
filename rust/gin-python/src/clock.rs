//! The one clock of the binding: it says when to look after the interpreter, and times players.

/// Nanoseconds between two looks at the interpreter: taking its lock costs more than a look at the
/// clock.
pub const LOOK: u64 = 20_000_000;

/// Nanoseconds since some moment; they decide nothing and are handed to nobody.
pub struct Clock(
    #[expect(clippy::disallowed_types, reason = "it times the players and decides nothing")]
    std::time::Instant,
);

impl Clock {
    #[expect(clippy::disallowed_types, reason = "it times the players and decides nothing")]
    pub fn started() -> Self {
        Self(std::time::Instant::now())
    }

    pub fn nanoseconds(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}
