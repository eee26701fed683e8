//! The faces of a box on the flats of an arrangement by index, and the annihilators of the numbers of integer
//! points.
//!
//! Nothing here has constants: the box is [0, a] x [0, b] for each point, and flats are linear. A face is a
//! flat with some coordinates at an edge of the box, provided that the box has such points. Its *index* is
//! the least t for which t times the box has an integer solution of these equations. A nonempty face has a
//! vertex, and the index divides that of the vertex, which is the vertex's common denominator. So all
//! vertices are visited, and for those that are not integer all sets of edges that contain them. The vertices
//! on a flat are the ends of its edges. To find the edges, coordinates are set to edges of the box until one
//! direction is left.
//!
//! Flats on which two points always coincide belong to an arrangement with fewer points, and are skipped. If
//! some equations concern one set of points and the others a disjoint set, the index is the least common
//! multiple, and the codimension the sum.

use super::super::annihilator::Annihilator;
use super::flats::{Flat, symmetries, visit_flats};
use super::solutions::{Restriction, Solutions, Vector};
use super::{Arrangement, Line};
use num_integer::gcd;
use std::collections::{BTreeMap, HashSet};

/// The indices of faces, with the minimum number of independent equations, by the number of pieces concerned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Indices {
    /// The minimum number of equations, by pieces and index. Index 1 is omitted.
    least: BTreeMap<(usize, i64), usize>,
}

impl Indices {
    /// Returns the indices of all faces of an arrangement, without the constants of its lines, in a box with
    /// these sides for each point. `None` if the arrangement is too large, or if the search should stop.
    pub fn from_arrangement(
        arrangement: &Arrangement,
        sides: (i64, i64),
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let linear = |line: &Line| Line { constant: 0, ..*line };
        let lines = arrangement.lines.iter().map(linear).collect();
        let arrangement = Arrangement { points: arrangement.points.clone(), lines };
        let symmetries = symmetries(&arrangement, sides.0 == sides.1);
        let mut indices = Self::default();
        visit_flats::<1>(&arrangement, &symmetries, &mut |flat| {
            if should_stop() {
                return None;
            }
            let is_own = !flat.has_equal_points();
            if is_own {
                indices.add_faces_of(flat, &arrangement.points, sides)?;
            }
            Some(is_own)
        })?;
        Some(indices)
    }

    /// Adds the faces on a flat whose points represent `points` pieces each; `None` if numbers become too
    /// large.
    fn add_faces_of(&mut self, flat: &Flat<1>, points: &[usize], (rows, cols): (i64, i64)) -> Option<()> {
        let pieces: usize = flat.points.iter().map(|&point| points[point]).sum();
        let merged = 2 * (pieces - flat.points.len());
        let solutions = flat.own_solutions();
        let mut faces = Faces {
            upper: flat.points.iter().flat_map(|_| [rows, cols]).collect(),
            pieces,
            codimension: merged + flat.rank,
            seen: HashSet::new(),
            indices: self,
            is_large: false,
        };
        faces.visit(&solutions, &solutions, 0);
        (!faces.is_large).then_some(())
    }

    /// Adds a face.
    fn add(&mut self, pieces: usize, index: i64, codimension: usize) {
        let least = self.least.entry((pieces, index)).or_insert(codimension);
        *least = codimension.min(*least);
    }

    /// Returns true if a face with this index and at least this codimension gives no new information.
    fn is_known(&self, pieces: usize, index: i64, codimension: usize) -> bool {
        let has = |divisor: i64| {
            let mut fewer = self.least.range(..=(pieces, i64::MAX));
            fewer.any(|((_, other), least)| other % divisor == 0 && *least <= codimension)
        };
        (2..=index).filter(|divisor| index % divisor == 0).all(has)
    }

    /// Adds the indices of another arrangement.
    pub fn join(&mut self, other: &Self) {
        other.least.iter().for_each(|(&(pieces, index), &least)| self.add(pieces, index, least));
    }

    /// Returns the indices for `pieces` pieces, where separate equations may concern disjoint sets of pieces.
    fn of_all(&self, pieces: usize) -> BTreeMap<i64, usize> {
        // The list is by the number of pieces concerned.
        let mut all: Vec<BTreeMap<i64, usize>> = vec![BTreeMap::from([(1, 0)]); pieces + 1];
        for number in 1..=pieces {
            let mut here = all[number - 1].clone();
            for (&(own, index), &least) in self.least.iter().filter(|((own, _), _)| *own <= number) {
                for (&other, &before) in &all[number - own] {
                    let common = index / gcd(index, other) * other;
                    let sum = here.entry(common).or_insert(usize::MAX);
                    *sum = (*sum).min(before + least);
                }
            }
            all[number] = here;
        }
        all.pop().unwrap_or_default()
    }

