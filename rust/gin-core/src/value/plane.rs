//! The input planes: a position after an action, as the numbers of the inputs that are one.
//!
//! All inputs are 0 or 1 and about 70 of the 1,633 are 1. What a plane holds is said once, in the
//! table of offsets below; the meaning of every one is public to the seat that looks.

use crate::arrangement::{Arrangement, arrange};
use crate::card::{Card, RANKS, Suit};
use crate::card_set::CardSet;
use crate::discard::best_discard_points;
use crate::layoff::{Spread, layoff_points};
use crate::meld::{all_lanes, completing, run_cards, set_ranks};
use crate::view::View;

/// An input's number.
pub type Input = u16;

const HAND: Input = 0;
const MELDED: Input = 52;
/// The card discarded, or the card on the pile that is left lying.
const TOP: Input = 104;
const PILE: Input = 156;
/// Cards that the opponent took from the pile and still holds.
const KNOWN: Input = 208;
const THROWN: Input = 260;
const DECLINED: Input = 312;
/// Own cards that the opponent has seen.
const SHOWN: Input = 364;
/// Left lying, discard, knock.
const KIND: Input = 416;
const DEADWOOD: Input = 419;
const STOCK: Input = 443;
const PHASE: Input = 459;
/// Unseen cards that complete a meld from unmelded cards.
const OUTS: Input = 463;
/// The opponent's last three discards and the last two cards it left lying.
const RECENT: Input = 475;
const DANGER: Input = 735;
const GIN_OUTS: Input = 783;
const LAYOFF: Input = 791;
const BESIDE: Input = 815;
const KNOCK_BY_DEADWOOD: Input = 820;
const STOCK_BY_DEADWOOD: Input = 831;
/// Two cards of a meld by how many unseen cards complete it.
const PAIRS: Input = 1023;
const MATES: Input = 78;
const NEIGHBOURS: Input = 48;
/// The match: own tens of points by the opponent's.
const SCORE: Input = 1533;
/// How many inputs there are.
pub const INPUTS: usize = 1633;

/// What a player has just done, as the network sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Left the top of the pile lying, for a pass or the stock.
    Leave,
    /// Threw a card.
    Discard(Card),
    /// Threw a card and laid the hand down.
    Knock(Card),
}

/// Numbers of inputs, one after the other.
pub trait Sink {
    /// Takes one input that is 1.
    fn put(&mut self, input: Input);
}

impl Sink for Vec<Input> {
    fn put(&mut self, input: Input) {
        self.push(input);
    }
}

fn put_cards(sink: &mut impl Sink, plane: Input, cards: CardSet) {
    for card in cards {
        sink.put(plane + Input::from(card.index()));
    }
}

/// The inputs that all actions of one decision share.
pub fn put_public(view: &View<'_>, sink: &mut impl Sink) {
    let course = view.course;
    let opponent = 1 - view.seat;
    put_cards(sink, PILE, course.pile.set());
    put_cards(sink, KNOWN, view.known());
    for &card in &*course.thrown[opponent] {
        sink.put(THROWN + Input::from(card.index()));
    }
    for &card in &*course.declined[opponent] {
        sink.put(DECLINED + Input::from(card.index()));
    }
    let latest = |list: &[Card], most: usize| -> [Option<Card>; 3] {
        std::array::from_fn(|back| {
            (back < most).then(|| list.len().checked_sub(back + 1).map(|at| list[at])).flatten()
        })
    };
    let [a, b, c] = latest(&course.thrown[opponent], 3);
    let [d, e, _] = latest(&course.declined[opponent], 2);
    for (slot, card) in [a, b, c, d, e].into_iter().enumerate() {
        if let Some(card) = card {
            sink.put(RECENT + slot as Input * 52 + Input::from(card.index()));
        }
    }
    sink.put(STOCK + stock_bucket(course.stock));
    let score = view.score;
    let target = u64::from(score.target.max(1));
    let tens = |points: u32| (u64::from(points) * 10 / target).min(9) as Input;
    sink.put(SCORE + tens(score.mine) * 10 + tens(score.theirs));
}

