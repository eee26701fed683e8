//! Problems that line labelling supports, with their units distributed over the cores.
//!
//! The armies have one kind each, which moves along whole ranks and files, diagonals, or both, on a plain
//! board without holes. Two armies are enemies along the lines of either: a rook and a bishop attack each
//! other along all lines, as two queens do.

use crate::engines::estimate::{Effort, Estimate};
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};
#[doc(hidden)]
pub use armistice_lines::{several, two};
use several::SeveralArmies;

use crate::feature::Feature;
use crate::piece::{self, Moves};
use crate::problem::{Pieces, Problem, Quantity};
use crate::work::{Stopwatch, WorkLimit};
use std::ops::ControlFlow;
use two::{Families, TwoArmies};

/// The name in results.
pub const NAME: &str = "lines";
/// The version, which is raised whenever units or their results change.
pub const VERSION: u32 = 1;

/// Makes two armies ready; `None` if line labelling does not support them.
pub fn two_lines(problem: &Problem) -> Option<TwoArmies> {
    match LabelledProblem::from_problem(problem, Kernel::best())? {
        LabelledProblem::Two(lines) => Some(lines),
        LabelledProblem::Several(_) => None,
    }
}

/// A problem made ready.
pub enum LabelledProblem {
    Two(TwoArmies),
    Several(Box<SeveralArmies>),
}

/// The result of a unit of a search for one placement.
pub struct UnitFinding {
    /// The squares of each army.
    pub squares: Option<Vec<Vec<usize>>>,
    /// The number of refutations of each type.
    pub proof: Proof,
    /// True if the unit was searched to its end, or a placement was found.
    pub complete: bool,
}

/// The refutations of a search, by type.
pub enum Proof {
    Two(two::TwoArmiesProof),
    Several(several::SeveralArmiesProof),
}

impl Proof {
    pub fn nodes(&self) -> u64 {
        match self {
            Self::Two(proof) => proof.nodes(),
            Self::Several(proof) => proof.nodes(),
        }
    }

    /// Returns a description, one line for each step.
    pub fn steps(&self) -> Vec<String> {
        match self {
            Self::Two(proof) => proof.steps(),
            Self::Several(proof) => proof.steps(),
        }
    }

    /// Adds another proof of the same labelling.
    pub fn add(&mut self, other: &Self) {
        match (self, other) {
            (Self::Two(sum), Self::Two(more)) => *sum += *more,
            (Self::Several(sum), Self::Several(more)) => *sum += *more,
            _ => {}
        }
    }
}

impl LabelledProblem {
    /// Makes the problem ready; `None` if it is of another type, or too large.
    pub fn from_problem(problem: &Problem, kernel: Kernel) -> Option<Self> {
        let board = problem.board();
        if !problem.has_only(KNOWN) {
            return None;
        }
        let mut armies: Vec<(Families, u32)> = Vec::new();
        for army in problem.armies() {
            let [pieces] = army.pieces() else { return None };
            let Quantity::Exactly(number @ 1..) = pieces.quantity else { return None };
            armies.push((families(pieces.kind.moves())?, number));
        }
        let between =
            |first: Families, second: Families| if first == second { first } else { Families::Queen };
        match armies[..] {
            [_] => None,
            [(first, a), (second, b)] => {
                let lines = TwoArmies::new(board.rows(), board.cols(), between(first, second), a, b)?;
                Some(Self::Two(lines.with_kernel(kernel)?))
            }
            _ => {
                let queens = |at: usize| {
                    armies[at + 1..].iter().all(|other| between(armies[at].0, other.0) == Families::Queen)
                };
                let sizes: Vec<u32> = armies.iter().map(|army| army.1).collect();
                let several = SeveralArmies::new(board.rows(), board.cols(), &sizes)?;
                (0..armies.len()).all(queens).then(|| Self::Several(Box::new(several.with_kernel(kernel))))
            }
        }
    }

