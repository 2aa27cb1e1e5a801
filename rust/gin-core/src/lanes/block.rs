//! A block of hands, four a register: first all as if none had a conflict, then those that have.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_set_epi8, _mm_shuffle_epi8,
    _mm256_add_epi16, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_pd,
    _mm256_castsi256_si128, _mm256_cmpeq_epi16, _mm256_cmpeq_epi64, _mm256_extract_epi64,
    _mm256_max_epu8, _mm256_min_epi16, _mm256_movemask_pd, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set_epi32, _mm256_set_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_slli_epi64, _mm256_sub_epi16, _mm256_xor_si256,
};

use super::quad::{
    counts, hand_points, in_all_lanes, lane_points, lane_sums, lowest, run_cards, set_ranks, turn,
    two_up, whole_ranks,
};
use super::{MOST, Queue, STEP, Seen};

/// Every hand as if it had no conflict, and the places of those that have one in the queue.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn plain(masks: &[u64], out: &mut [u8], queue: &mut Queue) -> Seen {
    let turn = turn();
    let mut bits = _mm256_setzero_si256();
    let mut most = _mm256_setzero_si256();
    let steps = masks.as_chunks::<STEP>().0.iter().zip(out.as_chunks_mut::<STEP>().0);
    for (step, (hands, answers)) in steps.enumerate() {
        let mut part = |at: usize| {
            let h = four([hands[at], hands[at + 1], hands[at + 2], hands[at + 3]]);
            bits = _mm256_or_si256(bits, h);
            most = _mm256_max_epu8(most, counts(h));
            let (s, c) = (set_ranks(h, turn).0, run_cards(h));
            queue.push(step * STEP + at, !zero_hands(_mm256_and_si256(s, c)) & 0xf);
            hand_points(_mm256_andnot_si256(_mm256_or_si256(s, c), h))
        };
        let points = [part(0), part(4), part(8), part(12)];
        let bytes = in_hand_order(points);
        answers[..8].copy_from_slice(&_mm_cvtsi128_si64(bytes).to_le_bytes());
        answers[8..].copy_from_slice(&_mm_extract_epi64::<1>(bytes).to_le_bytes());
    }
    let most = lanes(most).into_iter().max().unwrap_or(0) as u32;
    Seen { bits: lanes(bits).into_iter().fold(0, |all, lane| all | lane), most }
}

/// The hands in the queue, four at a time and all by the same steps, whatever their conflicts.
/// Left in the queue are those that these steps cannot answer: three conflict ranks among more
/// than ten cards (`eleven` says whether the block has such hands).
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn conflicts(masks: &[u64], out: &mut [u8], queue: &mut Queue, eleven: bool) {
    let turn = turn();
    let len = queue.len;
    let mut left = 0;
    for first in (0..len).step_by(4) {
        let places: [u16; 4] = std::array::from_fn(|at| queue.places[first + at]);
        let h = four(places.map(|place| masks[usize::from(place) % MOST]));
        let (points, unsolved) = conflict_points(h, turn);
        for (place, points) in places.into_iter().zip(lanes(points)) {
            out[usize::from(place) % MOST] = points as u8;
        }
        if eleven && unsolved != 0 {
            // Behind `first`, where all has been read.
            for (at, place) in places.into_iter().enumerate().take(len - first) {
                queue.places[left] = place;
                left += (unsolved >> at & 1) as usize;
            }
        }
    }
    queue.len = left;
}

