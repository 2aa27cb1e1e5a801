//! One question of the solver over many hands, for `make counts` (callgrind counts what happens
//! inside `measured`) and for timing without a harness.
//!
//! `counts list` names the questions; `counts QUESTION uniform|clustered HANDS` asks one once;
//! `counts time HANDS WINDOWS [QUESTION]` prints the least of so many windows, in nanoseconds a hand.

use std::cell::RefCell;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use gin_benches::{clustered, peer_hand, uniform};
use gin_core::arrangement::{Arrangement, arrange};
use gin_core::batch::{Refusal, deadwood_many, discards_many, lay_off_many};
use gin_core::card_set::CardSet;
use gin_core::deadwood::deadwood;
use gin_core::discard::{FULL_HAND, best_discard_points, discard_points, discards};
use gin_core::layoff::{Spread, layoff_points};

/// A question: its name, how many cards a hand has, and how it is asked of all hands.
type Question = (&'static str, u32, fn(&Table) -> u64);

/// The hands, and for layoffs a spread beside each, as masks and as melds.
struct Table {
    hands: Vec<CardSet>,
    spreads: Vec<Spread>,
    laid: Vec<Arrangement>,
    melds: Vec<[u64; 3]>,
    masks: Vec<u64>,
    peers: Vec<gin_rummy::Hand>,
    out: RefCell<Vec<u8>>,
}

#[inline]
fn over(table: &Table, solve: impl Fn(CardSet) -> u32) -> u64 {
    table.hands.iter().fold(0, |sum, &hand| sum + u64::from(solve(black_box(hand))))
}

const QUESTIONS: &[Question] = &[
    ("nothing", 10, |table| over(table, |hand| hand.mask() as u32)),
    ("deadwood", 10, |table| over(table, deadwood)),
    ("deadwood_many", 10, |table| many(table, 1, deadwood_many)),
    ("discards_many", 11, |table| many(table, FULL_HAND, discards_many)),
    ("lay_off_many", 10, |table| {
        many(table, 1, |masks, out| lay_off_many(masks, &table.melds, out))
    }),
    ("arrange", 10, |table| over(table, |hand| arrange(hand).dead().mask() as u32)),
    ("best_discard", 11, |table| over(table, best_discard_points)),
    ("discard_points", 11, |table| {
        over(table, |hand| discard_points(hand).iter().map(|&points| u32::from(points)).sum())
    }),
    ("discards", 11, |table| over(table, |hand| discards(hand, None)[0].points)),
    ("layoff", 10, |table| {
        let pairs = table.hands.iter().zip(&table.spreads);
        pairs.fold(0, |sum, (&hand, &spread)| {
            sum + u64::from(layoff_points(black_box(hand), black_box(spread)))
        })
    }),
    ("layoff_with_spread", 10, |table| {
        let pairs = table.hands.iter().zip(&table.laid);
        pairs.fold(0, |sum, (&hand, laid)| {
            sum + u64::from(layoff_points(black_box(hand), Spread::from(black_box(laid))))
        })
    }),
    ("crate_gin_rummy", 10, |table| {
        let peers = table.peers.iter();
        peers.fold(0, |sum, &hand| sum + u64::from(gin_rummy::deadwood(black_box(hand))))
    }),
];

fn many(
    table: &Table,
    width: usize,
    solve: impl Fn(&[u64], &mut [u8]) -> Result<(), Refusal>,
) -> u64 {
    let mut out = table.out.borrow_mut();
    match solve(black_box(&table.masks), &mut out[..table.hands.len() * width]) {
        Ok(()) => u64::from(black_box(&out)[0]),
        Err(refusal) => unreachable!("every hand is one: {refusal}"),
    }
}

#[inline(never)]
fn measured(question: &Question, table: &Table) -> u64 {
    (question.2)(table)
}

fn table(question: &Question, kind: &str, count: usize) -> Table {
    let deal = if kind == "uniform" { uniform } else { clustered };
    let mut hands = deal(count, question.1);
    let (mut spreads, mut laid, mut melds) = (Vec::new(), Vec::new(), Vec::new());
    if question.0.starts_with("lay") {
        let knockers = hands.clone();
        for (at, hand) in hands.iter_mut().enumerate() {
            let knocker = knockers[(at + 1) % count];
            *hand -= knocker;
            laid.push(arrange(knocker));
            spreads.push(Spread::from(&laid[at]));
            let mut places = [0; 3];
            for (place, meld) in places.iter_mut().zip(laid[at].melds()) {
                *place = meld.cards().mask();
            }
            melds.push(places);
        }
    }
    let masks = hands.iter().map(|hand| hand.mask()).collect();
    let peers = hands.iter().map(|&hand| peer_hand(hand)).collect();
    Table { hands, peers, spreads, laid, melds, masks, out: vec![0; count * FULL_HAND].into() }
}

/// Nanoseconds this process has had a core, where the system says so: other programs then do not
/// count. Elsewhere the clock.
fn spent(start: Instant) -> f64 {
    let on_core = std::fs::read_to_string("/proc/self/schedstat").ok();
    on_core
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| start.elapsed().as_secs_f64() * 1e9)
}

/// The least of `windows` windows of time a hand; each is as many passes over the hands as take a third of a
/// second, because the system counts a program's time in ticks of a few milliseconds.
#[expect(clippy::cast_precision_loss, reason = "millions of hands fit")]
fn least_time(question: &Question, table: &Table, windows: usize) -> f64 {
    let start = Instant::now();
    let window = || {
        let before = spent(start);
        let mut passes = 0_u32;
        while spent(start) - before < 3e8 {
            black_box(measured(question, table));
            passes += 1;
        }
        (spent(start) - before) / f64::from(passes) / table.hands.len() as f64
    };
    (0..windows).map(|_| window()).fold(f64::INFINITY, f64::min)
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["list"] => QUESTIONS.iter().for_each(|question| println!("{}", question.0)),
        ["time", count, windows, ..] => {
            let (Ok(count), Ok(windows)) = (count.parse(), windows.parse()) else {
                return ExitCode::from(2);
            };
            let wanted = words.get(3);
            for question in QUESTIONS.iter().filter(|q| wanted.is_none_or(|name| *name == q.0)) {
                let [uniform, clustered] = ["uniform", "clustered"]
                    .map(|kind| least_time(question, &table(question, kind, count), windows));
                println!("{:20}{uniform:8.2}{clustered:8.2}", question.0);
            }
        }
        [name, kind @ ("uniform" | "clustered"), count] => {
            let question = QUESTIONS.iter().find(|question| question.0 == name);
            let (Some(question), Ok(count)) = (question, count.parse()) else {
                return ExitCode::from(2);
            };
            black_box(measured(question, &table(question, kind, count)));
        }
        _ => return ExitCode::from(2),
    }
    ExitCode::SUCCESS
}
