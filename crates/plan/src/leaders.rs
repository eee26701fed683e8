//! Few pieces first: the placements of some kinds one by one, and for each of them the rest by whatever engine suits it.
//!
//! A queen among thirty knights makes a hopeless problem of an easy one. Where knights stand alone, few states say all that
//! matters ([`frontier`](crate::engines::frontier)); but the queen's lines reach over the whole board, and a sweep would have
//! to remember every square that she might have come from. So she goes first. On 12x12 there are 144 squares for her, and by
//! symmetry no more than 21 of them differ; with the queen given, the rest is thirty knights on a board with holes.
//!
//! The kinds that go first are the *leaders*. Whatever is settled of them, or of walls, which lead everything, the problem falls
//! into [`cases`](mod@super::cases); of each orbit one is a unit. What is left is the same question about a smaller problem, and is
//! planned like any other, but without further leaders.
//!
//! Of leaders that exclude everything from their files, rooks for example, it is often enough to settle which files they stand
//! on: that leaves fewer and larger questions.
//!
//! *Up to symmetry*, placements that differ in the orbit of their leaders differ. Those with the same leaders are the same if
//! a symmetry that fixes the leaders carries one to the other; so beside all placements it is counted, for those few choices of
//! leaders that some symmetry fixes, what these symmetries fix of the rest ([`Leaders::of_symmetries`]).
//!
//! Which kinds lead, and what is settled of them, is decided by cost: of all choices with few cases, some cases are planned, and
//! the mean is what each will take. (In constraint solving this is *conditioning* on a cutset: R. Dechter, *Enhancement schemes for constraint
//! processing*, Artificial Intelligence 41, 1990; here the cutset is a set of pieces.)

use super::cases::{self, Case, Cases, Split, is_placed};
use super::compared::Compared;
use super::nested::Nested;
use super::observer::StopIf;
use super::outcome::RunError;
use super::tree::Settled;
use super::{Plan, PlanError};
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::instance::Instance;
use crate::engines::leaf::{Facts, Leaf, UnitFacts};
use crate::engines::random::Random;
use crate::engines::run::Run;
use crate::engines::tally::Counts;
use crate::named::Named;
use crate::problem::{Pieces, Problem};
use crate::symmetry::Symmetry;
use crate::work::{Errand, Stopwatch};
use num_bigint::BigUint;
use rayon::prelude::*;

/// Its name in results,
const NAME: &str = "leaders";
/// and where walls lead.
const WALLS: &str = "walls";
/// Raised whenever units change.
const VERSION: u32 = 1;

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

/// The cases that a problem falls into by what is settled of some kinds, ready to be followed by the rest.
#[derive(Clone)]
pub(crate) struct Leaders {
    problem: Problem,
    /// The numbers of the kinds among those of the problem.
    kinds: Vec<usize>,
    settled: Settled,
    /// A unit each.
    cases: Cases,
    facts: Facts,
    rest: Rest,
    /// For what is left.
    nested: Nested,
    /// What was seen of the rest.
    seen: Seen,
}

/// What is counted beside each choice of leaders.
#[derive(Clone)]
enum Rest {
    /// All placements of the rest.
    All,
    /// What those of these symmetries fix of it that fix the leaders.
    OfSymmetries(Vec<Symmetry>),
    /// What all of these symmetries fix of it.
    FixedBy(Vec<Symmetry>),
}

/// What some orbits were planned to take.
#[derive(Debug, Clone, Default)]
struct Seen {
    /// Which orbits.
    orbits: Vec<usize>,
    /// Seconds for each, once it is planned,
    seconds: Vec<f64>,
    /// and for planning it.
    planning: Vec<f64>,
    /// Bytes at most.
    memory: usize,
    /// The engines.
    engines: Vec<&'static str>,
}

impl Seen {
    /// Another one of so many orbits, in the largest gap between those seen.
    fn next(&self, orbits: usize) -> usize {
        let mut ends: Vec<usize> = self.orbits.clone();
        ends.sort_unstable();
        let starts = std::iter::once(0).chain(ends.iter().map(|end| end + 1));
        let gaps = starts.zip(ends.iter().copied().chain([orbits]));
        let widest = gaps.max_by_key(|(start, end)| end - start);
        widest.map_or(0, |(start, end)| start.midpoint(end).min(orbits - 1))
    }

    /// Seconds for each, planning included where each is planned when its turn comes.
    fn all(&self) -> Vec<f64> {
        self.seconds.iter().zip(&self.planning).map(|(seconds, planned)| seconds + planned).collect()
    }

