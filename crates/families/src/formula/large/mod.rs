//! A few pieces on boards that are larger than those of the engines.
//!
//! A formula for five queens has dozens of unknown coefficients, and needs as many boards, with sides above those for which
//! engines have masks. Here a board is a plane of bits, a word for each row, and has sides up to 64. All pieces but the last
//! three are placed one after another on all squares; the last three are counted together ([`triple`]), which takes a time that
//! grows as the board's area does, not as its cube. The first piece stands on one square of each orbit of the board's
//! symmetries. That is also faster than engines, which do not know lines, on smaller boards: five queens on 30x30 take a
//! tenth of the time.
//!
//! Bishops alone are counted by a closed formula, in any number ([`bishops()`]).
//!
//! All placements of one army on a plane board without holes: pieces are in conflict if either attacks the other, whatever
//! stands between. What questions have beyond that is refused ([`Feature`]).

mod bishops;
mod displacements;
mod leaf;
#[cfg(test)]
mod tests;
mod triple;

pub(super) use bishops::bishops;

use crate::board::{PointMap, Square};
use crate::engines::Kernel;
use crate::feature::Feature;
use crate::piece::Moves;
use crate::problem::Pieces;
use crate::question::Question;
use displacements::{Displacements, MAX_SIDE, Squares, WORDS, steps};
use leaf::{TripleLeaf, Workspace};
use num_bigint::BigUint;
use rayon::prelude::*;
use triple::Triple;

/// With more pieces sums might not fit.
const MAX_PIECES: u32 = 8;

/// A problem with its tables.
#[derive(Debug)]
pub(super) struct Large {
    sides: (usize, usize),
    /// The kind of each piece, if there are fewer than three.
    kinds: Vec<usize>,
    /// Between two kinds.
    conflicts: Vec<Vec<Displacements>>,
    /// The last three.
    triple: Option<Triple>,
    /// The kinds of those before, in the order in which they are placed.
    placed: Vec<usize>,
    /// Squares for the first one, and how many others each stands for, itself included.
    firsts: Vec<((usize, usize), i128)>,
    /// How often each placement is met: pieces of one kind come in any order.
    orders: BigUint,
    kernel: Kernel,
}

impl Large {
    /// Tables for pieces of these kinds, so many of each; `None` if the board is too large, or there are
    /// too many pieces or moves.
    pub(super) fn new(kinds: &[(Moves, u32)], rows: usize, cols: usize) -> Option<Self> {
        let sides = 1..=MAX_SIDE;
        let pieces = kinds.iter().try_fold(0u32, |sum, kind| sum.checked_add(kind.1))?;
        if !sides.contains(&rows) || !sides.contains(&cols) || pieces > MAX_PIECES {
            return None;
        }
        let sides = (rows, cols);
        let conflict = |one: &Moves, other: &Moves| Displacements::of_conflict(one, other, sides);
        let row = |one: &(Moves, u32)| kinds.iter().map(|other| conflict(&one.0, &other.0)).collect();
        let conflicts: Vec<Vec<Displacements>> = kinds.iter().map(row).collect();
        let numbers: Vec<u32> = kinds.iter().map(|kind| kind.1).collect();
        let steps = steps(kinds.iter().map(|kind| &kind.0));
        let between = |one: usize, other: usize| conflicts[one][other].clone();
        let tables = |last: [usize; 3]| Triple::new(last, sides, &between, &steps);
        let triples = lasts(&numbers).into_iter().filter_map(tables);
        let triple = triples.min_by(|one, other| one.nanoseconds().total_cmp(&other.nanoseconds()));
        let all =
            numbers.iter().enumerate().flat_map(|(kind, &number)| std::iter::repeat_n(kind, number as usize));
        let mut placed: Vec<usize> = all.collect();
        let kinds_of_all = placed.clone();
        for kind in triple.iter().flat_map(|triple| triple.kinds) {
            if let Some(place) = placed.iter().position(|&other| other == kind) {
                placed.remove(place);
            }
        }
        if triple.is_none() && pieces > 2 {
            return None;
        }
        let orders = numbers.iter().flat_map(|&number| 1..=number).map(BigUint::from).product();
        Some(Self {
            sides,
            kinds: kinds_of_all,
            conflicts,
            triple,
            placed,
            firsts: firsts(kinds, sides),
            orders,
            kernel: Kernel::best(),
        })
    }

    /// Tables for a question about all placements of exact numbers of one army on a plane board without holes and given pieces,
    /// however long its sides are; `None` for others.
    pub(super) fn of(question: &Question) -> Option<Self> {
        if !question.has_only(&[Feature::ManySquares]) {
            return None;
        }
        let (board, pieces) = (question.problem.board(), question.problem.pieces());
        let number = |pieces: &Pieces| (pieces.kind.moves().clone(), pieces.quantity.given());
        Self::new(&pieces.map(number).collect::<Vec<_>>(), board.rows(), board.cols())
    }

