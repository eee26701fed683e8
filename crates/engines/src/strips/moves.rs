//! A strip with its kinds, laid out as planes of bits.
//!
//! Two pieces are in conflict if either attacks the other. Seen from the piece on the lower rank this is one
//! set of rides for each ordered pair of kinds: its own, and those of the other kind backwards
//! ([`Moves::closed_with`]). Only rides that lead forwards matter, and those within the rank.
//!
//! * A ride of limited length is a set of leaps. Leaps onto a kind are stored in one plane for that kind: a
//!   row of bits for the present rank and for as many further ones as the farthest leap reaches.
//! * A ride without limit is a line, which would need infinitely many ranks. Instead a plane for its slope
//!   records the squares of the next few ranks at which lines of this slope arrive next. When the sweep
//!   passes such a square, the bit moves one leap on. A closed file is a line of slope (1, 0), whose bit
//!   stays for ever. A diagonal leaves the strip after at most as many ranks as the strip is wide; around a
//!   cylinder a diagonal winds for ever. Kinds that are attacked along a slope by the same kinds share a
//!   plane.
//!
//! Other pieces on a line make no difference: the nearest one on it is itself attacked. No placement of
//! non-attacking pieces therefore has a blocked line on which the piece behind matters.

use crate::board::{Board, PointMap, Square, Topology};
use crate::feature::Feature;
use crate::piece::{Moves, Range};
use crate::problem::{Pieces, Problem, Quantity};
use std::collections::BTreeMap;

/// The maximum number of bits of a state.
pub const MAX_BITS: usize = 512;

/// The maximum width of a strip.
const MAX_WIDTH: usize = 32;

/// The side of the board that grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrowingSide {
    /// The number of ranks grows, and the number of files is constant: `{n}x4`.
    Ranks,
    /// The number of files grows, and the number of ranks is constant: `4x{n}`.
    Files,
}

/// A strip: squares in ranks of a constant width, and the kinds on it in any number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strip {
    /// The number of squares in a rank.
    pub width: usize,
    /// True if the first square of a rank is a neighbour of the last one.
    pub(super) is_wrapped: bool,
    /// True if the first rank follows the last one again. Counts are then [traces](super::traces).
    pub is_ring: bool,
    /// The kinds on the strip. Their rows are ranks, whichever side grows.
    pub(super) kinds: Vec<Moves>,
    /// The kinds with a maximum or an exact number.
    pub sought: Vec<bool>,
}

impl Strip {
    /// Returns the strip that contains the board of a problem; the length of the board does not matter.
    /// `None` for other types of problem: several armies, exact numbers, holes, and pre-placed pieces.
    pub fn new(problem: &Problem, growing: GrowingSide) -> Option<Self> {
        let is_exact = |pieces: &Pieces| matches!(pieces.quantity, Quantity::Exactly(_));
        if problem.pieces().any(is_exact) { None } else { Self::with_numbers(problem, growing) }
    }

    /// Like [`new`](Self::new), but pieces may attack each other in any number; the degrees are given
    /// elsewhere.
    pub fn with_attacks(problem: &Problem, growing: GrowingSide) -> Option<Self> {
        use Feature::{AnyNumber, Degrees, JoinedEdges};
        let is_known = problem.has_only(&[AnyNumber, Degrees, JoinedEdges]);
        let is_open = problem.pieces().all(|pieces| pieces.quantity == Quantity::Any);
        if is_known && is_open { Self::from_problem(problem, growing) } else { None }
    }

    /// Like [`new`](Self::new), but some kinds may have exact numbers: these are also sought.
    pub fn with_numbers(problem: &Problem, growing: GrowingSide) -> Option<Self> {
        use Feature::{AnyNumber, JoinedEdges, LargestNumber, ManySquares};
        let is_known = problem.has_only(&[ManySquares, JoinedEdges, AnyNumber, LargestNumber]);
        if is_known { Self::from_problem(problem, growing) } else { None }
    }

