//! Gin rummy with a handful of cards: the flow of play of the real game, small enough to solve.

use super::tree::{Cards, Game, Move, Seat, Turn};

/// The size of the game and its points.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Suits of the pack.
    pub suits: u32,
    /// Ranks of the pack; a card counts its rank.
    pub ranks: u32,
    /// Cards of a hand.
    pub hand: u32,
    /// Cards of the smallest meld, set or run.
    pub meld: u32,
    /// The most deadwood one may knock with.
    pub knock: i32,
    /// Bonus for gin.
    pub gin: i32,
    /// Bonus for an undercut.
    pub undercut: i32,
    /// Cards drawn from the stock after which the deal dies, unless the turn ends with a knock.
    pub draws: u32,
    /// Cards that may be taken from the pile in a row, by both together; it bounds the deal, as
    /// it does for the computer players of the real game.
    pub takes: u32,
}

/// The smallest that is worth a look: two suits of four, bits 0 to 3 and 4 to 7.
pub const TINY: Rules = Rules {
    suits: 2,
    ranks: 4,
    hand: 2,
    meld: 2,
    knock: 3,
    gin: 4,
    undercut: 4,
    draws: 2,
    takes: 1,
};

/// The highest bonus: with the cards of a hand it is still one byte.
const MOST_BONUS: i32 = 60;

/// The game of some rules, with every sum worked out.
///
/// A hand holds one meld at most. Where a knocker's hand allows several that leave the same
/// deadwood, it lays down the one with the lowest cards.
pub struct Rummy {
    rules: Rules,
    deadwood: Vec<i32>,
    /// By the knocker's hand and the defender's, what the knocker wins.
    points: Vec<i8>,
}

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The upcard is offered to the starter, then to the other.
    Offer { first: bool },
    /// Stock or pile.
    Draw,
    /// The stock it is.
    Stock,
    /// The turn has to be ended.
    Discard,
    /// The seat that was to act has knocked.
    Knocked,
    /// Nobody scores.
    Dead,
}

/// What both seats have seen.
#[derive(Clone, Copy, Debug)]
pub struct Public {
    actor: Seat,
    phase: Phase,
    /// The pile.
    pile: Cards,
    top: Cards,
    /// Taken from the pile in this turn: it may not be discarded.
    barred: Cards,
    /// By seat, cards it took from the pile and still has.
    known: [Cards; 2],
    /// By seat, cards it threw.
    thrown: [Cards; 2],
    draws: u32,
    takes: u32,
}

