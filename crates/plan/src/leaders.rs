//! Few pieces first: the placements of some kinds one by one, and for each of them the rest by the engine
//! that suits it.
//!
//! A queen among thirty knights makes an easy problem hopeless. For knights alone, few states contain all
//! that matters ([`frontier`](crate::engines::frontier)). But the queen's lines cross the whole board, and a
//! sweep would have to remember every square from which she might have come. So she goes first. On 12x12
//! there are 144 squares for her, of which 21 differ under symmetry. With the queen placed, the rest is
//! thirty knights on a board with holes.
//!
//! The kinds that go first are the *leaders*. Walls always lead. The settled part of the leaders splits the
//! problem into [`cases`](mod@super::cases), and one case of each orbit is a unit. The rest of a case is the
//! same question about a smaller problem. It is planned like any other, but without further leaders.
//!
//! For leaders that exclude all other pieces from their files (rooks, for example), it is often enough to
//! settle the files on which they stand. That leaves fewer and larger questions.
//!
//! *Up to symmetry*, placements whose leaders are in different orbits are not equivalent. Placements with the
//! same leaders are equivalent if a symmetry that fixes the leaders sends one to the other. So the plan
//! counts all placements and, for the few choices of leaders that some symmetry fixes, the placements of the
//! rest that these symmetries fix ([`Leaders::of_symmetries`]).
//!
//! Costs decide which kinds lead, and which part of them is settled. For each choice with few cases, some
//! cases are planned, and the mean estimates the cost of each case. (In constraint solving this is
//! *conditioning* on a cutset: R. Dechter, *Enhancement schemes for constraint processing*, Artificial
//! Intelligence 41, 1990; here the cutset is a set of pieces.)

use super::PlanError;
use super::cases::{self, Case, Cases, Split, is_placed};
use super::compared::LosingPlan;
use super::nested::NestedPlanner;
use super::observer::StopIf;
use super::outcome::RunError;
use super::tree::SettledPart;
use super::usual_sweep::UsualSweep;
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
use std::sync::Arc;

/// The engine's name in results.
const NAME: &str = "leaders";
/// The name in results if walls lead.
const WALLS: &str = "walls";
/// The version, raised whenever units change.
const VERSION: u32 = 1;

/// The maximum number of choices of leaders that are tried, those with the fewest placements first.
const MAX_CHOICES: usize = 8;
/// The number of orbits that are planned to estimate the cost of all, for each choice and once more for the
/// best choice.
const SAMPLES: usize = 3;
/// The share of the stake after which no further choice is tried.
const SHARE: f64 = 0.05;
/// The share of the stake that a walk through placements may take.
const WALK_SHARE: f64 = 0.1;
/// The time for a placement and a map of the board in such a walk, in seconds.
const WALK: f64 = 3e-7;
/// The expected time above which sweeps of some orbits are run to check their forecasts, in seconds.
const MEASURED_THRESHOLD_SECONDS: f64 = 30.0;
/// The maximum time for the sweep of such an orbit, in seconds.
const MEASURED_SECONDS: f64 = 1.0;

/// The cases into which leaders split a problem, ready to be completed by the rest.
#[derive(Clone)]
pub(crate) struct Leaders {
    problem: Problem,
    /// The numbers of the leading kinds among those of the problem.
    kinds: Vec<usize>,
    settled: SettledPart,
    /// The cases, one for each unit.
    cases: Cases,
    facts: Facts,
    rest: Rest,
    /// The way to plan the rest.
    nested: NestedPlanner,
    /// The way in which the rest of a case is usually swept.
    usual: Arc<UsualSweep>,
    /// The estimates from the orbits that were planned.
    seen: OrbitCosts,
}

/// The placements of the rest that are counted for each choice of leaders.
#[derive(Clone)]
enum Rest {
    /// All placements of the rest.
    All,
    /// For each of these symmetries that fixes the leaders, the placements of the rest that it fixes.
    OfSymmetries(Vec<Symmetry>),
    /// The placements of the rest that all of these symmetries fix.
    FixedBy(Vec<Symmetry>),
}

