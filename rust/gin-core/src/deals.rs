//! Many deals in one object, gone on together by one action each: for programs that learn.
//!
//! Each place has a seed of its own and plays deal after deal, so nothing depends on how the places
//! are shared out to threads.

use std::collections::TryReserveError;
use std::ops::Range;

use crate::action::{ACTIONS, Action, Legal};
use crate::arena::MOST_ACTIONS;
use crate::bot::Bot;
use crate::card::{Card, PACK};
use crate::course::Seat;
use crate::observation::{self, CELLS};
use crate::rng::{Generator, mix};
use crate::score::Outcome;
use crate::sim::Deal;
use crate::threads;
use crate::view::Score;

/// How a deal has ended, by the number that says so; 0 while it goes on.
pub const ENDINGS: [&str; 6] = ["", "gin", "knock", "undercut", "dead", "capped"];
/// Actions after which a deal is cut off unless something else is said (R21).
pub const CAP: u32 = MOST_ACTIONS;
/// Who is to act in a deal that is over.
pub const NOBODY: u8 = 255;
/// As many places as there can be: 700 megabytes of them.
pub const MOST_PLACES: usize = 1 << 20;

/// Fewer places than this are not worth a thread, unless a player thinks in them.
const LEAST_SHARE: usize = 256;
/// What the choice of a random action is made from, beside the seed of the deal.
const SAMPLE: u64 = 1;

/// What holds for all deals of one object.
#[derive(Clone, Copy)]
pub struct Terms {
    /// Every deal is made from it, its place and its number.
    pub seed: u64,
    /// Who plays the other seat, if it is not played from outside.
    pub opponent: Option<&'static dyn Bot>,
    /// The seat that actions are for where there is an opponent.
    pub seat: Seat,
    /// Whether the next deal begins in the step in which one ends.
    pub auto_reset: bool,
    /// Actions of both seats after which a deal is cut off without a score (R21); 1 or more.
    pub cap: u32,
}

impl Default for Terms {
    fn default() -> Self {
        Self { seed: 0, opponent: None, seat: 0, auto_reset: true, cap: CAP }
    }
}

/// Where to write, a row a deal; what is left out is not written.
#[derive(Default)]
pub struct Out<'a> {
    /// What the seat to act may know.
    pub planes: Option<&'a mut [[u8; CELLS]]>,
    /// 1 for each legal action, by code.
    pub legal: Option<&'a mut [[u8; ACTIONS]]>,
    /// Who is to act, or [`NOBODY`].
    pub to_act: Option<&'a mut [u8]>,
    /// The points of a deal that has just ended: of both seats, or of the one with an opponent.
    pub reward: Option<&'a mut [i16]>,
    /// How it ended, as a number of [`ENDINGS`].
    pub done: Option<&'a mut [u8]>,
}

impl Out<'_> {
    /// Cuts the first rows off, with `width` rewards a row.
    #[must_use]
    pub fn take(&mut self, rows: usize, width: usize) -> Self {
        fn cut<'a, T>(from: &mut Option<&'a mut [T]>, at: usize) -> Option<&'a mut [T]> {
            from.as_mut().and_then(|rows| rows.split_off_mut(..at))
        }
        Self {
            planes: cut(&mut self.planes, rows),
            legal: cut(&mut self.legal, rows),
            to_act: cut(&mut self.to_act, rows),
            reward: cut(&mut self.reward, rows * width),
            done: cut(&mut self.done, rows),
        }
    }
}

/// The first action that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The place of the deal.
    pub place: usize,
    /// The code that was given.
    pub code: i64,
}

/// One deal, and how far it is.
#[derive(Clone)]
struct Place {
    legal: Legal,
    /// The action to go on with, looked at already.
    next: Action,
    done: u8,
    actions: u32,
    /// Its number among the deals of this place, from 0.
    number: u64,
    seed: u64,
    /// Deals that the opponent ended before this seat could act, and the seat's points in them.
    skipped: (u64, i64),
    deal: Deal,
}

impl Place {
    const fn new(deal: &Deal) -> Self {
        let legal = Legal::NONE;
        let next = Action::Pass;
        Self { legal, next, done: 0, actions: 0, number: 0, seed: 0, skipped: (0, 0), deal: *deal }
    }

    /// Begins the deal of a number, or the first after it in which there is something to decide.
    fn begin(&mut self, terms: &Terms, place: usize, number: u64) {
        self.number = number;
        loop {
            self.seed = mix(mix(terms.seed, place as u64), self.number);
            // R20: the starter alternates, so the deals cannot all be over before the seat acts.
            let starter = (place as u64 ^ self.number) % 2;
            self.deal = Deal::new(&Generator::new(self.seed).deck(), starter as Seat);
            self.actions = 0;
            self.settle(terms);
            if self.done == 0 {
                return;
            }
            self.skipped.0 += 1;
            self.skipped.1 += i64::from(self.points(terms.seat));
            self.number += 1;
        }
    }

