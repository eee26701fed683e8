//! Several opposing armies of queens: every line is given to one army.
//!
//! No queen may attack a queen of another army along any line, and lines pass through pieces; queens of one
//! army may attack each other. So every rank, file, diagonal and antidiagonal holds queens of at most one
//! army. Label each line with an army. The squares of an army are then those whose four lines all belong to
//! it. Armies of given sizes fit if and only if some labels give each army enough squares. A label for "no
//! army" is not needed. Label each line of a placement with the army that has queens on it, and the other
//! lines in any way: every queen then stands on a square of its army. Conversely, queens on squares of
//! different armies share no line, so any choice of the squares is a placement.
//!
//! Annealing of random labels in [`guess`] nearly always finds a placement if there is one. To show that
//! there is none, labels are tried:
//!
//! 1. Shares ([`shares`]): the numbers of ranks and files of each army, up to the exchange of armies of equal
//!    size and the transposition of a square board. An army has at most ranks times files squares.
//! 2. The labels of the ranks ([`ranks`]), up to a reflection and the exchange of armies with the same share.
//! 3. The labels of the files ([`files`]), one by one from the middle outwards, up to a reflection. Every
//!    square then belongs to at most one army, and each diagonal loses the squares of all armies but one.
//!    Bounds on this loss ([`gauges`]) cut nearly all labellings after about half of the files.
//! 4. The labels of the diagonals ([`diagonals`]), for the few pairs of ranks and files that remain.
//!
//! [`count`] counts placements in the same way, with a label for lines that no army occupies.
//!
//! The cost of a refutation: three armies of 9 on 11x11 take 86 million labels of files, of which 15,000
//! pairs remain, at 11 ns a label with AVX-512 (35 with AVX2, 44 without). Armies of 11 on 12x12 take 391
//! million labels, of 13 on 13x13 some two billion, and of 15 on 14x14 some 25 billion. The following were
//! tried and dropped, because they cost more than they save:
//!
//! * a table of the loss of the last files by themselves, to be added to the loss of the first ones: a fifth
//!   fewer labels;
//! * a price for each future square on diagonals that its army cannot win any more: down to 40 % of the
//!   labels, each at several times the cost;
//! * the file with the fewest possible armies next instead of a fixed order: twice the bounds;
//! * pairs of squares that exclude each other along either type of diagonal, matched greedily: 9 % fewer
//!   labels;
//! * for squares in the corners the longer one of their two diagonals: 5 % fewer labels;
//! * weights up to 4 in the bounds: 6 % fewer labels than weights up to 2.
//!
//! The problem: R. Bosch, "Peaceably coexisting armies of queens", Optima 62 (1999); B. Smith, K. Petrie and
//! I. Gent, "Models and symmetry breaking for peaceable armies of queens", CPAIOR 2004. For three armies see
//! <https://oeis.org/A328283>, for two <https://oeis.org/A250000>.

#[doc(hidden)]
pub mod count;
mod diagonals;
mod files;
mod gauges;
mod geometry;
mod guess;
mod proof;
mod ranks;
mod shares;
#[cfg(test)]
mod tests;
mod units;

#[cfg(target_arch = "x86_64")]
use crate::kernel::Avx512;
use crate::kernel::Kernel;
use crate::kernel::Vectored;
use diagonals::Diagonals;
use files::Files;
use gauges::{MAX_ARMIES, PortableProfileLanes, ProfileLanes};
use geometry::Geometry;
use guess::Guess;
pub use proof::SeveralArmiesProof;
use shares::ArmyShare;
use units::{RankUnit, units};

/// The result of searching a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeveralArmiesResult {
    /// The squares of each army as `row * cols + col`, in order and exactly as many as required, if the unit
    /// has a placement.
    pub witness: Option<Vec<Vec<usize>>>,
    /// The work of the search.
    pub proof: SeveralArmiesProof,
    /// True if the unit was searched to its end or to a placement.
    pub complete: bool,
}

/// The question whether armies of given sizes fit on a rectangle, split into independent units.
///
/// There is a placement if and only if a unit has one.
#[derive(Debug, Clone)]
pub struct SeveralArmies {
    board: Geometry,
    /// True if the board is transposed. There are no more ranks than files, because all ranks are labelled
    /// before files are pruned.
    turned: bool,
    /// The sizes of the armies that have queens.
    sizes: Vec<usize>,
    /// For each original army, its number among those that have queens.
    fielded: Vec<Option<usize>>,
    shares: Vec<ArmyShare>,
    units: Vec<RankUnit>,
    kernel: Kernel,
}