/// The cost of an orbit whose rest was planned.
#[derive(Debug, Clone)]
struct OrbitCost {
    orbit: usize,
    /// The expected or measured time, in seconds. It includes planning unless the rest is swept, because a
    /// sweep is like those of the other orbits and needs no plan.
    seconds: f64,
    /// Whether the rest is swept.
    is_swept: bool,
    /// Whether the time was measured by a sweep to the end.
    is_measured: bool,
    /// The memory, in bytes.
    memory: usize,
    engine: &'static str,
}

/// The costs of some orbits.
#[derive(Debug, Clone, Default)]
struct OrbitCosts(Vec<OrbitCost>);

impl OrbitCosts {
    /// Returns the next of `orbits` orbits to plan, in the largest gap between these and the planned ones.
    fn next(&self, wanted: &[usize], orbits: usize) -> usize {
        let mut ends: Vec<usize> =
            self.0.iter().map(|cost| cost.orbit).chain(wanted.iter().copied()).collect();
        ends.sort_unstable();
        let starts = std::iter::once(0).chain(ends.iter().map(|end| end + 1));
        let gaps = starts.zip(ends.iter().copied().chain([orbits]));
        let widest = gaps.max_by_key(|(start, end)| end - start);
        widest.map_or(0, |(start, end)| start.midpoint(end).min(orbits - 1))
    }

    fn mean(&self) -> f64 {
        self.0.iter().map(|cost| cost.seconds).sum::<f64>() / self.0.len().max(1) as f64
    }

    /// Returns the standard error of the mean, divided by the mean.
    fn relative_error(&self) -> Option<f64> {
        let (mean, number) = (self.mean(), self.0.len() as f64);
        let squares: f64 = self.0.iter().map(|cost| (cost.seconds - mean).powi(2)).sum();
        (self.0.len() > 1 && mean > 0.0).then(|| (squares / (number - 1.0) / number).sqrt() / mean)
    }

    /// Returns the maximum memory of an orbit, in bytes.
    fn memory(&self) -> usize {
        self.0.iter().map(|cost| cost.memory).max().unwrap_or(0)
    }

    /// Returns the engines of the orbits.
    fn engines(&self) -> Vec<&'static str> {
        let mut engines = Vec::new();
        for cost in &self.0 {
            if !engines.contains(&cost.engine) {
                engines.push(cost.engine);
            }
        }
        engines
    }
}

impl Leaders {
    /// Returns the leaders of a problem, with its instance, that are expected to be fastest, if any take less
    /// than `stake` seconds. Also returns the choices that lost.
    pub(crate) fn find_best(
        problem: &Problem,
        instance: &Instance,
        nested: &NestedPlanner,
        stake: f64,
    ) -> (Option<Self>, Vec<LosingPlan>) {
        let watch = Stopwatch::start();
        let (mut best, mut others): (Option<Self>, Vec<LosingPlan>) = Default::default();
        let most = WALK_SHARE * stake / (WALK * instance.maps.len() as f64);
        let by_squares = choices(problem, most).into_iter().take(MAX_CHOICES);
        let by_lines = choices_of_lines(problem, instance).into_iter();
        for (kinds, settled) in by_lines.chain(by_squares.map(|kinds| (kinds, SettledPart::Squares))) {
            let least = best.as_ref().map_or(stake, Self::seconds);
            if watch.seconds() > SHARE * stake || nested.is_given_up() {
                break;
            }
            let Some(mut leaders) = Self::new(problem, instance, kinds, settled, nested) else { continue };
            let is_seen = leaders.look(SAMPLES, least).is_ok();
            let slower = match is_seen && leaders.seconds() < least {
                true => best.replace(leaders).map(|best| best.compared(false)),
                false => Some(leaders.compared(!is_seen)),
            };
            others.extend(slower);
        }
        // The best choice gets a more accurate estimate.
        let is_seen = best.as_mut().is_some_and(|best| best.look(SAMPLES, stake).is_ok());
        if let Some(slow) = best.take_if(|best| !is_seen || best.seconds() >= stake) {
            others.push(slow.compared(!is_seen));
        }
        if let Some(best) = &mut best {
            best.measure_sweeps();
        }
        (best, others)
    }

    /// Returns these leaders as a plan that was compared and not taken; `is_longer` if its estimate was
    /// stopped.
    fn compared(&self, is_longer: bool) -> LosingPlan {
        let what = format!("{} first: {} orbits", self.description(), self.cases.number());
        LosingPlan { what, seconds: self.seconds(), is_longer, memory: self.memory() }
    }