    fn from_problem(problem: &Problem, growing: GrowingSide) -> Option<Self> {
        let board = problem.board();
        let topology = board.topology();
        let (width, is_wrapped, is_ring) = match growing {
            GrowingSide::Ranks => (board.cols(), topology.cols_wrap(), topology.rows_wrap()),
            GrowingSide::Files => (board.rows(), topology.rows_wrap(), topology.cols_wrap()),
        };
        let turn = PointMap { transpose: growing == GrowingSide::Files, ..PointMap::IDENTITY };
        let kinds = problem.pieces().map(|pieces| pieces.kind.moves().map(turn)).collect();
        let sought = problem.pieces().map(|pieces| pieces.quantity != Quantity::Any).collect();
        (width <= MAX_WIDTH).then_some(Self { width, is_wrapped, is_ring, kinds, sought })
    }

    /// Returns a plain strip with pieces of one kind; rows are ranks.
    pub(super) fn of_kind(width: usize, moves: Moves) -> Self {
        Self { width, is_wrapped: false, is_ring: false, kinds: vec![moves], sought: vec![false] }
    }

    /// Returns true if the mirror image of each placement, left and right exchanged, is a placement.
    pub(super) fn has_mirror(&self) -> bool {
        self.has_symmetry(false, true)
    }

    /// Returns true if every kind has the same moves after a rotation or reflection of the strip.
    pub(super) fn has_symmetry(&self, flip_rows: bool, flip_cols: bool) -> bool {
        let map = PointMap { flip_rows, flip_cols, ..PointMap::IDENTITY };
        self.kinds.iter().all(|moves| moves.map(map) == *moves)
    }

    /// Returns true if lines continue for ever along the strip.
    pub fn has_endless_lines(&self) -> bool {
        let is_endless =
            |((rows, cols), range)| range == Range::Unlimited && rows != 0 && (cols == 0 || self.is_wrapped);
        self.kinds.iter().flat_map(Moves::rides).any(is_endless)
    }

    /// Returns the number of ranks of the farthest leap that ends on the same file; 0 if there is none.
    pub(super) fn longest_return(&self) -> usize {
        let kinds = 0..self.kinds.len();
        let pairs = kinds.clone().flat_map(|kind| kinds.clone().map(move |other| (kind, other)));
        let leaps = pairs.flat_map(|(kind, other)| self.leaps(kind, other));
        let returns = leaps.filter(|&(_, cols)| self.step(0, cols) == Some(0));
        returns.map(|(rows, _)| rows).max().unwrap_or(0)
    }

    /// Returns the square of a rank that lies `by` squares to the right; `None` past an edge.
    pub(super) fn step(&self, square: usize, by: i64) -> Option<usize> {
        let (place, width) = (square as i64 + by, self.width as i64);
        let place = if self.is_wrapped { place.rem_euclid(width) } else { place };
        (0..width).contains(&place).then_some(place as usize)
    }

    /// Returns the squares of the same rank on which a piece of kind `other` conflicts with one of `kind` on
    /// `square`.
    pub(super) fn rank_conflicts(&self, kind: usize, square: usize, other: usize) -> Vec<usize> {
        let topology = if self.is_wrapped { Topology::Cylinder } else { Topology::Plane };
        let moves = self.kinds[kind].closed_with(&self.kinds[other]);
        match Board::new(1, self.width, topology) {
            Ok(rank) => {
                moves.attacked_squares(&rank, Square { row: 0, col: square }).map(|at| at.col).collect()
            }
            Err(_) => Vec::new(),
        }
    }

    /// Returns the forward leaps by which a piece of one kind conflicts with one of another: ranks and
    /// squares to the right.
    fn leaps(&self, kind: usize, other: usize) -> Vec<(usize, i64)> {
        let mut leaps = Vec::new();
        for ((rows, cols), range) in self.kinds[kind].closed_with(&self.kinds[other]).rides() {
            let Range::Times(times) = range else { continue };
            if rows <= 0 {
                continue;
            }
            // Beyond the edges, and beyond the capacity of a state.
            let across = if cols == 0 || self.is_wrapped { MAX_BITS } else { self.width };
            let times = (times as usize).min(across).min(MAX_BITS / rows as usize + 1);
            leaps.extend((1..=times).map(|time| (time * rows as usize, time as i64 * i64::from(cols))));
        }
        leaps.retain(|&(_, cols)| self.is_wrapped || cols.unsigned_abs() < self.width as u64);
        leaps
    }

    /// Returns the ends of these leaps from a file: the number of ranks ahead, and the file.
    fn landings(&self, kind: usize, other: usize, file: usize) -> impl Iterator<Item = (usize, usize)> {
        let leaps = self.leaps(kind, other).into_iter();
        leaps.filter_map(move |(rows, cols)| Some((rows, self.step(file, cols)?)))
    }

