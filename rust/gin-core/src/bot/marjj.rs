//! A sparring partner in the manner of MARJJ, a strong entry of the EAAI challenge, written from
//! its description: melds first, one card looked ahead, dangerous discards held back, and after
//! three turns nothing but gin.

use super::Bot;
use crate::action::Action;
use crate::arrangement::{arrange, arrangements};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::deadwood::deadwood;
use crate::discard::{Discard, Discards, best_discard_points};
use crate::rng::Generator;
use crate::score::KNOCK_LIMIT;
use crate::view::View;

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct Marjj;

/// Points by which a candidate may be cheaper than the dearest, or leave more than the best.
const SLACK: u32 = 5;
/// Turns in which it knocks with deadwood.
const KNOCKING_TURNS: i32 = 3;

impl Bot for Marjj {
    fn takes(&self, view: &View<'_>, top: Card, _: &mut Generator) -> bool {
        let eleven = view.hand().with(top);
        !arrange(eleven).dead().contains(top) && best_discard_points(eleven) < deadwood(view.hand())
    }

    fn ends_turn(&self, view: &View<'_>, all: &Discards, _: &mut Generator) -> Action {
        let turn = i32::from(view.course.turns[view.seat]) + 1;
        let chosen = choose(view, all, turn);
        let knocks = chosen.points == 0 || (turn <= KNOCKING_TURNS && chosen.points <= KNOCK_LIMIT);
        if knocks { Action::Knock(chosen.card) } else { Action::Discard(chosen.card) }
    }
}

fn choose(view: &View<'_>, all: &Discards, turn: i32) -> Discard {
    let hand = view.hand();
    let loose = arrangements(hand).iter().fold(CardSet::EMPTY, |loose, laid| loose | laid.dead());
    let mut candidates: Vec<Discard> =
        all.iter().copied().filter(|discard| loose.contains(discard.card)).collect();
    if candidates.is_empty() {
        candidates = all.to_vec();
    }
    let dearest =
        candidates.iter().map(|discard| u32::from(discard.card.points())).max().unwrap_or(0);
    candidates.retain(|discard| {
        u32::from(discard.card.points()) + SLACK >= dearest || discard.points == 0
    });
    let least = candidates.iter().map(|discard| discard.points).min().unwrap_or(0);
    candidates.retain(|discard| discard.points <= least + SLACK);
    if let [only] = candidates[..] {
        return only;
    }
    let cost = |discard: &Discard| {
        let ahead = 18.0 * 0.9_f64.powi(turn - 1) * look_ahead(view, hand.without(discard.card));
        f64::from(discard.points) + ahead + danger(view, discard.card)
    };
    let best = candidates.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
    best.copied().unwrap_or(all[0])
}

/// The mean of the seven least deadwoods that the next card could leave.
fn look_ahead(view: &View<'_>, ten: CardSet) -> f64 {
    const BEST: usize = 7;
    let mut after: Vec<u32> =
        view.unseen().iter().map(|card| best_discard_points(ten.with(card))).collect();
    after.sort_unstable();
    let best = &after[..BEST.min(after.len())];
    if best.is_empty() {
        return f64::from(deadwood(ten));
    }
    f64::from(best.iter().sum::<u32>()) / best.len() as f64
}

/// How much a discard might serve the opponent.
fn danger(view: &View<'_>, card: Card) -> f64 {
    let theirs = view.known();
    let gone = (view.hand() | view.course.pile.set()) - theirs;
    let at = |offset: i32| {
        u8::try_from(i32::from(card.rank()) + offset)
            .ok()
            .and_then(|rank| Card::new(card.suit(), rank))
    };
    let is_gone = |offset| at(offset).is_none_or(|near| gone.contains(near));
    let is_theirs = |offset| at(offset).is_some_and(|near| theirs.contains(near));
    let blocked = |up: i32| is_gone(up) && (is_gone(-up) || is_gone(-2 * up));
    let wanted = |up: i32| is_theirs(up) && (is_theirs(-up) || is_theirs(-2 * up));
    let weigh = |is: &dyn Fn(i32) -> bool, near: f64, far: f64| {
        [(1, near), (-1, near), (2, far), (-2, far)]
            .into_iter()
            .filter(|&(offset, _)| is(offset))
            .map(|(_, weight)| weight)
            .sum::<f64>()
    };
    let mut danger = if blocked(1) || blocked(-1) { -10.0 } else { weigh(&is_gone, -5.0, -3.0) };
    danger += if wanted(1) || wanted(-1) { 20.0 } else { weigh(&is_theirs, 5.0, 3.0) };
    let of_rank: CardSet =
        Suit::ALL.into_iter().filter_map(|suit| Card::new(suit, card.rank())).collect();
    let (gone, theirs) = ((of_rank & gone).len(), (of_rank & theirs).len());
    danger
        + match gone {
            3.. => -10.0,
            2 => -4.0,
            _ if theirs >= 2 => 20.0,
            1 => 4.0,
            _ => 0.0,
        }
}
