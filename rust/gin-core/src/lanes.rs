//! The plain part of the solver on sixteen hands at a time, for processors with AVX2.
//!
//! The one place of the engine that may say `unsafe`, and it says it once: the processor is asked
//! whether it has the instructions, and only then the function compiled for them is called, which
//! the compiler cannot check. Inside there is no pointer and no unchecked index.
//!
//! ```text
//! four hands a register    | suit C | suit D | suit H | suit S |  x 4
//! runs                     shifts inside each 16-bit lane
//! sets                     the lanes of a hand turned round by a byte shuffle
//! points of a lane         four nibbles, A234 5678 9TJQ K, each looked up by a byte shuffle
//! points of a hand         the sum of its eight bytes, one instruction
//! ```

#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_set_epi8, _mm_shuffle_epi8,
    _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_broadcastsi128_si256,
    _mm256_castsi256_pd, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extract_epi64,
    _mm256_max_epu8, _mm256_movemask_pd, _mm256_or_si256, _mm256_permutevar8x32_epi32,
    _mm256_sad_epu8, _mm256_set_epi32, _mm256_set_epi64x, _mm256_set1_epi16, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_shuffle_epi32, _mm256_slli_epi16, _mm256_slli_epi64,
    _mm256_srli_epi16,
};

/// Hands a step.
pub(crate) const STEP: usize = 16;
/// Hands a call.
pub(crate) const MOST: usize = 1024;

/// The places in a block of the hands to be solved singly.
pub(crate) struct Queue {
    places: [u16; MOST + 4],
    len: usize,
}

/// For each of sixteen choices among four neighbours, the chosen ones' offsets to the front.
const CHOSEN: [[u16; 4]; 16] = {
    let mut chosen = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut at, mut len) = (0_u16, 0);
        while at < 4 {
            if bits >> at & 1 == 1 {
                chosen[bits][len] = at;
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
        let end = &mut self.places[self.len..self.len + 4];
        for (place, offset) in end.iter_mut().zip(CHOSEN[bits as usize & 15]) {
            *place = first as u16 + offset;
        }
        self.len += bits.count_ones() as usize;
    }
}

/// Whether the processor has what this file needs.
#[inline]
pub(crate) fn available() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt")
}

/// What a block's hands have in common, gathered to be looked at once.
pub(crate) struct Seen {
    /// Every bit of every mask.
    pub(crate) bits: u64,
    /// The most cards of a hand.
    pub(crate) most: u32,
}

/// Answers as if no hand had a conflict, and a queue of those that have one; `None` where the
/// processor lacks the instructions. `masks` and `out` are of one length, a multiple of [`STEP`]
/// and [`MOST`] at most.
pub(crate) fn plain(masks: &[u64], out: &mut [u8], queue: &mut Queue) -> Option<Seen> {
    assert!(masks.len() == out.len() && masks.len().is_multiple_of(STEP) && masks.len() <= MOST);
    if !available() {
        return None;
    }
    // SAFETY: the processor has AVX2 and POPCNT, asked in the line before; the function has no
    // other condition.
    Some(unsafe { plain_avx2(masks, out, queue) })
}