    /// Returns the arrivals of a line from a file: the number of ranks ahead, and the file.
    fn line(&self, step: (usize, i64), file: usize) -> impl Iterator<Item = (usize, usize)> {
        let next = move |&(rows, at): &(usize, usize)| Some((rows + step.0, self.step(at, step.1)?));
        std::iter::successors(Some((0, file)), next).skip(1)
    }
}

/// Returns the least common multiple.
fn lcm(first: usize, second: usize) -> usize {
    let (mut divisor, mut rest) = (first, second);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    first / divisor * second
}

/// The contents of a plane of bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlaneSort {
    /// Squares on which a kind is attacked by leaps.
    Leaps {
        /// The attacked kind.
        target: usize,
    },
    /// Squares at which lines of a slope arrive.
    Lines {
        /// The slope: ranks and squares to the right.
        step: (usize, i64),
        /// The kinds from which such a line starts.
        sources: Vec<usize>,
        /// The kinds that such a line attacks.
        targets: Vec<usize>,
    },
}

/// A slope with the kinds from which lines of this slope start.
type Lines = ((usize, i64), Vec<usize>);

/// One plane: rows of bits for the present rank, row 0, and for as many further ones as its depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plane {
    pub(super) sort: PlaneSort,
    pub(super) depth: usize,
    /// The index of the first bit of the plane.
    base: usize,
}

/// The planes of a strip one after the other, row by row.
#[derive(Debug, Clone)]
pub(super) struct StripPlanes {
    pub(super) planes: Vec<Plane>,
    /// The total number of bits.
    pub(super) bits: usize,
    width: usize,
}

impl StripPlanes {
    /// Makes the layout; `None` if a state would be larger than [`MAX_BITS`].
    pub(super) fn new(strip: &Strip) -> Option<Self> {
        let kinds = 0..strip.kinds.len();
        let mut layout = Self { planes: Vec::new(), bits: 0, width: strip.width };
        for target in kinds.clone() {
            let leaps = kinds.clone().flat_map(|source| strip.leaps(source, target));
            let depth = leaps.map(|(rows, _)| rows).max().unwrap_or(0);
            layout.add(PlaneSort::Leaps { target }, depth)?;
        }
        // The targets by slope and sources.
        let mut lines: BTreeMap<Lines, Vec<usize>> = BTreeMap::new();
        for target in kinds.clone() {
            let mut sources: BTreeMap<(usize, i64), Vec<usize>> = BTreeMap::new();
            for source in kinds.clone() {
                for ((rows, cols), range) in strip.kinds[source].closed_with(&strip.kinds[target]).rides() {
                    let is_short = !strip.is_wrapped && cols.unsigned_abs() as usize >= strip.width;
                    if rows > 0 && range == Range::Unlimited && !is_short {
                        sources.entry((rows as usize, i64::from(cols))).or_default().push(source);
                    }
                }
            }
            for line in sources {
                lines.entry(line).or_default().push(target);
            }
        }
        for ((step, sources), targets) in lines {
            layout.add(PlaneSort::Lines { step, sources, targets }, step.0)?;
        }
        Some(layout)
    }

    fn add(&mut self, sort: PlaneSort, depth: usize) -> Option<()> {
        self.planes.push(Plane { sort, depth, base: self.bits });
        self.bits += (depth + 1) * self.width;
        (self.bits <= MAX_BITS).then_some(())
    }

    /// Returns the index of a bit.
    pub(super) fn bit(&self, plane: usize, row: usize, square: usize) -> usize {
        self.planes[plane].base + row * self.width + square
    }

    /// Returns the bits that a piece sets; squares that were passed already have none.
    pub(super) fn set_by(&self, strip: &Strip, kind: usize, square: usize) -> Vec<usize> {
        let mut bits = Vec::new();
        for (number, plane) in self.planes.iter().enumerate() {
            match &plane.sort {
                PlaneSort::Leaps { target } => {
                    let ahead =
                        strip.rank_conflicts(kind, square, *target).into_iter().filter(|&at| at > square);
                    bits.extend(ahead.map(|at| self.bit(number, 0, at)));
                    for (rows, cols) in strip.leaps(kind, *target) {
                        bits.extend(strip.step(square, cols).map(|at| self.bit(number, rows, at)));
                    }
                }
                PlaneSort::Lines { step, sources, .. } if sources.contains(&kind) => {
                    bits.extend(strip.step(square, step.1).map(|at| self.bit(number, step.0, at)));
                }
                PlaneSort::Lines { .. } => {}
            }
        }
        bits
    }