    fn mean(&self) -> f64 {
        self.all().iter().sum::<f64>() / self.seconds.len().max(1) as f64
    }

    /// The standard error of the mean, as a share of it.
    fn relative_error(&self) -> Option<f64> {
        let (mean, number) = (self.mean(), self.seconds.len() as f64);
        let squares: f64 = self.all().iter().map(|seconds| (seconds - mean).powi(2)).sum();
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
        let watch = Stopwatch::start();
        let (mut best, mut others): (Option<Self>, Vec<Compared>) = Default::default();
        let most = WALK_SHARE * stake / (WALK * instance.maps.len() as f64);
        let by_squares = choices(problem, most).into_iter().take(MAX_CHOICES);
        let by_lines = choices_of_lines(problem, instance).into_iter();
        for (kinds, settled) in by_lines.chain(by_squares.map(|kinds| (kinds, Settled::Squares))) {
            let least = best.as_ref().map_or(stake, Self::seconds);
            if watch.seconds() > SHARE * stake || nested.is_given_up() {
                break;
            }
            let Some(mut leaders) = Self::new(problem, instance, kinds, settled, nested) else { continue };
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
        let what = format!("{} first: {} orbits", self.what(), self.cases.number());
        Compared { what, seconds: self.seconds(), is_longer, memory: self.memory() }
    }

    /// What goes first.
    fn what(&self) -> String {
        let pieces: Vec<String> = (self.problem.pieces().enumerate())
            .filter(|(kind, _)| self.kinds.contains(kind))
            .map(|(_, pieces)| pieces.to_string())
            .collect();
        let pieces = pieces.join(" ");
        match self.settled {
            Settled::Squares | Settled::Walls => pieces,
            Settled::Files => format!("the files of {pieces}"),
            Settled::Ranks => format!("the ranks of {pieces}"),
        }
    }

    /// Kinds of a problem as its leaders; `None` if there are too many placements of them.
    pub(crate) fn new(
        problem: &Problem,
        instance: &Instance,
        mut kinds: Vec<usize>,
        settled: Settled,
        nested: &Nested,
    ) -> Option<Self> {
        kinds.sort_unstable();
        kinds.dedup();
        // A second count is of other choices from the same orbits: what is left lies elsewhere on the board.
        let by = Split::Leaders { kinds: &kinds, settled, instance };
        let cases = cases::cases(problem, by, &instance.maps, nested.is_other()).ok()?;
        Some(Self::of(problem, kinds, settled, cases, nested))
    }

    /// What has to be settled before anything else as the leaders of a problem: walls, of which cases are the same under these
    /// maps.
    ///
    /// # Errors
    /// Too many ways to put them up.
    pub(crate) fn needed(
        problem: &Problem,
        by: Split<'_>,
        maps: &[Vec<u16>],
        nested: &Nested,
    ) -> Result<Self, PlanError> {
        let cases = cases::cases(problem, by, maps, nested.is_other())?;
        Ok(Self::of(problem, by.kinds(problem), Settled::Walls, cases, nested))
    }

    fn of(problem: &Problem, kinds: Vec<usize>, settled: Settled, cases: Cases, nested: &Nested) -> Self {
        let name = if settled == Settled::Walls { WALLS } else { NAME };
        let facts =
            Facts { units: units(&cases), ..Facts::plain((name, VERSION), nested.kernel, Vec::new()) };
        let (problem, nested, seen) = (problem.clone(), nested.for_every_thread(), Seen::default());
        Self { problem, kinds, settled, cases, facts, rest: Rest::All, nested, seen }
    }

    /// The same after a look at the rest beside some of them.
    ///
    /// # Errors
    /// Why what is left of some cannot be planned.
    pub(crate) fn looked_at(mut self) -> Result<Self, PlanError> {
        if self.look(SAMPLES, f64::INFINITY).is_none()
            && let Some(case) = self.seen.orbits.last().and_then(|&orbit| self.cases.case(orbit))
        {
            self.nested.plan(case.of)?;
        }
        Ok(self)
    }

    /// What must be added to all placements so that the sum is the number of classes under a group, times the number of its
    /// symmetries, where cases are the same up to these: for each choice of leaders what each symmetry fixes, the identity aside.
    /// `None` if orbits are not of all maps, as those of files where a map carries them to ranks.
    pub(crate) fn of_symmetries(&self, group: &[Symmetry]) -> Option<Self> {
        let maps = self.cases.maps()?;
        let cases = self.cases.with_weight(|weight| weight < maps);
        Some(Self {
            problem: self.problem.clone(),
            kinds: self.kinds.clone(),
            facts: Facts { units: units(&cases), ..self.facts.clone() },
            cases,
            rest: Rest::OfSymmetries(group.to_vec()),
            nested: self.nested.clone(),
            seen: self.seen.clone(),
            ..*self
        })
    }

    /// Those choices only that all maps of the orbits leave as they are, and beside each what a group of symmetries fixes.
    pub(crate) fn fixed_by(self, group: &[Symmetry]) -> Self {
        let cases = self.cases.with_weight(|weight| weight == 1);
        let facts = Facts { units: units(&cases), ..self.facts };
        Self { cases, facts, rest: Rest::FixedBy(group.to_vec()), ..self }
    }

    /// The numbers of the leading kinds among those of the problem.
    pub(crate) fn kinds(&self) -> &[usize] {
        &self.kinds
    }

    /// What is settled of them.
    pub(crate) fn settled(&self) -> Settled {
        self.settled
    }

    /// What is left of the problem beside the leaders of a unit; there must be something.
    fn left(&self, unit: usize) -> Result<Case, RunError> {
        let what = "the pieces that go first cannot stand where they were put";
        self.cases.case(unit).ok_or_else(|| RunError::Check { what }.nested_in(&self.problem))
    }

    /// The plan of the rest beside the leaders of an orbit.
    fn rest(&self, orbit: usize) -> Result<Plan, RunError> {
        let fixed_by = match &self.rest {
            Rest::FixedBy(group) => group.as_slice(),
            Rest::All | Rest::OfSymmetries(_) => &[],
        };
        self.nested.plan_anyhow(&self.left(orbit)?.of, fixed_by)
    }

    /// The same, with the seconds that planning takes.
    fn timed(&self, orbit: usize) -> (Result<Plan, RunError>, f64) {
        let watch = Stopwatch::start();
        let plan = self.rest(orbit);
        (plan, watch.seconds())
    }

    /// Plans the rest of some more orbits, all over the list; `None` if one cannot be planned, or if they take longer than
    /// `least` seconds in all.
    fn look(&mut self, samples: usize, least: f64) -> Option<()> {
        let (orbits, seen) = (self.cases.number(), self.seen.orbits.len());
        for _ in 0..samples.min(orbits - seen) {
            self.seen.orbits.push(self.seen.next(orbits));
        }
        let wanted = &self.seen.orbits[seen..];
        // Each on a thread of its own; one after another none is planned for nothing.
        let errand = |&orbit: &usize| Errand::run(|| self.timed(orbit));
        let errands: Vec<_> = if self.nested.threads() > 1 {
            self.nested.pool().install(|| wanted.par_iter().map(errand).collect()).ok()?
        } else {
            Vec::new()
        };
        let mut all: Vec<_> = errands.into_iter().map(Errand::take).collect();
        let number = wanted.len();
        all.reverse();
        for place in seen..seen + number {
            let (plan, planning) = all.pop().unwrap_or_else(|| self.timed(self.seen.orbits[place]));
            let Ok(plan) = plan else {
                self.seen.orbits.truncate(place + 1);
                return None;
            };
            self.seen.planning.push(planning);
            let summary = plan.summary();
            let seconds = summary.estimate.seconds;
            self.seen.seconds.push(seconds);
            self.seen.memory = self.seen.memory.max(summary.memory);
            if !self.seen.engines.contains(&summary.engine.0) {
                self.seen.engines.push(summary.engine.0);
            }
            if seconds > least {
                self.seen.orbits.truncate(place + 1);
                return None;
            }
        }
        Some(())
    }

    /// Seconds for all orbits.
    fn seconds(&self) -> f64 {
        self.seen.mean() * self.cases.number() as f64
    }
}

/// Each case as often as its orbit is large.
fn units(cases: &Cases) -> Vec<UnitFacts> {
    let unit = |&(_, weight): &(cases::Choice, u64)| UnitFacts { weight, work: 1.0 };
    cases.choices().iter().map(unit).collect()
}

/// Which kinds could lead: any one or two, and any number of those with the fewest pieces; those with the fewest placements
/// come first, and none with more than `most`. Some kind is left to follow.
fn choices(problem: &Problem, most: f64) -> Vec<Vec<usize>> {
    let mut kinds = problem.numbers_of(|pieces| pieces.free_pieces() > 0);
    let placed = problem.numbers_of(is_placed).len();
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
    let mut choices: Vec<Vec<usize>> = (1..=kinds.len()).map(|number| kinds[..number].to_vec()).collect();
    for (place, &one) in kinds.iter().enumerate() {
        choices.push(vec![one]);
        choices.extend(kinds[place + 1..].iter().map(|&other| vec![one, other]));
    }
    choices.iter_mut().for_each(|choice| choice.sort_unstable());
    let most = most.min(cases::MAX_WALK);
    choices.retain(|choice| choice.len() < placed && ways(choice) <= most);
    choices.sort();
    choices.dedup();
    choices.sort_by(|one, other| ways(one).total_cmp(&ways(other)));
    choices
}

/// Which kinds could have their lines settled, of one army: each alone and all together, as far as their lines are long.
fn choices_of_lines(problem: &Problem, instance: &Instance) -> Vec<(Vec<usize>, Settled)> {
    let (board, kinds) = (problem.board(), problem.numbers_of(is_placed));
    let mut choices = Vec::new();
    if problem.armies().len() > 1 {
        return choices;
    }
    for settled in [Settled::Files, Settled::Ranks] {
        let has_long_lines = |&class: &usize| {
            instance.classes[class].pieces > 0 && cases::are_lines_long(board, instance, class, settled)
        };
        let long: Vec<usize> = (0..kinds.len()).filter(has_long_lines).map(|class| kinds[class]).collect();
        let choice = |&kind: &usize| (vec![kind], settled);
        choices.extend(long.iter().map(choice).filter(|_| kinds.len() > 1));
        if long.len() > 1 {
            choices.push((long, settled));
        }
        // Ranks are like files where a map exchanges them.
        let exchanges = |map: &Vec<u16>| {
            let row = |square: u16| usize::from(square) / board.cols();
            board.cols() > 1 && row(map[0]) != row(map[1])
        };
        if instance.maps.iter().any(exchanges) {
            break;
        }
    }
    choices
}

impl Leaf for Leaders {
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
        match self.rest {
            Rest::All => {}
            Rest::OfSymmetries(_) => into.extend_from_slice(b"symmetries"),
            Rest::FixedBy(_) => into.extend_from_slice(b"fixed"),
        }
        if self.settled != Settled::Squares {
            into.extend_from_slice(self.settled.name().as_bytes());
        }
        for &(kind, place) in &self.cases.choices()[unit].0 {
            into.extend_from_slice(&(kind as u32).to_le_bytes());
            into.extend_from_slice(&(place as u32).to_le_bytes());
        }
    }