/// The least deadwood of four hands in the low byte of their 64 bits, exact with up to two
/// conflict ranks, with three in ten cards, and with more where laying all sets meets the bound;
/// and a bit for each hand of the others.
///
/// ```text
/// x, y      the two lowest conflict ranks
/// a         points of each suit when neither set is laid
/// no_x      ... when the set of rank x is laid, no_y y's, both both
/// ```
///
/// Of four of a kind one may stay: in suit s that changes the sum by `a - no_x` of s, and in the
/// other sums likewise, never two in one suit unless both stay.
///
/// With three conflict ranks, ten cards are 4 + 3 + 3, all laid, or 3 + 3 + 3 and one card L. To
/// break one set does not help: in no suit of its cards are two others left to make a run. To break
/// two makes one run at most, with L, and leaves four cards dead that cost more than L. So all sets
/// are laid or none.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn conflict_points(h: __m256i, turn: __m256i) -> (__m256i, u32) {
    let zero = _mm256_setzero_si256();
    let (s, pairs) = set_ranks(h, turn);
    let c = run_cards(h);
    let ranks = in_all_lanes(_mm256_and_si256(s, c), turn);
    let x = lowest(ranks);
    let above = _mm256_xor_si256(ranks, x);
    let y = lowest(above);
    let third = _mm256_xor_si256(above, y);

    // Sets in no conflict are laid.
    let free = _mm256_andnot_si256(_mm256_andnot_si256(ranks, s), h);
    let all_laid = _mm256_andnot_si256(s, h);
    let dead = _mm256_andnot_si256(run_cards(all_laid), all_laid);
    let a = loose_points(free);
    let no_x = loose_points(_mm256_andnot_si256(x, free));
    let no_y = loose_points(_mm256_andnot_si256(y, free));
    let both = lane_points(dead);

    // A third rank: either all is laid or nothing, and no card of four stays.
    let two = _mm256_cmpeq_epi16(third, zero);
    let whole = _mm256_and_si256(whole_ranks(pairs, turn), two);
    let x_four = _mm256_cmpeq_epi16(_mm256_and_si256(whole, x), x);
    let y_four = _mm256_cmpeq_epi16(_mm256_and_si256(whole, y), y);
    let stays = |with, without, four| {
        _mm256_min_epi16(_mm256_and_si256(_mm256_sub_epi16(with, without), four), zero)
    };
    let x_stays = stays(no_y, both, x_four);
    let y_stays = stays(no_x, both, y_four);
    let both_stay = stays(a, both, _mm256_and_si256(x_four, y_four));
    let y_elsewhere = _mm256_min_epi16(
        _mm256_min_epi16(_mm256_shuffle_epi8(y_stays, turn), two_up(y_stays)),
        _mm256_shuffle_epi8(two_up(y_stays), turn),
    );
    let of_both = _mm256_min_epi16(_mm256_add_epi16(x_stays, y_elsewhere), both_stay);

    let least = _mm256_min_epi16(
        _mm256_min_epi16(lane_sums(a, turn), _mm256_add_epi16(lane_sums(both, turn), of_both)),
        _mm256_min_epi16(
            _mm256_add_epi16(lane_sums(no_x, turn), stays(a, no_x, x_four)),
            _mm256_add_epi16(lane_sums(no_y, turn), stays(a, no_y, y_four)),
        ),
    );
    let least = _mm256_min_epi16(least, two_up(least));
    let least = _mm256_min_epi16(least, _mm256_shuffle_epi8(least, turn));

    // Where laying all sets orphans no card of a run, that is the answer for any number of ranks.
    let met = _mm256_cmpeq_epi64(dead, _mm256_andnot_si256(c, all_laid));
    let two = _mm256_cmpeq_epi64(third, zero);
    let solved = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_or_si256(met, two)));
    (least, !solved.cast_unsigned() & 0xf)
}

/// Points of each lane's cards that are in no run.
#[inline]
#[target_feature(enable = "avx2")]
fn loose_points(g: __m256i) -> __m256i {
    lane_points(_mm256_andnot_si256(run_cards(g), g))
}

/// A bit for each hand that is empty.
#[inline]
#[target_feature(enable = "avx2")]
fn zero_hands(v: __m256i) -> u32 {
    let zero = _mm256_cmpeq_epi64(v, _mm256_setzero_si256());
    _mm256_movemask_pd(_mm256_castsi256_pd(zero)).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn four(hands: [u64; 4]) -> __m256i {
    let [a, b, c, d] = hands.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lanes(v: __m256i) -> [u64; 4] {
    [
        _mm256_extract_epi64::<0>(v).cast_unsigned(),
        _mm256_extract_epi64::<1>(v).cast_unsigned(),
        _mm256_extract_epi64::<2>(v).cast_unsigned(),
        _mm256_extract_epi64::<3>(v).cast_unsigned(),
    ]
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
