//! Queens on the crossings of taken ranks and files, if it is given which lines are taken.
//!
//! Each taken rank and file needs a queen, and each crossing of empty ones needs a queen on one of its
//! diagonals. The search branches on the requirement with the fewest places, and a place that was tried is
//! not taken later. If there are as many lines without a queen as queens left, each of these queens takes a
//! new line.

use super::grid::Grid;
use crate::board::{Mask, Squares};
use crate::engines::binomial::binomial;
use crate::question::Demand;
use num_bigint::BigUint;

/// The places on taken lines, numbered rank by rank, with the crossings they cover.
pub(super) struct Places<M> {
    demand: Demand,
    /// The squares, by rank and file.
    squares: Vec<(usize, usize)>,
    /// The number of taken files.
    files: usize,
    /// The places on each taken rank and on each taken file.
    on: [Vec<M>; 2],
    crossings: usize,
    /// For each place, the crossings of empty lines that it covers.
    covers: Vec<M>,
    /// For each crossing, the places that cover it.
    coverers: Vec<M>,
    /// For each place, the other places on its lines.
    attacked: Vec<M>,
}

/// The number of placements, and one of them by ranks and files.
#[derive(Debug, Default)]
pub(super) struct PlacesFound {
    pub(super) count: BigUint,
    pub(super) placed: Option<Vec<(usize, usize)>>,
    pub(super) nodes: u64,
    /// True if there may be more placements because the search was stopped.
    pub(super) is_stopped: bool,
}

/// The number of partial placements between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1 << 12;

impl<M: Mask> Places<M> {
    /// Makes the places if exactly these ranks and files are empty.
    pub(super) fn new(grid: Grid, demand: Demand, empty_ranks: u64, empty_files: u64) -> Self {
        let crossings = crossing(lines(empty_ranks), lines(empty_files));
        let ranks = u64::full(grid.ranks).and_not(empty_ranks);
        let files = u64::full(grid.files).and_not(empty_files);
        let squares: Vec<(usize, usize)> = crossing(lines(ranks), lines(files)).collect();
        let (covered, places) = (
            DiagonalSquares::<M>::new(grid, crossings.clone()),
            DiagonalSquares::<M>::new(grid, squares.iter().copied()),
        );
        let width = files.count() as usize;
        let mut on = [vec![M::EMPTY; ranks.count() as usize], vec![M::EMPTY; width]];
        for place in 0..squares.len() {
            on[0][place / width] = on[0][place / width].with_square(place);
            on[1][place % width] = on[1][place % width].with_square(place);
        }
        let attacked = |(place, &square): (usize, &(usize, usize))| {
            let straight = on[0][place / width].or(on[1][place % width]);
            straight.or(places.squares(grid, square)).without_square(place)
        };
        let attacked = match demand {
            Demand::Dominating => Vec::new(),
            Demand::Nothing | Demand::Total => squares.iter().enumerate().map(attacked).collect(),
        };
        Self {
            demand,
            covers: squares.iter().map(|&square| covered.squares(grid, square)).collect(),
            coverers: crossings.clone().map(|square| places.squares(grid, square)).collect(),
            crossings: crossings.count(),
            files: width,
            squares,
            on,
            attacked,
        }
    }

    /// Finds the placements of `queens` queens.
    pub(super) fn placements(&self, queens: u32, is_stopped: &dyn Fn() -> bool) -> PlacesFound {
        let lacking = [u64::full(self.on[0].len()), u64::full(self.on[1].len())];
        let found = PlacesFound::default();
        let mut walk = PlacesWalk { places: self, is_stopped, chosen: Vec::new(), found };
        walk.search(M::full(self.crossings), M::full(self.squares.len()), lacking, queens);
        walk.found
    }
}

/// Returns the lines of a set.
fn lines(set: u64) -> Squares<u64> {
    set.squares()
}

/// Returns the crossings of ranks and files, rank by rank.
fn crossing(ranks: Squares<u64>, files: Squares<u64>) -> impl Iterator<Item = (usize, usize)> + Clone {
    ranks.flat_map(move |rank| files.clone().map(move |file| (rank, file)))
}

/// Some squares, numbered in their order, by diagonal.
struct DiagonalSquares<M> {
    rising: [M; 64],
    falling: [M; 64],
}

