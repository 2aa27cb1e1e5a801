//! Trains the value network by self-play: `gin-train run`, `gin-train evaluate`; `gin-train mini`
//! says how far that is from the equilibrium of a small game.
//!
//! TD(λ) on positions after actions, with Adam, an annealed rate, and a pool of other players.

mod belief;
mod climb;
mod equity;
mod game;
mod gradient;
mod learn;
mod mini;
mod opponent;
mod reliability;
mod trial;

use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use gin_core::arena::duel;
use gin_core::bot::{Bot, Greedy, by_name};
use gin_core::rng::{Generator, mix};
use gin_core::value::equity::Equity;
use gin_core::value::network::Network;
use gin_core::value::outcome::Utility;
use gin_core::value::packed::{pack, unpack, unpack_belief};
use gin_core::value::symmetry::{FOUR, averaged};
use gin_core::view::View;
use lexopt::{Arg, Parser, ValueExt as _};

use crate::game::{Manner, Match, Sample, Side, play};
use crate::learn::Learner;
use crate::opponent::{drawn, network, opponent};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Positions that are played and shuffled at a time, and those of one step of learning.
const CHUNK: usize = 12_000;
const BATCH: usize = 256;
/// Share of the run that learns from shown games first, and the most positions of them.
const WARM: f64 = 0.08;
const WARM_MOST: u64 = 4_000_000;

/// What a run is asked to do.
#[derive(Clone, Debug)]
struct Options {
    width: usize,
    positions: u64,
    seed: u64,
    out: PathBuf,
    from: Option<PathBuf>,
    resume: bool,
    rate: (f32, f32),
    exploration: (f32, f32),
    lambda: f32,
    warm: bool,
    pool: Vec<(String, f64)>,
    equity: Option<PathBuf>,
    deals: u64,
    steps: u64,
    names: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            width: 64,
            positions: 30_000_000,
            seed: 1,
            out: PathBuf::from("target/train"),
            from: None,
            resume: false,
            rate: (0.002, 0.0001),
            exploration: (0.04, 0.005),
            lambda: 0.6,
            warm: true,
            pool: [("careful", 0.1), ("simple", 0.05), ("marjj-like", 0.15)]
                .map(|(name, share)| (name.to_owned(), share))
                .to_vec(),
            equity: None,
            deals: 4_000,
            steps: 200,
            names: Vec::new(),
        }
    }
}

fn options() -> Outcome<(String, Options)> {
    let mut found = Options::default();
    let mut verb = String::new();
    let mut parser = Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Value(word) if verb.is_empty() => verb = word.string()?,
            Arg::Value(word) => found.names.push(word.string()?),
            Arg::Long("width") => found.width = parser.value()?.parse()?,
            Arg::Long("positions") => found.positions = parser.value()?.parse()?,
            Arg::Long("seed") => found.seed = parser.value()?.parse()?,
            Arg::Long("out") => found.out = parser.value()?.into(),
            Arg::Long("from") => found.from = Some(parser.value()?.into()),
            Arg::Long("resume") => found.resume = true,
            Arg::Long("rate") => {
                found.rate =
                    (parser.value()?.parse_with(share)?, parser.value()?.parse_with(share)?);
            }
            Arg::Long("exploration") => {
                found.exploration =
                    (parser.value()?.parse_with(share)?, parser.value()?.parse_with(share)?);
            }
            Arg::Long("lambda") => found.lambda = parser.value()?.parse_with(share)?,
            Arg::Long("no-warm-start") => found.warm = false,
            Arg::Long("pool") => found.pool = pool(&parser.value()?.string()?)?,
            Arg::Long("equity") => found.equity = Some(parser.value()?.into()),
            Arg::Long("steps") => found.steps = parser.value()?.parse()?,
            Arg::Long("deals") => found.deals = parser.value()?.parse()?,
            _ => return Err(arg.unexpected().into()),
        }
    }
    Ok((verb, found))
}

