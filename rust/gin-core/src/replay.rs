//! A view made anew from the events of a deal, as somebody else's record tells them.

use std::fmt;

use crate::action::{Action, CODES, OWN_DRAW, Phase};
use crate::card::{Card, PACK};
use crate::card_set::CardSet;
use crate::course::{Course, Seat};
use crate::score::HAND_SIZE;
use crate::view::{Holding, Score, View};

/// A view that owns what it shows, made from the events of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    seat: Seat,
    course: Course,
    holding: Holding,
    score: Score,
}

/// How a deal began, as both players saw it.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// Who is asked first (R6).
    pub starter: Seat,
    /// Who was to act.
    pub to_act: Seat,
    /// What was to be done.
    pub phase: Phase,
    /// The discard pile, bottom first.
    pub pile: &'a [Card],
    /// Cards in the stock.
    pub stock: u8,
    /// The card that the player to act had just taken (R8).
    pub barred: Option<Card>,
}

/// Why events and a hand are not a view of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The opening cannot be so.
    Opening,
    /// The event of this number, from 0, cannot be so.
    Event(usize),
    /// The hand does not fit the events.
    Hand,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening => write!(
                out,
                "the opening is no beginning of a deal; its pile, stock, phase, seats and barred \
                 card have to fit together"
            ),
            Self::Event(at) => write!(
                out,
                "event {at} cannot follow the events before it; pass the events of one deal in \
                 their order, as the view encodes them"
            ),
            Self::Hand => write!(
                out,
                "the hand does not fit the events; it has to be the ten or eleven cards that the \
                 seat holds after them"
            ),
        }
    }
}

impl std::error::Error for ReplayError {}

impl Replay {
    /// The view of a seat that holds `hand` after these events.
    ///
    /// The codes are those of [`Action::code`], but the seat's own draws from the stock are 108 +
    /// the index of the card drawn.
    ///
    /// # Errors
    ///
    /// A [`ReplayError`] where the parts do not fit together; what no rule of this crate would
    /// ever look at is not checked.
    pub fn new(
        seat: Seat,
        opening: &Opening<'_>,
        codes: &[u8],
        hand: CardSet,
        score: Score,
    ) -> Result<Self, ReplayError> {
        let mut course = begin(seat, opening)?;
        let mut holding = Holding::new(CardSet::EMPTY);
        if course.phase == Phase::Discard && course.to_act == seat {
            holding.drawn = course.barred;
        }
        for (at, &code) in codes.iter().enumerate() {
            step(seat, &mut course, &mut holding, code).ok_or(ReplayError::Event(at))?;
        }
        holding.hand = hand;
        let eleven = course.phase == Phase::Discard && course.to_act == seat;
        let fits = hand.len() == HAND_SIZE + u32::from(eleven)
            && hand.is_disjoint(course.pile.set() | course.known[1 - seat])
            && course.known[seat].is_subset(hand)
            && holding.drawn.is_none_or(|card| hand.contains(card));
        fits.then_some(Self { seat, course, holding, score }).ok_or(ReplayError::Hand)
    }

    /// The view.
    #[must_use]
    pub const fn view(&self) -> View<'_> {
        View { seat: self.seat, course: &self.course, holding: &self.holding, score: self.score }
    }
}

fn begin(seat: Seat, opening: &Opening<'_>) -> Result<Course, ReplayError> {
    let Opening { starter, to_act, phase, pile, stock, barred } = *opening;
    let lying: CardSet = pile.iter().copied().collect();
    let held = 2 * HAND_SIZE as usize + usize::from(phase == Phase::Discard);
    let sound = seat < 2
        && starter < 2
        && to_act < 2
        && phase != Phase::Over
        && pile.len() == lying.len() as usize
        && pile.len() + usize::from(stock) + held == PACK
        && (phase != Phase::MustDraw || to_act == starter)
        && (phase == Phase::Discard || (barred.is_none() && !pile.is_empty()))
        && barred.is_none_or(|card| !lying.contains(card));
    if !sound {
        return Err(ReplayError::Opening);
    }
    let mut course = Course::new(starter, to_act, phase, pile, stock);
    if let Some(card) = barred {
        course.barred = barred;
        course.known[to_act] = CardSet::of(card);
        course.takes = 1;
    }
    Ok(course)
}

