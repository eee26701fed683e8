//! Few pieces first: the placements of some kinds one by one, and for each of them the rest by whatever engine suits it.
//!
//! A queen among thirty knights makes a hopeless problem of an easy one. Where knights stand alone, few states say all that
//! matters ([`frontier`](crate::engines::frontier)); but the queen's lines reach over the whole board, and a sweep would have
//! to remember every square that she might have come from. So she goes first. On 12x12 there are 144 squares for her, and by
//! symmetry no more than 21 of them differ; with the queen given, the rest is thirty knights on a board with holes.
//!
//! The kinds that go first are the *leaders*. Their placements fall into orbits under the maps of the board that keep the
//! problem; of each orbit one placement is a unit, which counts as often as the orbit is large (the orbit-stabiliser theorem).
//! What is left is the same question with more given pieces, and is planned like any other, but without further leaders.
//!
//! Which kinds lead is decided by cost: of all choices with few orbits, some orbits are planned, and the mean is what each
//! will take. (In constraint solving this is *conditioning* on a cutset: R. Dechter, *Enhancement schemes for constraint
//! processing*, Artificial Intelligence 41, 1990; here the cutset is a set of pieces.)

use super::Plan;
use super::compared::Compared;
use super::nested::{Asked, Nested};
use crate::board::{Set, Sets};
use crate::engines::counter::{Counter, Facts, Partial, UnitFacts};
use crate::engines::estimate::{Effort, Estimate, Random};
use crate::engines::instance::Instance;
use crate::problem::{Pieces, Problem};
use std::cmp::Ordering;
use std::time::Instant;

/// Its name in results.
const NAME: &str = "leaders";
/// Raised whenever units change.
const VERSION: u32 = 1;

/// No choice of leaders has more placements,
const MAX_PLACEMENTS: usize = 1 << 18;
/// or more orbits.
const MAX_ORBITS: usize = 1 << 16;
/// Choices of leaders that are tried, those with the fewest placements first.
const MAX_CHOICES: usize = 8;
/// Orbits that are planned to see what all take, for each choice and once more for the best one.
const SAMPLES: usize = 3;
/// The share of the time at stake after which no further choice is tried,
const SHARE: f64 = 0.05;
/// and that which a walk through placements may take.
const WALK_SHARE: f64 = 0.1;
/// Seconds for a placement and a map of the board in such a walk.
const WALK: f64 = 3e-7;

/// The placements of some kinds, one of each orbit, ready to be followed by the rest.
pub(crate) struct Leaders {
    problem: Problem,
    /// The numbers of the kinds among those of the problem.
    kinds: Vec<usize>,
    /// The kind's number and the square of each piece.
    orbits: Vec<Vec<(usize, usize)>>,
    facts: Facts,
    /// For what is left.
    nested: Nested,
    /// What was seen of the rest.
    seen: Seen,
}

/// What some orbits were planned to take.
#[derive(Debug, Clone, Default)]
struct Seen {
    /// Seconds for each, planning included.
    seconds: Vec<f64>,
    /// Bytes at most.
    memory: usize,
    /// The engines.
    engines: Vec<&'static str>,
}

impl Seen {
    fn mean(&self) -> f64 {
        self.seconds.iter().sum::<f64>() / self.seconds.len().max(1) as f64
    }

    /// The standard error of the mean, as a share of it.
    fn relative_error(&self) -> Option<f64> {
        let (mean, number) = (self.mean(), self.seconds.len() as f64);
        let squares: f64 = self.seconds.iter().map(|seconds| (seconds - mean).powi(2)).sum();
        (self.seconds.len() > 1 && mean > 0.0).then(|| (squares / (number - 1.0) / number).sqrt() / mean)
    }
}

