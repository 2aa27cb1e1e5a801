//! Deals played for training, and what the positions in them turned out to be worth.

use gin_core::action::{Action, Phase};
use gin_core::arena::MOST_ACTIONS;
use gin_core::bot::Bot;
use gin_core::rng::Generator;
use gin_core::score::TARGET;
use gin_core::sim::Deal;
use gin_core::value::candidate::{candidates, deed, inputs_of, with_taken};
use gin_core::value::equity::Equity;
use gin_core::value::network::Network;
use gin_core::value::outcome::{Outcome, Utility, outcome};
use gin_core::view::{Score, View};

/// A position after an action, and the outcome to learn.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The inputs that are 1.
    pub inputs: Vec<u16>,
    /// What the network should answer.
    pub target: Outcome,
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

    /// Counts a deal.
    ///
    /// Every other match begins somewhere in the middle: late scores, where points are not all
    /// alike, come up as often as early ones.
    fn count(&mut self, points: i32, chance: &mut Generator) {
        let winner = usize::from(points < 0);
        self.scores[winner] += points.unsigned_abs();
        self.starter = 1 - self.starter;
        if self.scores[winner] >= TARGET {
            let middle = chance.below(2) == 0;
            self.scores = [0, 1].map(|_| if middle { chance.below(TARGET) } else { 0 });
        }
    }
}

/// A position of one seat on its way through the deal.
struct Visit {
    inputs: Vec<u16>,
    /// The network's answers for it.
    answer: Outcome,
    /// The answers for the best choice, where something else was tried.
    instead_of: Option<Outcome>,
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
    let starter = match &in_match {
        Some(found) => found.starter,
        None => chance.below(2) as usize,
    };
    let scores = in_match.as_ref().map_or([0; 2], |found| found.scores);
    let score_of =
        |seat: usize| Score { mine: scores[seat], theirs: scores[1 - seat], target: TARGET };
    let utilities = [0, 1].map(|seat| match &in_match {
        Some(found) => Utility::of_match(found.equity, score_of(seat), seat == starter),
        None => Utility::POINTS,
    });
    let mut deal = Deal::new(&chance.deck(), starter);
    let mut visits: [Vec<Visit>; 2] = [Vec::new(), Vec::new()];
    // A card taken on trial makes the position after the discard one that was tried.
    let mut tried: [Option<Outcome>; 2] = [None, None];
    for _ in 0..MOST_ACTIONS {
        let Some(seat) = deal.course().actor() else { break };
        let view = deal.view(seat, score_of(seat));
        let action = match sides[seat] {
            Side::Bot(bot) => bot.choose(&view, u64::from(chance.below(u32::MAX))),
            Side::Shown(bot) => {
                let action = explore(&view, manner, chance)
                    .unwrap_or_else(|| bot.choose(&view, u64::from(chance.below(u32::MAX))));
                if let Some(deed) = deed(action).filter(|_| view.course.phase != Phase::MustDraw) {
                    let inputs = inputs_of(&view, deed);
                    visits[seat].push(Visit { inputs, answer: outcome(0), instead_of: None });
                }
                action
            }
            Side::Learner => {
                let tried = &mut tried[seat];
                learn(network, &view, &utilities[seat], manner, chance, &mut visits[seat], tried)
            }
        };
        deal.advance(action);
    }
    let Some(ending) = deal.ending() else { return };
    if let Some(found) = &mut in_match {
        found.count(ending.points(0), chance);
    }
    for (seat, visits) in visits.into_iter().enumerate() {
        let lambda = if matches!(sides[seat], Side::Shown(_)) { 1.0 } else { manner.lambda };
        assign(visits, outcome(ending.points(seat)), lambda, samples);
    }
}

fn explore(view: &View<'_>, manner: Manner, chance: &mut Generator) -> Option<Action> {
    let explores = (chance.below(1 << 24) as f32) < manner.exploration * (1 << 24) as f32;
    let legal = view.legal();
    explores.then(|| legal.nth(chance.below(legal.len()))).flatten()
}

