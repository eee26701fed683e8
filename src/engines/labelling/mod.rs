//! Problems that line labelling is for, and their units spread over the cores.
//!
//! Armies of one kind each, that move along whole ranks and files, diagonals, or both, on a plain board without holes. Two
//! armies are enemies along the lines of either: a rook and a bishop see each other along all lines, as two queens do.

use crate::board::{Square, Topology};
use crate::engines::counter::{Counter, Partial};
use crate::engines::estimate::{Effort, Estimate, Random};
use crate::engines::kernel::Kernel;
use several::Several;
pub(crate) mod several;
pub(crate) mod two;

use crate::piece::{self, Moves};
use crate::placement::Placement;
use crate::plan::observer::{Observer, UnitDone};
use crate::plan::outcome::RunError;
use crate::problem::{Pieces, Problem, Quantity};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use two::{self as lines, Families, Lines};

/// Its name in results, and a version that is raised whenever units or what they find change.
pub(crate) const NAME: (&str, u32) = (LINES, 1);
pub(crate) const LINES: &str = "lines";

/// Two armies made ready; nothing if line labelling is not for them.
pub(crate) fn two_lines(problem: &Problem) -> Option<Lines> {
    match Labelling::of(problem, Kernel::best())? {
        Labelling::Two(lines) => Some(lines),
        Labelling::Several(_) => None,
    }
}

/// A problem made ready.
pub(crate) enum Labelling {
    Two(Lines),
    Several(Box<Several>),
}

/// What was found by a search for one placement.
pub(crate) struct Searched {
    /// The squares of each army.
    pub(crate) placement: Option<Placement>,
    /// Whether the search came to its end, or found one.
    pub(crate) complete: bool,
    pub(crate) nodes: u64,
    /// What was refuted how.
    pub(crate) steps: Vec<String>,
}

/// What a unit found, of either labelling.
struct Found {
    squares: Option<Vec<Vec<usize>>>,
    two: lines::Proof,
    several: several::Proof,
    complete: bool,
}

impl Labelling {
    /// The problem made ready; nothing if it is of another sort, or too large.
    pub(crate) fn of(problem: &Problem, kernel: Kernel) -> Option<Self> {
        let board = problem.board();
        let is_plain = board.topology() == Topology::Plane && board.holes().is_empty() && !board.is_large();
        if !is_plain || problem.is_blocked() {
            return None;
        }
        let mut armies: Vec<(Families, u32)> = Vec::new();
        for army in problem.armies() {
            let [pieces] = army.pieces() else { return None };
            let Quantity::Exactly(number @ 1..) = pieces.quantity else { return None };
            if !pieces.fixed.is_empty() {
                return None;
            }
            armies.push((families(pieces.kind.moves())?, number));
        }
        let between =
            |first: Families, second: Families| if first == second { first } else { Families::Queen };
        match armies[..] {
            [_] => None,
            [(first, a), (second, b)] => {
                let lines = Lines::new(board.rows(), board.cols(), between(first, second), a, b)?;
                Some(Self::Two(lines.with_kernel(kernel)?))
            }
            _ => {
                let queens = |at: usize| {
                    armies[at + 1..].iter().all(|other| between(armies[at].0, other.0) == Families::Queen)
                };
                let sizes: Vec<u32> = armies.iter().map(|army| army.1).collect();
                let several = Several::new(board.rows(), board.cols(), &sizes)?;
                (0..armies.len()).all(queens).then(|| Self::Several(Box::new(several.with_kernel(kernel))))
            }
        }
    }

    fn units(&self) -> usize {
        match self {
            Self::Two(lines) => lines.units(),
            Self::Several(several) => several.units(),
        }
    }

    fn work(&self, unit: usize) -> f64 {
        match self {
            Self::Two(lines) => lines.work(unit),
            Self::Several(several) => several.work(unit),
        }
    }

