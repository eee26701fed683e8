//! The two operations of the search, on buffers of states: placing a piece, and counting the last two.
//!
//! **Placing.** The children of a state are its masks without the squares that the piece takes, one child for
//! each square on which the piece can stand. States have few children late in a search and their number is
//! hard to predict. A loop for each state would therefore spend its time on mispredicted branches. Instead
//! the children of many states are first *listed*, as pairs of a state and a square. One long loop then makes
//! them one after another, whatever their states. Those that cannot be completed are dropped without a
//! branch.
//!
//! **Counting pairs.** A state holds the squares `X` that are free for one of the last two pieces and `Y` for
//! the other (the same set if both are of one class). The non-attacking pairs are all pairs minus those in
//! conflict, and pairs in conflict are counted without visiting any of them. Write each conflict between
//! squares `s < t` under its displacement `d = t - s`. Then the conflicts with displacement `d` inside `X`
//! are the bits of `X & (X >> d) & valid(d)`, where `valid(d)` has the squares `s` that are in conflict with
//! `s + d`. A knight has 4 displacements, a queen on 8x8 has 28. Edges, holes, wrapped boards and quotients
//! only change the masks `valid(d)`. Eight states are counted at a time; only totals are kept, and nothing is
//! reduced within a batch.
//!
//! There are three implementations: [`PortableCellLanes`], the portable kernel for any processor (compiled
//! again for AVX2), NEON in `lanes_neon`, and AVX-512 in `lanes_avx512`.

use super::buffer::{CellStates, LANES};
use super::register::Eight;
use super::tables::{CellLevel, CellTables, Displacement, LastPair};
use super::triple::LastTriple;
use super::triples;
use crate::board::Mask;

/// Children to be made: for each of them its state, and the square of its new piece.
#[derive(Debug)]
pub(super) struct CellChildren {
    pub(super) parents: Vec<u16>,
    pub(super) squares: Vec<u16>,
    pub(super) len: usize,
    /// A bound on the numbers of the parents ever listed: all are smaller.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only gathers rely on it"))]
    pub(super) states: usize,
}

impl CellChildren {
    /// Creates a list with room for `children` of `states`, and for an overhanging register.
    pub(super) fn new(children: usize, states: usize) -> Self {
        let room = children + 4 * LANES;
        Self { parents: vec![0; room], squares: vec![0; room], len: 0, states }
    }
}

/// The operations, once for each set of instructions. A value proves the right to use the instructions.
pub(super) trait CellLanes: Copy {
    /// Adds a child of the state `parent` for each of the squares.
    fn list<M: Mask>(self, children: &mut CellChildren, parent: usize, squares: M);

    /// Makes the children of `from` and adds the live ones to `to`, which has room for them. Empties the
    /// list.
    fn expand<M: Mask>(
        self,
        tables: &CellTables,
        level: &CellLevel,
        children: &mut CellChildren,
        from: &CellStates,
        to: &mut CellStates,
    );

    /// Takes all states out of the buffer and returns the number of their non-attacking pairs.
    ///
    /// There are at most some thousand states of 2^20 pairs each: far from overflow.
    fn count_pairs<M: Mask>(self, pair: &LastPair, buffer: &mut CellStates) -> u64;

    /// Like [`count_pairs`](Self::count_pairs), but counts triples ([`triples`]).
    fn count_triples(self, triple: &LastTriple, buffer: &mut CellStates) -> u64;
}

/// The portable kernel of the operations.
#[derive(Clone, Copy)]
pub(super) struct PortableCellLanes;

impl CellLanes for PortableCellLanes {
    #[inline(always)]
    fn list<M: Mask>(self, children: &mut CellChildren, parent: usize, squares: M) {
        let listed = children.len..children.len + squares.count() as usize;
        children.parents[listed.clone()].fill(parent as u16);
        for (number, square) in children.squares[listed.clone()].iter_mut().zip(squares.squares()) {
            *number = square as u16;
        }
        children.len = listed.end;
    }

