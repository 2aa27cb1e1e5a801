//! A sparring partner in the manner of the DePauw entry of the EAAI challenge, written from its
//! description: low deadwood, cards that can still be melded, cards that lie close together.

use super::Bot;
use super::simple::is_melded;
use crate::action::Action;
use crate::arrangement::arrange;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::discard::{Discards, discards};
use crate::rng::Generator;
use crate::score::KNOCK_LIMIT;
use crate::view::View;

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct Depauw;

/// Own draws in which it takes cards for melds only.
const MELDING_DRAWS: u8 = 14;
/// Own draws in which it knocks with deadwood.
const KNOCKING_DRAWS: u8 = 6;

impl Bot for Depauw {
    fn takes(&self, view: &View<'_>, top: Card, _: &mut Generator) -> bool {
        let eleven = view.hand().with(top);
        if view.course.turns[view.seat] < MELDING_DRAWS {
            return is_melded(eleven, top);
        }
        best(view, eleven, &discards(eleven, None)).is_some_and(|(card, _)| card != top)
    }

    fn ends_turn(&self, view: &View<'_>, all: &Discards, _: &mut Generator) -> Action {
        let Some((card, points)) = best(view, view.hand(), all) else {
            return Action::Pass;
        };
        let early = view.course.turns[view.seat] < KNOCKING_DRAWS;
        if points == 0 || (early && points <= KNOCK_LIMIT) {
            Action::Knock(card)
        } else {
            Action::Discard(card)
        }
    }
}

fn best(view: &View<'_>, eleven: CardSet, all: &Discards) -> Option<(Card, u32)> {
    let most = all.last().map_or(1, |discard| discard.points.max(1));
    let worth = |card: Card, points: u32| {
        let ten = eleven.without(card);
        0.7 * (1.0 - f64::from(points) / f64::from(most))
            + 0.2 * meldability(view, ten)
            + 0.1 * adjacency(ten)
    };
    let best =
        all.iter().max_by(|a, b| worth(a.card, a.points).total_cmp(&worth(b.card, b.points)))?;
    Some((best.card, best.points))
}

/// The mean, over the loose cards, of the chance to complete a set and a run with each.
fn meldability(view: &View<'_>, ten: CardSet) -> f64 {
    let dead = arrange(ten).dead();
    let has = |card: Option<Card>| card.map_or(0.0, |card| obtainable(view, ten, dead, card));
    let of = |card: Card| {
        let mut mates: Vec<f64> = Suit::ALL
            .into_iter()
            .filter(|&suit| suit != card.suit())
            .map(|suit| has(Card::new(suit, card.rank())))
            .collect();
        mates.sort_by(f64::total_cmp);
        let near = |offset: i32| {
            let rank = u8::try_from(i32::from(card.rank()) + offset).ok();
            has(rank.and_then(|rank| Card::new(card.suit(), rank)))
        };
        let runs = [near(1) * near(2), near(-1) * near(1), near(-2) * near(-1)];
        0.4 * mates[1] * mates[2] + 0.6 * runs.into_iter().fold(0.0, f64::max)
    };
    if dead.is_empty() {
        return 1.0;
    }
    dead.iter().map(of).sum::<f64>() / f64::from(dead.len())
}

/// How likely a card can still be had: certain in the own hand, gone in the pile.
fn obtainable(view: &View<'_>, ten: CardSet, dead: CardSet, card: Card) -> f64 {
    let course = view.course;
    if dead.contains(card) {
        1.0
    } else if view.known().contains(card) {
        0.35
    } else if view.top() == Some(card) {
        if course.thrown[1 - view.seat].contains(&card) { 0.99 } else { 0.35 }
    } else if ten.contains(card) || course.pile.set().contains(card) || view.hand().contains(card) {
        0.0
    } else {
        let unseen = f64::from(view.unseen().len().max(1));
        0.9 * f64::from(course.stock) / unseen
    }
}

/// Pairs of cards that lie close together.
fn adjacency(ten: CardSet) -> f64 {
    let h = ten.mask();
    let pairs = |shift: u32| f64::from((h & h >> shift).count_ones());
    let ranks = pairs(16) + pairs(32) + pairs(48);
    (0.4 * ranks + 0.4 * pairs(1) + 0.2 * pairs(2)) / 10.0
}
