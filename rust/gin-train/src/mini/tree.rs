//! A game of two seats in which every action is seen by both and nothing but cards is hidden, laid
//! out as its public tree.
//!
//! An information set is a public position and a hand. How the hand came together is forgotten,
//! and nothing is lost by it: the other seat knows as much about either way, every hidden card is
//! as likely, so that both ways lead to the same sums over the other's hands.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// A set of cards, one bit each.
pub type Cards = u16;
/// A seat at the table, 0 or 1.
pub type Seat = usize;

/// What happens in a public position.
pub enum Turn<P, E> {
    /// A seat chooses.
    Choice {
        /// Who.
        seat: Seat,
        /// Everything that some hand may do.
        moves: Vec<Move<P>>,
    },
    /// A seat draws one of `left` hidden cards.
    Draw {
        /// Who.
        seat: Seat,
        /// Cards in the stock before.
        left: u32,
        /// The position after.
        next: P,
    },
    /// The deal is over; `None` where nobody scores.
    End(Option<E>),
}

/// An action. A hand may do it if it has what is lost, and what remains is possible afterwards.
pub struct Move<P> {
    /// Cards that come into the hand, for both to see.
    pub gains: Cards,
    /// Cards that leave the hand, for both to see.
    pub loses: Cards,
    /// The position after.
    pub next: P,
}

/// The rules of a game. Sums are zero.
pub trait Game {
    /// All that both seats have seen.
    type Public;
    /// A way in which a deal ends with a score.
    type Ending: Copy;
    /// What a player that keeps no history goes by.
    type Notes: Eq + Hash;

    /// Cards in the pack.
    fn cards(&self) -> u32;
    /// The positions a deal may begin with, all as likely.
    fn starts(&self) -> Vec<Self::Public>;
    /// What happens here.
    fn turn(&self, at: &Self::Public) -> Turn<Self::Public, Self::Ending>;
    /// Whether a seat can hold this hand here.
    fn possible(&self, at: &Self::Public, seat: Seat, hand: Cards) -> bool;
    /// What seat 0 wins.
    fn worth(&self, ending: Self::Ending, hands: [Cards; 2]) -> f32;
    /// What the seat that just acted knows that a table of positions is read by.
    fn notes(&self, at: &Self::Public, seat: Seat, hand: Cards) -> Self::Notes;
}

/// A public position.
pub struct Node<E> {
    /// The hands that each seat can hold, as numbers of lists.
    pub lists: [u32; 2],
    /// What happens.
    pub kind: Kind<E>,
    /// Where the rows of its hands begin.
    rows: usize,
}

/// What happens in a [`Node`].
pub enum Kind<E> {
    /// A seat takes one of these links.
    Choice(Seat, Range<usize>),
    /// A seat draws: the chance of each card, and the node after.
    Draw(Seat, f32, usize),
    /// The deal is over.
    End(Option<E>),
}

/// A move between nodes.
pub struct Link {
    /// The node after.
    pub next: usize,
    gains: Cards,
    loses: Cards,
    /// The entries of the hands that may do it, in ascending order of the hands.
    pub entries: Range<usize>,
}

impl Link {
    /// The hand after the move.
    pub const fn after(&self, hand: Cards) -> Cards {
        hand & !self.loses | self.gains
    }
}

/// The public tree. An entry is an action of one information set; a policy is a number an entry.
pub struct Tree<G: Game> {
    /// The rules.
    pub game: G,
    /// The nodes a deal may begin at.
    pub starts: Vec<usize>,
    /// The chance of each way to begin: a start and a hand for each seat.
    pub chance: f32,
    /// Every node.
    pub nodes: Vec<Node<G::Ending>>,
    /// Every link, those of a node side by side.
    pub links: Vec<Link>,
    /// By entry, the hand before.
    pub hands: Vec<Cards>,
    /// By entry, the place in a table that is read by notes.
    pub slots: Vec<u32>,
    /// How many such places there are.
    pub slot_count: usize,
    lists: Vec<Vec<Cards>>,
    /// By hand of a node where a seat chooses, where its deeds begin; the next row is their end.
    rows: Vec<usize>,
    /// By hand, what it may do: links and entries.
    deeds: Vec<(u32, u32)>,
}

/// What is needed only while a tree grows.
struct Growth<N> {
    lists: HashMap<Vec<Cards>, u32>,
    slots: HashMap<N, u32>,
}

impl<G: Game> Tree<G> {
    /// Lays a game out.
    pub fn new(game: G) -> Self {
        let publics = game.starts();
        let mut tree = Self {
            game,
            starts: Vec::new(),
            chance: 0.0,
            nodes: Vec::new(),
            links: Vec::new(),
            hands: Vec::new(),
            slots: Vec::new(),
            slot_count: 0,
            lists: Vec::new(),
            rows: vec![0],
            deeds: Vec::new(),
        };
        let mut growth = Growth { lists: HashMap::new(), slots: HashMap::new() };
        for public in &publics {
            let start = tree.grow(public, &mut growth);
            tree.starts.push(start);
        }
        tree.gather();
        tree.slot_count = growth.slots.len();
        let ways: usize = tree.starts.iter().map(|&start| tree.ways(start)).sum();
        tree.chance = 1.0 / ways as f32;
        tree
    }

    fn ways(&self, start: usize) -> usize {
        let of = |seat| self.list(&self.nodes[start], seat);
        of(0).iter().map(|mine| of(1).iter().filter(|theirs| mine & **theirs == 0).count()).sum()
    }