    /// Lets the opponent act while it is its turn, and sees where that has led.
    fn settle(&mut self, terms: &Terms) {
        if let Some(bot) = terms.opponent {
            let other = 1 - terms.seat;
            while self.actions < terms.cap && self.deal.course().actor() == Some(other) {
                let action = bot.choose(&self.deal.view(other, Score::default()), self.seed);
                self.deal.advance(action);
                self.actions += 1;
            }
        }
        self.done = match self.deal.ending() {
            Some(ending) => match ending.knock.map(|knock| knock.outcome) {
                Some(Outcome::Gin) => 1,
                Some(Outcome::Knock) => 2,
                Some(Outcome::Undercut) => 3,
                None => 4,
            },
            None if self.actions >= terms.cap => 5,
            None => 0,
        };
        self.legal = if self.done == 0 { self.deal.legal() } else { Legal::NONE };
    }

    fn points(&self, seat: Seat) -> i16 {
        self.deal.ending().map_or(0, |ending| ending.points(seat) as i16)
    }

    /// Plays the action looked at before; returns how the deal ended and what both seats get.
    fn step(&mut self, terms: &Terms, place: usize) -> (u8, [i16; 2]) {
        if self.done != 0 {
            return (self.done, [0; 2]);
        }
        self.deal.advance(self.next);
        self.actions += 1;
        self.settle(terms);
        let ended = (self.done, [self.points(0), self.points(1)]);
        if self.done != 0 && terms.auto_reset {
            self.begin(terms, place, self.number + 1);
        }
        ended
    }

    fn actor(&self) -> Option<Seat> {
        if self.done == 0 { self.deal.course().actor() } else { None }
    }

    /// A legal action, each as likely as the others, and the same until the deal goes on.
    fn random(&self) -> Action {
        let mut chance = Generator::new(mix(mix(self.seed, SAMPLE), u64::from(self.actions)));
        self.legal.nth(chance.below(self.legal.len())).unwrap_or(Action::Take)
    }

    fn observe(&self, terms: &Terms, viewer: Option<Seat>, out: &mut Out<'_>, row: usize) {
        let own = terms.opponent.map_or(self.deal.course().to_act, |_| terms.seat);
        let seat = viewer.unwrap_or(own);
        if let Some(planes) = &mut out.planes {
            let left = terms.cap.saturating_sub(self.actions);
            let view = self.deal.view(seat, Score::default());
            observation::write(&view, left, &mut planes[row]);
        }
        if let Some(legal) = &mut out.legal {
            let mine = self.actor() == Some(seat);
            legal[row] = if mine { self.legal.flags() } else { [0; ACTIONS] };
        }
        if let Some(to_act) = &mut out.to_act {
            to_act[row] = self.actor().map_or(NOBODY, |seat| seat as u8);
        }
    }
}

/// Deals that go on together.
///
/// ```
/// use gin_core::deals::{Deals, Out, Terms};
///
/// let mut deals = Deals::new(Terms::default(), 2).unwrap();
/// deals.begin(0..2, 1);
/// deals.choose([1, 0].into_iter()).unwrap(); // one passes, one takes the upcard
/// let mut to_act = [0; 2];
/// deals.step(0..2, Out { to_act: Some(&mut to_act), ..Out::default() }, 1);
/// assert_eq!(to_act, [1, 1]); // deal 1 was begun by seat 1, and its turn goes on
/// ```
pub struct Deals {
    terms: Terms,
    places: Vec<Place>,
}

impl Deals {
    /// Room for so many deals, each to be begun with [`Deals::begin`].
    ///
    /// # Errors
    ///
    /// Where there is not enough memory.
    pub fn new(terms: Terms, count: usize) -> Result<Self, TryReserveError> {
        let mut places = Vec::new();
        places.try_reserve_exact(count)?;
        places.resize(count, Place::new(&Deal::new(&Generator::new(0).deck(), 0)));
        Ok(Self { terms, places })
    }

    /// The same deals, as far as they are, to go on apart from these.
    ///
    /// # Errors
    ///
    /// Where there is not enough memory.
    pub fn copied(&self) -> Result<Self, TryReserveError> {
        let mut places = Vec::new();
        places.try_reserve_exact(self.len())?;
        places.extend_from_slice(&self.places);
        Ok(Self { terms: self.terms, places })
    }

