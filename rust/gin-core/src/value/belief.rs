//! What the opponent holds, as far as one seat can tell: a chance for every unseen card, and the
//! expected deadwood.
//!
//! A network of its own, trained on deals in which the opponent's hand was known afterwards. It
//! sees the same planes as the value network, without those of an action.

use super::exponential::logistic;
use super::kernel::{Kernel, active};
use super::plane::{INPUTS, Input, put_hand, put_public};
use crate::card::PACK;
use crate::card_set::CardSet;
use crate::score::HAND_SIZE;
use crate::view::View;

/// The share of a negative sum that a hidden unit passes on.
pub const LEAK: f32 = 1.0 / 16.0;
/// Units of its one hidden layer.
pub const WIDTH: usize = 128;
/// Answers: 52 cards, the deadwood, and zeros up to a whole number of lanes.
pub const ANSWERS: usize = 64;
/// The place of the deadwood among the answers, in units of [`DEADWOOD_SCALE`].
pub const DEADWOOD: usize = PACK;
/// Points of one unit of the deadwood.
pub const DEADWOOD_SCALE: f32 = 20.0;

/// The network.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// A row for each input.
    pub first: Vec<[f32; WIDTH]>,
    /// The hidden layer's bias.
    pub first_bias: [f32; WIDTH],
    /// A row of answers for each hidden unit.
    pub second: Vec<[f32; ANSWERS]>,
    /// The answers' bias.
    pub second_bias: [f32; ANSWERS],
    kernel: Kernel,
}

/// What is believed of the opponent's hand.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// By card index, the chance that the opponent holds it: 1 for cards seen to go there, 0 for
    /// cards that are elsewhere, and for the others chances that add up to the cards left.
    pub cards: [f32; PACK],
    /// The same for unseen cards, as logits.
    pub logits: [f32; PACK],
    /// The expected deadwood of the opponent's hand, in points.
    pub deadwood: f32,
}

impl Belief {
    /// How many weights there are.
    pub const WEIGHTS: usize = (INPUTS + 1) * WIDTH + (WIDTH + 1) * ANSWERS;

    /// A network of nothing but zeros.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            first: vec![[0.0; WIDTH]; INPUTS],
            first_bias: [0.0; WIDTH],
            second: vec![[0.0; ANSWERS]; WIDTH],
            second_bias: [0.0; ANSWERS],
            kernel: Kernel::detect(),
        }
    }

    /// Every weight, in the order of the file.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.first
            .iter_mut()
            .flatten()
            .chain(&mut self.first_bias)
            .chain(self.second.iter_mut().flatten())
            .chain(&mut self.second_bias)
    }

    /// Every weight, in the order of the file.
    pub fn weights(&self) -> impl Iterator<Item = &f32> {
        self.first
            .iter()
            .flatten()
            .chain(&self.first_bias)
            .chain(self.second.iter().flatten())
            .chain(&self.second_bias)
    }

    /// The hidden layer's sums and the raw answers: logits of the cards, then the deadwood.
    #[must_use]
    pub fn answers(&self, inputs: &[Input]) -> ([f32; WIDTH], [f32; ANSWERS]) {
        let mut sums = self.first_bias;
        self.kernel.add(&mut sums, &self.first, inputs);
        let mut answers = self.second_bias;
        for (sum, row) in sums.iter().zip(&self.second) {
            let unit = active(*sum, LEAK);
            for (answer, weight) in answers.iter_mut().zip(row) {
                *answer += unit * weight;
            }
        }
        (sums, answers)
    }

    /// What the seat of a view may believe.
    #[must_use]
    pub fn guess(&self, view: &View<'_>) -> Guess {
        let (_, answers) = self.answers(&inputs(view));
        let (mut cards, mut logits) = ([0.0; PACK], [0.0; PACK]);
        view.known().iter().for_each(|card| cards[usize::from(card.index())] = 1.0);
        let unseen = view.unseen();
        let left = HAND_SIZE.saturating_sub(view.known().len());
        let shift = balance(&answers, unseen, left as f32);
        for card in unseen {
            let at = usize::from(card.index());
            logits[at] = answers[at] + shift;
            cards[at] = logistic(logits[at]);
        }
        Guess { cards, logits, deadwood: (answers[DEADWOOD] * DEADWOOD_SCALE).max(0.0) }
    }
}

/// The inputs of a view: what everybody has seen, and the own hand.
#[must_use]
pub fn inputs(view: &View<'_>) -> Vec<Input> {
    let mut inputs = Vec::with_capacity(128);
    put_public(view, &mut inputs);
    put_hand(view.hand(), view.course.known[view.seat], view.unseen(), &mut inputs);
    inputs
}

/// What to add to the logits so that the chances add up to the cards the opponent has left.
fn balance(answers: &[f32; ANSWERS], unseen: CardSet, left: f32) -> f32 {
    let (mut low, mut high) = (-20.0_f32, 20.0_f32);
    for _ in 0..30 {
        let middle = f32::midpoint(low, high);
        let sum: f32 =
            unseen.iter().map(|card| logistic(answers[usize::from(card.index())] + middle)).sum();
        if sum < left { low = middle } else { high = middle }
    }
    f32::midpoint(low, high)
}