    /// Describes the leaders in words.
    fn description(&self) -> String {
        let pieces: Vec<String> = (self.problem.pieces().enumerate())
            .filter(|(kind, _)| self.kinds.contains(kind))
            .map(|(_, pieces)| pieces.to_string())
            .collect();
        let pieces = pieces.join(" ");
        match self.settled {
            SettledPart::Squares | SettledPart::Walls => pieces,
            SettledPart::Files => format!("the files of {pieces}"),
            SettledPart::Ranks => format!("the ranks of {pieces}"),
        }
    }

    /// Makes kinds of a problem its leaders; `None` if they have too many placements.
    pub(crate) fn new(
        problem: &Problem,
        instance: &Instance,
        mut kinds: Vec<usize>,
        settled: SettledPart,
        nested: &NestedPlanner,
    ) -> Option<Self> {
        kinds.sort_unstable();
        kinds.dedup();
        // A double-check uses other choices from the same orbits, so that the rest lies elsewhere on the
        // board.
        let by = Split::Leaders { kinds: &kinds, settled, instance };
        let cases = cases::cases(problem, by, &instance.maps, nested.is_other()).ok()?;
        Some(Self::from_cases(problem, kinds, settled, cases, nested))
    }

    /// Returns the leaders that a problem needs before anything else: its walls, with cases up to these maps.
    ///
    /// # Errors
    /// Too many ways to place the walls.
    pub(crate) fn from_split(
        problem: &Problem,
        by: Split<'_>,
        maps: &[Vec<u16>],
        nested: &NestedPlanner,
    ) -> Result<Self, PlanError> {
        let cases = cases::cases(problem, by, maps, nested.is_other())?;
        Ok(Self::from_cases(problem, by.kinds(problem), SettledPart::Walls, cases, nested))
    }

    fn from_cases(
        problem: &Problem,
        kinds: Vec<usize>,
        settled: SettledPart,
        cases: Cases,
        nested: &NestedPlanner,
    ) -> Self {
        let name = if settled == SettledPart::Walls { WALLS } else { NAME };
        let facts =
            Facts { units: units(&cases), ..Facts::with_costs((name, VERSION), nested.kernel, Vec::new()) };
        let (problem, nested) = (problem.clone(), nested.for_every_thread());
        let (usual, seen) = Default::default();
        Self { problem, kinds, settled, cases, facts, rest: Rest::All, nested, usual, seen }
    }

    /// Returns these leaders after some of their cases have been planned.
    ///
    /// # Errors
    /// Why the rest of a case cannot be planned.
    pub(crate) fn looked_at(mut self) -> Result<Self, PlanError> {
        if let Err(orbit) = self.look(SAMPLES, f64::INFINITY)
            && let Some(case) = self.cases.case(orbit)
        {
            self.nested.plan(case.of)?;
        }
        Ok(self)
    }

