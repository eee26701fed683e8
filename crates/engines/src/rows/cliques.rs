//! Squares that hold at most one piece together: rows, and columns that cross them.
//!
//! A *clique* is a set of squares of which any two are in conflict. Cliques are found without reference to a
//! board. The squares are walked in order, and a clique continues as long as the next square is in conflict
//! with all of it. (No other way to cut the sequence gives fewer cliques.) In the order of their numbers, the
//! squares of a rook fall into rows; with a stride of the board's width, into columns. On a torus, strides
//! next to the width give a queen's diagonals.
//!
//! The partition with the fewest cliques is called *rows*. `P` pieces on `S` rows leave `S - P` of them
//! empty. If that is zero, every other partition into equally many cliques also holds one piece in each:
//! these are the *columns*. They serve only to recognise dead partial placements sooner.

use crate::board::Set;
use crate::conflict::Conflicts;
use crate::engines::instance::Instance;

/// The maximum length of a row, including its choices to stay empty: the bits of a lane.
const MAX_BITS: usize = 32;
/// The maximum number of rows and columns together: the lanes of a state.
pub(super) const MAX_LANES: usize = 64;
/// The maximum stride that is tried: the strides of all boards, and one more for the diagonals of the widest
/// torus.
const MAX_STRIDE: usize = 33;

/// The rows of an instance with one class, and the columns that cross them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cliques {
    /// The rows, in the order in which the search places their pieces.
    pub(super) rows: Vec<Vec<usize>>,
    /// Further partitions, each into the same number of cliques as rows. There are none if rows stay empty.
    pub(super) columns: Vec<Vec<Vec<usize>>>,
    /// The number of rows that stay empty.
    pub(super) empty: usize,
}

impl Cliques {
    /// Returns the rows of an instance, if it has one class and at most `most_empty` of them stay empty.
    /// `None` also if there are more pieces than rows, because then there is no placement.
    pub(crate) fn from_instance(instance: &Instance, most_empty: usize) -> Option<Self> {
        let [class] = &instance.classes[..] else { return None };
        let pieces = class.pieces as usize;
        let most = (pieces + most_empty).min(MAX_LANES);
        let mut partitions: Vec<Vec<Vec<usize>>> = Vec::new();
        for stride in 1..=MAX_STRIDE {
            let walk = (0..stride).flat_map(|first| (first..instance.conflicts.squares()).step_by(stride));
            let walk = walk.filter(|&square| class.allowed.holds(square));
            if let Some(mut partition) = partition(walk, &instance.conflicts, most) {
                partition.iter_mut().for_each(|clique| clique.sort_unstable());
                partition.sort_unstable();
                if !partitions.contains(&partition) {
                    partitions.push(partition);
                }
            }
        }
        let fewest = partitions.iter().map(Vec::len).min()?;
        if fewest < pieces {
            return Some(Self { rows: Vec::new(), columns: Vec::new(), empty: 0 });
        }
        let empty = fewest - pieces;
        partitions.retain(|partition| partition.len() == fewest);
        let rows = partitions.remove(0);
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        if longest + empty > MAX_BITS || rows.len() + empty > MAX_LANES {
            return None;
        }
        if empty > 0 {
            partitions.clear();
        }
        Some(Self { rows: in_order(&rows, &instance.conflicts), columns: partitions, empty })
    }
}

/// Cuts a walk into cliques. `None` if there are more than `most`, or one is longer than a lane.
fn partition(
    mut walk: impl Iterator<Item = usize>,
    conflicts: &Conflicts,
    most: usize,
) -> Option<Vec<Vec<usize>>> {
    let mut cliques: Vec<Vec<usize>> = Vec::new();
    // The squares in conflict with the whole of the last clique.
    let mut common = vec![0; conflicts.width()];
    walk.try_for_each(|square| {
        let conflicts = conflicts.conflict_set(0, square, 0);
        if common.holds(square)
            && let Some(clique) = cliques.last_mut().filter(|clique| clique.len() < MAX_BITS)
        {
            clique.push(square);
            common.keep(conflicts);
            return Some(());
        }
        cliques.push(vec![square]);
        common.copy_from_slice(conflicts);
        (cliques.len() <= most).then_some(())
    })?;
    Some(cliques)
}

/// Returns the order in which rows are searched: each next row minimises the expected number of states.
///
/// A row multiplies the states by its free squares, and each other row loses a share of its squares to the
/// new piece. For queens on a plain board this goes from the middle outwards. That makes 1.4 times fewer
/// partial placements than from the top for 12 queens and 1.5 times fewer for 14.
fn in_order(rows: &[Vec<usize>], conflicts: &Conflicts) -> Vec<Vec<usize>> {
    let set = |row: &Vec<usize>| {
        let mut set = vec![0; conflicts.width()];
        row.iter().for_each(|&square| set.add_square(square));
        set
    };
    let sets: Vec<Vec<u64>> = rows.iter().map(set).collect();
    // `survival[p][q]`: the share of row `q` that a piece in row `p` leaves free, on average.
    let share = |row: &Vec<usize>, set: &Vec<u64>| {
        let taken: u32 =
            row.iter().map(|&square| conflicts.conflict_set(0, square, 0).count_shared(set)).sum();
        (1.0 - f64::from(taken) / (row.len() as f64 * f64::from(set.size()))).max(0.01)
    };
    let survival: Vec<Vec<f64>> =
        rows.iter().map(|row| sets.iter().map(|set| share(row, set)).collect()).collect();
    let mut free: Vec<f64> = rows.iter().map(|row| row.len() as f64).collect();
    let mut left: Vec<usize> = (0..rows.len()).collect();
    let mut order = Vec::with_capacity(rows.len());
    while !left.is_empty() {
        let states = |row: usize| -> f64 {
            let others = left.iter().filter(|&&other| other != row);
            free[row].ln() + others.map(|&other| survival[row][other].ln()).sum::<f64>()
        };
        let best = left.iter().copied().min_by(|&a, &b| states(a).total_cmp(&states(b)));
        let Some(best) = best else { break };
        left.retain(|&row| row != best);
        left.iter().for_each(|&row| free[row] *= survival[best][row]);
        order.push(rows[best].clone());
    }
    order
}
