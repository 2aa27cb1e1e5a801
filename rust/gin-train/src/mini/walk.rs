//! Sums over a public tree: what policies are worth, the best answer to one, and CFR+.

use super::tree::{Cards, Game, Kind, Link, Node, Seat, Tree};

/// What the seat that is looked at does.
enum Own<'a> {
    /// What the policy says.
    Follow,
    /// What is best against the other.
    Best,
    /// What the policy says; regrets and the mean policy are carried on (Tammelin 2014).
    Learn { regret: &'a mut [f32], mean: &'a mut [f32], weight: f32 },
}

struct Walk<'a, G: Game> {
    tree: &'a Tree<G>,
    policy: &'a [f32],
    seat: Seat,
    own: Own<'a>,
    /// Points are squared, for their spread.
    squared: bool,
}

impl<G: Game> Walk<'_, G> {
    /// The sum over all deals.
    fn total(&mut self) -> f64 {
        let tree = self.tree;
        let mut total = 0.0;
        for &start in &tree.starts {
            let node = &tree.nodes[start];
            let (mut mine, mut theirs) = (tree.blank(), tree.blank());
            for &hand in tree.list(node, self.seat) {
                mine[usize::from(hand)] = 1.0;
            }
            for &hand in tree.list(node, 1 - self.seat) {
                theirs[usize::from(hand)] = tree.chance;
            }
            let sums = self.sums(start, &mine, &theirs);
            total += tree
                .list(node, self.seat)
                .iter()
                .map(|&h| f64::from(sums[usize::from(h)]))
                .sum::<f64>();
        }
        total
    }

    /// By hand of the seat: its points, weighed by how likely chance and the other seat get here.
    fn sums(&mut self, at: usize, mine: &[f32], theirs: &[f32]) -> Vec<f32> {
        let tree = self.tree;
        let node = &tree.nodes[at];
        match &node.kind {
            Kind::End(None) => tree.blank(),
            Kind::End(Some(ending)) => self.end(node, *ending, theirs),
            Kind::Draw(seat, share, next) if *seat == self.seat => {
                let theirs: Vec<f32> = theirs.iter().map(|reach| reach * share).collect();
                let list = tree.list(&tree.nodes[*next], *seat);
                let after = self.sums(*next, &self.drawn(list, mine, 1.0), &theirs);
                let mut sums = tree.blank();
                for &hand in list {
                    for card in bits(hand) {
                        sums[usize::from(hand ^ card)] += after[usize::from(hand)];
                    }
                }
                sums
            }
            Kind::Draw(seat, share, next) => {
                let list = tree.list(&tree.nodes[*next], *seat);
                let theirs = self.drawn(list, theirs, *share);
                self.sums(*next, mine, &theirs)
            }
            Kind::Choice(seat, links) => {
                let links = &tree.links[links.clone()];
                if *seat == self.seat {
                    self.choose(node, links, mine, theirs)
                } else {
                    self.answer(node, links, mine, theirs)
                }
            }
        }
    }

    fn drawn(&self, list: &[Cards], before: &[f32], share: f32) -> Vec<f32> {
        let mut after = self.tree.blank();
        for &hand in list {
            let sum: f32 = bits(hand).map(|card| before[usize::from(hand ^ card)]).sum();
            after[usize::from(hand)] = sum * share;
        }
        after
    }

    fn end(&self, node: &Node<G::Ending>, ending: G::Ending, theirs: &[f32]) -> Vec<f32> {
        let tree = self.tree;
        let others: Vec<(Cards, f32)> = tree
            .list(node, 1 - self.seat)
            .iter()
            .map(|&hand| (hand, theirs[usize::from(hand)]))
            .filter(|(_, reach)| *reach > 0.0)
            .collect();
        let mut sums = tree.blank();
        for &hand in tree.list(node, self.seat) {
            let mut sum = 0.0;
            for &(other, reach) in others.iter().filter(|(other, _)| other & hand == 0) {
                let points = if self.seat == 0 {
                    tree.game.worth(ending, [hand, other])
                } else {
                    -tree.game.worth(ending, [other, hand])
                };
                sum += reach * if self.squared { points * points } else { points };
            }
            sums[usize::from(hand)] = sum;
        }
        sums
    }

    /// The other seat's choice.
    fn answer(
        &mut self,
        node: &Node<G::Ending>,
        links: &[Link],
        mine: &[f32],
        theirs: &[f32],
    ) -> Vec<f32> {
        let tree = self.tree;
        let mut sums = tree.blank();
        for link in links {
            let after = self.moved(link, theirs);
            // A learner has to hear of positions that the other never makes, for its mean policy.
            if !matches!(self.own, Own::Learn { .. }) && after.iter().all(|&reach| reach == 0.0) {
                continue;
            }
            let found = self.sums(link.next, mine, &after);
            for &hand in tree.list(node, self.seat) {
                sums[usize::from(hand)] += found[usize::from(hand)];
            }
        }
        sums
    }

    fn moved(&self, link: &Link, reach: &[f32]) -> Vec<f32> {
        let mut after = self.tree.blank();
        for entry in link.entries.clone() {
            let hand = self.tree.hands[entry];
            after[usize::from(link.after(hand))] = reach[usize::from(hand)] * self.policy[entry];
        }
        after
    }

    /// The seat's own choice.
    fn choose(
        &mut self,
        node: &Node<G::Ending>,
        links: &[Link],
        mine: &[f32],
        theirs: &[f32],
    ) -> Vec<f32> {
        let tree = self.tree;
        let mut sums = tree.blank();
        if matches!(self.own, Own::Best) {
            for &hand in tree.list(node, self.seat) {
                sums[usize::from(hand)] = f32::NEG_INFINITY;
            }
        }
        let mut by_link = Vec::with_capacity(links.len());
        for link in links {
            let after = self.moved(link, mine);
            let found = self.sums(link.next, &after, theirs);
            for entry in link.entries.clone() {
                let hand = tree.hands[entry];
                let (sum, found) =
                    (&mut sums[usize::from(hand)], found[usize::from(link.after(hand))]);
                match self.own {
                    Own::Best => *sum = sum.max(found),
                    _ => *sum += self.policy[entry] * found,
                }
            }
            by_link.push(found);
        }
        if let Own::Learn { regret, mean, weight } = &mut self.own {
            for (link, found) in links.iter().zip(&by_link) {
                for entry in link.entries.clone() {
                    let hand = tree.hands[entry];
                    let gain = found[usize::from(link.after(hand))] - sums[usize::from(hand)];
                    regret[entry] = (regret[entry] + gain).max(0.0);
                    mean[entry] += *weight * mine[usize::from(hand)] * self.policy[entry];
                }
            }
        }
        sums
    }
}