    fn grow(&mut self, at: &G::Public, growth: &mut Growth<G::Notes>) -> usize {
        let lists = [0, 1].map(|seat| self.keep(self.possible(at, seat), growth));
        let kind = match self.game.turn(at) {
            Turn::End(ending) => Kind::End(ending),
            Turn::Draw { seat, left, next } => {
                let next = self.grow(&next, growth);
                Kind::Draw(seat, 1.0 / left as f32, next)
            }
            Turn::Choice { seat, moves } => {
                let mut links = Vec::with_capacity(moves.len());
                for found in &moves {
                    let mut link = self.link(found, seat, lists[seat], growth);
                    if !link.entries.is_empty() {
                        link.next = self.grow(&found.next, growth);
                        links.push(link);
                    }
                }
                let from = self.links.len();
                self.links.extend(links);
                Kind::Choice(seat, from..self.links.len())
            }
        };
        self.nodes.push(Node { lists, kind, rows: 0 });
        self.nodes.len() - 1
    }

    fn possible(&self, at: &G::Public, seat: Seat) -> Vec<Cards> {
        (0..1 << self.game.cards()).filter(|&hand| self.game.possible(at, seat, hand)).collect()
    }

    fn keep(&mut self, list: Vec<Cards>, growth: &mut Growth<G::Notes>) -> u32 {
        if let Some(&number) = growth.lists.get(&list) {
            return number;
        }
        let number = self.lists.len() as u32;
        self.lists.push(list.clone());
        growth.lists.insert(list, number);
        number
    }

    fn link(
        &mut self,
        found: &Move<G::Public>,
        seat: Seat,
        list: u32,
        growth: &mut Growth<G::Notes>,
    ) -> Link {
        let from = self.hands.len();
        let mut link =
            Link { next: 0, gains: found.gains, loses: found.loses, entries: from..from };
        for &hand in &self.lists[list as usize] {
            let after = link.after(hand);
            if hand & found.loses != found.loses || !self.game.possible(&found.next, seat, after) {
                continue;
            }
            let fresh = growth.slots.len() as u32;
            let notes = self.game.notes(&found.next, seat, after);
            self.slots.push(*growth.slots.entry(notes).or_insert(fresh));
            self.hands.push(hand);
        }
        link.entries.end = self.hands.len();
        link
    }

    /// The hands a seat can hold in a node, ascending.
    pub fn list(&self, node: &Node<G::Ending>, seat: Seat) -> &[Cards] {
        &self.lists[node.lists[seat] as usize]
    }

    /// An empty number for every set of cards.
    pub fn blank(&self) -> Vec<f32> {
        vec![0.0; 1 << self.game.cards()]
    }

    /// Writes down by hand what entries say by link.
    fn gather(&mut self) {
        for node in &mut self.nodes {
            let Kind::Choice(seat, links) = &node.kind else { continue };
            node.rows = self.rows.len() - 1;
            for hand in &self.lists[node.lists[*seat] as usize] {
                for number in links.clone() {
                    let entries = &self.links[number].entries;
                    if let Ok(at) = self.hands[entries.clone()].binary_search(hand) {
                        self.deeds.push((number as u32, (entries.start + at) as u32));
                    }
                }
                self.rows.push(self.deeds.len());
            }
        }
    }

    /// What a hand may do in a node where its seat chooses: links and entries.
    pub fn options(
        &self,
        node: &Node<G::Ending>,
        seat: Seat,
        hand: Cards,
    ) -> impl Iterator<Item = (&Link, usize)> {
        let row = self.list(node, seat).binary_search(&hand).map_or(0, |at| node.rows + at);
        self.deeds[self.rows[row]..self.rows[row + 1]]
            .iter()
            .map(|&(link, entry)| (&self.links[link as usize], entry as usize))
    }

    /// Scales the numbers of each information set so that they add up to 1; where all are 0 every
    /// action gets the same.
    pub fn normalise(&self, weights: &mut [f32]) {
        let mut total = self.blank();
        let mut count = self.blank();
        for node in &self.nodes {
            let Kind::Choice(seat, links) = &node.kind else { continue };
            for &hand in self.list(node, *seat) {
                total[usize::from(hand)] = 0.0;
                count[usize::from(hand)] = 0.0;
            }
            let entries = self.entries(links);
            for entry in entries.clone().flatten() {
                let hand = usize::from(self.hands[entry]);
                total[hand] += weights[entry];
                count[hand] += 1.0;
            }
            for entry in entries.flatten() {
                let hand = usize::from(self.hands[entry]);
                weights[entry] = if total[hand] > 0.0 {
                    weights[entry] / total[hand]
                } else {
                    1.0 / count[hand]
                };
            }
        }
    }

    fn entries(&self, links: &Range<usize>) -> impl Iterator<Item = Range<usize>> + Clone {
        self.links[links.clone()].iter().map(|link| link.entries.clone())
    }

    /// One policy for seat 0 and another for seat 1.
    pub fn seated(&self, policies: [&[f32]; 2]) -> Vec<f32> {
        let mut both = policies[0].to_vec();
        for node in &self.nodes {
            if let Kind::Choice(1, links) = &node.kind {
                for entries in self.entries(links) {
                    both[entries.clone()].copy_from_slice(&policies[1][entries]);
                }
            }
        }
        both
    }
}
