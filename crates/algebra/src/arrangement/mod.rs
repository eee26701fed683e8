//! Points in a growing box that must not be on lines of each other: the periods of their number, and the
//! start of its formula.
//!
//! Placements of q pieces are integer points z of the box of all their coordinates, off the hyperplanes
//! "piece i is on a line of piece j" (S. Chaiken, C. R. H. Hanusa, T. Zaslavsky, *A q-queens problem* I, II,
//! 2014, 2015: an inside-out polytope). By inclusion and exclusion their number is a sum, with integer
//! coefficients, of numbers of integer points in the box on *flats*, the intersections of hyperplanes. Let
//! the sides of the box be affine in n. Then for each flat, (n, z) is in a polyhedron whose *recession cone*
//! C is that of the flat without constants, in the box whose sides are the steps of the given sides.
//!
//! **Periods.** Let a(n) be the number of integer points of a polyhedron Q at height n. Its generating
//! function is rational, with poles at roots of unity. *The order of the pole at a primitive d-th root of
//! unity 1/ζ is at most the largest dimension of a face of C such that d divides the heights of all integer
//! points of the face's span.* Proof: let f(x) be the sum of (ζx)^n over the integer points (n, z) of Q, and
//! consider x = 1. If d divides the heights of all integer points of C's span, it is enough that a(n) grows
//! no faster than n^(dim C - 1). Otherwise there is an integer point u = (h, v) of this span, with ζ^h not 1.
//! The points of Q and those of Q + u differ by slices along facets of Q. So (1 - ζ^h x^h) f(x) is a signed
//! sum of functions like f, of polyhedra whose recession cones are facets of C. The factor has no zero at 1,
//! and by induction none of these functions has a larger pole.
//!
//! A face of C other than the apex is a cone over a face of the box's intersection with the flat without
//! constants, and its dimension is larger by one. It is given by lines and by coordinates that are at an edge
//! of the box. The heights of its integer points are the multiples of the [index](faces) of these equations.
//! So only the dimensions of faces by their indices matter. They determine, for each
//! power of n, the periods in its coefficient ([`Annihilator`](super::Annihilator)), and the number of terms
//! that determine the whole.
//!
//! **Start.** While n only moves within a chamber of the vector partition function of the flat's equations,
//! the number is one quasi-polynomial (B. Sturmfels, *On vector partition functions*, 1995; Ph. Clauss, V.
//! Loechner, 1998). It is in one chamber as long as the same bases are feasible: [`start`].
//!
//! | file | noun |
//! |---|---|
//! | `solutions` | solutions of linear equations, with a basis of their integer directions |
//! | `flats` | flats up to symmetry |
//! | `faces` | indices of faces, and annihilators of the numbers of points |
//! | `start` | the n from which the same bases are feasible |

pub mod faces;
mod flats;
mod solutions;
pub mod start;
#[cfg(test)]
mod tests;

/// The maximum number of points.
pub const MOST_POINTS: usize = solutions::MOST / 2;

/// Two points, one of which is on a line through the other, shifted by a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The numbers of the points.
    pub points: (usize, usize),
    /// The direction of the line, which is not a multiple of another step.
    pub step: (i64, i64),
    /// The determinant of the vector from the first point to the second and the step.
    pub constant: i64,
}

/// Points and lines between them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Arrangement {
    /// The number of pieces that each point represents. Only points with equal numbers are exchanged.
    pub points: Vec<usize>,
    /// The lines between the points.
    pub lines: Vec<Line>,
}