    /// Returns the number of units of a search.
    pub fn units(&self) -> usize {
        match self {
            Self::Two(lines) => lines.units(),
            Self::Several(several) => several.units(),
        }
    }

    /// Estimates the work of a unit.
    pub fn work(&self, unit: usize) -> f64 {
        match self {
            Self::Two(lines) => lines.work(unit),
            Self::Several(several) => several.work(unit),
        }
    }

    /// Returns the proof of nothing.
    pub fn no_proof(&self) -> Proof {
        match self {
            Self::Two(_) => Proof::Two(two::TwoArmiesProof::default()),
            Self::Several(_) => Proof::Several(several::SeveralArmiesProof::default()),
        }
    }

    /// Looks for a placement in a unit.
    pub fn search_unit(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> UnitFinding {
        match self {
            Self::Two(lines) => {
                let two::TwoArmiesResult { witness, proof, complete } = lines.search(unit, should_stop);
                let squares = witness.map(|(first, second)| vec![first, second]);
                UnitFinding { squares, proof: Proof::Two(proof), complete }
            }
            Self::Several(several) => {
                let several::SeveralArmiesResult { witness, proof, complete } =
                    several.search(unit, should_stop);
                UnitFinding { squares: witness, proof: Proof::Several(proof), complete }
            }
        }
    }

    /// Looks for the squares of each army by chance, and longer on boards on which a search takes long.
    pub fn guess(&self, is_large: bool, should_stop: &dyn Fn() -> bool) -> Option<Vec<Vec<usize>>> {
        match self {
            Self::Two(lines) => {
                let mut seeds = 0..if is_large { 16 } else { 1 };
                let found = seeds.find_map(|seed| lines.guess(seed, should_stop));
                found.map(|(first, second)| vec![first, second])
            }
            Self::Several(several) => several.guess(if is_large { 24 } else { 2 }, should_stop),
        }
    }
}

/// Returns the lines that these moves follow to their ends, if the moves are all rides along one or two
/// families.
fn families(moves: &Moves) -> Option<Families> {
    let same = |letter: char| piece::built_in(letter).is_some_and(|entry| entry.kind.moves() == moves);
    match () {
        () if same('Q') => Some(Families::Queen),
        () if same('R') => Some(Families::Rook),
        () if same('B') => Some(Families::Bishop),
        () => None,
    }
}

/// The engine.
pub(crate) struct LinesEngine;

/// The features that the engine supports.
const KNOWN: &[Feature] = &[Feature::Armies];

impl Technique for LinesEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "By labelling lines: two armies of queens, rooks or bishops, or more of queens; quick near the largest sizes"
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[KNOWN, &[Feature::Sameness, Feature::FixedByMaps]]
    }

    fn needs(&self) -> &'static [Feature] {
        KNOWN
    }

    fn misfit(&self) -> &'static str {
        "the lines engine counts two armies of one kind each, queens, rooks or bishops, on plain boards of up to 20 ranks and \
         files without holes, and three or four of queens"
    }

    fn suits(&self, ready: &LeafInstance<'_>) -> Option<Suit> {
        ready.peaceful().filter(|problem| problem.armies().len() > 1).map(|_| Suit::Trial)
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let kernel = limits.tuning.usable_kernel();
        let counter = match *task {
            Task::Placements(ready) => LabelledCounter::from_problem(ready.peaceful()?, kernel),
            Task::Classes { question, group, is_shifted: false } => {
                LabelledCounter::of_fixing(&question.problem, kernel, group.len())
            }
            _ => None,
        };
        Some(Box::new(counter?))
    }
}

/// Armies made ready to be counted by their lines.
pub(crate) struct LabelledCounter {
    counting: UnitCounting,
    facts: Facts,
}

/// The counter of a unit.
enum UnitCounting {
    Two(TwoArmies),
    /// For each class the number of symmetries other than the identity that fix it is counted, instead of
    /// placements. The second field is the number of symmetries.
    Fixing(TwoArmies, u64),
    Several(Box<several::count::SeveralArmiesCount>),
}