    fn search_unit(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> Found {
        match self {
            Self::Two(lines) => {
                let lines::Found { witness, proof, complete } = lines.search(unit, should_stop);
                let squares = witness.map(|(first, second)| vec![first, second]);
                Found { squares, two: proof, several: several::Proof::default(), complete }
            }
            Self::Several(several) => {
                let several::Found { witness, proof, complete } = several.search(unit, should_stop);
                Found { squares: witness, two: lines::Proof::default(), several: proof, complete }
            }
        }
    }

    /// Looks for one placement by chance, for a time that is short beside a search.
    pub(crate) fn guess(&self, problem: &Problem, observer: &dyn Observer) -> Option<Placement> {
        let should_stop = || observer.should_stop();
        let squares = problem.board().squares();
        if squares < SMALL {
            return None;
        }
        let is_large = squares >= LARGE;
        let squares = match self {
            Self::Two(lines) => {
                let tries = if is_large { 16 } else { 1 };
                (0..tries)
                    .find_map(|seed| lines.guess(seed, &should_stop))
                    .map(|(first, second)| vec![first, second])
            }
            Self::Several(several) => several.guess(if is_large { 24 } else { 2 }, &should_stop),
        };
        squares.map(|squares| placement(problem, squares))
    }

    /// Looks for one placement, with so many threads; the first unit that finds one ends the search.
    pub(crate) fn search(
        &self,
        problem: &Problem,
        threads: usize,
        observer: &dyn Observer,
    ) -> Result<Searched, RunError> {
        // The lowest unit with a placement; those above it are not needed, those below it go on, so that the placement is
        // the same however many threads there are.
        let lowest = AtomicUsize::new(usize::MAX);
        let all_work: f64 = (0..self.units()).map(|unit| self.work(unit)).sum();
        let search = |unit: usize| {
            let should_stop = || lowest.load(Ordering::Relaxed) < unit || observer.should_stop();
            if should_stop() {
                return Found {
                    squares: None,
                    two: lines::Proof::default(),
                    several: several::Proof::default(),
                    complete: false,
                };
            }
            let found = self.search_unit(unit, &should_stop);
            if found.squares.is_some() {
                lowest.fetch_min(unit, Ordering::Relaxed);
            } else if found.complete {
                let share = self.work(unit) / all_work;
                let nodes = self.nodes(&found);
                observer.unit_done(&UnitDone::step(unit, share, nodes));
            }
            found
        };
        let units = 0..self.units();
        let found: Vec<Found> = if threads == 1 {
            units.map(search).collect()
        } else {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.map_err(|_| RunError::Threads(threads))?;
            pool.install(|| units.into_par_iter().with_max_len(1).map(search).collect())
        };
        let mut complete = true;
        let (mut two, mut several) = (lines::Proof::default(), several::Proof::default());
        let mut nodes = 0;
        for unit in &found {
            complete &= unit.complete;
            nodes += self.nodes(unit);
            two += unit.two;
            several += unit.several;
        }
        let squares = found.into_iter().find_map(|unit| unit.squares);
        let placement = squares.map(|squares| placement(problem, squares));
        let steps = match self {
            Self::Two(_) => two.steps(),
            Self::Several(_) => several.steps(),
        };
        Ok(Searched { complete: complete || placement.is_some(), placement, nodes, steps })
    }

    fn nodes(&self, found: &Found) -> u64 {
        match self {
            Self::Two(_) => found.two.nodes(),
            Self::Several(_) => found.several.nodes(),
        }
    }
}

/// On boards of fewer squares a search comes to its end before luck does.
const SMALL: usize = 100;
/// On boards of so many squares a search takes long enough for more luck to be tried before.
const LARGE: usize = 169;

/// The placement of armies of one kind each on these squares.
fn placement(problem: &Problem, armies: Vec<Vec<usize>>) -> Placement {
    let cols = problem.board().cols();
    let square = |index: usize| Square { row: index / cols, col: index % cols };
    let pieces = armies.into_iter().enumerate();
    Placement::new(
        pieces.flat_map(|(army, squares)| squares.into_iter().map(move |at| (army, square(at)))).collect(),
    )
}

/// The lines that these moves go along to their ends, if they are all of a family or two.
fn families(moves: &Moves) -> Option<Families> {
    let same = |letter: char| piece::built_in(letter).is_some_and(|entry| entry.kind.moves() == moves);
    match () {
        () if same('Q') => Some(Families::Queen),
        () if same('R') => Some(Families::Rook),
        () if same('B') => Some(Families::Bishop),
        () => None,
    }
}

/// Armies made ready to be counted by their lines.
pub(crate) struct LabelledCounter {
    counting: Counting,
    kernel: Kernel,
    factor: BigUint,
}

/// What counts a unit.
enum Counting {
    Two(Lines),
    /// Instead of placements: for each how many symmetries besides the identity keep it, of so many.
    Kept(Lines, u64),
    Several(Box<several::count::Counting>),
}

/// A trial of the units takes no longer than this, in seconds.
const TRIAL: f64 = 0.25;
/// Units tried.
const TRIED: usize = 12;

impl LabelledCounter {
    /// The counter of a problem; nothing if line labelling is not for it.
    pub(crate) fn of(problem: &Problem, kernel: Kernel) -> Option<Self> {
        let counting = match Labelling::of(problem, kernel)? {
            Labelling::Two(lines) => Counting::Two(lines),
            Labelling::Several(_) => {
                let board = problem.board();
                let sizes: Vec<u32> = problem.pieces().map(Pieces::free_pieces).collect();
                let counting = several::count::Counting::new(board.rows(), board.cols(), &sizes)?;
                Counting::Several(Box::new(counting.with_kernel(kernel)))
            }
        };
        Some(Self { counting, kernel, factor: BigUint::from(1u32) })
    }

