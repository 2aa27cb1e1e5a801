//! Sixteen lanes at once: four hands, or one hand four times with different cards taken off.
//!
//! ```text
//! four hands a register    | suit C | suit D | suit H | suit S |  x 4
//! runs                     shifts inside each 16-bit lane
//! sets                     the lanes of a hand turned round by a byte shuffle
//! points of a lane         four nibbles, A234 5678 9TJQ K, looked up by byte shuffles
//! points of a hand         the sum of its eight bytes, one instruction
//! ```

use std::arch::x86_64::{
    __m128i, __m256i, _mm_set_epi8, _mm256_add_epi8, _mm256_add_epi16, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_maddubs_epi16, _mm256_or_si256, _mm256_sad_epu8,
    _mm256_set1_epi16, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_shuffle_epi32,
    _mm256_slli_epi16, _mm256_srli_epi16, _mm256_sub_epi16,
};
use std::hint::black_box;

/// The shuffle that moves every lane of a hand up by one suit, the highest to the lowest place.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn suit_up() -> __m256i {
    let turn = _mm_set_epi8(13, 12, 11, 10, 9, 8, 15, 14, 5, 4, 3, 2, 1, 0, 7, 6);
    _mm256_broadcastsi128_si256(turn)
}

/// [`suit_up`], hidden from the compiler, which would put two shuffles in the place of one: worth
/// it in a loop.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn turn() -> __m256i {
    black_box(suit_up())
}

/// Every lane moved up by two suits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn two_up(h: __m256i) -> __m256i {
    _mm256_shuffle_epi32::<0b10_11_00_01>(h)
}

/// `meld::run_cards`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn run_cards(h: __m256i) -> __m256i {
    let t = _mm256_and_si256(h, _mm256_srli_epi16::<1>(h));
    let r = _mm256_and_si256(t, _mm256_srli_epi16::<1>(t));
    let u = _mm256_or_si256(r, _mm256_slli_epi16::<1>(r));
    _mm256_or_si256(u, _mm256_slli_epi16::<1>(u))
}

/// `meld::set_ranks`, and the ranks held in a suit and the one two further, from which
/// [`whole_ranks`] goes on.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn set_ranks(h: __m256i, turn: __m256i) -> (__m256i, __m256i) {
    let other = two_up(h);
    let both = _mm256_and_si256(h, other);
    let threes = _mm256_and_si256(both, _mm256_shuffle_epi8(_mm256_or_si256(h, other), turn));
    (_mm256_or_si256(threes, _mm256_shuffle_epi8(threes, turn)), both)
}

/// `meld::whole_ranks`, of the pairs that [`set_ranks`] found.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn whole_ranks(both: __m256i, turn: __m256i) -> __m256i {
    _mm256_and_si256(both, _mm256_shuffle_epi8(both, turn))
}

/// The ranks of a hand in any lane, in all four.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn in_all_lanes(h: __m256i, turn: __m256i) -> __m256i {
    let two = _mm256_or_si256(h, two_up(h));
    _mm256_or_si256(two, _mm256_shuffle_epi8(two, turn))
}

/// What both sums below begin with: the points of A234 and of 9TJQ, each in its byte of the lane,
/// and the points of 5678 and K together in the whole lane.
///
/// The king is alone in its nibble and shares the table of 5678, where its bit counts 5; the byte
/// it stands in is weighed double.
#[inline]
#[target_feature(enable = "avx2")]
fn byte_points(d: __m256i) -> (__m256i, __m256i) {
    let a234 = _mm_set_epi8(10, 9, 8, 7, 7, 6, 5, 4, 6, 5, 4, 3, 3, 2, 1, 0);
    let five_to_8 = _mm_set_epi8(26, 21, 20, 15, 19, 14, 13, 8, 18, 13, 12, 7, 11, 6, 5, 0);
    let nine_to_q = _mm_set_epi8(39, 30, 29, 20, 29, 20, 19, 10, 29, 20, 19, 10, 19, 10, 9, 0);
    let low = _mm256_and_si256(d, _mm256_set1_epi16(0x000f));
    let high = _mm256_and_si256(d, _mm256_set1_epi16(0x0f00));
    let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(d), _mm256_set1_epi16(0x0f0f));
    (
        _mm256_add_epi8(look_up(a234, low), look_up(nine_to_q, high)),
        _mm256_maddubs_epi16(look_up(five_to_8, upper), _mm256_set1_epi16(0x0201)),
    )
}

/// The points of each lane's cards.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lane_points(d: __m256i) -> __m256i {
    let (bytes, words) = byte_points(d);
    _mm256_add_epi16(_mm256_maddubs_epi16(bytes, _mm256_set1_epi16(0x0101)), words)
}

/// The points of each hand's cards, in the low byte of its 64 bits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn hand_points(d: __m256i) -> __m256i {
    let (bytes, words) = byte_points(d);
    _mm256_sad_epu8(_mm256_add_epi8(bytes, words), _mm256_setzero_si256())
}

/// The sum of a hand's four lanes, in each of them.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lane_sums(v: __m256i, turn: __m256i) -> __m256i {
    let two = _mm256_add_epi16(v, two_up(v));
    _mm256_add_epi16(two, _mm256_shuffle_epi8(two, turn))
}

/// The lowest bit of each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lowest(v: __m256i) -> __m256i {
    _mm256_and_si256(v, _mm256_sub_epi16(_mm256_setzero_si256(), v))
}

/// How many cards each hand has, in the low byte of its 64 bits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn counts(h: __m256i) -> __m256i {
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
