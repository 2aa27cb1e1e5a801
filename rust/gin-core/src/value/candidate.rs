//! Every action of a decision with the network's expected points.

use super::network::Network;
use super::outcome::Utility;
use super::plane::{Deed, Input, put_deed, put_hand, put_held, put_public};
use crate::action::{Action, Phase};
use crate::course::Course;
use crate::deadwood::deadwood;
use crate::discard::discards;
use crate::score::{GIN_BONUS, KNOCK_LIMIT, STOCK_FLOOR};
use crate::view::{Holding, View};

/// Actions that a decision can have: eleven discards and as many knocks.
const MOST: usize = 22;

/// An action and what a judge expects of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// What to do.
    pub action: Action,
    /// What it is worth to the player to act, in points of the deal or as points count at 0 to 0.
    pub points: f32,
}

/// The candidates of one decision, in the order of the rules.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    list: Vec<Candidate>,
}

impl std::ops::Deref for Candidates {
    type Target = [Candidate];

    fn deref(&self) -> &[Candidate] {
        &self.list
    }
}

impl FromIterator<Candidate> for Candidates {
    fn from_iter<I: IntoIterator<Item = Candidate>>(list: I) -> Self {
        Self { list: list.into_iter().collect() }
    }
}

impl Candidates {
    /// The candidate with the most points; the first of equals.
    #[must_use]
    pub fn best(&self) -> Option<Candidate> {
        self.list
            .iter()
            .copied()
            .reduce(|best, next| if next.points > best.points { next } else { best })
    }
}