    /// Seconds that a count takes on one core, about.
    pub(super) fn seconds(&self) -> f64 {
        let Some(triple) = &self.triple else { return 0.0 };
        let squares = (self.sides.0 * self.sides.1) as f64;
        let leaves = match self.placed.len() {
            0 => 1.0,
            placed => self.firsts.len() as f64 * squares.powi(placed as i32 - 1),
        };
        leaves * triple.nanoseconds() * 1e-9
    }

    /// The number of placements; `None` if it should stop before. Runs in the rayon pool that it is called in.
    pub(super) fn count(&self, should_stop: &(dyn Fn() -> bool + Sync)) -> Option<BigUint> {
        let squares = (self.sides.0 * self.sides.1) as u64;
        let tuples = match (&self.triple, self.kinds.as_slice()) {
            (Some(triple), _) => {
                let row = u64::MAX >> (MAX_SIDE - self.sides.1);
                let mut board: Squares = [0; WORDS];
                board.iter_mut().take(self.sides.0).for_each(|word| *word = row);
                let free = vec![board; self.conflicts.len()];
                let search = Search { large: self, triple, should_stop };
                let Some(&first) = self.placed.first() else {
                    return BigUint::try_from(search.count(1, &free, &mut Workspace::default())?)
                        .ok()
                        .map(|a| a / &self.orders);
                };
                let at = |&(square, weight): &((usize, usize), i128)| {
                    let free = search.placed(first, square, &free);
                    Some(weight * search.count(1, &free, &mut Workspace::default())?)
                };
                let counts = self.firsts.par_iter().map(at);
                BigUint::try_from(counts.try_reduce(|| 0, |one, other| Some(one + other))?).ok()?
            }
            (None, &[one, other]) => (squares * squares - self.conflicts[one][other].pairs()).into(),
            (None, kinds) => squares.pow(kinds.len() as u32).into(),
        };
        Some(tuples / &self.orders)
    }
}

/// Which kinds the last three may be of, equal ones side by side.
fn lasts(numbers: &[u32]) -> Vec<[usize; 3]> {
    let mut lasts = Vec::new();
    for a in 0..numbers.len() {
        for b in a..numbers.len() {
            for c in b..numbers.len() {
                let last = [a, b, c];
                let is_enough = |&kind: &usize| {
                    last.iter().filter(|&&other| other == kind).count() <= numbers[kind] as usize
                };
                if last.iter().all(is_enough) {
                    lasts.push(last);
                }
            }
        }
    }
    lasts
}

/// One square of each orbit of the symmetries of board and pieces, with the size of the orbit.
fn firsts(kinds: &[(Moves, u32)], (rows, cols): (usize, usize)) -> Vec<((usize, usize), i128)> {
    let moves: Vec<&Moves> = kinds.iter().filter(|kind| kind.1 > 0).map(|kind| &kind.0).collect();
    let keeps = |map: &PointMap| {
        let mut pairs = moves.iter().flat_map(|one| moves.iter().map(move |other| one.closed_with(other)));
        (rows == cols || !map.transpose) && pairs.all(|closure| closure.mapped(*map) == closure)
    };
    let maps: Vec<PointMap> = PointMap::all().into_iter().filter(keeps).collect();
    let mut firsts = Vec::new();
    for square in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let image = |map: &PointMap| {
            let square = map.apply_to_square(Square { row: square.0, col: square.1 }, (rows, cols));
            (square.row, square.col)
        };
        let mut orbit: Vec<(usize, usize)> = maps.iter().map(image).collect();
        orbit.sort_unstable();
        orbit.dedup();
        if orbit.first() == Some(&square) {
            firsts.push((square, orbit.len() as i128));
        }
    }
    firsts
}

/// A count under way.
struct Search<'a> {
    large: &'a Large,
    triple: &'a Triple,
    should_stop: &'a (dyn Fn() -> bool + Sync),
}

impl Search<'_> {
    /// What is left to each kind when a piece stands on a square.
    fn placed(&self, kind: usize, square: (usize, usize), free: &[Squares]) -> Vec<Squares> {
        let mut free = free.to_vec();
        for (conflicts, squares) in self.large.conflicts[kind].iter().zip(&mut free) {
            conflicts.remove_from(squares, square);
        }
        free
    }

    /// The number of ways to place the pieces from one on, each by itself.
    fn count(&self, place: usize, free: &[Squares], workspace: &mut Workspace) -> Option<i128> {
        if (self.should_stop)() {
            return None;
        }
        let Some(&kind) = self.large.placed.get(place) else {
            self.triple.squares(free, &mut workspace.squares);
            return Some(self.large.kernel.run(TripleLeaf { triple: self.triple, workspace }).into());
        };
        let mut sum = 0;
        for (row, &word) in free[kind].iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let col = left.trailing_zeros() as usize;
                left &= left - 1;
                sum += self.count(place + 1, &self.placed(kind, (row, col), free), workspace)?;
            }
        }
        Some(sum)
    }
}
