//! Counts few leapers on a large board from four small boards.
//!
//! Six knights on 32x32 almost never attack each other. Conflicts join pieces to *clusters*. Let `Z(r, c)` be
//! the polynomial whose coefficients count the placements on `r` x `c` squares by the numbers of pieces. Its
//! logarithm is a sum over clusters (J. E. Mayer 1937). A cluster that extends `h` ranks and `w` files beyond
//! its first square fits in `(r - h)(c - w)` places. So if the board is large enough for every cluster,
//! `log Z` is bilinear in `r` and `c`, and four neighbouring boards give all larger ones:
//!
//! `Z(a+i, b+j) = Z(a, b)^((1-i)(1-j)) * Z(a+1, b)^(i(1-j)) * Z(a, b+1)^((1-i)j) * Z(a+1, b+1)^(ij)`
//!
//! With `m` pieces a cluster is a path of at most `m - 1` leaps, so its height is at most that of the longest
//! such path. This height is `a`. Coefficients beyond the numbers of the question are left out. Since each
//! polynomial begins with 1 (the empty board), its negative powers also have whole coefficients. If only one
//! side is long, two boards are enough. If ranks and files may be exchanged, `a x b` and `b x a` are one
//! board.
//!
//! If the ends of a side are joined, a cluster has as many places along the side as the side is long, unless
//! it winds round the board, which takes a cycle of `m` leaps. So `log Z` is proportional to the side from
//! the next size on. A side of `qa + r` is made of `q - r` boards of that size and of `r` boards that are
//! longer by one.
//!
//! The small boards are counted like any problem, for all numbers up to those of the question.

use super::compared::LosingPlan;
use super::nested::NestedPlanner;
use super::observer::StopIf;
use super::outcome::RunError;
use super::term::Term;
use super::tree::Way;
use super::{Plan, PlanError};
use crate::algebra::Series;
use crate::board::{Board, PointMap};
use crate::engines::clusters::{NAME, VERSION};
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::expression::Outline;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::random::Random;
use crate::engines::run::Run;
use crate::engines::tally::Counts;
use crate::feature::Feature;
use crate::piece::{Moves, Range};
use crate::problem::Problem;
use crate::work::Stopwatch;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// The maximum number of coefficients of a polynomial.
const MAX_COEFFICIENTS: usize = 1 << 8;
/// The time for all numbers divided by that for the largest ones: the smaller numbers add about half.
const BESIDE_THE_LARGEST: f64 = 1.5;

/// A count on a large board, ready to be derived from smaller boards.
pub(crate) struct Clusters {
    problem: Problem,
    /// The small boards, each with its exponent.
    boards: Vec<(Board, i64)>,
    /// The numbers of pieces by kind.
    numbers: Vec<u32>,
    facts: Facts,
    nested: NestedPlanner,
    seconds: f64,
    memory: usize,
}

impl Clusters {
    /// Prepares the count of a problem; `None` if it does not have few leapers on a large board.
    pub(crate) fn new(problem: &Problem, nested: &NestedPlanner) -> Option<Self> {
        // A double-check uses other boards.
        let boards = small_boards(problem, usize::from(nested.is_other()))?;
        let numbers: Vec<u32> = problem.pieces().map(|pieces| pieces.quantity.exact_number()).collect();
        let coefficients =
            numbers.iter().try_fold(1usize, |all, &most| all.checked_mul(most as usize + 1))?;
        if coefficients > MAX_COEFFICIENTS {
            return None;
        }
        let facts = Facts::with_costs((NAME, VERSION), nested.kernel, vec![1.0]);
        let (problem, nested) = (problem.clone(), nested.clone());
        let mut clusters = Self { problem, boards, numbers, facts, nested, seconds: 0.0, memory: 0 };
        let watch = Stopwatch::start();
        let (largest, _) = clusters.boards.last()?;
        let plan = clusters.plan(largest, &clusters.numbers).ok()?;
        // Each number also needs a plan, and small numbers need less time for it. A smaller board has fewer
        // placements by this share.
        let planning = watch.seconds() * coefficients as f64 / 4.0 * clusters.boards.len() as f64;
        let pieces = clusters.numbers.iter().sum::<u32>() as i32;
        let share =
            |(board, _): &(Board, i64)| (board.squares() as f64 / largest.squares() as f64).powi(pieces);
        let counting = plan.summary().estimate.seconds * clusters.boards.iter().map(share).sum::<f64>();
        clusters.seconds = counting * BESIDE_THE_LARGEST + planning;
        clusters.memory = plan.summary().memory;
        Some(clusters)
    }

    /// Returns the expected time for all boards, in seconds.
    pub(crate) fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Describes the boards from which the count is derived.
    fn describe_boards(&self) -> String {
        let boards: Vec<String> = self.boards.iter().map(|(board, _)| board.to_string()).collect();
        format!("from {}", boards.join(", "))
    }

