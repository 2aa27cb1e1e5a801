//! What every discard of eleven cards leaves, a byte for each place of a hand's mask.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_bslli_epi128, _mm256_bsrli_epi128,
    _mm256_cmpeq_epi8, _mm256_set_epi64x, _mm256_set1_epi8, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_sub_epi8,
};

use super::block::{conflict_points, four, lanes};
use super::quad::turn;
use crate::card::FULL_HAND;
use crate::meld::whole_ranks;

/// What each discard leaves of a hand of at most eleven cards without a conflict, in the order of
/// its cards; 0 in places beyond them. `s` are its set ranks, `c` its run cards, `base` its
/// deadwood.
///
/// A dead card takes its points along. One of three of a kind leaves two dead, one of four
/// nothing. A card of a run cuts it in two, and what is shorter than three on either side is dead.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn leaves(h: u64, s: u64, c: u64, base: u32) -> [u8; FULL_HAND] {
    let dead = four_times(h & !s & !c);
    let threes = four_times(s & !whole_ranks(h));
    // Cards of a run with one or two of it below, or above.
    let below = c & c << 1;
    let below = four_times(below & !(below & c << 2 & c << 3));
    let above = c & c >> 1;
    let above = four_times(above & !(above & c >> 2 & c >> 3));
    let runs = four_times(c);

    let points = _mm256_set_epi64x(
        0x0a_0a0a_0a09,
        0x0807_0605_0403_0201,
        0x0a_0a0a_0a09,
        0x0807_0605_0403_0201,
    );
    // A rank's fourth lane is no card of the hand, so that one half will do for both.
    let others = _mm256_and_si256(of_places::<0>(threes), _mm256_add_epi8(points, points));
    let base = _mm256_add_epi8(_mm256_set1_epi8((base as u8).cast_signed()), others);
    let half = |dead, runs, below, above| {
        let laid = _mm256_and_si256(runs, points);
        let lower = _mm256_add_epi8(_mm256_bslli_epi128::<1>(laid), _mm256_bslli_epi128::<2>(laid));
        let upper = _mm256_add_epi8(_mm256_bsrli_epi128::<1>(laid), _mm256_bsrli_epi128::<2>(laid));
        let cut = _mm256_add_epi8(_mm256_and_si256(below, lower), _mm256_and_si256(above, upper));
        _mm256_add_epi8(_mm256_sub_epi8(base, _mm256_and_si256(dead, points)), cut)
    };
    let low = half(
        of_places::<0>(dead),
        of_places::<0>(runs),
        of_places::<0>(below),
        of_places::<0>(above),
    );
    let high = half(
        of_places::<4>(dead),
        of_places::<4>(runs),
        of_places::<4>(below),
        of_places::<4>(above),
    );

    let mut places = [0; 72];
    for (eight, v) in
        places.as_chunks_mut::<8>().0.iter_mut().zip(lanes(low).into_iter().chain(lanes(high)))
    {
        *eight = v.to_le_bytes();
    }
    let mut left = h;
    [0; FULL_HAND].map(|_: u8| {
        // 64 where no card is left, a place of 0.
        let place = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        places[place as usize]
    })
}

/// The same of a hand with a conflict: eleven hands of ten cards, four at a time.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn conflict_leaves(h: u64) -> [u8; FULL_HAND] {
    let turn = turn();
    let mut left = h;
    let mut next = || {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        h & !bit
    };
    let mut leaves = [0; 12];
    for leaves in leaves.as_chunks_mut::<4>().0 {
        let hands = [next(), next(), next(), next()];
        for (leaf, points) in leaves.iter_mut().zip(lanes(conflict_points(four(hands), turn).0)) {
            *leaf = points as u8;
        }
    }
    let cards = h.count_ones() as usize;
    std::array::from_fn(|at| if at < cards { leaves[at] } else { 0 })
}

/// A byte of ones for each bit from byte `FIRST` on, 32 of them.
#[inline]
#[target_feature(enable = "avx2")]
fn of_places<const FIRST: i64>(mask: __m256i) -> __m256i {
    const ONE: i64 = 0x0101_0101_0101_0101;
    let spread =
        _mm256_set_epi64x((FIRST + 3) * ONE, (FIRST + 2) * ONE, (FIRST + 1) * ONE, FIRST * ONE);
    let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    let bytes = _mm256_shuffle_epi8(mask, spread);
    _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bits), bits)
}

#[inline]
#[target_feature(enable = "avx2")]
fn four_times(h: u64) -> __m256i {
    _mm256_set1_epi64x(h.cast_signed())
}