    fn memory(&self) -> usize {
        let pieces = self.cases.choices().first().map_or(0, |(choice, _)| choice.len());
        self.seen.memory.saturating_add(self.cases.number() * pieces * size_of::<(usize, usize)>())
    }

    fn note(&self) -> Option<String> {
        let engines = match &self.seen.engines[..] {
            [] => String::new(),
            engines => format!(", then the rest by {}", engines.join(" or ")),
        };
        let what = self.what();
        if !matches!(self.rest, Rest::All) {
            return Some(format!(
                "with each choice of {what} that symmetries fix, what they fix of the rest"
            ));
        }
        let choice = if self.cases.are_by_lines() { "choice" } else { "placement" };
        Some(format!("{what} first, one {choice} of each orbit{engines}"))
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let asked = StopIf(run.should_stop);
        let Rest::OfSymmetries(group) = &self.rest else {
            let outcome = self.nested.run(&self.rest(unit)?, &asked)?;
            return Ok(outcome.unit(outcome.count.clone()));
        };
        let (problem, kept) = (self.left(unit)?.of, self.cases.keeping(unit, group));
        let plan = self.nested.plan_of_classes(problem.clone(), &kept);
        let plan = plan.map_err(|error| RunError::unplanned(&problem, &error))?;
        let outcome = self.nested.run(&plan, &asked)?;
        if !outcome.complete {
            // Nothing is known of a difference of parts.
            return Ok(outcome.unit(BigUint::ZERO));
        }
        let all = &outcome.count * kept.len();
        match &outcome.placements {
            Some(placements) if *placements <= all => Ok(outcome.unit(all - placements)),
            Some(_) => Err(RunError::Negative.nested_in(&problem)),
            None => {
                let what = "classes were counted without all placements";
                Err(RunError::Check { what }.nested_in(&problem))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::kernel::Kernel;
    use crate::plan::Settings;
    use crate::plan::make::PLANNERS;

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
            let nested = Nested::new(&Settings::default(), Kernel::Portable, PLANNERS);
            let leaders =
                Leaders::new(&problem, &Instance::new(&problem), kinds, Settled::Squares, &nested).unwrap();
            let sizes: u64 = leaders.facts.units.iter().map(|unit| unit.weight).sum();
            assert_eq!((leaders.cases.number(), sizes), (orbits, placements), "{text}");
        }
    }
}
