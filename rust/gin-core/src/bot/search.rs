//! Close choices played on against hands that the opponent may hold.

use super::{Bot, Careful, Greedy, Marjj, Simple};
use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::rng::{Generator, mix};
use crate::sim::Deal;
use crate::value::candidate::{Candidate, Candidates, Judge};
use crate::value::imagine::hands;
use crate::value::outcome::{Utility, outcome};
use crate::value::shipped::BELIEF;
use crate::view::{Holding, View};

/// Who else the opponent may be, in one hand of eight each.
static STRANGERS: [&dyn Bot; 3] = [&Careful::FITTED, &Simple::KNOCKING, &Marjj];

/// A judge that asks what its closest choices are worth against hands that the opponent may hold:
/// each is played on, with the stock shuffled, until it is the own turn again or the deal has ended.
///
/// All choices meet the same hands and the same stocks, so that luck is no reason to choose. The
/// opponent is mostly taken for a player like this one, and now and then for somebody else: to
/// expect only the best of it lost two points a deal against `simple`.
pub struct Search<J, K, L> {
    /// Who answers first.
    pub judge: J,
    /// Who plays on; asked often.
    pub quick: Greedy<K>,
    /// Who says what it has come to.
    pub after: L,
    /// How many hands.
    pub hands: usize,
    /// The most actions that are looked at.
    pub most: usize,
    /// Actions that cost more than this against the best, in points, are not looked at.
    pub within: f32,
    /// The weight of what was found against what was said at first.
    pub share: f32,
}

/// One of the choices on its way.
struct Choice {
    action: Action,
    /// What the judge said.
    said: f32,
    /// The sum of what was found.
    found: f32,
    points: f32,
}

impl<J: Judge, K: Judge, L: Judge> Judge for Search<J, K, L> {
    fn judge(&self, view: &View<'_>, utility: &Utility) -> Candidates {
        let first = self.judge.judge(view, utility);
        let choices = self.close(&first, utility.point());
        if choices.len() < 2 {
            return first;
        }
        let choices = self.play_on(view, utility, choices);
        let refined = |candidate: Candidate| {
            let choice = choices.iter().find(|choice| choice.action == candidate.action);
            choice.map_or(candidate, |choice| Candidate { points: choice.points, ..candidate })
        };
        first.iter().copied().map(refined).collect()
    }
}

impl<J: Judge, K: Judge, L: Judge> Search<J, K, L> {
    /// The choices that are close to the best, the best first.
    fn close(&self, first: &Candidates, point: f32) -> Vec<Choice> {
        let Some(best) = first.best() else { return Vec::new() };
        let mut close: Vec<Choice> = first
            .iter()
            .filter(|candidate| candidate.points > best.points - self.within * point)
            .map(|&Candidate { action, points }| Choice {
                action,
                said: points,
                found: 0.0,
                points,
            })
            .collect();
        close.sort_by(|a, b| b.said.total_cmp(&a.said));
        close.truncate(self.most);
        close
    }

    fn play_on(&self, view: &View<'_>, utility: &Utility, mut choices: Vec<Choice>) -> Vec<Choice> {
        // The same for all that looks the same: a player has no other chance than its own.
        let seed = mix(0x7365_6172_6368, view.digest());
        let mut chance = Generator::new(seed);
        let imagined = hands(view, &BELIEF.guess(view), self.hands, &mut chance);
        let mut left = choices.len();
        for (number, &hand) in imagined.iter().enumerate() {
            for choice in &mut choices[..left] {
                // Not one generator for all, as one play may draw more than another.
                let mut chance = Generator::new(mix(seed, number as u64));
                let mind = self.mind(number);
                choice.found += self.worth(view, utility, hand, mind, choice.action, &mut chance);
                let mean = choice.found / (number + 1) as f32;
                choice.points = choice.said + self.share * (mean - choice.said);
            }
            // The hopeless are let go: the interval of a difference is some 8 points over the root
            // of the number of hands.
            let played = number + 1;
            if played.is_power_of_two() && played >= 16 {
                choices[..left].sort_by(|a, b| b.points.total_cmp(&a.points));
                let bar = choices[0].points - 8.0 * utility.point() / (played as f32).sqrt();
                left = choices[..left].iter().take_while(|choice| choice.points >= bar).count();
                if left < 2 {
                    break;
                }
            }
        }
        choices
    }

    fn mind(&self, number: usize) -> &dyn Bot {
        STRANGERS.get(number % 8).map_or(&self.quick, |&stranger| stranger)
    }