#[target_feature(enable = "avx2,popcnt")]
fn plain_avx2(masks: &[u64], out: &mut [u8], queue: &mut Queue) -> Seen {
    let mut bits = _mm256_setzero_si256();
    let mut most = _mm256_setzero_si256();
    let steps = masks.as_chunks::<STEP>().0.iter().zip(out.as_chunks_mut::<STEP>().0);
    for (step, (hands, answers)) in steps.enumerate() {
        let mut points = [_mm256_setzero_si256(); 4];
        for (part, four) in hands.as_chunks::<4>().0.iter().enumerate() {
            let h = _mm256_set_epi64x(
                four[3].cast_signed(),
                four[2].cast_signed(),
                four[1].cast_signed(),
                four[0].cast_signed(),
            );
            bits = _mm256_or_si256(bits, h);
            most = _mm256_max_epu8(most, counts(h));
            let (s, c) = (set_ranks(h), run_cards(h));
            points[part] = dead_points(_mm256_andnot_si256(_mm256_or_si256(s, c), h));
            let clear = _mm256_cmpeq_epi64(_mm256_and_si256(s, c), _mm256_setzero_si256());
            let clear = _mm256_movemask_pd(_mm256_castsi256_pd(clear)).cast_unsigned();
            queue.push(step * STEP + part * 4, !clear & 0xf);
        }
        let bytes = in_hand_order(points);
        answers[..8].copy_from_slice(&_mm_cvtsi128_si64(bytes).to_le_bytes());
        answers[8..].copy_from_slice(&_mm_extract_epi64::<1>(bytes).to_le_bytes());
    }
    let most = lanes(most).into_iter().max().unwrap_or(0) as u32;
    Seen { bits: lanes(bits).into_iter().fold(0, |all, lane| all | lane), most }
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(v: __m256i) -> [u64; 4] {
    [
        _mm256_extract_epi64::<0>(v).cast_unsigned(),
        _mm256_extract_epi64::<1>(v).cast_unsigned(),
        _mm256_extract_epi64::<2>(v).cast_unsigned(),
        _mm256_extract_epi64::<3>(v).cast_unsigned(),
    ]
}

/// `meld::run_cards`, four hands at once.
#[inline]
#[target_feature(enable = "avx2")]
fn run_cards(h: __m256i) -> __m256i {
    let t = _mm256_and_si256(h, _mm256_srli_epi16::<1>(h));
    let r = _mm256_and_si256(t, _mm256_srli_epi16::<1>(t));
    let u = _mm256_or_si256(r, _mm256_slli_epi16::<1>(r));
    _mm256_or_si256(u, _mm256_slli_epi16::<1>(u))
}

/// `meld::set_ranks`, four hands at once.
#[inline]
#[target_feature(enable = "avx2")]
fn set_ranks(h: __m256i) -> __m256i {
    let p = _mm256_and_si256(h, next_suit(h));
    let q = _mm256_and_si256(p, next_suit(p));
    let y = _mm256_or_si256(q, _mm256_shuffle_epi32::<0b10_11_00_01>(q));
    _mm256_or_si256(y, next_suit(y))
}

/// Every lane moved up by one suit, the highest to the lowest place.
#[inline]
#[target_feature(enable = "avx2")]
fn next_suit(h: __m256i) -> __m256i {
    let turn = _mm_set_epi8(13, 12, 11, 10, 9, 8, 15, 14, 5, 4, 3, 2, 1, 0, 7, 6);
    _mm256_shuffle_epi8(h, _mm256_broadcastsi128_si256(turn))
}

/// The points of each hand's cards, in the low byte of its 64 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn dead_points(d: __m256i) -> __m256i {
    let a234 = _mm_set_epi8(10, 9, 8, 7, 7, 6, 5, 4, 6, 5, 4, 3, 3, 2, 1, 0);
    let five_to_8 = _mm_set_epi8(26, 21, 20, 15, 19, 14, 13, 8, 18, 13, 12, 7, 11, 6, 5, 0);
    let nine_to_q = _mm_set_epi8(39, 30, 29, 20, 29, 20, 19, 10, 29, 20, 19, 10, 19, 10, 9, 0);
    let king = _mm_set_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0);
    let low = _mm256_set1_epi16(0x000f);
    let high = _mm256_set1_epi16(0x0f00);
    let shifted = _mm256_srli_epi16::<4>(d);
    let first = _mm256_add_epi8(
        look_up(a234, _mm256_and_si256(d, low)),
        look_up(nine_to_q, _mm256_and_si256(d, high)),
    );
    let second = _mm256_add_epi8(
        look_up(five_to_8, _mm256_and_si256(shifted, low)),
        look_up(king, _mm256_and_si256(shifted, high)),
    );
    _mm256_sad_epu8(_mm256_add_epi8(first, second), _mm256_setzero_si256())
}

/// How many cards each hand has, in the low byte of its 64 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn counts(h: __m256i) -> __m256i {
    let ones = _mm_set_epi8(4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0);
    let nibble = _mm256_set1_epi16(0x0f0f);
    let low = look_up(ones, _mm256_and_si256(h, nibble));
    let high = look_up(ones, _mm256_and_si256(_mm256_srli_epi16::<4>(h), nibble));
    _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
}

#[inline]
#[target_feature(enable = "avx2")]
fn look_up(table: __m128i, at: __m256i) -> __m256i {
    _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), at)
}

/// The low bytes of sixteen 64-bit lanes, in order.
#[inline]
#[target_feature(enable = "avx2")]
fn in_hand_order([a, b, c, d]: [__m256i; 4]) -> __m128i {
    let ab = _mm256_or_si256(a, _mm256_slli_epi64::<8>(b));
    let cd = _mm256_or_si256(_mm256_slli_epi64::<16>(c), _mm256_slli_epi64::<24>(d));
    let even = _mm256_set_epi32(0, 0, 0, 0, 6, 4, 2, 0);
    let packed = _mm256_permutevar8x32_epi32(_mm256_or_si256(ab, cd), even);
    let transpose = _mm_set_epi8(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
    _mm_shuffle_epi8(_mm256_castsi256_si128(packed), transpose)
}
