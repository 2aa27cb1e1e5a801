//! The match equity of a player against itself: what deals lead to, score by score.

use std::collections::BTreeMap;

use gin_core::arena::play_deal;
use gin_core::bot::Bot;
use gin_core::rng::{Generator, mix};
use gin_core::score::TARGET;
use gin_core::sim::Deal;
use gin_core::value::equity::{Equity, Histogram};
use gin_core::view::Score;

/// Scores at which deals are played; late, where a few points change how one plays, they are dense.
const SCORES: [u32; 12] = [0, 15, 30, 45, 60, 70, 78, 85, 90, 94, 97, 99];

/// The table of a player, from so many deals at each pair of [`SCORES`].
pub fn table(player: &dyn Bot, deals: u64, seed: u64) -> Equity {
    let found =
        SCORES.map(|mine| SCORES.map(|theirs| results(player, [mine, theirs], deals, seed)));
    Equity::from_results(|mine, theirs| {
        let mut mixed = Histogram::new();
        for (row, much) in beside(mine) {
            for (column, share) in beside(theirs) {
                let part = &found[row][column];
                mixed.extend(part.iter().map(|&(points, often)| (points, often * much * share)));
            }
        }
        mixed
    })
}

/// How deals end at a score, that of the starter first.
///
/// The same decks at every score, and each with either seat starting, so that luck of the cards
/// is not taken for a difference between scores or seats.
fn results(player: &dyn Bot, scores: [u32; 2], deals: u64, seed: u64) -> Histogram {
    let mut counts = BTreeMap::new();
    for number in 0..deals {
        let (deck, starter) = (mix(seed, number / 2), (number % 2) as usize);
        let mut by_seat = scores;
        by_seat.rotate_left(starter);
        let points = deal(player, deck, starter, by_seat, mix(deck, number));
        let points = if starter == 0 { points } else { -points };
        *counts.entry(points).or_insert(0_u32) += 1;
    }
    counts.into_iter().map(|(points, count)| (points, f64::from(count) / deals as f64)).collect()
}

/// The points of seat 0 in a deal of this deck at these scores, by seat.
fn deal(player: &dyn Bot, deck: u64, starter: usize, scores: [u32; 2], seed: u64) -> i32 {
    let mut deal = Deal::new(&Generator::new(deck).deck(), starter);
    let score = |mine, theirs| Score { mine, theirs, target: TARGET };
    let by_seat = [score(scores[0], scores[1]), score(scores[1], scores[0])];
    play_deal(&mut deal, [player; 2], by_seat, seed, |_| ());
    deal.ending().map_or(0, |ending| ending.points(0))
}

/// The places in [`SCORES`] beside a score, and how near it is to each: the shares add up to 1.
fn beside(score: u32) -> [(usize, f64); 2] {
    let above = SCORES.partition_point(|&known| known < score).clamp(1, SCORES.len() - 1);
    let [low, high] = [SCORES[above - 1], SCORES[above]];
    let share = f64::from(score - low) / f64::from(high - low);
    [(above - 1, 1.0 - share), (above, share)]
}

/// Prints the chances of the next starter: its points by row, the other's by column.
pub fn show(table: &Equity) {
    let shown = [0, 20, 40, 60, 80, 90, 99];
    println!("{:3} {}", "", shown.map(|theirs| format!("{theirs:5}")).join(" "));
    for mine in shown {
        let row = shown.map(|theirs| format!("{:.3}", table.chance(mine, theirs, true)));
        println!("{mine:3} {}", row.join(" "));
    }
}

/// What came of the deals of one match that began at scores alike.
#[derive(Clone, Copy, Default)]
struct Part {
    deals: f64,
    won: f64,
    said: f64,
}

/// Plays matches and prints how often the player that leads wins, by twenties of both scores, and
/// how often the table says so.
pub fn measure(table: &Equity, player: &dyn Bot, matches: u64, seed: u64) {
    let mut found: BTreeMap<[u32; 2], Vec<Part>> = BTreeMap::new();
    for number in 0..matches {
        let (course, winner) = play_match(player, mix(seed, number), (number % 2) as usize);
        let mut parts: BTreeMap<[u32; 2], Part> = BTreeMap::new();
        for (scores, starter) in course {
            let leader = usize::from(scores[1] > scores[0]);
            let [ahead, behind] = [scores[leader], scores[1 - leader]];
            let part = parts.entry([ahead / 20 * 20, behind / 20 * 20]).or_default();
            part.deals += 1.0;
            part.won += f64::from(u8::from(winner == leader));
            part.said += f64::from(table.chance(ahead, behind, starter == leader));
        }
        for (scores, part) in parts {
            found.entry(scores).or_default().push(part);
        }
    }
    println!("leads by: deals, won, said");
    for ([ahead, behind], parts) in found {
        let deals: f64 = parts.iter().map(|part| part.deals).sum();
        let said = parts.iter().map(|part| part.said).sum::<f64>() / deals;
        let (won, half_width) = share_won(&parts);
        println!("{ahead:2} to {behind:2}: {deals} {won:.3} ± {half_width:.3} {said:.3}");
    }
}