impl Leaders {
    /// The leaders of a problem, with its instance, that are expected to take least time, if any take less than `stake` seconds;
    /// and the others that were looked at.
    pub(crate) fn best(
        problem: &Problem,
        instance: &Instance,
        nested: &Nested,
        stake: f64,
    ) -> (Option<Self>, Vec<Compared>) {
        let start = Instant::now();
        let (mut best, mut others): (Option<Self>, Vec<Compared>) = Default::default();
        let most = WALK_SHARE * stake / (WALK * instance.maps.len() as f64);
        for kinds in choices(problem, most).into_iter().take(MAX_CHOICES) {
            let least = best.as_ref().map_or(stake, Self::seconds);
            if start.elapsed().as_secs_f64() > SHARE * stake {
                break;
            }
            let Some(mut leaders) = Self::new(problem, instance, kinds, nested) else { continue };
            let is_seen = leaders.look(SAMPLES, least).is_some();
            let slower = match is_seen && leaders.seconds() < least {
                true => best.replace(leaders).map(|best| best.compared(false)),
                false => Some(leaders.compared(!is_seen)),
            };
            others.extend(slower);
        }
        // A better look at what looks best.
        let is_seen = best.as_mut().is_some_and(|best| best.look(SAMPLES, stake).is_some());
        if let Some(slow) = best.take_if(|best| !is_seen || best.seconds() >= stake) {
            others.push(slow.compared(!is_seen));
        }
        (best, others)
    }

    /// The same as something that was not taken; `is_longer` if it was given up.
    fn compared(&self, is_longer: bool) -> Compared {
        let what = format!("{} first: {} orbits", self.names(), self.orbits.len());
        Compared { what, seconds: self.seconds(), is_longer, memory: self.memory() }
    }

    /// The pieces that go first.
    fn names(&self) -> String {
        let pieces: Vec<String> = (self.problem.pieces().enumerate())
            .filter(|(kind, _)| self.kinds.contains(kind))
            .map(|(_, pieces)| pieces.to_string())
            .collect();
        pieces.join(" ")
    }

    /// Kinds of a problem as its leaders; `None` if there are too many placements of them.
    pub(crate) fn new(
        problem: &Problem,
        instance: &Instance,
        mut kinds: Vec<usize>,
        nested: &Nested,
    ) -> Option<Self> {
        kinds.sort_unstable();
        kinds.dedup();
        if instance.is_hopeless() {
            return None;
        }
        let placed = problem.numbers_of(|pieces| pieces.free_pieces() > 0);
        let classes: Vec<usize> =
            kinds.iter().map(|kind| placed.iter().position(|other| other == kind)).collect::<Option<_>>()?;
        let orbits = orbits(instance, &classes)?;
        let units = orbits.iter().map(|(_, weight)| UnitFacts { weight: *weight, work: 1.0 }).collect();
        let facts = Facts { units, ..Facts::plain((NAME, VERSION), nested.kernel, Vec::new()) };
        // A second count is of other placements of the same orbits: what is left lies elsewhere on the board.
        let map = instance.maps.last().filter(|_| nested.is_other());
        let kind_of = |(class, square): (usize, usize)| {
            (placed[class], map.map_or(square, |map| usize::from(map[square])))
        };
        let orbits =
            orbits.into_iter().map(|(pieces, _)| pieces.into_iter().map(kind_of).collect()).collect();
        let (problem, nested) = (problem.clone(), nested.for_every_thread());
        Some(Self { problem, kinds, orbits, facts, nested, seen: Seen::default() })
    }

    /// The numbers of the leading kinds among those of the problem.
    pub(crate) fn kinds(&self) -> &[usize] {
        &self.kinds
    }

    /// The plan of the rest beside the leaders of an orbit.
    fn rest(&self, orbit: usize) -> Option<Plan> {
        let board = self.problem.board();
        let place = |problem: Problem, &(kind, square): &(usize, usize)| {
            problem.with_fixed(kind, board.square(square))
        };
        let problem = self.orbits[orbit].iter().try_fold(self.problem.clone(), place)?;
        // Some orbit may take more memory than those that were looked at.
        let without_limit = |_| self.nested.without_limit().plan(problem.clone());
        self.nested.plan(problem.clone()).or_else(without_limit).ok()
    }