impl SeveralArmies {
    /// Makes the question ready for armies of these sizes on a rectangle. `None` unless two to four armies
    /// have queens and the rectangle has at most 32 ranks and files together.
    pub fn new(rows: usize, cols: usize, sizes: &[u32]) -> Option<Self> {
        let turned = rows > cols;
        let (rows, cols) = (rows.min(cols), rows.max(cols));
        let board = Geometry::new(rows, cols)?;
        let mut armies = Vec::new();
        let fielded = sizes
            .iter()
            .map(|&size| {
                (size > 0).then(|| {
                    armies.push(size as usize);
                    armies.len() - 1
                })
            })
            .collect();
        if !(2..=MAX_ARMIES).contains(&armies.len()) {
            return None;
        }
        let shares = shares::shares(rows, cols, &armies);
        let units = units(shares.iter().map(|share| {
            let ranks = share.rank_labellings();
            // Most labels of the files are refuted half way; measured on 12x12, a quarter of all labels is
            // visited.
            let files = shares::labellings(&share.files) / if share.transposed.is_some() { 4.0 } else { 2.0 };
            (ranks, 2.0 * ranks * files)
        }));
        Some(Self { board, turned, sizes: armies, fielded, shares, units, kernel: Kernel::best() })
    }

    /// Returns this question with other instructions, if the processor has them.
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        if kernel.is_available() {
            self.kernel = kernel;
        }
        self
    }

    /// Returns the number of units, which is the same on every machine.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// Estimates the work of a unit in about nanoseconds, for comparing units.
    pub fn work(&self, unit: usize) -> f64 {
        self.units[unit].work
    }

    /// Searches a unit for a placement. The search calls `should_stop` at intervals.
    pub fn search(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> SeveralArmiesResult {
        let mut found = match self.sizes.len() {
            2 => self.search_for::<2>(unit, should_stop),
            3 => self.search_for::<3>(unit, should_stop),
            _ => self.search_for::<4>(unit, should_stop),
        };
        found.witness = found.witness.map(|armies| self.asked_for(&armies));
        found
    }

    /// Looks for a placement by annealing, before the units are searched: see [`guess`]. A few `descents`, of
    /// about 10 ms each, nearly always find one if there is one. The result is the same on every machine.
    pub fn guess(&self, descents: u64, should_stop: &dyn Fn() -> bool) -> Option<Vec<Vec<usize>>> {
        if self.units.is_empty() {
            return None;
        }
        Guess::new(&self.board, &self.sizes)
            .search(descents, should_stop)
            .map(|armies| self.asked_for(&armies))
    }

    fn search_for<const K: usize>(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> SeveralArmiesResult {
        let RankUnit { share, part, parts, .. } = self.units[unit];
        let share = &self.shares[share];
        let mut files = Files::<K>::new(&self.board, share);
        let mut diagonals = Diagonals::<K>::new(&self.board, share);
        let mut found =
            SeveralArmiesResult { witness: None, proof: SeveralArmiesProof::default(), complete: true };
        ranks::each_labelling(share, (part, parts), &mut |ranks, _| {
            found.proof.rank_labellings += 1;
            let witness = &mut found.witness;
            let mut leaf = |files: &[u8], proof: &mut SeveralArmiesProof| {
                *witness = diagonals.search(ranks, files, proof);
                witness.is_none()
            };
            let task =
                Task { files: &mut files, ranks, proof: &mut found.proof, should_stop, leaf: &mut leaf };
            let go_on = self.kernel.run(task);
            found.complete = go_on || found.witness.is_some();
            go_on
        });
        found.witness = found.witness.map(|armies| {
            let mut squares = vec![Vec::new(); K];
            for (&army, its) in share.armies.iter().zip(armies) {
                squares[army] = its;
            }
            squares
        });
        found
    }

    /// Returns the squares of all original armies, on the original board.
    fn asked_for(&self, armies: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let squares =
            |army: &Option<usize>| army.map_or_else(Vec::new, |army| self.turned_back(&armies[army]));
        self.fielded.iter().map(squares).collect()
    }

    /// Returns squares of the original board.
    fn turned_back(&self, squares: &[usize]) -> Vec<usize> {
        let Geometry { rows, cols, .. } = self.board;
        let mut squares: Vec<usize> = squares
            .iter()
            .map(|&square| if self.turned { square % cols * rows + square / cols } else { square })
            .collect();
        squares.sort_unstable();
        squares
    }
}

/// The arguments of the search of the files for one labelling of the ranks.
struct Task<'a, 'b, const K: usize> {
    files: &'a mut Files<'b, K>,
    ranks: &'a [u8],
    proof: &'a mut SeveralArmiesProof,
    should_stop: &'a dyn Fn() -> bool,
    leaf: &'a mut dyn FnMut(&[u8], &mut SeveralArmiesProof) -> bool,
}

impl<const K: usize> Vectored for Task<'_, '_, K> {
    type Output = bool;

    #[inline(always)]
    fn portable(self) -> bool {
        self.search(PortableProfileLanes)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, lanes: Avx512) -> bool {
        self.search(lanes)
    }
}

impl<const K: usize> Task<'_, '_, K> {
    #[inline(always)]
    fn search(self, lanes: impl ProfileLanes) -> bool {
        self.files.search(lanes, self.ranks, self.proof, self.should_stop, self.leaf)
    }
}