/// The share of the deals in which the leader won the match, and half the 95 % interval of it.
///
/// By matches, as one winner decides all the deals of a match.
fn share_won(parts: &[Part]) -> (f64, f64) {
    let deals: f64 = parts.iter().map(|part| part.deals).sum();
    let won = parts.iter().map(|part| part.won).sum::<f64>() / deals;
    let spread: f64 = parts.iter().map(|part| (part.won - won * part.deals).powi(2)).sum();
    (won, 1.96 * spread.sqrt() / deals)
}

/// The scores and the starter before every deal of a match, and who won it.
fn play_match(player: &dyn Bot, seed: u64, first: usize) -> (Vec<([u32; 2], usize)>, usize) {
    let mut course = Vec::new();
    let mut scores = [0; 2];
    loop {
        if let Some(winner) = scores.iter().position(|&points| points >= TARGET) {
            return (course, winner);
        }
        let starter = (first + course.len()) % 2;
        course.push((scores, starter));
        let deck = mix(seed, course.len() as u64);
        let points = deal(player, deck, starter, scores, deck);
        scores[usize::from(points < 0)] += points.unsigned_abs();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gin_core::bot::by_name;

    #[test]
    fn between_scores_the_nearer_one_counts_more() {
        assert_eq!(beside(0), [(0, 1.0), (1, 0.0)]);
        assert_eq!(beside(99), [(10, 0.0), (11, 1.0)]);
        assert_eq!(beside(15), [(0, 0.0), (1, 1.0)]);
        let [(low, far), (high, near)] = beside(96);
        assert_eq!((low, high), (9, 10));
        assert!((far - 1.0 / 3.0).abs() < 1e-9 && (near - 2.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_lead_is_worth_the_more_the_later() {
        let table = table(by_name("simple").unwrap(), 60, 1);
        assert!((table.chance(0, 0, true) - 0.5).abs() < 0.1);
        let ahead = [20, 40, 60, 80, 99].map(|mine| table.chance(mine, 0, true));
        assert!(ahead.is_sorted() && ahead[4] > 0.85, "{ahead:?}");
    }

    #[test]
    fn deals_that_one_match_decides_are_no_more_certain_than_one_of_them() {
        let part = |deals, share| Part { deals, won: deals * share, said: 0.0 };
        let once: Vec<Part> = (0..400).map(|at| part(1.0, f64::from(at % 4).min(1.0))).collect();
        let (won, half_width) = share_won(&once);
        assert!((won - 0.75).abs() < 1e-12);
        assert!((half_width - 1.96 * (0.75_f64 * 0.25 / 400.0).sqrt()).abs() < 1e-12);
        let thrice: Vec<Part> = (0..400).map(|at| part(3.0, f64::from(at % 4).min(1.0))).collect();
        let (again, wide) = share_won(&thrice);
        assert!((again - won).abs() < 1e-12 && (wide - half_width).abs() < 1e-12);
    }

    #[test]
    fn a_match_begins_at_nothing_and_ends_with_a_winner() {
        let simple = by_name("simple").unwrap();
        let mut won = [0; 2];
        for seed in 0..40 {
            let (course, winner) = play_match(simple, seed, 1);
            won[winner] += 1;
            assert_eq!(course[0], ([0, 0], 1));
            for (at, pair) in course.windows(2).enumerate() {
                let [(before, _), (after, starter)] = [pair[0], pair[1]];
                assert_eq!(starter, at % 2);
                assert!(after.iter().zip(before).all(|(&now, then)| (then..TARGET).contains(&now)));
                assert!(after.iter().zip(before).filter(|&(&now, then)| now > then).count() < 2);
            }
        }
        assert!(won[0] > 5 && won[1] > 5, "{won:?}");
    }
}
