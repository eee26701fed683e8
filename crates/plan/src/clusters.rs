//! Few leapers on a large board, from four small ones.
//!
//! Six knights on 32x32 are, nearly always, six knights that have nothing to do with each other. What they have to do with each
//! other happens in *clusters*: pieces joined by conflicts, one next to the other. Let `Z(r, c)` be the polynomial whose
//! coefficients count the placements on `r` x `c` squares by the numbers of pieces. Its logarithm is a sum over clusters
//! (J. E. Mayer 1937), and a cluster that is `h` ranks high and `w` files wide beyond its first square fits in
//! `(r - h)(c - w)` places. So as long as the board is large enough for every cluster, `log Z` is bilinear in `r` and `c`, and
//! four boards that are neighbours give all larger ones:
//!
//! `Z(a+i, b+j) = Z(a, b)^((1-i)(1-j)) * Z(a+1, b)^(i(1-j)) * Z(a, b+1)^((1-i)j) * Z(a+1, b+1)^(ij)`
//!
//! With `m` pieces a cluster is a path of `m - 1` leaps at most, so that is as high as the longest such path; that is `a`. Powers
//! of the polynomials beyond the numbers asked for are left out; and since each begins with 1 (nobody on the board), negative
//! powers have whole coefficients, too. Where only one side is long, two boards are enough; and where ranks and files may be
//! exchanged, `a x b` and `b x a` are one board.
//!
//! Where the ends of a side are joined, a cluster has as many places along it as it is long, unless it winds round, which takes a
//! cycle of `m` leaps; so there `log Z` is proportional to the side from the next size on, and a side of `qa + r` is made of
//! `q - r` boards of that size and of `r` that are longer by one.
//!
//! The small boards are counted like any problem, for all numbers up to those asked for.

use super::compared::Compared;
use super::nested::Nested;
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

/// No polynomial has more coefficients.
const MAX_COEFFICIENTS: usize = 1 << 8;
/// What the smaller numbers take beside the largest ones: about half as long again.
const BESIDE_THE_LARGEST: f64 = 1.5;

/// A count on a large board, ready to be made from smaller ones.
pub(crate) struct Clusters {
    problem: Problem,
    /// The small boards, each with its exponent.
    boards: Vec<(Board, i64)>,
    /// The numbers of pieces by kind.
    numbers: Vec<u32>,
    facts: Facts,
    nested: Nested,
    seconds: f64,
    memory: usize,
}

impl Clusters {
    /// `None` if the problem is not one of few leapers on a large board.
    pub(crate) fn new(problem: &Problem, nested: &Nested) -> Option<Self> {
        // A second count is made from other boards.
        let boards = small_boards(problem, usize::from(nested.is_other()))?;
        let numbers: Vec<u32> = problem.pieces().map(|pieces| pieces.quantity.given()).collect();
        let coefficients =
            numbers.iter().try_fold(1usize, |all, &most| all.checked_mul(most as usize + 1))?;
        if coefficients > MAX_COEFFICIENTS {
            return None;
        }
        let facts = Facts::plain((NAME, VERSION), nested.kernel, vec![1.0]);
        let (problem, nested) = (problem.clone(), nested.clone());
        let mut clusters = Self { problem, boards, numbers, facts, nested, seconds: 0.0, memory: 0 };
        let watch = Stopwatch::start();
        let (largest, _) = clusters.boards.last()?;
        let plan = clusters.plan(largest, &clusters.numbers).ok()?;
        // Each number is planned, too, small ones sooner; and a smaller board has so many fewer placements.
        let planning = watch.seconds() * coefficients as f64 / 4.0 * clusters.boards.len() as f64;
        let pieces = clusters.numbers.iter().sum::<u32>() as i32;
        let share =
            |(board, _): &(Board, i64)| (board.squares() as f64 / largest.squares() as f64).powi(pieces);
        let counting = plan.summary().estimate.seconds * clusters.boards.iter().map(share).sum::<f64>();
        clusters.seconds = counting * BESIDE_THE_LARGEST + planning;
        clusters.memory = plan.summary().memory;
        Some(clusters)
    }

    /// What all of it is expected to take.
    pub(crate) fn seconds(&self) -> f64 {
        self.seconds
    }

    /// What it is made from.
    fn from(&self) -> String {
        let boards: Vec<String> = self.boards.iter().map(|(board, _)| board.to_string()).collect();
        format!("from {}", boards.join(", "))
    }

    /// The same as something that was not taken.
    pub(crate) fn compared(&self) -> Compared {
        let what = format!("from {} smaller boards", self.boards.len());
        Compared { what, seconds: self.seconds, is_longer: false, memory: self.memory }
    }

