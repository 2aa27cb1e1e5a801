//! What one seat may know of a deal as numbers for a learner: a table of bytes, one column a card.

use crate::action::Phase;
use crate::card::{Card, PACK};
use crate::card_set::CardSet;
use crate::view::View;

/// The rows, in order: eleven of 0 and 1 by card index, and one of numbers, the [`FACTS`].
pub const PLANES: [&str; 12] = [
    "hand",
    "drawn",
    "barred",
    "top",
    "under",
    "known",
    "unseen",
    "thrown by the other",
    "left by the other",
    "thrown",
    "left",
    "facts",
];

/// What the last row says, from its first column on; the columns after these hold 0.
pub const FACTS: [&str; 12] = [
    "upcard",
    "must_draw",
    "draw",
    "discard",
    "to act",
    "starter",
    "stock",
    "pile",
    "turns",
    "turns of the other",
    "takes in a row",
    "actions left",
];

/// Bytes of one observation.
pub const CELLS: usize = PLANES.len() * PACK;

/// Writes what a seat sees; `left` are the actions left before the deal is cut off.
pub fn write(view: &View<'_>, left: u32, out: &mut [u8; CELLS]) {
    let course = view.course;
    let (me, other) = (view.seat, 1 - view.seat);
    let of = |card: Option<Card>| card.map_or(CardSet::EMPTY, CardSet::of);
    let top = of(view.top());
    let rows = [
        view.hand(),
        of(view.holding.drawn),
        of(course.barred),
        top,
        course.pile.set() - top,
        view.known(),
        view.unseen(),
        course.thrown[other].set(),
        course.declined[other].set(),
        course.thrown[me].set(),
        course.declined[me].set(),
    ];
    let (planes, _) = out.as_chunks_mut::<PACK>();
    let (cards, facts) = planes.split_at_mut(rows.len());
    for (plane, row) in cards.iter_mut().zip(rows) {
        *plane = row.flags();
    }
    let phase = |phase| u8::from(course.phase == phase);
    let mut row = [0; PACK];
    row[..FACTS.len()].copy_from_slice(&[
        phase(Phase::Upcard),
        phase(Phase::MustDraw),
        phase(Phase::Draw),
        phase(Phase::Discard),
        u8::from(view.my_turn()),
        u8::from(course.starter == me),
        course.stock,
        course.pile.len() as u8,
        course.turns[me],
        course.turns[other],
        course.takes,
        u8::try_from(left).unwrap_or(u8::MAX),
    ]);
    facts.fill(row);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::card::Card;
    use crate::rng::Generator;
    use crate::sim::Deal;
    use crate::view::Score;

    fn seen(deal: &Deal, seat: usize) -> [u8; CELLS] {
        let mut out = [7; CELLS];
        write(&deal.view(seat, Score::default()), 1_000, &mut out);
        out
    }

    fn cards(observation: &[u8; CELLS], plane: &str) -> CardSet {
        let at = PLANES.iter().position(|&name| name == plane).unwrap();
        let row = (0..).zip(&observation[at * PACK..(at + 1) * PACK]);
        row.filter(|&(_, &flag)| flag == 1)
            .filter_map(|(index, _)| Card::from_index(index))
            .collect()
    }

    #[test]
    fn a_card_taken_and_a_card_left_are_seen_by_both() {
        let mut deal = Deal::new(&Generator::new(5).deck(), 1);
        let upcard = CardSet::of(deal.course().pile[0]);
        deal.play(Action::Pass).unwrap();
        deal.play(Action::Take).unwrap();
        let (mine, theirs) = (seen(&deal, 0), seen(&deal, 1));
        assert_eq!(cards(&mine, "hand"), deal.hand(0));
        assert_eq!((cards(&mine, "drawn"), cards(&mine, "barred")), (upcard, upcard));
        assert_eq!((cards(&theirs, "drawn"), cards(&theirs, "known")), (CardSet::EMPTY, upcard));
        assert_eq!((cards(&mine, "left by the other"), cards(&theirs, "left")), (upcard, upcard));
        assert_eq!(cards(&mine, "unseen"), !deal.hand(0));
        assert_eq!(cards(&theirs, "unseen"), !(deal.hand(1) | upcard));
        assert_eq!(mine[11 * PACK..][..13], [0, 0, 0, 1, 1, 0, 31, 0, 0, 0, 1, 255, 0]);
        assert_eq!(theirs[11 * PACK..][..13], [0, 0, 0, 1, 0, 1, 31, 0, 0, 0, 1, 255, 0]);
    }

    #[test]
    fn the_other_hand_and_the_stock_leave_no_trace() {
        let deck = Generator::new(6).deck();
        let mut hidden = deck;
        // The other hand and the stock, put in another order among themselves.
        let places: Vec<usize> = (0..20).filter(|at| at % 2 == 1).chain(21..52).collect();
        let mut order = places.clone();
        Generator::new(7).shuffle(&mut order);
        for (&to, &from) in places.iter().zip(&order) {
            hidden[to] = deck[from];
        }
        let deals = [deck, hidden].map(|deck| Deal::new(&deck, 0));
        assert_ne!(deals[0].hand(1), deals[1].hand(1));
        assert_eq!(seen(&deals[0], 0), seen(&deals[1], 0));
    }
}