    /// Returns the leaf that, added to all placements, gives the number of classes times the order of
    /// `group`. It counts, for each choice of leaders and each symmetry but the identity, the placements that
    /// the symmetry fixes. Cases must be those up to `group`. `None` if the orbits are not those of all maps,
    /// for example if files are settled and a map sends files to ranks.
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
            usual: Arc::clone(&self.usual),
            seen: self.seen.clone(),
            ..*self
        })
    }

    /// Restricts the leaders to the choices that all maps of the orbits fix, and counts for each the
    /// placements of the rest that `group` fixes.
    pub(crate) fn fixed_by(self, group: &[Symmetry]) -> Self {
        let cases = self.cases.with_weight(|weight| weight == 1);
        let facts = Facts { units: units(&cases), ..self.facts };
        Self { cases, facts, rest: Rest::FixedBy(group.to_vec()), ..self }
    }

    /// Returns the numbers of the leading kinds among those of the problem.
    pub(crate) fn kinds(&self) -> &[usize] {
        &self.kinds
    }

    /// Returns the settled part of the leaders.
    pub(crate) fn settled_part(&self) -> SettledPart {
        self.settled
    }

    /// Returns the problem that the leaders of a unit leave; an error if it does not exist.
    fn remaining_problem(&self, unit: usize) -> Result<Case, RunError> {
        let what = "the pieces that go first cannot stand where they were put";
        self.cases.case(unit).ok_or_else(|| RunError::Check { what }.nested_in(&self.problem))
    }

    /// Returns the symmetries that fix all counted placements of the rest.
    fn fixing(&self) -> &[Symmetry] {
        match &self.rest {
            Rest::FixedBy(group) => group.as_slice(),
            Rest::All | Rest::OfSymmetries(_) => &[],
        }
    }

    /// Plans the rest, given the leaders of an orbit. A sweep that takes less time than planning is run to the
    /// end, because its forecast contains the trials of planning.
    fn look_at(&self, orbit: usize) -> Result<OrbitCost, RunError> {
        let watch = Stopwatch::start();
        let rest = self.remaining_problem(orbit)?.of;
        let plan = self.nested.plan_anyhow(&rest, self.fixing())?;
        let planning = watch.seconds();
        let summary = plan.summary();
        let (expected, memory, engine) = (summary.estimate.seconds, summary.memory, summary.engine.0);
        let is_swept = plan.resumable_sweep().is_some();
        let cost = |seconds, is_measured| OrbitCost { orbit, seconds, is_swept, is_measured, memory, engine };
        if !is_swept {
            return Ok(cost(expected + planning, false));
        }
        self.usual.learn_first(&plan, expected + planning);
        drop(plan);
        let measured = self.measure(&rest, planning)?;
        Ok(measured.map_or_else(|| cost(expected, false), |seconds| cost(seconds, true)))
    }

    /// Returns the time in which the rest of an orbit is swept in the usual way, if that is at most `most`
    /// seconds.
    fn measure(&self, rest: &Problem, most: f64) -> Result<Option<f64>, RunError> {
        let (watch, asked) = (Stopwatch::start(), || self.nested.is_given_up());
        let swept = self.nested.sweep_as_usual(rest, self.fixing(), &self.usual, most, &StopIf(&asked))?;
        Ok(swept.filter(|outcome| outcome.complete).map(|_| watch.seconds()))
    }

    /// Plans the rest of `samples` more orbits, spread over the list.
    ///
    /// # Errors
    /// An orbit that cannot be planned, or one that takes longer than `least` seconds.
    fn look(&mut self, samples: usize, least: f64) -> Result<(), usize> {
        let (orbits, mut wanted) = (self.cases.number(), Vec::new());
        for _ in 0..samples.min(orbits - self.seen.0.len()) {
            wanted.push(self.seen.next(&wanted, orbits));
        }
        // With several threads, each case has its own. With one, planning stops at the first failure.
        let errand = |&orbit: &usize| Errand::run(|| self.look_at(orbit));
        let errands: Vec<_> = if self.nested.threads() > 1 {
            let all = self.nested.pool().install(|| wanted.par_iter().map(errand).collect());
            all.map_err(|_| wanted[0])?
        } else {
            Vec::new()
        };
        let mut all = errands.into_iter().map(Errand::take);
        for orbit in wanted {
            let cost = all.next().unwrap_or_else(|| self.look_at(orbit)).map_err(|_| orbit)?;
            let is_slow = cost.seconds > least;
            self.seen.0.push(cost);
            if is_slow {
                return Err(orbit);
            }
        }
        Ok(())
    }

    /// Runs the sweeps of the planned orbits, if all orbits together are expected to take long, and replaces
    /// the forecasts of those that end soon. The other forecasts are changed by the same factor.
    ///
    /// A nested sweep is forecast from a tenth of a second of its beginning. For orbits that take little longer
    /// than that, the forecast can be forty times too high (`12x12 R4 N20`).
    fn measure_sweeps(&mut self) {
        if self.seconds() < MEASURED_THRESHOLD_SECONDS {
            return;
        }
        let (mut forecast, mut measured) = (0.0, 0.0);
        for place in 0..self.seen.0.len() {
            let OrbitCost { orbit, seconds, is_swept, is_measured, .. } = self.seen.0[place];
            if !is_swept || is_measured {
                continue;
            }
            let Ok(rest) = self.remaining_problem(orbit) else { return };
            if let Ok(Some(taken)) = self.measure(&rest.of, MEASURED_SECONDS) {
                (forecast, measured) = (forecast + seconds, measured + taken);
                let cost = &mut self.seen.0[place];
                (cost.seconds, cost.is_measured) = (taken, true);
            }
        }
        if forecast > 0.0 {
            for cost in self.seen.0.iter_mut().filter(|cost| cost.is_swept && !cost.is_measured) {
                cost.seconds = (cost.seconds * measured / forecast).max(MEASURED_SECONDS);
            }
        }
    }

    /// Returns the expected time for all orbits, in seconds.
    fn seconds(&self) -> f64 {
        self.seen.mean() * self.cases.number() as f64
    }
}

