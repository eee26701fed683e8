//! One placement by simulated annealing: lines change their army.
//!
//! A search with a proof visits units in order and may reach the one with a placement late. If there are many
//! placements, or large ones of a simple shape, a random walk from labelling to labelling finds one sooner. A
//! step gives one line to the other army. The squares on it that only its label excluded are added, and
//! others are removed. The energy is the number of squares that the armies lack. The walk finds a maximum
//! placement of queens on every square board tried, up to 20 × 20, in a few milliseconds.

use super::squares::LineBoard;
use crate::random::Random;

/// The temperatures at the beginning and at the end of a walk, in pieces. They were tried on boards with
/// sides from 5 to 20.
const TEMPERATURES: [f64; 2] = [1.2, 0.25];

/// The number of steps of a walk for each line of the board.
const STEPS: usize = 4000;

/// A labelling of all lines.
struct Labelling {
    /// The squares on each line.
    lines: Vec<Vec<u16>>,
    /// For each line, true if it belongs to white.
    white: Vec<bool>,
    /// For each square, the number of its lines that belong to white.
    labels: Vec<u8>,
    /// The number of lines through a square.
    families: u8,
}

impl Labelling {
    fn new(board: &LineBoard) -> Self {
        let mut lines: Vec<Vec<u16>> = Vec::new();
        let mut family = |line_of: &dyn Fn(usize, usize) -> usize| {
            let mut members = vec![Vec::new(); board.rows + board.columns + board.offset];
            for square in 0..board.rows * board.columns {
                members[line_of(square / board.columns, square % board.columns)].push(square as u16);
            }
            lines.extend(members.into_iter().filter(|line| !line.is_empty()));
        };
        let mut families = 0;
        if board.families.orthogonals() {
            family(&|row, _| row);
            family(&|_, column| column);
            families += 2;
        }
        if board.families.diagonals() {
            family(&|row, column| row + column);
            family(&|row, column| column + board.offset - row);
            families += 2;
        }
        let white = vec![false; lines.len()];
        Self { lines, white, labels: vec![0; board.rows * board.columns], families }
    }

    /// Gives a line to the other army. Returns the growth of both armies.
    fn change(&mut self, line: usize) -> [i32; 2] {
        let mut grown = [0; 2];
        let becomes_white = !self.white[line];
        self.white[line] = becomes_white;
        for &square in &self.lines[line] {
            let labels = &mut self.labels[usize::from(square)];
            let before = *labels;
            *labels = if becomes_white { before + 1 } else { before - 1 };
            for (grown, all) in grown.iter_mut().zip([self.families, 0]) {
                *grown += i32::from(*labels == all) - i32::from(before == all);
            }
        }
        grown
    }

    /// Returns the squares of an army.
    fn squares(&self, army: usize) -> impl Iterator<Item = usize> + '_ {
        let all = if army == 0 { self.families } else { 0 };
        (0..self.labels.len()).filter(move |&square| self.labels[square] == all)
    }
}

/// Walks once; the seed determines the walk.
pub(super) fn walk(
    board: &LineBoard,
    sizes: [u32; 2],
    seed: u64,
    should_stop: &dyn Fn() -> bool,
) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut labelling = Labelling::new(board);
    let mut random = Random::new(seed);
    let mut reached = [0, labelling.labels.len() as i32];
    let sizes = sizes.map(|size| size as i32);
    let lack = |reached: [i32; 2]| (sizes[0] - reached[0]).max(0) + (sizes[1] - reached[1]).max(0);
    let lines = labelling.lines.len();
    for line in 0..lines {
        if random.draw_below(2) == 0 {
            let grown = labelling.change(line);
            reached = [reached[0] + grown[0], reached[1] + grown[1]];
        }
    }
    let [hot, cold] = TEMPERATURES;
    for round in 0..=STEPS {
        if lack(reached) == 0 {
            let take = |army: usize| labelling.squares(army).take(sizes[army] as usize).collect();
            return Some((take(0), take(1)));
        }
        if round.is_multiple_of(64) && should_stop() {
            return None;
        }
        let temperature = hot * (cold / hot).powf(round as f64 / STEPS as f64);
        // The allowed cost of a step is chosen first: it is at least c with probability exp(−c /
        // temperature).
        for _ in 0..lines {
            let line = random.draw_below(lines);
            let allowed = (-temperature * (1.0 - random.fraction()).ln()) as i32;
            let before = lack(reached);
            let grown = labelling.change(line);
            let after = [reached[0] + grown[0], reached[1] + grown[1]];
            if lack(after) - before > allowed {
                labelling.change(line);
            } else {
                reached = after;
                if lack(reached) == 0 {
                    break;
                }
            }
        }
    }
    None
}
