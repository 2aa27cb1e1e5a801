//! The real game's way of learning, on a public tree: TD(λ) on what positions after an action are
//! worth to the seat that acted. A table stands in for the network.

use gin_core::rng::{Generator, mix};

use super::tree::{Cards, Game, Kind, Node, Seat, Tree};

/// How a table is learned.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Deals played.
    pub deals: u64,
    /// Where chance comes from.
    pub seed: u64,
    /// How far a number moves to its target, at the start and at the end.
    pub rate: (f32, f32),
    /// Share of decisions made at random, at the start and at the end.
    pub exploration: (f32, f32),
    /// How far a target looks ahead.
    pub lambda: f32,
    /// Whether the table is read by notes, or remembers all.
    pub by_notes: bool,
}

/// What every position after an action is worth to the seat that acted.
pub struct Table<'a, G: Game> {
    tree: &'a Tree<G>,
    by_notes: bool,
    points: Vec<f32>,
}

/// An action that a hand has.
#[derive(Clone, Copy)]
struct Deed {
    entry: usize,
    next: usize,
    after: Cards,
    points: f32,
    /// Whether the position after it has a number of its own: not where the same seat goes on,
    /// because a card taken is worth what the best discard after it is worth.
    rests: bool,
}

/// A position of one seat on its way through the deal.
struct Visit {
    slot: usize,
    answer: f32,
    /// What the best choice was worth, where something else was tried.
    instead_of: Option<f32>,
}

impl<'a, G: Game> Table<'a, G> {
    /// Learns by playing itself.
    pub fn learn(tree: &'a Tree<G>, recipe: &Recipe) -> Self {
        let size = if recipe.by_notes { tree.slot_count } else { tree.hands.len() };
        let mut table = Self { tree, by_notes: recipe.by_notes, points: vec![0.0; size] };
        let mut chance = Generator::new(mix(recipe.seed, 0x6d69_6e69));
        for number in 0..recipe.deals {
            let progress = number as f32 / recipe.deals as f32;
            let slide = |(from, to): (f32, f32)| from + (to - from) * progress;
            let (visits, points) = table.play(slide(recipe.exploration), &mut chance);
            for (seat, visits) in visits.into_iter().enumerate() {
                let won = if seat == 0 { points } else { -points };
                table.correct(visits, won, recipe.lambda, slide(recipe.rate));
            }
        }
        table
    }

    fn slot(&self, entry: usize) -> usize {
        if self.by_notes { self.tree.slots[entry] as usize } else { entry }
    }

    fn deeds(&self, node: &Node<G::Ending>, seat: Seat, hand: Cards) -> Vec<Deed> {
        let tree = self.tree;
        tree.options(node, seat, hand)
            .map(|(link, entry)| {
                let after = link.after(hand);
                let rests = after.count_ones() <= hand.count_ones();
                let points = if rests {
                    self.points[self.slot(entry)]
                } else {
                    best(&self.deeds(&tree.nodes[link.next], seat, after)).points
                };
                Deed { entry, next: link.next, after, points, rests }
            })
            .collect()
    }

    /// One deal: the positions of both seats, and what seat 0 won.
    fn play(&self, exploration: f32, chance: &mut Generator) -> ([Vec<Visit>; 2], f32) {
        let tree = self.tree;
        let mut at = tree.starts[chance.below(tree.starts.len() as u32) as usize];
        let mut hands = self.deal(at, chance);
        let mut visits = [Vec::new(), Vec::new()];
        let mut tried = [None, None];
        loop {
            let node = &tree.nodes[at];
            match &node.kind {
                Kind::End(ending) => {
                    return (visits, ending.map_or(0.0, |ending| tree.game.worth(ending, hands)));
                }
                Kind::Draw(seat, _, next) => {
                    self.draw(*seat, *next, &mut hands, chance);
                    at = *next;
                }
                Kind::Choice(seat, _) => {
                    let deeds = self.deeds(node, *seat, hands[*seat]);
                    let first = best(&deeds);
                    let explores = (chance.below(1 << 24) as f32) < exploration * (1 << 24) as f32;
                    let deed = if explores {
                        deeds[chance.below(deeds.len() as u32) as usize]
                    } else {
                        first
                    };
                    let tried = &mut tried[*seat];
                    if deed.entry != first.entry && tried.is_none() {
                        *tried = Some(first.points);
                    }
                    if deed.rests {
                        visits[*seat].push(Visit {
                            slot: self.slot(deed.entry),
                            answer: deed.points,
                            instead_of: tried.take(),
                        });
                    }
                    (at, hands[*seat]) = (deed.next, deed.after);
                }
            }
        }
    }

    fn deal(&self, at: usize, chance: &mut Generator) -> [Cards; 2] {
        let node = &self.tree.nodes[at];
        loop {
            let hands = [0, 1].map(|seat| {
                let list = self.tree.list(node, seat);
                list[chance.below(list.len() as u32) as usize]
            });
            if hands[0] & hands[1] == 0 {
                return hands;
            }
        }
    }

