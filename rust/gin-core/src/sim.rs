//! The engine's own model of a deal (R2, R6 to R18): small values, for millions of deals.
//!
//! The rules that a person's game runs on are written a second time, in Python; a test plays the
//! same deals through both.

use crate::action::{Action, Legal, Phase};
use crate::arrangement::Arrangement;
use crate::card::{Card, PACK};
use crate::card_set::CardSet;
use crate::course::{Course, Seat};
use crate::deadwood::deadwood;
use crate::layoff::{Spread, layoff_points, spreads};
use crate::score::{HAND_SIZE, KNOCK_LIMIT, Outcome, settle};
use crate::view::{Holding, Score, View};

const DEALT: usize = 2 * HAND_SIZE as usize;

/// The whole state of a deal, hidden cards included; never handed to a player.
///
/// ```
/// use gin_core::{action::Action, rng::Generator, sim::Deal};
///
/// let mut deal = Deal::new(&Generator::new(7).deck(), 0);
/// deal.play(Action::Pass).unwrap();
/// assert_eq!(deal.course().to_act, 1);
/// assert!(deal.play(Action::DrawStock).is_err()); // the first turn is an offer (R6)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    course: Course,
    holdings: [Holding; 2],
    /// The shuffled pack; the stock is its end.
    deck: [Card; PACK],
    ending: Option<Ending>,
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The knock that ended it, or `None` for a deal that died with the stock (R18).
    pub knock: Option<Knock>,
    /// By seat, the points that counted: after layoffs, and plain in a dead deal.
    pub deadwood: [u32; 2],
}

/// A knock and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knock {
    /// Who knocked.
    pub knocker: Seat,
    /// Who scores, and why.
    pub outcome: Outcome,
    /// The points scored.
    pub points: u32,
    /// What the knocker laid down.
    pub spread: Arrangement,
}

impl Knock {
    /// The seat that scores.
    #[must_use]
    pub const fn winner(&self) -> Seat {
        if self.outcome.to_knocker() { self.knocker } else { 1 - self.knocker }
    }
}

impl Ending {
    /// The points of a seat, those of the other counted against it.
    #[must_use]
    pub fn points(&self, seat: Seat) -> i32 {
        self.knock.map_or(0, |knock| {
            let points = knock.points.cast_signed();
            if knock.winner() == seat { points } else { -points }
        })
    }
}

/// An action that the rules do not allow now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction(pub Action);

impl std::fmt::Display for IllegalAction {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:?} is not legal now; play one of the deal's legal actions", self.0)
    }
}

impl std::error::Error for IllegalAction {}

impl Deal {
    /// Deals a shuffled pack (R2): cards 0, 2 … 18 to seat 0 and 1, 3 … 19 to seat 1, card 20
    /// turned up, the stock drawn from card 21 on. The deck has to be the 52 cards, each once.
    #[must_use]
    pub fn new(deck: &[Card; PACK], starter: Seat) -> Self {
        debug_assert!(deck.iter().copied().collect::<CardSet>() == CardSet::FULL);
        let hand = |seat| Holding::new(deck[seat..DEALT].iter().step_by(2).copied().collect());
        let stock = (PACK - DEALT - 1) as u8;
        let pile = &deck[DEALT..=DEALT];
        Self {
            course: Course::new(starter, starter, Phase::Upcard, pile, stock),
            holdings: [hand(0), hand(1)],
            deck: *deck,
            ending: None,
        }
    }

    /// A deal in the middle: what everybody has seen, the cards of both, and the stock in the order
    /// of drawing.
    #[must_use]
    pub fn imagined(course: Course, holdings: [Holding; 2], stock: &[Card]) -> Self {
        debug_assert_eq!(stock.len(), usize::from(course.stock));
        let mut deck = [Card::from_bit(0); PACK];
        deck[PACK - stock.len()..].copy_from_slice(stock);
        Self { course, holdings, deck, ending: None }
    }