    /// Returns this count as a plan that was compared and not taken.
    pub(crate) fn compared(&self) -> LosingPlan {
        let what = format!("from {} smaller boards", self.boards.len());
        LosingPlan { what, seconds: self.seconds, is_longer: false, memory: self.memory }
    }

    /// Returns the plan of these numbers of pieces on a small board.
    fn plan(&self, board: &Board, numbers: &[u32]) -> Result<Plan, PlanError> {
        let placed = numbers
            .iter()
            .enumerate()
            .try_fold(self.problem.clone(), |problem, (kind, &number)| problem.with_number(kind, number));
        let small = placed.and_then(|problem| problem.on_board(board.clone()));
        self.nested.plan(small.ok_or(PlanError::LargeBoard)?)
    }

    /// Returns the polynomial of a small board; `None` if the count was stopped.
    ///
    /// # Errors
    /// Why the board cannot be counted.
    fn count_polynomial(
        &self,
        board: &Board,
        asked: &StopIf<'_>,
        nodes: &mut u64,
    ) -> Result<Option<Series>, RunError> {
        let counted = Series::from_counts(&self.numbers, |numbers| {
            // There are more pieces than squares.
            let pieces = numbers.iter().map(|&number| number as usize).sum::<usize>();
            if pieces > board.open_area() {
                return Ok(BigInt::ZERO);
            }
            let plan = self.plan(board, numbers);
            let plan = plan.map_err(|error| Some(RunError::planning_error(&self.problem, &error)))?;
            let outcome = self.nested.run(&plan, asked).map_err(Some)?;
            *nodes += outcome.nodes;
            if outcome.complete { Ok(outcome.count.into()) } else { Err(None) }
        });
        match counted {
            Ok(polynomial) => Ok(Some(polynomial)),
            Err(None) => Ok(None),
            Err(Some(error)) => Err(error),
        }
    }
}

/// Returns the small boards with their exponents, the largest one last. Each side is longer than necessary by
/// `more`. `None` if the problem is not one of few leapers, or if the board is not much larger than the small
/// ones.
fn small_boards(problem: &Problem, more: usize) -> Option<Vec<(Board, i64)>> {
    let board = problem.board();
    if !problem.has_only(&[Feature::ManySquares, Feature::JoinedEdges, Feature::Armies]) {
        return None;
    }
    // The number of pieces of each kind, and the lengths of its leaps over ranks and over files.
    let topology = board.topology();
    let (mut by_rows, mut by_cols) = (Vec::new(), Vec::new());
    let mut are_transposed = topology.rows_wrap() == topology.cols_wrap();
    for of_kind in problem.pieces() {
        let (rows, cols) = longest_leaps(of_kind.kind.moves())?;
        by_rows.push((rows, of_kind.quantity.exact_number() as usize));
        by_cols.push((cols, of_kind.quantity.exact_number() as usize));
        are_transposed &= of_kind.kind.moves().map(PointMap::TRANSPOSE) == *of_kind.kind.moves();
    }
    // Sizes with their exponents: two neighbouring sizes, or the side itself if it is short.
    let sizes = |side: usize, is_joined: bool, leaps: Vec<(usize, usize)>| {
        let least = if is_joined { longest_cycle(leaps)? + 1 } else { longest_path(leaps)?.max(1) } + more;
        Some(match (side > least + 1, is_joined) {
            (true, false) => vec![(least, 1 - (side - least) as i64), (least + 1, (side - least) as i64)],
            (true, true) => {
                let (whole, rest) = ((side / least) as i64, (side % least) as i64);
                vec![(least, whole - rest), (least + 1, rest)]
            }
            (false, _) => vec![(side, 1)],
        })
    };
    let rows = sizes(board.rows(), topology.rows_wrap(), by_rows)?;
    let cols = sizes(board.cols(), topology.cols_wrap(), by_cols)?;
    let mut exponents: BTreeMap<(usize, usize), i64> = BTreeMap::new();
    for &(rows, of_rows) in &rows {
        for &(cols, of_cols) in &cols {
            let sides = if are_transposed { (rows.min(cols), rows.max(cols)) } else { (rows, cols) };
            *exponents.entry(sides).or_default() += of_rows * of_cols;
        }
    }
    let mut boards = Vec::new();
    for ((rows, cols), exponent) in exponents.into_iter().filter(|&(_, exponent)| exponent != 0) {
        boards.push((Board::new(rows, cols, topology).ok()?, exponent));
    }
    let largest = boards.last()?.0.squares();
    (3 * largest < 2 * board.squares()).then_some(boards)
}

