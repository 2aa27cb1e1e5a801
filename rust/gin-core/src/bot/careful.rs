//! A careful player: it looks one draw ahead, minds what its discard gives away, and knocks by
//! the clock.

use super::Bot;
use super::simple::is_melded;
use crate::action::Action;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::deadwood::deadwood;
use crate::discard::{Discards, best_discard_points, discards};
use crate::rng::Generator;
use crate::score::{HAND_SIZE, KNOCK_LIMIT};
use crate::view::View;

/// What the player weighs, in points of deadwood unless said otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Weight of the deadwood expected after the next draw, on the first turn.
    pub look: f64,
    /// Taken off it a turn.
    pub look_fade: f64,
    /// The share of the cards to come that the look ahead hopes for: the best of them count.
    pub hope: f64,
    /// For each chance in hundred of making gin with the next draw, on the first turn.
    pub gin: f64,
    /// Added to that a turn.
    pub gin_growth: f64,
    /// For a discard that the opponent is sure to use, on the first turn.
    pub danger: f64,
    /// Added to that a turn.
    pub danger_growth: f64,
    /// What is left of the chance that the opponent holds a card, for each neighbour that it
    /// threw or left lying.
    pub cold: f64,
    /// How much better the hand must be for a card taken into no meld.
    pub taking: f64,
    /// The opponent's deadwood at the beginning, as a knock that ends the match counts on it.
    pub theirs: f64,
    /// Taken off it a turn.
    pub theirs_fade: f64,
    /// The last turn on which to knock with 6 to 10.
    pub knocks_until: u32,
    /// The last turn on which to knock with 1 to 5.
    pub low_knocks_until: u32,
}

/// Plays by weights.
#[derive(Clone, Copy, Debug)]
pub struct Careful {
    weights: Weights,
}

impl Careful {
    /// The weights that ship, from a hill climb over 130 random steps from a guess, each judged by
    /// mean points a deal on the same 2,500 decks played twice against `simple`, `gin-only` and
    /// the guess. On 2,500 fresh decks the guess scored 4.5, 4.8 and 0 against them, the result
    /// 6.1, 8.0 and 1.4 (± 0.5). `theirs` and its fading were chosen from five tries by matches:
    /// 51.3 ± 0.4 % of 8,000 against the same player without them.
    pub const FITTED: Self = Self::new(Weights {
        look: 2.37,
        look_fade: 0.077,
        hope: 0.114,
        gin: 1.25,
        gin_growth: 0.107,
        danger: 8.3,
        danger_growth: 1.64,
        cold: 0.73,
        taking: 8.1,
        theirs: 45.0,
        theirs_fade: 4.0,
        knocks_until: 3,
        low_knocks_until: 2,
    });

    /// A player of other weights.
    #[must_use]
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// What holding these ten cards costs, in points: less is better.
    fn cost(&self, ten: CardSet, points: u32, unseen: CardSet, turn: f64) -> f64 {
        let count = unseen.len();
        if count == 0 {
            return f64::from(points);
        }
        // How many of the cards to come leave how much.
        let mut leaving = [0_u8; 128];
        for card in unseen {
            leaving[best_discard_points(ten.with(card)).min(127) as usize] += 1;
        }
        let weights = &self.weights;
        let hoped = (f64::from(count) * weights.hope).ceil().max(1.0);
        let mut left = hoped;
        let mut sum = 0.0;
        for (left_over, &cards) in (0_u8..).zip(&leaving) {
            let counted = f64::from(cards).min(left);
            sum += counted * f64::from(left_over);
            left -= counted;
            if left <= 0.0 {
                break;
            }
        }
        let gin = 100.0 * f64::from(leaving[0]) / f64::from(count);
        f64::from(points) + (weights.look - weights.look_fade * turn).max(0.0) * sum / hoped
            - (weights.gin + weights.gin_growth * turn) * gin
    }

    /// The cheapest of the discards of these eleven cards, and its cost.
    fn best_discard(&self, view: &View<'_>, eleven: CardSet, all: &Discards) -> (Card, f64) {
        let turn = f64::from(view.turn());
        let unseen = view.unseen() - eleven;
        let chances = Chances::new(view, self.weights.cold);
        let price = self.weights.danger + self.weights.danger_growth * turn;
        let least = all.first().map_or(0, |discard| discard.points);
        let mut best = (Card::from_bit(0), f64::INFINITY);
        for discard in all.iter().take_while(|discard| discard.points <= least + WORTH_A_LOOK) {
            let ten = eleven.without(discard.card);
            let cost =
                self.cost(ten, discard.points, unseen, turn) + price * chances.of_use(discard.card);
            if cost < best.1 {
                best = (discard.card, cost);
            }
        }
        best
    }