    /// What everybody has seen.
    #[must_use]
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// The cards of a seat.
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.holdings[seat].hand
    }

    /// The cards of the stock in the order of drawing.
    #[must_use]
    pub fn stock(&self) -> &[Card] {
        &self.deck[PACK - usize::from(self.course.stock)..]
    }

    /// How the deal ended, or `None` while it goes on.
    #[must_use]
    pub const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Everything that the player to act may do; nothing once the deal is over.
    #[must_use]
    pub fn legal(&self) -> Legal {
        Legal::new(self.course.phase, self.hand(self.course.to_act), self.course.barred)
    }

    /// What a seat may know.
    #[must_use]
    pub const fn view(&self, seat: Seat, score: Score) -> View<'_> {
        View { seat, course: &self.course, holding: &self.holdings[seat], score }
    }

    /// Whether the action is legal: [`Deal::legal`] for one action, without looking at the rest.
    #[must_use]
    pub fn allows(&self, action: Action) -> bool {
        let hand = self.hand(self.course.to_act);
        self.course.admits(action)
            && match action {
                Action::Discard(card) => hand.contains(card),
                Action::Knock(card) => {
                    hand.contains(card) && deadwood(hand.without(card)) <= KNOCK_LIMIT
                }
                _ => true,
            }
    }

    /// Goes on by an action of the player to act.
    ///
    /// # Errors
    ///
    /// [`IllegalAction`] where the rules do not allow it; the deal is then as it was.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        if !self.allows(action) {
            return Err(IllegalAction(action));
        }
        self.advance(action);
        Ok(())
    }

    /// Goes on by an action that is known to be legal: [`Deal::play`] without the look.
    pub fn advance(&mut self, action: Action) {
        debug_assert!(self.allows(action));
        let seat = self.course.to_act;
        match action {
            Action::Pass => {
                self.course.apply(action);
            }
            Action::Take | Action::DrawPile => {
                if let Some(card) = self.course.apply(action) {
                    self.holdings[seat] = self.holdings[seat].gaining(card);
                }
            }
            Action::DrawStock => {
                let card = self.deck[PACK - usize::from(self.course.stock)];
                self.course.apply(action);
                self.holdings[seat] = self.holdings[seat].gaining(card);
            }
            Action::Discard(card) => {
                self.holdings[seat].throw(card);
                self.course.apply(action);
                if self.course.phase == Phase::Over {
                    let deadwood = [deadwood(self.hand(0)), deadwood(self.hand(1))];
                    self.ending = Some(Ending { knock: None, deadwood });
                }
            }
            Action::Knock(card) => self.knock(seat, card),
        }
    }

    fn knock(&mut self, seat: Seat, card: Card) {
        // R12: what the defender may hold is everything the knocker has not seen elsewhere.
        let possible = self.view(seat, Score::default()).possible();
        self.holdings[seat].throw(card);
        self.course.apply(Action::Knock(card));
        let ten = self.hand(seat);
        let spread = spreads(ten, possible).first().copied().unwrap_or(Arrangement::unmelded(ten));
        let own = spread.points();
        // R14: nothing is laid off against gin.
        let table = if own == 0 { Spread::default() } else { Spread::from(&spread) };
        let theirs = layoff_points(self.hand(1 - seat), table);
        let (outcome, points) = settle(own, theirs);
        let knock = Knock { knocker: seat, outcome, points, spread };
        let deadwood = if seat == 0 { [own, theirs] } else { [theirs, own] };
        self.ending = Some(Ending { knock: Some(knock), deadwood });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::by_name;
    use crate::meld::MeldKind;
    use crate::replay::{Opening, Replay};
    use crate::rng::Generator;

    fn play(deal: &mut Deal, codes: &[Action]) {
        for &action in codes {
            deal.play(action).unwrap();
        }
    }

    fn throw_first(deal: &mut Deal) {
        let discard = deal.legal().iter().find(|action| matches!(action, Action::Discard(_)));
        deal.play(discard.unwrap()).unwrap();
    }

    #[test]
    fn both_refuse_and_the_upcard_is_buried() {
        let mut deal = Deal::new(&Generator::new(1).deck(), 1);
        play(&mut deal, &[Action::Pass, Action::Pass]);
        assert_eq!(deal.course().actor(), Some(1));
        assert_eq!(deal.legal().iter().collect::<Vec<_>>(), [Action::DrawStock]);
        let before = deal;
        assert_eq!(deal.play(Action::DrawPile), Err(IllegalAction(Action::DrawPile)));
        assert_eq!(deal, before);
        let next = deal.stock()[0];
        play(&mut deal, &[Action::DrawStock]);
        assert!(deal.hand(1).contains(next) && deal.course().barred.is_none());
    }

    #[test]
    fn the_other_player_may_take_what_the_starter_refused() {
        let mut deal = Deal::new(&Generator::new(2).deck(), 0);
        let upcard = deal.course().pile[0];
        play(&mut deal, &[Action::Pass, Action::Take]);
        assert_eq!(deal.course().barred, Some(upcard));
        assert!(!deal.legal().contains(Action::Discard(upcard)));
        assert!(deal.course().pile.is_empty());
        throw_first(&mut deal);
        assert_eq!((deal.course().actor(), deal.course().phase), (Some(0), Phase::Draw));
        assert_eq!(deal.course().known[1], CardSet::of(upcard));
    }

    #[test]
    fn the_deal_dies_with_two_cards_in_the_stock() {
        let mut deal = Deal::new(&Generator::new(3).deck(), 0);
        play(&mut deal, &[Action::Pass, Action::Pass]);
        while deal.stock().len() > 3 {
            play(&mut deal, &[Action::DrawStock]);
            throw_first(&mut deal);
        }
        // R18: taking discards with three left does not end it.
        for taken in 1..=6 {
            play(&mut deal, &[Action::DrawPile]);
            assert_eq!(deal.course().takes, taken);
            throw_first(&mut deal);
        }
        assert_eq!(deal.ending(), None);
        let last = deal.course().to_act;
        play(&mut deal, &[Action::DrawStock]);
        assert_eq!(deal.course().takes, 0);
        throw_first(&mut deal);
        assert_eq!((deal.course().actor(), deal.course().to_act), (None, last));
        assert!(deal.legal().is_empty());
        let ending = deal.ending().unwrap();
        assert_eq!((ending.knock, ending.points(0)), (None, 0));
        assert_eq!(ending.deadwood, [0, 1].map(|seat| deadwood(deal.hand(seat))));
        assert_ne!(ending.deadwood[0], ending.deadwood[1]);
    }

    fn cards(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    /// A knock with the king of clubs, whose cards these are when it is gone.
    fn knocked(knocker: Seat, ten: CardSet, others: CardSet, pile: &str, known: CardSet) -> Ending {
        let thrown = cards("KC");
        let lying = cards(pile);
        let stock: Vec<Card> = (!(ten | others | lying | thrown)).iter().collect();
        let pile: Vec<Card> = lying.iter().collect();
        let mut course = Course::new(0, knocker, Phase::Discard, &pile, stock.len() as u8);
        course.known[1 - knocker] = known;
        let mut holdings = [Holding::new(others); 2];
        holdings[knocker] = Holding::new(ten | thrown);
        let mut deal = Deal::imagined(course, holdings, &stock);
        deal.play(Action::Knock(thrown.first().unwrap())).unwrap();
        *deal.ending().unwrap()
    }

    #[test]
    fn a_knock_is_settled_from_either_seat() {
        let two = cards("5H 6H 7H 9C 9D 9H JS QS KS 2C");
        let gin = cards("5H 6H 7H 9C 9D 9H JS QS KS TS");
        // Who is left with what: 4H, 8H and 9S can be laid off, unless it is gin (R14).
        let five = cards("4H 8H 9S 5C 3C 3D 3S TC TD TH");
        let ace = cards("4H 8H 9S AC 3C 3D 3S TC TD TH");
        for (ten, others, own, theirs, outcome, points) in [
            (two, five, 2, 5, Outcome::Knock, 3),
            (two, ace, 2, 1, Outcome::Undercut, 26),
            (gin, five, 0, 26, Outcome::Gin, 51),
        ] {
            for knocker in [0, 1] {
                let ending = knocked(knocker, ten, others, "KH", CardSet::EMPTY);
                let knock = ending.knock.unwrap();
                assert_eq!((knock.knocker, knock.outcome), (knocker, outcome));
                assert_eq!(ending.deadwood[knocker], own);
                assert_eq!(ending.deadwood[1 - knocker], theirs);
                let signed = if outcome.to_knocker() { points } else { -points };
                assert_eq!([ending.points(knocker), ending.points(1 - knocker)], [signed, -signed]);
            }
        }
    }

    #[test]
    fn the_spread_gives_away_least_of_what_the_defender_may_hold() {
        let block = cards("4S 5S 6S 4H 5H 6H 4D 5D 6D 2C");
        let sets = cards("4C 5C 6C");
        let others = cards("4C 5C 6C TC TD TH QS QD QH KS");
        let has_runs = |pile, known| {
            let spread = knocked(0, block, others, pile, known).knock.unwrap().spread;
            spread.melds().any(|meld| meld.kind() == MeldKind::Run)
        };
        assert!(!has_runs("KH", CardSet::EMPTY));
        // R12: with their ends on the pile the runs give away less than the three clubs would,
        // which the defender may hold all the same when it was seen to take them.
        assert!(has_runs("KH 3S 7S 3H 7H 7D AD", CardSet::EMPTY));
        assert!(has_runs("KH 3S 7S 3H 7H 7D AD", sets));
    }

    /// The codes of a deal as a seat sees them.
    fn seen_by(seat: Seat, told: &[(Seat, Action, Option<Card>)]) -> Vec<u8> {
        told.iter()
            .map(|&(actor, action, drawn)| match drawn {
                Some(card) if actor == seat => Action::own_draw_code(card),
                _ => action.code(),
            })
            .collect()
    }

    #[test]
    fn a_replay_of_what_a_seat_saw_is_its_view_at_every_step() {
        let names = ["random", "simple", "gin-only", "careful"];
        for number in 0..400 {
            let deck = Generator::new(number).deck();
            let starter = number as usize % 2;
            let bots =
                [number as usize, number as usize / 4].map(|at| by_name(names[at % 4]).unwrap());
            let mut deal = Deal::new(&deck, starter);
            let upcard = deal.course().pile;
            let opening = Opening {
                starter,
                to_act: starter,
                phase: Phase::Upcard,
                pile: &upcard,
                stock: 31,
                barred: None,
            };
            let mut told = Vec::new();
            while let Some(actor) = deal.course().actor() {
                assert!(deal.view(1 - actor, Score::default()).legal().is_empty());
                for seat in [0, 1] {
                    let replay = Replay::new(
                        seat,
                        &opening,
                        &seen_by(seat, &told),
                        deal.hand(seat),
                        Score::default(),
                    );
                    let replay = replay.unwrap();
                    assert_eq!(replay.view(), deal.view(seat, Score::default()));
                }
                let action = bots[actor].choose(&deal.view(actor, Score::default()), number);
                let legal = deal.legal();
                let codes = (0..108).filter_map(Action::from_code);
                assert!(codes.into_iter().all(|a| deal.allows(a) == legal.contains(a)));
                let drawn = (action == Action::DrawStock).then(|| deal.stock()[0]);
                deal.play(action).unwrap();
                told.push((actor, action, drawn));
            }
        }
    }
}