/// Whoever can say what every action of a decision is worth.
pub trait Judge: Send + Sync {
    /// The candidates of the player whose view it is, in the order of the rules; none when the
    /// player is not to act.
    fn judge(&self, view: &View<'_>, utility: &Utility) -> Candidates;
}

impl<const H: usize> Judge for Network<H> {
    fn judge(&self, view: &View<'_>, utility: &Utility) -> Candidates {
        candidates(self, view, utility)
    }
}

impl<J: Judge + ?Sized> Judge for Box<J> {
    fn judge(&self, view: &View<'_>, utility: &Utility) -> Candidates {
        (**self).judge(view, utility)
    }
}

impl<J: Judge + ?Sized> Judge for &J {
    fn judge(&self, view: &View<'_>, utility: &Utility) -> Candidates {
        (**self).judge(view, utility)
    }
}

/// The network's opinion of every legal action of the player whose view it is.
///
/// A card that may be taken is worth what the best end of the turn after it is worth. For gin the
/// network is asked as for any knock, unless it is certain to win the match.
#[must_use]
pub fn candidates<const H: usize>(
    network: &Network<H>,
    view: &View<'_>,
    utility: &Utility,
) -> Candidates {
    let mut found = Candidates { list: Vec::with_capacity(MOST) };
    if !view.my_turn() {
        return found;
    }
    match view.course.phase {
        Phase::Over => {}
        Phase::MustDraw => {
            found.list.push(Candidate {
                action: Action::DrawStock,
                points: leave(network, view, utility),
            });
        }
        Phase::Upcard | Phase::Draw => {
            let upcard = view.course.phase == Phase::Upcard;
            let left = if upcard { Action::Pass } else { Action::DrawStock };
            let taken = if upcard { Action::Take } else { Action::DrawPile };
            let take = with_taken(view, taken, |after| ends(network, after, utility).best());
            found.list.push(Candidate { action: left, points: leave(network, view, utility) });
            if let Some(best) = take.flatten() {
                found.list.push(Candidate { action: taken, points: best.points });
            }
            found.list.sort_by_key(|candidate| candidate.action);
        }
        Phase::Discard => found = ends(network, view, utility),
    }
    found
}

/// What `ask` says of the view after a card was taken from the pile.
pub fn with_taken<T>(
    view: &View<'_>,
    action: Action,
    ask: impl FnOnce(&View<'_>) -> T,
) -> Option<T> {
    let mut course: Course = *view.course;
    let holding: Holding = view.holding.gaining(course.apply(action)?);
    Some(ask(&View { course: &course, holding: &holding, ..*view }))
}

fn leave<const H: usize>(network: &Network<H>, view: &View<'_>, utility: &Utility) -> f32 {
    network.evaluate(&inputs_of(view, Deed::Leave), utility)
}

fn ends<const H: usize>(network: &Network<H>, view: &View<'_>, utility: &Utility) -> Candidates {
    let hand = view.hand();
    let (shown, unseen) = (view.course.known[view.seat], view.unseen());
    let mut inputs: Vec<Input> = Vec::with_capacity(160);
    put_public(view, &mut inputs);
    put_hand(hand, shown, unseen, &mut inputs);
    let mut shared = network.first_bias;
    network.add(&mut shared, &inputs);
    let mut actions = Vec::with_capacity(MOST);
    let mut sums = Vec::with_capacity(MOST);
    for discard in &*discards(hand, view.barred()) {
        let card = discard.card;
        inputs.clear();
        put_held(card, hand, shown, unseen, &mut inputs);
        let mut held = shared;
        network.subtract(&mut held, &inputs);
        let mut ask = |deed, action| {
            inputs.clear();
            put_deed(view, hand.without(card), deed, &mut inputs);
            let mut after = held;
            network.add(&mut after, &inputs);
            sums.push(after);
            actions.push(action);
        };
        ask(Deed::Discard(card), Action::Discard(card));
        if discard.points <= KNOCK_LIMIT {
            ask(Deed::Knock(card), Action::Knock(card));
        }
    }
    let mut answers = Vec::with_capacity(MOST);
    network.worth(&sums, utility, &mut answers);
    let mut found: Candidates = actions
        .into_iter()
        .zip(answers)
        .map(|(action, points)| Candidate {
            action,
            points: certain(view, action, utility).unwrap_or(points),
        })
        .collect();
    found.list.sort_by_key(|candidate| candidate.action);
    found
}

/// What an action is worth whatever the opponent holds: a network would not quite believe it.
fn certain(view: &View<'_>, action: Action, utility: &Utility) -> Option<f32> {
    let score = view.score;
    match action {
        // R18: the deal ends without a score.
        Action::Discard(_) if u32::from(view.course.stock) <= STOCK_FLOOR => Some(0.0),
        // R15: the bonus is enough to win the match.
        Action::Knock(card)
            if score.mine.saturating_add(GIN_BONUS) >= score.target
                && !score.is_won()
                && deadwood(view.hand().without(card)) == 0 =>
        {
            Some(utility.range.1)
        }
        _ => None,
    }
}

/// All inputs of the position after a deed: what training stores.
#[must_use]
pub fn inputs_of(view: &View<'_>, deed: Deed) -> Vec<Input> {
    let mut inputs = Vec::with_capacity(160);
    put_public(view, &mut inputs);
    let hand = view.hand();
    let ten = match deed {
        Deed::Leave => hand,
        Deed::Discard(card) | Deed::Knock(card) => hand.without(card),
    };
    // The card thrown was in the own hand: it was not unseen before and is not now.
    put_hand(ten, view.course.known[view.seat], view.unseen(), &mut inputs);
    put_deed(view, ten, deed, &mut inputs);
    inputs
}

/// The deed of an action, or `None` where a card is drawn and the turn goes on.
#[must_use]
pub const fn deed(action: Action) -> Option<Deed> {
    match action {
        Action::Pass | Action::DrawStock => Some(Deed::Leave),
        Action::Take | Action::DrawPile => None,
        Action::Discard(card) => Some(Deed::Discard(card)),
        Action::Knock(card) => Some(Deed::Knock(card)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::card_set::CardSet;
    use crate::rng::Generator;
    use crate::sim::Deal;
    use crate::value::shipped::EQUITY;
    use crate::view::Score;

    fn noise<const H: usize>(seed: u64) -> Network<H> {
        let mut network = Network::zero();
        let mut chance = Generator::new(seed);
        for weight in network.weights_mut() {
            *weight = (f32::from(chance.below(2001) as u16) - 1000.0) / 8000.0;
        }
        network
    }

    #[test]
    fn the_incremental_sums_are_those_of_all_inputs() {
        let network = noise::<64>(1);
        let portable = network.clone().portable();
        let mut chance = Generator::new(2);
        let late = Score { mine: 80, theirs: 30, target: 100 };
        for number in 0..300 {
            let utility = match number % 2 {
                0 => Utility::POINTS,
                _ => Utility::of_match(&EQUITY, late, true),
            };
            let mut deal = Deal::new(&Generator::new(number).deck(), number as usize % 2);
            while let Some(seat) = deal.course().actor() {
                let view = deal.view(seat, Score::default());
                let found = candidates(&network, &view, &utility);
                let legal: Vec<Action> = view.legal().iter().collect();
                let actions: Vec<Action> = found.iter().map(|candidate| candidate.action).collect();
                assert_eq!(actions, legal);
                for (candidate, other) in found.iter().zip(&*candidates(&portable, &view, &utility))
                {
                    assert!(candidate.points.to_bits() == other.points.to_bits(), "kernels differ");
                    if let Some(deed) = deed(candidate.action) {
                        let mut inputs = inputs_of(&view, deed);
                        let whole = certain(&view, candidate.action, &utility)
                            .unwrap_or_else(|| network.evaluate(&inputs, &utility));
                        assert!((candidate.points - whole).abs() < 1e-2, "{candidate:?} {whole}");
                        let all = inputs.len();
                        inputs.sort_unstable();
                        inputs.dedup();
                        assert_eq!(inputs.len(), all, "an input twice");
                        assert!(usize::from(inputs[all - 1]) < super::super::plane::INPUTS);
                    }
                }
                deal.advance(legal[chance.below(legal.len() as u32) as usize]);
            }
        }
    }
    #[test]
    fn what_is_certain_is_not_asked_of_the_network() {
        let hand = |text: &str| Holding::new(text.parse().unwrap());
        let at = |stock: usize, holding: Holding, top: &str, phase, mine| {
            let top: Card = top.parse().unwrap();
            let theirs: CardSet = "8H TH QH 9C JC KC 7D 9D TD 2D".parse().unwrap();
            let rest = (!(holding.hand | theirs)).without(top);
            let (stock, under) = (0..).zip(rest).partition::<Vec<_>, _>(|&(at, _)| at < stock);
            let cards = |part: Vec<(usize, Card)>| part.into_iter().map(|(_, card)| card);
            let pile: Vec<Card> = cards(under).chain([top]).collect();
            let course = Course::new(0, 0, phase, &pile, stock.len() as u8);
            let stock: Vec<Card> = cards(stock).collect();
            let deal = Deal::imagined(course, [holding, Holding::new(theirs)], &stock);
            let score = Score { mine, theirs: 40, target: 100 };
            let utility = Utility::of_match(&EQUITY, score, true);
            (candidates(&noise::<64>(3), &deal.view(0, score), &utility), utility.range.1)
        };
        let eleven = hand("AS 2S 3S 4S 4H 4D 4C 9S TS JS KS");
        let is_discard = |one: &&Candidate| matches!(one.action, Action::Discard(_));
        // With two cards left in the stock a discard ends the deal (R18); with three it does not.
        let (last, _) = at(2, eleven, "QC", Phase::Discard, 0);
        assert!(last.iter().filter(is_discard).all(|one| one.points == 0.0));
        assert!(last.iter().any(|one| !is_discard(&one) && one.points != 0.0));
        let (before, _) = at(3, eleven, "QC", Phase::Discard, 0);
        assert!(before.iter().filter(is_discard).all(|one| one.points != 0.0));
        // Gin wins from 75 on (R15), by throwing the king or taking the card that makes it.
        let ten = Holding::new(eleven.hand.without("JS".parse().unwrap()));
        for (mine, wins) in [(74, false), (75, true)] {
            let (found, most) = at(20, eleven, "QC", Phase::Discard, mine);
            let sure = found.iter().filter(|one| one.points >= most).map(|one| one.action);
            let gin = Action::Knock("KS".parse().unwrap());
            assert_eq!(sure.collect::<Vec<_>>(), if wins { vec![gin] } else { vec![] });
            let (found, most) = at(20, ten, "JS", Phase::Draw, mine);
            assert_eq!(found.best().unwrap().points >= most, wins);
        }
    }
}
