//! A hill climb over the weights of the heuristic player: what `careful` becomes when it is fitted to
//! any players.

use gin_core::arena::{Duel, duel};
use gin_core::bot::{Bot, Careful, Weights};
use gin_core::rng::{Generator, mix};

/// How many weights there are.
pub const COUNT: usize = 13;

/// A guess to begin with: some look ahead, some danger, and a knock as soon as there can be one.
const GUESS: [f64; COUNT] = [1.0, 0.0, 0.25, 0.5, 0.0, 5.0, 0.5, 0.8, 5.0, 45.0, 4.0, 20.0, 20.0];

/// The player of these weights, in the order of [`Weights`].
#[must_use]
pub const fn player(weights: &[f64; COUNT]) -> Careful {
    Careful::new(Weights {
        look: weights[0],
        look_fade: weights[1],
        hope: weights[2],
        gin: weights[3],
        gin_growth: weights[4],
        danger: weights[5],
        danger_growth: weights[6],
        cold: weights[7],
        taking: weights[8],
        theirs: weights[9],
        theirs_fade: weights[10],
        knocks_until: weights[11] as u32,
        low_knocks_until: weights[12] as u32,
    })
}

/// Weights from `number,number,…`, as [`climb`] prints them.
///
/// # Errors
///
/// One sentence, where there are not so many numbers.
pub fn parse(text: &str) -> Result<[f64; COUNT], String> {
    let number = |part: &str| part.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("a careful player has {COUNT} weights, not '{text}'"))
}

/// The weights as [`parse`] reads them.
fn show(weights: &[f64; COUNT]) -> String {
    weights.map(|weight| format!("{weight:.3}")).join(",")
}

/// Which way and how far a step goes: up to three weights by up to a half, turns by up to three.
fn step(from: &[f64; COUNT], chance: &mut Generator) -> [f64; COUNT] {
    let mut to = *from;
    for _ in 0..=chance.below(3) {
        let at = chance.below(COUNT as u32) as usize;
        let by = f64::from(chance.below(2001)) / 1000.0 - 1.0;
        to[at] = if at >= COUNT - 2 {
            (to[at] + (3.0 * by).round()).max(0.0)
        } else {
            // From 0 too, and never below it.
            (to[at] * (1.0 + 0.5 * by) + 0.05 * by).max(0.0)
        };
    }
    to[2] = to[2].clamp(0.01, 1.0); // a share of the cards to come
    to[7] = to[7].min(1.0); // what is left of a chance
    to
}

/// Climbs for so many steps against the pool, each judged on the same decks played twice, and
/// prints every improvement: mean points a deal by the shares of the pool, and the weights.
pub fn climb(pool: &[(Box<dyn Bot>, f64)], steps: u64, decks: u64, seed: u64) {
    let judge = |weights: &[f64; COUNT]| -> f64 {
        let player = player(weights);
        let mean = |other: &dyn Bot| -> f64 {
            let found: Duel = duel(&player, other, decks, 0, seed);
            found.points.mean
        };
        pool.iter().map(|(other, share)| share * mean(other.as_ref())).sum()
    };
    let mut best = GUESS;
    let mut height = judge(&best);
    println!("step 0: {height:+.2} {}", show(&best));
    for number in 1..=steps {
        let tried = step(&best, &mut Generator::new(mix(seed, number)));
        let found = judge(&tried);
        if found > height {
            (best, height) = (tried, found);
            println!("step {number}: {height:+.2} {}", show(&best));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gin_core::bot::by_name;

    #[test]
    fn weights_are_read_as_they_are_shown_and_refused_otherwise() {
        assert_eq!(parse(&show(&GUESS)), Ok(GUESS));
        assert!(parse("1,2,3").is_err());
        for more in ["x", "", "0.5"] {
            assert!(parse(&format!("{},{more}", show(&GUESS))).is_err(), "{more}");
        }
        assert!(parse(&show(&GUESS).replace("45.000", "NaN")).is_err());
    }

    #[test]
    fn steps_stay_where_weights_have_a_meaning() {
        let mut weights = GUESS;
        for number in 0..2000 {
            weights = step(&weights, &mut Generator::new(number));
            assert!(weights.iter().all(|&weight| weight >= 0.0));
            assert!((0.01..=1.0).contains(&weights[2]) && weights[7] <= 1.0);
            assert!(weights[COUNT - 2..].iter().all(|turn| turn.fract() == 0.0));
        }
    }

    #[test]
    fn the_guess_already_beats_simple() {
        let simple = by_name("simple").expect("simple ships");
        let found = duel(&player(&GUESS), simple, 300, 0, 5);
        assert!(found.points.mean > 0.5, "{}", found.points.mean);
    }
}