/// `name:share,name:share`; a name with a dot in it is a file of weights. What the shares leave of 1
/// is the learner's own.
fn pool(text: &str) -> Outcome<Vec<(String, f64)>> {
    let found: Vec<(String, f64)> = text
        .split(',')
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (name, share) = part.rsplit_once(':')?;
            let share = share.parse().ok().filter(|share| (0.0..=1.0).contains(share))?;
            Some((name.to_owned(), share))
        })
        .collect::<Option<_>>()
        .ok_or_else(|| format!("a pool is name:share,name:share, of shares from 0 to 1: {text}"))?;
    let sum: f64 = found.iter().map(|(_, share)| share).sum();
    // Tenths do not add up to 1 exactly.
    if sum > 1.0 + 1e-9 {
        return Err(format!("the shares of a pool are 1 together at most, not {sum}").into());
    }
    Ok(found)
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f32, &'static str> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or("it is from 0 to 1")
}

/// What a file holds, or which one cannot be read and why.
fn read(path: impl AsRef<Path>) -> Outcome<Vec<u8>> {
    let path = path.as_ref();
    fs::read(path).map_err(|error| told(path, error))
}

/// An error with the file that it is about.
fn told(path: impl AsRef<Path>, error: impl Display) -> Box<dyn Error> {
    format!("{}: {error}", path.as_ref().display()).into()
}

/// The players of the pool, with their shares.
fn sparring(options: &Options) -> Outcome<Vec<(Box<dyn Bot>, f64)>> {
    options.pool.iter().map(|(name, share)| Ok((opponent(name)?, *share))).collect()
}

/// Packs networks of one width for shipping: `pack WEIGHTS … --out FILE`.
fn pack_all(options: &Options) -> Outcome<()> {
    if options.names.is_empty() {
        return Err("pack WEIGHTS … --out FILE".into());
    }
    let mut packed = Vec::new();
    for file in &options.names {
        let bytes = read(file)?;
        let one = match options.width {
            64 => Network::<64>::from_halves(&bytes).map(|network| pack(&network)),
            _ => Network::<128>::from_halves(&bytes).map(|network| pack(&network)),
        };
        packed.extend(one.map_err(|error| told(file, error))?);
    }
    fs::write(&options.out, packed).map_err(|error| told(&options.out, error))
}

/// Whom a run learns from and with.
struct School {
    pool: Vec<(Box<dyn Bot>, f64)>,
    equity: Option<Equity>,
    /// Who plays the games that are shown first.
    teacher: &'static dyn Bot,
}

impl School {
    fn new(options: &Options) -> Outcome<Self> {
        Ok(Self {
            pool: sparring(options)?,
            equity: options.equity.as_deref().map(equity_table).transpose()?,
            teacher: by_name("careful").ok_or("there is no careful player")?,
        })
    }

    /// Plays and learns one chunk; returns the sum of the batches' losses, and how many there were.
    ///
    /// Nothing is carried from chunk to chunk but the learner and the place, so that a run that was
    /// resumed is the run that was not stopped.
    fn learn<const H: usize>(
        &self,
        options: &Options,
        learner: &mut Learner<H>,
        place: &mut Place,
    ) -> (f64, u32) {
        let progress = place.done as f64 / options.positions as f64;
        let slide = |(from, to): (f32, f32)| from + (to - from) * progress as f32;
        let mut chance = Generator::new(mix(mix(options.seed, 0x7261_696e), place.chunk));
        let warm =
            options.warm && options.from.is_none() && progress < WARM && place.done < WARM_MOST;
        let manner = Manner {
            exploration: if warm { 0.12 } else { slide(options.exploration) },
            lambda: options.lambda,
        };
        let mut in_match = self.equity.as_ref().map(Match::new);
        let mut samples: Vec<Sample> = Vec::with_capacity(CHUNK + 100);
        while samples.len() < CHUNK {
            let sides =
                if warm { [Side::Shown(self.teacher); 2] } else { seats(&self.pool, &mut chance) };
            play(&learner.network, sides, manner, in_match.as_mut(), &mut chance, &mut samples);
        }
        chance.shuffle(&mut samples);
        let rate = slide(options.rate);
        let losses = samples.chunks(BATCH).map(|batch| f64::from(learner.learn(batch, rate)));
        let found = losses.fold((0.0, 0), |(sum, count), loss| (sum + loss, count + 1));
        place.done += samples.len() as u64;
        place.chunk += 1;
        found
    }
}

