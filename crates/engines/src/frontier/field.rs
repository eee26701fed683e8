//! The subject of a sweep: points, the kinds that may stand on them, and conflicts between them.
//!
//! For a whole problem the points are the squares of the board. For the placements fixed by a symmetry, the
//! points are the cycles of squares under that symmetry; for several symmetries, they are the orbits. A cycle
//! is either empty or filled with pieces of one kind, so it counts for as many pieces as it has squares.

use crate::board::{BoardMap, MAX_AXES, Set, words_for};
use crate::conflict::Conflicts;
use crate::engines::instance::Instance;
use crate::engines::leaf::Successor;
use crate::problem::{Pieces, Problem, Quantity};
use crate::symmetry;
use num_bigint::BigUint;

/// A kind on a field.
#[derive(Debug, Clone)]
pub(super) struct FieldKind {
    /// The points that pieces of this kind may fill.
    pub(super) open: Vec<u64>,
    /// The points where a single further piece would fit on an empty board.
    pub(super) fitting: Vec<u64>,
    /// The number of pieces in addition to the pre-placed ones.
    pub(super) quantity: Quantity,
}

/// Points, kinds and conflicts.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) kinds: Vec<FieldKind>,
    /// The conflicts between kinds, numbered as in `kinds`, on points.
    pub(super) conflicts: Conflicts,
    /// The number of pieces that fill each point.
    pub(super) sizes: Vec<u32>,
    /// The row and column of the first square of each point.
    pub(super) places: Vec<(usize, usize)>,
    /// The place of that square along each axis of the board.
    pub(super) coordinates: Vec<[usize; MAX_AXES]>,
    /// The permutations of the points that preserve the whole field, the identity first.
    pub(super) maps: Vec<Vec<u16>>,
    /// Whether the pre-placed pieces are non-attacking.
    pub(super) is_possible: bool,
    /// The engine that takes over if memory runs out; `None` if there is none.
    pub(super) successor: Option<Successor>,
}

/// True if pieces of this kind are swept. These are the free pieces or, for placements that cannot be
/// extended, the further pieces that must not fit.
pub(super) fn is_swept(pieces: &Pieces, maximal: bool) -> bool {
    maximal || pieces.free_pieces() > 0 || !matches!(pieces.quantity, Quantity::Exactly(_))
}

impl Field {
    /// Returns the field of all placements of a problem with one army.
    pub(super) fn from_problem(problem: &Problem, maximal: bool) -> Self {
        let board = problem.board();
        let instance = Instance::with_kinds(problem, &|pieces| is_swept(pieces, maximal));
        let swept = problem.pieces().filter(|pieces| is_swept(pieces, maximal));
        let kind = |(pieces, allowed): (&Pieces, &[u64])| FieldKind {
            open: allowed.to_vec(),
            fitting: allowed.to_vec(),
            quantity: match pieces.quantity {
                Quantity::Exactly(_) => Quantity::Exactly(pieces.free_pieces()),
                other => other,
            },
        };
        let square = |index| (board.square(index).row, board.square(index).col);
        Self {
            kinds: swept.zip(instance.allowed_squares().iter()).map(kind).collect(),
            sizes: vec![1; board.squares()],
            places: (0..board.squares()).map(square).collect(),
            coordinates: (0..board.squares()).map(|index| board.coordinates(board.square(index))).collect(),
            maps: instance.maps.to_vec(),
            is_possible: instance.factor != BigUint::ZERO
                && problem.given_pieces() <= board.open_area() as u64,
            successor: None,
            conflicts: instance.conflicts,
        }
    }

    /// Returns the field of those placements that are fixed by some maps of the board, and therefore by the
    /// group that they generate.
    pub(super) fn kept_by(&self, maps: &[&BoardMap]) -> Self {
        let images: Vec<&[u16]> = maps.iter().map(|map| map.images.as_slice()).collect();
        let cycles = symmetry::orbits(self.sizes.len(), &images);
        let points = |fits: &dyn Fn(&[usize]) -> bool| {
            let mut points = vec![0; words_for(cycles.len())];
            (0..cycles.len())
                .filter(|&point| fits(&cycles[point]))
                .for_each(|point| points.add_square(point));
            points
        };
        let kinds: Vec<FieldKind> = (self.kinds.iter().enumerate())
            .map(|(index, kind)| {
                let at_peace = |cycle: &[usize]| {
                    let pieces: Vec<_> = cycle.iter().map(|&square| (index, square)).collect();
                    self.conflicts.are_at_peace(&pieces)
                };
                FieldKind {
                    open: points(&|cycle| kind.open.holds(cycle[0]) && at_peace(cycle)),
                    fitting: points(&|cycle| kind.fitting.holds(cycle[0])),
                    quantity: kind.quantity,
                }
            })
            .collect();
        let mut point_of = vec![0; self.sizes.len()];
        for (point, cycle) in cycles.iter().enumerate() {
            cycle.iter().for_each(|&square| point_of[square] = point);
        }
        let mut conflicts = Conflicts::empty(kinds.len(), cycles.len());
        for (first, point) in
            (0..kinds.len()).flat_map(|kind| (0..cycles.len()).map(move |point| (kind, point)))
        {
            for second in 0..kinds.len() {
                // The maps preserve the conflicts, so one square of the cycle represents all.
                for square in self.conflicts.conflict_set(first, cycles[point][0], second).squares() {
                    conflicts.add((first, point), (second, point_of[square]));
                }
            }
        }
        Self {
            kinds,
            conflicts,
            sizes: cycles.iter().map(|cycle| cycle.len() as u32).collect(),
            places: cycles.iter().map(|cycle| self.places[cycle[0]]).collect(),
            coordinates: cycles.iter().map(|cycle| self.coordinates[cycle[0]]).collect(),
            maps: vec![(0..cycles.len() as u16).collect()],
            is_possible: self.is_possible,
            successor: self.successor,
        }
    }

    /// Returns the parts that do not interact, each as a list of points. Pieces of different parts are never
    /// in conflict.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let points = self.sizes.len();
        let width = self.conflicts.width();
        let mut used = vec![0; width];
        for kind in &self.kinds {
            used.add(&kind.open);
            used.add(&kind.fitting);
        }
        let mut seen = vec![0; width];
        let mut near = vec![0; width];
        let mut components = Vec::new();
        for start in 0..points {
            if !used.holds(start) || seen.holds(start) {
                continue;
            }
            let mut component = vec![start];
            seen.add_square(start);
            let mut next = 0;
            while let Some(&point) = component.get(next) {
                next += 1;
                for (index, kind) in self.kinds.iter().enumerate() {
                    for (other_index, other) in self.kinds.iter().enumerate() {
                        // A conflict matters if one of the two pieces can be placed and the other can be
                        // placed or must not fit.
                        near.copy_from_slice(&other.open);
                        match (kind.open.holds(point), kind.fitting.holds(point)) {
                            (true, _) => near.add(&other.fitting),
                            (false, true) => {}
                            (false, false) => continue,
                        }
                        near.keep(self.conflicts.conflict_set(index, point, other_index));
                        near.subtract(&seen);
                        seen.add(&near);
                        component.extend(near.squares());
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }
}
