//! Holds the optimisers of the engine against methods that share nothing with them.
//!
//! `gin-prove [RANKS]`: every hand of 0 to 11 cards, up to the order of the suits, by a sweep over
//! the ranks; every hand of a pack of 24 cards by trying every choice of melds as well; and
//! layoffs, card by card. `RANKS` is 13, the whole pack, where it is left out.

mod compare;
mod plain;
mod spread;
mod sweep;
mod walk;

use std::process::ExitCode;

use gin_core::card::RANKS;
use gin_core::census::Census;
use gin_core::discard::FULL_HAND;

use crate::compare::{Comparison, Thorough};
use crate::spread::Found;
use crate::walk::Walk;

/// Ranks of the pack of 24 cards.
const SMALL: u8 = 6;
/// Suits and ranks of the packs whose layoffs are all played.
const LAYOFFS: [(usize, u8); 5] = [(4, 4), (2, 8), (3, 6), (2, 9), (4, 5)];
const RANDOM_SPREADS: u64 = 1_000_000;

/// Every hand up to the order of the suits, and the census beside the same hands counted here.
fn hands(ranks: u8, threads: usize) -> u64 {
    println!("Hands of {ranks} ranks, the engine and the sweep:");
    println!("cards        classes           hands  differences");
    let mut wrong = 0;
    for cards in 0..=FULL_HAND {
        let walk = Walk { cards: cards as u32, ranks, classes: true };
        let mut found = Comparison::sum(walk.run(threads, Comparison::new));
        let census = Census::new(cards, ranks);
        let counted = census.and_then(|all| all.count(threads, || true));
        if counted != Some(found.points) {
            found.wrong += 1;
            found.told.push("the census counts other hands".to_owned());
        }
        println!("{cards:5} {:14} {:15} {:12}", found.classes, found.hands, found.wrong);
        wrong += tell(found.wrong, &found.told);
    }
    wrong
}

/// Every hand of the small pack, each by itself, by three methods.
fn small_pack(threads: usize) -> u64 {
    let sizes = (0..=FULL_HAND as u32).flat_map(|cards| {
        Walk { cards, ranks: SMALL, classes: false }.run(threads, || Thorough::new(SMALL))
    });
    let found = Comparison::sum(sizes.map(|look| look.comparison).collect());
    println!(
        "Hands of {SMALL} ranks, by three methods, with every discard: {}, differences: {}",
        found.hands, found.wrong
    );
    tell(found.wrong, &found.told)
}

fn layoffs(title: &str, found: &Found) -> u64 {
    println!(
        "Layoffs, {title}: {}, something laid off in {}, differences: {}",
        found.compared, found.laid_off, found.wrong
    );
    tell(found.wrong, &found.told)
}

fn tell(wrong: u64, told: &[String]) -> u64 {
    for line in told {
        println!("  {line}");
    }
    wrong
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ranks = match words.as_slice() {
        [] => Some(RANKS),
        [word] => word.parse().ok().filter(|ranks| (1..=RANKS).contains(ranks)),
        _ => None,
    };
    let Some(ranks) = ranks else {
        eprintln!("gin-prove: say nothing, or how many ranks the pack has, 1 to {RANKS}.");
        return ExitCode::from(2);
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut wrong = hands(ranks, threads);
    wrong += small_pack(threads);
    for (suits, ranks) in LAYOFFS {
        let title = format!("every spread of {suits} suits of {ranks} ranks");
        wrong += layoffs(&title, &spread::every(suits, ranks));
    }
    wrong += layoffs("random spreads of the pack", &spread::random(RANDOM_SPREADS, 1));
    println!("{}", if wrong == 0 { "Not one difference." } else { "The engine is not exact." });
    ExitCode::from(u8::from(wrong > 0))
}