fn run<const H: usize>(options: &Options) -> Outcome<()> {
    fs::create_dir_all(&options.out).map_err(|error| told(&options.out, error))?;
    let school = School::new(options)?;
    let saved = options.out.join(CHECKPOINT);
    let (mut learner, mut place) = if options.resume && saved.exists() {
        stopped::<H>(&read(&saved)?)
            .ok_or_else(|| told(&saved, "it is no checkpoint of this width"))?
    } else {
        let learner = match &options.from {
            Some(path) => beginning(&read(path)?).map_err(|error| told(path, error))?,
            None => Learner::new(options.seed),
        };
        (learner, Place::default())
    };
    let started = Instant::now();
    let mut log =
        fs::File::options().append(true).create(true).open(options.out.join("log.tsv"))?;
    let mut recent = (0.0_f64, 0_u32);
    while place.done < options.positions {
        let before = place.done;
        let (loss, batches) = school.learn(options, &mut learner, &mut place);
        recent = (recent.0 + loss, recent.1 + batches);
        let done = place.done;
        let twentieths = |done: u64| 20 * done.min(options.positions) / options.positions;
        if twentieths(done) > twentieths(before) {
            strength(&learner.network, school.equity.is_some(), done, &options.out)?;
        }
        if place.chunk.is_multiple_of(50) || done >= options.positions {
            let seconds = started.elapsed().as_secs_f64();
            let line = format!("{done}\t{seconds:.0}\t{:.4}", recent.0 / f64::from(recent.1));
            writeln!(log, "{line}")?;
            recent = (0.0, 0);
            save(&options.out, &learner, place)?;
        }
    }
    Ok(())
}

/// Appends how strong the network is on its way: points a deal against players of the pool, over
/// the same 1,000 duplicate deals each time.
fn strength<const H: usize>(
    network: &Network<H>,
    by_match: bool,
    done: u64,
    out: &Path,
) -> Outcome<()> {
    const JUDGES: [&str; 4] = ["simple", "careful", "marjj-like", "depauw-like"];
    let player = Greedy { judge: network, by_match };
    let mut means = Vec::with_capacity(JUDGES.len());
    for name in JUDGES {
        let other = by_name(name).ok_or("a judge has no such name")?;
        let found = duel(&player, other, 1_000, 0, 77);
        means.push(format!("{:.2}", found.points.mean));
    }
    let path = out.join("strength.tsv");
    let begins = !path.exists();
    let mut file = fs::File::options().append(true).create(true).open(path)?;
    if begins {
        writeln!(file, "positions\t{}", JUDGES.join("\t"))?;
    }
    writeln!(file, "{done}\t{}", means.join("\t"))?;
    Ok(())
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    /// Positions learned.
    done: u64,
    /// Chunks of them.
    chunk: u64,
}

const CHECKPOINT: &str = "checkpoint.bin";

/// What a checkpoint holds: the learner, and how far its run had come.
fn checkpoint<const H: usize>(learner: &Learner<H>, place: Place) -> Vec<u8> {
    let mut bytes = learner.to_bytes();
    bytes.extend(place.done.to_le_bytes());
    bytes.extend(place.chunk.to_le_bytes());
    bytes
}

/// The parts of a [`checkpoint`], or `None` for a file of another shape.
fn stopped<const H: usize>(bytes: &[u8]) -> Option<(Learner<H>, Place)> {
    let (bytes, chunk) = bytes.split_last_chunk::<8>()?;
    let (bytes, done) = bytes.split_last_chunk::<8>()?;
    let place = Place { done: u64::from_le_bytes(*done), chunk: u64::from_le_bytes(*chunk) };
    Some((Learner::from_bytes(bytes)?, place))
}

/// What a new run begins with: the learner of a checkpoint, or weights alone with moments that
/// start from nothing.
fn beginning<const H: usize>(bytes: &[u8]) -> Outcome<Learner<H>> {
    stopped(bytes)
        .map(|(learner, _)| learner)
        .or_else(|| Network::from_halves(bytes).ok().map(Learner::around))
        .or_else(|| unpack(bytes).ok()?.into_iter().next().map(Learner::around))
        .ok_or_else(|| "it is neither a checkpoint nor weights of this width".into())
}

/// The learner against itself, or against one of the pool from a random seat.
fn seats<'a>(pool: &'a [(Box<dyn Bot>, f64)], chance: &mut Generator) -> [Side<'a>; 2] {
    match drawn(pool, chance).map(Side::Bot) {
        None => [Side::Learner, Side::Learner],
        Some(other) if chance.below(2) == 0 => [Side::Learner, other],
        Some(other) => [other, Side::Learner],
    }
}