/// The time limit of a trial of the units, in seconds.
const TRIAL: f64 = 0.25;
/// The number of units tried in a trial.
const TRIED: usize = 12;
/// The number of tried units between two consecutive ones. Units are tried in such steps so that the units
/// omitted if time runs out are not all at one end.
const SPREAD: usize = 5;
/// The factor by which the estimate grows if the only unit tried was stopped.
const STOPPED: f64 = 10.0;

impl LabelledCounter {
    /// Makes the counter of a problem; `None` if line labelling does not support it.
    pub(crate) fn from_problem(problem: &Problem, kernel: Kernel) -> Option<Self> {
        let counting = match LabelledProblem::from_problem(problem, kernel)? {
            LabelledProblem::Two(lines) => UnitCounting::Two(lines),
            LabelledProblem::Several(_) => {
                let board = problem.board();
                let sizes: Vec<u32> = problem.pieces().map(Pieces::free_pieces).collect();
                let counting = several::count::SeveralArmiesCount::new(board.rows(), board.cols(), &sizes)?;
                UnitCounting::Several(Box::new(counting.with_kernel(kernel)))
            }
        };
        Some(Self::new(counting, kernel))
    }

    /// Makes the counter of the term that, added to the placements of two armies, gives the number of classes
    /// times the number of symmetries. It lists the classes, of which there are few near the maximum sizes.
    /// `None` unless the symmetries are the rotations and reflections of the board and, for armies of the
    /// same size, their exchange.
    pub(crate) fn of_fixing(problem: &Problem, kernel: Kernel, symmetries: usize) -> Option<Self> {
        let LabelledProblem::Two(lines) = LabelledProblem::from_problem(problem, kernel)? else {
            return None;
        };
        let mut sizes = problem.pieces().map(Pieces::free_pieces);
        let all = problem.board().maps(false).len() * if sizes.next() == sizes.next() { 2 } else { 1 };
        let counting = UnitCounting::Fixing(lines, symmetries as u64);
        (all == symmetries).then(|| Self::new(counting, kernel))
    }

    fn new(counting: UnitCounting, kernel: Kernel) -> Self {
        let costs = match &counting {
            UnitCounting::Two(lines) | UnitCounting::Fixing(lines, _) => {
                (0..lines.units()).map(|unit| lines.work(unit)).collect()
            }
            UnitCounting::Several(counting) => {
                (0..counting.units()).map(|unit| counting.work(unit)).collect()
            }
        };
        Self { counting, facts: Facts::with_costs((NAME, VERSION), kernel, costs) }
    }

    /// Counts some units, within a time limit, to estimate the time of all units.
    fn trial(&self) -> f64 {
        let (units, watch) = (self.facts.units.len(), Stopwatch::start());
        let limit = WorkLimit::from_seconds(TRIAL);
        let step = units.div_ceil(TRIED).max(1);
        let tried = (0..TRIED).map(|place| step / 2 + SPREAD * place % TRIED * step);
        let mut trial = Trial::default();
        for unit in tried.filter(|unit| *unit < units) {
            let complete = self
                .count(unit, &Run::without_reports(&|| limit.is_over()))
                .is_ok_and(|found| found.complete);
            trial.add(self.facts.units[unit].work, complete);
            if !complete {
                break;
            }
        }
        trial.expected_seconds(watch.seconds(), self.facts.work())
    }
}

/// The work of units that were tried.
#[derive(Default)]
struct Trial {
    done: f64,
    begun: f64,
}

impl Trial {
    fn add(&mut self, work: f64, complete: bool) {
        self.begun += work;
        self.done += if complete { work } else { 0.0 };
    }

    /// Returns the expected seconds for all the work. The time spent on a stopped unit counts, and its work
    /// does not: it may have been near its end or far from it. If no unit was finished, ten times as long is
    /// a guess.
    fn expected_seconds(&self, seconds: f64, all: f64) -> f64 {
        match () {
            () if self.done > 0.0 => seconds * all / self.done,
            () if self.begun > 0.0 => STOPPED * seconds * all / self.begun,
            () => seconds,
        }
    }
}