/// One event of a replay, or `None` where it cannot be.
fn step(seat: Seat, course: &mut Course, holding: &mut Holding, code: u8) -> Option<()> {
    let own = course.actor()? == seat;
    let drawn = match code {
        OWN_DRAW..CODES => Some(Card::from_index(code - OWN_DRAW)?),
        _ => None,
    };
    let action = if drawn.is_some() { Action::DrawStock } else { Action::from_code(code)? };
    // A seat knows its own draws and no others, and never draws what has been seen elsewhere.
    let known = own && action == Action::DrawStock;
    let elsewhere = course.pile.set() | course.known[0] | course.known[1];
    if !course.admits(action)
        || drawn.is_some() != known
        || drawn.is_some_and(|card| elsewhere.contains(card))
    {
        return None;
    }
    if let Action::Discard(card) | Action::Knock(card) = action {
        // Not a card of the other, nor an eleventh beside ten that the seat is known to keep.
        let kept = course.known[course.to_act].without(card);
        if course.known[1 - course.to_act].contains(card) || kept.len() > HAND_SIZE {
            return None;
        }
    }
    let taken = course.apply(action);
    if own {
        if let Some(card) = drawn.or(taken) {
            *holding = holding.gaining(card);
        }
        if let Action::Discard(card) | Action::Knock(card) = action {
            holding.throw(card);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{NAMES, by_name};
    use crate::rng::Generator;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    fn ten() -> CardSet {
        "AS 2S 3S 4H 4D 4C 9C 9D KH KD".parse().unwrap()
    }

    fn replay(codes: &[u8], hand: CardSet) -> Result<Replay, ReplayError> {
        let pile = cards("8C");
        let opening = Opening {
            starter: 0,
            to_act: 0,
            phase: Phase::Upcard,
            pile: &pile,
            stock: 31,
            barred: None,
        };
        Replay::new(0, &opening, codes, hand, Score::default())
    }

    fn code(text: &str) -> u8 {
        text.parse::<Card>().unwrap().index()
    }

    #[test]
    fn what_a_seat_remembers() {
        // Seat 0 passes, seat 1 takes 8C and throws 5H, seat 0 draws QS, throws KD; 1 takes it.
        let codes = [1, 0, 4 + code("5H"), 108 + code("QS"), 4 + code("KD"), 3, 4 + code("6H")];
        let hand: CardSet = "AS 2S 3S 4H 4D 4C 9C 9D KH QS".parse().unwrap();
        let replay = replay(&codes, hand).unwrap();
        let view = replay.view();
        assert!(view.my_turn());
        assert_eq!(view.known().to_string(), "KD 8C");
        assert_eq!(*view.course.thrown[1], *cards("5H 6H"));
        assert_eq!(*view.course.declined[0], *cards("8C 5H"));
        assert_eq!(*view.course.pile, *cards("5H 6H"));
        assert_eq!(view.course.takes, 1);
        assert_eq!(view.holding.turns.pairs(), [(cards("QS")[0], cards("KD")[0])]);
        assert_eq!((view.course.stock, view.turn()), (30, 2));
        assert_eq!(view.unseen().len(), 52 - 10 - 2 - 2);
    }

    #[test]
    fn events_that_cannot_be_are_refused() {
        for (codes, at) in [
            (&[2][..], 0),                                  // the first turn is an offer
            (&[1, 1, 2], 2),                                // the own draw is known
            (&[1, 0, 4 + 51, 200], 3),                      // no code
            (&[1, 0, 4 + code("8C")], 2),                   // R8
            (&[1, 1, 108 + code("8C")], 2),                 // on the pile
            (&[1, 1, 108 + code("QS"), 4 + code("8C")], 3), // thrown already
            (&[0, 56 + code("KD"), 1], 2),                  // the deal is over
            (&[1, 0, 4 + 3, 108 + code("8C")], 3),          // in the other hand
        ] {
            assert_eq!(replay(codes, ten()), Err(ReplayError::Event(at)), "{codes:?}");
        }
        let short = ten().without(cards("AS")[0]);
        for (codes, hand) in [(&[][..], short), (&[0], ten()), (&[1, 0, 4], ten())] {
            assert_eq!(replay(codes, hand), Err(ReplayError::Hand), "{codes:?}");
        }
    }

    #[test]
    fn an_opening_that_cannot_be_is_refused() {
        let pile = cards("8C 8D");
        let sound = Opening {
            starter: 0,
            to_act: 1,
            phase: Phase::Draw,
            pile: &pile,
            stock: 30,
            barred: None,
        };
        let check =
            |opening: Opening<'_>| Replay::new(0, &opening, &[], ten(), Score::default()).is_ok();
        assert!(check(sound));
        assert!(!check(Opening { stock: 29, ..sound }));
        assert!(!check(Opening { starter: 2, ..sound }));
        assert!(!check(Opening { phase: Phase::Over, ..sound }));
        assert!(!check(Opening { phase: Phase::MustDraw, ..sound }));
        assert!(!check(Opening { barred: Some(cards("AS")[0]), ..sound }));
        assert!(!check(Opening { pile: &cards("8C 8D")[..1], ..sound }));
        assert!(!check(Opening { to_act: 2, ..sound }));
        assert!(!check(Opening { pile: &cards("8C 8C"), ..sound }));
        assert!(!check(Opening { pile: &[], stock: 32, ..sound }));
        let taken = |card: &str| Opening {
            phase: Phase::Discard,
            stock: 29,
            barred: Some(cards(card)[0]),
            ..sound
        };
        assert!(check(taken("KC")));
        assert!(!check(taken("8D")));
    }

    #[test]
    fn nobody_holds_more_cards_than_were_dealt() {
        // Seat 1 takes what seat 0 throws, eleven times, and never throws one of those.
        let unknown: Vec<Card> = (!ten()).iter().filter(|&card| card != cards("8C")[0]).collect();
        let mut codes = vec![1, 0];
        for turn in 0..10 {
            codes.push(4 + unknown[turn].index());
            codes.extend([108 + unknown[10 + turn].index(), 4 + unknown[10 + turn].index(), 3]);
        }
        assert!(replay(&codes, ten()).is_ok());
        codes.push(4 + unknown[20].index());
        assert_eq!(replay(&codes, ten()), Err(ReplayError::Event(codes.len() - 1)));
        *codes.last_mut().unwrap() = 4 + unknown[11].index();
        assert!(replay(&codes, ten()).is_ok());
    }

    #[test]
    fn nothing_is_drawn_from_a_stock_that_is_gone() {
        let pile: Vec<Card> = (!ten()).iter().take(32).collect();
        let opening = Opening {
            starter: 0,
            to_act: 0,
            phase: Phase::Draw,
            pile: &pile,
            stock: 0,
            barred: None,
        };
        let own = Replay::new(1, &opening, &[2], ten(), Score::default());
        assert_eq!(own, Err(ReplayError::Event(0)));
        assert!(Replay::new(1, &opening, &[], ten(), Score::default()).is_ok());
    }

    #[test]
    fn a_deal_told_from_later_on_is_the_deal_told_from_its_beginning() {
        let (one, two) = (cards("8C"), cards("8C 8D"));
        let offer = |to_act, phase| Opening {
            starter: 1,
            to_act,
            phase,
            pile: &one,
            stock: 31,
            barred: None,
        };
        let draws = Opening { pile: &two, stock: 30, ..offer(0, Phase::Draw) };
        let has_taken =
            Opening { pile: &one, barred: Some(two[1]), phase: Phase::Discard, ..draws };
        for (early, codes, late) in [
            (offer(1, Phase::Upcard), &[1][..], offer(0, Phase::Upcard)),
            (offer(1, Phase::Upcard), &[1, 1], offer(1, Phase::MustDraw)),
            (draws, &[3], has_taken),
        ] {
            for seat in [0, 1] {
                let eleven = late.phase == Phase::Discard && seat == 0;
                let hand = if eleven { ten().with(two[1]) } else { ten() };
                let told = |opening, codes| {
                    Replay::new(seat, opening, codes, hand, Score::default()).unwrap()
                };
                assert_eq!(told(&late, &[]), told(&early, codes), "{codes:?} {seat}");
            }
        }
    }

    #[test]
    fn a_hand_and_the_cards_seen_to_be_taken_have_to_agree() {
        // Seat 1 takes 8C; then seat 0 draws QS and throws KD, and seat 1 takes that too.
        let codes = [1, 0, 4 + code("5H"), 108 + code("QS"), 4 + code("KD"), 3];
        let king = cards("KD")[0];
        let after = ten().without(king).with(cards("QS")[0]);
        assert!(replay(&codes, after).is_ok());
        // A card that the other seat took, and one on the pile.
        for (out, into) in [("AS", "8C"), ("AS", "KD"), ("AS", "5H")] {
            let hand = after.without(cards(out)[0]).with(cards(into)[0]);
            assert_eq!(replay(&codes, hand), Err(ReplayError::Hand), "{into}");
        }
        // A card that this seat took itself, or drew and has not thrown yet.
        let other = cards("JS")[0];
        assert_eq!(replay(&[0], ten().with(other)), Err(ReplayError::Hand));
        let drew = [1, 1, 108 + code("QS")];
        assert!(replay(&drew, ten().with(cards("QS")[0])).is_ok());
        assert_eq!(replay(&drew, ten().with(other)), Err(ReplayError::Hand));
        let kept = [0, 4 + code("KD")];
        assert!(replay(&kept, ten().without(king).with(cards("8C")[0])).is_ok());
        assert_eq!(replay(&kept, ten().without(king).with(other)), Err(ReplayError::Hand));
    }

    #[test]
    fn a_deal_told_from_its_middle_counts_the_turns_gone_by() {
        let pack: Vec<Card> = CardSet::FULL.iter().filter(|&card| !ten().contains(card)).collect();
        for (stock, turn) in [(31, 1), (30, 1), (29, 1), (28, 2), (27, 2), (26, 3), (3, 14)] {
            let opening = Opening {
                starter: 0,
                to_act: 0,
                phase: Phase::Draw,
                pile: &pack[..32 - usize::from(stock)],
                stock,
                barred: None,
            };
            let found = Replay::new(0, &opening, &[], ten(), Score::default()).unwrap();
            assert_eq!(found.view().turn(), turn, "{stock} in the stock");
        }
    }

    #[test]
    fn nonsense_never_panics_and_what_is_accepted_can_be_played() {
        let mut generator = Generator::new(4);
        let mut accepted = 0;
        for number in 0..200_000 {
            let deck = generator.deck();
            let mut hand: CardSet = deck[..10 + number % 2].iter().copied().collect();
            let mut codes: Vec<u8> = Vec::new();
            for _ in 0..generator.below(8) {
                let code = generator.below(170) as u8;
                codes.push(if generator.below(2) == 0 { code % 4 } else { code });
                if let (true, Some(&code)) = (code >= 108, codes.last()) {
                    // Give the events a chance to fit the hand.
                    hand = Card::from_index(code.wrapping_sub(108)).map_or(hand, |c| hand.with(c));
                }
            }
            if let Ok(replay) = replay(&codes, hand) {
                let view = replay.view();
                if view.my_turn() {
                    accepted += 1;
                    for name in NAMES {
                        let action = by_name(name).unwrap().choose(&view, 1);
                        assert!(view.legal().contains(action), "{name} {action:?} {view:?}");
                    }
                }
            }
        }
        assert!(accepted > 1_000, "{accepted}");
    }
}