/// Writes beside and renames, so that a checkpoint is always whole.
fn save<const H: usize>(out: &Path, learner: &Learner<H>, place: Place) -> Outcome<()> {
    for (name, bytes) in
        [(CHECKPOINT, checkpoint(learner, place)), ("weights.f16", learner.network.to_halves())]
    {
        let beside = out.join(format!("{name}.new"));
        fs::write(&beside, bytes)?;
        fs::rename(beside, out.join(name))?;
    }
    Ok(())
}

fn evaluate(options: &Options) -> Outcome<()> {
    let (player, others) = options.names.split_first().ok_or("evaluate WEIGHTS [OPPONENT …]")?;
    let player = opponent(player)?;
    let pool = ["simple", "gin-only", "careful", "marjj-like", "depauw-like", "taylor-like"];
    let others: Vec<String> =
        if others.is_empty() { pool.map(str::to_owned).to_vec() } else { others.to_vec() };
    for name in &others {
        let found = duel(
            player.as_ref(),
            opponent(name)?.as_ref(),
            options.deals,
            options.deals / 4,
            options.seed,
        );
        println!(
            "{name:14} {:+.2} ± {:.2} points a deal, {:.1} ± {:.1} % of {} matches, gin {:.1} %",
            found.points.mean,
            found.points.half_width,
            100.0 * found.match_wins.mean,
            100.0 * found.match_wins.half_width,
            found.matches,
            100.0 * found.deals.gins[0] as f64 / found.deals.deals.max(1) as f64,
        );
    }
    Ok(())
}

/// Plays a player against itself at many scores, writes the match equity that its deals make, and
/// prints how often who leads wins; with `--deals 0` the table of the file is measured.
fn match_equity(options: &Options) -> Outcome<()> {
    let player = opponent(options.names.first().ok_or("equity WEIGHTS --out FILE")?)?;
    if options.deals > 0 {
        let table = equity::table(player.as_ref(), options.deals, options.seed);
        fs::write(&options.out, table.to_bytes()).map_err(|error| told(&options.out, error))?;
    }
    let table = equity_table(&options.out)?;
    equity::show(&table);
    equity::measure(&table, player.as_ref(), options.steps, options.seed + 1);
    Ok(())
}

fn equity_table(path: &Path) -> Outcome<Equity> {
    Equity::from_bytes(&read(path)?).ok_or_else(|| told(path, "it is no table of match equity"))
}

/// Trains the belief of the opponent's hand on the deals of a network, and prints how good it is.
fn train_belief(options: &Options) -> Outcome<()> {
    let player = opponent(options.names.first().ok_or("belief WEIGHTS --out FILE")?)?;
    let pool = sparring(options)?;
    if options.positions > 0 {
        belief::train(player.as_ref(), &pool, options.positions, options.seed, &options.out)?;
    }
    let found = unpack_belief(&read(&options.out)?).map_err(|error| told(&options.out, error))?;
    println!("against itself");
    belief::measure(&found, player.as_ref(), player.as_ref(), options.deals, options.seed + 1);
    println!("against marjj-like");
    let camper = opponent("marjj-like")?;
    belief::measure(&found, player.as_ref(), camper.as_ref(), options.deals, options.seed + 2);
    Ok(())
}

/// Prints whether what a committee of networks says of a choice is true: `reliability FILE+FILE`.
fn reliability(options: &Options) -> Outcome<()> {
    let files = options.names.first().ok_or("reliability WEIGHTS")?;
    let player = opponent(&format!("mean:{files}"))?;
    let members = files.split('+').map(network).collect::<Outcome<Vec<_>>>()?;
    let judge = |view: &View<'_>| averaged(&members, view, &Utility::POINTS, &FOUR);
    reliability::measure(player.as_ref(), &judge, options.deals, options.seed);
    Ok(())
}

