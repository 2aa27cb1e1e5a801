//! Players by name or by files of weights.

use std::error::Error;

use gin_core::action::Action;
use gin_core::bot::{Blur, Bot, Greedy, Person, Search, by_name};
use gin_core::card::Card;
use gin_core::discard::Discards;
use gin_core::rng::Generator;
use gin_core::value::candidate::Judge;
use gin_core::value::lookahead::Lookahead;
use gin_core::value::network::Network;
use gin_core::value::packed::unpack;
use gin_core::value::symmetry::{Committee, FOUR};
use gin_core::view::View;

use crate::{Outcome, climb, read, told};

/// A player by name or by files of weights, several joined by `+` for a committee. Words before
/// them: `match:` for networks that play for the match, `mean:` for the mean over four renamings of
/// the suits, `look:SHARE:MOST:` for a look one draw ahead, `search:HANDS:MOST:WITHIN:SHARE:` for
/// close choices played on, `blur:CONFUSION:BUDGET:` for a player that thinks less clearly, `blind:`
/// for one that does not watch the other. `careful=` and numbers is the heuristic player with other
/// weights.
pub fn opponent(name: &str) -> Outcome<Box<dyn Bot>> {
    if let Some(bot) = by_name(name) {
        return Ok(Box::new(Named(bot)));
    }
    if let Some(weights) = name.strip_prefix("careful=") {
        return Ok(Box::new(climb::player(&climb::parse(weights)?)));
    }
    let mut words: Vec<&str> = name.split(':').collect();
    let files = words.pop().unwrap_or_default();
    let (mut by_match, mut watches, mut blur) = (false, true, None);
    let mut renamings = &FOUR[..1];
    let (mut look, mut search) = (None, None);
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let mut number = || {
            words
                .next()
                .ok_or("a number is missing")?
                .parse::<f32>()
                .map_err(Box::<dyn Error>::from)
        };
        match word {
            "match" => by_match = true,
            "mean" => renamings = &FOUR,
            "blind" => watches = false,
            "search" => {
                search = Some((number()? as usize, number()? as usize, number()?, number()?));
            }
            "look" => look = Some((number()?, number()? as usize)),
            "blur" => blur = Some(Blur { confusion: number()?, budget: number()? }),
            _ => return Err(format!("{word} is no way to play").into()),
        }
    }
    let committee = |renamings| -> Outcome<Committee<Box<dyn Judge>>> {
        let members = files.split('+').map(network).collect::<Outcome<Vec<_>>>()?;
        Ok(Committee { members, renamings })
    };
    let judge = committee(renamings)?;
    let judge: Box<dyn Judge> = match (look, search) {
        (_, Some((hands, most, within, share))) => {
            let first = files.split('+').next().unwrap_or_default();
            let quick = Greedy { judge: network(first)?, by_match };
            let after = committee(&FOUR[..1])?;
            Box::new(Search { judge, quick, after, hands, most, within, share })
        }
        (Some((share, most)), None) => Box::new(Lookahead { judge, share, within: 3.0, most }),
        (None, None) => Box::new(judge),
    };
    Ok(match blur {
        Some(blur) => Box::new(Person { judge, blur, by_match, watches }),
        None => Box::new(Greedy { judge, by_match }),
    })
}

/// One of a pool by its share; `None` for what the shares leave of 1.
pub fn drawn<'a>(pool: &'a [(Box<dyn Bot>, f64)], chance: &mut Generator) -> Option<&'a dyn Bot> {
    let mut draw = f64::from(chance.below(1 << 24)) / f64::from(1 << 24);
    for (bot, share) in pool {
        draw -= share;
        if draw < 0.0 {
            return Some(bot.as_ref());
        }
    }
    None
}

/// A network of any width, from its file.
pub fn network(file: &str) -> Outcome<Box<dyn Judge>> {
    let bytes = read(file)?;
    if let Ok(network) = Network::<64>::from_halves(&bytes) {
        return Ok(Box::new(network));
    }
    if let Ok(network) = Network::<128>::from_halves(&bytes) {
        return Ok(Box::new(network));
    }
    // No few narrow networks are as long as wide ones.
    let packed = unpack::<64>(&bytes).map(boxed).or_else(|_| unpack::<128>(&bytes).map(boxed));
    if let Ok(members) = packed {
        return Ok(Box::new(Committee { members, renamings: &FOUR[..1] }));
    }
    let widest = Network::<256>::from_halves(&bytes);
    Ok(Box::new(widest.map_err(|_| told(file, "it is no file of weights of a known width"))?))
}

fn boxed<const H: usize>(networks: Vec<Network<H>>) -> Vec<Box<dyn Judge>> {
    networks.into_iter().map(|network| Box::new(network) as Box<dyn Judge>).collect()
}

/// A player that lives for ever, in a box of its own.
struct Named(&'static dyn Bot);

impl Bot for Named {
    fn takes(&self, view: &View<'_>, top: Card, chance: &mut Generator) -> bool {
        self.0.takes(view, top, chance)
    }

    fn ends_turn(&self, view: &View<'_>, all: &Discards, chance: &mut Generator) -> Action {
        self.0.ends_turn(view, all, chance)
    }

    fn always_gins(&self) -> bool {
        self.0.always_gins()
    }
}