    /// What has to be added to the placements of two armies so that the sum is the number of classes times the number of
    /// symmetries. It lists the classes, which near the largest sizes are few; nothing if the symmetries are not the turns
    /// and mirrors of the board with, of armies of the same size, their exchange.
    pub(crate) fn of_kept(problem: &Problem, kernel: Kernel, symmetries: usize) -> Option<Self> {
        let Labelling::Two(lines) = Labelling::of(problem, kernel)? else { return None };
        let mut sizes = problem.pieces().map(Pieces::free_pieces);
        let all = problem.board().maps(false).len() * if sizes.next() == sizes.next() { 2 } else { 1 };
        let counting = Counting::Kept(lines, symmetries as u64);
        (all == symmetries).then_some(Self { counting, kernel, factor: BigUint::from(1u32) })
    }

    /// Counts some units to see how long they take. Those that are stopped are taken for ten times as long.
    fn trial(&self) -> f64 {
        let units = self.units();
        let all: f64 = (0..units).map(|unit| self.work(unit)).sum();
        let step = units.div_ceil(TRIED).max(1);
        let (mut seconds, mut work) = (0.0, 0.0);
        for unit in (step / 2..units).step_by(step) {
            let start = Instant::now();
            let limit = TRIAL / TRIED as f64;
            let counted = self.count(unit, &|| start.elapsed().as_secs_f64() > limit);
            let elapsed = start.elapsed().as_secs_f64();
            seconds += if counted.complete { elapsed } else { 10.0 * elapsed };
            work += self.work(unit);
        }
        if work > 0.0 { seconds * all / work } else { seconds * step as f64 }
    }
}

impl Counter for LabelledCounter {
    fn engine(&self) -> (&'static str, u32) {
        NAME
    }

    fn kernel(&self) -> Option<Kernel> {
        Some(self.kernel)
    }

    fn units(&self) -> usize {
        match &self.counting {
            Counting::Two(lines) | Counting::Kept(lines, _) => lines.units(),
            Counting::Several(counting) => counting.units(),
        }
    }

    fn weight(&self, _: usize) -> u64 {
        1
    }

    fn work(&self, unit: usize) -> f64 {
        match &self.counting {
            Counting::Two(lines) | Counting::Kept(lines, _) => lines.work(unit),
            Counting::Several(counting) => counting.work(unit),
        }
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::by_trial(self.trial(), false)
    }

    fn divisor(&self) -> u64 {
        1
    }

    fn factor(&self) -> &BigUint {
        &self.factor
    }

    fn count(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> Partial {
        match &self.counting {
            Counting::Kept(lines, symmetries) => {
                let (mut kept, mut classes) = (0, 0);
                let mut visit = |_: &[u16], _: &[u16], size: u64| {
                    kept += u128::from(symmetries - size);
                    classes += 1;
                    ControlFlow::Continue(())
                };
                let complete = lines.list(unit, &mut visit, should_stop);
                Partial { placements: kept, nodes: classes, complete }
            }
            Counting::Two(lines) => {
                let counted = lines.count(unit, should_stop);
                Partial { placements: counted.unwrap_or(0), nodes: 0, complete: counted.is_some() }
            }
            Counting::Several(counting) => {
                let several::count::Counted { placements, file_labels, complete, .. } =
                    counting.count(unit, should_stop);
                Partial { placements: placements.unwrap_or(u128::MAX), nodes: file_labels, complete }
            }
        }
    }

    fn memory(&self) -> usize {
        size_of::<Self>()
    }
}

#[cfg(test)]
mod tests {
    use crate::engines::Engine;
    use crate::engines::labelling::*;
    use crate::plan::observer::Silent;
    use crate::plan::{Settings, plan};
    use crate::question::UpTo;

    /// Classes listed by lines are as many as the mean over the symmetries says, which another engine counts.
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
                (0..counter.units()).map(|unit| counter.count(unit, &|| false).placements).sum()
            };
            let kept = sum(LabelledCounter::of_kept(&problem, Kernel::best(), symmetries).unwrap());
            let placements = sum(LabelledCounter::of(&problem, Kernel::best()).unwrap());
            let settings = Settings { engine: Engine::Armies, up_to: UpTo::Armies, ..Settings::default() };
            let classes = plan(&problem, &settings).unwrap().run(&Silent).unwrap().count;
            assert_eq!(BigUint::from(kept + placements), classes * symmetries, "{text}");
        }
        let problem: Problem = "5x5 Q4/R4".parse().unwrap();
        assert!(LabelledCounter::of_kept(&problem, Kernel::best(), 8).is_none());
    }
}