/// Plays every pairing of the players named, or of all for people: legal actions and an end?
fn trial(options: &Options) -> Outcome<()> {
    let names: Vec<String> = match &*options.names {
        [] => gin_core::bot::NAMES.map(str::to_owned).to_vec(),
        names => names.to_vec(),
    };
    for (at, one) in names.iter().enumerate() {
        for other in &names[at..] {
            let players = [opponent(one)?, opponent(other)?];
            let players = [players[0].as_ref(), players[1].as_ref()];
            let seen = trial::play(players, options.deals, options.seed)?;
            println!(
                "{one:10} {other:10} {} deals, the longest {} actions, {:.1} % to the last {} cards",
                options.deals,
                seen.longest,
                100.0 * seen.late as f64 / options.deals as f64,
                trial::LATE,
            );
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match asked() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gin-train: {error}");
            ExitCode::from(2)
        }
    }
}

fn asked() -> Outcome<()> {
    let (verb, options) = options()?;
    match (verb.as_str(), options.width) {
        ("run", 64) => run::<64>(&options),
        ("run", 128) => run::<128>(&options),
        ("run", 256) => run::<256>(&options),
        ("pack", _) => pack_all(&options),
        ("equity", _) => match_equity(&options),
        ("reliability", _) => reliability(&options),
        ("trial", _) => trial(&options),
        ("climb", _) => {
            climb::climb(&sparring(&options)?, options.steps, options.deals, options.seed);
            Ok(())
        }
        ("belief", _) => train_belief(&options),
        ("evaluate", _) => evaluate(&options),
        ("mini", _) => mini::run(&options.names),
        _ => {
            Err("gin-train run --width 64|128|256 …, or gin-train evaluate WEIGHTS [OPPONENT …]"
                .into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gin_core::value::shipped::{POINTS, WIDTH};

    #[test]
    fn a_pool_is_players_and_their_shares_of_all_deals() {
        let found = pool("careful:0.7,mean:net.q8:0.2,simple:0.1,").unwrap();
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["careful", "mean:net.q8", "simple"]);
        assert_eq!(pool("").unwrap(), []);
        for text in ["simple", "simple:x", "simple:-0.1", "simple:NaN", "a:0.6,b:0.5"] {
            assert!(pool(text).unwrap_err().to_string().starts_with(['a', 't']), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_its_name() {
        let missing = read("missing.bin").unwrap_err().to_string();
        assert!(missing.starts_with("missing.bin: "), "{missing}");
        let file = std::env::temp_dir().join(format!("gin-train-{}", std::process::id()));
        fs::write(&file, "hello").unwrap();
        let path = file.to_str().unwrap();
        let (weights, table) = (opponent(path).err(), equity_table(&file).err());
        fs::remove_file(&file).unwrap();
        for told in [weights, table] {
            let told = told.unwrap().to_string();
            assert!(told.starts_with(&format!("{path}: it is no ")), "{told}");
        }
    }

    #[test]
    fn a_run_begins_with_a_checkpoint_or_with_weights() {
        let weights = POINTS[0].to_halves();
        let mut learner = beginning::<WIDTH>(&weights).unwrap();
        assert_eq!((learner.network.to_halves(), learner.steps), (weights, 0));
        learner.steps = 7;
        let place = Place { done: 12_034, chunk: 1 };
        let saved = checkpoint(&learner, place);
        let again = beginning::<WIDTH>(&saved).unwrap();
        assert_eq!((again.to_bytes(), again.steps), (learner.to_bytes(), 7));
        assert_eq!(stopped::<WIDTH>(&saved).unwrap().1, place);
        assert!(beginning::<64>(&saved).is_err() && beginning::<WIDTH>(b"weights").is_err());
    }

    #[test]
    fn a_run_that_was_stopped_and_resumed_is_the_run_that_was_not() {
        let options = Options {
            positions: 60_000,
            pool: vec![("simple".to_owned(), 0.3)],
            equity: Some("../gin-core/weights/equity.bin".into()),
            ..Options::default()
        };
        let school = School::new(&options).unwrap();
        let (mut whole, mut place) = (Learner::<64>::new(1), Place::default());
        let mut saved = checkpoint(&whole, place);
        for _ in 0..3 {
            school.learn(&options, &mut whole, &mut place);
            let (mut again, mut from) = stopped::<64>(&saved).unwrap();
            school.learn(&options, &mut again, &mut from);
            saved = checkpoint(&again, from);
            assert!(saved == checkpoint(&whole, place), "at {place:?}");
        }
        assert_eq!(place.chunk, 3);
        assert!(place.done >= 3 * CHUNK as u64 && whole.steps > 100);
    }
}