    /// What an action is worth against one hand.
    fn worth(
        &self,
        view: &View<'_>,
        utility: &Utility,
        hand: CardSet,
        mind: &dyn Bot,
        mut action: Action,
        chance: &mut Generator,
    ) -> f32 {
        let mut stock: Vec<Card> = (view.possible() - hand).iter().collect();
        chance.shuffle(&mut stock);
        stock.truncate(usize::from(view.course.stock));
        let mut holdings = [*view.holding; 2];
        holdings[1 - view.seat] = Holding::new(hand);
        let mut deal = Deal::imagined(*view.course, holdings, &stock);
        let their_score = view.score.of_the_other();
        let mut is_gone = false;
        loop {
            deal.advance(action);
            let Some(actor) = deal.course().actor() else {
                let points = deal.ending().map_or(0, |ending| ending.points(view.seat));
                return utility.of(&outcome(points));
            };
            if actor != view.seat {
                is_gone = true;
                action = mind.choose(&deal.view(actor, their_score), 0);
                continue;
            }
            let own = deal.view(actor, view.score);
            if is_gone {
                let worth = self.after.judge(&own, utility).best();
                return worth.map_or(0.0, |best| best.points);
            }
            action = (&self.quick as &dyn Bot).choose(&own, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::by_name;
    use crate::value::network::Network;
    use crate::value::shipped::{POINTS, WIDTH};
    use crate::view::Score;

    type Plain = Search<&'static Network<WIDTH>, &'static Network<WIDTH>, &'static Network<WIDTH>>;

    fn search(share: f32) -> Plain {
        Search {
            judge: &POINTS[0],
            quick: Greedy { judge: &POINTS[0], by_match: true },
            after: &POINTS[0],
            hands: 32,
            most: 4,
            within: 4.0,
            share,
        }
    }

    #[test]
    fn only_close_choices_change_and_the_same_view_gives_the_same_answer() {
        let (searches, does_not) = (search(0.5), search(0.0));
        let (mut changed, mut decisions) = (0, 0);
        for number in 0..12 {
            let mut deal = Deal::new(&Generator::new(number).deck(), number as usize % 2);
            while let Some(seat) = deal.course().actor() {
                let view = deal.view(seat, Score::default());
                let plain = POINTS[0].judge(&view, &Utility::POINTS);
                let found = searches.judge(&view, &Utility::POINTS);
                assert_eq!(*found, *searches.judge(&view, &Utility::POINTS));
                assert_eq!(*plain, *does_not.judge(&view, &Utility::POINTS));
                let best = plain.best().unwrap().points;
                for (one, other) in plain.iter().zip(&*found) {
                    assert_eq!(one.action, other.action);
                    assert!(one.points > best - 4.0 || one == other);
                    changed += usize::from(one != other);
                }
                decisions += 1;
                deal.advance(found.best().unwrap().action);
            }
        }
        assert!(changed > decisions, "{changed} of {decisions}");
    }

    #[test]
    fn the_other_hand_and_the_stock_make_no_difference() {
        let searches = search(0.5);
        let steady = by_name("steady").unwrap();
        for number in 0..12 {
            let mut deal = Deal::new(&Generator::new(number).deck(), 0);
            let mut chance = Generator::new(number);
            while let Some(seat) = deal.course().actor() {
                let view = deal.view(seat, Score::default());
                let mut hidden: Vec<Card> = view.unseen().iter().collect();
                chance.shuffle(&mut hidden);
                let (others, stock) = hidden.split_at(10 - view.known().len() as usize);
                let mut holdings = [*view.holding; 2];
                holdings[1 - seat] =
                    Holding::new(view.known() | others.iter().copied().collect::<CardSet>());
                let other = Deal::imagined(*deal.course(), holdings, stock);
                let there = other.view(seat, Score::default());
                assert_eq!(
                    *searches.judge(&view, &Utility::POINTS),
                    *searches.judge(&there, &Utility::POINTS)
                );
                deal.advance(steady.choose(&view, number));
            }
        }
    }

    #[test]
    fn what_ends_the_deal_is_worth_what_it_brings() {
        // Gin is the same against every hand but for the deadwood caught.
        let searches = search(1.0);
        let (mut found, mut apart) = (0, 0.0);
        for number in 0..400 {
            let mut deal = Deal::new(&Generator::new(number).deck(), 0);
            while let Some(seat) = deal.course().actor() {
                let view = deal.view(seat, Score::default());
                let gin = view.legal().iter().find(|&action| {
                    matches!(action, Action::Knock(card)
                        if crate::deadwood::deadwood(view.hand().without(card)) == 0)
                });
                if let Some(action) = gin {
                    let choice = Choice { action, said: 0.0, found: 0.0, points: 0.0 };
                    let other = Choice { action, said: 0.0, found: 0.0, points: 0.0 };
                    let points =
                        searches.play_on(&view, &Utility::POINTS, vec![choice, other])[0].points;
                    let caught = BELIEF.guess(&view).deadwood;
                    apart += points - 25.0 - caught;
                    found += 1;
                }
                deal.advance(by_name("steady").unwrap().choose(&view, number));
            }
        }
        assert!(found > 20 && (apart / found as f32).abs() < 3.0, "{apart} {found}");
    }
}
