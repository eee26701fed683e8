//! Two armies of queens, rooks or bishops by *line labelling*.
//!
//! Queens of two armies do not attack each other if no rank, file or diagonal holds both. Instead of placing
//! pieces, one can therefore give every *line* to an army. A square can hold a white piece if all its lines
//! are white, and a black one if all are black. The 6n − 2 lines of an n × n board decide everything; the
//! pieces are only counted. Bosch's integer program (*Optima* 62 and 64, 1999–2000) has one variable for each
//! line in its tight form, and Smith, Petrie and Gent (CPAIOR 2004) compare such models with others. The
//! method here is a branch and bound on three levels:
//!
//! 1. [`lines`] and [`pairs`]: the rows R and columns C of the white army, up to symmetry, with bounds on
//!    partial sets.
//! 2. [`half`]: the diagonals, for each *square colour* by itself. No diagonal runs through squares of both
//!    colours, so the contribution of one colour is a list of pairs (white, black), found once and completed
//!    in the other.
//! 3. [`existence`] joins the two for one placement, and [`listing`] for all of them. [`subsets`] chooses the
//!    pieces, and [`classes`] keeps one placement of each class.
//!
//! All bounds are of one type. A square is on one diagonal of each family, so a labelling of one family alone
//! allows at least as many pieces. The best such labelling is simple: each diagonal goes to the army that has
//! more on it. The meaning of *more* depends on the worth of a piece of each army, and all ratios in
//! [`sheet::WEIGHTS`] must agree. For the ratio that is nearest to failing, [`flow`] continues with the other
//! family. This makes the search fast: with 38 queens in each army on 16 × 16, the families leave 31 million
//! pairs to the second level, the flow 82 thousand.
//!
//! A single placement is found quickly by chance, see [`guess`].

mod classes;
mod existence;
mod families;
mod flow;
mod guess;
mod half;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_avx2;
#[cfg(target_arch = "x86_64")]
mod lanes_avx512;
mod lines;
mod listing;
mod pairs;
mod proof;
mod sheet;
mod sizes;
mod squares;
mod subsets;
#[cfg(test)]
mod tests;
mod walk;

pub use families::Families;
use lines::Purpose;
pub use lines::TwoArmies;
pub use proof::TwoArmiesProof;
use std::ops::ControlFlow;
use walk::Task;

/// The result of a search for one placement in a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoArmiesResult {
    /// The squares of each army, rank by rank, if there is a placement.
    pub witness: Option<(Vec<usize>, Vec<usize>)>,
    /// The work of the search.
    pub proof: TwoArmiesProof,
    /// True if the unit was searched to its end. A search ends with a witness.
    pub complete: bool,
}

/// A function that takes a placement of a class (the squares of each army) and the size of the class.
pub(crate) type Visitor<'a> = dyn FnMut(&[u16], &[u16], u64) -> ControlFlow<()> + 'a;

impl TwoArmies {
    /// Looks for one placement in a unit. The search calls `should_stop` at intervals.
    pub fn search(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> TwoArmiesResult {
        let mut existence = existence::Existence::new(self.board, self.sizes, should_stop);
        let mut proof = TwoArmiesProof::default();
        let task = Task {
            lines: self,
            unit,
            purpose: Purpose::Existence,
            visitor: &mut existence,
            proof: &mut proof,
            should_stop,
        };
        let walked = self.kernel.run(task);
        let complete = walked.is_continue() || existence.witness.is_some();
        let witness = existence
            .witness
            .map(|(first, second)| (self.original_squares(&first), self.original_squares(&second)));
        TwoArmiesResult { witness, proof, complete }
    }

    /// Looks for one placement by chance; the seed determines the walk. A try takes some milliseconds, about
    /// fifteen on the largest boards. `None` does not mean that no placement exists.
    pub fn guess(&self, seed: u64, should_stop: &dyn Fn() -> bool) -> Option<(Vec<usize>, Vec<usize>)> {
        let (first, second) = guess::walk(&self.board, self.sizes.armies, seed, should_stop)?;
        Some((self.original_squares(&first), self.original_squares(&second)))
    }

    /// Lists one placement of each class whose representative lies in the unit: the squares of each army,
    /// rank by rank, with the size of the class.
    ///
    /// A class contains the images of a placement under the board's symmetries and, if the armies are equally
    /// large, under a swap of their colours. Each class is visited once, in one of the units. `visit` can end
    /// the search, and so can `should_stop`, which is called at intervals. Returns true if the unit was
    /// searched to its end.
    pub fn list(&self, unit: usize, visit: &mut Visitor<'_>, should_stop: &dyn Fn() -> bool) -> bool {
        let mut proof = TwoArmiesProof::default();
        let short =
            |squares: Vec<usize>| squares.into_iter().map(|square| square as u16).collect::<Vec<u16>>();
        let mut take = |placed: &listing::PlacementBundle<'_>| {
            let mut tell = |first: &[usize], second: &[usize], class: u64| {
                visit(&short(self.original_squares(first)), &short(self.original_squares(second)), class)
            };
            classes::visit(placed, &mut tell, should_stop)
        };
        let mut listing = listing::PairListing::new(self.board, self.sizes, &mut take, should_stop);
        let task = Task {
            lines: self,
            unit,
            purpose: Purpose::Classes,
            visitor: &mut listing,
            proof: &mut proof,
            should_stop,
        };
        self.kernel.run(task).is_continue()
    }

    /// Returns the number of placements in the unit with their images under the board's symmetries; `None` if
    /// the search was stopped. The sum over all units is the number of placements.
    ///
    /// The method is made for sizes near the maximum. It is correct for all sizes as long as the number has
    /// at most 128 bits, but a unit that would fill the memory is also stopped.
    pub fn count(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> Option<u128> {
        let mut proof = TwoArmiesProof::default();
        let mut count = 0;
        let mut take = |placed: &listing::PlacementBundle<'_>| {
            count += placed.count();
            ControlFlow::Continue(())
        };
        let mut listing = listing::PairListing::new(self.board, self.sizes, &mut take, should_stop);
        let task = Task {
            lines: self,
            unit,
            purpose: Purpose::Labelled,
            visitor: &mut listing,
            proof: &mut proof,
            should_stop,
        };
        self.kernel.run(task).is_continue().then_some(count)
    }
}
