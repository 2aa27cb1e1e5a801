//! Kuhn poker: the smallest game in which one has to bluff, and its value is known.

use super::tree::{Cards, Game, Move, Seat, Turn};

/// Three cards, one each, a stake of 1, one bet of 1 (Kuhn 1950). Seat 0 loses 1/18 a deal.
pub struct Kuhn;

/// How a deal of Kuhn poker ends.
#[derive(Clone, Copy)]
pub enum Ending {
    /// A seat wins the stake.
    Fold(Seat),
    /// The higher card wins so much.
    Show(f32),
}

impl Game for Kuhn {
    /// By action whether it was a bet or a call.
    type Public = Vec<bool>;
    type Ending = Ending;
    type Notes = (Vec<bool>, Cards);

    fn cards(&self) -> u32 {
        3
    }

    fn starts(&self) -> Vec<Vec<bool>> {
        vec![Vec::new()]
    }

    fn turn(&self, at: &Vec<bool>) -> Turn<Vec<bool>, Ending> {
        match at[..] {
            [.., true, true] => Turn::End(Some(Ending::Show(2.0))),
            [false, false] => Turn::End(Some(Ending::Show(1.0))),
            [.., true, false] => Turn::End(Some(Ending::Fold(at.len() % 2))),
            _ => {
                let moves = [false, true].map(|bet| Move {
                    gains: 0,
                    loses: 0,
                    next: [&at[..], &[bet]].concat(),
                });
                Turn::Choice { seat: at.len() % 2, moves: moves.into() }
            }
        }
    }

    fn possible(&self, _: &Vec<bool>, _: Seat, hand: Cards) -> bool {
        hand.is_power_of_two()
    }

    fn worth(&self, ending: Ending, hands: [Cards; 2]) -> f32 {
        let (wins, points) = match ending {
            Ending::Fold(winner) => (winner == 0, 1.0),
            Ending::Show(points) => (hands[0] > hands[1], points),
        };
        if wins { points } else { -points }
    }

    fn notes(&self, at: &Vec<bool>, _: Seat, hand: Cards) -> (Vec<bool>, Cards) {
        (at.clone(), hand)
    }
}