fn stock_bucket(stock: u8) -> Input {
    Input::from(stock / 2).min(15)
}

fn deadwood_bucket(points: u32) -> Input {
    if points <= 12 { points as Input } else { (13 + (points - 13) / 6).min(23) as Input }
}

fn coarse_deadwood(points: u32) -> Input {
    match points {
        0 => 0,
        1..=3 => 1,
        4..=6 => 2,
        7..=10 => 3,
        11..=14 => 4,
        15..=19 => 5,
        20..=25 => 6,
        26..=32 => 7,
        33..=40 => 8,
        41..=50 => 9,
        51..=60 => 10,
        _ => 11,
    }
}

/// The inputs of the cards in hand, each card's own and those of its pairs; a discard takes away
/// what [`put_held`] says of the card thrown.
pub fn put_hand(hand: CardSet, shown: CardSet, unseen: CardSet, sink: &mut impl Sink) {
    put_cards(sink, HAND, hand);
    put_cards(sink, SHOWN, shown & hand);
    for card in hand {
        put_pairs(card, hand, unseen, Side::Above, sink);
    }
}

/// The inputs of [`put_hand`] that one card of the hand has a part in.
pub fn put_held(card: Card, hand: CardSet, shown: CardSet, unseen: CardSet, sink: &mut impl Sink) {
    sink.put(HAND + Input::from(card.index()));
    if shown.contains(card) {
        sink.put(SHOWN + Input::from(card.index()));
    }
    put_pairs(card, hand, unseen, Side::Above, sink);
    put_pairs(card, hand, unseen, Side::Below, sink);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

/// The pairs of a card with higher or lower cards of the hand.
fn put_pairs(card: Card, hand: CardSet, unseen: CardSet, side: Side, sink: &mut impl Sink) {
    let suit = card.suit() as u8;
    let rank = card.rank();
    for other in Suit::ALL {
        let (low, high) = match side {
            Side::Above if other as u8 > suit => (suit, other as u8),
            Side::Below if (other as u8) < suit => (other as u8, suit),
            _ => continue,
        };
        let Some(mate) = Card::new(other, rank) else { continue };
        if hand.contains(mate) {
            // Six pairs of suits: 01 02 03 12 13 23.
            let pair = Input::from([0, 2, 3][usize::from(low)] + high - 1);
            let rank_cards = CardSet::from_bits(all_lanes(1 << (rank - 1)));
            let live = (rank_cards & unseen).len() as Input;
            sink.put(PAIRS + (Input::from(rank - 1) * 6 + pair) * 3 + live.min(2));
        }
    }
    let at = |rank: u8| Card::new(card.suit(), rank);
    let is_live = |rank: u8| at(rank).is_some_and(|card| unseen.contains(card));
    let held = |rank: u8| at(rank).is_some_and(|card| hand.contains(card));
    for distance in [1, 2] {
        let low = match side {
            Side::Above => rank,
            Side::Below if rank > distance => rank - distance,
            Side::Below => continue,
        };
        let high = low + distance;
        if high > RANKS || !held(low) || !held(high) {
            continue;
        }
        let (number, live) = if distance == 1 {
            let live = u8::from(low > 1 && is_live(low - 1)) + u8::from(is_live(high + 1));
            (MATES + Input::from(suit) * 12 + Input::from(low - 1), live)
        } else {
            let live = u8::from(is_live(low + 1));
            (MATES + NEIGHBOURS + Input::from(suit) * 11 + Input::from(low - 1), live)
        };
        sink.put(PAIRS + number * 3 + Input::from(live));
    }
}

/// What the deed itself and the ten cards after it add.
pub fn put_deed(view: &View<'_>, ten: CardSet, deed: Deed, sink: &mut impl Sink) {
    let course = view.course;
    let known = view.known();
    let unseen = !(view.hand() | course.pile.set() | known);
    let laid = arrange(ten);
    let points = laid.points();
    put_cards(sink, MELDED, ten - laid.dead());
    let (kind, phase) = match deed {
        Deed::Leave if course.phase == crate::action::Phase::Upcard => {
            (0, Input::from(view.seat != course.starter))
        }
        Deed::Leave => (0, 2),
        Deed::Discard(_) => (1, 3),
        Deed::Knock(_) => (2, 3),
    };
    sink.put(KIND + kind);
    sink.put(PHASE + phase);
    if let Deed::Discard(card) | Deed::Knock(card) = deed {
        sink.put(TOP + Input::from(card.index()));
        sink.put(PILE + Input::from(card.index()));
        sink.put(DANGER + danger(card, unseen, known));
    } else if let Some(top) = view.top() {
        sink.put(TOP + Input::from(top.index()));
    }
    sink.put(DEADWOOD + deadwood_bucket(points));
    sink.put(STOCK_BY_DEADWOOD + stock_bucket(course.stock) * 12 + coarse_deadwood(points));
    if kind == 2 {
        sink.put(KNOCK_BY_DEADWOOD + points.min(10) as Input);
    }
    sink.put(OUTS + outs(laid.dead(), unseen).min(11) as Input);
    sink.put(GIN_OUTS + gin_outs(ten, &laid, unseen));
    put_against(ten, &laid, known, sink);
}

/// How well the card thrown might serve the opponent: live partners of its rank, live runs
/// through it, and the most cards of one such meld that the opponent is known to hold.
fn danger(card: Card, unseen: CardSet, known: CardSet) -> Input {
    let live = unseen | known;
    let bit = card.bit();
    let mates = CardSet::from_bits(all_lanes(1 << (card.rank() - 1)) & !bit);
    let partners = (mates & live).len();
    let mut most = if partners >= 2 { (mates & known).len().min(2) } else { 0 };
    let mut runs = 0;
    // The lanes' zero bits keep a run from leaving its suit; below the ace the shift is caught.
    let place = u32::from(card.rank() - 1);
    for (below, above) in [(0, 2), (1, 1), (2, 0)] {
        if place < below || place + above > 12 {
            continue;
        }
        let window = ((bit >> below) * 0b111) & !bit;
        let others = CardSet::from_bits(window);
        if others.is_subset(live) {
            runs += 1;
            most = most.max((others & known).len());
        }
    }
    ((partners * 4 + runs) * 3 + most) as Input
}

/// Unseen cards that make a meld with two of the dead cards.
fn outs(dead: CardSet, unseen: CardSet) -> u32 {
    (completing(dead) & unseen).len()
}

/// How many unseen cards make gin at the next draw: 0, 1, 2, 3, 4, 5–6, 7 and more, or 7 where
/// more than three cards are unmelded and it is not asked.
fn gin_outs(ten: CardSet, laid: &Arrangement, unseen: CardSet) -> Input {
    if laid.dead().len() > 3 {
        return 7;
    }
    let count = (completing(ten) & unseen)
        .iter()
        .filter(|&card| best_discard_points(ten.with(card)) == 0)
        .count();
    match count {
        0..=4 => count as Input,
        5 | 6 => 5,
        _ => 6,
    }
}

/// What the cards known in the opponent's hand mean: deadwood after layoffs on melds among them,
/// and how many unmelded cards stand beside one.
fn put_against(ten: CardSet, laid: &Arrangement, known: CardSet, sink: &mut impl Sink) {
    let k = known.mask();
    if known.len() >= 3 && (run_cards(k) | set_ranks(k) & k) != 0 {
        let spread = Spread::from(&arrange(known));
        sink.put(LAYOFF + deadwood_bucket(layoff_points(ten, spread)));
    }
    let mates = [16, 32, 48].into_iter().fold(0, |mates, lanes| mates | k.rotate_left(lanes));
    let beside = CardSet::from_bits((k << 1 | k >> 1 | mates) & CardSet::FULL.mask());
    sink.put(BESIDE + (laid.dead() & beside).len().min(4) as Input);
}
