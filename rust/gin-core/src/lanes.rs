//! The solver on vector registers, for processors with AVX2.
//!
//! This file may say `unsafe`, as `value/kernel.rs` may and no other of the engine, for one reason:
//! the processor is asked whether it has the instructions, and only then a function compiled for
//! them is called, which the compiler cannot check. In those functions there is no pointer and no
//! unchecked index.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU8, Ordering};

use crate::card::FULL_HAND;

mod block;
mod eleven;
mod quad;
mod single;

/// Hands a step.
pub(crate) const STEP: usize = 16;
/// Hands a call.
pub(crate) const MOST: usize = 1024;

/// The places in a block of the hands that are still to be solved.
pub(crate) struct Queue {
    places: [u16; MOST + 4],
    len: usize,
}

/// For each of sixteen choices among four neighbours, the chosen ones' offsets to the front, a
/// 16-bit number each.
const CHOSEN: [u64; 16] = {
    let mut chosen = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut at, mut len) = (0, 0);
        while at < 4 {
            if bits >> at & 1 == 1 {
                chosen[bits] |= at << (16 * len);
                len += 1;
            }
            at += 1;
        }
        bits += 1;
    }
    chosen
};

impl Queue {
    pub(crate) const fn new() -> Self {
        Self { places: [0; MOST + 4], len: 0 }
    }

    /// The places, in order.
    pub(crate) fn places(&self) -> &[u16] {
        &self.places[..self.len]
    }

    /// Puts those of the four places from `first` on whose bit is set behind the others. All four
    /// are written, so that nothing depends on the number; what is too many is overwritten.
    #[inline]
    fn push(&mut self, first: usize, bits: u32) {
        let four = CHOSEN[bits as usize & 15] + first as u64 * 0x0001_0001_0001_0001;
        let end = &mut self.places[self.len % MOST..][..4];
        for (at, place) in end.iter_mut().enumerate() {
            *place = (four >> (16 * at)) as u16;
        }
        self.len += bits.count_ones() as usize;
    }
}

/// Whether the processor has what this file needs, once it has been asked.
static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const LACKS: u8 = 1;
const HAS: u8 = 2;

/// Asks the processor.
#[cold]
fn ask() -> bool {
    let has = std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt");
    KNOWN.store(if has { HAS } else { LACKS }, Ordering::Relaxed);
    has
}

/// Whether the processor has what this file needs.
pub(crate) fn available() -> bool {
    match KNOWN.load(Ordering::Relaxed) {
        UNKNOWN => ask(),
        known => known == HAS,
    }
}

/// What a block's hands have in common, gathered to be looked at once.
pub(crate) struct Seen {
    /// Every bit of every mask.
    pub(crate) bits: u64,
    /// The most cards of a hand.
    pub(crate) most: u32,
}

/// Answers every hand but those left in the queue; `None` where the processor lacks the
/// instructions. Only answers of hands of at most eleven cards mean anything. `masks` and `out`
/// are of one length, a multiple of [`STEP`] and [`MOST`] at most.
pub(crate) fn deadwood(masks: &[u64], out: &mut [u8], queue: &mut Queue) -> Option<Seen> {
    assert!(masks.len() == out.len() && masks.len().is_multiple_of(STEP) && masks.len() <= MOST);
    if !available() {
        return None;
    }
    // SAFETY: the processor was asked, and has all that the functions were compiled for; they have
    // no other condition.
    unsafe {
        let seen = block::plain(masks, out, queue);
        block::conflicts(masks, out, queue, seen.most > 10);
        Some(seen)
    }
}

/// The least deadwood of a hand with a conflict, whose set ranks are `s` and whose cards `wanted`
/// are both in one of them and in a run; by `otherwise` where the processor lacks the instructions,
/// or there are too many conflicts.
#[inline]
pub(crate) fn conflict_deadwood(h: u64, s: u64, wanted: u64, otherwise: fn(u64) -> u32) -> u32 {
    match KNOWN.load(Ordering::Relaxed) {
        // SAFETY: the processor was asked, and has all that the function was compiled for.
        HAS => unsafe { single::deadwood(h, s, wanted, otherwise) },
        LACKS => otherwise(h),
        _ => ask_first(h, s, wanted, otherwise),
    }
}

/// Out of the way of all calls but the first, so that they need save no register for it.
#[cold]
#[inline(never)]
fn ask_first(h: u64, s: u64, wanted: u64, otherwise: fn(u64) -> u32) -> u32 {
    ask();
    conflict_deadwood(h, s, wanted, otherwise)
}

/// The same against a spread whose run cards are `runs`, and `fourths` the fourth cards of its
/// sets; `None` where that cannot be said here.
#[inline]
pub(crate) fn conflict_layoff(h: u64, s: u64, wanted: u64, runs: u64, fourths: u64) -> Option<u32> {
    if !available() {
        return None;
    }
    // SAFETY: the processor was asked.
    unsafe { single::layoff(h, s, wanted, runs, fourths) }
}

/// What each discard leaves of a hand of at most eleven cards without a conflict, whose set ranks
/// are `s`, run cards `c` and deadwood `base`; by `otherwise` where the processor lacks the
/// instructions. Not `None` then: moving the eleven bytes out of an option reads them together
/// before they have arrived one by one, which takes a quarter longer.
#[inline]
pub(crate) fn leaves(
    h: u64,
    s: u64,
    c: u64,
    base: u32,
    otherwise: fn(u64) -> [u8; FULL_HAND],
) -> [u8; FULL_HAND] {
    if available() {
        // SAFETY: the processor was asked.
        unsafe { eleven::leaves(h, s, c, base) }
    } else {
        otherwise(h)
    }
}

/// The same of a hand with a conflict.
#[inline]
pub(crate) fn conflict_leaves(h: u64, otherwise: fn(u64) -> [u8; FULL_HAND]) -> [u8; FULL_HAND] {
    if available() {
        // SAFETY: the processor was asked.
        unsafe { eleven::conflict_leaves(h) }
    } else {
        otherwise(h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{deadwood_many, discards_many};
    use crate::card_set::CardSet;
    use crate::test_support::clustered_hands;

    #[test]
    fn a_processor_without_the_instructions_gives_the_same_answers() {
        let hands: Vec<u64> = clustered_hands(11, 5_000, 51).map(CardSet::mask).collect();
        let solve = || {
            let mut points = vec![0; hands.len()];
            let mut leaves = vec![0; hands.len() * FULL_HAND];
            deadwood_many(&hands, &mut points).unwrap();
            discards_many(&hands, &mut leaves).unwrap();
            let cards = hands.iter().map(|&mask| CardSet::from_bits(mask));
            let singly: Vec<u32> = cards.map(crate::deadwood::deadwood).collect();
            (points, leaves, singly)
        };
        let found = solve();
        // Tests beside this one may be answered without vectors meanwhile, and rightly.
        KNOWN.store(LACKS, Ordering::Relaxed);
        assert!(found == solve());
        KNOWN.store(UNKNOWN, Ordering::Relaxed);
        assert!(found == solve());
    }
}
