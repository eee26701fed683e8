//! Points in a growing box that are not to be on lines of each other: which periods their number has, and from where on.
//!
//! Placements of q pieces are integer points z of the box of all their coordinates, off the hyperplanes "piece i is on a line of
//! piece j" (S. Chaiken, C. R. H. Hanusa, T. Zaslavsky, *A q-queens problem* I, II, 2014, 2015: an inside-out polytope). By
//! inclusion and exclusion their number is a sum, with integer coefficients, of numbers of integer points in the box on *flats*,
//! the intersections of hyperplanes. Let the sides of the box be affine in n. Then (n, z) is in a polyhedron for each flat, whose
//! *recession cone* C is that of the same flat without constants, in the box whose sides are the steps of the others.
//!
//! **Periods.** Let a(n) be the number of integer points of a polyhedron Q at height n. Its generating function is rational, with
//! poles at roots of unity. *The order of the pole at a primitive d-th root of unity 1/ζ is at most the largest dimension of a face
//! of C such that d divides the heights of all integer points of the face's span.* Proof: let f(x) be the sum of (ζx)^n over the
//! integer points (n, z) of Q, and look at x = 1. If d divides the heights of all integer points of C's span, it is enough that
//! a(n) grows no faster than n^(dim C - 1). Else there is an integer point u = (h, v) of this span, with ζ^h not 1. The points
//! of Q and those of Q + u differ by slices along facets of Q, so that (1 - ζ^h x^h) f(x) is a sum of functions like f, with
//! signs, of polyhedra whose recession cones are facets of C. The factor has no zero at 1, and each of these has no
//! larger pole, by induction.
//!
//! A face of C that is not the apex is a cone over a face of the box's intersection with the flat without constants; its
//! dimension is larger by one. It is given by lines and by coordinates that are at an edge of the box, and the heights of its
//! integer points are the multiples of the [index](faces) of these equations. So the numbers of pieces that matter are the
//! dimensions of faces by their indices: that says which powers of n have a coefficient with a part of which period
//! ([`Annihilator`](super::Annihilator)), and how many terms determine the whole.
//!
//! **Start.** As long as n only moves within a chamber of the vector partition function of the flat's equations, the number is
//! one quasi-polynomial (B. Sturmfels, *On vector partition functions*, 1995; Ph. Clauss, V. Loechner, 1998). It is in one
//! chamber as long as the same bases are feasible: [`start`].
//!
//! | file | noun |
//! |---|---|
//! | `solutions` | solutions of linear equations, with a basis of their integer directions |
//! | `flats` | flats up to symmetry |
//! | `faces` | indices of faces, and what annihilates the numbers of points |
//! | `start` | from where on the same bases are feasible |

pub mod faces;
mod flats;
mod solutions;
pub mod start;
#[cfg(test)]
mod tests;

/// The most points.
pub const MOST_POINTS: usize = solutions::MOST / 2;

/// Two points of which one is on a line through the other, shifted by a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The numbers of the points.
    pub points: (usize, usize),
    /// The direction of the line, no multiple of another step.
    pub step: (i64, i64),
    /// The determinant of the way from the first point to the second and the step.
    pub constant: i64,
}

/// Points and lines between them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Arrangement {
    /// For each point, how many pieces it stands for. Only points that stand for equally many are exchanged.
    pub points: Vec<usize>,
    /// Lines.
    pub lines: Vec<Line>,
}
