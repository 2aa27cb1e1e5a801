//! Trains and measures the belief of what the opponent holds.

use std::fs;
use std::path::Path;

use gin_core::arena::MOST_ACTIONS;
use gin_core::bot::Bot;
use gin_core::card_set::CardSet;
use gin_core::deadwood::deadwood;
use gin_core::rng::{Generator, mix};
use gin_core::sim::Deal;
use gin_core::value::belief::{ANSWERS, Belief, DEADWOOD, DEADWOOD_SCALE, LEAK, WIDTH, inputs};
use gin_core::value::exponential::logistic;
use gin_core::value::kernel::active;
use gin_core::value::packed::pack_belief;
use gin_core::value::plane::INPUTS;
use gin_core::view::Score;

use crate::gradient::{adam, pull_through};
use crate::opponent::drawn;
use crate::{BATCH, CHUNK, Outcome, told};

/// How much the squared error of the deadwood counts beside the cards.
const DEADWOOD_SHARE: f32 = 0.5;

/// A decision, and what the other hand turned out to be.
struct Sample {
    inputs: Vec<u16>,
    unseen: CardSet,
    other: CardSet,
}

/// One deal between two players, seen by the first at its decisions.
fn watch(players: [&dyn Bot; 2], seat: usize, chance: &mut Generator, samples: &mut Vec<Sample>) {
    let mut deal = Deal::new(&chance.deck(), chance.below(2) as usize);
    for _ in 0..MOST_ACTIONS {
        let Some(actor) = deal.course().actor() else { return };
        let view = deal.view(actor, Score::default());
        if actor == seat {
            samples.push(Sample {
                inputs: inputs(&view),
                unseen: view.unseen(),
                other: deal.hand(1 - seat),
            });
        }
        let who = players[usize::from(actor != seat)];
        let action = who.choose(&view, u64::from(chance.below(u32::MAX)));
        deal.advance(action);
    }
}

/// Weights, and for each its gradient and moments, in one order.
struct Learner {
    belief: Belief,
    gradient: Belief,
    first: Belief,
    second: Belief,
    touched: Vec<u16>,
    is_touched: Vec<bool>,
    steps: i32,
}