    /// Plans the rest of some more orbits, at equal distances; `None` if one cannot be planned, or if they take longer than
    /// `least` seconds in all.
    fn look(&mut self, samples: usize, least: f64) -> Option<()> {
        let (orbits, before) = (self.orbits.len(), self.seen.seconds.len());
        let parts = (before + samples).min(orbits);
        for sample in before..parts {
            let begun = Instant::now();
            let plan = self.rest((2 * sample + 1) * orbits / (2 * parts))?;
            let planning = begun.elapsed().as_secs_f64();
            let summary = plan.summary();
            // The trial of a sweep is a part of it.
            let seconds = if plan.swept().is_some() {
                summary.estimate.seconds
            } else {
                summary.estimate.seconds + planning
            };
            self.seen.seconds.push(seconds);
            self.seen.memory = self.seen.memory.max(summary.memory);
            if !self.seen.engines.contains(&summary.engine.0) {
                self.seen.engines.push(summary.engine.0);
            }
            if seconds > least {
                return None;
            }
        }
        Some(())
    }

    /// Seconds for all orbits.
    fn seconds(&self) -> f64 {
        self.seen.mean() * self.orbits.len() as f64
    }
}

/// Which kinds could lead: any one or two, and any number of those with the fewest pieces; those with the fewest placements
/// come first, and none with more than `most`. Some kind is left to follow.
fn choices(problem: &Problem, most: f64) -> Vec<Vec<usize>> {
    let mut kinds = problem.numbers_of(|pieces| pieces.free_pieces() > 0);
    let pieces: Vec<&Pieces> = problem.pieces().collect();
    let squares = problem.board().open_area() as f64;
    let ways = |kinds: &[usize]| -> f64 {
        let of_kind = |&kind: &usize| {
            (0..pieces[kind].free_pieces())
                .map(|piece| (squares - f64::from(piece)) / f64::from(piece + 1))
                .product::<f64>()
        };
        kinds.iter().map(of_kind).product()
    };
    kinds.sort_by_key(|&kind| (pieces[kind].free_pieces(), kind));
    let mut choices: Vec<Vec<usize>> = (1..kinds.len()).map(|number| kinds[..number].to_vec()).collect();
    for (place, &one) in kinds.iter().enumerate() {
        choices.push(vec![one]);
        choices.extend(kinds[place + 1..].iter().map(|&other| vec![one, other]));
    }
    choices.iter_mut().for_each(|choice| choice.sort_unstable());
    let most = most.min(4.0 * MAX_PLACEMENTS as f64);
    choices.retain(|choice| choice.len() < kinds.len() && ways(choice) <= most);
    choices.sort();
    choices.dedup();
    choices.sort_by(|one, other| ways(one).total_cmp(&ways(other)));
    choices
}

/// Pieces as classes and squares, and how many placements their orbit has.
type Orbit = (Vec<(usize, usize)>, u64);

/// A placement of the classes from each orbit; `None` if there are too many.
fn orbits(instance: &Instance, classes: &[usize]) -> Option<Vec<Orbit>> {
    let mut walk = Walk { instance, placed: Vec::new(), found: 0, orbits: Vec::new() };
    walk.place(classes, 0, 0, &instance.allowed()).then_some(walk.orbits)
}

/// A walk through all placements of some classes.
struct Walk<'a> {
    instance: &'a Instance,
    placed: Vec<(usize, usize)>,
    found: usize,
    orbits: Vec<Orbit>,
}