    #[inline(always)]
    fn expand<M: Mask>(
        self,
        tables: &CellTables,
        level: &CellLevel,
        children: &mut CellChildren,
        from: &CellStates,
        to: &mut CellStates,
    ) {
        // The first mask decides which children live. Each child is made where it will stand if it lives; so
        // is its place in the list.
        let (parents, squares) =
            (&mut children.parents[..children.len], &mut children.squares[..children.len]);
        let (taken, states) = (&tables.taken[level.takes[0]..], &from.planes[..]);
        let (room, capacity) = (&mut to.planes[to.len..], to.capacity);
        let mut live = 0;
        for index in 0..parents.len() {
            let (parent, square) = (parents[index], squares[index]);
            let mut squares_left = 0;
            for word in 0..M::WORDS {
                let state = states[(level.shift * M::WORDS + word) * from.capacity + parent as usize];
                let child = state & !taken[word * M::BITS + square as usize];
                squares_left += child.count_ones();
                room[word * capacity + live] = child;
            }
            (parents[live], squares[live]) = (parent, square);
            live += usize::from(squares_left >= level.needed);
        }
        children.len = live;
        for mask in 1..level.takes.len() {
            make_children::<M>(tables, level, mask, children, from, to);
        }
        to.len += live;
        children.len = 0;
    }

    #[inline(always)]
    fn count_pairs<M: Mask>(self, pair: &LastPair, buffer: &mut CellStates) -> u64 {
        buffer.pad();
        let mut pairs = 0;
        for start in (0..buffer.len).step_by(LANES) {
            let lanes = |plane: usize| -> [u64; LANES] {
                let start = plane * buffer.capacity + start;
                std::array::from_fn(|lane| buffer.planes[start..start + LANES][lane])
            };
            let first = |word: usize| lanes(word);
            let second = |word: usize| lanes(if pair.is_same { word } else { M::WORDS + word });
            let (mut count_first, mut count_second, mut both) = ([0u64; LANES], [0u64; LANES], [0u64; LANES]);
            for word in 0..M::WORDS {
                let (x, y) = (first(word), second(word));
                for lane in 0..LANES {
                    count_first[lane] += u64::from(x[lane].count_ones());
                    count_second[lane] += u64::from(y[lane].count_ones());
                    both[lane] += u64::from((x[lane] & y[lane]).count_ones());
                }
            }
            let mut conflicts = [0u64; LANES];
            for (displacement, valid) in pair.displacements.iter().zip(pair.valid.chunks_exact(M::WORDS)) {
                let &Displacement { words, bits, first_is_higher, .. } = displacement;
                for word in displacement.starts::<M>() {
                    let valid = valid[word];
                    let (low, high) = if first_is_higher {
                        (second(word), first(word + words))
                    } else {
                        (first(word), second(word + words))
                    };
                    // These bits come down from the next word; a shift by 64 consists of two shifts.
                    let above = match word + words + 1 {
                        next if next == M::WORDS => [0; LANES],
                        next if first_is_higher => first(next),
                        next => second(next),
                    };
                    for lane in 0..LANES {
                        let shifted = (high[lane] >> bits) | ((above[lane] << 1) << (63 - bits));
                        conflicts[lane] += u64::from((low[lane] & shifted & valid).count_ones());
                    }
                }
            }
            for lane in 0..LANES {
                let all = if pair.is_same {
                    count_first[lane] * count_first[lane].wrapping_sub(1) / 2
                } else {
                    count_first[lane] * count_second[lane] - both[lane]
                };
                pairs += all - conflicts[lane];
            }
        }
        buffer.len = 0;
        pairs
    }

    #[inline(always)]
    fn count_triples(self, triple: &LastTriple, buffer: &mut CellStates) -> u64 {
        triples::count::<Eight>(triple, buffer)
    }
}

/// Makes one mask of all listed children, after the states that are already in `to`.
#[inline(always)]
fn make_children<M: Mask>(
    tables: &CellTables,
    level: &CellLevel,
    mask: usize,
    children: &CellChildren,
    from: &CellStates,
    to: &mut CellStates,
) {
    let (parents, squares) = (&children.parents[..children.len], &children.squares[..children.len]);
    for word in 0..M::WORDS {
        let taken = &tables.taken[level.takes[mask] + word * M::BITS..][..M::BITS];
        let states =
            &from.planes[((mask + level.shift) * M::WORDS + word) * from.capacity..][..from.capacity];
        let made = &mut to.planes[(mask * M::WORDS + word) * to.capacity + to.len..][..children.len];
        for ((child, &parent), &square) in made.iter_mut().zip(parents).zip(squares) {
            *child = states[parent as usize] & !taken[square as usize];
        }
    }
}

#[cfg(test)]
mod tests;