/// Returns the longest leap of a kind over ranks and over files; `None` for unlimited riders.
#[doc(hidden)]
pub fn longest_leaps(moves: &Moves) -> Option<(usize, usize)> {
    moves.rides().try_fold((0, 0), |(rows, cols), (step, range)| {
        let Range::Times(times) = range else { return None };
        let over = |squares: i32| squares.unsigned_abs() as usize * times as usize;
        Some((rows.max(over(step.0)), cols.max(over(step.1))))
    })
}

/// Returns the maximum extent of a path of conflicts in one direction. Each kind is given by its longest leap
/// and its number of pieces. `None` without pieces.
#[doc(hidden)]
pub fn longest_path(leaps: Vec<(usize, usize)>) -> Option<usize> {
    let links = leaps.iter().map(|(_, pieces)| pieces).sum::<usize>().checked_sub(1)?;
    Some(longest_chain(leaps, links))
}

/// Like [`longest_path`], but for a cycle through all pieces.
fn longest_cycle(leaps: Vec<(usize, usize)>) -> Option<usize> {
    let links = leaps.iter().map(|(_, pieces)| pieces).sum::<usize>();
    (links > 0).then(|| longest_chain(leaps, links))
}

/// Returns the maximum extent of `links` links. A link between two pieces is as long as the longer leap of
/// the two, and each piece has two neighbours.
fn longest_chain(mut leaps: Vec<(usize, usize)>, mut links: usize) -> usize {
    leaps.sort_unstable();
    let mut path = 0;
    for (leap, pieces) in leaps.into_iter().rev() {
        let of_these = links.min(2 * pieces);
        path += of_these * leap;
        links -= of_these;
    }
    path
}

impl Leaf for Clusters {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::by_model(self.seconds * 1e9)
    }

    fn memory(&self) -> usize {
        self.memory
    }

    fn outline(&self) -> Option<Outline> {
        let what = format!("{NAME} {VERSION}: {}", self.describe_boards());
        self.facts.is_whole.then(|| Outline::leaf(what, self.seconds, self.memory))
    }

    fn note(&self) -> Option<String> {
        Some(self.describe_boards())
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let (asked, mut nodes) = (StopIf(run.should_stop), 0);
        let mut all = Some(Series::one(&self.numbers));
        for (board, exponent) in &self.boards {
            let polynomial = self.count_polynomial(board, &asked, &mut nodes)?;
            all = all.zip(polynomial).map(|(all, polynomial)| all.times(&polynomial.power(*exponent)));
        }
        let count = all.map(|all| all.last().clone().to_biguint().ok_or(RunError::Negative));
        let count = count.transpose().map_err(|error| error.nested_in(&self.problem))?;
        Ok(Counts { nodes, ..count.map(Counts::from_count).unwrap_or_default() })
    }
}

impl Clusters {
    /// Returns the leaf of all placements. It is a unit, which can be distributed and kept. If the counts of
    /// the board may be too large for a unit, it is a whole.
    pub(crate) fn term(mut self) -> Term {
        self.facts.is_whole = self.problem.board().is_large();
        Term::new(Way::Clusters, Box::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::kernel::Kernel;
    use crate::plan::make::PLANNERS;
    use crate::plan::{Settings, plan};

    /// Every coefficient of a large board follows from smaller boards, and boards that are too small are
    /// rejected.
    #[test]
    fn large_boards_follow_from_small_ones() {
        for text in [
            "9x9 K3",
            "8x11 N3",
            "12x12 K2 N1",
            "10x10 W4",
            "7x12 F3",
            "12x4 N3",
            "14x3 K4",
            "11x11 X3 X=fWlN",
            "12x12 X2 X=W3",
            "9x10 K1 W1 F1",
            "10x10 K2/N2",
            "9x9 K4 N",
            "9x12 X2 K X=vN",
            "9x9/torus K3",
            "9x11/torus K2 W1",
            "12x7/torus K3",
            "11x12/torus X2 K X=fWlN",
            "10x12/cylinder K3",
            "13x7/roll X2 W X=vN",
        ] {
            let problem: Problem = text.parse().unwrap();
            let settings = Settings::default();
            let nested = NestedPlanner::new(&settings, Kernel::Portable, PLANNERS);
            let clusters = Clusters::new(&problem, &nested).expect(text);
            let found = clusters.count(0, &Run::without_reports(&|| false)).unwrap();
            let direct = Settings { is_rest: true, ..settings };
            let expected = plan(&problem.into(), &direct).unwrap().run(&crate::Silent).unwrap().count;
            assert!(found.complete);
            assert_eq!(found.count, expected, "{text}");
        }
        for text in [
            "8x8 N5",
            "6x6/torus K4",
            "9x9/klein K3",
            "9x9-a1 K3",
            "9x9 Q2",
            "9x9 K3@a1",
            "9x9 X3 X=nN",
            "9x9 K3 #1",
            "9x9 K*",
        ] {
            assert!(small_boards(&text.parse().unwrap(), 0).is_none(), "{text}");
        }
    }
}