impl Rummy {
    /// The game, or what is wrong with its rules.
    pub fn new(rules: Rules) -> Result<Self, &'static str> {
        let cards = rules.suits.saturating_mul(rules.ranks);
        if !(2..=12).contains(&cards) {
            return Err("a miniature pack has at most 12 cards");
        }
        if rules.meld < 2 || rules.hand == 0 || rules.hand >= rules.meld.saturating_mul(2) {
            return Err("a miniature hand has room for one meld, of two cards or more");
        }
        let dealt = rules.hand.saturating_mul(2).saturating_add(1);
        if rules.draws == 0 || dealt.saturating_add(rules.draws) > cards {
            return Err("the stock must hold the cards that are drawn, one at least");
        }
        if [rules.gin, rules.undercut].iter().any(|bonus| !(0..=MOST_BONUS).contains(bonus)) {
            return Err("a bonus of the miniature is from 0 to 60 points");
        }
        let mut game = Self { rules, deadwood: Vec::new(), points: Vec::new() };
        game.deadwood = (0..1 << cards).map(|hand| game.count(hand) - game.meld(hand).1).collect();
        game.points = vec![0; 1 << (2 * cards)];
        let hands: Vec<Cards> =
            (0..1 << cards).filter(|hand: &Cards| hand.count_ones() == rules.hand).collect();
        for &knocker in &hands {
            for &defender in hands.iter().filter(|&hand| hand & knocker == 0) {
                game.points[usize::from(knocker) << cards | usize::from(defender)] =
                    game.score(knocker, defender) as i8;
            }
        }
        Ok(game)
    }

    fn each(&self, cards: Cards) -> impl Iterator<Item = (u32, u32)> + Clone {
        let ranks = self.rules.ranks;
        (0..self.cards())
            .filter(move |card| cards >> card & 1 == 1)
            .map(move |c| (c / ranks, c % ranks))
    }

    /// The points of the cards, melded or not.
    fn count(&self, cards: Cards) -> i32 {
        self.each(cards).map(|(_, rank)| rank.cast_signed() + 1).sum()
    }

    fn is_meld(&self, cards: Cards) -> bool {
        let Some((suit, rank)) = self.each(cards).next() else { return false };
        let set = self.each(cards).all(|card| card.1 == rank);
        let run = self.each(cards).zip(rank..).all(|(card, rank)| card == (suit, rank));
        cards.count_ones() >= self.rules.meld && (set || run)
    }

    /// The meld of a hand that saves the most points, and those points.
    fn meld(&self, hand: Cards) -> (Cards, i32) {
        subsets(hand)
            .filter(|&cards| self.is_meld(cards))
            .map(|cards| (cards, self.count(cards)))
            .fold((0, 0), |best, next| if next.1 > best.1 { next } else { best })
    }

    fn score(&self, knocker: Cards, defender: Cards) -> i32 {
        let [mine, theirs] = [knocker, defender].map(|hand| self.deadwood[usize::from(hand)]);
        if mine == 0 {
            return self.rules.gin + theirs;
        }
        let (meld, _) = self.meld(knocker);
        let theirs = subsets(defender)
            .filter(|&laid| meld != 0 && self.is_meld(meld | laid))
            .map(|laid| self.deadwood[usize::from(defender ^ laid)])
            .fold(theirs, i32::min);
        if theirs > mine { theirs - mine } else { theirs - mine - self.rules.undercut }
    }

    fn takes(at: &Public, after: &mut Vec<Move<Public>>) {
        let mut next = Public { phase: Phase::Discard, barred: at.top, takes: at.takes + 1, ..*at };
        next.pile ^= at.top;
        next.known[at.actor] |= at.top;
        after.push(Move { gains: at.top, loses: 0, next });
    }

    fn ends(&self, at: &Public) -> Vec<Move<Public>> {
        let seen = at.pile | at.barred | at.known[1 - at.actor];
        let mut moves = Vec::new();
        for card in (0..self.cards()).map(|card| 1 << card).filter(|card| card & seen == 0) {
            let mut next = Public { pile: at.pile | card, top: card, barred: 0, ..*at };
            next.known[at.actor] &= !card;
            next.thrown[at.actor] |= card;
            moves.push(Move {
                gains: 0,
                loses: card,
                next: Public { phase: Phase::Knocked, ..next },
            });
            if at.draws == self.rules.draws {
                next.phase = Phase::Dead;
            } else {
                next.phase = Phase::Draw;
                next.actor = 1 - at.actor;
            }
            moves.push(Move { gains: 0, loses: card, next });
        }
        moves
    }
}

/// Every set of some of the cards, all of them included, none not.
fn subsets(cards: Cards) -> impl Iterator<Item = Cards> {
    (1..=cards).filter(move |some| some & cards == *some)
}

impl Game for Rummy {
    type Public = Public;
    type Ending = Seat;
    type Notes = u64;

    fn cards(&self) -> u32 {
        self.rules.suits * self.rules.ranks
    }

    /// Suits are alike, so that upcards of the first suit stand for all.
    fn starts(&self) -> Vec<Public> {
        (0..self.rules.ranks)
            .map(|rank| Public {
                actor: 0,
                phase: Phase::Offer { first: true },
                pile: 1 << rank,
                top: 1 << rank,
                barred: 0,
                known: [0; 2],
                thrown: [0; 2],
                draws: 0,
                takes: 0,
            })
            .collect()
    }