    fn draw(&self, seat: Seat, next: usize, hands: &mut [Cards; 2], chance: &mut Generator) {
        let list = self.tree.list(&self.tree.nodes[next], seat);
        let (hand, other) = (hands[seat], hands[1 - seat]);
        let drawn: Vec<Cards> = (0..self.tree.game.cards())
            .map(|card| hand | 1 << card)
            .filter(|after| after & other == 0 && *after != hand)
            .filter(|after| list.binary_search(after).is_ok())
            .collect();
        hands[seat] = drawn[chance.below(drawn.len() as u32) as usize];
    }

    /// TD(λ), read from the end; where something was tried, the position before it learns what the
    /// best choice was worth instead.
    fn correct(&mut self, visits: Vec<Visit>, points: f32, lambda: f32, rate: f32) {
        let mut target = points;
        for visit in visits.into_iter().rev() {
            let found = &mut self.points[visit.slot];
            *found += rate * (target - *found);
            target = visit.instead_of.unwrap_or((1.0 - lambda) * visit.answer + lambda * target);
        }
    }

    /// The policy that chooses the likelier the better: e times likelier for so many points more;
    /// the best alone where that is 0.
    pub fn policy(&self, temperature: f32) -> Vec<f32> {
        let mut policy = vec![0.0; self.tree.hands.len()];
        for node in &self.tree.nodes {
            let Kind::Choice(seat, _) = &node.kind else { continue };
            for &hand in self.tree.list(node, *seat) {
                let deeds = self.deeds(node, *seat, hand);
                let first = best(&deeds);
                for deed in &deeds {
                    policy[deed.entry] = if temperature > 0.0 {
                        ((deed.points - first.points) / temperature).exp()
                    } else {
                        f32::from(u8::from(deed.entry == first.entry))
                    };
                }
            }
        }
        self.tree.normalise(&mut policy);
        policy
    }
}

/// The deed with the most points; the first of equals.
fn best(deeds: &[Deed]) -> Deed {
    deeds
        .iter()
        .copied()
        .fold(deeds[0], |best, next| if next.points > best.points { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::super::kuhn::Kuhn;
    use super::super::rummy::{Rummy, TINY};
    use super::super::walk::{expected, exploitability};
    use super::*;

    const RECIPE: Recipe = Recipe {
        deals: 40_000,
        seed: 5,
        rate: (0.1, 0.002),
        exploration: (0.2, 0.05),
        lambda: 0.6,
        by_notes: false,
    };

    #[test]
    fn a_policy_is_a_share_of_each_action() {
        let tree = Tree::new(Kuhn);
        let table = Table::learn(&tree, &RECIPE);
        for (temperature, actions) in [(0.0, 1), (0.5, 2)] {
            let policy = table.policy(temperature);
            for node in &tree.nodes {
                let Kind::Choice(seat, _) = &node.kind else { continue };
                for &hand in tree.list(node, *seat) {
                    let shares: Vec<f32> =
                        tree.options(node, *seat, hand).map(|(_, entry)| policy[entry]).collect();
                    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
                    assert_eq!(shares.iter().filter(|&&share| share > 0.0).count(), actions);
                }
            }
        }
        assert_eq!(table.policy(0.0), Table::learn(&tree, &RECIPE).policy(0.0));
    }

    #[test]
    fn the_lesson_of_kuhn_poker_is_learned_but_not_to_bluff_by_halves() {
        let tree = Tree::new(Kuhn);
        let table = Table::learn(&tree, &RECIPE);
        let clear = exploitability(&tree, &table.policy(0.0));
        let mut chance = vec![0.0; tree.hands.len()];
        tree.normalise(&mut chance);
        assert!(clear < exploitability(&tree, &chance), "{clear}");
        // No policy without chance is an equilibrium of this game.
        assert!(clear > 0.02, "{clear}");
    }

    #[test]
    fn deals_played_come_to_what_the_sums_over_the_tree_say() {
        let tree = Tree::new(Rummy::new(TINY).unwrap());
        let table = Table::learn(&tree, &Recipe { by_notes: true, ..RECIPE });
        let (mean, spread) = expected(&tree, &table.policy(0.0));
        let mut chance = Generator::new(8);
        let played: Vec<f32> = (0..40_000).map(|_| table.play(0.0, &mut chance).1).collect();
        let of =
            |power| played.iter().map(|points| f64::from(points.powi(power))).sum::<f64>() / 4e4;
        let error = 4.0 * spread / 200.0;
        assert!((of(1) - mean).abs() < error, "{} {mean}", of(1));
        assert!(((of(2) - of(1).powi(2)).sqrt() - spread).abs() < error);
    }
}
