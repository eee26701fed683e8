//! Strips: one side of the board is fixed, the other grows.
//!
//! Sweep a strip rank by rank. What the ranks behind have to say to those in front is finite: for each kind a
//! few ranks of squares that are attacked from behind by leaps, and the lines of riders that are still on the
//! strip. So there are finitely many *boundary states*, and which of them follow which, with how many ways to
//! fill a rank, is a matrix `M` of whole numbers, the **transfer matrix** (H. A. Kramers and G. H. Wannier
//! 1941; for pieces at peace H. S. Wilf, *The problem of the kings*, 1995, and N. J. Calkin and Wilf 1998).
//! The number of placements on `n` ranks is `a(n) = e M^n 1`: the entry of the empty state. By the theorem of
//! Cayley and Hamilton it obeys a linear recurrence with constant coefficients whose order is at most the
//! number of states. Hence **the closure of the states is a proof**, and no board is too long.
//!
//! | file | does |
//! |---|---|
//! | `moves` | a strip and its kinds as planes of bits |
//! | `state` | one boundary state, its mirror image, its canonical form |
//! | `sweep` | what a closure is made of |
//! | `closure` | all states, and the graph from square to square between them |
//! | `maximal` | the same for placements that no piece can be added to |
//! | `folded`, `burnside` | placements that a symmetry fixes; placements up to symmetry |
//! | `terms` | `a(0), a(1), ...` modulo primes and exactly |
//! | `classes` | states with equal futures are merged: the quotient |
//! | `recurrence`, `proof` | the smallest recurrence, and that it holds for ever |
//! | `numbers` | exact numbers of pieces that close their files |
//! | `exact`, `rings` | exact numbers that grow with the strip, and how many placements reach the largest |
//! | `by_number` | the generating function by the number of pieces |
//! | `largest` | `max`, by the same in the algebra of maximum and plus |
//! | `traces`, `characteristic` | strips whose ends meet |
//! | `formula` | all that for a family |

pub mod burnside;
mod characteristic;
mod classes;
pub mod closure;
pub mod exact;
mod folded;
pub mod largest;
mod maximal;
pub mod moves;
pub mod numbers;
mod proof;
pub mod recurrence;
pub mod rings;
pub mod state;
mod sweep;
pub mod terms;
pub mod traces;

#[cfg(test)]
mod tests;
