//! The labels of the diagonals once ranks and files are labelled.
//!
//! Every square then belongs to at most one army: the live squares. Squares of different colours share no
//! diagonal, so the colours are searched one after the other. For the first colour the Pareto front is kept:
//! the combinations of numbers of squares that no other labels exceed. For the second colour the search looks
//! for labels that complete a point of the front.

use super::gauges::{self, FewGauges, Weights};
use super::geometry::Geometry;
use super::proof::SeveralArmiesProof;
use super::shares::ArmyShare;
use std::cmp::Reverse;

/// The live squares of each army in one colour.
type LiveSquares<const K: usize> = [u128; K];

/// The search of the diagonals for a board and sizes.
pub(super) struct Diagonals<'a, const K: usize> {
    board: &'a Geometry,
    sizes: [usize; K],
    weights: Vec<Weights<K>>,
    /// For each set of weights, the worth of the queens.
    worth: Vec<i32>,
}

/// The search of one colour.
struct Colour<'a, const K: usize> {
    colour: usize,
    /// For each set of weights, the worth required in this colour.
    need: Vec<i32>,
    proof: &'a mut SeveralArmiesProof,
    /// The points that no other one exceeds, with their squares.
    front: Vec<([usize; K], LiveSquares<K>)>,
    /// True if one point is enough.
    any: bool,
}

impl<'a, const K: usize> Diagonals<'a, K> {
    pub(super) fn new(board: &'a Geometry, share: &ArmyShare) -> Self {
        let sizes = std::array::from_fn(|army| share.sizes[army]);
        let single = (0..K).map(|one| std::array::from_fn(|army| u8::from(army == one)));
        let few = FewGauges::<K>::ALL.into_iter().take(FewGauges::<K>::COUNT);
        let weights: Vec<Weights<K>> = few.chain(gauges::further_weights()).chain(single).collect();
        let worth = weights.iter().map(|weights| weigh(weights, &sizes)).collect();
        Self { board, sizes, weights, worth }
    }

    /// Returns the squares of each army, exactly as many as required, if the diagonals can be labelled.
    pub(super) fn search(
        &mut self,
        ranks: &[u8],
        files: &[u8],
        proof: &mut SeveralArmiesProof,
    ) -> Option<Vec<Vec<usize>>> {
        let live = [self.live(0, ranks, files), self.live(1, ranks, files)];
        let most = self.largest_worth(1, &live[1]).0;
        let need = self.worth.iter().zip(most).map(|(worth, most)| worth - most).collect();
        let mut even = Colour { colour: 0, need, proof, front: Vec::new(), any: false };
        self.descend(&mut even, &live[0]);
        let Colour { proof, front, .. } = even;
        for (point, squares) in front {
            let worth = self.worth.iter().zip(&self.weights);
            let need = worth.map(|(worth, weights)| worth - weigh(weights, &point)).collect();
            let mut odd = Colour { colour: 1, need, proof: &mut *proof, front: Vec::new(), any: true };
            self.descend(&mut odd, &live[1]);
            if let Some((_, others)) = odd.front.first() {
                return Some(self.witness(&squares, others));
            }
        }
        None
    }

    fn witness(&self, even: &LiveSquares<K>, odd: &LiveSquares<K>) -> Vec<Vec<usize>> {
        (0..K)
            .map(|army| {
                let mut squares = self.board.squares(0, even[army]);
                squares.extend(self.board.squares(1, odd[army]));
                squares.truncate(self.sizes[army]);
                squares
            })
            .collect()
    }

    /// Returns the squares whose rank and file belong to the same army.
    fn live(&self, colour: usize, ranks: &[u8], files: &[u8]) -> LiveSquares<K> {
        let mut live = [0; K];
        for (&row, &army) in self.board.rank_order.iter().zip(ranks) {
            for (&col, _) in self.board.file_order.iter().zip(files).filter(|&(_, &other)| other == army) {
                live[usize::from(army)] |= self.board.ranks[colour][row] & self.board.files[colour][col];
            }
        }
        live
    }

    /// Labels the most contested diagonal in all ways. Returns true if the search continues.
    fn descend(&self, task: &mut Colour<'_, K>, live: &LiveSquares<K>) -> bool {
        task.proof.diagonal_nodes += 1;
        let (most, contested) = self.largest_worth(task.colour, live);
        if most.iter().zip(&task.need).any(|(most, need)| most < need) {
            return true;
        }
        // Squares in excess of the queens are useless.
        let point: [usize; K] =
            std::array::from_fn(|army| (live[army].count_ones() as usize).min(self.sizes[army]));
        let is_below = |one: &[usize; K], other: &[usize; K]| one.iter().zip(other).all(|(a, b)| a <= b);
        if task.front.iter().any(|(other, _)| is_below(&point, other)) {
            return true;
        }
        let Some(line) = contested else {
            task.front.retain(|(other, _)| !is_below(other, &point));
            task.front.push((point, *live));
            return !task.any;
        };
        let mut armies: [usize; K] = std::array::from_fn(|army| army);
        armies.sort_by_key(|&army| Reverse((live[army] & line).count_ones()));
        armies.into_iter().filter(|&army| live[army] & line != 0).all(|army| {
            let mut next = live.map(|squares| squares & !line);
            next[army] = live[army];
            self.descend(task, &next)
        })
    }

    /// Returns the largest worth of a colour's live squares for each set of weights. If a diagonal has
    /// squares of several armies, also returns the one that loses most.
    fn largest_worth(&self, colour: usize, live: &LiveSquares<K>) -> (Vec<i32>, Option<u128>) {
        let mut kept = vec![[0; 2]; self.weights.len()];
        let mut worst = (0, 0);
        let mut contested = None;
        for (family, lines) in self.board.diagonals[colour].iter().enumerate() {
            for &line in lines {
                let counts: [usize; K] =
                    std::array::from_fn(|army| (live[army] & line).count_ones() as usize);
                let all: usize = counts.iter().sum();
                if all == 0 {
                    continue;
                }
                for (weights, kept) in self.weights.iter().zip(&mut kept) {
                    let worth =
                        counts.iter().zip(weights).map(|(&count, &weight)| count as i32 * i32::from(weight));
                    kept[family] += worth.max().unwrap_or(0);
                }
                let lost = all - counts.iter().max().unwrap_or(&0);
                if lost > 0 && (lost, all) > worst {
                    worst = (lost, all);
                    contested = Some(line);
                }
            }
        }
        (kept.iter().map(|kept| kept[0].min(kept[1])).collect(), contested)
    }
}

fn weigh<const K: usize>(weights: &Weights<K>, counts: &[usize; K]) -> i32 {
    weights.iter().zip(counts).map(|(&weight, &count)| i32::from(weight) * count as i32).sum()
}