    /// These numbers of pieces on a small board.
    fn plan(&self, board: &Board, numbers: &[u32]) -> Result<Plan, PlanError> {
        let placed = numbers
            .iter()
            .enumerate()
            .try_fold(self.problem.clone(), |problem, (kind, &number)| problem.with_number(kind, number));
        let small = placed.and_then(|problem| problem.on_board(board.clone()));
        self.nested.plan(small.ok_or(PlanError::LargeBoard)?)
    }

    /// The polynomial of a small board; `None` if it was stopped.
    ///
    /// # Errors
    /// Why it cannot be counted.
    fn polynomial(
        &self,
        board: &Board,
        asked: &StopIf<'_>,
        nodes: &mut u64,
    ) -> Result<Option<Series>, RunError> {
        let counted = Series::counted(&self.numbers, |numbers| {
            // More pieces than squares.
            let pieces = numbers.iter().map(|&number| number as usize).sum::<usize>();
            if pieces > board.open_area() {
                return Ok(BigInt::ZERO);
            }
            let plan = self.plan(board, numbers);
            let plan = plan.map_err(|error| Some(RunError::unplanned(&self.problem, &error)))?;
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

/// The small boards with their exponents, each side longer by `more` than it must be, the largest one last; `None` if the
/// problem is of another sort, or the board is not much larger than these.
fn small_boards(problem: &Problem, more: usize) -> Option<Vec<(Board, i64)>> {
    let board = problem.board();
    if !problem.has_only(&[Feature::ManySquares, Feature::JoinedEdges, Feature::Armies]) {
        return None;
    }
    // How many of each kind, and how far they leap over ranks and over files.
    let topology = board.topology();
    let (mut by_rows, mut by_cols) = (Vec::new(), Vec::new());
    let mut are_transposed = topology.rows_wrap() == topology.cols_wrap();
    for of_kind in problem.pieces() {
        let (rows, cols) = longest_leaps(of_kind.kind.moves())?;
        by_rows.push((rows, of_kind.quantity.given() as usize));
        by_cols.push((cols, of_kind.quantity.given() as usize));
        are_transposed &= of_kind.kind.moves().mapped(PointMap::TRANSPOSE) == *of_kind.kind.moves();
    }
    // Sizes with their exponents: two neighbours, or the side itself where it is short.
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

/// How far a kind leaps over ranks and over files at most; `None` of riders without limit.
#[doc(hidden)]
pub fn longest_leaps(moves: &Moves) -> Option<(usize, usize)> {
    moves.rides().try_fold((0, 0), |(rows, cols), (step, range)| {
        let Range::Times(times) = range else { return None };
        let over = |squares: i32| squares.unsigned_abs() as usize * times as usize;
        Some((rows.max(over(step.0)), cols.max(over(step.1))))
    })
}

/// How far a path of conflicts leads in one direction at most, of pieces given by how far they leap and how many there are. `None`
/// without pieces.
#[doc(hidden)]
pub fn longest_path(leaps: Vec<(usize, usize)>) -> Option<usize> {
    let links = leaps.iter().map(|(_, pieces)| pieces).sum::<usize>().checked_sub(1)?;
    Some(longest_chain(leaps, links))
}

/// The same of a cycle, through all of them.
fn longest_cycle(leaps: Vec<(usize, usize)>) -> Option<usize> {
    let links = leaps.iter().map(|(_, pieces)| pieces).sum::<usize>();
    (links > 0).then(|| longest_chain(leaps, links))
}

/// How far so many links lead at most: one between two pieces is as long as the longer leap of the two, and each piece has two
/// neighbours.
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
        let what = format!("{NAME} {VERSION}: {}", self.from());
        self.facts.is_whole.then(|| Outline::leaf(what, self.seconds, self.memory))
    }

    fn note(&self) -> Option<String> {
        Some(self.from())
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let (asked, mut nodes) = (StopIf(run.should_stop), 0);
        let mut all = Some(Series::one(&self.numbers));
        for (board, exponent) in &self.boards {
            let polynomial = self.polynomial(board, &asked, &mut nodes)?;
            all = all.zip(polynomial).map(|(all, polynomial)| all.times(&polynomial.power(*exponent)));
        }
        let count = all.map(|all| all.last().clone().to_biguint().ok_or(RunError::Negative));
        let count = count.transpose().map_err(|error| error.nested_in(&self.problem))?;
        Ok(Counts { nodes, ..count.map(Counts::all).unwrap_or_default() })
    }
}

impl Clusters {
    /// The leaf of all placements: a unit, which can be shared and kept; on a board on which counts may be too large for that, a
    /// whole.
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

    /// Every coefficient of small boards follows from smaller ones, and a board that is too small is not taken.
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
            let nested = Nested::new(&settings, Kernel::Portable, PLANNERS);
            let clusters = Clusters::new(&problem, &nested).expect(text);
            let found = clusters.count(0, &Run::silent(&|| false)).unwrap();
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
