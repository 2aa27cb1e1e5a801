//! The least deadwood by one sweep over the ranks, from the ace to the king: the second method.
//!
//! It knows no masks of runs, no tables of suits and no conflicts. All that it remembers of the
//! ranks behind it is how long a run of each suit is that may still go on: nothing (0), one or two
//! cards, which must go on or the way is lost, or three and more (3), which may end. Hands that
//! begin alike share the sweep up to where they differ, so that thousands of millions of hands take
//! minutes.

/// Suits, as bits 0 to 3.
pub type Suits = u8;

/// More points than any cards have: a way that cannot be.
const LOST: u16 = 1_000;
/// The four lengths of runs, two bits a suit.
const STATES: usize = 256;

/// Least points of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Least {
    /// All its cards kept.
    pub kept: u16,
    /// After the best discard of one of them; of no use for a hand without cards.
    pub thrown: u16,
}

impl Least {
    const LOST: Self = Self { kept: LOST, thrown: LOST };

    /// The lesser of each.
    fn or(self, other: Self) -> Self {
        Self { kept: self.kept.min(other.kept), thrown: self.thrown.min(other.thrown) }
    }

    /// With so many more dead cards of a price, one of which may be the card thrown away.
    fn with_dead(self, dead: u32, price: u16) -> Self {
        let points = price * dead as u16;
        let here = if dead > 0 { self.kept + points - price } else { LOST };
        Self { kept: self.kept + points, thrown: (self.thrown + points).min(here) }
    }
}

/// What the cards of the ranks behind can have come to: for every state that can be reached the
/// least points.
#[derive(Clone, Debug)]
pub struct Front {
    reached: Vec<u8>,
    least: [Least; STATES],
}

impl Front {
    /// Before the ace.
    pub fn new() -> Self {
        let mut front = Self { reached: Vec::with_capacity(STATES), least: [Least::LOST; STATES] };
        front.reach(0, Least { kept: 0, thrown: LOST });
        front
    }

    fn reach(&mut self, state: u8, found: Least) {
        let least = &mut self.least[usize::from(state)];
        if *least == Least::LOST {
            self.reached.push(state);
        }
        *least = least.or(found);
    }

    /// Makes `next` the front after a rank of this price, of which these suits are held.
    ///
    /// Every set that the cards can be, none included, and every choice of the others to go on
    /// runs; a card on neither is dead, or thrown away.
    pub fn advance(&self, held: Suits, price: u16, next: &mut Self) {
        for state in next.reached.drain(..) {
            next.least[usize::from(state)] = Least::LOST;
        }
        for &state in &self.reached {
            let [begun, two, _] = RUNS[usize::from(state)];
            let must = begun | two;
            if must & !held != 0 {
                continue;
            }
            for set in sets(held).filter(|set| set & must == 0) {
                let free = held & !set & !must;
                for run in parts(free) {
                    let found = self.least[usize::from(state)];
                    let found = found.with_dead((free & !run).count_ones(), price);
                    next.reach(AFTER[usize::from(state)][usize::from(must | run)], found);
                }
            }
        }
    }

    /// The answers where there is no further card: every run has to be whole.
    pub fn end(&self) -> Least {
        self.end_with(0, 0)
    }

    /// The answers where these cards of a rank are the last: [`Self::advance`] without the ways
    /// that leave a run of one or two cards.
    pub fn end_with(&self, held: Suits, price: u16) -> Least {
        let mut best = Least::LOST;
        for &state in &self.reached {
            let [begun, must, whole] = RUNS[usize::from(state)];
            if begun != 0 || must & !held != 0 {
                continue;
            }
            for set in sets(held).filter(|set| set & must == 0) {
                let free = held & !set & !must;
                for run in parts(free & whole) {
                    let found = self.least[usize::from(state)];
                    best = best.or(found.with_dead((free & !run).count_ones(), price));
                }
            }
        }
        best
    }
}

/// For each state the suits whose run has one card, two cards, three or more.
const RUNS: [[Suits; 3]; STATES] = {
    let mut runs = [[0; 3]; STATES];
    let mut state = 0;
    while state < STATES {
        let mut suit = 0;
        while suit < 4 {
            let length = state >> (2 * suit) & 3;
            if length > 0 {
                runs[state][length - 1] |= 1 << suit;
            }
            suit += 1;
        }
        state += 1;
    }
    runs
};

/// The state after a rank whose cards of some suits go on runs.
const AFTER: [[u8; 16]; STATES] = {
    let mut after = [[0; 16]; STATES];
    let mut state = 0;
    while state < STATES {
        let mut on = 0;
        while on < 16 {
            let mut suit = 0;
            while suit < 4 {
                if on >> suit & 1 == 1 {
                    let length = state >> (2 * suit) & 3;
                    let longer = if length == 3 { 3 } else { length + 1 };
                    after[state][on] |= (longer as u8) << (2 * suit);
                }
                suit += 1;
            }
            on += 1;
        }
        state += 1;
    }
    after
};

/// No set, or three or four of these suits.
fn sets(held: Suits) -> impl Iterator<Item = Suits> {
    let set = move |set: &Suits| set & !held == 0;
    std::iter::once(0).chain([0b0111, 0b1011, 0b1101, 0b1110, 0b1111].into_iter().filter(set))
}

/// Every part of these suits, all and none included.
fn parts(of: Suits) -> impl Iterator<Item = Suits> {
    let mut next = Some(of);
    std::iter::from_fn(move || {
        let part = next?;
        next = part.checked_sub(1).map(|below| below & of);
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use gin_core::card::Card;
    use gin_core::card_set::CardSet;

    use super::*;

    fn least(text: &str) -> Least {
        let hand: CardSet = text.parse().unwrap();
        let mut front = Front::new();
        for rank in 1..=13 {
            let held = (0..4).filter(|&suit| {
                let suit = gin_core::card::Suit::ALL[suit];
                hand.contains(Card::new(suit, rank).unwrap())
            });
            let held = held.fold(0, |held, suit| held | 1 << suit);
            let mut next = Front::new();
            front.advance(held, u16::from(rank.min(10)), &mut next);
            front = next;
        }
        front.end()
    }

    #[test]
    fn hands_that_can_be_worked_out_with_a_pencil() {
        assert_eq!(least("5S 6S 7S 7H 7D QC"), Least { kept: 21, thrown: 11 });
        assert_eq!(least("JS QS KS AS 2S"), Least { kept: 3, thrown: 1 });
        assert_eq!(least("AS AH AD AC"), Least { kept: 0, thrown: 0 });
        assert_eq!(least("AS AH AD"), Least { kept: 0, thrown: 2 });
        assert_eq!(least(""), Least { kept: 0, thrown: LOST });
    }
}