    /// Whether a knock now is likely to win the match.
    fn closes(&self, view: &View<'_>, points: u32) -> bool {
        let hoped = self.weights.theirs - self.weights.theirs_fade * f64::from(view.turn());
        f64::from(view.score.mine) + hoped - f64::from(points) >= f64::from(view.score.target)
    }

    /// Whether to knock with these points.
    fn knocks(&self, view: &View<'_>, points: u32) -> bool {
        if points > KNOCK_LIMIT {
            return false;
        }
        let turn = view.turn();
        let last =
            if points > 5 { self.weights.knocks_until } else { self.weights.low_knocks_until };
        turn <= last || self.closes(view, points)
    }
}

/// Discards that leave this much more than the least are not looked at.
const WORTH_A_LOOK: u32 = 10;

impl Bot for Careful {
    fn takes(&self, view: &View<'_>, top: Card, _: &mut Generator) -> bool {
        let ten = view.hand();
        let eleven = ten.with(top);
        let all = discards(eleven, Some(top));
        let now = deadwood(ten);
        let after = all.first().map_or(now, |discard| discard.points);
        let melds = is_melded(eleven, top) && after < now;
        if after == 0 || melds || self.knocks(view, after) {
            return true;
        }
        let (_, cost) = self.best_discard(view, eleven, &all);
        let turn = f64::from(view.turn());
        cost + self.weights.taking < self.cost(ten, now, view.unseen(), turn)
    }

    fn ends_turn(&self, view: &View<'_>, all: &Discards, _: &mut Generator) -> Action {
        match all.first() {
            Some(least) if self.knocks(view, least.points) => Action::Knock(least.card),
            _ => Action::Discard(self.best_discard(view, view.hand(), all).0),
        }
    }
}

/// How likely the opponent is to hold each card, and so to have a use for another.
struct Chances {
    holds: [f64; 52],
}

impl Chances {
    fn new(view: &View<'_>, cold: f64) -> Self {
        let known = view.known();
        let unseen = view.unseen();
        let hidden = f64::from(HAND_SIZE.saturating_sub(known.len()));
        let base = (hidden / f64::from(unseen.len().max(1))).min(1.0);
        let course = view.course;
        let other = 1 - view.seat;
        let mut holds = [0.0; 52];
        for card in unseen {
            holds[usize::from(card.index())] = base;
        }
        for thrown in course.thrown[other].iter().chain(course.declined[other].iter()) {
            for near in neighbours(*thrown) {
                holds[usize::from(near.index())] *= cold;
            }
        }
        for card in known {
            holds[usize::from(card.index())] = 1.0;
        }
        Self { holds }
    }

    /// The chance for a rank of a suit, 0 where there is none.
    fn of(&self, suit: usize, rank: u8) -> f64 {
        if (1..=13).contains(&rank) { self.holds[suit * 13 + usize::from(rank) - 1] } else { 0.0 }
    }

    /// How many melds with the card the opponent is expected to be able to lay.
    fn of_use(&self, card: Card) -> f64 {
        let rank = card.rank();
        let own = card.suit() as usize;
        let [below2, below, above, above2] =
            [rank.saturating_sub(2), rank - 1, rank + 1, rank + 2].map(|rank| self.of(own, rank));
        let [a, b, c] = [1, 2, 3].map(|step| self.of((own + step) % 4, rank));
        below2 * below + below * above + above * above2 + a * b + a * c + b * c
    }
}

/// The cards that make a pair or a neighbouring pair with a card.
fn neighbours(card: Card) -> impl Iterator<Item = Card> {
    let rank = card.rank();
    let mates = Suit::ALL.into_iter().filter(move |&suit| suit != card.suit());
    mates
        .filter_map(move |suit| Card::new(suit, rank))
        .chain(Card::new(card.suit(), rank.wrapping_sub(1)))
        .chain(Card::new(card.suit(), rank + 1))
}
