//! The exact solver and its peer, hand by hand, on a million fresh hands: too many for the branch
//! predictor to learn by heart.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gin_benches::{clustered, peer_hand, uniform};
use gin_core::arrangement::arrange;
use gin_core::batch::deadwood_many;
use gin_core::card_set::CardSet;
use gin_core::deadwood::deadwood;
use gin_core::discard::{best_discard_points, discard_points, discards};
use gin_core::layoff::{Spread, layoff_points};

const FRESH: usize = 1_000_000;

/// One window over all hands; the group's throughput turns it into a time a hand.
fn over(
    group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>,
    name: &str,
    hands: &[CardSet],
    solve: impl Fn(CardSet) -> u32,
) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| hands.iter().fold(0, |sum, &hand| sum + u64::from(solve(black_box(hand)))));
    });
}

fn solver(criterion: &mut Criterion) {
    for (kind, tens, elevens) in [
        ("uniform", uniform(FRESH, 10), uniform(FRESH, 11)),
        ("clustered", clustered(FRESH, 10), clustered(FRESH, 11)),
    ] {
        let mut group = criterion.benchmark_group(kind);
        group.throughput(Throughput::Elements(FRESH as u64)).sample_size(10);
        over(&mut group, "deadwood", &tens, deadwood);
        over(&mut group, "arrange", &tens, |hand| arrange(hand).dead().mask() as u32);
        over(&mut group, "best_discard", &elevens, best_discard_points);
        over(&mut group, "discard_points", &elevens, |hand| u32::from(discard_points(hand)[0]));
        let masks: Vec<u64> = tens.iter().map(|hand| hand.mask()).collect();
        let mut out = vec![0; FRESH];
        group.bench_function("deadwood_many", |bencher| {
            bencher.iter(|| deadwood_many(black_box(&masks), black_box(&mut out)));
        });
        over(&mut group, "discards", &elevens, |hand| discards(hand, None)[0].points);
        let pairs: Vec<(CardSet, Spread)> = tens
            .windows(2)
            .map(|pair| (pair[0] - pair[1], Spread::new(arrange(pair[1]).melds())))
            .collect();
        group.bench_function("layoff", |bencher| {
            bencher.iter(|| {
                pairs.iter().fold(0, |sum, &(defender, spread)| {
                    sum + u64::from(layoff_points(black_box(defender), spread))
                })
            });
        });
        let peers: Vec<gin_rummy::Hand> = tens.iter().map(|&hand| peer_hand(hand)).collect();
        for (hand, peer) in tens.iter().zip(&peers) {
            assert_eq!(deadwood(*hand), u32::from(gin_rummy::deadwood(*peer)), "{hand}");
        }
        group.bench_function("deadwood_gin_rummy_crate", |bencher| {
            bencher.iter(|| {
                peers
                    .iter()
                    .fold(0, |sum, &hand| sum + u64::from(gin_rummy::deadwood(black_box(hand))))
            });
        });
        group.finish();
    }
}

criterion_group!(benches, solver);
criterion_main!(benches);
