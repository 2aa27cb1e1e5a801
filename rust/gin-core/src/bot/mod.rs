//! The computer players. Each is a pure function of a view and a seed.

mod careful;
mod depauw;
mod marjj;
mod net;
mod random;
mod search;
mod simple;
mod taylor;

pub use careful::{Careful, Weights};
pub use depauw::Depauw;
pub use marjj::Marjj;
pub use net::{Blur, Greedy, Person};
pub use random::Random;
pub use search::Search;
pub use simple::Simple;
pub use taylor::Taylor;

use std::sync::LazyLock;

use crate::action::{Action, Phase};
use crate::card::Card;
use crate::course::Course;
use crate::discard::{Discards, discards};
use crate::rng::{Generator, mix};
use crate::value::network::Network;
use crate::value::shipped::{POINTS, WIDTH};
use crate::value::symmetry::{Committee, FOUR};
use crate::view::{Holding, View};

/// Cards that may be taken from the pile in a row, by both players together, before a computer
/// player draws from the stock instead (R21).
///
/// The stock gives at most 29 cards. With five takes before each, two passes, and one more take
/// that ends the deal, a deal of two computer players has at most 2 × (29 × 6) + 2 + 2 = 352
/// actions.
pub const MOST_TAKES: u8 = 5;

/// The players that have a name for people, the weakest first.
pub const NAMES: [&str; 6] = ["random", "learner", "simple", "steady", "sharp", "expert"];

/// A person: the network's judgement, blurred.
fn person(confusion: f32, budget: f32) -> Person<&'static Network<WIDTH>> {
    let blur = Blur { confusion, budget };
    Person { judge: &POINTS[0], blur, by_match: false, watches: true }
}

/// Builds its own hand, does not watch the other player, and misjudges by several points.
static LEARNER: LazyLock<Person<&Network<WIDTH>>> =
    LazyLock::new(|| Person { watches: false, ..person(3.0, 8.0) });

/// Watches the other player, and often takes what is two points worse for as good.
static STEADY: LazyLock<Person<&Network<WIDTH>>> = LazyLock::new(|| person(1.9, 5.6));

/// Errs by a point here and there, and knows the score.
static SHARP: LazyLock<Person<&Network<WIDTH>>> =
    LazyLock::new(|| Person { by_match: true, ..person(1.25, 4.0) });

/// The best for people: it mixes only what is as good as equal, so that it cannot be learned by
/// heart, and plays for the match.
static EXPERT: LazyLock<Person<Committee<&Network<WIDTH>>>> = LazyLock::new(|| Person {
    judge: Committee { members: POINTS.iter().collect(), renamings: &FOUR },
    blur: Blur { confusion: 0.1, budget: 0.3 },
    by_match: true,
    watches: true,
});

/// `expert` that plays its close choices on against hands that the opponent may hold.
static DEEP: LazyLock<Person<Deep>> = LazyLock::new(|| {
    let judge = Search {
        judge: &EXPERT.judge,
        quick: Greedy { judge: &POINTS[0], by_match: true },
        after: Committee { renamings: &FOUR[..1], ..EXPERT.judge.clone() },
        hands: 64,
        most: 4,
        within: 4.0,
        share: 0.4,
    };
    Person { judge, blur: EXPERT.blur, by_match: true, watches: true }
});

type Deep = Search<
    &'static Committee<&'static Network<WIDTH>>,
    &'static Network<WIDTH>,
    Committee<&'static Network<WIDTH>>,
>;