    /// What holds for all of them.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How many deals there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Rewards a row: one seat's with an opponent, else both.
    #[must_use]
    pub const fn width(&self) -> usize {
        if self.terms.opponent.is_some() { 1 } else { 2 }
    }

    /// Begins the first deals of a seed at these places.
    pub fn begin(&mut self, range: Range<usize>, threads: usize) {
        self.share(range, Out::default(), threads, |terms, place, at, _, _| {
            place.skipped = (0, 0);
            place.begin(terms, at, 0);
        });
    }

    /// Gives another seed to the deals that are to be begun.
    pub const fn reseed(&mut self, seed: u64) {
        self.terms.seed = seed;
    }

    /// Begins the next deal at these places, whether the present one is over or not.
    pub fn next(&mut self, range: Range<usize>, threads: usize) {
        self.share(range, Out::default(), threads, |terms, place, at, _, _| {
            place.begin(terms, at, place.number + 1);
        });
    }

    /// Looks at one code a deal, all before any is played by [`Deals::step`].
    ///
    /// # Errors
    ///
    /// The first code that is no legal action; nothing has then changed. Deals that are over take
    /// any code.
    pub fn choose(&mut self, codes: impl Iterator<Item = i64>) -> Result<(), Refused> {
        for ((at, place), code) in self.places.iter_mut().enumerate().zip(codes) {
            let action = u8::try_from(code).ok().and_then(Action::from_code);
            match action.filter(|&action| place.legal.contains(action)) {
                Some(action) => place.next = action,
                None if place.done != 0 => {}
                None => return Err(Refused { place: at, code }),
            }
        }
        Ok(())
    }

    /// Plays the actions chosen at these places; the rows of `out` are theirs alone.
    pub fn step(&mut self, range: Range<usize>, out: Out<'_>, threads: usize) {
        let width = self.width();
        self.share(range, out, threads, |terms, place, at, out, row| {
            let (done, points) = place.step(terms, at);
            if let Some(reward) = &mut out.reward {
                let own = if width == 1 { &points[terms.seat..=terms.seat] } else { &points[..] };
                reward[row * width..(row + 1) * width].copy_from_slice(own);
            }
            if let Some(ended) = &mut out.done {
                ended[row] = done;
            }
            place.observe(terms, None, out, row);
        });
    }

    /// Writes the present of these places, as `viewer` sees it or else who is to act.
    pub fn observe(
        &mut self,
        range: Range<usize>,
        viewer: Option<Seat>,
        out: Out<'_>,
        threads: usize,
    ) {
        self.share(range, out, threads, |terms, place, _, out, row| {
            if let Some(done) = &mut out.done {
                done[row] = place.done;
            }
            place.observe(terms, viewer, out, row);
        });
    }

    /// Writes a random legal code for each deal of these places, 0 for one that is over.
    pub fn sample(&self, range: Range<usize>, codes: &mut [u8]) {
        for (code, place) in codes.iter_mut().zip(&self.places[range]) {
            *code = place.random().code();
        }
    }

    /// Deals that the opponent ended before the other seat could act, and that seat's points.
    #[must_use]
    pub fn skipped(&self) -> (u64, i64) {
        self.places
            .iter()
            .fold((0, 0), |sum, place| (sum.0 + place.skipped.0, sum.1 + place.skipped.1))
    }

    /// How the present deal of a place began: its number, its seed, the starter and the deck.
    #[must_use]
    pub fn dealt(&self, place: usize) -> Option<(u64, u64, Seat, [Card; PACK])> {
        let place = self.places.get(place)?;
        let starter = place.deal.course().starter;
        Some((place.number, place.seed, starter, Generator::new(place.seed).deck()))
    }

