//! What is swept: points, kinds that may stand on them, and conflicts between them.
//!
//! For a whole problem the points are the squares of the board. For the placements that a symmetry keeps they are the
//! cycles of squares under that symmetry: a cycle is filled with pieces of one kind or empty as a whole, so it counts
//! for as many pieces as it has squares.

use crate::board::{BoardMap, Mask};
use crate::conflict::Conflicts;
use crate::engines::instance::Instance;
use crate::problem::{Pieces, Problem, Quantity};
use crate::symmetry;
use num_bigint::BigUint;

/// A kind on a field.
#[derive(Debug, Clone)]
pub(super) struct FieldKind<M> {
    /// The points that its pieces may fill.
    pub(super) open: M,
    /// The points where a single further piece would fit on an empty board.
    pub(super) fitting: M,
    /// How many pieces, besides the fixed ones.
    pub(super) quantity: Quantity,
}

/// Points, kinds and conflicts.
#[derive(Debug, Clone)]
pub(super) struct Field<M> {
    pub(super) kinds: Vec<FieldKind<M>>,
    /// Between kinds, numbered as in `kinds`, on points.
    pub(super) conflicts: Conflicts<M>,
    /// How many pieces fill each point.
    pub(super) sizes: Vec<u32>,
    /// Row and column of the first square of each point.
    pub(super) places: Vec<(usize, usize)>,
    /// Permutations of the points that keep all of this, the identity first.
    pub(super) maps: Vec<Vec<u16>>,
    /// Whether the fixed pieces are at peace.
    pub(super) is_possible: bool,
}

/// Whether pieces of this kind are to be swept: its free ones, or, of placements that cannot be extended, the further ones
/// that must not fit.
pub(super) fn is_swept(pieces: &Pieces, maximal: bool) -> bool {
    maximal || pieces.free_pieces() > 0 || !matches!(pieces.quantity, Quantity::Exactly(_))
}

impl<M: Mask> Field<M> {
    /// All placements of a problem with one army.
    pub(super) fn whole(problem: &Problem, maximal: bool) -> Self {
        let board = problem.board();
        let instance = Instance::<M>::with_kinds(problem, |pieces| is_swept(pieces, maximal));
        let swept = problem.pieces().filter(|pieces| is_swept(pieces, maximal));
        let kind = |(pieces, allowed): (&Pieces, M)| FieldKind {
            open: allowed,
            fitting: allowed,
            quantity: match pieces.quantity {
                Quantity::Exactly(_) => Quantity::Exactly(pieces.free_pieces()),
                other => other,
            },
        };
        let square = |index| (board.square(index).row, board.square(index).col);
        Self {
            kinds: swept.zip(instance.allowed()).map(kind).collect(),
            sizes: vec![1; board.squares()],
            places: (0..board.squares()).map(square).collect(),
            maps: instance.maps.to_vec(),
            is_possible: instance.factor != BigUint::ZERO,
            conflicts: instance.conflicts,
        }
    }

    /// Of these placements those that a map of the board keeps.
    pub(super) fn kept_by(&self, map: &BoardMap) -> Self {
        let cycles = symmetry::cycles(&map.images);
        let points = |fits: &dyn Fn(&[usize]) -> bool| {
            (0..cycles.len()).filter(|&point| fits(&cycles[point])).fold(M::EMPTY, M::with)
        };
        let kinds: Vec<FieldKind<M>> = (self.kinds.iter().enumerate())
            .map(|(index, kind)| {
                let at_peace = |cycle: &[usize]| {
                    let pieces: Vec<_> = cycle.iter().map(|&square| (index, square)).collect();
                    self.conflicts.are_at_peace(&pieces)
                };
                FieldKind {
                    open: points(&|cycle| kind.open.contains(cycle[0]) && at_peace(cycle)),
                    fitting: points(&|cycle| kind.fitting.contains(cycle[0])),
                    quantity: kind.quantity,
                }
            })
            .collect();
        let mut point_of = vec![0; map.images.len()];
        for (point, cycle) in cycles.iter().enumerate() {
            cycle.iter().for_each(|&square| point_of[square] = point);
        }
        let mut conflicts = Conflicts::none(kinds.len(), cycles.len());
        for (first, point) in
            (0..kinds.len()).flat_map(|kind| (0..cycles.len()).map(move |point| (kind, point)))
        {
            for second in 0..kinds.len() {
                // The map keeps the conflicts, so one square of the cycle speaks for all.
                for square in self.conflicts.of(first, cycles[point][0], second).squares() {
                    conflicts.add((first, point), (second, point_of[square]));
                }
            }
        }
        Self {
            kinds,
            conflicts,
            sizes: cycles.iter().map(|cycle| cycle.len() as u32).collect(),
            places: cycles.iter().map(|cycle| self.places[cycle[0]]).collect(),
            maps: vec![(0..cycles.len() as u16).collect()],
            is_possible: self.is_possible,
        }
    }

    /// Parts that do not interact: no piece of one is ever in conflict with a piece of another. Each is a list of points.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let points = self.sizes.len();
        let used = self.kinds.iter().fold(M::EMPTY, |used, kind| used.or(kind.open).or(kind.fitting));
        let mut seen = M::EMPTY;
        let mut components = Vec::new();
        for start in 0..points {
            if !used.contains(start) || seen.contains(start) {
                continue;
            }
            let mut component = vec![start];
            seen = seen.with(start);
            let mut next = 0;
            while let Some(&point) = component.get(next) {
                next += 1;
                for (index, kind) in self.kinds.iter().enumerate() {
                    for (other_index, other) in self.kinds.iter().enumerate() {
                        // A conflict matters if one of the two can be placed and the other can be placed or must not fit.
                        let reach = match (kind.open.contains(point), kind.fitting.contains(point)) {
                            (true, _) => other.open.or(other.fitting),
                            (false, true) => other.open,
                            (false, false) => M::EMPTY,
                        };
                        let near = self.conflicts.of(index, point, other_index).and(reach).and_not(seen);
                        seen = seen.or(near);
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
