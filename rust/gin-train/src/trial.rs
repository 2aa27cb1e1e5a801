//! Whether every pairing of players ends every deal, by legal actions, within the bound of R21.

use gin_core::bot::Bot;
use gin_core::rng::{Generator, mix};
use gin_core::sim::Deal;
use gin_core::view::Score;

/// No deal of two computer players has more actions (`gin_core::bot::MOST_TAKES` says why).
const BOUND: u32 = 352;

/// What was seen in the deals of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Actions in the longest deal.
    pub longest: u32,
    /// Deals that ended with [`LATE`] cards or fewer in the stock.
    pub late: u64,
}

/// So few cards are left in the stock when what the other holds could be counted through.
pub const LATE: u8 = 4;

/// Plays the deals of one pairing.
///
/// # Errors
///
/// The deal, the seat and the action, at the first that is not legal or beyond the bound.
pub fn play(players: [&dyn Bot; 2], deals: u64, seed: u64) -> Result<Seen, String> {
    let mut seen = Seen::default();
    for number in 0..deals {
        let mut chance = Generator::new(mix(seed, number));
        let mut deal = Deal::new(&chance.deck(), number as usize % 2);
        // The score too: some players look at it.
        let scores = [chance.below(100), chance.below(100)];
        let mut actions = 0;
        while let Some(seat) = deal.course().actor() {
            let score = Score { mine: scores[seat], theirs: scores[1 - seat], target: 100 };
            let action = players[seat].choose(&deal.view(seat, score), number);
            if !deal.allows(action) {
                return Err(format!("deal {number}, seat {seat}: {action:?} is not legal"));
            }
            deal.advance(action);
            actions += 1;
            if actions > BOUND {
                return Err(format!("deal {number} goes on for more than {BOUND} actions"));
            }
        }
        seen.longest = seen.longest.max(actions);
        seen.late += u64::from(deal.course().stock <= LATE);
    }
    Ok(seen)
}