    /// Does the work for every place of the range, its row and its number given with it.
    fn share(
        &mut self,
        range: Range<usize>,
        mut out: Out<'_>,
        threads: usize,
        work: impl Fn(&Terms, &mut Place, usize, &mut Out<'_>, usize) + Sync,
    ) {
        let (terms, width) = (&self.terms, self.width());
        let part = |first: usize, places: &mut [Place], mut out: Out<'_>| {
            for (row, place) in places.iter_mut().enumerate() {
                work(terms, place, first + row, &mut out, row);
            }
        };
        let least = if terms.opponent.is_some() { 1 } else { LEAST_SHARE };
        let first = range.start;
        let places = &mut self.places[range];
        let share = places.len().div_ceil(threads.max(1)).max(least);
        if share >= places.len() {
            return part(first, places, out);
        }
        let parts = places.chunks_mut(share).enumerate().map(|(at, places)| {
            let out = out.take(places.len(), width);
            (first + at * share, places, out)
        });
        threads::share(threads, parts, |(first, places, out)| part(first, places, out));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::by_name;

    /// All that some steps of random actions wrote.
    fn played(terms: Terms, count: usize, steps: usize, threads: usize) -> Vec<Vec<u8>> {
        let mut deals = Deals::new(terms, count).unwrap();
        deals.begin(0..count, threads);
        let mut told = Vec::new();
        for _ in 0..steps {
            let mut codes = vec![0; count];
            deals.sample(0..count, &mut codes);
            deals.choose(codes.iter().map(|&code| i64::from(code))).unwrap();
            let mut planes = vec![[0; CELLS]; count];
            let mut legal = vec![[0; ACTIONS]; count];
            let mut to_act = vec![0; count];
            let mut reward = vec![0; count * deals.width()];
            let mut done = vec![0; count];
            let out = Out {
                planes: Some(&mut planes),
                legal: Some(&mut legal),
                to_act: Some(&mut to_act),
                reward: Some(&mut reward),
                done: Some(&mut done),
            };
            deals.step(0..count, out, threads);
            let points = reward.iter().flat_map(|points| points.to_le_bytes());
            told.push([planes.concat(), legal.concat(), to_act, points.collect(), done].concat());
        }
        told
    }

    #[test]
    fn threads_change_nothing() {
        let alone = played(Terms::default(), 700, 40, 1);
        for threads in [2, 3, 100] {
            assert_eq!(played(Terms::default(), 700, 40, threads), alone);
        }
        let terms = Terms { opponent: by_name("simple"), seat: 1, seed: 4, ..Terms::default() };
        assert_eq!(played(terms, 70, 30, 1), played(terms, 70, 30, 3));
    }

    #[test]
    fn a_deal_does_not_depend_on_the_others() {
        let mut few = Deals::new(Terms::default(), 3).unwrap();
        let mut many = Deals::new(Terms::default(), 30).unwrap();
        few.begin(0..3, 1);
        many.begin(0..30, 1);
        many.next(1..2, 1);
        few.next(1..2, 1);
        assert!((0..3).all(|place| few.dealt(place) == many.dealt(place)));
        let seeds: Vec<_> = (0..30).filter_map(|place| many.dealt(place)).collect();
        assert!(seeds.iter().all(|a| seeds.iter().filter(|b| a.1 == b.1).count() == 1));
        assert_eq!((seeds[0].0, seeds[1].0, seeds[1].2, seeds[3].2), (0, 1, 0, 1));
    }

    #[test]
    fn an_action_that_is_not_legal_changes_nothing() {
        let mut deals = Deals::new(Terms::default(), 3).unwrap();
        deals.begin(0..3, 1);
        for code in [2, 4, 108, -1, 300] {
            let refused = Refused { place: 2, code };
            assert_eq!(deals.choose([0, 1, code].into_iter()), Err(refused));
        }
        let mut to_act = [9; 3];
        deals.observe(0..3, None, Out { to_act: Some(&mut to_act), ..Out::default() }, 1);
        assert_eq!(to_act, [0, 1, 0]);
    }

    #[test]
    fn a_deal_that_goes_on_for_ever_is_cut_off() {
        let terms = Terms { cap: 7, auto_reset: false, ..Terms::default() };
        let mut deals = Deals::new(terms, 1).unwrap();
        deals.begin(0..1, 1);
        let (mut done, mut to_act, mut reward) = ([9; 1], [9; 1], [9; 2]);
        for step in 1..=9 {
            let mut code = [0];
            deals.sample(0..1, &mut code);
            deals.choose(code.iter().map(|&code| i64::from(code))).unwrap();
            let out = Out {
                done: Some(&mut done),
                to_act: Some(&mut to_act),
                reward: Some(&mut reward),
                ..Out::default()
            };
            deals.step(0..1, out, 1);
            assert_eq!(
                (done[0], to_act[0] == NOBODY),
                if step < 7 { (0, false) } else { (5, true) }
            );
            assert_eq!(reward, [0, 0]);
        }
    }

    #[test]
    fn deals_that_the_opponent_ends_at_once_are_counted() {
        // A knock with the ten cards dealt and the upcard comes once in some hundred deals.
        let terms = Terms { opponent: by_name("simple"), ..Terms::default() };
        let mut deals = Deals::new(terms, 4_000).unwrap();
        deals.begin(0..4_000, 1);
        let (skipped, points) = deals.skipped();
        assert!((1..100).contains(&skipped) && points < 0, "{skipped} {points}");
        let numbers: u64 = (0..4_000).filter_map(|place| deals.dealt(place)).map(|of| of.0).sum();
        assert_eq!(numbers, skipped);
    }
}
