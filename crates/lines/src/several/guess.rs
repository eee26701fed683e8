//! A placement by simulated annealing of the labels of the lines.
//!
//! All lines begin with random labels. Then one line after the other gets another label. The label is kept if
//! no fewer queens can be placed. Otherwise it is kept with a probability that falls with the loss and with
//! time. Each descent takes about 10 ms, and nine of ten end with a placement even at the maximum: three
//! armies of 18 on 16x16, two of 37 on 16x16. The search of the units takes minutes to find one on the larger
//! of such boards.

use super::geometry::Geometry;
use crate::random::Random;

/// The number of moves of a descent.
const MOVES: u32 = 300_000;
/// The number of moves at one temperature.
const STEADY: u32 = 256;
/// The initial probability of a move that costs a queen: a temperature of 0.4 queens. From 0.6 or 1 the
/// descent takes longer and ends no better.
const CHANCE: f64 = 0.082;
/// The factor by which the probability falls each time, down to a temperature of 0.1 queens. It is a product
/// and not an exponential, because machines round exponentials differently.
const COOLING: f64 = 0.9936;

/// The lines of a board.
pub(super) struct Guess<'a> {
    board: &'a Geometry,
    sizes: &'a [usize],
    /// For each line, the other three lines of each of its squares.
    others: Vec<Vec<[usize; 3]>>,
}

impl<'a> Guess<'a> {
    pub(super) fn new(board: &'a Geometry, sizes: &'a [usize]) -> Self {
        let lines = board.rows + board.cols + 2 * (board.rows + board.cols - 1);
        let mut others = vec![Vec::new(); lines];
        for square in 0..board.rows * board.cols {
            let [rank, file, diagonal, antidiagonal] = lines_through(board, square);
            others[rank].push([file, diagonal, antidiagonal]);
            others[file].push([rank, diagonal, antidiagonal]);
            others[diagonal].push([rank, file, antidiagonal]);
            others[antidiagonal].push([rank, file, diagonal]);
        }
        Self { board, sizes, others }
    }

    /// Returns the squares of each army, exactly as many as required, if one of the descents ends with that
    /// number.
    pub(super) fn search(&self, descents: u64, should_stop: &dyn Fn() -> bool) -> Option<Vec<Vec<usize>>> {
        (0..descents).take_while(|_| !should_stop()).find_map(|seed| self.descend(seed))
    }

    fn descend(&self, seed: u64) -> Option<Vec<Vec<usize>>> {
        let mut random = Random::new(seed);
        let armies = self.sizes.len();
        let mut labels: Vec<usize> = (0..self.others.len()).map(|_| random.draw_below(armies)).collect();
        let mut held: Vec<i32> = self.squares(&labels).iter().map(|squares| squares.len() as i32).collect();
        let most = |army: usize, held: i32| held.min(self.sizes[army] as i32);
        let mut missing: i32 = (0..armies).map(|army| self.sizes[army] as i32 - most(army, held[army])).sum();
        let mut chance = CHANCE;
        for step in 1..=MOVES {
            if missing == 0 {
                let mut squares = self.squares(&labels);
                squares.iter_mut().zip(self.sizes).for_each(|(squares, &size)| squares.truncate(size));
                return Some(squares);
            }
            if step % STEADY == 0 {
                chance *= COOLING;
            }
            let line = random.draw_below(self.others.len());
            let (from, to) = (labels[line], random.draw_below(armies));
            if from == to {
                continue;
            }
            let (mut lost, mut won) = (0, 0);
            for &[one, two, three] in &self.others[line] {
                if labels[one] == labels[two] && labels[one] == labels[three] {
                    lost += i32::from(labels[one] == from);
                    won += i32::from(labels[one] == to);
                }
            }
            let gain = most(from, held[from] - lost) - most(from, held[from]) + most(to, held[to] + won)
                - most(to, held[to]);
            if random.fraction() < (gain..0).map(|_| chance).product() {
                labels[line] = to;
                held[from] -= lost;
                held[to] += won;
                missing -= gain;
            }
        }
        None
    }

    /// Returns the squares of each army.
    fn squares(&self, labels: &[usize]) -> Vec<Vec<usize>> {
        let mut squares = vec![Vec::new(); self.sizes.len()];
        for square in 0..self.board.rows * self.board.cols {
            let [army, file, diagonal, antidiagonal] =
                lines_through(self.board, square).map(|line| labels[line]);
            if army == file && army == diagonal && army == antidiagonal {
                squares[army].push(square);
            }
        }
        squares
    }
}

/// Returns the numbers of the four lines through a square.
fn lines_through(board: &Geometry, square: usize) -> [usize; 4] {
    let (row, col) = (square / board.cols, square % board.cols);
    let family = board.rows + board.cols - 1;
    let first = board.rows + board.cols;
    [row, board.rows + col, first + row + col, first + family + row + board.cols - 1 - col]
}
