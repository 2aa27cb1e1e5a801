//! Hands that the opponent may hold, as many as are asked for.
//!
//! A belief says how likely each card is and how much deadwood there is, but not which cards go
//! together: hands drawn card by card would have far too much deadwood, as the melds would be
//! missing. So hands walk (Metropolis) towards those that are as likely as their cards, times a
//! weight that falls with the deadwood, and falls just so fast that the mean is the one believed.

use super::belief::Guess;
use super::exponential::exp;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deadwood::deadwood;
use crate::rng::Generator;
use crate::score::HAND_SIZE;
use crate::view::View;

/// Rounds in which all hands walk; the weight of the deadwood is set after each of the first.
const ROUNDS: u32 = 24;
const SETTING: u32 = 18;
/// Exchanges that each hand tries in a round.
const EXCHANGES: u32 = 8;
/// How much a point that the mean is away changes the weight of a point.
const PULL: f32 = 0.012;
/// No card is so sure that it cannot be otherwise: one in a thousand.
const SURE: f32 = 7.0;

/// A hand on its way: the unseen cards, those of the hand first.
struct Walker {
    cards: Vec<Card>,
    points: f32,
}

/// Hands, ten cards each, that the opponent of a view may hold.
#[must_use]
pub fn hands(view: &View<'_>, guess: &Guess, count: usize, chance: &mut Generator) -> Vec<CardSet> {
    let known = view.known();
    let unseen: Vec<Card> = view.unseen().iter().collect();
    let size = (HAND_SIZE.saturating_sub(known.len()) as usize).min(unseen.len());
    let whole = |cards: &[Card]| known | cards[..size].iter().copied().collect::<CardSet>();
    let points = |cards: &[Card]| deadwood(whole(cards)) as f32;
    let odds = |card: Card| guess.logits[usize::from(card.index())].clamp(-SURE, SURE);
    let mut walkers: Vec<Walker> = (0..count)
        .map(|_| {
            let mut cards = unseen.clone();
            chance.shuffle(&mut cards);
            Walker { points: points(&cards), cards }
        })
        .collect();
    let others = unseen.len() - size;
    let mut weight = 0.0;
    if size > 0 && others > 0 {
        for round in 0..ROUNDS {
            for walker in &mut walkers {
                for _ in 0..EXCHANGES {
                    let out = chance.below(size as u32) as usize;
                    let into = size + chance.below(others as u32) as usize;
                    let gain = odds(walker.cards[into]) - odds(walker.cards[out]);
                    walker.cards.swap(out, into);
                    let after = points(&walker.cards);
                    let better = gain + weight * (walker.points - after);
                    if better >= 0.0 || uniform(chance) < exp(better) {
                        walker.points = after;
                    } else {
                        walker.cards.swap(out, into);
                    }
                }
            }
            if round < SETTING {
                let mean = walkers.iter().map(|walker| walker.points).sum::<f32>() / count as f32;
                weight = (weight + PULL * (mean - guess.deadwood)).clamp(-0.1, 0.4);
            }
        }
    }
    walkers.into_iter().map(|walker| whole(&walker.cards)).collect()
}

/// A number between 0 and 1, neither of them.
fn uniform(chance: &mut Generator) -> f32 {
    (chance.below(1 << 23) as f32 + 0.5) / (1 << 23) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::by_name;
    use crate::sim::Deal;
    use crate::value::shipped::BELIEF;
    use crate::view::Score;

    #[test]
    fn imagined_hands_are_as_believed() {
        let steady = by_name("steady").unwrap();
        let (mut apart, mut points, mut decisions) = (0.0, 0.0, 0.0);
        for number in 0..40 {
            let mut deal = Deal::new(&Generator::new(number).deck(), number as usize % 2);
            while let Some(seat) = deal.course().actor() {
                let view = deal.view(seat, Score::default());
                let guess = BELIEF.guess(&view);
                let found = hands(&view, &guess, 100, &mut Generator::new(number));
                assert_eq!(found, hands(&view, &guess, 100, &mut Generator::new(number)));
                for &hand in &found {
                    assert_eq!(hand.len(), HAND_SIZE);
                    assert!(view.known().is_subset(hand) && hand.is_subset(view.possible()));
                }
                let mean = found.iter().map(|&hand| deadwood(hand) as f32).sum::<f32>() / 100.0;
                points += (mean - guess.deadwood).abs();
                let unseen = view.unseen();
                for card in unseen {
                    let share = found.iter().filter(|hand| hand.contains(card)).count() as f32;
                    let held = guess.cards[usize::from(card.index())];
                    apart += (share / 100.0 - held).abs() / unseen.len() as f32;
                }
                decisions += 1.0;
                deal.advance(steady.choose(&view, number));
            }
        }
        // A hundred hands alone are 0.04 away in a card.
        assert!(apart / decisions < 0.1, "{}", apart / decisions);
        assert!(points / decisions < 3.0, "{}", points / decisions);
    }

    #[test]
    fn where_all_is_known_there_is_one_hand() {
        // The opponent has taken every card of its hand from the pile.
        let mut deal = Deal::new(&Generator::new(1).deck(), 0);
        let mut course = *deal.course();
        course.known[1] = deal.hand(1);
        let holdings =
            [*deal.view(0, Score::default()).holding, *deal.view(1, Score::default()).holding];
        let stock = deal.stock().to_vec();
        deal = Deal::imagined(course, holdings, &stock);
        let view = deal.view(0, Score::default());
        let found = hands(&view, &BELIEF.guess(&view), 3, &mut Generator::new(2));
        assert_eq!(found, [deal.hand(1); 3]);
    }
}