impl Learner {
    fn new(seed: u64) -> Self {
        let mut chance = Generator::new(seed);
        let mut uniform =
            |size: f32| (chance.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * size;
        let mut belief = Belief::zero();
        belief.first.iter_mut().flatten().for_each(|weight| *weight = uniform(0.1));
        belief.second.iter_mut().flatten().for_each(|weight| *weight = uniform(0.15));
        Self {
            belief,
            gradient: Belief::zero(),
            first: Belief::zero(),
            second: Belief::zero(),
            touched: Vec::new(),
            is_touched: vec![false; INPUTS],
            steps: 0,
        }
    }

    fn learn(&mut self, batch: &[Sample], rate: f32) -> f32 {
        let mut loss = 0.0;
        for sample in batch {
            loss += self.backward(sample, 1.0 / batch.len() as f32);
        }
        self.steps += 1;
        let Self { belief, gradient, first, second, touched, is_touched, steps } = self;
        for input in touched.drain(..) {
            let at = usize::from(input);
            is_touched[at] = false;
            adam(
                &mut belief.first[at],
                &mut gradient.first[at],
                &mut first.first[at],
                &mut second.first[at],
                rate,
                *steps,
            );
        }
        adam(
            &mut belief.first_bias,
            &mut gradient.first_bias,
            &mut first.first_bias,
            &mut second.first_bias,
            rate,
            *steps,
        );
        adam(
            belief.second.as_flattened_mut(),
            gradient.second.as_flattened_mut(),
            first.second.as_flattened_mut(),
            second.second.as_flattened_mut(),
            rate,
            *steps,
        );
        adam(
            &mut belief.second_bias,
            &mut gradient.second_bias,
            &mut first.second_bias,
            &mut second.second_bias,
            rate,
            *steps,
        );
        loss / batch.len() as f32
    }

    fn backward(&mut self, sample: &Sample, share: f32) -> f32 {
        let (sums, answers) = self.belief.answers(&sample.inputs);
        let mut pull = [0.0_f32; ANSWERS];
        let mut loss = 0.0;
        for card in sample.unseen {
            let at = usize::from(card.index());
            let held = f32::from(u8::from(sample.other.contains(card)));
            let chance = logistic(answers[at]);
            pull[at] = (chance - held) * share;
            loss -= (if held > 0.5 { chance } else { 1.0 - chance }).max(1e-7).ln();
        }
        let error = answers[DEADWOOD] - deadwood(sample.other) as f32 / DEADWOOD_SCALE;
        pull[DEADWOOD] = DEADWOOD_SHARE * error * share;
        let mut wide_pull = [0.0_f32; WIDTH];
        for at in 0..WIDTH {
            let pull = pull_through(
                &pull,
                &self.belief.second[at],
                &mut self.gradient.second[at],
                active(sums[at], LEAK),
            );
            let on = if sums[at] > 0.0 { 1.0 } else { LEAK };
            wide_pull[at] = on * pull;
        }
        for (sum, pull) in self.gradient.second_bias.iter_mut().zip(&pull) {
            *sum += pull;
        }
        for (sum, pull) in self.gradient.first_bias.iter_mut().zip(&wide_pull) {
            *sum += pull;
        }
        for &input in &sample.inputs {
            let at = usize::from(input);
            if !self.is_touched[at] {
                self.is_touched[at] = true;
                self.touched.push(input);
            }
            for (sum, pull) in self.gradient.first[at].iter_mut().zip(&wide_pull) {
                *sum += pull;
            }
        }
        loss
    }
}

/// Trains on deals of `player` against itself and the pool, and writes the weights.
pub fn train(
    player: &dyn Bot,
    pool: &[(Box<dyn Bot>, f64)],
    positions: u64,
    seed: u64,
    out: &Path,
) -> Outcome<()> {
    let mut learner = Learner::new(seed);
    let mut done = 0;
    let mut chunk = 0;
    let mut samples = Vec::with_capacity(CHUNK + 100);
    while done < positions {
        let progress = done as f32 / positions as f32;
        let mut chance = Generator::new(mix(mix(seed, 0x6265_6c69), chunk));
        samples.clear();
        while samples.len() < CHUNK {
            let other = drawn(pool, &mut chance).unwrap_or(player);
            let seat = chance.below(2) as usize;
            watch([player, other], seat, &mut chance, &mut samples);
        }
        chance.shuffle(&mut samples);
        let rate = 0.002 * (1.0 - progress) + 0.000_02;
        let loss: f32 = samples.chunks(BATCH).map(|batch| learner.learn(batch, rate)).sum();
        done += samples.len() as u64;
        chunk += 1;
        if chunk % 100 == 0 || done >= positions {
            println!("{done}\t{:.4}", loss / samples.len().div_ceil(BATCH) as f32);
            fs::write(out, pack_belief(&learner.belief)).map_err(|error| told(out, error))?;
        }
    }
    Ok(())
}

/// Prints how good the belief is, by own turn, against one opponent.
pub fn measure(belief: &Belief, player: &dyn Bot, other: &dyn Bot, deals: u64, seed: u64) {
    #[derive(Clone, Copy, Default)]
    struct Row {
        count: f64,
        truth: f64,
        uniform: f64,
        deadwood: f64,
        guessed: f64,
        error: f64,
    }
    let mut rows = [Row::default(); 13];
    let mut bins = [(0.0_f64, 0.0_f64, 0.0_f64); 10];
    for number in 0..deals {
        let mut chance = Generator::new(mix(seed, number));
        let seat = number as usize % 2;
        let mut deal = Deal::new(&chance.deck(), chance.below(2) as usize);
        for _ in 0..MOST_ACTIONS {
            let Some(actor) = deal.course().actor() else { break };
            let view = deal.view(actor, Score::default());
            if actor == seat && view.hand().len() == 10 {
                let turn = usize::from(view.course.turns[seat]) + 1;
                let row = &mut rows[turn.min(12)];
                let guess = belief.guess(&view);
                let held = deal.hand(1 - seat);
                let hidden = held - view.known();
                let own = f64::from(deadwood(held));
                row.count += 1.0;
                let chances = |cards: CardSet| {
                    cards
                        .iter()
                        .map(|card| f64::from(guess.cards[usize::from(card.index())]))
                        .sum::<f64>()
                };
                row.truth += chances(hidden) / f64::from(hidden.len().max(1));
                row.uniform += f64::from(hidden.len()) / f64::from(view.unseen().len().max(1));
                row.deadwood += own;
                row.guessed += f64::from(guess.deadwood);
                row.error += (own - f64::from(guess.deadwood)).abs();
                for card in view.unseen() {
                    let chance = f64::from(guess.cards[usize::from(card.index())]);
                    let bin = &mut bins[((chance * 10.0) as usize).min(9)];
                    bin.0 += 1.0;
                    bin.1 += chance;
                    bin.2 += f64::from(u8::from(held.contains(card)));
                }
            }
            let who = if actor == seat { player } else { other };
            deal.advance(who.choose(&view, number));
        }
    }
    println!("turn  P(true card): uniform  belief | deadwood: true  believed  mean error");
    for (turn, row) in rows.iter().enumerate().filter(|(_, row)| row.count > 30.0) {
        let of = |sum: f64| sum / row.count;
        println!(
            "{turn:4}  {:20.3} {:7.3} | {:14.1} {:9.1} {:11.1}",
            of(row.uniform),
            of(row.truth),
            of(row.deadwood),
            of(row.guessed),
            of(row.error)
        );
    }
    let line: Vec<String> = bins
        .iter()
        .filter(|bin| bin.0 > 100.0)
        .map(|bin| format!("{:.2}→{:.2}", bin.1 / bin.0, bin.2 / bin.0))
        .collect();
    println!("believed → true: {}", line.join(" "));
}
