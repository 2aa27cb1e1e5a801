//! Deals played for training, and what the positions in them turned out to be worth.

use gin_core::action::{Action, Phase};
use gin_core::bot::Bot;
use gin_core::rng::Generator;
use gin_core::score::TARGET;
use gin_core::sim::Deal;
use gin_core::value::candidate::{candidates, deed, inputs_of};
use gin_core::value::equity::{Equity, UNIT};
use gin_core::value::network::{Network, SCALE};
use gin_core::view::{Score, View};

/// A position after an action, and the points (in units of the network's answer) to learn.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The inputs that are 1.
    pub inputs: Vec<u16>,
    /// What the network should answer.
    pub target: f32,
}

/// Who sits at a seat of a training deal.
#[derive(Clone, Copy)]
pub enum Side<'a> {
    /// The network that is being trained; its positions are kept.
    Learner,
    /// Anybody else.
    Bot(&'a dyn Bot),
    /// A player whose positions are kept though it does not follow the network: a warm start.
    Shown(&'a dyn Bot),
}

/// How a deal is played and read.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Share of decisions made at random.
    pub exploration: f32,
    /// How far a target looks ahead: 1 takes the deal's points, 0 the next position's answer.
    pub lambda: f32,
}

/// A match that training deals belong to: what a deal is worth then is the match.
pub struct Match<'a> {
    equity: &'a Equity,
    /// Points so far.
    scores: [u32; 2],
    starter: usize,
}

impl<'a> Match<'a> {
    /// A new match.
    pub const fn new(equity: &'a Equity) -> Self {
        Self { equity, scores: [0; 2], starter: 0 }
    }

    fn chance(&self, seat: usize, starter: usize, scores: [u32; 2]) -> f32 {
        self.equity.chance(scores[seat], scores[1 - seat], starter == seat)
    }

    /// Counts a deal; returns what it was worth to each seat.
    ///
    /// The next match begins somewhere in the middle: late scores, where points are not all alike,
    /// come up as often as early ones.
    fn count(&mut self, points: i32, chance: &mut Generator) -> [f32; 2] {
        let before = [0, 1].map(|seat| self.chance(seat, self.starter, self.scores));
        let winner = usize::from(points < 0);
        self.scores[winner] += points.unsigned_abs();
        self.starter = 1 - self.starter;
        let worth =
            [0, 1].map(|seat| (self.chance(seat, self.starter, self.scores) - before[seat]) / UNIT);
        if self.scores[winner] >= TARGET {
            self.scores = [0, 1].map(|_| chance.below(TARGET));
        }
        worth
    }
}

/// A position of one seat on its way through the deal.
struct Visit {
    inputs: Vec<u16>,
    /// The network's answer for it.
    answer: f32,
    /// The answer for the best choice, where something else was tried.
    instead_of: Option<f32>,
}

/// Plays one deal and adds its positions.
pub fn play<const H: usize>(
    network: &Network<H>,
    sides: [Side<'_>; 2],
    manner: Manner,
    mut in_match: Option<&mut Match<'_>>,
    chance: &mut Generator,
    samples: &mut Vec<Sample>,
) {
    const MOST_ACTIONS: u32 = 400;
    let starter = match &in_match {
        Some(found) => found.starter,
        None => chance.below(2) as usize,
    };
    let scores = in_match.as_ref().map_or([0; 2], |found| found.scores);
    let mut deal = Deal::new(&chance.deck(), starter);
    let mut visits: [Vec<Visit>; 2] = [Vec::new(), Vec::new()];
    // A card taken on trial makes the position after the discard one that was tried.
    let mut tried: [Option<f32>; 2] = [None, None];
    for _ in 0..MOST_ACTIONS {
        let Some(seat) = deal.course().actor() else { break };
        let view =
            deal.view(seat, Score { mine: scores[seat], theirs: scores[1 - seat], target: TARGET });
        let action = match sides[seat] {
            Side::Bot(bot) => bot.choose(&view, u64::from(chance.below(u32::MAX))),
            Side::Shown(bot) => {
                let action = explore(&view, manner, chance)
                    .unwrap_or_else(|| bot.choose(&view, u64::from(chance.below(u32::MAX))));
                if let Some(deed) = deed(action).filter(|_| view.course.phase != Phase::MustDraw) {
                    let inputs = inputs_of(&view, deed);
                    visits[seat].push(Visit { inputs, answer: 0.0, instead_of: None });
                }
                action
            }
            Side::Learner => {
                learn(network, &view, manner, chance, &mut visits[seat], &mut tried[seat])
            }
        };
        deal.advance(action);
    }
    let Some(ending) = deal.ending() else { return };
    let worth = match &mut in_match {
        Some(found) => found.count(ending.points(0), chance),
        None => [0, 1].map(|seat| ending.points(seat) as f32 / SCALE),
    };
    for (seat, visits) in visits.into_iter().enumerate() {
        let lambda = if matches!(sides[seat], Side::Shown(_)) { 1.0 } else { manner.lambda };
        assign(visits, worth[seat], lambda, samples);
    }
}

fn explore(view: &View<'_>, manner: Manner, chance: &mut Generator) -> Option<Action> {
    let explores = (chance.below(1 << 24) as f32) < manner.exploration * (1 << 24) as f32;
    let legal = view.legal();
    explores.then(|| legal.iter().nth(chance.below(legal.len()) as usize)).flatten()
}

fn learn<const H: usize>(
    network: &Network<H>,
    view: &View<'_>,
    manner: Manner,
    chance: &mut Generator,
    visits: &mut Vec<Visit>,
    tried: &mut Option<f32>,
) -> Action {
    if view.course.phase == Phase::MustDraw {
        return Action::DrawStock;
    }
    let found = candidates(network, view);
    let Some(best) = found.best() else { return Action::DrawStock };
    // R21: the network is trained as it will play, never passing cards back and forth for long.
    let chosen =
        if best.action == Action::DrawPile && view.course.takes >= gin_core::bot::MOST_TAKES {
            Action::DrawStock
        } else {
            explore(view, manner, chance).unwrap_or(best.action)
        };
    if chosen != best.action && tried.is_none() {
        *tried = Some(best.points / SCALE);
    }
    if let Some(deed) = deed(chosen) {
        let points =
            found.iter().find(|candidate| candidate.action == chosen).map_or(0.0, |c| c.points);
        visits.push(Visit {
            inputs: inputs_of(view, deed),
            answer: points / SCALE,
            instead_of: tried.take(),
        });
    }
    chosen
}

/// TD(λ), read from the end; where something was tried, the position before it learns what the
/// best choice was worth instead.
fn assign(visits: Vec<Visit>, points: f32, lambda: f32, samples: &mut Vec<Sample>) {
    let mut target = points;
    for visit in visits.into_iter().rev() {
        samples.push(Sample { inputs: visit.inputs, target });
        target = visit.instead_of.unwrap_or((1.0 - lambda) * visit.answer + lambda * target);
    }
}
