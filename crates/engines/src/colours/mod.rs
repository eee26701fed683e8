//! The colours engine: one piece in every row and column, as a sum of products over the colours of squares.
//!
//! Colour the squares like a chessboard. No diagonal joins the colours, only rows and columns do. Let
//! `D(R, C)` be the number of ways to put pieces on dark squares so that they use exactly the rows `R` and the
//! columns `C`, and `L(R, C)` the same for light squares. Then the number of placements is
//!
//! ```text
//! sum over all R, C of D(R, C) * L(not R, not C)
//! ```
//!
//! So no two parts of the board are compared with each other: two numbers are multiplied. Each colour again
//! consists of two [lattices](lattice), which have no row and no column in common: the squares in even rows
//! and even columns, and those in odd rows and odd columns. So for a row set, `D` is a matrix. Its columns, the
//! *lanes*, are sets of even columns, and its rows are sets of odd columns. A number in it is that of the pairs
//! of a placement on either lattice that do not attack each other. The matrix of `L` has the same form, and the
//! products of the two are summed.
//!
//! The engine counts every kind for which this holds: only rows and columns join the colours, and every row
//! and every column has one piece. The sum is that of a transfer over two parts that share only lines; that
//! it beats meeting in the middle for queens is an observation of this project. A pair of halves is found once
//! for each placement, but a product of two sums of 200 stands for 40,000 of them.
//!
//! | file | what it does |
//! |---|---|
//! | [`lattice`] | the squares of one parity, and the placements on them |
//! | [`forest`] | placements of several row sets, as trees |
//! | [`symmetry`] | which row sets are counted, and with which column sets |
//! | [`family`] | row sets and column sets of one size |
//! | [`filling`] | a block of a matrix |
//! | [`lanes`] | counting the pairs of a placement with 64 lists |
//! | [`products`] | the sum of the products of two matrices |
//! | [`counter`] | the units and their counts |
//! | [`cost`] | the expected work |

mod cost;
mod counter;
mod family;
mod filling;
mod forest;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_avx2;
#[cfg(target_arch = "x86_64")]
mod lanes_avx512;
mod lattice;
mod products;
mod symmetry;

use crate::engines::leaf::Leaf;
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};

/// The name of the engine in results.
const NAME: &str = "colours";
/// The version. It is raised whenever units or their numbering change.
const VERSION: u32 = 1;

/// The colours engine, as a technique for plans.
pub(crate) struct ColoursEngine;

impl Technique for ColoursEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "A sum of products over the two colours of squares: one piece in every row and column"
    }

    fn misfit(&self) -> &'static str {
        "the colours engine counts one kind with a rook's moves, one piece in every row and column of a square board of up \
         to 28 ranks, if its other moves keep the colour of the square, and if the memory allowed suffices"
    }

    fn suits(&self, ready: &LeafInstance<'_>) -> Option<Suit> {
        counter::suits(ready)
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        match task {
            Task::Placements(ready) => {
                counter::prepare(ready.board?, ready.instance, limits.tuning, (NAME, VERSION))
            }
            Task::Squares(_) | Task::Classes { .. } | Task::Question(..) => None,
        }
    }
}

#[cfg(test)]
mod tests;
