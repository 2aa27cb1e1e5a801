//! A sparring partner in the manner of the Taylor entry of the EAAI challenge, written from its
//! description: deadwood weighs more and useful cards weigh less as the deal goes on.

use super::Bot;
use super::simple::is_melded;
use crate::action::Action;
use crate::arrangement::arrange;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::discard::Discards;
use crate::meld::{completing, run_cards, set_ranks};
use crate::rng::Generator;
use crate::score::KNOCK_LIMIT;
use crate::view::View;

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct Taylor;

/// Discards by both players up to which it knocks with whatever the rules allow.
const KNOCKING_DISCARDS: u32 = 7;

impl Bot for Taylor {
    fn takes(&self, view: &View<'_>, top: Card, _: &mut Generator) -> bool {
        is_melded(view.hand().with(top), top)
    }

    fn ends_turn(&self, view: &View<'_>, all: &Discards, _: &mut Generator) -> Action {
        let thrown = view.course.turns.iter().map(|&turns| u32::from(turns)).sum::<u32>();
        let time = f64::from(thrown.min(15));
        let worth = |card: Card, points: u32| {
            let hits = f64::from(hits(view, view.hand().without(card)));
            let deadwood = f64::from(points);
            -deadwood - 1.6 * deadwood * time / 10.0 + 3.6 * hits * (15.0 - time) / 15.0
        };
        let best =
            all.iter().max_by(|a, b| worth(a.card, a.points).total_cmp(&worth(b.card, b.points)));
        let chosen = best.copied().unwrap_or(all[0]);
        if chosen.points <= KNOCK_LIMIT && knocks(view, thrown, chosen.card, chosen.points) {
            return Action::Knock(chosen.card);
        }
        Action::Discard(chosen.card)
    }
}

fn knocks(view: &View<'_>, thrown: u32, card: Card, points: u32) -> bool {
    if thrown <= KNOCKING_DISCARDS || points == 0 {
        return true;
    }
    let ten = view.hand().without(card);
    let dead = arrange(ten).dead().len();
    match hits(view, ten) {
        0 | 1 => true,
        2 => dead != 1 && !(dead == 2 && points < 6),
        _ => false,
    }
}

/// Cards the player might still get that extend a meld or complete two loose cards.
fn hits(view: &View<'_>, ten: CardSet) -> u32 {
    let dead = arrange(ten).dead();
    let melded = ten - dead;
    let extends = view.possible().iter().filter(|&card| {
        let wider = melded.with(card).mask();
        (run_cards(wider) | set_ranks(wider)) & card.bit() != 0
    });
    let extending: CardSet = extends.collect();
    (extending | completing(dead) & view.possible()).len()
}