impl<M: Mask> DiagonalSquares<M> {
    fn new(grid: Grid, squares: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut sets = Self { rising: [M::EMPTY; 64], falling: [M::EMPTY; 64] };
        for (number, (rank, file)) in squares.enumerate() {
            let (rising, falling) = grid.diagonals(rank, file);
            sets.rising[rising] = sets.rising[rising].with_square(number);
            sets.falling[falling] = sets.falling[falling].with_square(number);
        }
        sets
    }

    /// Returns the squares on the diagonals of a square.
    fn squares(&self, grid: Grid, (rank, file): (usize, usize)) -> M {
        let (rising, falling) = grid.diagonals(rank, file);
        self.rising[rising].or(self.falling[falling])
    }
}

/// A search for placements.
struct PlacesWalk<'a, M> {
    places: &'a Places<M>,
    is_stopped: &'a dyn Fn() -> bool,
    chosen: Vec<usize>,
    found: PlacesFound,
}

impl<M: Mask> PlacesWalk<'_, M> {
    /// Finds the placements that continue the chosen places with `left` queens on free places.
    fn search(&mut self, uncovered: M, mut free: M, lacking: [u64; 2], left: u32) {
        let places = self.places;
        self.found.nodes += 1;
        if self.found.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.found.is_stopped |= (self.is_stopped)();
        }
        if self.found.is_stopped || lacking.iter().any(|lines| lines.count() > left) {
            return;
        }
        if left == 0 {
            if uncovered.is_empty() && self.is_as_demanded() {
                self.record_placements(M::EMPTY, 0);
            }
            return;
        }
        for (lines, on) in lacking.into_iter().zip(&places.on) {
            if lines.count() == left {
                free = free.and(lines.squares().fold(M::EMPTY, |places, line| places.or(on[line])));
            }
        }
        let choices = match uncovered.is_empty() && lacking == [0, 0] {
            true if places.demand == Demand::Dominating => return self.record_placements(free, left),
            true => free,
            false => self.fewest(uncovered, free, lacking),
        };
        let needed = uncovered.count().div_ceil(left);
        let covers_enough = |place: usize| places.covers[place].and(uncovered).count() >= needed;
        if needed > 1 && !free.squares().any(covers_enough) {
            return;
        }
        for place in choices.squares() {
            free = free.without_square(place);
            let still_free = match places.demand {
                Demand::Nothing => free.and_not(places.attacked[place]),
                Demand::Dominating | Demand::Total => free,
            };
            let uncovered = uncovered.and_not(places.covers[place]);
            let lacking = [
                lacking[0].without_square(place / places.files),
                lacking[1].without_square(place % places.files),
            ];
            self.chosen.push(place);
            self.search(uncovered, still_free, lacking, left - 1);
            self.chosen.pop();
        }
    }

    /// Returns the free places of the line or crossing that has the fewest.
    #[inline]
    fn fewest(&self, uncovered: M, free: M, lacking: [u64; 2]) -> M {
        let Places { on, coverers, .. } = self.places;
        let ranks = lacking[0].squares().map(|rank| on[0][rank]);
        let files = lacking[1].squares().map(|file| on[1][file]);
        let crossings = uncovered.squares().map(|crossing| coverers[crossing]);
        let (mut best, mut fewest) = (M::EMPTY, u32::MAX);
        for places in ranks.chain(files).chain(crossings) {
            let choices = places.and(free);
            let number = choices.count();
            if number < fewest {
                (best, fewest) = (choices, number);
                if number == 0 {
                    break;
                }
            }
        }
        best
    }

    /// Returns true if the chosen places, which attack all empty squares, meet the demand.
    fn is_as_demanded(&self) -> bool {
        let all = self.chosen.iter().fold(M::EMPTY, |all, &place| all.with_square(place));
        let is_attacked = |&place: &usize| !self.places.attacked[place].and(all).is_empty();
        self.places.demand != Demand::Total || self.chosen.iter().all(is_attacked)
    }

    /// Records the chosen places with any `left` of these places as placements.
    fn record_placements(&mut self, any: M, left: u32) {
        let count = binomial(any.count(), left);
        if count > BigUint::ZERO && self.found.placed.is_none() {
            let chosen = self.chosen.iter().copied().chain(any.squares().take(left as usize));
            self.found.placed = Some(chosen.map(|place| self.places.squares[place]).collect());
        }
        self.found.count += count;
    }
}