impl Leaf for LabelledCounter {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::by_trial(self.trial(), false)
    }

    fn memory(&self) -> usize {
        size_of::<Self>()
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let should_stop = run.should_stop;
        let found = match &self.counting {
            UnitCounting::Fixing(lines, symmetries) => {
                let (mut fixing, mut classes) = (0, 0);
                let mut visit = |_: &[u16], _: &[u16], size: u64| {
                    fixing += u128::from(symmetries - size);
                    classes += 1;
                    ControlFlow::Continue(())
                };
                let complete = lines.list(unit, &mut visit, should_stop);
                UnitCount { placements: fixing, nodes: classes, complete }
            }
            UnitCounting::Two(lines) => UnitCount::from_placements(lines.count(unit, should_stop), 0),
            UnitCounting::Several(counting) => {
                let several::count::LabelCount { placements, file_labels, complete, .. } =
                    counting.count(unit, should_stop);
                UnitCount { placements: placements.unwrap_or(u128::MAX), nodes: file_labels, complete }
            }
        };
        Ok(found.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::engines::leaf::count_unit;
    use crate::engines::lines::*;
    use crate::named::Named;
    use crate::question::Question;
    use crate::up_to::UpTo;
    use armistice::engines::Engine;
    use armistice::plan::{Settings, Silent, plan};
    use num_bigint::BigUint;

    /// The time of a stopped unit counts once. A factor of ten turned forecasts of a second into ten or
    /// thirty as soon as the machine was busy.
    #[test]
    fn a_trial_that_is_stopped_goes_by_the_units_that_were_finished() {
        let expected = |units: &[bool]| {
            let mut trial = Trial::default();
            units.iter().for_each(|complete| trial.add(2.0, *complete));
            trial.expected_seconds(0.25, 400.0)
        };
        assert_eq!(expected(&[true; 10]), 5.0);
        assert_eq!(expected(&[true, true, true, true, false]), 12.5);
        assert_eq!(expected(&[false]), 500.0);
        assert_eq!(expected(&[]), 0.25);
        let problem: Problem = "7x7 Q6/Q7".parse().unwrap();
        let counter = LabelledCounter::from_problem(&problem, Kernel::best()).unwrap();
        assert!(counter.trial() > 0.0);
    }

    /// The number of classes listed by lines agrees with the mean over the symmetries, which another engine
    /// counts.
    #[test]
    fn listed_classes_are_as_many_as_burnside_says() {
        for (text, symmetries) in [
            ("5x5 Q4/Q4", 16),
            ("6x6 Q5/Q5", 16),
            ("6x6 Q4/Q5", 8),
            ("4x6 Q4/Q4", 8),
            ("3x5 Q1/Q3", 4),
            ("4x4 R4/R4", 16),
            ("4x4 B7/B8", 8),
            ("5x5 Q4/R3", 8),
        ] {
            let problem: Problem = text.parse().unwrap();
            let sum = |counter: LabelledCounter| -> u128 {
                (0..counter.facts().units.len())
                    .map(|unit| count_unit(&counter, unit, &|| false).placements)
                    .sum()
            };
            let fixing = sum(LabelledCounter::of_fixing(&problem, Kernel::best(), symmetries).unwrap());
            let placements = sum(LabelledCounter::from_problem(&problem, Kernel::best()).unwrap());
            let settings = Settings::default().with_engine(Engine::from_name("armies").unwrap());
            let question = Question { up_to: UpTo::Armies, ..(&problem).into() };
            let classes = plan(&question, &settings).unwrap().run(&Silent).unwrap().count;
            assert_eq!(BigUint::from(fixing + placements), classes * symmetries, "{text}");
        }
        let problem: Problem = "5x5 Q4/R4".parse().unwrap();
        assert!(LabelledCounter::of_fixing(&problem, Kernel::best(), 8).is_none());
    }
}
