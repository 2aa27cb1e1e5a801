//! A miniature of the game that can be solved: how far is the way of learning from the
//! equilibrium there?

mod afterstate;
mod kuhn;
mod rummy;
mod tree;
mod walk;

use std::time::Instant;

use afterstate::{Recipe, Table};
use kuhn::Kuhn;
use rummy::{Rules, Rummy, TINY};
use tree::{Game, Tree};
use walk::{equilibrium, expected, exploitability};

use crate::{Outcome, share, told};

/// What is asked for, `name=number` each.
struct Question {
    rules: Rules,
    iterations: u32,
    deals: u64,
    seeds: u64,
    /// Share of decisions made at random, at the start and at the end.
    exploration: (f32, f32),
}

fn question(words: &[String]) -> Outcome<Question> {
    let mut found = Question {
        rules: Rules { ranks: 5, hand: 3, knock: 2, ..TINY },
        iterations: 200,
        deals: 8_000_000,
        seeds: 3,
        exploration: (0.04, 0.003),
    };
    for word in words {
        put(&mut found, word).map_err(|error| told(word, error))?;
    }
    if found.seeds == 0 || found.deals == 0 || found.iterations == 0 {
        return Err("mini takes one seed, deal and iteration at least".into());
    }
    Ok(found)
}

/// Takes one word.
fn put(found: &mut Question, word: &str) -> Outcome<()> {
    let (name, number) = word.split_once('=').ok_or("mini takes name=number")?;
    let rules = &mut found.rules;
    match name {
        "suits" => rules.suits = number.parse()?,
        "ranks" => rules.ranks = number.parse()?,
        "hand" => rules.hand = number.parse()?,
        "meld" => rules.meld = number.parse()?,
        "knock" => rules.knock = number.parse()?,
        "gin" => rules.gin = number.parse()?,
        "undercut" => rules.undercut = number.parse()?,
        "draws" => rules.draws = number.parse()?,
        "takes" => rules.takes = number.parse()?,
        "iterations" => found.iterations = number.parse()?,
        "deals" => found.deals = number.parse()?,
        "exploration" => found.exploration.0 = share(number)?,
        "exploration_end" => found.exploration.1 = share(number)?,
        "seeds" => found.seeds = number.parse()?,
        _ => return Err(format!("mini knows no {name}").into()),
    }
    Ok(())
}

/// Points by which a choice may be missed: e times likelier for so many more.
const TEMPERATURES: [f32; 5] = [0.0, 0.1, 0.25, 0.5, 1.0];

/// Solves the miniature and measures what self-play makes of it.
pub fn run(words: &[String]) -> Outcome<()> {
    let question = question(words)?;
    let miniature = Rummy::new(question.rules)?;
    println!("Kuhn poker");
    let shorter = Question { deals: question.deals.min(1_000_000), ..question };
    compare(&Tree::new(Kuhn), &shorter);
    println!("\n{:?}", question.rules);
    compare(&Tree::new(miniature), &question);
    Ok(())
}

fn compare<G: Game>(tree: &Tree<G>, question: &Question) {
    let started = Instant::now();
    println!(
        "{:.0} deals, {} public positions, {} actions of information sets, {} of them by notes",
        1.0 / tree.chance,
        tree.nodes.len(),
        tree.hands.len(),
        tree.slot_count,
    );
    let solution = equilibrium(tree, question.iterations);
    let (points, spread) = expected(tree, &solution);
    println!(
        "the starter wins {points:+.4} points a deal in equilibrium, standard deviation {spread:.2}"
    );
    println!(
        "{:36} {:>20} {:>10} {:>20}",
        "", "a best answer wins", "of it", "the equilibrium wins"
    );
    let row = |name: &str, policies: &[Vec<f32>]| {
        let found: Vec<f64> = policies.iter().map(|policy| exploitability(tree, policy)).collect();
        let lost: Vec<f64> = policies.iter().map(|policy| loss(tree, policy, &solution)).collect();
        let share = 100.0 * mean(&found) / spread;
        println!("{name:36} {:>20} {share:>8.1} % {:>20}", range(&found), range(&lost));
    };
    let mut chance = vec![0.0; tree.hands.len()];
    tree.normalise(&mut chance);
    row("actions at random", &[chance]);
    for by_notes in [false, true] {
        let tables: Vec<Table<'_, G>> = (1..=question.seeds)
            .map(|seed| {
                let recipe = Recipe {
                    deals: question.deals,
                    seed,
                    rate: (0.1, 0.001),
                    exploration: question.exploration,
                    lambda: 0.6,
                    by_notes,
                };
                Table::learn(tree, &recipe)
            })
            .collect();
        for temperature in TEMPERATURES {
            let name = match (by_notes, temperature > 0.0) {
                (false, false) => "self-play, all remembered, greedy".to_owned(),
                (true, false) => "self-play, by notes, greedy".to_owned(),
                _ => format!("  softmax {temperature}"),
            };
            let policies: Vec<_> = tables.iter().map(|table| table.policy(temperature)).collect();
            row(&name, &policies);
        }
    }
    row(&format!("CFR+, {} iterations", question.iterations), std::slice::from_ref(&solution));
    println!("{:.0} s", started.elapsed().as_secs_f64());
}

/// Points a deal that the solution wins from the policy, seats alternating.
fn loss<G: Game>(tree: &Tree<G>, policy: &[f32], solution: &[f32]) -> f64 {
    let first = expected(tree, &tree.seated([solution, policy])).0;
    let second = expected(tree, &tree.seated([policy, solution])).0;
    (first - second) / 2.0
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The mean and, where there are several, how far they lie apart.
fn range(numbers: &[f64]) -> String {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if numbers.len() == 1 {
        return format!("{:.4}", mean(numbers));
    }
    format!("{:.3} ({least:.3}–{most:.3})", mean(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_asked_is_one_sentence() {
        for word in
            ["deals", "deals=0", "seeds=0", "iterations=0", "x=1", "ranks=x", "exploration=7"]
        {
            let told = question(&[word.to_owned()]).err().expect(word).to_string();
            assert!(
                !told.contains('{')
                    && told.contains(word.split('=').next().unwrap().trim_end_matches('s')),
                "{told}"
            );
        }
        assert_eq!(question(&["deals=9".to_owned()]).unwrap().deals, 9);
    }
}