fn learn<const H: usize>(
    network: &Network<H>,
    view: &View<'_>,
    utility: &Utility,
    manner: Manner,
    chance: &mut Generator,
    visits: &mut Vec<Visit>,
    tried: &mut Option<Outcome>,
) -> Action {
    if view.course.phase == Phase::MustDraw {
        return Action::DrawStock;
    }
    let found = candidates(network, view, utility);
    let Some(best) = found.best() else { return Action::DrawStock };
    // R21: the network is trained as it will play, never passing cards back and forth for long.
    let chosen =
        if best.action == Action::DrawPile && view.course.takes >= gin_core::bot::MOST_TAKES {
            Action::DrawStock
        } else {
            explore(view, manner, chance).unwrap_or(best.action)
        };
    if chosen != best.action && tried.is_none() {
        *tried = expected(network, view, best.action, utility).map(|(_, answer)| answer);
    }
    if deed(chosen).is_some()
        && let Some((inputs, answer)) = expected(network, view, chosen, utility)
    {
        visits.push(Visit { inputs, answer, instead_of: tried.take() });
    }
    chosen
}

/// The position after an action, with the best discard where it takes a card, and the network's
/// answers for it.
fn expected<const H: usize>(
    network: &Network<H>,
    view: &View<'_>,
    action: Action,
    utility: &Utility,
) -> Option<(Vec<u16>, Outcome)> {
    if let Some(deed) = deed(action) {
        let inputs = inputs_of(view, deed);
        let answer = network.outcome(&inputs);
        return Some((inputs, answer));
    }
    with_taken(view, action, |after| {
        let best = candidates(network, after, utility).best()?;
        expected(network, after, best.action, utility)
    })?
}

/// TD(λ), read from the end; where something was tried, the position before it learns what the
/// best choice was worth instead.
fn assign(visits: Vec<Visit>, end: Outcome, lambda: f32, samples: &mut Vec<Sample>) {
    let mut target = end;
    for visit in visits.into_iter().rev() {
        samples.push(Sample { inputs: visit.inputs, target });
        target = visit.instead_of.unwrap_or_else(|| {
            std::array::from_fn(|at| (1.0 - lambda) * visit.answer[at] + lambda * target[at])
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gin_core::bot::by_name;
    use gin_core::value::outcome::STEPS;
    use gin_core::value::shipped::{EQUITY, POINTS};

    #[test]
    fn a_shown_deal_teaches_each_seat_how_it_ended() {
        let careful = Side::Shown(by_name("careful").unwrap());
        let manner = Manner { exploration: 0.0, lambda: 0.6 };
        let mut ends = 0;
        for number in 0..20 {
            let mut samples = Vec::new();
            let mut chance = Generator::new(number);
            play(&POINTS[0], [careful; 2], manner, None, &mut chance, &mut samples);
            let found = samples[0].target;
            for sample in &samples {
                let (one, other) = (&sample.target, &found);
                let close = |a: f32, b: f32| (a - b).abs() < 1e-6;
                let same = one.iter().zip(other).all(|(&a, &b)| close(a, b));
                let mirrored = close(one[0], -other[0])
                    && (1..=STEPS).all(|at| close(one[at], 1.0 - other[STEPS + 1 - at]));
                assert!(same || mirrored, "{one:?} {other:?}");
            }
            ends += usize::from(found[0].abs() > 0.0);
        }
        assert!(ends > 15, "{ends}");
    }

    #[test]
    fn a_match_goes_on_until_it_is_won() {
        let mut chance = Generator::new(3);
        let mut found = Match::new(&EQUITY);
        found.count(60, &mut chance);
        found.count(-30, &mut chance);
        found.count(0, &mut chance);
        assert_eq!((found.scores, found.starter), ([60, 30], 1));
        found.count(40, &mut chance);
        assert!(found.scores.iter().all(|&points| points < TARGET));
        assert_ne!(found.scores, [100, 30]);
    }
}
