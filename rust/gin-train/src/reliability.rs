//! Whether what the judge says a choice costs is what it costs.
//!
//! In deals of a player against itself, a decision now and then is played out twice from the real
//! position: with the best choice and with another one. The hidden cards are as likely as the
//! judge should think them, so the mean difference is what the other choice really cost.

use gin_core::action::{Action, Phase};
use gin_core::arena::play_deal;
use gin_core::bot::Bot;
use gin_core::rng::{Generator, mix};
use gin_core::sim::Deal;
use gin_core::value::candidate::Candidate;
use gin_core::view::Score;

/// Every so many decisions one is played out.
const EVERY: u32 = 6;
/// Choices that are said to cost more are left out.
const MOST: f32 = 12.0;

#[derive(Clone, Copy, Default)]
struct Row {
    count: f64,
    said: f64,
    found: f64,
    squares: f64,
}

impl Row {
    fn add(&mut self, said: f64, found: f64) {
        self.count += 1.0;
        self.said += said;
        self.found += found;
        self.squares += found * found;
    }

    fn print(&self, label: &str) {
        let mean = self.found / self.count;
        let spread = (self.squares / self.count - mean * mean).max(0.0);
        println!(
            "{label:16} {:7} times: said {:6.2}, found {:6.2} ± {:.2} points",
            self.count,
            self.said / self.count,
            mean,
            1.96 * (spread / self.count).sqrt()
        );
    }
}

/// Prints what choices were said to cost and what they cost, by what was said and by the doubt.
pub fn measure(
    player: &dyn Bot,
    judge: &dyn Fn(&gin_core::view::View<'_>) -> Vec<(Candidate, f32)>,
    deals: u64,
    seed: u64,
) {
    let mut by_cost = [Row::default(); 6];
    let mut by_doubt = [Row::default(); 5];
    for number in 0..deals {
        let mut chance = Generator::new(mix(seed, number));
        let mut deal = Deal::new(&chance.deck(), number as usize % 2);
        while let Some(seat) = deal.course().actor() {
            let view = deal.view(seat, Score::default());
            if view.course.phase != Phase::MustDraw && chance.below(EVERY) == 0 {
                let mut found = judge(&view);
                found.sort_by(|a, b| b.0.points.total_cmp(&a.0.points));
                let (best, doubt) = found[0];
                found.retain(|(other, _)| best.points - other.points <= MOST);
                if found.len() > 1 {
                    let at = 1 + chance.below(found.len() as u32 - 1) as usize;
                    let (other, other_doubt) = found[at];
                    let said = f64::from(best.points - other.points);
                    let luck = u64::from(chance.below(u32::MAX));
                    let cost = f64::from(
                        played_out(&deal, seat, best.action, player, luck)
                            - played_out(&deal, seat, other.action, player, luck),
                    );
                    let slot = [0.5, 1.0, 2.0, 4.0, 8.0].iter().filter(|&&edge| said >= edge);
                    by_cost[slot.count()].add(said, cost);
                    let doubt = doubt.hypot(other_doubt);
                    let slot = [0.25, 0.5, 1.0, 2.0].iter().filter(|&&edge| doubt >= edge);
                    // The signed error: its mean is the bias, whatever luck does.
                    by_doubt[slot.count()].add(said, cost);
                }
            }
            let action = player.choose(&deal.view(seat, Score::default()), number);
            deal.advance(action);
        }
    }
    println!("by what the choice was said to cost");
    let names = ["under 0.5", "0.5 to 1", "1 to 2", "2 to 4", "4 to 8", "8 and more"];
    names.iter().zip(by_cost).filter(|(_, row)| row.count > 0.0).for_each(|(n, r)| r.print(n));
    println!("by the doubt of the committee");
    let names = ["under 0.25", "0.25 to 0.5", "0.5 to 1", "1 to 2", "2 and more"];
    names.iter().zip(by_doubt).filter(|(_, row)| row.count > 0.0).for_each(|(n, r)| r.print(n));
}

fn played_out(deal: &Deal, seat: usize, action: Action, player: &dyn Bot, luck: u64) -> i32 {
    let mut deal = *deal;
    deal.advance(action);
    play_deal(&mut deal, [player; 2], [Score::default(); 2], luck, |_| ());
    deal.ending().map_or(0, |ending| ending.points(seat))
}