/// Returns one unit for each case, weighted by the size of its orbit.
fn units(cases: &Cases) -> Vec<UnitFacts> {
    let unit = |&(_, weight): &(cases::Choice, u64)| UnitFacts { weight, work: 1.0 };
    cases.choices().iter().map(unit).collect()
}

/// Returns the kinds that could lead: any one or two, and any number of those with the fewest pieces. Choices
/// with the fewest placements come first, and none has more than `most`. At least one kind is left.
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

/// Returns the kinds whose lines could be settled, in one army: each alone and all together, if their lines
/// are long.
fn choices_of_lines(problem: &Problem, instance: &Instance) -> Vec<(Vec<usize>, SettledPart)> {
    let (board, kinds) = (problem.board(), problem.numbers_of(is_placed));
    let mut choices = Vec::new();
    if problem.armies().len() > 1 {
        return choices;
    }
    for settled in [SettledPart::Files, SettledPart::Ranks] {
        let has_long_lines = |&class: &usize| {
            instance.classes[class].pieces > 0 && cases::are_lines_long(board, instance, class, settled)
        };
        let long: Vec<usize> = (0..kinds.len()).filter(has_long_lines).map(|class| kinds[class]).collect();
        let choice = |&kind: &usize| (vec![kind], settled);
        choices.extend(long.iter().map(choice).filter(|_| kinds.len() > 1));
        if long.len() > 1 {
            choices.push((long, settled));
        }
        // Ranks are equivalent to files if a map exchanges them.
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
            descents: self.seen.0.len() as u32,
            ..Estimate::by_model(0.0)
        }
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        match self.rest {
            Rest::All => {}
            Rest::OfSymmetries(_) => into.extend_from_slice(b"symmetries"),
            Rest::FixedBy(_) => into.extend_from_slice(b"fixed"),
        }
        if self.settled != SettledPart::Squares {
            into.extend_from_slice(self.settled.name().as_bytes());
        }
        for &(kind, place) in &self.cases.choices()[unit].0 {
            into.extend_from_slice(&(kind as u32).to_le_bytes());
            into.extend_from_slice(&(place as u32).to_le_bytes());
        }
    }

    fn memory(&self) -> usize {
        let pieces = self.cases.choices().first().map_or(0, |(choice, _)| choice.len());
        self.seen.memory().saturating_add(self.cases.number() * pieces * size_of::<(usize, usize)>())
    }

    fn note(&self) -> Option<String> {
        let engines = match &self.seen.engines()[..] {
            [] => String::new(),
            engines => format!(", then the rest by {}", engines.join(" or ")),
        };
        let what = self.description();
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
            let rest = self.remaining_problem(unit)?.of;
            let outcome = self.nested.count_case(&rest, self.fixing(), &self.usual, &asked)?;
            return Ok(outcome.unit(outcome.count.clone()));
        };
        let (problem, kept) =
            (self.remaining_problem(unit)?.of, self.cases.preserving_symmetries(unit, group));
        let plan = self.nested.plan_of_classes(problem.clone(), &kept);
        let plan = plan.map_err(|error| RunError::planning_error(&problem, &error))?;
        let outcome = self.nested.run(&plan, &asked)?;
        if !outcome.complete {
            // A partial difference of counts is not a lower bound.
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

    /// The number of orbits agrees with Burnside's lemma, and their sizes add up to all placements.
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
            let nested = NestedPlanner::new(&Settings::default(), Kernel::Portable, PLANNERS);
            let leaders =
                Leaders::new(&problem, &Instance::new(&problem), kinds, SettledPart::Squares, &nested)
                    .unwrap();
            let sizes: u64 = leaders.facts.units.iter().map(|unit| unit.weight).sum();
            assert_eq!((leaders.cases.number(), sizes), (orbits, placements), "{text}");
        }
    }
}