/// A way of playing. It is asked only where there is a choice; the rest is done in `choose`.
pub trait Bot: Send + Sync {
    /// Whether to take the card on top of the pile, in the phases `Upcard` and `Draw`.
    fn takes(&self, view: &View<'_>, top: Card, chance: &mut Generator) -> bool;

    /// The discard or the knock that ends the turn: a legal one. `all` are the legal discards
    /// with what they leave.
    fn ends_turn(&self, view: &View<'_>, all: &Discards, chance: &mut Generator) -> Action;

    /// Whether a discard that makes gin is always made. Only a player that plays anything at all
    /// says no.
    fn always_gins(&self) -> bool {
        true
    }
}

impl dyn Bot + '_ {
    /// The action of the player whose view it is, who has to be to act: the same for the same
    /// view and seed.
    #[must_use]
    pub fn choose(&self, view: &View<'_>, seed: u64) -> Action {
        let mut chance = Generator::new(mix(seed, view.digest()));
        match (view.course.phase, view.top()) {
            (Phase::Discard | Phase::Over, _) => self.finish(view, &mut chance),
            (Phase::Upcard, Some(top)) if self.takes(view, top, &mut chance) => Action::Take,
            (Phase::Upcard, _) => Action::Pass,
            (Phase::Draw, Some(top))
                if self.takes(view, top, &mut chance)
                    && (view.course.takes < MOST_TAKES || self.ends_deal_with(view, seed)) =>
            {
                Action::DrawPile
            }
            (Phase::Draw | Phase::MustDraw, _) => Action::DrawStock,
        }
    }

    fn finish(&self, view: &View<'_>, chance: &mut Generator) -> Action {
        let all = discards(view.hand(), view.barred());
        match all.first() {
            Some(gin) if gin.points == 0 && self.always_gins() => Action::Knock(gin.card),
            _ => self.ends_turn(view, &all, chance),
        }
    }

    /// Whether the player would take the top of the pile and end the deal with it at once.
    fn ends_deal_with(&self, view: &View<'_>, seed: u64) -> bool {
        let mut course: Course = *view.course;
        let taken = course.apply(Action::DrawPile);
        let holding: Holding = taken.map_or(*view.holding, |card| view.holding.gaining(card));
        let after = View { course: &course, holding: &holding, ..*view };
        matches!(self.choose(&after, seed), Action::Knock(_))
    }
}

/// The player of a name; besides [`NAMES`] there are sparring partners: `gin-only`, which is
/// `simple` but never knocks with deadwood, `careful`, whose weights were climbed to, three in the
/// manner of entries of the EAAI challenge, and `deep`, which is `expert` with a search.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Bot> {
    match name {
        "random" => Some(&Random),
        "simple" => Some(&Simple::KNOCKING),
        "gin-only" => Some(&Simple::GIN_ONLY),
        "marjj-like" => Some(&Marjj),
        "depauw-like" => Some(&Depauw),
        "taylor-like" => Some(&Taylor),
        "careful" => Some(&Careful::FITTED),
        "learner" => Some(&*LEARNER),
        "steady" => Some(&*STEADY),
        "sharp" => Some(&*SHARP),
        "expert" => Some(&*EXPERT),
        "deep" => Some(&*DEEP),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::play_deal;
    use crate::card_set::CardSet;
    use crate::deadwood::deadwood;
    use crate::replay::{Opening, Replay};
    use crate::sim::Deal;
    use crate::view::Score;

    const ALL: [&str; 12] = [
        "careful",
        "sharp",
        "random",
        "learner",
        "simple",
        "gin-only",
        "marjj-like",
        "depauw-like",
        "taylor-like",
        "steady",
        "expert",
        "deep",
    ];

    fn bot(name: &str) -> &'static dyn Bot {
        by_name(name).unwrap()
    }

    #[test]
    fn every_name_is_a_player() {
        assert!(NAMES.iter().all(|name| by_name(name).is_some()));
        assert!(by_name("Steady").is_none() && by_name("").is_none());
    }

    #[test]
    fn every_pair_of_players_ends_every_deal_by_legal_actions() {
        let mut longest = 0;
        for (a, b) in ALL.iter().flat_map(|a| ALL.map(|b| (a, b))) {
            // `deep` thinks forty times as long as the next.
            let deals = if *a == "deep" || b == "deep" { 2 } else { 60 };
            for number in 0..deals {
                let mut deal = Deal::new(&Generator::new(number).deck(), number as usize % 2);
                let mut count = 0;
                play_deal(&mut deal, [bot(a), bot(b)], [Score::default(); 2], number, |_| {
                    count += 1;
                });
                assert!(deal.ending().is_some(), "{a} {b} {number}: {deal:?}");
                longest = longest.max(count);
            }
        }
        assert!(longest <= 352, "{longest}");
    }

    #[test]
    fn a_player_that_wants_every_card_is_stopped_after_five_takes() {
        struct Greedy;
        impl Bot for Greedy {
            fn takes(&self, _: &View<'_>, _: Card, _: &mut Generator) -> bool {
                true
            }
            fn ends_turn(&self, view: &View<'_>, _: &Discards, _: &mut Generator) -> Action {
                let last = view.legal().iter().filter(|a| matches!(a, Action::Discard(_))).last();
                last.unwrap_or(Action::Pass)
            }
            fn always_gins(&self) -> bool {
                false
            }
        }
        let mut deal = Deal::new(&Generator::new(9).deck(), 0);
        let mut draws = Vec::new();
        play_deal(&mut deal, [&Greedy, &Greedy], [Score::default(); 2], 0, |action| {
            if matches!(action, Action::Take | Action::DrawPile | Action::DrawStock) {
                draws.push(action == Action::DrawStock);
            }
        });
        assert!(deal.ending().is_some());
        assert_eq!(draws.len(), 29 * 6);
        assert!(draws.iter().enumerate().all(|(at, &stock)| stock == (at % 6 == 5)));
    }

    #[test]
    fn gin_is_never_let_go_by() {
        // The fault elsewhere: all eleven melded, and the dearest card thrown out of its meld.
        let hand: CardSet = "QS QH QD 3C 4C 5C 6C 7S 7H 7D 7C".parse().unwrap();
        let seven: Card = "7C".parse().unwrap();
        let opening = Opening {
            starter: 0,
            to_act: 0,
            phase: Phase::Discard,
            pile: &["KS".parse().unwrap()],
            stock: 30,
            barred: Some(seven),
        };
        let replay = Replay::new(0, &opening, &[], hand, Score::default()).unwrap();
        for name in
            ["simple", "gin-only", "careful", "learner", "steady", "sharp", "expert", "deep"]
        {
            match bot(name).choose(&replay.view(), 3) {
                Action::Knock(card) => {
                    assert_eq!(deadwood(hand.without(card)), 0);
                    assert_ne!(card, seven);
                }
                other => panic!("{name} plays {other:?}"),
            }
        }
    }
}