    fn turn(&self, at: &Public) -> Turn<Public, Seat> {
        let seat = at.actor;
        let mut moves = Vec::new();
        match at.phase {
            Phase::Dead => return Turn::End(None),
            Phase::Knocked => return Turn::End(Some(seat)),
            Phase::Discard => moves = self.ends(at),
            Phase::Offer { first } => {
                Self::takes(at, &mut moves);
                let phase = if first { Phase::Offer { first: false } } else { Phase::Stock };
                let next = Public { actor: 1 - seat, phase, ..*at };
                moves.push(Move { gains: 0, loses: 0, next });
            }
            Phase::Draw if at.takes < self.rules.takes => {
                let next = Public { phase: Phase::Stock, ..*at };
                moves.push(Move { gains: 0, loses: 0, next });
                Self::takes(at, &mut moves);
            }
            Phase::Draw | Phase::Stock => {
                let left = self.cards() - 2 * self.rules.hand - 1 - at.draws;
                let next = Public { phase: Phase::Discard, draws: at.draws + 1, takes: 0, ..*at };
                return Turn::Draw { seat, left, next };
            }
        }
        Turn::Choice { seat, moves }
    }

    fn possible(&self, at: &Public, seat: Seat, hand: Cards) -> bool {
        let acts = seat == at.actor;
        let size = self.rules.hand + u32::from(acts && at.phase == Phase::Discard);
        let (known, elsewhere) = (at.known[seat], at.pile | at.known[1 - seat]);
        hand.count_ones() == size
            && hand & known == known
            && hand & elsewhere == 0
            && (!acts
                || at.phase != Phase::Knocked
                || self.deadwood[usize::from(hand)] <= self.rules.knock)
    }

    fn worth(&self, knocker: Seat, hands: [Cards; 2]) -> f32 {
        let at = usize::from(hands[knocker]) << self.cards() | usize::from(hands[1 - knocker]);
        let points = f32::from(self.points[at]);
        if knocker == 0 { points } else { -points }
    }

