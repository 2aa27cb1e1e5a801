//! One hand with a conflict: the four ways of laying two sets side by side in one register.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si32, _mm_min_epu16, _mm_minpos_epu16, _mm256_add_epi16,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_blend_epi32, _mm256_castsi256_si128,
    _mm256_cmpeq_epi16, _mm256_extracti128_si256, _mm256_min_epi16, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_shuffle_epi32, _mm256_sub_epi16, _mm256_xor_si256,
};

use super::quad::{lane_points, lane_sums, lowest, run_cards, suit_up, two_up};
use crate::meld::whole_ranks;

/// The least deadwood of a hand with up to two conflict ranks, or with three and at most ten
/// cards; what `otherwise` says of others. `s` are its set ranks, `wanted` the cards in both a set
/// rank and a run.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn deadwood(h: u64, s: u64, wanted: u64, otherwise: fn(u64) -> u32) -> u32 {
    let ranks = in_all_lanes(wanted);
    // The size first: which ranks fight cannot be foretold, and most hands are smaller.
    if h.count_ones() > 10 && ranks.count_ones() > 2 * 4 {
        return otherwise(h);
    }
    two_ranks(h, s, ranks, |g| _mm256_andnot_si256(run_cards(g), g))
}

/// The least points against a spread whose run cards are `runs`, and `fourths` the fourth cards of
/// its sets; `None` with three conflict ranks.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn layoff(h: u64, s: u64, wanted: u64, runs: u64, fourths: u64) -> Option<u32> {
    let ranks = in_all_lanes(wanted);
    if ranks.count_ones() > 2 * 4 {
        return None;
    }
    let (runs, fourths) = (four_times(runs), four_times(fourths));
    Some(two_ranks(h, s, ranks, |g| {
        let laid = _mm256_or_si256(run_cards(_mm256_or_si256(g, runs)), fourths);
        _mm256_andnot_si256(laid, g)
    }))
}

/// All choices for the two lowest of `ranks` at once; `dead` says which cards of what the sets
/// leave count.
///
/// ```text
/// quarter         0 none laid   1 x laid   2 y laid   3 both laid
/// a card of x stays                0 - 1                 2 - 3       suit by suit
/// a card of y stays                           0 - 2      1 - 3
/// both stay                                              0 - 3
/// ```
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn two_ranks(h: u64, s: u64, ranks: u64, dead: impl Fn(__m256i) -> __m256i) -> u32 {
    let zero = _mm256_setzero_si256();
    let free = four_times(h & !(s & !ranks));
    let whole = four_times(whole_ranks(h));
    let ranks = four_times(ranks);
    let x = lowest(ranks);
    let above = _mm256_xor_si256(ranks, x);
    let y = lowest(above);
    let third = _mm256_xor_si256(above, y);
    let laid = _mm256_blend_epi32::<0b0000_1100>(zero, x);
    let laid = _mm256_blend_epi32::<0b0011_0000>(laid, y);
    let laid = _mm256_blend_epi32::<0b1100_0000>(laid, ranks);
    let g = _mm256_andnot_si256(laid, free);
    let points = lane_points(dead(g));

    // With a third rank either all is laid or nothing, and no card of four stays.
    let whole = _mm256_and_si256(whole, _mm256_cmpeq_epi16(third, zero));
    let x_four = _mm256_cmpeq_epi16(_mm256_and_si256(whole, x), x);
    let y_four = _mm256_cmpeq_epi16(_mm256_and_si256(whole, y), y);
    let stays = |with, four| _mm256_and_si256(_mm256_sub_epi16(with, points), four);
    // Quarters 0 0 2 2, 0 1 0 1 and 0 1 2 0.
    let x_stays = stays(_mm256_shuffle_epi32::<0b01_00_01_00>(points), x_four);
    let y_stays = stays(_mm256_permute4x64_epi64::<0b01_00_01_00>(points), y_four);
    let both_stay =
        stays(_mm256_permute4x64_epi64::<0b00_10_01_00>(points), _mm256_and_si256(x_four, y_four));
    let x_stays = _mm256_min_epi16(x_stays, zero);
    let y_stays = _mm256_min_epi16(y_stays, zero);
    let turn = suit_up();
    let opposite = two_up(y_stays);
    let y_elsewhere =
        _mm256_min_epi16(_mm256_shuffle_epi8(_mm256_min_epi16(y_stays, opposite), turn), opposite);
    let stays = _mm256_min_epi16(_mm256_add_epi16(x_stays, y_elsewhere), both_stay);
    let sums = _mm256_add_epi16(lane_sums(points, turn), stays);
    let least = _mm_min_epu16(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    _mm_cvtsi128_si32(_mm_minpos_epu16(least)).cast_unsigned() & 0xffff
}

/// A mask's ranks in all four lanes.
#[inline]
const fn in_all_lanes(h: u64) -> u64 {
    let two = h | h.rotate_left(32);
    two | two.rotate_left(16)
}

#[inline]
#[target_feature(enable = "avx2")]
fn four_times(h: u64) -> __m256i {
    _mm256_set1_epi64x(h.cast_signed())
}