impl Walk<'_> {
    /// Places the pieces that are left of the first class, from a square on, and then those of the others; false if there are
    /// too many.
    fn place(&mut self, classes: &[usize], done: u32, from: usize, allowed: &Sets) -> bool {
        let Some((&class, others)) = classes.split_first() else { return self.note() };
        if done == self.instance.classes[class].pieces {
            return self.place(others, 0, 0, allowed);
        }
        for square in allowed[class].squares().filter(|&square| square >= from) {
            let mut left = allowed.clone();
            left.subtract(self.instance.conflicts.row(class, square));
            self.placed.push((class, square));
            let is_within = self.place(classes, done + 1, square + 1, &left);
            self.placed.pop();
            if !is_within {
                return false;
            }
        }
        true
    }

    /// Keeps a placement if it is the least of its orbit. It is in increasing order, since classes and squares are.
    fn note(&mut self) -> bool {
        self.found += 1;
        let mut fixing = 0;
        for map in self.instance.maps.iter() {
            let mut image: Vec<(usize, usize)> =
                self.placed.iter().map(|&(class, square)| (class, usize::from(map[square]))).collect();
            image.sort_unstable();
            match image.cmp(&self.placed) {
                Ordering::Less => return self.found <= MAX_PLACEMENTS,
                Ordering::Equal => fixing += 1,
                Ordering::Greater => {}
            }
        }
        let size = self.instance.maps.len() / fixing.max(1);
        self.orbits.push((self.placed.clone(), size as u64));
        self.found <= MAX_PLACEMENTS && self.orbits.len() <= MAX_ORBITS
    }
}

impl Counter for Leaders {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate {
            seconds: self.seconds(),
            relative_error: self.seen.relative_error(),
            descents: self.seen.seconds.len() as u32,
            ..Estimate::by_model(0.0)
        }
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        for &(kind, square) in &self.orbits[unit] {
            into.extend_from_slice(&(kind as u32).to_le_bytes());
            into.extend_from_slice(&(square as u32).to_le_bytes());
        }
    }

    fn count(&self, unit: usize, should_stop: &(dyn Fn() -> bool + Sync)) -> Partial {
        // The largest number there is stands for all that do not fit, and for what cannot be counted.
        let too_large = Partial { placements: u128::MAX, nodes: 0, complete: true };
        let outcome = self.rest(unit).and_then(|plan| plan.run(&Asked(should_stop)).ok());
        outcome.map_or(too_large, |outcome| Partial {
            placements: u128::try_from(&outcome.count).unwrap_or(u128::MAX),
            nodes: outcome.nodes,
            complete: outcome.complete,
        })
    }

    fn memory(&self) -> usize {
        let pieces = self.orbits.first().map_or(0, Vec::len);
        self.seen.memory + self.orbits.len() * pieces * size_of::<(usize, usize)>()
    }

    fn note(&self) -> Option<String> {
        let engines = match &self.seen.engines[..] {
            [] => String::new(),
            engines => format!(", then the rest by {}", engines.join(" or ")),
        };
        Some(format!("{} first, one placement of each orbit{engines}", self.names()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::kernel::Kernel;
    use crate::plan::{Settings, plan};

    /// Orbits are counted as Burnside's lemma does, and their sizes add up to all placements.
    #[test]
    fn orbits_are_those_of_the_board() {
        for (text, letter, orbits, placements) in [
            ("12x12 N30 Q", 'Q', 21, 144),
            ("8x8 Q N9", 'Q', 10, 64),
            ("5x5/torus Q N2", 'Q', 1, 25),
            ("4x4-a1 Q N2", 'Q', 9, 15),
            ("5x6 R2 N3", 'R', 78, 300),
        ] {
            let problem: Problem = text.parse().unwrap();
            let kinds = problem.numbers_of(|pieces| pieces.kind.letter() == letter);
            let nested = Nested::new(&Settings::default(), Kernel::Portable, plan);
            let leaders = Leaders::new(&problem, &Instance::new(&problem), kinds, &nested).unwrap();
            let sizes: u64 = leaders.facts.units.iter().map(|unit| unit.weight).sum();
            assert_eq!((leaders.orbits.len(), sizes), (orbits, placements), "{text}");
        }
    }
}
