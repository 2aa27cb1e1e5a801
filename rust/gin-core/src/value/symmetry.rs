//! The four suits are alike: a position with its suits renamed is worth the same. The network does
//! not quite know it, so the mean of its answers over renamings is better than any one of them,
//! and their spread says how sure it is.

use super::candidate::{Candidate, Candidates, Judge};
use super::outcome::Utility;
use crate::action::Action;
use crate::card::{Card, Suit};
use crate::card_list::CardList;
use crate::card_set::CardSet;
use crate::course::Course;
use crate::view::{Holding, View};

/// A renaming of the suits: the new suit of each, in the order S H D C.
pub type Renaming = [u8; 4];

/// Four renamings in which every suit takes every name once.
pub const FOUR: [Renaming; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];

fn card(renaming: Renaming, card: Card) -> Card {
    let suit = Suit::ALL[usize::from(renaming[card.suit() as usize])];
    Card::new(suit, card.rank()).unwrap_or(card)
}

fn set(renaming: Renaming, cards: CardSet) -> CardSet {
    let lanes = cards.mask();
    CardSet::from_bits((0..4).fold(0, |renamed, suit| {
        renamed | (lanes >> (16 * suit) & 0x1fff) << (16 * u32::from(renaming[suit]))
    }))
}

fn list(renaming: Renaming, cards: &CardList) -> CardList {
    cards.iter().map(|&held| card(renaming, held)).collect()
}

fn course(renaming: Renaming, seen: &Course) -> Course {
    Course {
        barred: seen.barred.map(|held| card(renaming, held)),
        pile: list(renaming, &seen.pile),
        known: seen.known.map(|cards| set(renaming, cards)),
        thrown: [0, 1].map(|seat| list(renaming, &seen.thrown[seat])),
        declined: [0, 1].map(|seat| list(renaming, &seen.declined[seat])),
        ..*seen
    }
}

fn action(renaming: Renaming, deed: Action) -> Action {
    match deed {
        Action::Discard(thrown) => Action::Discard(card(renaming, thrown)),
        Action::Knock(thrown) => Action::Knock(card(renaming, thrown)),
        other => other,
    }
}

/// Judges that answer together: the mean of all of them under every renaming.
#[derive(Clone, Debug)]
pub struct Committee<J> {
    /// Who answers.
    pub members: Vec<J>,
    /// Under which names of the suits each is asked.
    pub renamings: &'static [Renaming],
}

impl<J: Judge> Judge for Committee<J> {
    fn judge(&self, view: &View<'_>, utility: &Utility) -> Candidates {
        averaged(&self.members, view, utility, self.renamings)
            .into_iter()
            .map(|(candidate, _)| candidate)
            .collect()
    }
}

/// The candidates of a decision with the mean of all answers over judges and renamings, and for
/// each the standard deviation of those answers.
#[must_use]
pub fn averaged<J: Judge>(
    judges: &[J],
    view: &View<'_>,
    utility: &Utility,
    renamings: &[Renaming],
) -> Vec<(Candidate, f32)> {
    let mut found: Vec<(Action, f32, f32)> =
        view.legal().iter().map(|action| (action, 0.0, 0.0)).collect();
    for &renaming in renamings {
        let course = course(renaming, view.course);
        let holding = Holding {
            hand: set(renaming, view.hand()),
            drawn: view.holding.drawn.map(|drawn| card(renaming, drawn)),
            ..*view.holding
        };
        let renamed_view = View { course: &course, holding: &holding, ..*view };
        for answers in judges.iter().map(|judge| judge.judge(&renamed_view, utility)) {
            for (deed, sum, squares) in &mut found {
                let renamed = action(renaming, *deed);
                if let Some(answer) = answers.iter().find(|answer| answer.action == renamed) {
                    *sum += answer.points;
                    *squares += answer.points * answer.points;
                }
            }
        }
    }
    let count = (renamings.len() * judges.len()).max(1) as f32;
    found
        .into_iter()
        .map(|(action, sum, squares)| {
            let points = sum / count;
            let spread = (squares / count - points * points).max(0.0).sqrt();
            (Candidate { action, points }, spread)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Generator;
    use crate::sim::Deal;
    use crate::value::candidate::candidates;
    use crate::value::shipped::POINTS;
    use crate::view::Score;

    #[test]
    fn renaming_the_suits_of_a_view_renames_the_answers() {
        for number in 0..20 {
            let mut deal = Deal::new(&Generator::new(number).deck(), 0);
            while let Some(seat) = deal.course().actor() {
                let view = deal.view(seat, Score::default());
                let plain = candidates(&POINTS[0], &view, &Utility::POINTS);
                let same = averaged(&POINTS[..1], &view, &Utility::POINTS, &FOUR[..1]);
                for (one, (other, spread)) in plain.iter().zip(&same) {
                    assert_eq!((one.action, one.points), (other.action, other.points));
                    assert!(*spread < 0.05);
                }
                let four = averaged(&POINTS[..1], &view, &Utility::POINTS, &FOUR);
                let back = {
                    let renaming = FOUR[2];
                    let course = course(renaming, view.course);
                    let holding = Holding { hand: set(renaming, view.hand()), ..*view.holding };
                    averaged(
                        &POINTS[..1],
                        &View { course: &course, holding: &holding, ..view },
                        &Utility::POINTS,
                        &FOUR,
                    )
                };
                for (one, _) in &four {
                    let renamed = action(FOUR[2], one.action);
                    let (other, _) =
                        back.iter().find(|(other, _)| other.action == renamed).unwrap();
                    assert!((one.points - other.points).abs() < 0.01, "{one:?} {other:?}");
                }
                deal.advance(plain.best().unwrap().action);
            }
        }
    }
}