    /// Returns the annihilator of the number of integer points, off the lines, of `pieces` pieces in the
    /// growing box. It holds from the n at which this number becomes a quasi-polynomial.
    #[must_use]
    pub fn annihilator(&self, pieces: usize) -> Annihilator {
        let all = self.of_all(pieces);
        let mut exponents: BTreeMap<i64, usize> = BTreeMap::new();
        for (&index, &least) in &all {
            let dimension = 2 * pieces - least.min(2 * pieces);
            for period in (1..=index).filter(|period| index % period == 0) {
                let exponent = exponents.entry(period).or_insert(0);
                *exponent = (dimension + 1).max(*exponent);
            }
        }
        let factors: Vec<(usize, usize)> =
            exponents.into_iter().map(|(period, exponent)| (period as usize, exponent)).collect();
        Annihilator::new(&factors)
    }
}

/// The faces on one flat.
struct Faces<'a> {
    /// The upper edge of each coordinate.
    upper: Vec<i64>,
    pieces: usize,
    codimension: usize,
    /// The vertices that were visited.
    seen: HashSet<(i64, Vector)>,
    indices: &'a mut Indices,
    is_large: bool,
}

impl Faces<'_> {
    /// Visits all vertices of a flat at which additional coordinates, from number `from` on, are at an edge.
    fn visit(&mut self, flat: &Solutions<1>, solutions: &Solutions<1>, from: usize) {
        if solutions.dimension == 1 {
            return self.visit_ends(flat, solutions);
        }
        for place in from..solutions.unknowns {
            for edge in [0, self.upper[place]] {
                match solutions.restrict(|z| z[place], [edge]) {
                    Restriction::Fewer(next) if self.can_be_inside(&next) => {
                        self.visit(flat, &next, place + 1);
                    }
                    Restriction::Fewer(_) => {}
                    Restriction::Same => break,
                    Restriction::Large => self.is_large = true,
                }
            }
        }
    }

    /// Returns true unless a coordinate with a constant value is outside the box.
    fn can_be_inside(&self, solutions: &Solutions<1>) -> bool {
        let is_fixed = |place: usize| solutions.directions().iter().all(|direction| direction[place] == 0);
        let mut places = self.upper.iter().zip(&solutions.at[0]).enumerate();
        places
            .all(|(place, (upper, at))| (0..=upper * solutions.denominator).contains(at) || !is_fixed(place))
    }

    /// Visits the vertices at the ends of a line inside the box.
    fn visit_ends(&mut self, flat: &Solutions<1>, line: &Solutions<1>) {
        let Some(direction) = line.directions().first() else { return };
        for place in 0..line.unknowns {
            if direction[place] == 0 {
                continue;
            }
            for edge in [0, self.upper[place]] {
                match line.restrict(|z| z[place], [edge]) {
                    Restriction::Fewer(vertex) if self.can_be_inside(&vertex) => {
                        self.visit_vertex(flat, &vertex);
                    }
                    Restriction::Large => self.is_large = true,
                    _ => {}
                }
            }
        }
    }

    /// Adds the faces at a vertex.
    fn visit_vertex(&mut self, flat: &Solutions<1>, vertex: &Solutions<1>) {
        // At least two edges of the box hold at a new vertex; with fewer it would be zero, or a shift of
        // zero.
        let least = self.codimension + 2;
        if vertex.denominator == 1
            || self.indices.is_known(self.pieces, vertex.denominator, least)
            || !self.seen.insert((vertex.denominator, vertex.at[0]))
        {
            return;
        }
        let edge = |place: usize| {
            let (at, upper) = (vertex.at[0][place], self.upper[place]);
            if at == 0 {
                Some((place, 0))
            } else {
                (at == upper * vertex.denominator).then_some((place, upper))
            }
        };
        let edges: Vec<(usize, i64)> = (0..vertex.unknowns).filter_map(edge).collect();
        self.add_faces(flat, &edges, self.codimension, vertex.denominator);
    }

    /// Adds the faces that are given by subsets of these edges.
    fn add_faces(&mut self, solutions: &Solutions<1>, edges: &[(usize, i64)], codimension: usize, most: i64) {
        if solutions.denominator > 1 {
            self.indices.add(self.pieces, solutions.denominator, codimension);
        }
        if solutions.denominator == most {
            return;
        }
        for (number, &(place, edge)) in edges.iter().enumerate() {
            match solutions.restrict(|z| z[place], [edge]) {
                Restriction::Fewer(next) => {
                    self.add_faces(&next, &edges[number + 1..], codimension + 1, most);
                }
                Restriction::Same => {}
                Restriction::Large => self.is_large = true,
            }
        }
    }
}