fn bits(hand: Cards) -> impl Iterator<Item = Cards> {
    let mut left = hand;
    std::iter::from_fn(move || {
        let card = left & left.wrapping_neg();
        left ^= card;
        (card != 0).then_some(card)
    })
}

/// What seat 0 wins a deal, and the standard deviation of it, where both seats follow the policy.
pub fn expected<G: Game>(tree: &Tree<G>, policy: &[f32]) -> (f64, f64) {
    let [mean, square] = [false, true]
        .map(|squared| Walk { tree, policy, seat: 0, own: Own::Follow, squared }.total());
    (mean, (square - mean * mean).max(0.0).sqrt())
}

/// What a seat wins a deal by its best answer to the policy of the other.
pub fn best_answer<G: Game>(tree: &Tree<G>, policy: &[f32], seat: Seat) -> f64 {
    Walk { tree, policy, seat, own: Own::Best, squared: false }.total()
}

/// Points a deal that the best answers win from the policy, seats alternating: 0 in equilibrium.
/// It is half of what the literature calls NashConv.
pub fn exploitability<G: Game>(tree: &Tree<G>, policy: &[f32]) -> f64 {
    f64::midpoint(best_answer(tree, policy, 0), best_answer(tree, policy, 1))
}

/// The mean policy of CFR+ after so many iterations.
pub fn equilibrium<G: Game>(tree: &Tree<G>, iterations: u32) -> Vec<f32> {
    let mut regret = vec![0.0; tree.hands.len()];
    let mut mean = regret.clone();
    for iteration in 1..=iterations {
        for seat in 0..2 {
            let mut policy = regret.clone();
            tree.normalise(&mut policy);
            let own = Own::Learn { regret: &mut regret, mean: &mut mean, weight: iteration as f32 };
            Walk { tree, policy: &policy, seat, own, squared: false }.total();
        }
    }
    tree.normalise(&mut mean);
    mean
}

#[cfg(test)]
mod tests {
    use super::super::kuhn::Kuhn;
    use super::*;

    #[test]
    fn kuhn_poker_is_solved() {
        let tree = Tree::new(Kuhn);
        let policy = equilibrium(&tree, 2_000);
        let (mean, _) = expected(&tree, &policy);
        assert!((mean + 1.0 / 18.0).abs() < 1e-3, "{mean}");
        let found = exploitability(&tree, &policy);
        assert!((0.0..1e-3).contains(&found), "{found}");
        assert_eq!(policy, equilibrium(&tree, 2_000));
    }

    #[test]
    fn the_best_answers_to_chance_in_kuhn_poker_are_known() {
        // Worked out by hand. By card, best first, seat 0 wins 3/2, 1/2 and -1/2, seat 1 wins
        // 7/4, 1/4 and -3/4: after a check every card bets.
        let tree = Tree::new(Kuhn);
        let mut policy = vec![0.0; tree.hands.len()];
        tree.normalise(&mut policy);
        let found = [0, 1].map(|seat| best_answer(&tree, &policy, seat));
        assert!((found[0] - 0.5).abs() < 1e-5 && (found[1] - 5.0 / 12.0).abs() < 1e-5, "{found:?}");
        let (mean, spread) = expected(&tree, &policy);
        assert!((mean - 0.125).abs() < 1e-5 && spread > 1.0, "{mean} {spread}");
    }
}