    /// Returns the bits that a piece sets for squares ahead, if the piece stands on a file `ranks` ranks
    /// behind the square that is passed.
    pub(super) fn set_from_behind(
        &self,
        strip: &Strip,
        kind: usize,
        (ranks, file): (usize, usize),
        passed: usize,
    ) -> Vec<usize> {
        let mut bits = Vec::new();
        let is_ahead = |&(rows, at): &(usize, usize)| rows > ranks || rows == ranks && at > passed;
        for (number, plane) in self.planes.iter().enumerate() {
            let arrivals = match &plane.sort {
                PlaneSort::Leaps { target } => strip.landings(kind, *target, file).filter(is_ahead).collect(),
                PlaneSort::Lines { step, sources, .. } if sources.contains(&kind) => {
                    strip.line(*step, file).find(is_ahead).into_iter().collect()
                }
                PlaneSort::Lines { .. } => Vec::new(),
            };
            bits.extend(arrivals.into_iter().map(|(rows, at)| self.bit(number, rows - ranks, at)));
        }
        bits
    }

    /// Returns true if a piece on a file some ranks behind a square conflicts with one of its kind on that
    /// square.
    pub(super) fn is_in_conflict_ahead(
        &self,
        strip: &Strip,
        kind: usize,
        (ranks, file): (usize, usize),
        square: usize,
    ) -> bool {
        let is_met = |plane: &Plane| match &plane.sort {
            PlaneSort::Leaps { target } => {
                *target == kind && strip.landings(kind, kind, file).any(|landing| landing == (ranks, square))
            }
            PlaneSort::Lines { step, sources, targets } => {
                let mut line = strip.line(*step, file).take_while(|&(rows, _)| rows <= ranks);
                sources.contains(&kind) && targets.contains(&kind) && line.any(|at| at == (ranks, square))
            }
        };
        self.planes.iter().any(is_met)
    }

    /// Returns two numbers of ranks. The first is how far ahead leaps and lines that leave the strip end at
    /// most. After the second, lines that never leave it arrive on the same files again.
    pub(super) fn reach_and_period(&self, strip: &Strip) -> (usize, usize) {
        let (mut reach, mut period) = (0, 1);
        for plane in &self.planes {
            match plane.sort {
                PlaneSort::Leaps { .. } => reach = reach.max(plane.depth),
                PlaneSort::Lines { step: (rows, 0), .. } => period = lcm(period, rows),
                PlaneSort::Lines { step: (rows, cols), .. } if strip.is_wrapped => {
                    let turns = lcm(strip.width, cols.unsigned_abs() as usize) / cols.unsigned_abs() as usize;
                    period = lcm(period, rows * turns);
                }
                PlaneSort::Lines { step: (rows, cols), .. } => {
                    reach = reach.max(rows * ((strip.width - 1) / cols.unsigned_abs() as usize));
                }
            }
        }
        (reach, period)
    }

    /// Returns the bits of which one is enough to forbid a piece.
    pub(super) fn forbidding_bits(&self, kind: usize, square: usize) -> Vec<usize> {
        let forbids = |plane: &Plane| match &plane.sort {
            PlaneSort::Leaps { target } => *target == kind,
            PlaneSort::Lines { targets, .. } => targets.contains(&kind),
        };
        let planes = self.planes.iter().enumerate().filter(|(_, plane)| forbids(plane));
        planes.map(|(number, _)| self.bit(number, 0, square)).collect()
    }

    /// Returns the mirror image of a plane; `None` if there is none.
    pub(super) fn mirror_of(&self, plane: usize) -> Option<usize> {
        let mirrored = match &self.planes[plane].sort {
            PlaneSort::Lines { step, sources, targets } => {
                let step = (step.0, -step.1);
                PlaneSort::Lines { step, sources: sources.clone(), targets: targets.clone() }
            }
            leaps => leaps.clone(),
        };
        self.planes.iter().position(|other| other.sort == mirrored)
    }
}