    /// What the inputs of the real game's network say: the own hand, the pile and its top, what
    /// the other threw and took, the stock, and what was done. The order of events is forgotten.
    fn notes(&self, at: &Public, seat: Seat, hand: Cards) -> u64 {
        let done = match at.phase {
            Phase::Offer { .. } => 0,
            Phase::Draw => 1,
            Phase::Stock => 2,
            Phase::Discard => 3,
            Phase::Knocked => 4,
            Phase::Dead => 5,
        };
        let other = 1 - seat;
        [at.pile, at.known[other], at.thrown[other], hand].into_iter().fold(
            u64::from(at.top.trailing_zeros()) << 6 | u64::from(at.draws) << 3 | done,
            |all, cards| all << 12 | u64::from(cards),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{Kind, Tree};
    use super::super::walk::{best_answer, equilibrium, expected, exploitability};
    use super::*;

    #[test]
    fn melds_and_deadwood_are_those_of_the_rules() {
        let game = Rummy::new(TINY).unwrap();
        for (hand, deadwood) in [
            (0b0000_0011, 0), // a run of ace and two
            (0b0001_0001, 0), // two aces
            (0b0000_0101, 4), // ace and three
            (0b0010_0001, 3), // ace and two of different suits
            (0b0000_1001, 5), // no run around the corner
            (0b0000_1011, 4), // a run, and a four
        ] {
            assert_eq!(game.deadwood[hand], deadwood, "{hand:b}");
        }
    }

    #[test]
    fn knocks_are_scored_with_layoffs_gin_without() {
        let game = Rummy::new(Rules { ranks: 5, hand: 3, ..TINY }).unwrap();
        let first = |ranks: &[u32]| ranks.iter().map(|rank| 1 << (rank - 1)).sum::<Cards>();
        let second = |ranks: &[u32]| first(ranks) << 5;
        // 2 3 and the other ace knock with 1.
        let knocker = first(&[2, 3]) | second(&[1]);
        // 4 5 are laid off, chained, and leave the other 3.
        assert_eq!(game.score(knocker, first(&[4, 5]) | second(&[3])), 2);
        // The ace is laid off too: nothing left is an undercut.
        assert_eq!(game.score(knocker, first(&[1, 4, 5])), -1 - 4);
        // Nothing fits: 2 and 4 and a 5 of which 4 5 are a meld.
        assert_eq!(game.score(knocker, second(&[2, 4, 5])), 1);
        assert_eq!(game.score(first(&[1, 2, 3]), first(&[4]) | second(&[2, 5])), 4 + 11);
    }

    #[test]
    fn the_highest_bonus_is_kept_whole() {
        let game = Rummy::new(Rules { gin: 60, undercut: 60, ranks: 6, hand: 3, ..TINY }).unwrap();
        let points = game.points.iter().copied();
        assert_eq!((points.clone().min(), points.max()), (Some(-75), Some(75)));
    }

    #[test]
    fn rules_that_cannot_be_played_are_refused() {
        for rules in [
            Rules { ranks: 8, ..TINY },
            Rules { hand: 4, ..TINY },
            Rules { draws: 4, ..TINY },
            Rules { draws: 0, ..TINY },
            Rules { draws: u32::MAX, ..TINY },
            Rules { suits: u32::MAX, ..TINY },
            Rules { hand: 0, ..TINY },
            Rules { hand: u32::MAX, meld: u32::MAX, ..TINY },
            Rules { gin: 61, ..TINY },
            Rules { undercut: -1, ..TINY },
        ] {
            assert!(Rummy::new(rules).is_err(), "{rules:?}");
        }
    }

    #[test]
    fn the_tree_begins_as_the_rules_say() {
        let tree = Tree::new(Rummy::new(TINY).unwrap());
        assert_eq!(tree.starts.len(), 4);
        // An upcard of four, two hands of two out of seven.
        assert!((1.0 / tree.chance - 4.0 * 21.0 * 10.0).abs() < 0.1);
        let mut taken = 0;
        for node in &tree.nodes {
            let Kind::Choice(seat, links) = &node.kind else { continue };
            for link in &tree.links[links.clone()] {
                // A card taken makes the hand one card too many, and is not thrown in that turn.
                let hand = tree.hands[link.entries.start];
                let gained = link.after(hand) & !hand;
                if gained == 0 {
                    continue;
                }
                taken += 1;
                let Kind::Choice(next, ends) = &tree.nodes[link.next].kind else { panic!() };
                assert_eq!((next, link.after(hand).count_ones()), (seat, 3));
                let thrown = tree.links[ends.clone()].iter().map(|end| 0xff ^ end.after(0xff));
                assert_eq!(thrown.fold(0, |all, card| all | card) & gained, 0);
            }
        }
        assert!(taken > 100);
    }

    #[test]
    fn a_small_game_is_solved() {
        let tree = Tree::new(Rummy::new(TINY).unwrap());
        let mut chance = vec![0.0; tree.hands.len()];
        tree.normalise(&mut chance);
        let at_random = exploitability(&tree, &chance);
        let policy = equilibrium(&tree, 60);
        let found = exploitability(&tree, &policy);
        assert!(at_random > 1.0 && (0.0..0.02).contains(&found), "{at_random} {found}");
        // The value lies between what the best answers leave to either seat.
        let (mean, _) = expected(&tree, &policy);
        assert!(mean <= best_answer(&tree, &policy, 0) && -mean <= best_answer(&tree, &policy, 1));
        // Nobody wins from an equilibrium.
        let mixed = tree.seated([&chance, &policy]);
        assert!(expected(&tree, &mixed).0 <= best_answer(&tree, &policy, 0));
    }
}
